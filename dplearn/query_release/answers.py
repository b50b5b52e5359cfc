"""Independent noise on every answer: what a histogram for all queries has to beat.

One record replaced moves each answer by at most w/n, w the width of the queries (1 for queries in [0, 1]), n public.  All k
answers share one budget, so each gets noise for its part of it:

* Laplace, δ = 0: ε/k for each, scale b = k w/(ε n);
* Laplace, δ > 0: the largest ε₀ for which k releases, each ε₀-DP, are (ε, δ)-private together (optimal composition, never
  less than basic composition's ε/k or what DR14's Theorem 3.20 gives);
* Gaussian, δ > 0: together the answers move by √k w/n in Euclidean distance; σ is that distance over the μ at which N(0, 1)
  and N(μ, 1) are exactly (ε, δ)-close.

**Whole marginals.** The 2^d cells of a marginal are counted from the same records: one record replaced takes 1/n from one
cell and gives it to another, whatever d is.  So a marginal is one release of l1-sensitivity 2/n (Euclidean: √2/n), and
by="marginal" splits the budget among marginals, not cells: for d >= 2 less noise from the same data.

The largest of k absolute Laplace variables of scale b is a maximum of exponentials, with mean b (1 + 1/2 + ... + 1/k): with
δ = 0 the error grows like k ln k, and with δ > 0 still like √k ln k, where the bound of private multiplicative weights grows
like √ln k.

Relation: REPLACE_ONE.  Noise by floating point leaks (Mironov 2012): for teaching, not for release.

References: U17, "Towards PMW"; DR14, Theorem 3.6 and section 3.5; Kairouz, Oh and Viswanath 2015; Balle and Wang 2018.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import special

from .. import _validate as check
from .._bounds import epsilons, go_together, grid, plain
from ..privacy import Guarantee, Relation, gaussian_mu, pure_composition_step
from .marginals import Marginals
from .workloads import MOST_RECORDS, noise_width, paired

__all__ = ["Answers", "answer_scale", "draw_max_noise", "gaussian_max_expected", "laplace_answers", "laplace_max_expected"]

NOISES = ("laplace", "gaussian")
PARTS = ("query", "marginal")
MOST_ANSWERS = 10**15
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(320)


@dataclass(frozen=True, eq=False)
class Answers:
    """Noisy answers: `values` (n_queries,), the noise's `scale` (b of Laplace, σ of Gaussian `noise`), and the `guarantee`.

    The values are not clipped, and nothing makes them agree with each other or with any histogram.
    """

    values: np.ndarray
    scale: float
    noise: str
    guarantee: Guarantee

    def __post_init__(self):
        self.values.setflags(write=False)


def laplace_answers(histogram, queries, *, n, epsilon, delta=0.0, rng, by="query", noise="laplace") -> Answers:
    """Every answer with noise of its own.

    Parameters
    ----------
    histogram : array (universe_size,), sums to 1
    queries : what `as_workload` takes
        Without negations: -q would be answered anew, at q's price.
    n : int >= 1, number of records, public
    epsilon : float > 0, for all answers together; in [1e-4, 200] where delta > 0
    delta : float, 0 or in [1e-100, 1); Gaussian noise wants it positive
    rng : numpy.random.Generator
    by : {"query", "marginal"}
        The budget is shared by the queries, or, for a `Marginals` workload, by the marginals.
    noise : {"laplace", "gaussian"}

    Returns
    -------
    Answers

    Raises
    ------
    ValueError
        For bad arguments, and by="marginal" with other workloads.

    Notes
    -----
    Privacy: (ε, δ)-DP under REPLACE_ONE; private are the records, public n, the queries, the scale.
    Source: DR14, Theorem 3.6 (the Laplace mechanism).
    """
    histogram, queries = paired(histogram, queries)
    n, rng = check.integer("n", n, 1, MOST_RECORDS), check.generator("rng", rng)
    epsilon, delta = check.real("epsilon", epsilon, 1e-100, 1e100), check.delta("delta", delta)
    parts = queries.n_queries
    if check.choice("by", by, PARTS) == "marginal":
        parts = len(check.instance("queries (by='marginal')", queries, Marginals).subsets)
    scale = answer_scale(parts, n=n, epsilon=epsilon, delta=delta, width=noise_width(queries), by=by, noise=noise)
    draw = rng.laplace if noise == "laplace" else rng.normal
    values = queries.answers(histogram) + draw(scale=scale, size=queries.n_queries)
    note = f"records private; n and queries public; {noise} noise of scale {scale:.6g}, shared by {parts} {by} releases"
    return Answers(values, scale, noise, Guarantee(epsilon, delta, Relation.REPLACE_ONE, note))


def answer_scale(n_answers, *, n, epsilon, delta=0.0, width=1.0, by="query", noise="laplace"):
    """The scale of the noise that each answer needs: b of Laplace, σ of Gaussian noise.

    Parameters
    ----------
    n_answers : int or array >= 1
        How many releases share the budget: queries, or marginals with by="marginal".
    n : int or array >= 1
    epsilon : float or array in [1e-100, 1e100]; in [1e-4, 200] where delta > 0
    delta : float
        0 or in [1e-100, 1); one value, as it decides the rule.  With delta > 0, n_answers <= 1e7 for Laplace noise.
    width : float in (0, 2]
        max q - min q of a query; not used by="marginal".
    by, noise : as in `laplace_answers`

    Returns
    -------
    float or array (broadcast shape); never below what the rule needs.
    """
    parts = check.array("n_answers", n_answers, low=1, high=MOST_ANSWERS, integral=True)
    n = check.array("n", n, low=1, high=MOST_RECORDS, integral=True)
    epsilon, delta = epsilons(epsilon), check.delta("delta", delta)
    width = check.real("width", width, 0, 2, open_low=True)
    check.choice("noise", noise, NOISES)
    go_together(n_answers=parts, n=n, epsilon=epsilon)
    l1, l2 = (width, width) if check.choice("by", by, PARTS) == "query" else (2.0, np.sqrt(2))
    if noise == "gaussian":
        if delta == 0:
            raise ValueError("delta must be positive for Gaussian noise; got 0")
        return plain(l2 * np.sqrt(parts) / (n * gaussian_mu(epsilon, delta)))
    step = epsilon / parts
    if delta > 0:
        step = np.maximum(step, pure_composition_step(epsilon, delta, check.array("n_answers", parts, high=10**7)))
    return plain(l1 / (n * step))


# ---- the largest error ---------------------------------------------------------------------------

def laplace_max_expected(n_queries, scale):
    """E max |noise| of independent Laplace variables, exactly: b (1 + 1/2 + ... + 1/k).

    `n_queries` (int or array >= 1) and `scale` b (float or array in [1e-100, 1e100]) broadcast.  |Lap(b)| is exponential with mean b.
    """
    k, scale = _noise(n_queries, scale)
    return plain(scale * (special.digamma(k + 1) + np.euler_gamma))


def gaussian_max_expected(n_queries, scale):
    """E max |noise| of independent Gaussian variables of standard deviation `scale`, to 1e-10, relative.

    σ ∫ (1 - (2Φ(x) - 1)^k) dx over x > 0, by quadrature; arguments as in `laplace_max_expected`.
    """
    k, scale = _noise(n_queries, scale)
    x = 6 * (_NODES + 1)   # beyond 12 even 1e15 variables add less than 1e-17
    log_below = np.log1p(-2 * special.ndtr(-x))
    return plain(scale * (-np.expm1(k[..., None] * log_below) @ (6 * _WEIGHTS)))


def draw_max_noise(n_queries, scale, *, rng, runs, noise="laplace") -> np.ndarray:
    """max |noise| of k independent variables, drawn by its own law, not one by one: (runs, points).

    `n_queries` and `scale` as in `laplace_max_expected`, numbers or arrays (points,).  Cost: one uniform number each.
    Not a release: the largest error of one.
    """
    k, scale = (np.atleast_1d(a) for a in _noise(n_queries, scale))
    if k.ndim > 1:
        raise ValueError(f"n_queries and scale must be numbers or arrays of shape (points,); got shape {k.shape}")
    runs = check.integer("runs", runs, 1, max(1, 10**8 // k.size))
    uniform = 1 - check.generator("rng", rng).random((runs, k.size))      # in (0, 1]
    beyond = -np.expm1(np.log(uniform) / k)                               # 1 - u^(1/k), the chance of a single larger one
    beyond = np.maximum(beyond, 1e-300)
    check.choice("noise", noise, NOISES)
    return scale * (-np.log(beyond) if noise == "laplace" else -special.ndtri(beyond / 2))


def _noise(n_queries, scale):
    k = check.array("n_queries", n_queries, low=1, high=MOST_ANSWERS, integral=True).astype(float)
    return go_together(n_queries=k, scale=check.array("scale", scale, low=1e-100, high=1e100))
