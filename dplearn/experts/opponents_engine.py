"""Engine: Hedge against the opponents of `opponents` without their matrices, any T and K within a slider's time.

Against losses that are fixed beforehand the rounds are independent: round t is lost with some probability q_t, and

    expected regret = Σ q_t - min_i L_i(T),    realised regret = (number of rounds lost) - min_i L_i(T).

The four deterministic opponents are made of *coins*, rounds that share one q_t (two alternating halves have two of
them), and of *runs*, in which the same experts lose again and again.  Tests compare with the matrices.

**A run.**  Let the losers' weights at the start be e^c times the weights of the rest, in total.  Every round multiplies
them by e^{-η}, so round j = 0, 1, ... is lost with probability σ(c - ηj), σ(x) = 1/(1 + e^{-x}).  Mean: Euler and
Maclaurin for η <= 0.2, where the integral is the mix loss -ln(1 - σ(c) (1 - e^{-ηn}))/η and what follows the fourth
correction is below 3e-14 of the sum; else the few terms that are not 0 or 1.  Law: by the q-binomial theorem the number
N of lost rounds has, with ρ = e^{-η},

    Pr[N = k + 1] / Pr[N = k] = e^{c-ηk} (1 - ρ^{n-k}) / (1 - ρ^{k+1}).

The ratios fall, the mean is within 1 of the mode (Darroch 1964), and by Bernstein's inequality all but 2e-16 of the law
lies within √(74 v) + 26 of the mean, v being the variance.

**How `runaway` spends its rounds.**  With W^t = Σ_i e^{-η L_i(t-1)} and q_t the expected loss of round t,

    regret = Σ_t [q_t + ln(W^{t+1}/W^t)/η] + [ln K - ln Σ_i e^{-η (L_i(T) - min L(T))}]/η.

A bracket of the first sum is at most η/8, and close to it when half of the weight loses; the last term is ln K/η when
all but one expert are far behind.  The sharpened bound is attained only by both at once, which no sequence manages: who
runs away takes the weight with him.  The plan, in this order:

1. *chase* (odd K only): expert 0 alone loses for r rounds, which leaves halves of equal weight;
2. *turns*: the halves lose in turn (expert 0 with the first of them);
3. *halving* (many experts, few rounds): in round j the experts whose number, counted from the last one,
   has bit j lose: d = ⌈log2 K⌉ rounds in which about half of the weight loses while the last expert never does;
4. *run*: all but the last expert lose until the end.

Turns (an even number of them before a halving) and run share the rest of the time so that the regret is largest,
exactly; among no chase and no halving, a chase, and a halving the best is taken.  For K = 2 the result is the largest
regret of any 0/1 sequence (`opponents`); for more experts it is the best that we know (among all matrices of at most 18
entries up to 25% more is found, at large η; hill climbing in thirty rounds finds 1%).

**Fair coins.**  Whatever the algorithm, it expects to lose T/2: its choice is made before the coins fall.

References: Andrews, "The Theory of Partitions" (1976), Theorem 3.3; Cesa-Bianchi and Lugosi 2006, section 3.7 (fair
coins).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from scipy.special import betainc, expit, log_expit

from .. import _validate as check
from .._bounds import go_together, plain

OPPONENTS = {  # in the words of a narrow menu
    "steady": "steady: one is always right",
    "alternating": "alternating: halves lose in turn",
    "runaway": "runaway: turns, then one runs away",
    "drifting": "drifting: the best one changes",
    "fair": "fair: every loss a coin",
}
MOST_ROUNDS, MOST_EXPERTS = 10**7, 10**6
_DIRECT = 0.2       # η above it: a sum of at most 76/0.2 terms
_TERMS = 38.0       # e^-38 is less than the last digit


def expert_count(n_experts) -> int:
    """A number of experts >= 2, checked."""
    return check.integer("n_experts", n_experts, 2, MOST_EXPERTS)


# ---- a run ---------------------------------------------------------------------------------------

def _smooth_sum(c, eta, n):
    """Σ_{j<n} σ(c - ηj) for η <= 0.2, by Euler and Maclaurin."""
    first, last = expit(c), expit(c - eta * n)
    short = np.log1p(first * np.expm1(-np.minimum(eta * n, 1)))
    result = (first - last) / 2 - np.where(eta * n < 1, short,
                                           np.logaddexp(log_expit(-c), log_expit(c) - eta * n)) / eta
    for s, sign in ((first, 1), (last, -1)):
        v = s * (1 - s)  # σ', and by it the odd derivatives, times B_2k/(2k)!
        result += sign * eta * v * (1 / 12 - eta**2 * (1 - 6 * v) / 720 + eta**4 * (1 - v * (30 - 120 * v)) / 30240
                                    - eta**6 * (1 - v * (126 - v * (1680 - 5040 * v))) / 1209600)
    return result


def _direct_sum(c, eta, n):
    """The same for η > 0.2: rounds that are lost for certain are counted, the next ones added up."""
    certain = np.minimum(np.maximum(np.ceil((c - _TERMS) / eta), 0), n)
    terms = min(2 * _TERMS / eta.min(), np.max((np.maximum(c, 0) + _TERMS) / eta - certain), n.max())
    j = certain[:, None] + np.arange(terms + 2)
    return certain + np.where(j < n[:, None], expit(c[:, None] - eta[:, None] * j), 0.0).sum(axis=1)


def run_mean(log_odds, eta, rounds) -> np.ndarray:
    """Expected number of lost rounds among `rounds` of a run whose losers start with odds e^log_odds: O(1) for each
    entry.
    """
    c, eta, n = np.broadcast_arrays(*(np.asarray(v, dtype=float) for v in (log_odds, eta, rounds)))
    result, smooth = np.empty(c.shape), eta <= _DIRECT
    for part, rule in ((smooth, _smooth_sum), (~smooth, _direct_sum)):
        if part.any():
            result[part] = rule(c[part], eta[part], n[part])
    return result


def run_law(log_odds: float, eta: float, rounds: int, mean: float) -> tuple[int, np.ndarray]:
    """The law of the number of lost rounds: (k₀, p) with p[i] = Pr[N = k₀ + i], up to 2e-16 in total; `mean` is
    `run_mean` of it.

    Cost O(√v) for a variance v <= min(rounds/4, 1/η + 1/4).
    """
    reach = np.sqrt(74 * min(rounds / 4, 1 / eta + 0.25)) + 26
    low, high = max(0, int(mean - reach)), min(int(rounds), int(mean + reach) + 1)
    k = np.arange(low, high, dtype=float)
    with np.errstate(over="ignore"):
        steps = log_odds - eta * k + np.log(-np.expm1(-eta * (rounds - k))) - np.log(-np.expm1(-eta * (k + 1)))
    log_law = np.concatenate([[0.0], np.cumsum(steps)])
    law = np.exp(log_law - log_law.max())
    return low, law / law.sum()


# ---- plans of turns and runs -----------------------------------------------------------------------

class Plan(NamedTuple):
    """Rounds of the four parts, the log odds at which the run starts, and the regret of it all: arrays of one shape."""

    chase: np.ndarray
    turns: np.ndarray
    halving: np.ndarray
    run: np.ndarray
    log_odds: np.ndarray
    regret: np.ndarray


def _halves(n_experts, eta, chase):
    """The weights of the halves, ⌈K/2⌉ and ⌊K/2⌋ experts, when expert 0 of an odd number has lost `chase` rounds more.
    """
    half = n_experts // 2
    return half + n_experts % 2 * np.exp(-eta * chase), half


def _turn(a, b, eta):
    """(q₁, q₂, gain): the losses of the two rounds of a turn, and q₁ + q₂ - 1 without cancellation."""
    after = b + a * np.exp(-eta)
    return a / (a + b), b / after, a * b * -np.expm1(-eta) / ((a + b) * after)


def _halving(n_experts, eta):
    """(q, c): losses of the halving rounds, a list of arrays, and the log odds against the last expert afterwards.

    An expert whose number i has b(i) bits weighs z^b(i) in the end, z = e^-η.  Before round j the sums of these weights
    over the numbers below 2^j (`block`) and below K mod 2^j (`rest`) tell what everybody weighs, and who has bit j.
    """
    z, q, block, rest, rivals = np.exp(-eta), [], 1.0, 0.0, 0.0
    for j in range((n_experts - 1).bit_length()):
        blocks, bit = n_experts >> j, n_experts >> j & 1
        losing = (blocks >> 1) * block + bit * rest
        q.append(losing / (blocks * block + rest))
        last, rivals = rivals + losing, rivals + block  # of those below 2^(j + 1), less the bit j that they share
        block, rest = block * (1 + z), block + z * rest if bit else rest
    return q, np.log(last) - eta


def _best_run(free, c, gain, eta):
    """The run length s in [0, free], of the parity of `free`, that beats turns the longest.

    Two more rounds of the run instead of a turn add σ(x) + σ(x - η) - gain at x = c - ηs, which falls as s grows: the
    best is the first s where this is not above 0.  With u = e^{-x} that is a quadratic equation in u.
    """
    small = np.exp(-eta)
    half = (1 + small) * (1 - gain)  # 1/(1 + u) + 1/(1 + u e^η) = gain, times e^{-η}
    log_u = np.log(half + np.sqrt(half**2 + 4 * gain * (2 - gain) * small)) - np.log(2 * gain)
    s = np.clip(np.ceil((c + log_u) / eta), 0, free).astype(np.int64)
    return np.minimum(s + (s + free) % 2, free)


def _plan(T, n_experts, eta, *, chase=0, odd=0, halving=False, run=None) -> Plan:
    """A plan with this chase, an odd or even number of turns, perhaps a halving; its run the best one unless given.

    Regret -inf where T is too short for it.
    """
    a, b = _halves(n_experts, eta, chase)
    first, _, gain = _turn(a, b, eta)
    if halving:
        q, odds = _halving(n_experts, eta)
    else:  # the weight of all but the last expert over its own; for K = 2 it has no rival in its own half
        q, odds = (), np.logaddexp(np.log(a) - eta, np.log(b - 1) if b > 1 else -np.inf) if odd else np.log(a + b - 1)
    free = T - chase - odd - len(q)
    run = _best_run(np.maximum(free, 0), odds, gain, eta) if run is None else run
    turns = T - chase - len(q) - run
    regret = turns // 2 * gain + turns % 2 * first + sum(q) + run_mean(odds, eta, run)
    if np.any(chase):
        regret += run_mean(-np.log(n_experts - 1), eta, chase)
    return Plan(*np.broadcast_arrays(chase, turns, len(q), run, odds, np.where(free < 0, -np.inf, regret)))


def _chase_length(T, n_experts, eta):
    """Rounds until expert 0 has weight u = (K - 1)/√(2ηT).

    Turns lose about ηT/8 (u/(K - 1))² to the imbalance of the halves, each round of the chase η/8: the sum is least
    there.
    """
    length = np.log(np.sqrt(2 * eta) * np.sqrt(T) / (n_experts - 1)) / eta
    return np.clip(np.ceil(length), 0, T - 1).astype(np.int64)


def plan_of(name: str, T, n_experts: int, eta) -> Plan:
    """The plan of "steady", "alternating" or "runaway"; T and eta of one shape.  Cost O(1) a setting."""
    T, eta = np.asarray(T, dtype=np.int64), np.asarray(eta, dtype=float)
    if name != "runaway":
        return _plan(T, n_experts, eta, run=T if name == "steady" else 0)
    plans = [_plan(T, n_experts, eta), _plan(T, n_experts, eta, odd=1)]
    if n_experts > 2:
        plans.append(_plan(T, n_experts, eta, halving=True))
    if n_experts % 2:
        plans.append(_plan(T, n_experts, eta, chase=_chase_length(T, n_experts, eta)))
    best = np.argmax([plan.regret for plan in plans], axis=0)
    return Plan(*(np.choose(best, parts) for parts in zip(*plans)))


def _drift(T, n_experts, eta):
    """The two runs of "drifting": (log odds of the losers, rounds) each."""
    first = T // 2
    rivals = np.log(max(n_experts - 2, 1e-300))  # beside expert 0, which is `first` losses ahead; e^-690 for none
    return (np.full(T.shape, np.log(n_experts - 1)), first), (np.logaddexp(eta * first, rivals), T - first)


# ---- fair coins ----------------------------------------------------------------------------------

@lru_cache(maxsize=256)
def _log_survival(T: int):
    """(k₀, ln Pr[Bin(T, 1/2) > k] for k = k₀, k₀ + 1, ...): all but e^-80 of the law lies within √(40 T) of T/2."""
    reach = np.sqrt(40.0 * T) + 1
    k = np.arange(max(0, int(T / 2 - reach)), min(T, int(T / 2 + reach) + 1))
    return k[0], np.log(betainc(k + 1.0, T - k, 0.5))  # bdtrc loses six digits at T = 1e7


def fair_regret(T: np.ndarray, n_experts: int) -> np.ndarray:
    """Expected regret of ANY algorithm against fair coins: T/2 - E min of K independent Bin(T, 1/2).

    E min = Σ_k Pr[Bin(T, 1/2) > k]^K.  Cost: some 12 √T values of the binomial law for each T, kept for the next call
    with the same T; then one exponential each.  Source: the lower bound of Cesa-Bianchi and Lugosi 2006, Theorem 3.7.
    """
    low, logs = zip(*map(_log_survival, T.ravel().tolist()))
    starts = np.cumsum([0, *map(len, logs[:-1])])
    least = low + np.add.reduceat(np.exp(n_experts * np.concatenate(logs)), starts)
    return T / 2 - least.reshape(T.shape)


# ---- the two questions ---------------------------------------------------------------------------

def regret_at(name: str, T, n_experts: int, eta):
    """Hedge's expected regret at the horizon, exactly, for an opponent by its name.

    Parameters
    ----------
    name : one of ``OPPONENTS``
    T : int or array of int, 1 .. 1e7
        The horizon, known to the opponent ("runaway", "drifting").
    n_experts : int >= 2
    eta : float in [1e-300, 1e300], or an array that broadcasts with T

    Returns
    -------
    float, or an array for arrays: CUMULATIVE expected regret after T rounds ("fair": over the opponent's coins too, and
    of any algorithm).

    Notes
    -----
    Relative error about 1e-13 ("drifting": of the expected loss rather than of the regret; "fair": 1e-10).
    Cost O(1) for each setting, "fair": `fair_regret`.  Source: docstring of `dplearn.experts.opponents_engine`.
    """
    name, n_experts = check.choice("name", name, OPPONENTS), expert_count(n_experts)
    T, eta = go_together(T=check.array("T", T, low=1, high=MOST_ROUNDS, integral=True),
                         eta=check.array("eta", eta, low=1e-300, high=1e300))
    if name == "fair":
        return plain(fair_regret(T, n_experts))
    if name == "drifting":
        return plain(sum(run_mean(c, eta, n) for c, n in _drift(T, n_experts, eta)) - T // 2)
    return plain(plan_of(name, T, n_experts, eta).regret)


def draw_regret(name: str, T, n_experts: int, eta, *, rng, runs: int) -> np.ndarray:
    """Realised regret of Hedge at the horizon, drawn from its exact law: array (runs, points), all independent.

    For experiments: unchecked, T and eta arrays (points,), any opponent of `regret_at` but "fair".  Exact up to 1e-15
    in total variation.  Cost O(√T) for each place and O(1) for each run of it.
    """
    T, lost = np.asarray(T, dtype=np.int64), np.zeros((runs, len(T)))
    if name == "drifting":
        parts, best = _drift(T, n_experts, eta), T // 2
    else:
        plan = plan_of(name, T, n_experts, eta)
        first, second, _ = _turn(*_halves(n_experts, eta, plan.chase), eta)
        coins = [((plan.turns + 1) // 2, first), (plan.turns // 2, second)]
        coins += [(np.sign(plan.halving), q) for q in _halving(n_experts, eta)[0]]
        lost += sum(rng.binomial(rounds, q, lost.shape) for rounds, q in coins)
        parts = (np.full(T.shape, -np.log(n_experts - 1)), plan.chase), (plan.log_odds, plan.run)
        best = plan.turns // 2
    for log_odds, rounds in parts:
        mean = run_mean(log_odds, eta, rounds)
        for j in np.flatnonzero(rounds):
            low, law = run_law(log_odds[j], eta[j], rounds[j], mean[j])
            lost[:, j] += low + np.searchsorted(np.cumsum(law)[:-1], rng.random(runs), side="right")
    return lost - best
