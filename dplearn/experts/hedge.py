"""Hedge in two printed forms, the naive ways beside it, and the exact regret of each.

Notation as in the package docstring: losses have shape (T, K), time first; the law of round t is
made of the rounds before t alone.  Only differences of cumulative losses matter, so weights are
computed from the distance to the leader, L_i - min_j L_j >= 0: the leader's is 1, nothing overflows,
and what underflows is smaller than 1e-300 of it.  Losses that floats add exactly (0/1, multiples of
1/8) give laws right to a few roundings at every η; for others a distance carries a rounding error of
at most about 1e-13 a round, the regret too, and the law a relative error of η times that.

**Privacy.** Nothing is claimed here; what the actions give away is lecture 4's question.
"""

from __future__ import annotations

import numpy as np

from .. import _validate as check
from .formulas import LOSS_RANGE

MOST_DRAWS = 200_000_000  # actions drawn in one call


def _matrix(losses, loss_range=1.0, name: str = "losses") -> np.ndarray:
    """Losses (T, K) in [0, 1], or in [-1, 1] for a loss range of 2, checked."""
    return check.array(name, losses, (None, None), low=1 - LOSS_RANGE.check(loss_range), high=1)


def _rate(eta) -> float:
    """A learning rate: η, 1/η and η times the losses of 1e7 rounds are floats."""
    return check.real("eta", eta, 1e-300, 1e300)


def _lost(losses: np.ndarray) -> np.ndarray:
    """L_i before round 1, ..., before round T, and after it: (T + 1, K).  An expert's column is one piece of memory, so
    that sums over time and over experts both run along it: twice as fast.
    """
    lost = np.zeros((len(losses) + 1, losses.shape[1]), order="F")
    np.cumsum(losses, axis=0, out=lost[1:])
    return lost


def hedge_probabilities(losses, *, eta, loss_range=1.0) -> np.ndarray:
    """The law of Hedge's action before each round: Pr[a_t = i] proportional to e^{-η L_i(t-1)}.

    Parameters
    ----------
    losses : array (T, K), in [0, 1]
        Row t holds the losses of round t; L_i(t-1) is the sum of expert i's losses before it.
    eta : float in [1e-300, 1e300]
        The learning rate η (LN's α).
    loss_range : 1.0 or 2.0, optional
        2.0: losses in [-1, 1].

    Returns
    -------
    array (T, K), rows sum to one; row 0 is uniform, and row t does not depend on rows t, t+1, ... of the losses.

    Notes
    -----
    Raises ValueError for losses that are NaN or out of range.  Cost: about 10 ns an entry, no loop over rounds.
    Source: DR14, Algorithm 16, with the quality score -sum_{j<t} l_i^j (the text above it drops the minus sign).
    """
    losses, eta = _matrix(losses, loss_range), _rate(eta)
    before = _lost(losses)[:-1]                                            # L_i(t-1)
    weights = np.exp(-eta * (before - before.min(axis=1, keepdims=True)))  # the leader's is 1: nothing overflows
    return weights / weights.sum(axis=1, keepdims=True)


def reward_probabilities(rewards, *, eta) -> np.ndarray:
    """LN's algorithm MW: from the uniform y, multiply y(i) by e^{η r_t(i)} and normalize.

    Parameters
    ----------
    rewards : array (T, K), in [0, 1]
    eta : float in [1e-300, 1e300], LN's α

    Returns
    -------
    array (T, K): y before each round.  It is the law of `hedge_probabilities` for the losses 1 - r: e^{η r} is
    e^{η} e^{-η(1-r)}, and normalizing removes the e^{η}.

    Notes
    -----
    ln y / η is what is stored, with the largest at 0 until y is asked for.  Cost: a step of Python a round.
    Source: LN, section 2.
    """
    rewards, eta = _matrix(rewards, name="rewards"), _rate(eta)
    law, score = np.empty_like(rewards), np.zeros(rewards.shape[1])
    for t, reward in enumerate(rewards):
        y = np.exp(eta * score)
        law[t] = y / y.sum()
        score += reward
        score -= score.max()
    return law


def follow_the_leader(losses) -> np.ndarray:
    """All on the expert with the least loss so far, ties to the lowest index: one-hot rows (T, K).

    Losses in [0, 1].  On losses that alternate between two experts it loses every round.
    """
    losses = _matrix(losses)
    leaders = _lost(losses)[:-1].argmin(axis=1)
    return (leaders[:, None] == np.arange(losses.shape[1])).astype(float)


def uniform(losses) -> np.ndarray:
    """1/K for everyone in every round: (T, K), for losses in [0, 1].

    Beside one steady expert it loses a constant share of all rounds.
    """
    losses = _matrix(losses)
    return np.full_like(losses, 1 / losses.shape[1])


def expected_losses(losses, *, eta, loss_range=1.0) -> np.ndarray:
    """Hedge's expected loss in each round, <p_t, l_t>: shape (T,).  Arguments as in `hedge_probabilities`."""
    return np.einsum("tk,tk->t", hedge_probabilities(losses, eta=eta, loss_range=loss_range),
                     _matrix(losses, loss_range))


def expected_regret(losses, *, eta, loss_range=1.0) -> np.ndarray:
    """Hedge's cumulative expected regret after each round: shape (T,), exact for a matrix fixed beforehand.

    sum_{s<=t} <p_s, l_s> - min_i L_i(t).  Arguments as in `hedge_probabilities`.
    """
    paid = expected_losses(losses, eta=eta, loss_range=loss_range)
    return np.cumsum(paid - _leader_losses(_matrix(losses, loss_range)))


def regret_of(losses, probabilities) -> np.ndarray:
    """Cumulative expected regret (T,) of any laws (T, K) on losses (T, K), against the best expert of each moment."""
    losses = _matrix(losses)
    laws = check.distribution("probabilities", check.array("probabilities", probabilities, losses.shape))
    return np.cumsum(np.einsum("tk,tk->t", laws, losses) - _leader_losses(losses))


def _leader_losses(losses: np.ndarray) -> np.ndarray:
    """What min_i L_i grows by in each round, (T,): small numbers, so that sums over many rounds keep their digits."""
    return np.diff(_lost(losses).min(axis=1))


def draw_actions(probabilities, *, rng, runs=1) -> np.ndarray:
    """Draw every round's action from its law, independently: integers of shape (runs, T).

    `probabilities` has shape (T, K).  An action of probability zero is never drawn.  Cost: K steps a draw; at most 2e8
    draws a call.
    """
    laws = check.distribution("probabilities", check.array("probabilities", probabilities, (None, None)))
    rng, runs = check.generator("rng", rng), check.integer("runs", runs, 1, MOST_DRAWS // len(laws))
    below = np.cumsum(laws, axis=1)
    below /= below[:, -1:]  # exactly 1 from the last possible action on
    u = rng.random((runs, len(laws)))
    actions = np.zeros(u.shape, dtype=np.int64)
    for column in below.T[:-1]:
        actions += column <= u
    return actions


def realised_regret(losses, actions) -> np.ndarray:
    """Cumulative regret after each round of actions that were taken: shape of `actions`, (T,) or (runs, T)."""
    losses = _matrix(losses)
    T, n_experts = losses.shape
    actions = check.array("actions", actions, low=0, high=n_experts - 1, integral=True)
    if actions.ndim not in (1, 2) or actions.shape[-1] != T:
        raise ValueError(f"actions must have shape ({T},) or (any, {T}); got shape {actions.shape}")
    return np.cumsum(losses[np.arange(T), actions] - _leader_losses(losses), axis=-1)
