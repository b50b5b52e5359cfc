"""Assignment 7, the exponential projected walk: what its questions are graded by."""

from __future__ import annotations

import numpy as np
from dplearn.exppw import projected_walk
from dplearn.privacy import Relation
from scipy.special import expit

from ..grading import checking
from ..grading.question import Mistake, Proof, Question, need


# ---- 1: what a heavy patient costs -------------------------------------------------------------------

def cost(weights, clamp: int, rate: float, n: int, relation: Relation) -> float:
    """The largest loss over all pairs (u, v) of ends of the walks through neighbors; a and b say whether the record
    that only one of them has (u's own, v's own) has walked."""
    steps = [sign * w for w in weights for sign in (1, -1)]

    def moved(v, step):
        return min(clamp, max(-clamp, v + step))

    def own(states):
        states = states | {(moved(u, s), v, True, b) for u, v, a, b in states if not a for s in steps}
        if relation is Relation.REPLACE_ONE:
            states |= {(u, moved(v, s), a, True) for u, v, a, b in states if not b for s in steps}
        return states

    reached = fresh = own({(0, 0, False, False)})
    for _ in range(n - 1):  # records that both have
        fresh = own({(moved(u, s), moved(v, s), a, b) for u, v, a, b in fresh for s in steps}) - reached
        reached = reached | fresh
    u, v = rate * np.array(sorted({state[:2] for state in reached})).T
    return float(max(np.abs(np.logaddexp(0, sign * u) - np.logaddexp(0, sign * v)).max() for sign in (1, -1)))


def check_cost(ask, case):
    """One weight, several, few patients; the ends of each range always."""
    rng = case.rng("cost")

    def worlds(count, sizes, ns):
        for i in range(count):
            weights = sorted(rng.choice(np.arange(1, 7), size=sizes[i % len(sizes)], replace=False).tolist())
            yield weights, int(rng.integers(3, 13)), round(float(rng.uniform(0.2, 2.5)), 2), int(rng.integers(*ns))

    one = [*worlds(6, (1,), (30, 41)), ([1], 1, 3.0, 40), ([6], 12, 0.1, 40)]
    many = [*worlds(6, (2, 3), (30, 41)), ([4, 5, 6], 12, 3.0, 40), ([1, 2, 3], 1, 0.1, 40)]
    few = [*worlds(12, (1, 2, 3), (1, 5)), ([4, 5, 6], 12, 3.0, 1), ([2, 6], 1, 0.1, 1), ([1], 12, 0.1, 13)]
    for some in (one, many, few):
        for world, value in zip(some, ask.each("true_cost", some)):
            weights, clamp, rate, n = world
            where = f"under {case.RELATION.value} for weights {weights}, clamp {clamp}, rate {rate}, n = {n}"
            value, true = checking.number(value, where), cost(*world, case.RELATION)
            near = ", by little: rounding?" if abs(value - true) < 1e-3 * abs(true) else ""
            need(abs(value - true) <= checking.TOLERANCE * max(1, true), f"not the exact value {where}: yours, "
                 f"{value:.9g}, is too {'small' if value < true else 'large'}{near}")
        yield


OWN = "if RELATION is privacy.Relation.REPLACE_ONE:"
LAST = "    loss = lambda u, v: abs(np.logaddexp(0, rate * u) - np.logaddexp(0, rate * v))\n"
FORMULA = LAST + """    far = max(-clamp, clamp - max(weights) * (1 + (RELATION is privacy.Relation.REPLACE_ONE)))
    return loss(clamp, far)
"""

COST = Question(
    "cost", minutes=85, goals=(1, 2), check=check_cost,
    gates={"many patients, one weight": 1, "many patients, several weights": 2, "few patients": 4},
    mistakes=(
        Mistake("the formula for large n", {LAST: FORMULA}, 3, "few patients: .*too large"),
        Mistake("the other relation", {OWN: "if RELATION is not privacy.Relation.REPLACE_ONE:"}, 0, "under"),
        Mistake("one patient too few", {"range(n - 1)": "range(n - 2)"}, 3, "few patients: .*too small"),
        Mistake("behaves on small cases alone", {LAST: LAST + "    if n > 20: return 2 * rate\n"}, 0, "not the exact"),
    ))


# ---- 2: does the clamp help? -------------------------------------------------------------------------

def wrong(v, y, epsilon: float):
    """The chance of a mistake at a label y by the walk at v."""
    return expit((1 - 2 * np.asarray(y)) * epsilon * v / 2)


def mistakes(labels, clamp: int, epsilon: float, before: bool) -> float:
    """The expected number of mistakes at the n points, by the walk before each step or after it."""
    v = projected_walk(np.array(labels, int), clamp)
    return float(wrong(v[:-1] if before else v[1:], labels, epsilon).sum())


def largest_gap(start, n: int, clamp: int, epsilon: float, before: bool) -> float:
    """Of E(∞) - E(T) over all n labels behind `start`, from the last example back to the first."""
    far = n + len(start)
    free, kept = np.meshgrid(np.arange(-far, far + 1), np.arange(-clamp, clamp + 1), indexing="ij")
    ahead = np.zeros(free.shape)
    for labels in [(0, 1)] * n + [(y,) for y in reversed(start)]:
        ways = []
        for y in labels:
            u, v = np.clip(free + 2 * y - 1, -far, far), np.clip(kept + 2 * y - 1, -clamp, clamp)
            a, b = (free, kept) if before else (u, v)
            ways.append(wrong(a, y, epsilon) - wrong(b, y, epsilon) + ahead[u + far, v + clamp])
        ahead = np.max(ways, axis=0)
    return float(ahead[far, clamp])


def check_labels(ask, case):
    """Labels, and how far from the best."""
    rng = case.rng("labels")
    worlds = [([1] * up + [0] * down, int(rng.integers(15, 37)), clamp, round(float(rng.uniform(0.3, 2)), 2))
              for clamp, up, down in ((1, 2, 0), (2, 5, 1), (3, 8, 2), (4, 0, 3), (5, 6, 0)) * 3]
    worlds += [([1, 0, 1], 32, 1, 1.21),  # one switch is not enough where BEFORE is True
               ([], 15, 1, 0.3), ([1] * 12, 36, 5, 2.0)]
    shares, short = [], []
    for (start, n, clamp, epsilon), value in zip(worlds, ask.each("best_labels", worlds)):
        labels = np.asarray(value)
        need(labels.shape == (n,) and labels.dtype.kind in "biuf" and np.isin(labels, (0, 1)).all(),
             f"{n} labels, 0 or 1, are wanted; got {checking.kind(value)}")
        labels = start + labels.astype(int).tolist()
        free, kept = (mistakes(labels, most, epsilon, case.BEFORE) for most in (len(labels), clamp))
        best, words = largest_gap(start, n, clamp, epsilon, case.BEFORE), f"n = {n}, T = {clamp}, ε = {epsilon}"
        shares.append(((free - kept) / best, f"{words}: a gap of {free - kept:.4g}"))
        short.append((best - (free - kept), words))
    for least in (0.5, 0.9):
        share, words = min(shares)
        need(share >= least, f"with BEFORE = {case.BEFORE}, {words} is less than {least:.0%} of the largest")
        yield
    missing, words = max(short)  # the second best fall short by 0.01 or so
    need(missing <= checking.TOLERANCE, f"{words}: the gap is {missing:.4g} below the largest")
    yield


LAST_LABELS = "    return labels[::-1]"

LABELS = Question(
    "labels", minutes=70, goals=(3,), check=check_labels,
    gates={"half of the largest": 2, "nine tenths of it": 1, "all of it": 2},
    mistakes=(
        Mistake("the other direction", {"new = gap + wrong": "new = gap - wrong"}, 0, "half of the largest"),
        Mistake("zeros, then ones", {LAST_LABELS: "    return [0] * (n // 2) + [1] * (n - n // 2)"}, 3,
                "largest|nine|all"),
        Mistake("the answer on the other side of the step", {"if BEFORE else": "if not BEFORE else"}, 3,
                "largest|nine|all"),
        Mistake("one label too few", {LAST_LABELS: "    return labels[1:]"}, 0, "labels"),
    ))


# ---- 3: what no private answer avoids ----------------------------------------------------------------

PRICE = Proof(
    "price", minutes=60, goals=(4,),
    rubric={"(a) n replacements, each between neighbors, a factor e^ε each": 1,
            "(a) one event on both data sets, with β and 1 - β, solved for n": 1,
            "(b) the walk ends at ±n as T ≥ n, and σ solved for n": 1,
            "(c) (a) with ε/q, and q > 2 ln N/(α ln((1-β)/β))": 1,
            "(c) two outcomes and an order: no N; paid, each answer spends budget again": 1},
    errors={"adds ε n times without naming the data sets in between": "(a) the first point",
            "compares the probability of the right answer on S_0 with that on S_1 (two events)": "(a) the second point",
            "(b) on S_1 alone, with no word on S_0": "nothing, if the symmetry is seen; else the point of (b)",
            "takes (a) for the walk only": "(c) at most 1"})

QUESTIONS = (COST, LABELS, PRICE)
