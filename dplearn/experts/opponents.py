"""Opponents that fix their losses beforehand: four loss sequences, each the answer to a question.

All losses are 0 or 1.  "Halves" are the first ⌈K/2⌉ experts and the rest.

steady       the last expert is always right, the others always wrong: how fast does Hedge find it?
alternating  the two halves lose in turn, the first half first.  Follow-the-leader (ties to the lowest index)
             loses every round, Hedge about half of them.
runaway      the halves take turns, then the last expert runs away: all others lose until the end.  The turns cost
             Hedge almost η/8 a round, the run ln K/η: together nearly all of the sharpened bound at its best η.  The
             length of the run is the one with the largest regret.  For K = 2 no 0/1 sequence does better (below); for
             more experts worse ones are known: an odd K makes the halves unequal (K = 3 costs up to a tenth less than
             with the weights evened out first), and at large η nine of ten experts in turn with the tenth cost .45 a
             round at η = 10, this .25.
fair         every loss is an independent fair coin.  No algorithm expects less than T/2, and some expert is lucky:
             the opponent of the lower bound, √(T ln K/2) asymptotically (T → ∞, then K → ∞).

**Why it is the worst for K = 2.**  Let d >= 0 be how far the experts' losses are apart.  If the trailing expert
loses, the regret grows by σ(-ηd) and d by 1; if the leader loses, the regret falls by σ(-ηd) (by what Hedge saved
against it) and d by 1; if both or none lose nothing changes.  So each turn d → d+1 → d gains σ(-ηd) - σ(-η(d+1)), most
at d = 0 because σ(-x) is convex for x >= 0, and the climb to the final d gains Σ_{j<d} σ(-ηj).  Turns at d = 0, then
one climb, and no idle round.

**Regret without a matrix.**  Against losses that are fixed beforehand round t is lost with some probability q_t, and
the expected regret is Σ q_t - min_i L_i(T).  Turns have two values of q.  In a *run* the same experts lose again and
again: if their weights are e^c times those of the rest at its start, round j = 0, 1, ... is lost with probability
σ(c - ηj), and `run_sum` adds these up.

`against_the_leader` puts given rounds in an order that is bad for follow-the-leader.

References: LN, section 2; Cesa-Bianchi and Lugosi 2006, sections 2.2 and 3.7 (lower bound).
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from scipy.special import betainc, expit

from .. import _validate as check
from .._bounds import go_together, plain

OPPONENTS = {  # in the words of a narrow menu
    "steady": "steady: one is always right",
    "alternating": "alternating: halves lose in turn",
    "runaway": "runaway: turns, then one runs away",
    "fair": "fair: every loss a coin",
}
MOST_ROUNDS, MOST_EXPERTS = 10**7, 10**9
MOST_ENTRIES = 10**8   # of a loss matrix
_STEEP = 0.1           # η from which on the rounds of a run are added one by one
_CERTAIN = 32.0        # log odds at which a round of it is lost for certain


def expert_count(n_experts) -> int:
    """A number of experts >= 2, checked."""
    return check.integer("n_experts", n_experts, 2, MOST_EXPERTS)


def opponent_losses(name: str, T: int, n_experts: int, *, eta=None, rng=None) -> np.ndarray:
    """The loss matrix of an opponent.

    Parameters
    ----------
    name : one of ``OPPONENTS``
    T : int, 1 .. 1e7
    n_experts : int >= 2; the matrix has at most 1e8 entries
    eta : float in [1e-8, 1000], the learning rate that "runaway" is made against; the others do not need it
    rng : numpy.random.Generator for "fair"; the others draw nothing

    Returns
    -------
    array (T, n_experts) of 0.0 and 1.0
    """
    name, n_experts = check.choice("name", name, OPPONENTS), expert_count(n_experts)
    T = check.integer("T", T, 1, MOST_ROUNDS)
    if eta is not None or name == "runaway":
        eta = check.real("eta", eta, 1e-8, 1000)
    if rng is not None or name == "fair":
        rng = check.generator("rng", rng)
    if T * n_experts > MOST_ENTRIES:
        raise ValueError(f"T times n_experts must be at most {MOST_ENTRIES:,}; got {T} x {n_experts}")
    if name == "fair":
        return rng.integers(0, 2, (T, n_experts), dtype=np.int8).astype(float)
    losses = np.ones((T, n_experts))
    losses[:, -1] = 0
    turns = T - int(_run(name, T, n_experts, eta))
    first_half = np.arange(n_experts) < n_experts - n_experts // 2
    losses[:turns:2], losses[1:turns:2] = first_half, ~first_half
    return losses


def against_the_leader(losses) -> np.ndarray:
    """The same rounds in an order that hurts whoever follows the leader: losses (T, K) in [0, 1], rows reordered.

    Next comes always the round, of those left, in which the leader of the moment (ties to the lowest index) loses most
    above the experts' mean; ties to the earlier round.  Every expert's total stays what it was.  Cost: T² steps of
    numpy.
    """
    losses = check.array("losses", losses, (None, None), low=0, high=1)
    left, order, lost, mean = np.arange(len(losses)), [], np.zeros(losses.shape[1]), losses.mean(axis=1)
    while len(left):
        hurt = (losses[left, lost.argmin()] - mean[left]).argmax()
        order.append(left[hurt])
        lost, left = lost + losses[left[hurt]], np.delete(left, hurt)
    return losses[order]


# ---- regret without a matrix -----------------------------------------------------------------------

def run_sum(c, eta, n) -> np.ndarray:
    """Σ_{j<n} σ(c - ηj), the lost rounds of a run of n, for arrays (points,); error 1e-10 + 1e-15 |c|/η.

    By Euler and Maclaurin: the integral, half of the ends, and their first and third derivatives; for η > 0.1, where
    that fails, by adding up the few rounds that are uncertain.
    """
    first, last = expit(c), expit(c - eta * n)
    total = (np.logaddexp(0, c) - np.logaddexp(0, c - eta * n)) / eta
    for s, sign in ((first, 1), (last, -1)):
        v = s * (1 - s)  # σ', and σ''' = v (1 - 6v)
        total += sign * (s / 2 + eta * v / 12 - eta**3 * v * (1 - 6 * v) / 720)
    steep = eta > _STEEP
    if steep.any():
        c, eta, n = c[steep, None], eta[steep, None], n[steep, None]
        certain = np.clip(np.floor((c - _CERTAIN) / eta), 0, n)
        j = certain + np.arange(2 * _CERTAIN / eta.min() + 2)
        total[steep] = (certain + np.where(j < n, expit(c - eta * j), 0).sum(axis=1, keepdims=True))[:, 0]
    return total


def _turn(n_experts, eta):
    """Probabilities that a round is lost when the first half loses, and when the second does after it."""
    first, second = (n_experts + 1) // 2, n_experts // 2
    return first / n_experts, second / (second + first * np.exp(-eta))


def _best_run(T, n_experts, eta):
    """The length s of the run of "runaway", of the parity of T, with the largest regret.

    Two more rounds of the run instead of a turn add σ(x) + σ(x - η) - gain at x = c - ηs, which falls as s grows: the
    best is the first s where this is not above 0.  With u = e^{-x} that is a quadratic equation in u.
    """
    gain, small = sum(_turn(n_experts, eta)) - 1, np.exp(-eta)
    half = (1 + small) * (1 - gain)  # 1/(1 + u) + 1/(1 + u e^η) = gain, times e^{-η}
    u = (half + np.sqrt(half**2 + 4 * gain * (2 - gain) * small)) / (2 * gain)
    s = np.clip(np.ceil((np.log(n_experts - 1) + np.log(u)) / eta), 0, T).astype(np.int64)
    return np.minimum(s + (s + T) % 2, T)


def _run(name, T, n_experts, eta):
    """Rounds of the run at the end of "steady", "alternating" or "runaway"; the halves take turns before it."""
    if name == "runaway":
        return _best_run(T, n_experts, eta)
    return T if name == "steady" else 0 * T


@lru_cache(maxsize=256)
def _survival(T: int):
    """(k₀, Pr[Bin(T, 1/2) > k] for k = k₀, k₀ + 1, ...): all but e^-32 of the law lies within 4√T of T/2 (Hoeffding).
    """
    reach = 4 * np.sqrt(T) + 1
    k = np.arange(max(0, int(T / 2 - reach)), min(T, int(T / 2 + reach) + 1))
    return k[0], betainc(k + 1.0, T - k, 0.5)


def _fair_regret(T: int, n_experts: int) -> float:
    """T/2 - E min of K independent Bin(T, 1/2), E min = Σ_k Pr[Bin(T, 1/2) > k]^K: what fair coins cost ANY algorithm,
    whose choice is made before they fall.
    """
    low, above = _survival(T)
    return T / 2 - low - (above**n_experts).sum()


def regret_at(name: str, T, n_experts: int, eta):
    """Hedge's expected regret at the horizon, without the matrix, for an opponent by its name.

    Parameters
    ----------
    name : one of ``OPPONENTS``
    T : int or array of int, 1 .. 1e7
        The horizon, known to the opponent ("runaway").
    n_experts : int >= 2
    eta : float in [1e-8, 1000], or an array that broadcasts with T

    Returns
    -------
    float, or an array for arrays: CUMULATIVE expected regret after T rounds ("fair": over the opponent's coins too, and
    of any algorithm).

    Notes
    -----
    Error about 1e-10 for η >= 1e-4, and 1e-14/η below.  Cost O(1) for each setting; "fair": some 8 √T values of the
    binomial law for each T, kept for the next call with the same T.
    Source: docstring of `dplearn.experts.opponents`; Cesa-Bianchi and Lugosi 2006, Theorem 3.7 ("fair").
    """
    name, n_experts = check.choice("name", name, OPPONENTS), expert_count(n_experts)
    T = check.array("T", T, low=1, high=MOST_ROUNDS, integral=True)
    eta = check.array("eta", eta, low=1e-8, high=1000)
    if name == "fair":
        regret = np.reshape([_fair_regret(t, n_experts) for t in T.ravel().tolist()], T.shape)
        return plain(go_together(T=regret, eta=eta)[0])
    T, eta = go_together(T=T, eta=eta)
    run = _run(name, T, n_experts, eta)
    turns, (first, second) = T - run, _turn(n_experts, eta)
    in_run = run_sum(np.full(T.size, np.log(n_experts - 1)), eta.ravel(), run.ravel()).reshape(T.shape)
    # the best expert loses every other turn
    return plain((turns + 1) // 2 * first + turns // 2 * (second - 1) + in_run)
