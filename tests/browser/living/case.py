"""What a case is: fields that Vega computes, and the package's word on them."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Case:
    """`truth(rows, **parameters)` -> field -> values, in the order of the rows of the last data set where Vega has all
    `fields`.  `rows` are its columns: what the chart was given beside what Vega made of it; the truth reads the first
    and computes the second.  Parameters that no slider moves (what is under the pointer) are not set."""

    fields: tuple[str, ...]
    truth: Callable[..., dict]
    tolerance: float = 1e-9
