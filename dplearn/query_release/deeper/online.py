"""What the companions of lecture 5 add to `dplearn.query_release.online`."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator

import numpy as np

from ... import _validate as check


def adaptive_analyst(answer: Callable, n_bits) -> Iterator[tuple[np.ndarray, float]]:
    """One who looks for large groups: the share of records in ever smaller ones, the largest answered so far first.

    Each query (2^n_bits,) of 0 and 1, with what `answer` (such as `OnlinePMW.answer`) says to it.  Queries are
    conjunctions "bit i is a and bit j is b and ...".  From the group with the largest answer she asks for each way to
    add one bit above those it has (so each group once): which query is next depends on all answers.  She sees nothing
    but answers, and ends after all 3^n_bits - 1 conjunctions.  n_bits : int in 1..20.
    """
    answer, n_bits = check.function("answer", answer), check.integer("n_bits", n_bits, 1, 20)
    cells, heap = np.arange(2**n_bits), [(-1.0, 0, 0)]     # (-answer, mask, value): cells with cell & mask == value
    while heap:
        _, mask, value = heapq.heappop(heap)
        for bit in range(mask.bit_length(), n_bits):
            for with_bit in (0, 1 << bit):
                group = (mask | 1 << bit, value | with_bit)
                query = (cells & group[0] == group[1]).astype(float)
                said = check.real("answer", answer(query))
                yield query, said
                heapq.heappush(heap, (-said, *group))
