"""Hedge in its three printed forms, the naive ways beside it, and the exact regret of each.

Notation as in the package docstring: losses have shape (T, K), time first; the law of round t is
made of the rounds before t alone.  Only differences of cumulative losses matter, so each law is
computed from the distance to the leader, L_i - min_j L_j >= 0: its weight is 1, nothing overflows,
and what underflows is smaller than 1e-300 of the leader's weight.  For losses that floats add
exactly (0/1, multiples of 1/8) the law is right to a few roundings at every η; for others L carries
a rounding error u of about 1e-16 L, which costs the law a relative error of about η u.

**Privacy.** Nothing is claimed here; what the actions give away is lecture 4's question.
"""

from __future__ import annotations

import numpy as np

from .. import _validate as check
from .bounds import RULES, learning_rate, width

LARGEST_ETA = 1e300    # η times the losses of 1e8 rounds stays a finite number
BLOCK = 1 << 14        # entries of a block of rounds: losses, law and workspace stay in the cache together


def _matrix(losses, loss_range, name: str = "losses") -> np.ndarray:
    """Losses (T, K) in [0, 1], or in [-1, 1] for a loss range of 2."""
    return check.array(name, losses, (None, None), low=1 - width(loss_range), high=1)


def _rate(eta) -> float:
    return check.real("eta", eta, 0, LARGEST_ETA, open_low=True)


# ---- three forms of one algorithm ----------------------------------------------------------------

def hedge_probabilities(losses, *, eta, loss_range=1.0) -> np.ndarray:
    """The law of Hedge's action before each round: Pr[a_t = i] proportional to e^{-η L_i(t-1)}.

    Parameters
    ----------
    losses : array (T, K), in [0, 1]
        Row t holds the losses of round t; L_i(t-1) is the sum of expert i's losses before it.
    eta : float in (0, 1e300]
        The learning rate η (LN's α).
    loss_range : 1.0 or 2.0, optional
        2.0: losses in [-1, 1].

    Returns
    -------
    array (T, K), rows sum to one; row 0 is uniform, row t does not depend on rows t, t+1, ... of the losses.

    Notes
    -----
    Raises ValueError for losses outside their range or NaN.  Cost: one exponential an entry and a few passes over
    the matrix, no loop over rounds.  Source: DR14, Algorithm 16 with q(i) = -sum_{j<t} l_i^j (its text drops the
    minus sign and the bound j < t).
    """
    losses, eta = _matrix(losses, loss_range), _rate(eta)
    law = np.zeros_like(losses)
    np.cumsum(losses[:-1], axis=0, out=law[1:])  # L(t-1): what each expert has lost before round t
    law -= law.min(axis=1, keepdims=True)        # the leader's weight is 1: nothing overflows
    law *= -eta
    np.exp(law, out=law)
    law /= law.sum(axis=1, keepdims=True)
    return law


# ---- exact regret --------------------------------------------------------------------------------

def expected_losses(losses, *, eta, loss_range=1.0) -> np.ndarray:
    """Hedge's expected loss in each round, <p_t, l_t>: shape (T,).  Arguments as in `hedge_probabilities`."""
    losses = _matrix(losses, loss_range)
    return np.einsum("tk,tk->t", hedge_probabilities(losses, eta=eta, loss_range=loss_range), losses)


def expected_regret(losses, *, eta, loss_range=1.0) -> np.ndarray:
    """Hedge's cumulative expected regret after each round, exactly: shape (T,).

    sum_{s<=t} <p_s, l_s> - min_i L_i(t), for a loss matrix that is fixed beforehand.  Arguments as in
    `hedge_probabilities`.
    """
    losses = _matrix(losses, loss_range)
    mine = expected_losses(losses, eta=eta, loss_range=loss_range)
    return np.cumsum(mine) - np.cumsum(losses, axis=0).min(axis=1)
