"""Hedge against the opponents of `opponents`, without their matrices: any T and K within a slider's time.

Against losses that are fixed beforehand the rounds are independent: round t is lost with some probability q_t, and

    expected regret = Σ q_t - min_i L_i(T),    realised regret = (number of rounds lost) - min_i L_i(T).

The four deterministic opponents are made of *coins*, rounds that share one q_t (two alternating halves have two
of them), and of *runs*, in which the same experts lose again and again (`_runs`: closed form of the mean; the
law is q-binomial).  So the number of rounds lost is a sum of a few binomial and q-binomial variables.

**Fair coins.**  Whatever the algorithm, it expects to lose T/2: its choice is made before the coins fall.  Hence

    E regret = T/2 - E min of K independent Bin(T, 1/2) = Σ_{k < T/2} (1 - S(k)^K) - Σ_{T/2 <= k < T} S(k)^K

(for even T; half a unit less for odd T), with S(k) = Pr[Bin(T, 1/2) > k].  All but e^-80 of the law lies
within √(40 T) of T/2.  Realised regret depends on the path of all coins, no closed form is known to us: it is
simulated, coin by coin, for as many rounds as time allows.

**Neighboring relation.** None: nothing here is private.

References: Cesa-Bianchi and Lugosi 2006, section 3.7 (fair coins); the rest is worked out here and in `_runs`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from .. import _validate as check
from .._binomial import log_binomial
from .._bounds import go_together, plain
from ._runs import run_law, run_mean
from .hedge import LARGEST_ETA
from ._worst import halves, halving_odds, turn_odds, turns_regret, worst_plan
from .opponents import LEAST_ETA, MOST_ROUNDS, OPPONENTS, expert_count

MOST_COINS = 2 * 10**7  # tossed by one call of draw_regret against "fair"
MOST_RUNS = 10**7   # of all points together
_AT_ONCE = 10**6    # coins held in memory (or one run of them)


# ---- opponents made of coins and runs ------------------------------------------------------------

class _Play(NamedTuple):
    """What Hedge meets: coins (rounds, q), runs (log odds of the losers, rounds), min_i L_i(T), the expected regret."""

    coins: tuple
    runs: tuple
    best: np.ndarray
    regret: np.ndarray


def _steady(T, n_experts, eta) -> _Play:
    c = np.full(T.shape, np.log(n_experts - 1))
    return _Play((), ((c, T),), np.zeros_like(T), run_mean(c, eta, T))


def _drifting(T, n_experts, eta) -> _Play:
    first, second = T // 2, T - T // 2
    rivals = np.log(max(n_experts - 2, 1e-300))  # beside expert 0, which is `first` losses ahead; e^-690 for none
    runs = (np.full(T.shape, np.log(n_experts - 1)), first), (np.logaddexp(eta * first, rivals), second)
    return _Play((), runs, first, sum(run_mean(c, eta, n) for c, n in runs) - first)


def _turns(turns, a, b, eta):
    """The coins of alternating rounds: first and second ones."""
    first, second, _ = turn_odds(a, b, eta)
    return ((turns + 1) // 2, first), (turns // 2, second)


def _alternating(T, n_experts, eta) -> _Play:
    a, b = halves(n_experts, eta, 0)
    return _Play(_turns(T, a, b, eta), (), T // 2, turns_regret(T, a, b, eta))


def _worst(T, n_experts, eta) -> _Play:
    plan = worst_plan(T, n_experts, eta)
    coins = _turns(plan.turns, *halves(n_experts, eta, plan.chase), eta)
    if plan.halving.any():
        coins += tuple((np.sign(plan.halving), q) for q in halving_odds(n_experts, eta)[0])
    runs = (np.full(T.shape, -np.log(n_experts - 1)), plan.chase), (plan.log_odds, plan.run)
    return _Play(coins, runs, plan.turns // 2, plan.regret)


_PLAYS = {"steady": _steady, "alternating": _alternating, "worst": _worst, "drifting": _drifting}


# ---- fair coins ----------------------------------------------------------------------------------

@lru_cache(maxsize=256)
def _log_survival(T: int):
    """ln Pr[Bin(T, 1/2) > k] for the k of the window, and how many of them are below T/2."""
    reach = np.sqrt(40.0 * T) + 1
    k = np.arange(max(0, int(T / 2 - reach)), min(T, int(T / 2 + reach) + 1) + 1)
    mass = np.exp(log_binomial(k, T, 0.5))
    above = np.cumsum(mass[::-1])[::-1][1:]  # Pr[Bin > k], digits kept in the upper tail
    below = np.minimum(np.cumsum(mass)[:-1], 0.5)
    logs = np.where(below < 0.5, np.log1p(-below), np.log(above))
    logs.flags.writeable = False
    return logs, int((2 * k[:-1] < T).sum())


def fair_regret(T, n_experts: int):
    """Expected regret of ANY algorithm against fair coins: T/2 - E min of K independent Bin(T, 1/2).

    Parameters
    ----------
    T : int or array of int, 1 .. 1e7
    n_experts : int >= 2

    Returns
    -------
    float, or an array for arrays; relative error about 1e-10 (of the binomial law at T = 1e6).

    Notes
    -----
    Cost: some 12 √T values of the binomial law for each T, kept for the next call with the same T; then one
    exponential each.  Source: the lower bound of Cesa-Bianchi and Lugosi 2006, Theorem 3.7.
    """
    T, n_experts = _horizons(T), expert_count(n_experts)
    flat = T.ravel()
    windows = [_log_survival(t) for t in flat.tolist()]
    ends = np.cumsum([logs.size for logs, _ in windows])
    starts = np.concatenate([[0], ends[:-1]])
    terms = -np.exp(n_experts * np.concatenate([logs for logs, _ in windows]))
    for start, (logs, below) in zip(starts, windows):
        terms[start : start + below] = -np.expm1(n_experts * logs[:below])
    # For odd T the sum over k < T/2 has (T + 1)/2 terms, half a unit more than T/2.
    value = np.add.reduceat(terms, starts) - 0.5 * (flat % 2)
    return plain(value.reshape(T.shape))


def _draw_fair(T, n_experts, eta, rng, runs):
    """Realised regret from tossed coins; the places of one run share its coins."""
    regret = np.empty((runs, T.size))
    rates, group = np.unique(eta, return_inverse=True)
    longest = int(T.max())
    step = max(1, _AT_ONCE // (longest * n_experts))
    for first in range(0, runs, step):
        part = slice(first, min(first + step, runs))
        size = part.stop - first
        coins = rng.integers(0, 2, (n_experts, size, longest), dtype=np.int8)
        lag = np.zeros((n_experts, size, longest + 1), dtype=np.int32)
        np.cumsum(coins, axis=2, out=lag[:, :, 1:])
        best = lag.min(axis=0)
        lag -= best
        luck, ladder = rng.random((size, longest)), np.arange(int(lag.max()) + 1)
        for g, rate in enumerate(rates):
            columns = np.flatnonzero(group == g)
            last = int(T[columns].max())
            weight = np.exp(-rate * ladder)[lag[:, :, :last]]
            lost = luck[:, :last] * weight.sum(axis=0) < np.einsum("krt,krt->rt", weight, coins[:, :, :last])
            regret[part, columns] = np.cumsum(lost, axis=1)[:, T[columns] - 1] - best[:, T[columns]]
    return regret


# ---- the two questions ---------------------------------------------------------------------------

def _horizons(T) -> np.ndarray:
    return check.array("T", T, low=1, high=MOST_ROUNDS, integral=True)


def _settings(name, T, n_experts, eta):
    """Checked arguments, T and eta as arrays of one shape."""
    name, T, n_experts = check.choice("name", name, OPPONENTS), _horizons(T), expert_count(n_experts)
    eta = check.array("eta", eta, low=LEAST_ETA, high=LARGEST_ETA)
    T, eta = go_together(T=T, eta=eta)
    return name, T, n_experts, eta


def regret_at(name: str, T, n_experts: int, eta):
    """Hedge's expected regret at the horizon, exactly, for an opponent by its name.

    Parameters
    ----------
    name : one of ``OPPONENTS``
    T : int or array of int, 1 .. 1e7
        The horizon, known to the opponent ("worst", "drifting").
    n_experts : int >= 2
    eta : float in [1e-300, 1e300], or an array that broadcasts with T

    Returns
    -------
    float, or an array for arrays: CUMULATIVE expected regret after T rounds ("fair": over the opponent's coins too).

    Notes
    -----
    Relative error about 1e-13 ("drifting": of the expected loss rather than of the regret; "fair": 1e-10).
    Cost O(1) for each setting, "fair": `fair_regret`.  Source: module docstring.
    """
    name, T, n_experts, eta = _settings(name, T, n_experts, eta)
    if name == "fair":
        return fair_regret(T, n_experts)
    return plain(_PLAYS[name](T, n_experts, eta).regret)


def draw_regret(name: str, T, n_experts: int, eta, *, rng, runs: int = 1) -> np.ndarray:
    """Realised regret of Hedge at the horizon, drawn from its exact law.

    Parameters
    ----------
    name, T, n_experts, eta : as in `regret_at`; T and eta scalars or of shape (points,)
        "fair" tosses runs × max T × K coins, at most 2e7.
    rng : numpy.random.Generator
    runs : int >= 1, runs times points at most 1e7

    Returns
    -------
    array (runs, points), runs independent.  Places of one run are independent of each other, but against
    "fair" they are the beginnings of one sequence of coins.

    Notes
    -----
    The law is exact up to 1e-15 in total variation.  Cost O(√T) for each place and O(1) for each run of it;
    "fair": some 6 ns for each coin, and for each coin again at every different η.
    """
    name, T, n_experts, eta = _settings(name, T, n_experts, eta)
    rng, runs = check.generator("rng", rng), check.integer("runs", runs, 1, MOST_RUNS)
    if T.ndim > 1:
        raise ValueError(f"T and eta must be scalars or of shape (points,); got shape {T.shape}")
    T, eta = np.atleast_1d(T, eta)
    if runs * T.size > MOST_RUNS:
        raise ValueError(f"runs must be at most {MOST_RUNS:,} for all points together; got {runs} x {T.size}")
    if name == "fair":
        if runs * int(T.max()) * n_experts > MOST_COINS:
            raise ValueError(f"T must keep runs x T x n_experts at most {MOST_COINS:,} coins; "
                             f"got {runs} x {T.max()} x {n_experts}")
        return _draw_fair(T, n_experts, eta, rng, runs)
    play = _PLAYS[name](T, n_experts, eta)
    lost = sum((rng.binomial(rounds, q, (runs, T.size)) for rounds, q in play.coins), np.zeros((runs, T.size)))
    for log_odds, rounds in play.runs:
        mean = run_mean(log_odds, eta, rounds)
        for j in np.flatnonzero(rounds):
            low, law = run_law(log_odds[j], eta[j], rounds[j], mean[j])
            lost[:, j] += low + np.searchsorted(np.cumsum(law)[:-1], rng.random(runs), side="right")
    return lost - play.best
