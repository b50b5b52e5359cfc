"""MWEM: multiplicative weights with measured answers and replay, as practice runs it.

U17's hunt spends its budget on choosing queries and learns no more from a choice than its side.  Hardt, Ligett and
McSherry spend half of it on *measuring* what was chosen.  A step

1. chooses a query that p answers badly, by the exponential mechanism, with half the step's budget;
2. measures it with the other half, m = <q, p*> + noise;
3. moves p towards the measurement, p(x) ∝ p(x) e^{η q(x) (m - <q, p>)}, η = 1/2, and towards all earlier ones again,
   several times: *replay*, which costs time but no budget.

m tells the sign of the error, so no closure under negation is needed.  `measure="marginal"` chooses among whole
marginals (by total variation distance) and measures all cells of one: a record moves a marginal by 2/n in L1 and √2/n
in L2 however many cells it has, so 2^d answers cost what two do.

**Privacy** (REPLACE_ONE, n public).  p depends on choices and measurements alone.  An error has sensitivity width/n,
the total variation distance of a marginal 1/n.  The ρ of zCDP of all choices and measurements add up: ε₀²/8 a choice
(bounded range), ε₀²/2 a Laplace measurement, Δ₂²/(2σ²) a Gaussian one; a step's budget is shared half and half.

Measurements are clipped to the queries' range before p learns from them (post-processing), so a factor lies within
e^{±2η}, and the weights can stay plain numbers, normalised at each move.

References: Hardt, Ligett and McSherry 2012; McKenna, Sheldon and Miklau 2019 (whole marginals, Gaussian noise).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator

import numpy as np

from .. import _validate as check
from .._bounds import one_epsilon
from ..privacy import Guarantee, Relation, zcdp_epsilon, zcdp_rho
from .multiplicative import MOST_STEPS, HuntStep, NoisyWorst, Release, follow
from .workloads import MOST_RECORDS, Marginals, Workload, noise_width, paired

REPLAYS = 3     # passes over all measurements so far, in every step
KINDS = {"query": (1 / 2, 2.0), "marginal": (1.0, 1.0)}     # η, and how many times the rounds of `mwem_rounds`


class Rows:
    """A part of a workload: queries as vectors; `group` are their indices."""

    def __init__(self, queries: Workload, group: np.ndarray):
        self.group, self._rows = group, np.array([queries.query(i) for i in group])

    def answers(self, p: np.ndarray) -> np.ndarray:
        """<q, p> of each, shape of `group`."""
        return self._rows @ p

    def move(self, p: np.ndarray, steps: np.ndarray) -> None:
        """p(x) ∝ p(x) e^{Σ q(x) step}, in place."""
        p *= np.exp(steps @ self._rows)
        p /= p.sum()


class Cells:
    """The same for all cells of one marginal, no row written down: where each x lies is all there is to know."""

    def __init__(self, queries: Marginals, group: np.ndarray):
        bits, powers = queries.subsets[group[0] >> queries.degree], 1 << np.arange(queries.degree)
        self._where, self._size = (np.arange(queries.universe_size)[:, None] >> bits & 1) @ powers, 1 << queries.degree
        self.group = group

    def answers(self, p: np.ndarray) -> np.ndarray:
        """The marginal of p, shape of `group`."""
        return np.bincount(self._where, p, self._size)

    def move(self, p: np.ndarray, steps: np.ndarray) -> None:
        """p(x) ∝ p(x) e^{step of x's cell}, in place."""
        p *= np.exp(steps).take(self._where)
        p /= p.sum()


# ---- the algorithm ---------------------------------------------------------------------------------

def replay(p: np.ndarray, measured: list, eta: float) -> np.ndarray:
    """`REPLAYS` passes over all measurements; each moves p (a copy) towards one of them."""
    p = p.copy()
    for _ in range(REPLAYS):
        for part, noisy in measured:
            part.move(p, eta * (noisy - part.answers(p)))
    return p


def learn(histogram: np.ndarray, queries: Workload, choose: Callable, measure: Callable,
          eta: float) -> Iterator[HuntStep]:
    """The algorithm itself, step after step without end.

    `choose(errors)` gives a part of the workload and its index, `measure(part, answers)` noisy answers, both privately.
    """
    answers, measured = queries.answers(histogram), []
    p = np.full(queries.universe_size, 1 / queries.universe_size)
    for t in itertools.count(1):
        errors = queries.answers(p) - answers
        part, chosen = choose(errors)                         # here the data enter,
        noisy = measure(part, answers[part.group])            # and here
        measured.append((part, np.clip(noisy, queries.low, queries.high)))
        after = replay(p, measured, eta)
        yield HuntStep(t, chosen, p, after, errors)
        p = after


# ---- run it ----------------------------------------------------------------------------------------

def mwem_rounds(universe_size, *, n, epsilon, delta, measure="query") -> int:
    """The T that `mwem` takes if none is given: log2|X| (n √ρ)^(1/3)/4, twice that for single queries; at least 1, at
    most 10 log2|X|.

    A rule of thumb, of public quantities alone; its constants were tried out on census data, they are not derived.
    More rounds see more of the data and measure it with more noise.  Arguments as in `mwem`; ρ is the budget in zCDP.
    """
    universe_size, n = check.integer("universe_size", universe_size, 1, 10**15), check.integer("n", n, 1, MOST_RECORDS)
    twice = KINDS[check.choice("measure", measure, KINDS)][1]
    rate = (n * math.sqrt(zcdp_rho(one_epsilon(epsilon), delta))) ** (1 / 3) / 4
    return math.ceil(max(math.log2(universe_size), 1) * min(twice * rate, 10.0))


class Course:
    """`mwem` under way: `steps`, the `HuntStep`s without end, `T` planned, and what those begun have cost, `spent`.

    For those who stop at will; arguments as in `mwem`.  `noise_scale` is that of a measurement, `choose.epsilon_step`
    the ε of a choice.  `HuntStep.errors` is not private, and `spent` is true if what was chosen and measured did not
    decide when to stop (`calibration`, "Stopping early"); else the whole budget is.
    """

    def __init__(self, histogram, queries, *, n, epsilon, delta, rng, T=None, measure="query", noise="laplace"):
        histogram, self.queries = paired(histogram, queries)
        self.epsilon, self.delta, self.noise = one_epsilon(epsilon), check.fraction("delta", delta), noise
        rule = mwem_rounds(self.queries.universe_size, n=n, epsilon=epsilon, delta=delta, measure=measure)
        self.T = rule if T is None else check.integer("T", T, 1, MOST_STEPS)
        self._whole = measure == "marginal"
        if self._whole:
            check.instance("queries (measure='marginal')", self.queries, Marginals)
        # one record moves a choice's score by width/n, and what is measured by change/n
        width = 1.0 if self._whole else noise_width(self.queries)
        gaussian = check.choice("noise", noise, ("laplace", "gaussian")) == "gaussian"
        change = (math.sqrt(2) if gaussian else 2.0) if self._whole else width
        self._share = zcdp_rho(epsilon, delta) / (2 * self.T)      # ρ of a choice, and of a measurement
        self.choose = NoisyWorst(width, n, math.sqrt(8 * self._share), rng)
        self.noise_scale, self.measured = change / (n * math.sqrt(2 * self._share)), 0
        self._draw = rng.normal if gaussian else rng.laplace
        self.eta = KINDS[measure][0]
        self.steps = learn(histogram, self.queries, self._worst_part, self._noisy, self.eta)

    def _worst_part(self, errors: np.ndarray) -> tuple:
        """The part of the workload that p answers worst, by the exponential mechanism: a query, or a whole marginal."""
        scores = np.abs(errors)
        if self._whole:
            scores = scores.reshape(len(self.queries.subsets), -1).sum(axis=1) / 2
        chosen = self.choose(scores)
        cells = len(errors) // len(scores)
        group = np.arange(chosen * cells, (chosen + 1) * cells)
        return (Cells if self._whole else Rows)(self.queries, group), chosen

    def _noisy(self, part, answers: np.ndarray) -> np.ndarray:
        self.measured += 1                                    # begun is paid for
        return answers + self._draw(scale=self.noise_scale, size=len(answers))

    @property
    def spent(self) -> Guarantee:
        """(ε, δ) of the choices and measurements begun, those that were interrupted among them (REPLACE_ONE)."""
        spent = min(self.epsilon, zcdp_epsilon((self.choose.drawn + self.measured) * self._share, self.delta))
        note = (f"records private; n, queries and options public; {self.choose.drawn} choices, "
                f"{self.measured} measurements ({self.noise})")
        return Guarantee(spent, self.delta, Relation.REPLACE_ONE, note)


def mwem(histogram, queries, *, n, epsilon, delta, rng, T=None, measure="query", noise="laplace") -> Release:
    """Multiplicative weights with measured answers and replay.

    Parameters
    ----------
    histogram : array (universe_size,), p*, sums to 1
    queries : what `as_workload` takes
        Without negations: errors count by their size.
    n : int >= 1, the number of records, public
    epsilon, delta : the budget of all steps, delta in (0, 1); by zCDP
    rng : numpy.random.Generator
    T : int in [1, 1e6], optional; `mwem_rounds` if not given
    measure : {"query", "marginal"}
        What a step measures: a query, or (`Marginals` only) all cells of a marginal.
    noise : {"laplace", "gaussian"}
        Of the measurements; Gaussian noise is the smaller for marginals.

    Returns
    -------
    Release, its histogram the last iterate; `chosen` holds queries, or rows of ``queries.subsets``.  A move goes by
    η = 1/2 for queries, as in the paper, and 1 for a marginal, whose cells share what is moved.

    Raises
    ------
    ValueError
        For bad arguments, and measure="marginal" with other workloads.

    Notes
    -----
    Privacy: (epsilon, delta)-DP under REPLACE_ONE for the whole release; private: the histogram, public: n, the
    queries, T and all options.  Cost: an answer to all queries a step, and 3T²/2 moves, each two passes over
    the cells (and an exp a cell for queries that are not `Marginals`, of which T rows are kept).
    Source: Hardt, Ligett and McSherry 2012.
    """
    course = Course(histogram, queries, n=n, epsilon=epsilon, delta=delta, rng=rng, T=T, measure=measure,
                    noise=noise)
    _, last, chosen, _ = follow(course.steps, course.T)
    return Release(last, last, chosen, course.eta, course.choose.epsilon_step, course.T, course.spent)
