"""The exact privacy profile of randomized weighted majority: δ(ε) of the whole sequence of actions.

Two loss matrices are neighbors (ONE_ROUND) when they differ in one row, of round τ.  The losses are
fixed, so the actions of different rounds are independent; those up to round τ have the same law on both
sides, and after it the one law is the other, tilted by D = neighbor's row - row:

    q_t(a) ∝ p_t(a) e^{-η D(a)},   so the loss of round t > τ is   ln p_t(a)/q_t(a) = η D(a) + c_t.

All that an observer can use is N = Σ_{t>τ} D(a_t), and the privacy loss of the sequence is
ηN + Σ c_t.  For 0/1 losses D is -1, 0 or 1; then, and whenever the values of D lie on a grid of
at most 1000 steps (two experts, say, or losses with two decimals), N is a sum of independent variables on a
lattice, and the engine `privacy.lattice` gives δ(ε) with a relative error of at most 1e-9, for an ε that rounding
moves by at most 1e-15 times the largest loss of all rounds together.

Otherwise the values of D are moved onto a fine grid.  An action between two grid points h apart is split onto
them with the share that keeps its P- and its Q-mass (one share for all rounds, since c_t is common to all actions).
The actions are a post-processing of the split ones, so the δ̂ that results is an upper bound.  The lower end:
the split multiplies the likelihood ratio by an independent Ξ with E Ξ = 1, a product of n factors in an interval of
log-length ηh each, so E Ξ^k <= e^{vk(k-1)/2}, v = n(ηh)²/4 (Hoeffding).  For u >= 0 then E(e^{-u}Ξ - 1)+ and
E(1 - e^{u}Ξ)+ are at most c e^{-ku}, k = 1/√v; and E|ln Ξ| <= √(v + v²/4), so with Jensen's inequality

    0 <= δ̂(ε) - δ(ε) <= c e^{k √(v + v²/4)} E e^{-k |L̂ - ε|},

which is of second order in h, and is computed from the law of the split losses L̂.

**Privacy.** Private: one round's row; released: all actions.  Nothing here is private itself: it is the auditor's tool.

References: DR14, Algorithm 16 and Theorem 11.2 (each action is an exponential mechanism with 2η); Doroshenko and
others 2022 (connecting the dots).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import xlogy

from .. import _validate as check
from .._bounds import plain
from ..experts import hedge_probabilities
from ..privacy.lattice import ERROR, LatticeRounds

LEAST_ETA = 1e-100
LARGEST_ETA = 100.0     # a round then loses at most 400: no mass that matters underflows
MOST_ENTRIES = 10**8    # of a loss matrix
MOST_PLACES = 1000      # steps of a grid on which the values of D are looked for
_LIKE_ROUNDING = 4e-15  # and how near they must be
_WINDOW = 1 << 18       # points of the law's window that a fine grid may need


@dataclass(frozen=True)
class ActionLossLaw:
    """The law of the privacy loss of all actions, for one neighboring pair at one η; made by `action_loss_law`.

    `rounds` (`privacy.lattice.LatticeRounds`) is None where nothing can be learned from the actions (δ = 0), and
    `spread`, the v of the module's docstring, 0 where the law is exact.
    """

    rounds: LatticeRounds | None = None
    spread: float = 0.0

    def profile(self, epsilon):
        """δ(ε), the larger of both directions: float, or array like `epsilon` (>= 0).

        Exact to 1e-9 relative if `spread` is 0 (values below 1e-30 may become 0), else an upper bound:
        `interval` has the other end.  Cost: see `rwm_profile`.
        """
        epsilon = check.array("epsilon", epsilon, low=0)
        return plain(self.rounds.profile(epsilon) if self.rounds else np.zeros(epsilon.shape))

    def interval(self, epsilon):
        """(lower, upper) of δ(ε), with all errors: rounding and windows, and the split where there is one."""
        epsilon = check.array("epsilon", epsilon, low=0)
        lower, upper = np.zeros((2, *epsilon.shape))
        if self.rounds:  # a loss is known to the blur alone; below ε = 0 the slope of δ is at most 1
            blur = self.rounds.blur
            upper = self.rounds.profile(np.maximum(epsilon - blur, 0)) + np.where(epsilon < blur, blur, 0.0)
            upper = np.minimum(upper * (1 + ERROR), 1.0)
            for sign in (1, -1):
                lower = np.maximum(lower, self.rounds.one_way(epsilon + blur,
                                                              sign) * (1 - ERROR) - self._excess(epsilon + blur, sign))
        return plain(lower), plain(upper)

    def _excess(self, epsilon, sign):
        """How much the split may add to δ(ε) of one direction: the module's docstring."""
        if self.spread == 0:
            return 0.0
        k = max(1.0, 1 / math.sqrt(self.spread))
        # w - 1 <= c_k w^k and 1 - w <= c_{k+1} w^-k for w > 0, with c_k = (k-1)^(k-1)/k^k
        log_c = max(xlogy(k - 1, k - 1) - xlogy(k, k), xlogy(k, k) - xlogy(k + 1, k + 1))
        c = math.exp(log_c + k * (k + 1) * self.spread / 2 + k * math.sqrt(self.spread + self.spread**2 / 4))
        return c * self.rounds.one_way(epsilon, sign, rate=k)


def neighbors(losses, neighbor, *, loss_range=1.0) -> tuple[np.ndarray, np.ndarray, int]:
    """Both loss matrices (T, K) as arrays, and the one row, counted from 0, in which they differ (ONE_ROUND).

    Raises ValueError for losses out of range, and unless exactly one row differs.
    """
    low = 1 - check.choice("loss_range", loss_range, (1.0, 2.0))
    losses = check.array("losses", losses, (None, None), low=low, high=1)
    neighbor = check.array("neighbor", neighbor, losses.shape, low=low, high=1)
    changed = np.flatnonzero((losses != neighbor).any(axis=1))
    if len(changed) != 1:
        raise ValueError(f"neighbor must differ from losses in exactly one row; got {len(changed)} rows")
    return losses, neighbor, int(changed[0])


def action_loss_law(losses, neighbor, *, eta, loss_range=1.0) -> ActionLossLaw:
    """All that the actions of RWM(η) tell about one pair of neighbors, ready for any ε.

    Arguments and errors as in `rwm_profile`.  Cost: the laws of all rounds (10 ns an entry of the losses) and about 10
    ms for 10^5 rounds; afterwards a profile at 97 ε takes 1 to 4 ms the first time and 0.2 ms again.
    """
    eta = check.real("eta", eta, LEAST_ETA, LARGEST_ETA)
    losses, neighbor, row = neighbors(losses, neighbor, loss_range=loss_range)
    laws = hedge_probabilities(losses, eta=eta, loss_range=loss_range)[row + 1 :]
    difference = neighbor[row] - losses[row]
    span = float(np.ptp(difference))
    if span == 0 or not len(laws):  # all weights are scaled alike, or no action comes after
        return ActionLossLaw()
    height, spread = (difference - difference.min()) / span, 0.0
    steps = _steps(height, span)
    if steps:
        shares = (np.round(height * steps)[:, None] == np.arange(steps + 1)).astype(float)
    else:
        steps = int(np.clip(_WINDOW / (64 + 10 * math.sqrt(len(laws))), 64, 4096))
        spread = len(laws) * (eta * span / steps) ** 2 / 4
        shares = _split(height, steps, eta * span)
    places = np.flatnonzero(shares.any(axis=0))
    return ActionLossLaw(LatticeRounds(laws @ shares[:, places], places, eta * span / steps), spread)


def rwm_profile(losses, neighbor, epsilon, *, eta, loss_range=1.0):
    """δ(ε) of the whole action sequence of RWM(η) for a neighboring pair: the least δ for which it is (ε, δ)-close.

    Parameters
    ----------
    losses, neighbor : arrays (T, K), in [0, 1]
        Equal but for one row (relation ONE_ROUND).
    epsilon : float >= 0, or array of such
    eta : float in [1e-100, 100]
    loss_range : 1.0 or 2.0, optional
        2.0: losses in [-1, 1].

    Returns
    -------
    float, or array like `epsilon`: the larger of both directions.  Relative error at most 1e-9 if the changes of the
    row lie on a grid of at most 1000 steps (0/1 losses always do); otherwise an upper bound, and
    `rwm_profile_interval` says how near. Values below 1e-30 may become 0.  Rounding moves ε by up to 1e-15 times the
    largest loss of all rounds together, which `rwm_profile_interval` counts; it shows in a tiny δ at an ε on which the
    law sits.

    Raises
    ------
    ValueError
        For losses out of range, and unless exactly one row differs.

    Notes
    -----
    Cost at T = 10^5: about 15 ms for K = 3, 50 ms for K = 10 (more than half of it for the laws), 150 ms with a fine
    grid; one `action_loss_law` serves many ε.  Source: DR14, Algorithm 16, the mechanism of Theorem 11.2.
    """
    return action_loss_law(losses, neighbor, eta=eta, loss_range=loss_range).profile(epsilon)


def rwm_profile_interval(losses, neighbor, epsilon, *, eta, loss_range=1.0):
    """`rwm_profile` with both ends, (lower, upper): the stated error.  Arguments, cost and errors as there."""
    return action_loss_law(losses, neighbor, eta=eta, loss_range=loss_range).interval(epsilon)


def _steps(height, span):
    """The fewest steps of a grid on [0, 1] that holds all heights; 0 if none has at most MOST_PLACES."""
    m = np.arange(1, MOST_PLACES + 1)[:, None]
    fits = (np.abs(np.round(height * m) / m - height) * span <= _LIKE_ROUNDING).all(axis=1)
    return int(np.argmax(fits)) + 1 if fits.any() else 0


def _split(height, steps, tilt):
    """Shares (K, steps + 1) of each action at the grid points beside it, that keep P-mass 1 and Q-mass
    e^{-tilt·height}."""
    left = np.minimum(np.floor(height * steps).astype(int), steps - 1)
    right = np.clip(np.expm1(-tilt * (height - left / steps)) / np.expm1(-tilt / steps), 0, 1)
    shares, rows = np.zeros((len(height), steps + 1)), np.arange(len(height))
    shares[rows, left], shares[rows, left + 1] = 1 - right, right
    return shares


def worst_pair(T, n_experts=2):
    """(losses, neighbor), both of shape (T, n_experts): a pair that is hard to hide, the worst we know of two experts
    and large T.

    In the first round one half of the experts loses, in the neighbor the other half; then nobody loses any more, so
    the memory of the first round never fades.  For an even number of experts every later action tells exactly a
    randomized response with log-ratio ±η: `worst_pair_profile` is its profile.  Other pairs tell a little more: with k
    of K experts against the other K - k, and the best k, δ comes as near to `privacy.bounded_range_composition_delta`
    as one likes when K grows (tested); at T = 1000 that is 3% above this pair's δ.  The relation is ONE_ROUND.
    """
    T, n_experts = check.integer("T", T, 1), check.integer("n_experts", n_experts, 2)
    if T * n_experts > MOST_ENTRIES:
        raise ValueError(f"T times n_experts must be at most {MOST_ENTRIES:,}; got {T} x {n_experts}")
    losses, neighbor = np.zeros((2, T, n_experts))
    losses[0, : n_experts // 2] = 1.0
    neighbor[0, n_experts // 2 :] = 1.0
    return losses, neighbor
