"""The exact privacy profile of randomized weighted majority: δ(ε) of the whole sequence of actions.

Two loss matrices are neighbors (ONE_ROUND) when they differ in one row, of round τ.  The losses are
fixed, so the actions of different rounds are independent; those up to round τ have the same law on both
sides, and after it the one law is the other, tilted by D = neighbor's row - row:

    q_t(a) ∝ p_t(a) e^{-η D(a)},   so the loss of round t > τ is   ln p_t(a)/q_t(a) = η D(a) + c_t.

All that an observer can use is N = Σ_{t>τ} D(a_t), and the privacy loss of the sequence is
ηN + Σ c_t.  For 0/1 losses D is -1, 0 or 1; then, and whenever the values of D lie on a grid of
at most 1000 steps (two experts, say, or losses with two decimals), N is a sum of independent variables on a
lattice, and `privacy.lattice` gives δ(ε) with an absolute error below 1e-11.

**The attack that η has to stop.**  An observer knows the losses of every day but one, and η; which of two candidate
rows was the day's?  All that the actions tell is N; the best test says "losses" where ηN + Σ c_t is positive, and it is
right (with both candidates equally likely beforehand) with chance 1/2 + TV/2, TV = δ(0) being the total variation.
What (ε, δ)-privacy leaves to any test is `formulas.attack_ceiling`.

**Privacy.** Private: one round's row; released: all actions.  Nothing here is private itself: it is the auditor's tool.

References: DR14, Algorithm 16 and Theorem 11.2 (each action is an exponential mechanism with 2η); Doroshenko and
others 2022 (connecting the dots); Kairouz, Oh and Viswanath 2015.
"""

from __future__ import annotations

import numpy as np

from .. import _validate as check
from .._bounds import plain
from ..experts import hedge_probabilities
from ..privacy.lattice import lattice_profile

LEAST_ETA = 1e-100
LARGEST_ETA = 100.0     # a round then loses at most 400: no mass that matters underflows
MOST_PLACES = 1000      # steps of a grid on which the values of D are looked for
_LIKE_ROUNDING = 4e-15  # and how near they must be


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
    float, or array like `epsilon`: the larger of both directions.  Absolute error below 1e-11, values below 1e-13
    become 0.

    Raises
    ------
    ValueError
        For losses out of range, unless exactly one row differs, and unless its changes lie on a grid of at most 1000
        steps (0/1 losses always do).

    Notes
    -----
    Cost at T = 10^5: about 0.3 s for 0/1 losses.
    Source: DR14, Algorithm 16, the mechanism of Theorem 11.2.
    """
    eta, epsilon = check.real("eta", eta, LEAST_ETA, LARGEST_ETA), check.array("epsilon", epsilon, low=0)
    losses, neighbor, row = neighbors(losses, neighbor, loss_range=loss_range)
    laws = hedge_probabilities(losses, eta=eta, loss_range=loss_range)[row + 1 :]
    difference = neighbor[row] - losses[row]
    span = float(np.ptp(difference))
    if span == 0 or not len(laws):  # all weights are scaled alike, or no action comes after
        return plain(np.zeros(epsilon.shape))
    height = (difference - difference.min()) / span
    steps = _steps(height, span)
    shares = (np.round(height * steps)[:, None] == np.arange(steps + 1)).astype(float)
    return plain(lattice_profile(laws @ shares, eta * span / steps, epsilon))


def attack_success(losses, neighbor, *, eta, loss_range=1.0) -> float:
    """The chance that the best test tells which of two neighbors the actions came from, exactly: 1/2 + TV/2.

    Arguments, errors and cost as in `rwm_profile`; both candidates are equally likely beforehand.  1/2 is blind
    guessing.
    """
    return (1 + rwm_profile(losses, neighbor, 0.0, eta=eta, loss_range=loss_range)) / 2


def _steps(height, span):
    """The fewest steps of a grid on [0, 1] that holds all heights."""
    m = np.arange(1, MOST_PLACES + 1)[:, None]
    fits = (np.abs(np.round(height * m) / m - height) * span <= _LIKE_ROUNDING).all(axis=1)
    if not fits.any():
        raise ValueError(f"losses and neighbor must differ by values on a grid of at most {MOST_PLACES} steps (round "
                         "them to two decimals, say)")
    return int(fits.argmax()) + 1
