"""Worlds in which real learners vote and the error of their soft majority is known exactly.

r parts of m examples each are drawn i.i.d., a learner that fits its part (an ERM) is trained on each, and the soft majority
of the r models answers.  If a model errs at the point x with probability p(x) over its part, the votes against the truth at x
are Bin(r, p(x)), whatever happens elsewhere, so with h(w) = sigma(-ε (r - 2w)/2)

    E[error] = Σ_x D(x) E h(Bin(r, p(x))).

* `ThresholdWorld`: x uniform on [0, 1], label [x <= target], and the learner that puts its threshold on the largest example
  labeled 1.  A point at distance s below the target is missed with probability (1 - s)^m: every model errs beside the
  target, so they err together.
* `TableWorld`: the class of all labelings of d cells, a learner that says 1 where it has seen a 1.  A cell is missed with
  probability (1 - p)^m, wherever it lies: the models err at different places, and the vote repairs that.  One cell is
  N17's class of points.

Both draw the error of a whole data set, too: the statistic that decides it is drawn, not the records, so n may be 10^6.
Nothing in this module is private; the votes are only ever seen through h.
Source: DF18, Theorem 4.1 (what is bounded there); the closed forms are ours.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy import special

from .. import _validate as check
from .._binomial import binomial_law, log_choose
from .._bounds import go_together, one_epsilon, plain, whole
from .sample_sizes import threshold_sample_size
from .soft_majority_bounds import _coin_error

MOST_PARTS = 20_000
MOST_SIZE = 2**53
MOST_TERMS = 2**24  # numbers drawn, or terms of a sum, in one call


def expected_coin_error(wrong_chance, n_parts, *, epsilon):
    """E h(Bin(r, p)): how often the soft majority errs at a point at which each model errs with probability p.

    Parameters
    ----------
    wrong_chance : float or array in [0, 1], p
    n_parts : int, 1 .. 20,000
    epsilon : float in [1e-100, 1e100]

    Returns
    -------
    float or ndarray
        The models must be independent at this point (they are: the parts are disjoint and i.i.d.).  Relative error below
        1e-14 n_parts.  Cost: n_parts terms for each p, at most 2^24 in all.
    """
    p = check.array("wrong_chance", wrong_chance, low=0, high=1)
    r, epsilon = check.integer("n_parts", n_parts, 1, MOST_PARTS), one_epsilon(epsilon)
    _fits("wrong_chance", p.size * (r + 1))
    return plain(np.minimum(binomial_law(r, p) @ _coin_error(np.arange(r + 1), r, epsilon), 1.0))


def _fits(name: str, terms: int):
    if terms > MOST_TERMS:
        raise ValueError(f"{name} and n_parts must ask for at most 2^24 numbers at once; got {terms}")


def _sizes(part_size) -> np.ndarray:
    return check.array("part_size", part_size, low=1, high=MOST_SIZE, integral=True)


@dataclass(frozen=True)
class ThresholdWorld:
    """x uniform on [0, 1], label [x <= target]; the learner's threshold is its largest example labeled 1 (0 without one).

    Parameters
    ----------
    target : float in (0, 1]
    """

    target: float = 0.5

    def __post_init__(self):
        object.__setattr__(self, "target", check.real("target", self.target, 0, 1, open_low=True))

    @property
    def vc_dim(self) -> int:
        """1."""
        return 1

    def part_error(self, part_size):
        """The mean error of one model: (1 - (1 - target)^(m+1))/(m+1), for m >= 1 or an array of them."""
        m = _sizes(part_size) + 1.0
        return plain(-np.expm1(m * _log1m(self.target)) / m)

    def part_error_quantile(self, part_size, beta):
        """1 - β^{1/m}, at most the target: one model errs more with probability at most β."""
        m, beta = go_together(part_size=_sizes(part_size), beta=check.array("beta", beta, low=0, high=1))
        with np.errstate(divide="ignore"):
            return plain(np.minimum(-np.expm1(np.log(beta) / m), self.target))

    def part_size(self, alpha, beta) -> int:
        """The least m at which one model errs more than α with probability at most β: ln β/ln(1 - α), rounded up.

        The m(α, β) of Theorem 4.1 for this learner and this distribution; 1 for α >= target.
        """
        size = threshold_sample_size(alpha, beta)
        return 1 if alpha >= self.target else size

    def soft_majority_error(self, n_parts, part_size, *, epsilon):
        """E[error] of the soft majority of `n_parts` models with `part_size` examples each, exactly.

        Parameters
        ----------
        n_parts : int, 1 .. 20,000
        part_size : int or array >= 1
        epsilon : float in [1e-100, 1e100]

        Returns
        -------
        float or ndarray
            h(0) + (1/m) Σ_w (h(w) - h(0)) Γ(w + 1/m) Γ(r+1) / (Γ(w+1) Γ(r+1+1/m)): the integral over s of the binomial law
            with p = (1 - s)^m term by term, each a Beta integral (an incomplete one for target < 1).
        """
        r, m = check.integer("n_parts", n_parts, 1, MOST_PARTS), _sizes(part_size)
        epsilon = one_epsilon(epsilon)
        _fits("part_size", m.size * r)
        w, step = np.arange(1, r + 1), 1.0 / m[..., None]
        extra = _coin_error(w, r, epsilon) - _coin_error(0, r, epsilon)
        log_beta = special.gammaln(w + step) - special.gammaln(w + 1) + special.gammaln(r + 1) - special.gammaln(r + 1 + step)
        share = self._inside(w, r, m[..., None])
        return plain(_coin_error(0, r, epsilon) + (np.exp(log_beta) * share) @ extra / m)

    def _inside(self, w, r, m):
        """The share of each Beta integral that lies at distances below the target: q from (1 - target)^m to 1.

        1 - I_q(w + 1/m, r - w + 1), for all w at once: raising w by one takes one positive term from I, so I is a sum of
        such terms from the end, many times cheaper than r incomplete Beta functions.
        """
        q = np.exp(m * _log1m(self.target))
        share = np.ones(np.broadcast_shapes(w.shape, m.shape))
        rows = np.flatnonzero((r * q > 1e-18).ravel())  # elsewhere I < r q
        if rows.size:
            q, step = q.reshape(-1, 1)[rows], 1 / m.reshape(-1, 1)[rows]
            log_terms = special.gammaln(r + 1 + step) - special.gammaln(w + 1 + step) - special.gammaln(r - w + 1)
            terms = np.exp(log_terms + (w + step) * np.log(q) + (r - w) * np.log1p(-q))
            share.reshape(-1, r)[rows] -= np.minimum(np.cumsum(terms[:, ::-1], axis=1)[:, ::-1], 1)
        return share

    def draw_gaps(self, n_parts, runs, *, rng) -> np.ndarray:
        """-m ln(1 - gap) of `n_parts` independent models, largest first: shape (runs, n_parts).

        A model's gap is the length of the stretch below the target that it gets wrong, at most the target.  Without that
        limit 1 - gap is the largest of m uniform numbers, so -m ln(1 - gap) is exponential for every m: drawn once, it
        serves all part sizes (`errors_from_gaps`).
        """
        r, runs = check.integer("n_parts", n_parts, 1, MOST_PARTS), check.integer("runs", runs, 1)
        _fits("runs", r * runs)
        steps = check.generator("rng", rng).exponential(size=(runs, r))
        # Renyi: the order statistics of exponentials are sums of independent ones, so nothing needs sorting.
        return np.cumsum(steps / np.arange(r, 0, -1), axis=1)[:, ::-1]

    def errors_from_gaps(self, gaps, part_size, *, epsilon):
        """The soft majority's error on each data set, given `draw_gaps`: shape (runs,), or (runs, sizes) for an array.

        At distance s as many models are wrong as have a gap above s, so the error is h(0) plus h(w) - h(w-1) times the
        w-th largest gap, summed over w.
        """
        gaps = check.array("gaps", gaps, (None, None), low=0)
        m, epsilon = _sizes(part_size), one_epsilon(epsilon)
        if m.ndim > 1:
            raise ValueError(f"part_size must be a number or have shape (sizes,); got shape {m.shape}")
        _fits("gaps", gaps.size * m.size)
        r = gaps.shape[1]
        h = _coin_error(np.arange(r + 1), r, epsilon)
        width = np.minimum(-np.expm1(-gaps[..., None, :] / m.reshape(m.shape + (1,))), self.target)
        return h[0] + (width.reshape((len(gaps),) + m.shape + (r,)) @ np.diff(h))


def _log1m(target: float) -> float:
    return float(np.log1p(-target)) if target < 1 else -np.inf


@dataclass(frozen=True)
class TableWorld:
    """All labelings of d cells, the target all 1; x falls on each cell with probability mass/d, and otherwise where all agree.

    The learner says 1 on the cells that it has seen, 0 elsewhere: it fits its part, and errs on the cells it has missed.

    Parameters
    ----------
    n_cells : int, 1 .. 1000, d
    mass : float in (0, 1]
        Probability of the cells together.  With one cell: N17's points, whose target has this mass.
    """

    n_cells: int = 16
    mass: float = 1.0

    def __post_init__(self):
        object.__setattr__(self, "n_cells", check.integer("n_cells", self.n_cells, 1, 1000))
        object.__setattr__(self, "mass", check.real("mass", self.mass, 0, 1, open_low=True))

    @property
    def vc_dim(self) -> int:
        """d."""
        return self.n_cells

    def missed(self, part_size):
        """(1 - mass/d)^m: a part of m examples misses a given cell."""
        return plain(np.exp(_sizes(part_size) * _log1m(self.mass / self.n_cells)))

    def part_error(self, part_size):
        """The mean error of one model: mass (1 - mass/d)^m."""
        return plain(self.mass * np.asarray(self.missed(part_size)))

    def part_error_quantile(self, part_size, beta):
        """(k/d) mass for the largest k with C(d, k) (1 - k mass/d)^m > β: one model errs more with probability at most β.

        Some k + 1 cells are missed with probability at most C(d, k+1) (1 - (k+1) mass/d)^m (union bound).
        """
        m, beta = go_together(part_size=_sizes(part_size), beta=check.array("beta", beta, low=0, high=1))
        d, k = self.n_cells, np.arange(1, self.n_cells + 1)
        with np.errstate(divide="ignore"):
            log_chance = log_choose(d, k) + m[..., None] * np.log1p(-np.minimum(k * self.mass / d, 1))
            likely = log_chance > np.log(beta)[..., None]
        return plain(self.mass / d * np.where(likely, k, 0).max(axis=-1))

    def part_size(self, alpha, beta) -> int:
        """The least m at which `part_error_quantile` is at most α: m(α, β) by a union bound over the sets of missed cells."""
        alpha, beta = check.fraction("alpha", alpha), check.fraction("beta", beta)
        d = self.n_cells
        k = np.arange(math.floor(alpha * d / self.mass * (1 + 1e-12)) + 1, d + 1)  # so many missed cells are too many
        share = np.minimum(k * self.mass / d, 1)
        with np.errstate(divide="ignore"):
            sizes = (log_choose(d, k) - np.log(beta)) / -np.log1p(-share)
        return whole(max(sizes, default=1.0))

    def soft_majority_error(self, n_parts, part_size, *, epsilon):
        """E[error], exactly: mass E h(Bin(r, (1 - mass/d)^m)) + (1 - mass) h(0).  Arguments as `ThresholdWorld` has them."""
        missed = self.missed(part_size)
        at_zero = expected_coin_error(0.0, n_parts, epsilon=epsilon)
        return plain(self.mass * np.asarray(expected_coin_error(missed, n_parts, epsilon=epsilon)) + (1 - self.mass) * at_zero)

    def draw_times(self, n_parts, runs, *, rng) -> np.ndarray:
        """The example at which each part sees each cell first: int64, shape (runs, n_parts, d).

        The classical collector: the order of first sights is a random permutation, and with j cells seen the wait for the
        next is geometric.  Valid for every part size at once: a part of m examples misses the cells whose time is above m.
        """
        r, runs = check.integer("n_parts", n_parts, 1, MOST_PARTS), check.integer("runs", runs, 1)
        d = self.n_cells
        _fits("runs", r * runs * d)
        rng = check.generator("rng", rng)
        waits = rng.geometric(self.mass * np.arange(d, 0, -1) / d, size=(runs, r, d))
        return rng.permuted(np.cumsum(waits, axis=-1), axis=-1)

    def errors_from_times(self, times, part_size, *, epsilon):
        """The soft majority's error on each data set, given `draw_times`: shape (runs,), or (runs, sizes) for an array."""
        times = check.array("times", times, (None, None, self.n_cells), low=1, integral=True)
        m, epsilon = _sizes(part_size), one_epsilon(epsilon)
        if m.ndim > 1:
            raise ValueError(f"part_size must be a number or have shape (sizes,); got shape {m.shape}")
        r = times.shape[1]
        h = _coin_error(np.arange(r + 1), r, epsilon)
        errors = np.stack([h[(times > size).sum(axis=1)].mean(axis=-1) for size in np.atleast_1d(m)], axis=-1)
        return (self.mass * errors + (1 - self.mass) * h[0]).reshape((len(times),) + m.shape)
