"""Worlds in which real learners vote and the error of their soft majority is known exactly, for `soft_majority_parts`.

r parts of m examples each are drawn i.i.d., a learner that fits its part (an ERM) is trained on each, and the soft
majority of the r models answers.  If a model errs at the point x with probability p(x) over its part, the votes against
the truth at x are Bin(r, p(x)), whatever happens elsewhere, so with h(w) = sigma(-ε (r - 2w)/2)

    E[error] = Σ_x D(x) E h(Bin(r, p(x))).

An engine: sizes m and parts r may be arrays where only one of them is asked for; nothing is checked here.
The closed forms are ours.
"""

from dataclasses import dataclass


import numpy as np
from scipy import special

from ... import prediction
from ..._binomial import binomial_law, log_choose
from ..soft_majority import _coin_error

TARGET = 0.5


class ThresholdWorld:
    """x uniform on [0, 1], label [x <= 1/2]; the learner's threshold is its largest example labeled 1 (0 without one).

    A point at distance s below the target is missed with probability (1 - s)^m: every model errs beside the target, so
    they err together.
    """

    part_size = staticmethod(prediction.threshold_sample_size)  # m(α, β) for α < 1/2

    def part_error(self, m):
        """The mean error of one model."""
        return -np.expm1((m + 1) * np.log1p(-TARGET)) / (m + 1)

    def part_error_quantile(self, m, beta):
        """One model errs more with probability at most β."""
        return np.minimum(-np.expm1(np.log(beta) / m), TARGET)

    def error(self, r: int, m: int, epsilon):
        """E[error] of the soft majority: the integral over s of the binomial law with p = (1 - s)^m, term by term.

        h(0) + (1/m) Σ_w (h(w) - h(0)) Γ(w + 1/m) Γ(r+1) / (Γ(w+1) Γ(r+1+1/m)) times the share of each Beta integral
        that lies at distances below the target, q from (1 - target)^m to 1.
        """
        w, step = np.arange(1, r + 1), 1 / m
        extra = _coin_error(w, r, epsilon) - _coin_error(0, r, epsilon)
        log_beta = (special.gammaln(w + step) - special.gammaln(w + 1)
                    + special.gammaln(r + 1) - special.gammaln(r + 1 + step))
        share = special.betaincc(w + step, r - w + 1, (1 - TARGET)**m)
        return _coin_error(0, r, epsilon) + (np.exp(log_beta) * share) @ extra / m


@dataclass(frozen=True)
class TableWorld:
    """All labelings of d cells, the target all 1; x falls on each cell with probability mass/d, otherwise where all
    agree.

    The learner says 1 on the cells that it has seen, 0 elsewhere: it fits its part.  A cell is missed with probability
    (1 - mass/d)^m, wherever it lies: the models err at different places, and the vote repairs that.  One cell: N17's
    points.
    """

    n_cells: int
    mass: float = 1.0

    def missed(self, m):
        """A part of m examples misses a given cell."""
        return np.exp(m * np.log1p(-self.mass / self.n_cells))

    def part_error(self, m):
        """The mean error of one model."""
        return self.mass * self.missed(m)

    def _log_misses(self, k):
        """ln of the number of sets of k cells, and -ln of the chance that one example misses one of them."""
        with np.errstate(divide="ignore"):
            return log_choose(self.n_cells, k), -np.log1p(-np.minimum(k * self.mass / self.n_cells, 1))

    def part_error_quantile(self, m, beta):
        """One model errs more with probability at most β: some k + 1 cells are missed,
        by a union bound over the sets.
        """
        k = np.arange(1, self.n_cells + 1)
        log_sets, rate = self._log_misses(k)
        likely = log_sets - m[..., None] * rate > np.log(beta)[..., None]
        return self.mass / self.n_cells * np.where(likely, k, 0).max(axis=-1)

    def part_size(self, alpha, beta):
        """The least m at which `part_error_quantile` is at most α."""
        # so many are too many
        k = np.arange(np.floor(alpha * self.n_cells / self.mass * (1 + 1e-12)) + 1, self.n_cells + 1)
        log_sets, rate = self._log_misses(k)
        return np.ceil(((log_sets - np.log(beta)[..., None]) / rate).max(axis=-1, initial=1.0))

    def error(self, r: int, m: int, epsilon):
        """E[error] of the soft majority."""
        h = _coin_error(np.arange(r + 1), r, epsilon)
        return self.mass * np.minimum(binomial_law(r, self.missed(m)) @ h, 1.0) + (1 - self.mass) * h[0]
