"""The exact privacy profile δ(ε) of independent rounds with finitely many outcomes.

Round t has law P_t on data x and Q_t on its neighbor x'; all rounds are released and are
independent given the data.  Then δ(ε) = H_ε(⊗P_t, ⊗Q_t), and with the privacy losses
L_t = ln(P_t/Q_t), L = Σ L_t,

    δ(ε) = P[L = ∞] + E_P[(1 - e^(ε - L))+ ; L finite]:

only the law of a sum of independent variables is needed.  The rounds are grouped (identical
rounds are raised to a power, in closed form for two losses: the binomial), losses that agree
are merged, and the groups are convolved, fewest atoms first.  Nothing is rounded: the answer is exact up to floating
point (against rational arithmetic 4e-13 relative at T = 1000, 4e-12 at T = 10^4; all terms are positive, so small δ
keep their digits).  Many unlike rounds on no common grid have too many losses for that: `lattice` answers by one FFT
where the losses share a lattice, and dp-accounting is a library for others.

The relation is that of the pair: nothing is private here, this is the auditor's tool.

References: Koskela, Jälkö and Honkela 2020; Sommer, Meiser and Mohammadi 2019 (privacy loss
distributions); DR14, section 3.5 (composition).
"""

from __future__ import annotations

import math

import numpy as np
from scipy.special import betaln

from .. import _validate as check
from .divergences import _loss


def product_profile(ps, qs, epsilon, *, direction: str = "both", max_atoms: int = 2**20):
    """δ(ε) of independent rounds: the least δ for which the pair of product laws is (ε, δ)-close.

    Parameters
    ----------
    ps, qs : probabilities, shape (rounds, outcomes)
        Round by round, the law of the output on x and on its neighbor x'.
    epsilon : float >= 0, or array of such
    direction : {"both", "forward", "backward"}
        "forward" bounds P by Q, "backward" Q by P, "both" is the larger of the two.
    max_atoms : int >= 64
        The most losses held at once; about 100 bytes each.

    Returns
    -------
    float or array like `epsilon`.  Exact to about 1e-15 T relative, where a loss is not ε itself: a sum of losses that
    ought to be ε may come out a little above it by rounding, and then a δ of exactly 0 comes out as some 1e-17.

    Raises
    ------
    ValueError
        For bad arguments; where more than `max_atoms` distinct losses occur in the product (identical rounds and
        lattices have few, T rounds without a common grid 2^T).

    Notes
    -----
    Cost: for T rounds that take d different two-outcome laws, (T/d)^d operations (T for identical rounds).
    """
    ps, qs = check.distribution("ps", ps), check.distribution("qs", qs)
    if ps.ndim != 2 or ps.shape != qs.shape:
        raise ValueError(f"ps and qs must have one shape (rounds, outcomes); got {ps.shape} and {qs.shape}")
    epsilon, max_atoms = check.array("epsilon", epsilon, low=0), check.integer("max_atoms", max_atoms, 64)
    sides = {"both": ((ps, qs), (qs, ps)), "forward": ((ps, qs),), "backward": ((qs, ps),)}
    found = [_one_way(*pair, epsilon.ravel(), max_atoms) for pair in sides[check.choice("direction", direction, sides)]]
    delta = np.max(found, axis=0).reshape(epsilon.shape)
    return float(delta) if epsilon.ndim == 0 else delta


def _one_way(ps, qs, epsilons, max_atoms):
    groups, log_finite = _group(ps, qs)
    if groups is None:
        return np.ones(epsilons.shape)
    delta = np.full(epsilons.shape, -math.expm1(log_finite))  # P[L = ∞], from the chance of only finite losses
    reach = sum(m * max(loss.max(), 0.0) for loss, _, m in groups)
    if (epsilons <= reach).any():
        states = [_power(group, max_atoms) for group in groups]
        while len(states) > 1:  # the two smallest, until one is left
            states.sort(key=lambda state: -len(state[0]))
            states.append(_sum(states.pop(), states.pop(), max_atoms))
        (loss, mass), = states
        for i in np.flatnonzero(epsilons <= reach):  # one pass over the atoms for each ε
            gap = loss - epsilons[i]
            delta[i] += mass[gap > 0] @ -np.expm1(-gap[gap > 0])
    return np.clip(delta, 0, 1)


def _group(ps, qs):
    """Identical rounds together: [(finite losses, their ln P-masses, multiplicity)], Σ ln P[finite]."""
    # a canonical order of outcomes, so that rounds equal up to the names of outcomes are one group
    order = np.lexsort((ps, _loss(ps, qs)), axis=-1)
    rows = np.concatenate([np.take_along_axis(ps, order, 1), np.take_along_axis(qs, order, 1)], axis=1)
    groups, log_finite = [], 0.0
    for row, m in zip(*np.unique(rows, axis=0, return_counts=True)):
        p, q = np.split(row, 2)
        lost, finite = p[q == 0].sum(), (p > 0) & (q > 0)
        if not finite.any():
            return None, -math.inf
        log_finite += m * math.log1p(-min(lost, 1.0)) if lost else 0.0
        losses, masses = _merge(_loss(p[finite], q[finite]), p[finite])
        groups.append((losses, np.log(masses), int(m)))
    return groups, log_finite


def _merge(loss, mass):
    """Sort, and add up the masses of losses that agree up to rounding."""
    order = np.argsort(loss)
    loss, mass = loss[order], mass[order]
    starts = np.flatnonzero(np.append(True, np.diff(loss) > 1e-13 * max(abs(loss[0]), abs(loss[-1]))))
    return loss[starts], np.add.reduceat(mass, starts)


def _sum(a, b, max_atoms):
    """The law of a sum, (losses, masses), from those of two independent parts."""
    if len(a[0]) * len(b[0]) > max_atoms:
        raise ValueError(f"max_atoms must be larger for ps and qs of so many unlike rounds; {max_atoms} losses are "
                         f"not enough")
    return _merge((a[0][:, None] + b[0]).ravel(), (a[1][:, None] * b[1]).ravel())


def _power(group, max_atoms):
    """The law of the sum of m equal rounds: binomial where they have two losses, else by repeated squaring."""
    losses, logs, m = group
    if len(losses) == 1:
        return m * losses, np.exp(m * logs)
    if len(losses) == 2 and m < max_atoms:
        j = np.arange(m + 1)
        ways = -betaln(m - j + 1, j + 1) - math.log(m + 1)
        return (m - j) * losses[0] + j * losses[1], np.exp(ways + (m - j) * logs[0] + j * logs[1])
    result, square = None, (losses, np.exp(logs))
    while m:
        if m & 1:
            result = square if result is None else _sum(result, square, max_atoms)
        m >>= 1
        square = _sum(square, square, max_atoms) if m else square
    return result
