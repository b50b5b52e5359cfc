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
from ..experts import draw_actions, hedge_probabilities
from .profile import LARGEST_ETA, LEAST_ETA, action_loss_law

__all__ = ["attack_ceiling", "attack_success", "draw_attack", "draw_guesses", "guess_success"]

MOST_DRAWS = 10**8
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


def draw_attack(losses, neighbor, *, eta, rng, runs=1000, loss_range=1.0) -> np.ndarray:
    """The attack, played: was the best test right?  Booleans of shape (runs,).

    In each run a fair coin chooses one of the two neighbors, and the statistic N is drawn from its law there (not the actions one
    by one: same law, no cost in T); the test sees N alone.  Where the losses lie on no grid the actions themselves are drawn, at
    most 1e8 of them.  Other arguments and errors as in `rwm_profile`.
    """
    rng, runs = check.generator("rng", rng), check.integer("runs", runs, 1, MOST_DRAWS)
    law = action_loss_law(losses, neighbor, eta=eta, loss_range=loss_range)
    on_neighbor = rng.random(runs) < 0.5
    if law.rounds is None:  # nothing is learned: the test always says "losses"
        return ~on_neighbor
    if law.spread == 0:
        n, p, q = law.rounds.law()
        below = np.cumsum([p, q], axis=1)
        at = np.where(on_neighbor, *(np.searchsorted(b / b[-1], rng.random(runs), side="right") for b in below[::-1]))
        loss = law.rounds.step * n[at] + law.rounds.shift
    else:
        laws = [hedge_probabilities(x, eta=eta, loss_range=loss_range)[law.changed + 1 :] for x in (losses, neighbor)]
        if runs * len(laws[0]) > MOST_DRAWS:
            raise ValueError(f"runs must be at most {MOST_DRAWS // len(laws[0])} for {len(laws[0])} rounds; got {runs}")
        loss, t = np.empty(runs), np.arange(len(laws[0]))
        for which, drawn in ((~on_neighbor, laws[0]), (on_neighbor, laws[1])):
            if which.any():
                actions = draw_actions(drawn, rng=rng, runs=int(which.sum()))
                loss[which] = np.log(laws[0][t, actions] / laws[1][t, actions]).sum(axis=1)
    return (loss < 0) == on_neighbor


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
    The counts of all actions after the day are convolved: (T - 1 - day)^K steps; raises ValueError beyond 5e7 (`draw_guesses`
    simulates then).  With two rows it is `attack_success`.  Any two rows are neighbors (ONE_ROUND), so `attack_ceiling`
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


def draw_guesses(losses, rows, day, *, eta, rng, runs=1000) -> np.ndarray:
    """The best guess among M candidate rows, played: was it right?  Booleans of shape (runs,).

    In each run one row is chosen, the actions are drawn, counted, and the row of the largest likelihood is guessed.
    Arguments as in `guess_success`, any T and K with runs (T - 1 - day) <= 1e8.
    """
    rng, runs = check.generator("rng", rng), check.integer("runs", runs, 1, MOST_DRAWS)
    laws, rows, eta = _base(losses, rows, day, eta)
    if runs * len(laws) > MOST_DRAWS:
        raise ValueError(f"runs must be at most {MOST_DRAWS // len(laws)} for {len(laws)} rounds after the day; got {runs}")
    truth, constant = rng.integers(0, len(rows), runs), _log_normalisers(laws, rows, eta)
    guess = np.empty(runs, dtype=np.int64)
    for c in range(len(rows)):
        which = np.flatnonzero(truth == c)
        if len(which):
            tilted = laws * np.exp(-eta * rows[c])
            actions = draw_actions(tilted / tilted.sum(axis=1, keepdims=True), rng=rng, runs=len(which))
            lost = np.stack([row[actions].sum(axis=1) for row in rows], axis=1)
            guess[which] = np.argmax(-eta * lost - constant, axis=1)
    return guess == truth
