"""What the grader of assignment 2 takes for true: laws at a rate, and the rate behind a law."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import optimize
from scipy.special import softmax

from ..grading import checking
from ..grading.checking import TOLERANCE
from ..grading.question import need


def peeled(counts, rate: float) -> np.ndarray:
    """Pr[first i, second j] of two rounds of the exponential mechanism with weights e^(rate · count)."""
    scores = rate * np.asarray(counts, float)
    return softmax(scores)[:, None] * softmax(np.where(np.eye(len(scores)), -np.inf, scores), axis=1)


@dataclass(frozen=True)
class Input:
    """Counts and ε.  The rate is a share of ε; the probability of the best pair grows with it."""

    counts: tuple[int, ...]
    epsilon: float

    def __str__(self) -> str:
        return f"for counts {list(self.counts)} and ε = {self.epsilon:.4g}"

    def law(self, share: float) -> np.ndarray:
        """At this share of ε."""
        return peeled(self.counts, share * self.epsilon)

    @property
    def best(self) -> tuple:
        """The place of the best pair."""
        return tuple(np.argsort(-np.array(self.counts), kind="stable")[:2])

    def share(self, p: float) -> float:
        """At which the best pair has probability p; 0 where p is less at any, 50 where it is more at all below."""
        def excess(share):
            return self.law(share)[self.best] - p

        return 0.0 if excess(0.0) >= 0 else 50.0 if excess(50.0) <= 0 else optimize.brentq(excess, 0, 50)


def laws_of(ask, inputs: Sequence[Input]) -> list[np.ndarray]:
    """What the student's function says, checked to be laws."""
    values = ask.each("top_two_law", [(list(one.counts), one.epsilon) for one in inputs])
    return [checking.law(value, (len(one.counts),) * 2, one) for one, value in zip(inputs, values)]


def audited(ask, epsilon: float, pairs: Sequence[tuple], relation: str) -> None:
    """No loss above ε between these pairs of neighbors."""
    place = {counts: i for i, counts in enumerate(dict.fromkeys(itertools.chain(*pairs)))}
    laws = laws_of(ask, [Input(counts, epsilon) for counts in place])
    checking.private(np.array(laws), np.array([[place[a], place[b]] for a, b in pairs]), list(place), epsilon, relation)


def at_a_rate(inputs: Sequence[Input], laws: Sequence[np.ndarray], floor: float, ceiling: float) -> Iterator[None]:
    """Three gates.  On every input the best pair is at most as likely as at the share `ceiling` of ε, the largest that
    is private for all data, and inputs with one ε have one rate; it is at least as likely as at `floor`; and the laws
    are those at one share."""
    low, high = (np.array([one.share(p[one.best] + off) for one, p in zip(inputs, laws)])
                 for off in (-TOLERANCE, TOLERANCE))
    bold, weak = int(low.argmax()), int(high.argmin())
    need(high[weak] >= floor / 10, "of no use: the best pair is hardly likelier than others (as at "
                                   f"{high[weak] / floor:.2g} of the rate that can be proved), {inputs[weak]}")
    need(low[bold] <= ceiling * (1 + TOLERANCE),
         f"the best pair comes out as at {low[bold] / ceiling:.5g} times the largest rate that is private for all "
         f"data sets, {inputs[bold]}")
    for epsilon in {one.epsilon for one in inputs}:
        same = [place for place, one in enumerate(inputs) if one.epsilon == epsilon]
        most, least = max(same, key=low.__getitem__), min(same, key=high.__getitem__)
        need(low[most] <= high[least] * (1 + TOLERANCE),
             f"not one rate for all data, so that no proof covers it: the best pair comes out as at one that is "
             f"{low[most] / high[least]:.5g} times as large {inputs[most]} as {inputs[least]}")
    for one, p in zip(inputs, laws):
        checking.supported(p, one.law(ceiling), one)
    yield
    checking.timid(high[weak], floor, f", {inputs[weak]}")
    yield
    share = np.clip((low[bold] + high[weak]) / 2, floor, ceiling)
    for one, p in zip(inputs, laws):
        need(np.abs(p - one.law(share)).max() <= TOLERANCE,
             f"not the law that was asked for at one rate, {one}")
    yield
