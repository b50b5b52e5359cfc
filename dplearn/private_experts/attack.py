"""Reading one day's losses out of the released actions: the attack that η has to stop.

An observer knows the losses of every day but one, and η; all actions are released.  Which of two
candidate rows was the day's?  By `profile`, all that the actions tell is N = Σ_{t>τ} D(a_t); the best test says
"losses" where the privacy loss ηN + Σ c_t is positive, and it is right (with both candidates equally likely
beforehand) with chance 1/2 + TV/2, TV = δ(0) being the total variation.  No test is better.

Of M candidate rows ("which expert won on day τ?") the best guess is the row of the largest likelihood, and all that it
needs is how often each expert was chosen after day τ.  What (ε, δ)-privacy leaves to both is `formulas.attack_ceiling`.

The relation is ONE_ROUND.  Nothing here is private.

References: DR14, section 11.2 (what is private and what is released); Kairouz, Oh and Viswanath 2015 (M = 2).
"""

from __future__ import annotations

import numpy as np

from .. import _validate as check
from ..experts import hedge_probabilities
from .profile import LARGEST_ETA, LEAST_ETA, rwm_profile

MOST_STATES = 5 * 10**7   # counts times rounds, in the exact success of a guess


def attack_success(losses, neighbor, *, eta, loss_range=1.0) -> float:
    """The chance that the best test tells which of two neighbors the actions came from, exactly: 1/2 + TV/2.

    Arguments, errors and cost as in `rwm_profile`; both candidates are equally likely beforehand.  1/2 is blind
    guessing. (An upper bound, to the error of `rwm_profile_interval`, where the losses lie on no grid.)
    """
    return (1 + rwm_profile(losses, neighbor, 0.0, eta=eta, loss_range=loss_range)) / 2


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
    The counts of all actions after the day are convolved: (T - 1 - day)^K steps; raises ValueError beyond 5e7.  With
    two rows it is `attack_success`.  Any two rows are neighbors (ONE_ROUND), so `attack_ceiling` with candidates=M
    bounds it for every (ε, δ) that holds for all pairs.
    """
    losses = check.array("losses", losses, (None, None), low=0, high=1)
    eta = check.real("eta", eta, LEAST_ETA, LARGEST_ETA)
    day = check.integer("day", day, 0, len(losses) - 2)
    rows = check.array("rows", rows, (None, losses.shape[1]), low=0, high=1)
    n, others = len(losses) - 1 - day, losses.shape[1] - 1
    if len(rows) < 2:
        raise ValueError(f"rows must hold at least two candidates; got shape {rows.shape}")
    if float(n + 1) ** others * n > MOST_STATES:
        raise ValueError((f"losses must leave at most {MOST_STATES} states; got {n} rounds after the day, {others} "
                          f"rivals"))
    without = np.where(np.arange(len(losses))[:, None] == day, 0.0, losses)  # as if all had lost alike on that day
    laws = hedge_probabilities(without, eta=eta)[day + 1 :]
    counts = np.ones((1,) * others)  # Pr[each expert but the last was chosen so often]
    for law in laws:
        grown = np.pad(counts * law[-1], [(0, 1)] * others)
        for a in range(others):
            grown += np.pad(counts * law[a], [(int(a == b), int(a != b)) for b in range(others)])
        counts = grown
    seen = np.argwhere(counts > 0)
    chosen = np.column_stack([seen, n - seen.sum(axis=1)])
    norms = [np.log1p(laws @ np.expm1(-eta * row)).sum() for row in rows]
    likelihoods = np.log(counts[counts > 0])[:, None] - eta * chosen @ rows.T - norms
    return float(np.exp(likelihoods.max(axis=1)).sum() / len(rows))
