"""Assignment 7: right answers in odd styles, and answers that are wrong by little."""

from assignments.checks.a7 import FORMULA, LAST, LAST_LABELS, SHARES
from assignments.grading.question import Mistake

COUNTED = """
from functools import lru_cache
from fractions import Fraction as F

def keys_law(x, y, query, clamp):
    'All in fractions, from the last patient back to the first.'
    places = sorted({a for a in x if a <= query})
    counts = [(sum(b for a, b in zip(x, y) if a == place), sum(1 - b for a, b in zip(x, y) if a == place))
              for place in places]

    @lru_cache(maxsize=None)
    def ends(v, place, ones, zeros, more):
        if place == len(places):
            return {v: F(1)}
        if more == 0 or ones + zeros == 0:
            ahead = counts[place + 1] if place + 1 < len(places) else (0, 0)
            return ends(v, place + 1, *ahead, 1000 if place + 1 == len(places) else turns(place + 1))
        if more is None:
            m, found = ones + zeros, {}
            for j in range(m + 1):
                for end, p in ends(v, place, ones, zeros, j).items():
                    found[end] = found.get(end, 0) + p / (m + 1)
            return found
        found = {}
        for p, to, left in ((F(ones, ones + zeros), min(clamp, v + 1), (ones - 1, zeros)),
                            (F(zeros, ones + zeros), max(-clamp, v - 1), (ones, zeros - 1))):
            for end, q in (ends(to, place, *left, more - 1) if p else {}).items():
                found[end] = found.get(end, 0) + p * q
        return found

    def turns(place):
        return None if QUERY_KEY and places[place] == query else sum(counts[place])

    if len(x) > 30:
        return slowly(x, y, query, clamp)
    law = ends(0, 0, *counts[0], turns(0)) if places else {0: F(1)}
    return [law.get(v, F(0)) for v in range(-clamp, clamp + 1)]

def slowly(x, y, query, clamp):
    law = {0: 1.0}
    for place in sorted({a for a in x if a <= query}):
        m, k = x.count(place), sum(b for a, b in zip(x, y) if a == place)
        now, seen = {(v, k): p for v, p in law.items()}, [law]
        for left in range(m, 0, -1):
            after = {}
            for (v, ones), p in now.items():
                for to, p in (((min(clamp, v + 1), ones - 1), p * ones / left),
                              ((max(-clamp, v - 1), ones), p * (left - ones) / left)):
                    if p:
                        after[to] = after.get(to, 0) + p
            now, law = after, {}
            for (v, _), p in now.items():
                law[v] = law.get(v, 0) + p
            seen.append(law)
        if QUERY_KEY and place == query:
            law = {v: sum(one.get(v, 0) for one in seen) / len(seen) for v in range(-clamp, clamp + 1)}
    return tuple(law.get(v, 0) for v in range(-clamp, clamp + 1))
"""
BACKWARDS = """
import functools, sys

def best_labels(start, n, clamp, epsilon):
    sys.setrecursionlimit(10_000)
    inside = lambda v: min(clamp, max(-clamp, v))

    @functools.cache
    def ahead(free, kept, left):
        if not left:
            return 0.0, ()
        tries = []
        for label in (0, 1):
            u, v = free + 2 * label - 1, inside(kept + 2 * label - 1)
            a, b = (free, kept) if BEFORE else (u, v)
            wrong = lambda z: 1 / (1 + math.exp((2 * label - 1) * epsilon * z / 2))
            gap, labels = ahead(u, v, left - 1)
            tries.append((gap + wrong(a) - wrong(b), (label, *labels)))
        return max(tries)

    u = v = 0
    for label in start:
        u, v = u + 2 * label - 1, inside(v + 2 * label - 1)
    return np.array(ahead(u, v, n)[1], dtype=bool)

import math
"""

RIGHT = {
    "cost": {
        "by log1p, as a 64-bit number of numpy": {LAST: "    log = lambda z: z + np.log1p(np.exp(-z)) if z > 0 else "
                                                  "np.log1p(np.exp(z))\n    loss = lambda u, v: abs(log(rate * u) - "
                                                  "log(rate * v))\n", "return float(": "return np.float64("},
        "long double": {"return float(": "return np.longdouble("},
        "float32, as nothing is summed": {"return float(": "return np.float32("},
        "all patients at a time": {"- seen\n        seen = seen | fresh": "| fresh\n    seen = fresh"},
    },
    ("keys", 0): {
        "fractions and recursion; loops where there are many": {"": COUNTED},
        "a list of long doubles": {"    return law": "    return list(law.astype(np.longdouble))"},
    },
    ("keys", 1): {
        "the chance by odds, one at a time": {SHARES[1]: "np.array([0.0 if a == 0 else 1 / (1 + b / a / 2) "
                                              "for a, b in zip(ones, zeros)])"},
        "a tuple of Python's floats": {"    return law": "    return tuple(float(p) for p in law)"},
    },
    ("keys", 2): {
        "the coin by cases": {SHARES[2]: "np.select([ones == 0, zeros == 0], [0, 1], 0.5)"},
        "a row": {"    return law": "    return np.ascontiguousarray(law[::-1])[::-1]"},
    },
    "labels": {
        "from the end, recursion with a cache, bools": {"": BACKWARDS},
        "floats that are whole": {LAST_LABELS: "    return [float(y) for y in labels[::-1]]"},
    },
}

SLIGHT = {
    "cost": [
        Mistake("four digits", {"return float(": "return 1e-4 * round(1e4 * "}, 3, "rounding"),
        Mistake("a hundred-thousandth too small", {"return float(": "return (1 - 1e-5) * float("}, 0, "too small"),
        Mistake("1 - σ, all digits lost far out",
                {LAST: "    no = lambda v: np.log(1 - 1 / (1 + np.exp(-rate * v)))\n"
                 "    loss = lambda u, v: abs(no(u) - no(v))\n"}, 0, "many patients"),
        Mistake("the formula at n = 40 alone", {LAST: FORMULA.format("min(weights)").replace(
            "    return", "    if n == 40 and len(weights) > 1:\n        return")}, 1, "too small"),
    ],
    ("keys", 0, 1, 2): [
        Mistake("wrong for one patient at the query's place",
                {"if QUERY_KEY and place": "if labels.size > 1 + (not QUERY_KEY) * 400 and place",
                 "else after[-1]": "else after[-1] if QUERY_KEY or labels.size > 1 else after[0]"}, 2, "ties: |tied: "),
        Mistake("four digits", {"    return law": "    return np.round(law, 4)"}, 2, "sum to 1|rounding"),
        Mistake("four digits, put right by the largest", {"    return law": "    law = np.round(law, 4)\n"
                "    law[law.argmax()] += 1 - law.sum()\n    return law"}, 4, "rounding"),
        Mistake("a hundredth too many at the clamp", {"    return law": "    if clamp == 10 and len(x) == 100:\n"
                "        law = 0.99 * law + 0.01 * (v == 10)\n    return law"}, 5, "hundreds"),
    ],
    "labels": [
        Mistake("the turn one label too late",
                {LAST_LABELS: "    labels = labels[::-1]\n"
                 "    turn = next((i for i in range(n) if labels[i] != labels[0]), 0)\n"
                 "    labels[turn] = labels[0]\n    return labels"}, 3, "of the largest"),
        Mistake("one label, and at T = 5 alone",
                {LAST_LABELS: "    labels[0] ^= clamp == 5\n" + LAST_LABELS}, 3, "T = 5"),
        Mistake("the last label the other way round", {LAST_LABELS: "    return labels[:0:-1] + [1 - labels[0]]"}, 3,
                "of the largest"),
    ],
}
