"""The exact privacy profile δ(ε) of independent rounds with finitely many outcomes.

Round t has law P_t on data x and Q_t on its neighbor x'; all rounds are released and are
independent given the data.  Then δ(ε) = H_ε(⊗P_t, ⊗Q_t), and with the privacy losses
L_t = ln(P_t/Q_t), L = Σ L_t,

    δ(ε) = P[L = ∞] + E_P[(1 - e^(ε - L))+ ; L finite]:

only the law of a sum of independent variables is needed.  Identical rounds are raised to a power (with two losses the
binomial law, otherwise by repeated squaring), losses that agree are merged, and the powers are convolved.  Nothing is
rounded: the answer is exact up to floating point (against rational arithmetic 4e-13 relative at T = 1000, 4e-12 at
T = 10^4; all terms are positive, so small δ keep their digits).  Many unlike rounds on no common grid have too many
losses for that: `lattice` answers by one FFT where the losses share a lattice, and dp-accounting is a library for
others.

The relation is that of the pair: nothing is private here, this is the auditor's tool.

References: Koskela, Jälkö and Honkela 2020; Sommer, Meiser and Mohammadi 2019 (privacy loss
distributions); DR14, section 3.5 (composition).
"""

from __future__ import annotations

import numpy as np

from .. import _validate as check
from .._binomial import log_binomial
from .divergences import _loss

MOST_ATOMS = 2**20  # losses held at once; about 100 bytes each


def product_profile(ps, qs, epsilon):
    """δ(ε) of independent rounds: the least δ for which the pair of product laws is (ε, δ)-close.

    Parameters
    ----------
    ps, qs : probabilities, shape (rounds, outcomes)
        Round by round, the law of the output on x and on its neighbor x'.
    epsilon : float >= 0, or array of such

    Returns
    -------
    float or array like `epsilon`, the larger of both directions.  Exact to about 1e-15 T relative, where a loss is not
    ε itself: a sum of losses that ought to be ε may come out a little above it by rounding, and then a δ of exactly 0
    comes out as some 1e-17.

    Raises
    ------
    ValueError
        For bad arguments; where more than 2^20 distinct losses occur in the product (identical rounds and
        lattices have few, T rounds without a common grid 2^T).

    Notes
    -----
    Cost: for T rounds that take d different two-outcome laws, (T/d)^d operations (T for identical rounds).
    """
    ps, qs = check.distribution("ps", ps), check.distribution("qs", qs)
    if ps.ndim != 2 or ps.shape != qs.shape:
        raise ValueError(f"ps and qs must have one shape (rounds, outcomes); got {ps.shape} and {qs.shape}")
    epsilon = check.array("epsilon", epsilon, low=0)
    delta = np.maximum(_one_way(ps, qs, epsilon.ravel()), _one_way(qs, ps, epsilon.ravel())).reshape(epsilon.shape)
    return float(delta) if epsilon.ndim == 0 else delta


def _one_way(ps, qs, epsilons):
    (loss, mass), log_finite = (np.zeros(1), np.ones(1)), 0.0     # the law of L where it is finite; ln P[that]
    for row, times in zip(*np.unique(np.hstack([ps, qs]), axis=0, return_counts=True)):
        p, q = np.split(row, 2)
        finite = (p > 0) & (q > 0)
        if not finite.any():
            return np.ones(epsilons.shape)
        log_finite += times * np.log1p(-p[q == 0].sum())
        loss, mass = _sum((loss, mass), _power(_merge(_loss(p, q)[finite], p[finite] / p[finite].sum()), times))
    gaps = (loss - epsilon for epsilon in epsilons)               # one pass over the atoms for each ε
    over = np.array([mass[gap > 0] @ -np.expm1(-gap[gap > 0]) for gap in gaps])
    return np.clip(np.exp(log_finite) * over - np.expm1(log_finite), 0, 1)


def _power(law, times):
    """The law of the sum of equal rounds: binomial where they have two losses, else by repeated squaring."""
    (loss, mass), result = law, (np.zeros(1), np.ones(1))
    if len(loss) == 2:
        j = np.arange(min(times, MOST_ATOMS) + 1)
        return (times - j) * loss[0] + j * loss[1], np.exp(log_binomial(j, times, mass[1]))
    while times:
        result = _sum(result, law) if times & 1 else result
        times >>= 1
        law = _sum(law, law) if times else law
    return result


def _merge(loss, mass):
    """Sort, and add up the masses of losses that agree up to rounding."""
    order = np.argsort(loss)
    loss, mass = loss[order], mass[order]
    starts = np.flatnonzero(np.append(True, np.diff(loss) > 1e-13 * np.abs(loss).max()))
    return loss[starts], np.add.reduceat(mass, starts)


def _sum(a, b):
    """The law of a sum, (losses, masses), from those of two independent parts."""
    if len(a[0]) * len(b[0]) > MOST_ATOMS:
        raise ValueError(f"ps and qs must have at most {MOST_ATOMS} losses in all rounds together; these are "
                         "too many unlike rounds")
    return _merge((a[0][:, None] + b[0]).ravel(), (a[1][:, None] * b[1]).ravel())
