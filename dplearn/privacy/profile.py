"""The exact privacy profile δ(ε) of independent rounds with finitely many outcomes.

Round t has law P_t on data x and Q_t on its neighbor x'; all rounds are released and are
independent given the data.  Then δ(ε) = H_ε(⊗P_t, ⊗Q_t), and with the privacy losses
L_t = ln(P_t/Q_t), L = Σ L_t,

    δ(ε) = P[L = ∞] + E_P[(1 - e^(ε - L))+ ; L finite]:

only the law of a sum of independent variables is needed.  The rounds are grouped (identical
rounds are raised to a power, in closed form for two losses: the binomial), losses that agree
are merged, and the groups are convolved, fewest atoms first.  While the product has at most
`max_atoms` atoms nothing is rounded: the answer is *exact* up to floating point (against rational
arithmetic 4e-13 relative at T = 1000, 4e-12 at T = 10^4; all terms are positive, so small δ keep
their digits).

Otherwise the answer is a *bracket* [lower, upper], both true bounds:

* upper: an atom between two grid points is split onto them so that its P- and its Q-mass are
  kept.  The original pair is a post-processing of the split one, which is thus more telling apart
  (Doroshenko, Ghazi, Kamath, Kumar and Manurangsi 2022 call it connecting the dots);
* lower: atoms in one cell are merged into one.  That is a post-processing, so less telling.

Both err in second order of the cell width.  Atoms are weighted by e^(λ loss), with the λ of
Chernoff's bound for P[L > ε], so that cells and digits are spent where ε lies; atoms of weight
below 1e-10 in all are dropped from the lower end and charged to the upper.

The relation is that of the pair: nothing is private here, this is the auditor's tool.

References: Koskela, Jälkö and Honkela 2020; Sommer, Meiser and Mohammadi 2019 (privacy loss
distributions); DR14, section 3.5 (composition).
"""

from __future__ import annotations

import heapq
import math

import numpy as np
from scipy.special import betaln, logsumexp

from .. import _validate as check
from .divergences import _loss

__all__ = ["product_profile", "product_profile_interval"]

_DROPPED = 1e-10  # share of its tilted mass that one step of the bracket may drop
_TOO_MANY_GROUPS = 20_000  # different rounds: the bracket would take minutes
_LAMBDAS = np.concatenate([[0.0], np.geomspace(1e-4, 1e8, 600)])


class _TooManyAtoms(Exception):
    """The exact convolution has outgrown `max_atoms`."""


def product_profile(ps, qs, epsilon, *, direction: str = "both", rtol: float = 1e-3, max_atoms: int = 2**20):
    """δ(ε) of independent rounds: the least δ for which the pair of product laws is (ε, δ)-close.

    Parameters
    ----------
    ps, qs : probabilities, shape (rounds, outcomes)
        Round by round, the law of the output on x and on its neighbor x'.
    epsilon : float >= 0, or array of such
    direction : {"both", "forward", "backward"}
        "forward" bounds P by Q, "backward" Q by P, "both" is the larger of the two.
    rtol : float in (0, 1)
        Where the product is too large to be exact, the widest bracket that is accepted, relative to
        the answer.
    max_atoms : int >= 64
        The most atoms held at once; more time and memory (about 100 bytes an atom) for more digits.

    Returns
    -------
    float or array like `epsilon`.  Exact to about 1e-15 T relative if at most `max_atoms` distinct losses
    occur in the product (identical rounds, lattices, short products); otherwise the upper end of
    a bracket, never below the truth and above it by at most `rtol` times the answer.
    `product_profile_interval` gives both ends.

    Raises
    ------
    ValueError
        For bad arguments; when the bracket is wider than `rtol`; beyond 20,000 different rounds.

    Notes
    -----
    Cost: for T rounds that take d different two-outcome laws, (T/d)^d operations if exact (T for
    identical rounds); a bracket takes about 1 s for each hundred different rounds, each direction
    and each ε at the default `max_atoms`, and is some 1e-4 wide, relative to the answer.
    """
    rtol = check.fraction("rtol", rtol)
    lower, upper = product_profile_interval(ps, qs, epsilon, direction=direction, max_atoms=max_atoms)
    wide = np.asarray(upper - lower > rtol * np.asarray(upper) + 1e-300)
    if wide.any():
        at = int(np.argmax(wide))
        ends = float(np.ravel(lower)[at]), float(np.ravel(upper)[at])
        raise ValueError(
            f"max_atoms must be larger (or rtol) for these rounds: at max_atoms={max_atoms} the answer is only "
            f"known to lie in [{ends[0]:.6g}, {ends[1]:.6g}], wider than rtol={rtol}"
        )
    return upper


def product_profile_interval(ps, qs, epsilon, *, direction: str = "both", max_atoms: int = 2**20):
    """`product_profile` with both ends: (lower, upper), equal where the computation is exact.

    Arguments, cost and errors as there, without the demand on the width.
    """
    ps, qs = check.distribution("ps", ps), check.distribution("qs", qs)
    if ps.ndim != 2 or ps.shape != qs.shape:
        raise ValueError(f"ps and qs must have one shape (rounds, outcomes); got {ps.shape} and {qs.shape}")
    epsilon = check.array("epsilon", epsilon, low=0)
    check.choice("direction", direction, ("both", "forward", "backward"))
    max_atoms = check.integer("max_atoms", max_atoms, 64)
    ends = []
    if direction != "backward":
        ends.append(_one_way(ps, qs, epsilon.ravel(), max_atoms))
    if direction != "forward":
        ends.append(_one_way(qs, ps, epsilon.ravel(), max_atoms))
    lower, upper = (np.max([e[k] for e in ends], axis=0).reshape(epsilon.shape) for k in (0, 1))
    return (float(lower), float(upper)) if epsilon.ndim == 0 else (lower, upper)


def _one_way(ps, qs, epsilons, max_atoms):
    groups, log_finite = _group(ps, qs)
    never = 0.0 - math.expm1(log_finite)  # P[L = ∞], from the chance of only finite losses
    lower, upper = np.full(epsilons.shape, never), np.full(epsilons.shape, never)
    if groups is None:
        return np.ones(epsilons.shape), np.ones(epsilons.shape)
    reach = sum(m * max(loss.max(), 0.0) for loss, _, m in groups)
    needed = np.flatnonzero(epsilons <= reach)
    if not len(needed):
        return lower, upper
    try:
        loss, mass = _exact(groups, max_atoms)
        for i in needed:  # one pass over the atoms for each ε
            lower[i] += _above(loss, mass, epsilons[i], 0.0, 0.0)
        upper = lower.copy()
    except _TooManyAtoms:
        if len(groups) > _TOO_MANY_GROUPS:
            raise ValueError(
                f"ps and qs must hold at most {_TOO_MANY_GROUPS} different rounds; got {len(groups)}"
            ) from None
        for i in needed:
            low, up = _bracket(groups, epsilons[i], max_atoms)
            lower[i] += low
            upper[i] += up
    return np.clip(lower, 0, 1), np.clip(upper, 0, 1)


def _group(ps, qs):
    """Identical rounds together: [(finite losses, their ln P-masses, multiplicity)], Σ ln P[finite]."""
    loss = _loss(ps, qs)
    # a canonical order of outcomes, so that rounds equal up to the names of outcomes are one group
    order = np.lexsort((ps, loss), axis=-1)
    rows = np.concatenate([np.take_along_axis(ps, order, 1), np.take_along_axis(qs, order, 1)], axis=1)
    rows, counts = np.unique(rows, axis=0, return_counts=True)
    groups, log_finite = [], 0.0
    k = ps.shape[1]
    for row, m in zip(rows, counts):
        p, q = row[:k], row[k:]
        lost = p[q == 0].sum()
        finite = (p > 0) & (q > 0)
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
    step = 1e-13 * max(abs(loss[0]), abs(loss[-1]))
    starts = np.flatnonzero(np.concatenate([[True], np.diff(loss) > step]))
    if len(starts) == len(loss):
        return loss, mass
    return loss[starts], np.add.reduceat(mass, starts)


def _above(loss, weight, epsilon, tilt, log_norm):
    """E[(1 - e^(ε - L))+] over atoms of mass weight · e^(log_norm - tilt · loss)."""
    above = loss > epsilon
    gap = loss[above] - epsilon
    total = np.sum(weight[above] * np.exp(-tilt * gap) * -np.expm1(-gap))
    return float(total * math.exp(min(log_norm - tilt * epsilon, 700.0)))


def _power_of_two_losses(losses, logs, m):
    """ln mass of the sum of m rounds with two losses: binomial, in logs."""
    j = np.arange(m + 1)
    log_binomial = -betaln(m - j + 1, j + 1) - math.log(m + 1)
    return (m - j) * losses[0] + j * losses[1], log_binomial + (m - j) * logs[0] + j * logs[1]


def _group_atoms(group, limit, combine):
    """The m-fold sum of a group as (losses, masses); `logs` may be tilted already."""
    losses, logs, m = group
    if len(losses) == 1:
        return m * losses, np.exp(m * logs)
    if len(losses) == 2 and m + 1 <= limit:
        losses, logs = _power_of_two_losses(losses, logs, m)
        return losses, np.exp(logs)
    result, square = None, (losses, np.exp(logs))
    while m:  # by repeated squaring
        if m & 1:
            result = square if result is None else combine(result, square)
        m >>= 1
        if m:
            square = combine(square, square)
    return result


def _convolve_all(states, combine, size):
    """Combine the two smallest until one is left."""
    heap = [(size(s), i, s) for i, s in enumerate(states)]
    heapq.heapify(heap)
    fresh = len(heap)
    while len(heap) > 1:
        (_, _, a), (_, _, b) = heapq.heappop(heap), heapq.heappop(heap)
        c = combine(a, b)
        heapq.heappush(heap, (size(c), fresh, c))
        fresh += 1
    return heap[0][2]


def _exact(groups, max_atoms):
    def combine(a, b):
        if len(a[0]) * len(b[0]) > max_atoms:
            raise _TooManyAtoms
        return _merge((a[0][:, None] + b[0]).ravel(), (a[1][:, None] * b[1]).ravel())

    return _convolve_all([_group_atoms(g, max_atoms, combine) for g in groups], combine, lambda s: len(s[0]))


def _bracket(groups, epsilon, max_atoms):
    """[lower, upper] of the finite part, by merging and by splitting on cells."""
    padded = max(len(losses) for losses, _, _ in groups)
    losses = np.array([np.pad(g[0], (0, padded - len(g[0]))) for g in groups])
    logs = np.array([np.pad(g[1], (0, padded - len(g[1])), constant_values=-np.inf) for g in groups])
    counts = np.array([g[2] for g in groups], dtype=float)
    chernoff = []
    for some in np.array_split(_LAMBDAS, min(len(_LAMBDAS), 1 + losses.size // 2000)):
        chernoff.append(logsumexp(logs + some[:, None, None] * losses, axis=2) @ counts - some * epsilon)
    tilt = float(_LAMBDAS[int(np.argmin(np.concatenate(chernoff)))])
    norms = logsumexp(logs + tilt * losses, axis=1)
    log_norm = float(counts @ norms)
    tilted = [(g[0], g[1] + tilt * g[0] - norm, g[2]) for g, norm in zip(groups, norms)]
    scale = math.exp(min(log_norm - tilt * epsilon, 700.0))  # Chernoff's bound, for λ = tilt
    ends, dropped = [], 0.0
    for side in ("lower", "upper"):
        combine = _Combine(side, tilt, max_atoms)
        states = [_group_atoms(g, max_atoms, combine) for g in tilted]
        loss, weight, dropped, _ = combine.full(_convolve_all(states, combine, lambda s: len(s[0])))
        ends.append(_above(loss, weight, epsilon, tilt, log_norm))
    # by Chernoff, a share w of the tilted law holds at most w · scale of P[L > ε]
    return ends[0], ends[1] + dropped * scale


class _Combine:
    """Convolve two tilted states, coarsening so that the product fits in max_atoms.

    A state is (losses, weights, tilted mass dropped, bound on all its tilted mass).
    """

    def __init__(self, side, tilt, max_atoms):
        self.side, self.tilt, self.cells = side, tilt, math.isqrt(max_atoms)

    @staticmethod
    def full(state):
        return state if len(state) == 4 else (*state, 0.0, state[1].sum())

    def __call__(self, a, b):
        a, b = (self._coarse(self.full(s)) for s in (a, b))
        loss, weight = (a[0][:, None] + b[0]).ravel(), (a[1][:, None] * b[1]).ravel()
        if len(loss) <= self.cells:
            loss, weight = _merge(loss, weight)
        return self._coarse((loss, weight, a[2] * b[3] + a[3] * b[2], a[3] * b[3]))

    def _coarse(self, state):
        loss, weight, dropped, mass = state
        if len(loss) <= self.cells:
            return state
        keep = weight > _DROPPED * mass / len(weight)
        dropped += weight[~keep].sum()
        loss, weight = loss[keep], weight[keep]
        if loss.min() == loss.max():
            return loss[:1], weight.sum(keepdims=True), dropped, mass
        if len(loss) <= self.cells:
            return loss, weight, dropped, mass
        edges = self._edges(loss, weight)
        cell = np.clip(np.searchsorted(edges, loss, side="right") - 1, 0, len(edges) - 2)
        width = np.diff(edges)[cell]
        over = np.clip(loss - edges[cell], 0.0, width)  # distance from the left edge
        if self.side == "lower":
            return *self._merged(edges, cell, over, weight), dropped, mass
        left = np.exp(-over) * np.expm1(over - width) / np.expm1(-width)  # keeps P- and Q-mass
        grown = np.bincount(cell, weight * left * np.exp(-self.tilt * over), len(edges))
        grown += np.bincount(cell + 1, weight * (1 - left) * np.exp(self.tilt * (width - over)), len(edges))
        return edges, grown, dropped, mass + max(0.0, grown.sum() - weight.sum())

    def _edges(self, loss, weight):
        """Cells that are narrow where the tilted law is dense: its cube root is the best density
        of edges for an error that is quadratic in the width."""
        low, high = loss.min(), loss.max()
        fine = 256
        level = np.clip((loss - low) * (fine / (high - low)), 0, fine - 1).astype(np.int64)
        density = np.cbrt(np.bincount(level, weight, fine))
        rise = np.concatenate([[0.0], np.cumsum(density + 0.05 * density.mean())])
        edges = np.interp(np.linspace(0, rise[-1], self.cells), rise, np.linspace(low, high, fine + 1))
        edges[-1] = high
        if np.diff(edges).max() * (self.tilt + 1) > 30:
            raise ValueError(f"max_atoms must be larger: {self.cells} cells cannot resolve losses from {low} to {high}")
        return edges

    def _merged(self, edges, cell, over, weight):
        p = np.bincount(cell, weight * np.exp(-self.tilt * over), len(edges))
        q = np.bincount(cell, weight * np.exp(-(self.tilt + 1) * over), len(edges))
        some = p > 0
        shift = -np.log(q[some] / p[some])
        return edges[some] + shift, p[some] * np.exp(self.tilt * shift)
