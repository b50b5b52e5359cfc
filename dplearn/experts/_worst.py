"""The opponent `worst`: how it spends its rounds, and what Hedge's regret is then, in closed form.

Where does regret come from?  With W^t = Σ_i e^{-η L_i(t-1)} and q_t the expected loss of round t,

    regret = Σ_t [q_t + ln(W^{t+1}/W^t)/η] + [ln K - ln Σ_i e^{-η (L_i(T) - min L(T))}]/η.

A bracket of the first sum is at most η/8, and close to it when half of the weight loses; the last term is
ln K/η when all but one expert are far behind.  The sharpened bound is attained only by both at once, which no
sequence manages: who runs away takes the weight with him.  The plan, in this order:

1. *chase* (odd K only): expert 0 alone loses for r rounds, which leaves halves of equal weight;
2. *turns*: the halves lose in turn (expert 0 with the first of them);
3. *halving* (many experts, few rounds): in round j the experts whose number, counted from the last one,
   has bit j lose: d = ⌈log2 K⌉ rounds in which about half of the weight loses while the last expert never does;
4. *run*: all but the last expert lose until the end.

Turns (an even number of them before a halving) and run share the rest of the time so that the regret is largest,
exactly; among no chase and no halving, a
chase, and a halving the best is taken.  For K = 2 the result is the largest regret of any 0/1 sequence
(docstring of `opponents`); for more experts and rounds it is the best that we know (among all matrices of
at most 18 entries up to 25% more is found, at large η; hill climbing in thirty rounds finds 1%: `search`).

Private to the package; arguments are checked by the callers.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ._runs import run_mean


class Plan(NamedTuple):
    """Rounds of the four parts, the log odds at which the run starts, and the regret of it all: arrays of one shape."""

    chase: np.ndarray
    turns: np.ndarray
    halving: np.ndarray
    run: np.ndarray
    log_odds: np.ndarray
    regret: np.ndarray


def halves(n_experts: int, eta, chase) -> tuple[np.ndarray, np.ndarray]:
    """The weights of the halves, ⌈K/2⌉ and ⌊K/2⌋ experts, when expert 0 of an odd number has lost `chase` rounds more."""
    half = n_experts // 2
    extra = np.exp(-eta * chase) if n_experts % 2 else np.zeros(np.shape(eta))
    return half + extra, half


def turn_odds(a, b, eta):
    """(q₁, q₂, gain): the losses of the two rounds of a turn, and q₁ + q₂ - 1 without cancellation."""
    after = b + a * np.exp(-eta)
    return a / (a + b), b / after, a * b * -np.expm1(-eta) / ((a + b) * after)


def turns_regret(turns, a, b, eta):
    """Expected regret of alternating rounds, their last one unanswered if their number is odd."""
    first, _, gain = turn_odds(a, b, eta)
    return turns // 2 * gain + turns % 2 * first


def _rivals(turns, a, b, eta):
    """ln of the weight of all but the last expert over its own, after so many alternating rounds."""
    with np.errstate(divide="ignore"):  # K = 2: no rival in the last expert's own half
        odd = np.logaddexp(np.log(a) - eta, np.log(b - 1.0))
    return np.where(turns % 2, odd, np.log(a + b - 1))


@lru_cache(maxsize=64)
def _bit_counts(n_experts: int):
    """Tables (d, d + 1): how many numbers below K have l bits among the lowest j: all of them, and those with bit j."""
    number = np.arange(n_experts)
    d = (n_experts - 1).bit_length()
    low = [np.bitwise_count(number & (2**j - 1)) for j in range(d)]
    every = np.array([np.bincount(level, minlength=d + 1) for level in low])
    losing = np.array([np.bincount(level[number >> j & 1 == 1], minlength=d + 1) for j, level in enumerate(low)])
    return every, losing, np.bincount(np.bitwise_count(number), minlength=d + 1)


def halving_odds(n_experts: int, eta) -> tuple[np.ndarray, np.ndarray]:
    """(q, c): losses of the halving rounds, shape (d, *eta.shape), and the log odds against the last expert afterwards."""
    every, losing, final = _bit_counts(n_experts)
    levels = np.exp(-eta * np.arange(final.size).reshape(-1, *[1] * np.ndim(eta)))
    weight = np.tensordot(every, levels, 1)
    return np.tensordot(losing, levels, 1) / weight, np.log(np.tensordot(final[1:], levels[:-1], 1)) - eta


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


def _finish(T, n_experts, eta, chase, odd) -> Plan:
    """The best plan without halving after a given chase, its turns an odd or even number."""
    a, b = halves(n_experts, eta, chase)
    c, free = _rivals(odd, a, b, eta), T - chase - odd
    run = _best_run(free, c, turn_odds(a, b, eta)[2], eta)
    turns = T - chase - run
    chased = run_mean(-np.log(n_experts - 1), eta, chase) if chase.any() else 0.0
    return Plan(chase, turns, np.zeros_like(T), run, c, chased + turns_regret(turns, a, b, eta) + run_mean(c, eta, run))


def _with_halving(T, n_experts, eta) -> Plan:
    """The best plan with halving and an even number of turns; regret -inf where T is too short for it."""
    q, c = halving_odds(n_experts, eta)
    a, b = halves(n_experts, eta, 0)
    free = np.maximum(T - len(q), 0)
    run = _best_run(free, c, turn_odds(a, b, eta)[2], eta)
    regret = turns_regret(free - run, a, b, eta) + q.sum(axis=0) + run_mean(c, eta, run)
    return Plan(np.zeros_like(T), free - run, np.full_like(T, len(q)), run, c,
                np.where(T < len(q), -np.inf, regret))


def _chase_length(T, n_experts, eta):
    """Rounds until expert 0 has weight u = (K - 1)/√(2ηT).

    Turns lose about ηT/8 (u/(K - 1))² to the imbalance of the halves, each round of the chase η/8: the sum is least there.
    """
    with np.errstate(over="ignore"):
        length = np.log(np.sqrt(2 * eta) * np.sqrt(T) / (n_experts - 1)) / eta
    return np.clip(np.ceil(length), 0, T - 1).astype(np.int64)


def worst_plan(T, n_experts: int, eta) -> Plan:
    """The opponent's plan for T rounds against Hedge with rate eta; T and eta arrays of one shape.  Cost O(1) a setting."""
    T, eta = np.asarray(T, dtype=np.int64), np.asarray(eta, dtype=float)
    zero = np.zeros_like(T)
    plans = [_finish(T, n_experts, eta, zero, odd) for odd in (0, 1)]
    if n_experts > 2:
        plans.append(_with_halving(T, n_experts, eta))
    if n_experts % 2:
        plans.append(_finish(T, n_experts, eta, _chase_length(T, n_experts, eta), 0))
    best = plans[0]
    for plan in plans[1:]:
        better = plan.regret > best.regret
        best = Plan(*(np.where(better, new, old) for new, old in zip(plan, best)))
    return best
