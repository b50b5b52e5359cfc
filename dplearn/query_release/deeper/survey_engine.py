"""Engine: the error of private multiplicative weights in a survey of yes-or-no questions, where it is cheap to draw.

The universe is {0, 1}^d and m of its d bits are asked.  The queries are "the share of records with bit i = 1", for
i = 0..m-1, and then "the share with bit i = 0": 2m queries in [0, 1].  A query and its complement have the same error
with opposite signs, so the one-sided hunt finds the largest error of either sign.

**Why it is cheap.**  A chosen query multiplies p(x) by e^{-ηx_i} or by e^{-η(1-x_i)}.  So p^t is the uniform law times
a product over bits: under it the bits are independent, bit i is 1 with probability σ(θ_i), and one choice moves one
log-odds θ_i by η, down for "bit i is 1" and up for "bit i is 0".  A step needs m numbers, not 2^d; the bits that
nobody asks stay fair, and |X| = 2^d enters only where a rule for η or a bound wants ln|X| = d ln 2.  Nothing else is
simplified: the queries are chosen by the same law as by `multiplicative_weights` and `pmw` on all 2^d cells, and tests
compare them.

The data, too, enter by their means μ_i alone, the shares of ones: the records may be correlated in any way.  Every
bound that is proved by comparing with p* therefore holds with the most spread-out law of those means in its place, the
product law, whose divergence from the uniform law is the least possible: Σ_i (ln 2 - h(μ_i)), h the binary entropy.

For experiments, which hand in what their sliders allow: arguments are not checked.  The errors drawn are not private.

References: U17 from "Towards PMW" on (the algorithm).
"""

from __future__ import annotations

import numpy as np
from scipy import special

TIED = 1e-12          # errors this close count as equal, as in `multiplicative`


def survey_means(kind, m, *, n) -> np.ndarray:
    """Shares of ones for m questions in one of five worlds, each the nearest multiple of 1/n: shape (m,)."""
    first = np.arange(m) % 2 == 0
    share = {
        "fair coins": np.full(m, 0.5),
        "one rare trait": np.where(np.arange(m) == 0, 0.02, 0.5),
        "rising shares": np.linspace(0.05, 0.95, m),
        "lopsided answers": np.where(first, 0.9, 0.1),
        "one answer": first.astype(float),
    }[kind]
    return np.round(share * n) / n


def survey_error(means, T, *, eta) -> np.ndarray:
    """Largest error of the average of p^1, ..., p^T without noise: shape (points,).

    means (m,); T (points,), increasing; eta (points,).  Ties go to the lowest index.  Cost: about 20 µs a step.
    """
    def worst(errors):
        return (errors >= errors.max(axis=0) - TIED).argmax(axis=0)

    return _largest_errors(np.tile(means[:, None], len(T)), T[::-1], eta[::-1], worst)[::-1]


def draw_survey_error(means, n, T, *, epsilon_step, eta, rng, runs) -> np.ndarray:
    """Largest error of the histogram that `pmw` releases, over the 2m queries, in independent runs: (runs, points).

    means (m,); n records; T (points,), increasing; epsilon_step (points,), ε₀ of one selection, query q with
    probability ∝ e^{ε₀ n <q, p^t - p*>/2}; eta (points,).  Points are independent of each other too.  All points and
    runs take their steps together, and points that are done drop out.  Cost: about 25 µs for each of max T steps and
    15 ns for each of m · runs · ΣT numbers.
    """
    m, points = len(means), len(T)
    weights = np.empty((2 * m, points * runs))

    def choose(scores):   # inverse cdf of the law ∝ e^scores
        cdf = weights[:, : scores.shape[1]]
        np.subtract(scores, scores.max(axis=0), out=cdf)
        np.exp(cdf, out=cdf)
        np.add.accumulate(cdf, axis=0, out=cdf)
        return (cdf[:-1] <= rng.random(cdf.shape[1]) * cdf[-1]).sum(axis=0)

    T, eta, scale = (np.repeat(a[::-1], runs) for a in (T, eta, epsilon_step * n / 2))
    errors = _largest_errors(np.tile(means[:, None], points * runs), T, eta, choose, scale)
    return errors.reshape(points, runs).T[:, ::-1]


def _largest_errors(means, T, eta, choose, scale=1.0):
    """Play every column of `means` (m, columns) for its T steps, longest first: the largest average error (columns,).

    `choose` is given scale · <q, p^t - p*> for the 2m queries in the columns still at work and says which query each of
    them takes.  One step alters two of a column's 2m errors, so those are written, and not all of them.
    """
    m, columns = means.shape
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
    return np.abs(total / (scale * T)).max(axis=0)
