"""A world in which the error of private multiplicative weights is cheap to draw: a survey of yes-or-no questions.

The universe is {0, 1}^d and m of its d bits are asked.  The queries are "the share of records with bit i = 1", for
i = 0..m-1, and then "the share with bit i = 0": 2m queries in [0, 1].  A query and its complement have the same error with
opposite signs, so the one-sided hunt finds the largest error of either sign.

**Why it is cheap.**  A chosen query multiplies p(x) by e^{-ηx_i} or by e^{-η(1-x_i)}.  So p^t is the uniform law times a
product over bits: under it the bits are independent, bit i is 1 with probability σ(θ_i), and one choice moves one
log-odds θ_i by η, down for "bit i is 1" and up for "bit i is 0".  A step needs m numbers, not 2^d; the bits that
nobody asks stay fair, and |X| = 2^d enters only where a rule for η or a bound wants ln|X| = d ln 2.  (Nothing else is
simplified: the queries are chosen by the same law as in `multiplicative` on all 2^d cells, and a test compares them.)

The data, too, enter by their means μ_i alone, the shares of ones: the records may be correlated in any way.  Every bound that is
proved by comparing with p* therefore holds with the most spread-out law of those means in its place, the product law, whose
divergence from the uniform law is the least possible: Σ_i (ln 2 - h(μ_i)), h the binary entropy.

Means are in counts of 1/n for some data set of n records (`survey_means` rounds to them).  Nothing here is a release, and
the errors drawn are not private: they are for figures.

References: U17 from "Towards PMW" on (the algorithm).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import special

from .. import _validate as check
from .._bounds import go_together, grid
from .workloads import MOST_RECORDS

__all__ = [
    "SURVEYS", "SurveyHunt", "draw_survey_error", "survey_error", "survey_histogram", "survey_hunt", "survey_means",
    "survey_queries",
]  # fmt: skip

SURVEYS = {
    "fair coins": "every share is one half: nothing to learn",
    "one rare trait": "fair coins, but one record in fifty has the first trait",
    "rising shares": "shares in even steps from 1/20 to 19/20",
    "lopsided answers": "nine in ten give one answer: 1 to the first question, 0 to the second, and so on in turn",
    "one answer": "all records are alike: 1, 0, 1, 0, ...",
}

TIED = 1e-12          # errors this close count as equal, as in `multiplicative`
MOST_BITS = 20        # of a universe that is written down
MOST_T = 10**6
MOST_NUMBERS = 10**8  # held at once


def survey_means(kind, m, *, n) -> np.ndarray:
    """Shares of ones for m questions in one of `SURVEYS`, each a multiple of 1/n: shape (m,).

    Rounded to the nearest multiple, halves to the even one; m and n are integers >= 1.
    """
    check.choice("kind", kind, SURVEYS)
    m, n = check.integer("m", m, 1, 10**6), check.integer("n", n, 1, MOST_RECORDS)
    first = np.arange(m) % 2 == 0
    share = {
        "fair coins": np.full(m, 0.5),
        "one rare trait": np.where(np.arange(m) == 0, 0.02, 0.5),
        "rising shares": np.linspace(0.05, 0.95, m),
        "lopsided answers": np.where(first, 0.9, 0.1),
        "one answer": first.astype(float),
    }[kind]
    return np.round(share * n) / n


def survey_queries(m, d) -> np.ndarray:
    """The 2m queries written down on all of {0, 1}^d, shape (2m, 2^d): first the bits 0..m-1, then their complements.

    1 <= m <= d <= 20, at most 1e8 entries; bit i of cell x is (x >> i) & 1.
    """
    d = check.integer("d", d, 1, MOST_BITS)
    m = check.integer("m", m, 1, min(d, MOST_NUMBERS // (2 * 2**d)))
    ones = (np.arange(2**d) >> np.arange(m)[:, None] & 1).astype(float)
    return np.vstack([ones, 1 - ones])


def survey_histogram(means, d) -> np.ndarray:
    """The law on {0, 1}^d, shape (2^d,), under which the bits are independent with these means, all further ones fair.

    `means` (m,) in [0, 1], m <= d <= 20.
    """
    d = check.integer("d", d, 1, MOST_BITS)
    means = check.array("means", means, (None,), low=0, high=1)
    if len(means) > d:
        raise ValueError(f"means must have at most d = {d} entries; got {len(means)}")
    law = np.ones(1)
    for share in [*means, *[0.5] * (d - len(means))]:  # a later bit is a higher one
        law = np.concatenate([(1 - share) * law, share * law])
    return law / law.sum()


@dataclass(frozen=True, eq=False)
class SurveyHunt:
    """The hunt without noise in a survey, step by step.

    Attributes
    ----------
    means : array (m,), the data's shares of ones
    eta : float
    chosen : int array (T,): query i < m is "bit i is 1", query m + i "bit i is 0"
    answers : array (T + 1, m): shares of ones under p^1, ..., p^{T+1}
    """

    means: np.ndarray
    eta: float
    chosen: np.ndarray
    answers: np.ndarray

    @property
    def errors(self) -> np.ndarray:
        """Largest error of p^1, ..., p^T over the 2m queries: shape (T,)."""
        return np.abs(self.answers[:-1] - self.means).max(axis=1)

    @property
    def average_errors(self) -> np.ndarray:
        """Largest error of the average of p^1, ..., p^t for t = 1..T: shape (T,); the last is the output's."""
        t = np.arange(1, len(self.answers))[:, None]
        return np.abs(np.cumsum(self.answers[:-1], axis=0) / t - self.means).max(axis=1)

    @property
    def last_error(self) -> float:
        """Largest error of p^{T+1}."""
        return float(np.abs(self.answers[-1] - self.means).max())


def survey_hunt(means, T, *, eta) -> SurveyHunt:
    """Multiplicative weights against the worst of the 2m queries, without noise.

    Parameters
    ----------
    means : array (m,), in [0, 1]
    T : int, 1 <= T <= 1e6, with T·m <= 1e8
    eta : float > 0

    Returns
    -------
    SurveyHunt, the same steps as `multiplicative_weights` on {0, 1}^d for every d >= m.

    Notes
    -----
    Ties go to the lowest index; errors within 1e-12 of the largest are ties.  Not private.  Cost: about 20 µs a step.
    """
    means = check.array("means", means, (None,), low=0, high=1)
    T = check.integer("T", T, 1, min(MOST_T, MOST_NUMBERS // len(means)))
    eta = check.real("eta", eta, 0, 1e100, open_low=True)
    chosen = []

    def choose(errors):
        chosen.append(_worst(errors)[0])
        return np.array(chosen[-1:])

    _steps(means[:, None], np.array([T]), np.array([eta]), choose)
    chosen, m = np.array(chosen), len(means)
    moves = np.zeros((T + 1, m))
    moves[np.arange(1, T + 1), chosen % m] = np.where(chosen < m, -1.0, 1.0)
    return SurveyHunt(means, eta, chosen, special.expit(eta * np.cumsum(moves, axis=0)))


def survey_error(means, T, *, eta) -> np.ndarray:
    """Largest error of the average of p^1, ..., p^T without noise, for several T (each with its own η): shape (points,).

    Arguments as in `draw_survey_error`, and the same as `survey_hunt(...).average_errors[-1]` at each point.
    """
    means, T, eta, order = _points(means, T, eta=eta)
    return np.abs(_steps(means, T, eta, _worst)).max(axis=0)[order]


def draw_survey_error(means, n, T, *, epsilon_step, eta, rng, runs) -> np.ndarray:
    """Largest error of the histogram that `pmw` releases, over the 2m queries, in independent runs: (runs, points).

    Parameters
    ----------
    means : array (m,), or (points, m) for data that differ from point to point; in [0, 1]
    n : int or array (points,), >= 1, records
    T : int or array (points,), 1 <= T <= 1e6
    epsilon_step : float or array (points,), in [1e-100, 1e100]
        ε₀ of one selection.  It is chosen by the exponential mechanism with score <q, p^t - p*>, of sensitivity 1/n
        under REPLACE_ONE: query q with probability ∝ e^{ε₀ n <q, p^t - p*>/2}.
    eta : float or array (points,), > 0
    rng : numpy.random.Generator
    runs : int >= 1

    Returns
    -------
    array (runs, points), in [0, 1].  Points are independent of each other too.

    Notes
    -----
    Errors of a run are not private (they know the data); the released law itself would be, at the cost of T selections.
    All points and runs take their steps together, and points that are done drop out.  Cost: about 25 µs for each of max T
    steps and 15 ns for each of m · runs · ΣT numbers.
    """
    rng, runs = check.generator("rng", rng), check.integer("runs", runs, 1, 10**7)
    n = grid("n", n, low=1, integral=True)
    epsilon_step = check.array("epsilon_step", epsilon_step, low=1e-100, high=1e100)
    means, T, eta, order, n, epsilon_step = _points(means, T, eta=eta, n=n, epsilon_step=epsilon_step)
    if runs * means.size > MOST_NUMBERS:
        raise ValueError(f"runs must be at most {MOST_NUMBERS // means.size} for {means.shape[1]} points; got {runs}")
    weights = np.empty((2 * means.shape[0], means.shape[1] * runs))

    def choose(scores):   # inverse cdf of the law ∝ e^scores
        cdf = weights[:, : scores.shape[1]]
        np.subtract(scores, scores.max(axis=0), out=cdf)
        np.exp(cdf, out=cdf)
        np.add.accumulate(cdf, axis=0, out=cdf)
        return (cdf[:-1] <= rng.random(cdf.shape[1]) * cdf[-1]).sum(axis=0)

    every = np.repeat(means, runs, axis=1), *(np.repeat(a, runs) for a in (T, eta))
    average = _steps(*every, choose, np.repeat(epsilon_step * n / 2, runs))
    return np.abs(average).max(axis=0).reshape(len(T), runs).T[:, order]


def _points(means, T, **others):
    """Means (m, points), T and the others (points,), longest T first; and the order that undoes it."""
    means = check.array("means", means, low=0, high=1)
    if means.ndim not in (1, 2):
        raise ValueError(f"means must have shape (m,) or (points, m); got shape {means.shape}")
    T = check.array("T", T, low=1, high=MOST_T, integral=True)
    others["eta"] = check.array("eta", others["eta"], low=1e-100, high=1e100)
    rows = np.zeros(len(means) if means.ndim == 2 else ())
    T, *others, rows = go_together(T=T, **others, means=rows)
    if T.ndim > 1:
        raise ValueError(f"T, eta, n and epsilon_step must be numbers or arrays of shape (points,); got shape {T.shape}")
    sort = np.argsort(-T.reshape(-1), kind="stable")
    means = np.broadcast_to(means, (T.size, means.shape[-1]))[sort].T
    T, *others = (np.reshape(a, -1)[sort] for a in (T, *others))
    return means, T, others[0], np.argsort(sort, kind="stable"), *others[1:]


def _worst(errors):
    """The lowest index among the largest errors of each column."""
    return (errors >= errors.max(axis=0) - TIED).argmax(axis=0)


def _steps(means, T, eta, choose, scale=1.0):
    """Play every column of `means` (m, columns) for its T steps, longest first; the average error on each bit (m, columns).

    `choose` is given scale · <q, p^t - p*> for the 2m queries in the columns still at work and says which query each of them
    takes.  One step alters two of a column's 2m errors, so those are written, and not all of them.
    """
    m, columns = means.shape
    means = np.ascontiguousarray(means)
    errors = np.ascontiguousarray(scale * np.vstack([0.5 - means, means - 0.5]))   # written through its flat view, too
    total = np.zeros((m, columns))
    pushes = np.zeros(m * columns, dtype=np.int64)       # θ = η · pushes: a push back is a return, exactly
    flat, flat_means, scale = errors.reshape(-1), means.reshape(-1), np.broadcast_to(scale, columns)
    every, sign = np.arange(columns), np.repeat([-1, 1], m)
    for k in np.searchsorted(-T, -np.arange(T[0])):      # how many columns have T > t
        now = errors[:, :k]
        total[:, :k] += now[:m]
        chosen = choose(now)
        at = chosen % m * columns + every[:k]
        push = pushes[at] + sign[chosen]
        pushes[at] = push
        error = scale[:k] * (special.expit(eta[:k] * push) - flat_means[at])
        flat[at], flat[at + m * columns] = error, -error
    return total / (scale * T)
