"""What the grader of assignment 2 takes for true: laws by weights e^(-rate · gap), and the rate behind a law."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ..grading import checking
from ..grading.checking import TOLERANCE
from ..grading.question import need


def peeled(counts, rate: float) -> np.ndarray:
    """Pr[first i, second j] of two rounds of the exponential mechanism with weights e^(rate · count)."""
    scores = rate * (np.asarray(counts, float) - max(counts))
    rest = np.where(np.eye(len(scores), dtype=bool), -np.inf, scores)
    first, second = (np.exp(s - s.max(axis=-1, keepdims=True)) for s in (scores, rest))
    return (first / first.sum())[:, None] * second / second.sum(axis=1, keepdims=True)


@dataclass(frozen=True)
class Input:
    """What a mechanism is called with.  Its rate is a share of `budget`; `gaps`, a round each, say by how much each
    choice is worse than the best; `law` is its law at a rate, `best` the place of the best outcome in it."""

    name: str
    args: tuple
    epsilon: float
    budget: float
    gaps: tuple[np.ndarray, ...]
    law: Callable[[float], np.ndarray]
    best: int

    def normal(self, share: float) -> bool:
        """Whether the least probability at this share is far from underflow, so that its logarithm is exact."""
        return share * self.budget * sum(gap.max() for gap in self.gaps) < 600


def rates(p: np.ndarray, inputs: Sequence[Input]) -> np.ndarray:
    """The rate at which the best outcome of each input has probability p = Π_rounds 1 / Σ e^(-rate · gap), which grows
    with the rate; 0 where p is less at any rate, 50 where it is more at all below."""
    gaps = np.full((len(inputs), 2, max(gap.size for i in inputs for gap in i.gaps)), np.inf)
    gaps[:, :, 0] = 0.0
    for place, one in enumerate(inputs):
        for turn, gap in enumerate(one.gaps):
            gaps[place, turn, :gap.size] = gap
    low, high = np.zeros(len(p)), np.full(len(p), 50.0)
    for _ in range(60):
        middle = (low + high) / 2
        above = p * np.exp(-middle[:, None, None] * gaps).sum(axis=2).prod(axis=1) > 1
        low, high = np.where(above, middle, low), np.where(above, high, middle)
    return high


def audited(inputs: Sequence[Input], laws: Sequence[np.ndarray], pairs: Sequence[tuple[int, int]], relation: str):
    """No loss above ε between these neighbors, pairs of places among the inputs."""
    flat = np.zeros((len(laws), max(p.size for p in laws)))
    for row, p in zip(flat, laws):
        row[:p.size] = p.ravel()
    for epsilon in sorted({inputs[a].epsilon for a, _ in pairs}):
        some = [pair for pair in pairs if inputs[pair[0]].epsilon == epsilon]
        checking.private(flat, np.array(some), [i.name.partition(" and ε")[0] for i in inputs], epsilon, relation)


def at_a_rate(inputs: Sequence[Input], laws: Sequence[np.ndarray], floor: float, ceiling: float) -> Iterator[None]:
    """Three gates.  On every input the best outcome is at most as likely as at the share `ceiling` of the budget, the
    largest that is private for all data, and inputs with one budget have one rate; it is at least as likely as at
    `floor`; and the laws are those at one share."""
    best, budget = np.array([p.ravel()[i.best] for i, p in zip(inputs, laws)]), np.array([i.budget for i in inputs])
    low, high = (rates(best + off, inputs) / budget for off in (-TOLERANCE, TOLERANCE))
    bold, weak = int(low.argmax()), int(high.argmin())
    need(high[weak] >= floor / 10, "of no use: the best outcome is hardly likelier than others (as at "
                                   f"{high[weak] / floor:.2g} of the rate that can be proved), {inputs[weak].name}")
    need(low[bold] <= ceiling * (1 + TOLERANCE),
         f"the best outcome comes out as at {low[bold] / ceiling:.5g} times the largest rate that is private for all "
         f"data sets, {inputs[bold].name}")
    for key in {(i.epsilon, i.budget) for i in inputs}:
        same = np.flatnonzero([(i.epsilon, i.budget) == key for i in inputs])
        most, least = same[low[same].argmax()], same[high[same].argmin()]
        need(low[most] <= high[least] * (1 + TOLERANCE),
             f"not one rate for all data, so that no proof covers it: the best outcome comes out as at one that is "
             f"{low[most] / high[least]:.5g} times as large {inputs[most].name} as {inputs[least].name}")
        for place in same:
            one = inputs[place]
            checking.supported(laws[place], one.law(min(high[least], ceiling) * one.budget), one.name)
    yield
    checking.timid(high[weak], floor, f", {inputs[weak].name}")
    yield
    need(low[bold] <= high[weak] * (1 + TOLERANCE),
         f"the rate is not the same share of ε {inputs[bold].name} and {inputs[weak].name}")
    share = np.clip((low[bold] + high[weak]) / 2, floor, ceiling)
    for one, p in zip(inputs, laws):
        need(np.abs(p - one.law(share * one.budget)).max() <= TOLERANCE,
             f"not the law that was asked for at one rate, {one.name}")
    yield
