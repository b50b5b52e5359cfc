"""Assignment 7, the exponential projected walk: what its questions are graded by."""

from __future__ import annotations

import itertools
import math

import numpy as np
from dplearn.privacy import Relation

from ..grading import checking
from ..grading.question import Mistake, Proof, Question, need


def sigma(z):
    """1/(1 + e^-z)."""
    return 1 / (1 + np.exp(-z))


def _close(values, truths, where, off: float = 1e-9) -> None:
    """Numbers near the true ones; `where` says for which arguments."""
    for value, true, which in zip(values, truths, where):
        need(not isinstance(value, (str, dict)) and np.ndim(value) == 0, f"a number is wanted {which}")
        value = float(value)
        need(math.isfinite(value), f"a finite number is wanted {which}; got {value}")
        near = ", by little: rounding?" if abs(value - true) < 1e-3 * abs(true) else ""
        need(abs(value - true) <= off, f"not the exact value {which}: yours, {value:.12g}, is "
                                       f"too {'small' if value < true else 'large'}{near}")


# ---- 1: what a heavy patient costs -------------------------------------------------------------------

def cost(weights, clamp: int, rate: float, n: int, relation: Relation) -> float:
    """The largest loss over all pairs of ends of the walks through neighbors: reached[a, b, u, v], where a and b say
    whether the record that only one of them has (u's own, v's own) has walked."""
    ends = np.arange(-clamp, clamp + 1)
    moves = [np.clip(ends + sign * w, -clamp, clamp) + clamp for w in weights for sign in (1, -1)]
    reached = np.zeros((2, 2, ends.size, ends.size), bool)
    reached[0, 0, clamp, clamp] = True

    def own(now):
        for to in moves:
            for b in range(2):
                np.logical_or.at(now[1, b], to, now[0, b].copy())
        for to in moves if relation is Relation.REPLACE_ONE else ():
            for a in range(2):
                np.logical_or.at(now[a, 1].T, to, now[a, 0].T.copy())
        return now

    reached = own(reached)
    for _ in range(n - 1):
        after = reached.copy()
        for to in moves:
            u, v = np.meshgrid(to, to, indexing="ij")
            for a, b in itertools.product(range(2), repeat=2):
                np.logical_or.at(after[a, b], (u, v), reached[a, b])
        after = own(after)
        if (after == reached).all():
            break
        reached = after
    u, v = (ends[i] for i in np.nonzero(reached.any(axis=(0, 1))))
    yes = np.logaddexp(0, -rate * u) - np.logaddexp(0, -rate * v)
    no = np.logaddexp(0, rate * u) - np.logaddexp(0, rate * v)
    return float(max(np.abs(yes).max(), np.abs(no).max()))


def check_cost(ask, case):
    """One weight, several, few patients."""
    rng = case.rng("cost")

    def worlds(count, sizes, ns):
        for i in range(count):
            weights = sorted(rng.choice(np.arange(1, 7), size=sizes[i % len(sizes)], replace=False).tolist())
            yield weights, int(rng.integers(3, 13)), round(float(rng.uniform(0.2, 2.5)), 2), int(rng.integers(*ns))

    many = [*worlds(6, (2, 3), (30, 41)), (case.WEIGHTS, 12, case.RATE, 40)]
    few = [*worlds(10, (1, 2, 3), (1, 5)), ([1], 12, 1.0, 3), ([3], 10, 0.5, 3), ([5], 12, 0.5, 2),
           ([1], 12, 0.5, 8), ([1], 10, 0.3, 7)]
    for some in (list(worlds(6, (1,), (30, 41))), many, few):
        _close(ask.each("true_cost", some), [cost(*world, case.RELATION) for world in some],
               [f"under {case.RELATION.value} for weights {w}, clamp {t}, rate {r}, n = {n}" for w, t, r, n in some])
        yield


OWN = "if RELATION is privacy.Relation.REPLACE_ONE:"
LAST = "    loss = lambda u, v: abs(np.logaddexp(0, rate * u) - np.logaddexp(0, rate * v))\n"
FORMULA = LAST + """    far = max(-clamp, clamp - {} * (1 + (RELATION is privacy.Relation.REPLACE_ONE)))
    return loss(clamp, far)
"""

COST = Question(
    "cost", minutes=85, goals=(1, 2), check=check_cost,
    gates={"many patients, one weight": 1, "many patients, several weights": 2, "few patients": 4},
    mistakes=(
        Mistake("the formula for large n", {LAST: FORMULA.format("max(weights)")}, 3, "few patients: .*too large"),
        Mistake("the formula from six patients on",
                {LAST: FORMULA.format("max(weights)").replace("    return", "    if n > 5:\n        return")}, 3,
                "few patients: .*too large"),
        Mistake("the lightest patient", {LAST: FORMULA.format("min(weights)")}, 1, "too small"),
        Mistake("as if all weights were 1", {LAST: FORMULA.format("1")}, 0, "too small"),
        Mistake("the bound, not the loss", {LAST: LAST + "    return rate * max(weights) * (1 + (RELATION is "
                                            "privacy.Relation.REPLACE_ONE))\n"}, 0, "too large"),
        Mistake("the other relation", {OWN: "if RELATION is not privacy.Relation.REPLACE_ONE:"}, 0, "under"),
        Mistake("no clamp", {"min(clamp, max(-clamp, v + step))": "max(-40, min(40, v + step))"}, 0, "too large"),
        Mistake("one patient too many", {"range(n - 1)": "range(n)"}, 3, "few patients: .*too large"),
        Mistake("one patient too few", {"range(n - 1)": "range(n - 2)"}, 3, "few patients: .*too small"),
        Mistake("half the rate, as in the lecture", {"rate * u": "rate / 2 * u", "rate * v": "rate / 2 * v"}, 0,
                "too small"),
        Mistake("the shown constants", {"    steps = [": "    weights, rate = WEIGHTS, RATE\n    steps = ["}, 0,
                "not the exact"),
        Mistake("behaves on small cases alone", {LAST: LAST + "    if n > 20: return 2 * rate\n"}, 0, "not the exact"),
    ))


# ---- 2: random keys ----------------------------------------------------------------------------------

def keyed(x, y, query: float, clamp: int, query_key: bool) -> np.ndarray:
    """The law of the end, by the chance that exactly i of the ones of a place are among the j that have walked."""
    law = {0: 1.0}

    def step(v, up):
        return min(clamp, max(-clamp, v + (1 if up else -1)))

    for place in sorted({a for a in x if a <= query}):
        labels = [b for a, b in zip(x, y) if a == place]
        now, seen = {(v, sum(labels)): p for v, p in law.items()}, [law]
        for left in range(len(labels), 0, -1):
            after: dict = {}
            for (v, ones), p in now.items():
                for up, ways in ((True, ones), (False, left - ones)):
                    if ways:
                        to = step(v, up), ones - up
                        after[to] = after.get(to, 0.0) + p * ways / left
            now, total = after, {}
            for (v, _), p in now.items():
                total[v] = total.get(v, 0.0) + p
            seen.append(total)
        use = seen if query_key and place == query else seen[-1:]
        law = {v: sum(one.get(v, 0.0) for one in use) / len(use) for v in range(-clamp, clamp + 1)}
        law = {v: p for v, p in law.items() if p}
    return np.array([law.get(v, 0.0) for v in range(-clamp, clamp + 1)])


def check_keys(ask, case):
    """A law, without ties, small ties, hundreds."""
    rng = case.rng("keys")

    def world(n, places, most, query):
        x, y = (rng.integers(0, places, n) / 2).tolist(), rng.integers(0, 2, n).tolist()
        return x, y, query, int(rng.integers(1, most + 1))

    free = [(rng.permutation(n).tolist(), rng.integers(0, 2, n).tolist(), n // 2 + 0.5, int(rng.integers(1, 11)))
            for n in (5, 40)]
    tied = [world(n, 3, 4, query) for n in (4, 6, 9, 14) for query in (0.5, 0.75, 2.0)]
    tied += [([1.0] * 5, [1, 0, 1, 0, 0], 1.0, 2), ([1.0] * 4, [1, 1, 0, 0], 3.0, 1)]
    many = [world(200, 2, 10, query) for query in (0.5, 1.0)] + [([2.0] * 100, [1] * 60 + [0] * 40, 2.0, 10)]
    free.append(([3.0, 1.0, 2.0], [0, 1, 1], 3.5, 1))  # the order, and the clamp on the way, must tell
    tied += [([], [], 1.0, 3), ([2.0] * 3 + [1.0] * 3, [1] * 3 + [0] * 3, 2.5, 1)]

    def laws(some):
        return [checking.law(value, (2 * w[3] + 1,), f"for {len(w[0])} patients and clamp {w[3]}")
                for w, value in zip(some, ask.each("keys_law", some))]

    def compare(some, found):
        for w, p in zip(some, found):
            need(np.abs(p - keyed(*w, case.QUERY_KEY)).max() < 1e-9,
                 f"not the law of the end, QUERY_KEY = {case.QUERY_KEY}, for {len(w[0])} patients at {len(set(w[0]))} "
                 f"places, query {w[2]}, clamp {w[3]}")

    found = laws(free), laws(tied)
    yield
    for some, given in zip((free, tied), found):
        compare(some, given)
        yield
    compare(many, laws(many))
    yield


CHANCE = "(ones - np.arange(ones + 1)) / (m - j)"

KEYS = Question(
    "keys", minutes=90, goals=(1,), check=check_keys,
    gates={"a law": 1, "nothing tied": 1, "ties": 3, "hundreds of ties": 2},
    mistakes=(
        Mistake("independent labels", {CHANCE: "ones / m + 0 * np.arange(ones + 1)", "state[1:] += rise[:-1]":
                                       "state[1:] += rise[:-1]; state[-1] += rise[-1]"}, 2, "ties: "),
        Mistake("zeros first", {CHANCE: "1.0 * (j >= m - ones) + 0 * np.arange(ones + 1)"}, 2, "ties: "),
        Mistake("ones first", {CHANCE: "1.0 * (j < ones) + 0 * np.arange(ones + 1)"}, 2, "ties: "),
        Mistake("the query's key the other way", {"if QUERY_KEY and": "if not QUERY_KEY and"}, 2, "ties: "),
        Mistake("the query before all or behind all", {"np.mean(after, axis=0) if": "(after[0] + after[-1]) / 2 if",
                "QUERY_KEY and place == query": "place == query"}, 2, "ties: "),
        Mistake("the walk starts again at the other end",
                {"np.minimum(v + 1, clamp)": "np.where(v < clamp, v + 1, -clamp)"}, 2, "ties: |nothing tied: "),
        Mistake("places as they come", {"np.unique(x[x <= query])": "dict.fromkeys(x[x <= query].tolist())"}, 1,
                "nothing tied: "),
        Mistake("the clamp at the end alone",
                {"    return law": "    s = sum(2 * b - 1 for a, b in zip(x, y) if a <= query)\n"
                "    return (v == min(clamp, max(-clamp, s))) * 1.0"}, 1, "nothing tied: "),
        Mistake("strictly before the query", {"x[x <= query]": "x[x < query]"}, 2, "ties: "),
        Mistake("one at a time, the places not sorted", {"np.unique(x[x <= query])": "np.unique(x[x <= query])[::-1]"},
                1, "nothing tied: "),
        Mistake("from the top down", {"    return law": "    return law[::-1]"}, 1, "nothing tied: |ties: "),
        Mistake("all orders one by one",
                {"    law = (v == 0)": "    if max(np.unique(x, return_counts=True)[1], default=0) > 20:\n"
                "        raise MemoryError\n    law = (v == 0)"}, 5, "MemoryError"),
        Mistake("behaves on small cases alone", {"    return law": "    return law if len(x) < 60 else (v == 0) * 1.0"},
                5,
                "hundreds of ties: "),
    ))


# ---- 3: time of day ----------------------------------------------------------------------------------

def height(hours, y, query: float, day: float, clamp: int, reach: float) -> int:
    """The end of the walk round the clock."""
    v = 0
    order = sorted((-((query - h) % day), i) for i, h in enumerate(hours))
    for minus, i in order:
        if -minus < reach * day:
            v = max(-clamp, min(clamp, v + 2 * int(y[i]) - 1))
    return v


def _clocks(relation: Relation):
    """All data sets of three records on a clock of four hours with their neighbors; long lopsided ones."""
    records = list(itertools.product((0.0, 1.0, 3.0), (0, 1)))
    sets = list(itertools.product(records, repeat=3))
    ones = [((1.0, 1),) * k for k in (40, 39)]
    mixed = [((0.0, 0),) * 20 + ((1.0, 1),) * k for k in (40, 39)]
    if relation is Relation.ADD_REMOVE:
        pairs = [(d, d[:i] + d[i + 1:]) for d in sets for i in range(3)] + [tuple(ones), tuple(mixed)]
    else:
        pairs = [(d, d[:i] + (r,) + d[i + 1:]) for d in sets for i in range(3) for r in records if r > d[i]]
        pairs += [(d, d[:-1] + ((h, b),)) for d in (ones[0], mixed[0]) for h, b in ((1.0, 0), (3.0, 0))]
    return pairs


EDGES = (  # with T = 1: at the reach, of age 0, ties, over midnight on a short day, older than a smaller hour
    ([5.0], [1], 11.0, 12), ([3.0], [0], 3.0, 10), ([3.0] * 3, [1, 1, 0], 4.0, 8), ([5.0], [1], 1.0, 6),
    ([1.0, 7.0, 1.0], [1, 0, 1], 2.0, 8))


def check_circle(ask, case):
    """A chance, private, the largest rate, the walk."""
    rng = case.rng("circle")
    hidden = []
    for n, day in ((1, 24), (6, 12), (30, 24), (80, 10), (200, 24), (3, 8), (0, 24), (12, 6), (25, 14), (40, 30),
                   (15, 4)):
        hours = (rng.integers(0, 4 * day, n) / 4).tolist()
        hidden.append((hours, rng.integers(0, 2, n).tolist(), float(rng.integers(0, 4 * day)) / 4, day,
                       int(rng.integers(1, 9)), round(float(rng.uniform(0.3, 2)), 2)))
        if n:
            hidden.append((hours, rng.integers(0, 2, n).tolist(), hours[0], day, 4, 1.0))
    for hours, y, query, day in EDGES:
        hidden.append((hours, y, query, day, 1, round(float(rng.uniform(0.3, 2)), 2)))
    chances = [float(p) for p in ask.each("circle_chance", hidden)]
    need(all(0 < p < 1 for p in chances), "a probability strictly between 0 and 1 is wanted")
    yield

    useful = float(ask("circle_chance", [1.5, 2.5] * 30, [1] * 60, 2.0, 24, 8, 1.0))
    need(0.9 < useful <= 1, "of no use: sixty ones, half an hour before the query or behind it, ε = 1, T = 8, and the "
                            f"answer 1 has probability {useful:.3g}")
    pairs = _clocks(case.RELATION)
    names = sorted({d for pair in pairs for d in pair}, key=lambda d: (len(d), d))
    place = {d: i for i, d in enumerate(names)}
    said = [str(d) if len(d) < 5 else " and ".join(f"{d.count(r)} × {r}" for r in sorted(set(d))) for d in names]
    for epsilon, clamp in ((1.0, 3), (0.4, 30)):
        p = np.array(ask.each("circle_chance",
                              [([h for h, _ in d], [b for _, b in d], 1.0, 4, clamp, epsilon) for d in names]), float)
        need(p.shape == (len(names),) and ((p > 0) & (p < 1)).all(), "a probability strictly between 0 and 1 is wanted")
        checking.private(np.stack([1 - p, p], axis=1), np.array([(place[a], place[b]) for a, b in pairs]), said,
                         epsilon, case.RELATION.value)
    yield

    proved = 0.5 if case.RELATION is Relation.REPLACE_ONE else 1.0
    rates = []
    for epsilon in (0.3, 1.0, 2.0):
        p = max(float(ask("circle_chance", [hour], [1], 2.0, 24, 9, epsilon)) for hour in (1.0, 2.0, 3.0))  # one walks
        need(0 < p < 1, "a probability strictly between 0 and 1 is wanted")
        rates.append(math.log(p / (1 - p)) / epsilon)
    need(min(rates) >= proved * (1 - 1e-6),
         f"private, but more timid than what can be proved under {case.RELATION.value}")
    need(max(rates) <= proved * (1 + 1e-6),
         f"bolder than what can be proved for all T and n under {case.RELATION.value}")
    yield
    for p, (hours, y, query, day, clamp, epsilon) in zip(chances, hidden):
        true = sigma(proved * epsilon * height(hours, y, query, day, clamp, case.REACH))
        need(abs(p - true) < 1e-9,
             f"not the walk that was asked for, REACH = {case.REACH}: {len(hours)} records, query {query}, day {day}, "
             f"clamp {clamp}")
    yield


RATE = "rate = epsilon / 2 if RELATION is privacy.Relation.REPLACE_ONE else epsilon"

CIRCLE = Question(
    "circle", minutes=55, goals=(1, 2), check=check_circle,
    gates={"a probability": 1, "private": 2, "the largest rate": 1, "the walk": 2},
    mistakes=(
        Mistake("no noise", {RATE: "rate = 30 / clamp"}, 1, "leaks"),
        Mistake("twice the rate", {RATE: RATE + "\n    rate = 2 * rate"}, 1, "leaks"),
        Mistake("half the rate", {RATE: RATE + "\n    rate = rate / 2"}, 3, "timid|of no use"),
        Mistake("the other relation", {RATE: RATE.replace("is priv", "is not priv")}, 3, "leaks|timid|of no use"),
        Mistake("a constant", {RATE: "rate = 0.0"}, 1, "of no use"),
        Mistake("ε forgotten", {RATE: RATE.replace("epsilon", "1.0").replace("1.0 / 2", "0.5")}, 1, "leaks"),
        Mistake("a line, not a circle", {") % day": ") + 1e9 * (np.asarray(hours, dtype=float) > query)"}, 4,
                "not the walk"),
        Mistake("the youngest first", {"np.argsort(-age": "np.argsort(age"}, 4, "not the walk"),
        Mistake("age 0 stays out", {"if age[i] < REACH": "if 0 < age[i] < REACH"}, 4, "not the walk"),
        Mistake("ties backwards", {'np.argsort(-age, kind="stable")': 'np.argsort(age, kind="stable")[::-1]'}, 4,
                "not the walk"),
        Mistake("the clamp at the end alone", {"min(clamp, max(-clamp, v + (1 if y[i] else -1)))":
                "v + (1 if y[i] else -1)",
                "    rate =": "    v = min(clamp, max(-clamp, v))\n    rate ="}, 4, "not the walk"),
        Mistake("the other reach", {"REACH * day": "(1.5 - REACH) * day"}, 4, "not the walk"),
        Mistake("forward round the clock",
                {"(query - np.asarray(hours, dtype=float))": "(np.asarray(hours, dtype=float) - query)"}, 4,
                "not the walk|of no use|timid"),
        Mistake("no clamp", {"min(clamp, max(-clamp, v + (1 if y[i] else -1)))": "v + (1 if y[i] else -1)"}, 4,
                "not the walk|leaks|between"),
        Mistake("a fixed day", {") % day": ") % 24"}, 4, "not the walk"),
        Mistake("behaves on small cases alone", {RATE: RATE + "\n    rate = rate if len(y) < 20 else 3 * rate"}, 1,
                "leaks|between"),
    ))


# ---- 4: does the clamp help? -------------------------------------------------------------------------

def mistakes(labels, clamp: int, epsilon: float, before: bool) -> float:
    """The expected number of mistakes at the n points, by the walk before each step or after it."""
    v, total = 0, 0.0
    for y in labels:
        w = max(-clamp, min(clamp, v + 2 * y - 1))
        total += float(sigma(-(2 * y - 1) * epsilon * (v if before else w) / 2))
        v = w
    return total


def largest_gap(start, n: int, clamp: int, epsilon: float, before: bool) -> float:
    """Of E(n) - E(T) over all n labels behind `start`, from the last example back to the first."""
    begun, n = n, n + len(start)
    free, kept = np.meshgrid(np.arange(-n, n + 1), np.arange(-clamp, clamp + 1), indexing="ij")
    ahead = np.zeros(free.shape)
    for _ in range(begun):
        ways = []
        for step in (1, -1):
            u, v = np.clip(free + step, -n, n), np.clip(kept + step, -clamp, clamp)
            a, b = (free, kept) if before else (u, v)
            ways.append(sigma(-step * epsilon * a / 2) - sigma(-step * epsilon * b / 2) + ahead[u + n, v + clamp])
        ahead = np.maximum(*ways)
    u = v = 0
    for y in start:
        u, v = u + 2 * y - 1, max(-clamp, min(clamp, v + 2 * y - 1))
    gap = mistakes(start, n, epsilon, before) - mistakes(start, clamp, epsilon, before)
    return gap + float(ahead[u + n, v + clamp])


def check_labels(ask, case):
    """Labels, and how far from the best."""
    rng = case.rng("labels")
    worlds = [([1] * up + [0] * down, int(n), clamp, round(float(rng.uniform(0.3, 2)), 2))
              for clamp, up, down in ((1, 2, 0), (2, 5, 1), (3, 8, 2), (4, 0, 3), (5, 6, 0)) * 2
              for n in int(rng.integers(15, 36)) + np.arange(2)]
    worlds.append(([1, 0, 1], 32, 1, 1.21))  # one switch is not enough where BEFORE is True
    found = ask.each("best_labels", worlds)
    shares = []
    for (start, n, clamp, epsilon), labels in zip(worlds, found):
        labels = np.asarray(labels)
        need(labels.shape == (n,) and labels.dtype.kind in "biuf" and np.isin(labels, (0, 1)).all(),
             f"{n} labels, 0 or 1, are wanted")
        all_labels = start + labels.astype(int).tolist()
        free, kept = (mistakes(all_labels, most, epsilon, case.BEFORE) for most in (len(all_labels), clamp))
        gap, best = free - kept, largest_gap(start, n, clamp, epsilon, case.BEFORE)
        shares.append((gap / best, best - gap, f"n = {n}, T = {clamp}, ε = {epsilon}: a gap of {gap:.4g}"))
    for least in (0.5, 0.9):
        share, _, words = min(shares)
        need(share >= least, f"with BEFORE = {case.BEFORE}, {words} is less than {least:.0%} of the largest")
        yield
    short = max(shares, key=lambda s: s[1])
    need(short[1] <= 1e-9, f"{short[2]} is {short[0]:.1%} of the largest")
    yield


LAST_LABELS = "    return labels[::-1]"

LABELS = Question(
    "labels", minutes=70, goals=(3,), check=check_labels,
    gates={"half of the largest": 2, "nine tenths of it": 1, "all of it": 2},
    mistakes=(
        Mistake("the other direction", {"new = gap + wrong": "new = gap - wrong"}, 0, "half of the largest"),
        Mistake("zeros, then ones", {LAST_LABELS: "    return [0] * (n // 2) + [1] * (n - n // 2)"}, 3,
                "largest|nine|all"),
        Mistake("all ones", {LAST_LABELS: "    return [1] * n"}, 0, "half of the largest"),
        Mistake("in turn", {LAST_LABELS: "    return [i % 2 for i in range(n)]"}, 0, "half of the largest"),
        Mistake("the answer on the other side of the step", {"if BEFORE else": "if not BEFORE else"}, 3,
                "largest|nine|all"),
        Mistake("backwards", {LAST_LABELS: "    return labels"}, 3, "largest|nine|all"),
        Mistake("greedy", {"        best = after": "        best = dict([max(after.items(), key=lambda f: f[1][0])])"},
                3, "largest|nine|all"),
        Mistake("the free walk begins behind the start", {"    best = {(free": "    free = 0\n    best = {(free"}, 3,
                "largest|nine|all"),
        Mistake("one label too few", {LAST_LABELS: "    return labels[1:]"}, 0, "labels"),
        Mistake("the start forgotten", {"for y in start": "for y in []"}, 3, "largest|nine|all"),
        Mistake("random", {LAST_LABELS: "    return np.random.default_rng(1).integers(0, 2, n).tolist()"}, 0,
                "half of the largest"),
    ))


# ---- 5: what no private answer avoids ----------------------------------------------------------------

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

QUESTIONS = (COST, KEYS, CIRCLE, LABELS, PRICE)
