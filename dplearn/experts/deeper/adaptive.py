"""Opponents that look back: losses that depend on the actions that were drawn, and why an expectation is needed.

An opponent is a function `opponent(actions, n_experts) -> losses (n_experts,)` of the tuple of past actions.  Then
the best expert in hindsight is random too, and regret has two readings:

    E[Σ_t l_t(a_t) - min_i L_i(T)]  <=  η T/8 + ln K/η           holds (`play_tree` checks it on whole trees),
    E[Σ_t l_t(a_t)] - min_i L_i(T) on the path that happened      can be nearly T/2 with two experts.

The second is how LN's Theorem 2 reads if its rewards may depend on the past ("sum r_t(i)" on the right side has no
expectation): `first_choice` is a counterexample.  The bound holds on average because round t's law is made of
the losses before t alone: given the past, <p_t, l_t> is a number, the potential argument runs on every path,
and the mean over the draw of a_t is taken last.

`grudge` is the other opponent here: whoever was picked yesterday loses today.  For K = 2 its exact regret comes
from a chain on (difference of the losses, last action).  An opponent that sees only the LAW of the actions (and hits
the heaviest expert, say) knows nothing that is not fixed beforehand: oblivious.

**Neighboring relation.** None: nothing here is private.

References: LN, Theorem 2 and the text above it; Cesa-Bianchi and Lugosi 2006, section 4.1 (non-oblivious opponents).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np
from scipy.special import expit

from ... import _validate as check
from ..hedge import _rate, hedge_probabilities
from ..opponents import expert_count

MOST_PATHS = 2**16  # of a tree that is played out


def grudge(actions: tuple, n_experts: int) -> np.ndarray:
    """Whoever was picked yesterday loses today; nobody loses in the first round.

    `actions` are the picks so far, in 0 .. n_experts - 1, perhaps none.  Returns today's losses, shape (n_experts,).
    """
    actions, n_experts = _past(actions, n_experts)
    losses = np.zeros(n_experts)
    losses[actions[-1:]] = 1
    return losses


def first_choice(actions: tuple, n_experts: int) -> np.ndarray:
    """LN's rewards as losses: all lose in round 1; ever after none does if expert 0 was picked first, else all do.

    Arguments and result as in `grudge`.
    """
    actions, n_experts = _past(actions, n_experts)
    return np.zeros(n_experts) if actions.size and actions[0] == 0 else np.ones(n_experts)


def _past(actions, n_experts):
    most = expert_count(n_experts) - 1
    return check.array("actions", actions, (None,), low=0, high=most, integral=True, allow_empty=True), most + 1


class PlayTree(NamedTuple):
    """All K^T action sequences of a game: `actions` (paths, T), and for each path its probability, Hedge's loss and
    the best expert's loss (in the losses that this path met), shape (paths,).  What the bound is about is the mean
    regret, probability @ (paid - best).
    """

    actions: np.ndarray
    probability: np.ndarray
    paid: np.ndarray
    best: np.ndarray


def play_tree(opponent, T: int, n_experts: int, *, eta) -> PlayTree:
    """Hedge against an opponent that looks back, path by path: brute force.

    Parameters
    ----------
    opponent : function (actions so far, n_experts) -> losses (n_experts,) in [0, 1]
    T, n_experts : ints with n_experts^T <= 65536
    eta : float in [1e-300, 1e300]

    Returns
    -------
    PlayTree with paths in lexicographic order.  Cost: K^T plays of T rounds.
    """
    opponent, eta = check.function("opponent", opponent), _rate(eta)
    T, n_experts = check.integer("T", T, 1, 64), expert_count(n_experts)
    if n_experts**T > MOST_PATHS:
        raise ValueError(f"T must keep n_experts^T at most {MOST_PATHS}; got {n_experts}^{T}")
    rounds, paths = np.arange(T), []
    answer = lru_cache(maxsize=None)(lambda past: np.asarray(opponent(past, n_experts), dtype=float))
    for picked in product(range(n_experts), repeat=T):
        losses = np.array([answer(picked[:t]) for t in rounds])
        law = hedge_probabilities(losses, eta=eta)  # row t looks at rows before t only
        paths.append((picked, law[rounds, picked].prod(), losses[rounds, picked].sum(), losses.sum(axis=0).min()))
    return PlayTree(*map(np.array, zip(*paths)))


def grudge_regret(T: int, eta: float) -> np.ndarray:
    """Expected regret of Hedge with two experts against `grudge` after each of T rounds, exactly: shape (T,).  For
    experiments: unchecked; T² steps of numpy's inner loops.

    Let d = L_0 - L_1 before a round and a yesterday's action.  Today a loses, whatever is picked; tomorrow's d is d + 1
    if a = 0, else d - 1.  So (d, a) is a Markov chain, the expected loss is Pr[a again | d] and the best expert's
    loss is (t - 1 - |d|)/2.  By symmetry only laws with a = 0 are kept: (d, 1) has the probability of (-d, 0).
    """
    d = np.arange(-T, T + 1)
    pick, after = expit(-eta * d), np.abs(d + 1)  # Pr[pick expert 0] where it is d behind; |d| when it has lost again
    law = np.where(d == 0, 0.5, 0)                # of d before the round, together with "yesterday 0 was picked"
    regret, paid = np.zeros(T), 0.0
    for t in range(1, T):
        stay = law * pick
        leave, law[1:] = law - stay, stay[:-1]
        paid += 2 * stay.sum()
        regret[t] = paid - (t - 2 * ((stay + leave) @ after)) / 2
        law[0] = 0
        law[:-1] += leave[-2::-1]
    return regret
