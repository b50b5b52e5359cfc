"""What the grader of assignment 2 takes for true: laws at a rate, and the rate behind a law."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
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
    """What a mechanism is called with.  Its rate is a share of `budget`; `law` is its law at a rate, `best` the place
    of the best outcome in it, whose probability grows with the rate."""

    name: str
    args: tuple
    epsilon: float
    budget: float
    law: Callable[[float], np.ndarray]
    best: int

    def share(self, p: float) -> float:
        """At which the best outcome has probability p; 0 where p is less at any, 50 where it is more at all below."""
        def excess(share):
            return self.law(share * self.budget).ravel()[self.best] - p

        return 0.0 if excess(0.0) >= 0 else 50.0 if excess(50.0) <= 0 else optimize.brentq(excess, 0, 50)


def laws_of(ask, function: str, inputs: Sequence[Input]) -> list[np.ndarray]:
    """What the student's function says, checked to be laws."""
    values = ask.each(function, [one.args for one in inputs])
    return [checking.law(value, one.law(0.0).shape, one.name) for one, value in zip(inputs, values)]


def audited(ask, function: str, made: Callable[[tuple], Input], pairs: Sequence[tuple], relation: str) -> None:
    """No loss above ε between these pairs of neighbors (data of which `made` makes inputs, of one ε)."""
    place = {data: i for i, data in enumerate(dict.fromkeys(itertools.chain(*pairs)))}
    inputs = [made(data) for data in place]
    laws = laws_of(ask, function, inputs)
    checking.private(np.array(laws), np.array([[place[a], place[b]] for a, b in pairs]),
                     [one.name.partition(" and ε")[0] for one in inputs], inputs[0].epsilon, relation)


def at_a_rate(inputs: Sequence[Input], laws: Sequence[np.ndarray], floor: float, ceiling: float) -> Iterator[None]:
    """Three gates.  On every input the best outcome is at most as likely as at the share `ceiling` of the budget, the
    largest that is private for all data, and inputs with one budget have one rate; it is at least as likely as at
    `floor`; and the laws are those at one share."""
    low, high = (np.array([one.share(p.ravel()[one.best] + off) for one, p in zip(inputs, laws)])
                 for off in (-TOLERANCE, TOLERANCE))
    bold, weak = int(low.argmax()), int(high.argmin())
    need(high[weak] >= floor / 10, "of no use: the best outcome is hardly likelier than others (as at "
                                   f"{high[weak] / floor:.2g} of the rate that can be proved), {inputs[weak].name}")
    need(low[bold] <= ceiling * (1 + TOLERANCE),
         f"the best outcome comes out as at {low[bold] / ceiling:.5g} times the largest rate that is private for all "
         f"data sets, {inputs[bold].name}")
    for key in {(i.epsilon, i.budget) for i in inputs}:
        same = [place for place, one in enumerate(inputs) if (one.epsilon, one.budget) == key]
        most, least = max(same, key=low.__getitem__), min(same, key=high.__getitem__)
        need(low[most] <= high[least] * (1 + TOLERANCE),
             f"not one rate for all data, so that no proof covers it: the best outcome comes out as at one that is "
             f"{low[most] / high[least]:.5g} times as large {inputs[most].name} as {inputs[least].name}")
    for one, p in zip(inputs, laws):
        checking.supported(p, one.law(ceiling * one.budget), one.name)
    yield
    checking.timid(high[weak], floor, f", {inputs[weak].name}")
    yield
    share = np.clip((low[bold] + high[weak]) / 2, floor, ceiling)
    for one, p in zip(inputs, laws):
        need(np.abs(p - one.law(share * one.budget)).max() <= TOLERANCE,
             f"not the law that was asked for at one rate, {one.name}")
    yield
