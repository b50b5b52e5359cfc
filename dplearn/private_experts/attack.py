"""Reading one day's losses out of the released actions: the attack that η has to stop.

An observer knows the losses of every day but one, and η; all actions are released.  Which of two
candidate rows was the day's?  By `profile`, all that the actions tell is N = Σ_{t>τ} D(a_t); the best test says "losses" where
the privacy loss ηN + Σ c_t is positive, and it is right (with both candidates equally likely beforehand) with chance
1/2 + TV/2, TV = δ(0) being the total variation.  No test is better.

Of M candidate rows ("which expert won on day τ?") the best guess is the row of the largest likelihood, and all that it
needs is how often each expert was chosen after day τ.

(ε, δ)-privacy sets a ceiling on both: the guess "row c" is made with chance P_c(A_c) <= e^ε P_{c'}(A_c) + δ on
row c; summing over all c and c' ≠ c gives, for the success s = Σ P_c(A_c)/M,

    s <= (e^ε + (M - 1) δ) / (e^ε + M - 1).

The relation is ONE_ROUND.  Nothing here is private.

References: DR14, section 11.2 (what is private and what is released); Kairouz, Oh and Viswanath 2015 (M = 2).
"""

from __future__ import annotations

import numpy as np

from .. import _validate as check
from .._bounds import plain
from ..experts import hedge_probabilities
from .profile import LARGEST_ETA, LEAST_ETA, action_loss_law

__all__ = ["attack_ceiling", "attack_success", "guess_success"]

MOST_STATES = 5 * 10**7   # counts times rounds, in the exact success of a guess


def attack_success(losses, neighbor, *, eta, loss_range=1.0) -> float:
    """The chance that the best test tells which of two neighbors the actions came from, exactly: 1/2 + TV/2.

    Arguments, errors and cost as in `rwm_profile`; both candidates are equally likely beforehand.  1/2 is blind guessing.
    (An upper bound, to the error of `rwm_profile_interval`, where the losses lie on no grid.)
    """
    return (1 + action_loss_law(losses, neighbor, eta=eta, loss_range=loss_range).total_variation()) / 2


def attack_ceiling(epsilon, delta=0.0, *, candidates=2):
    """What (ε, δ)-privacy leaves to any guess among equally likely rows: (e^ε + (M-1)δ)/(e^ε + M - 1).

    Parameters
    ----------
    epsilon : float or array >= 0
    delta : float or array in [0, 1], broadcast against `epsilon`
    candidates : int >= 2, M

    Returns
    -------
    float or array: a chance of success, at least 1/M.  Holds for any pairwise (ε, δ)-close laws, so under any relation in
    which the candidates are neighbors.  For M = 2 it is (1 + `privacy.max_advantage`)/2.
    """
    epsilon, delta = check.array("epsilon", epsilon, low=0), check.array("delta", delta, low=0, high=1)
    others = check.integer("candidates", candidates, 2) - 1
    small = np.exp(-epsilon)
    return plain((1 + others * delta * small) / (1 + others * small))


def _base(losses, rows, day, eta):
    """(laws after the day as if all had lost alike on it, candidates' rows, η), checked."""
    losses = check.array("losses", losses, (None, None), low=0, high=1)
    eta = check.real("eta", eta, LEAST_ETA, LARGEST_ETA)
    day = check.integer("day", day, 0, len(losses) - 2)
    rows = check.array("rows", rows, (None, losses.shape[1]), low=0, high=1)
    if len(rows) < 2:
        raise ValueError(f"rows must hold at least two candidates; got shape {rows.shape}")
    without = losses.copy()
    without[day] = 0.0
    return hedge_probabilities(without, eta=eta)[day + 1 :], rows, eta


def _log_normalisers(laws, rows, eta):
    """Σ_t ln Σ_a p_t(a) e^{-η row(a)} for each candidate row: shape (M,)."""
    return np.array([np.log1p(laws @ np.expm1(-eta * row)).sum() for row in rows])


def guess_success(losses, rows, day, *, eta) -> float:
    """The chance that the best guess among M candidate rows for one day is right, exactly.

    Parameters
    ----------
    losses : array (T, K), in [0, 1]
        Row `day` of it is not looked at.
    rows : array (M, K), in [0, 1], M >= 2
        The candidates, equally likely; 1 - np.eye(K) asks "which expert won that day?".
    day : int, 0 <= day <= T - 2
    eta : float in [1e-100, 100]

    Notes
    -----
    The counts of all actions after the day are convolved: (T - 1 - day)^K steps; raises ValueError beyond 5e7.  With two rows it is `attack_success`.  Any two rows are neighbors (ONE_ROUND), so `attack_ceiling`
    with candidates=M bounds it for every (ε, δ) that holds for all pairs.
    """
    laws, rows, eta = _base(losses, rows, day, eta)
    n, n_experts = laws.shape
    if float(n + 1) ** (n_experts - 1) * n > MOST_STATES:
        raise ValueError(f"losses must leave at most {MOST_STATES} states; got {n} rounds after the day, K={n_experts}")
    counts = np.zeros((n + 1,) * (n_experts - 1))  # of all experts but the last
    counts[(0,) * (n_experts - 1)] = 1.0
    for law in laws:
        grown = counts * law[-1]
        for a in range(n_experts - 1):
            ahead, behind = ([slice(None)] * (n_experts - 1) for _ in range(2))
            ahead[a], behind[a] = slice(1, None), slice(None, -1)
            grown[tuple(ahead)] += counts[tuple(behind)] * law[a]
        counts = grown
    seen = np.argwhere(counts > 0)
    full = np.column_stack([seen, n - seen.sum(axis=1)])
    logs = np.log(counts[counts > 0])[:, None] - eta * full @ rows.T - _log_normalisers(laws, rows, eta)
    return float(np.exp(logs.max(axis=1)).sum() / len(rows))
