"""What the companions of lecture 5 add to `dplearn.query_release.online`."""

from __future__ import annotations

import heapq
from collections.abc import Generator

import numpy as np

from ... import _validate as check
from ...privacy import BudgetSpent
from ..online import OnlinePMW


def adaptive_analyst(n_bits) -> Generator[np.ndarray, float, None]:
    """One who looks for large groups: the share of records in ever smaller ones, the largest answered so far first.

    A generator over the universe {0, 1}^n_bits: it yields queries (2^n_bits,) of 0 and 1, conjunctions "bit i is a and
    bit j is b and ...", and wants the answer to each sent back (`interview` does so).  From the group with the largest
    answer it asks for each way to add one bit above those it has (so each group once): which query is next depends on
    all answers.  It sees nothing but answers.  It ends after all 3^n_bits - 1 conjunctions.  n_bits : int in 1..20.
    """
    n_bits = check.integer("n_bits", n_bits, 1, 20)
    cells, heap = np.arange(2**n_bits), [(-1.0, 0, 0)]     # (-answer, mask, value): cells with cell & mask == value
    while heap:
        _, mask, value = heapq.heappop(heap)
        for bit in range(mask.bit_length(), n_bits):
            for with_bit in (0, 1 << bit):
                group = (mask | 1 << bit, value | with_bit)
                answer = yield (cells & group[0] == group[1]).astype(float)
                heapq.heappush(heap, (-check.real("answer", answer), *group))


def interview(mechanism: OnlinePMW, analyst, n_queries) -> tuple[np.ndarray, np.ndarray]:
    """Let an analyst (a generator such as `adaptive_analyst`) ask: (queries (asked, universe_size), answers (asked,),
    whether each was an update (asked,)).

    Ends after n_queries, when the analyst has no more, or when the budget is spent: the arrays are then shorter.
    """
    check.instance("mechanism", mechanism, OnlinePMW)
    check.instance("analyst", analyst, Generator)
    n_queries, queries, answers, updates = check.integer("n_queries", n_queries, 1, 10**7), [], [], [mechanism.updates]
    try:
        query = next(analyst)
        while len(queries) < n_queries:
            answers.append(mechanism.answer(query))
            queries.append(query)
            updates.append(mechanism.updates)
            query = analyst.send(answers[-1])
    except (StopIteration, BudgetSpent):
        pass
    asked = np.array(queries).reshape(len(queries), len(mechanism.histogram))
    return asked, np.array(answers), np.diff(updates)
