"""Opponents that fix their losses beforehand: five loss sequences, each the answer to a question.

All losses are 0 or 1.  "Halves" are the first ⌈K/2⌉ experts and the rest.

steady       the last expert is always right, the others always wrong: how fast does Hedge find it?
alternating  the two halves lose in turn, the first half first.  Follow-the-leader (ties to the lowest index)
             loses every round, Hedge about half of them.
runaway      the halves take turns, then the last expert runs away: all others lose until the end.  The turns cost
             Hedge almost η/8 a round, the run ln K/η: together nearly all of the sharpened bound at its best η.  The
             length of the run is the one with the largest regret.  For K = 2 no 0/1 sequence does better (below); for
             more experts two refinements are tried (`opponents_engine`), and worse sequences are known, at large η far
             worse ones: nine of ten experts in turn with the tenth cost .45 a round at η = 10, this .25.
drifting     expert 0 is right in the first half of the time, expert 1 in the second, all others are wrong.  The
             best expert loses half of all rounds; so does Hedge, and its regret is small.  Regret compares with ONE
             expert: it is no yardstick where the world drifts.
fair         every loss is an independent fair coin.  No algorithm expects less than T/2, and some expert is lucky:
             the opponent of the lower bound, √(T ln K/2) asymptotically (T → ∞, then K → ∞).

**Why it is the worst for K = 2.**  Let d >= 0 be how far the experts' losses are apart.  If the trailing expert
loses, the regret grows by σ(-ηd) and d by 1; if the leader loses, the regret falls by σ(-ηd) (by what Hedge saved
against it) and d by 1; if both or none lose nothing changes.  So each turn d → d+1 → d gains σ(-ηd) - σ(-η(d+1)), most
at d = 0 because σ(-x) is convex for x >= 0, and the climb to the final d gains Σ_{j<d} σ(-ηj).  Turns at d = 0, then
one climb, and no idle round.  (`worst_of_two` confirms it by dynamic programming.)

`against_the_leader` puts given rounds in an order that is bad for follow-the-leader.

References: LN, section 2; Cesa-Bianchi and Lugosi 2006, sections 2.2 and 3.7 (lower bound).
"""

from __future__ import annotations

import numpy as np

from .. import _validate as check
from .hedge import _rate
from .opponents_engine import MOST_ROUNDS, OPPONENTS, expert_count, plan_of

MOST_ENTRIES = 10**8   # of a loss matrix


def opponent_losses(name: str, T: int, n_experts: int, *, eta=None, rng=None) -> np.ndarray:
    """The loss matrix of an opponent.

    Parameters
    ----------
    name : one of ``OPPONENTS``
    T : int, 1 .. 1e7
    n_experts : int >= 2; the matrix has at most 1e8 entries
    eta : float in [1e-300, 1e300], the learning rate that "runaway" is made against; the others do not need it
    rng : numpy.random.Generator for "fair"; the others draw nothing

    Returns
    -------
    array (T, n_experts) of 0.0 and 1.0
    """
    name, n_experts = check.choice("name", name, OPPONENTS), expert_count(n_experts)
    T = check.integer("T", T, 1, MOST_ROUNDS)
    eta = 1.0 if eta is None and name != "runaway" else _rate(eta)
    if rng is not None or name == "fair":
        rng = check.generator("rng", rng)
    if T * n_experts > MOST_ENTRIES:
        raise ValueError(f"T times n_experts must be at most {MOST_ENTRIES:,}; got {T} x {n_experts}")
    if name == "fair":
        return rng.integers(0, 2, (T, n_experts), dtype=np.int8).astype(float)
    losses, expert = np.zeros((T, n_experts)), np.arange(n_experts)
    if name == "drifting":
        losses[: T // 2] = expert != 0
        losses[T // 2 :] = expert != 1
        return losses
    chase, turns, halving, run = (int(rounds) for rounds in plan_of(name, T, n_experts, eta)[:4])
    first_half = expert < n_experts - n_experts // 2
    losses[:chase, 0] = 1
    losses[chase : chase + turns : 2] = first_half
    losses[chase + 1 : chase + turns : 2] = ~first_half
    number = expert[::-1]  # the last expert's has no bits
    losses[chase + turns : T - run] = number >> np.arange(halving)[:, None] & 1
    losses[T - run :, :-1] = 1
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
