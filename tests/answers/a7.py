"""Assignment 7: right answers in odd styles, and answers that are wrong by little."""

from assignments.checks.a7 import FORMULA, LAST, LAST_LABELS
from assignments.grading.question import Mistake

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
        "all patients at a time": {"- seen\n        seen = seen | fresh": "| fresh\n    seen = fresh"},
    },
    "labels": {
        "from the end, recursion with a cache, bools": {"": BACKWARDS},
    },
}

SLIGHT = {
    "cost": [
        Mistake("four digits", {"return float(": "return 1e-4 * round(1e4 * "}, 3, "rounding"),
        Mistake("the formula at n = 40 alone", {LAST: FORMULA.replace("max(weights)", "min(weights)").replace(
            "    return", "    if n == 40 and len(weights) > 1:\n        return")}, 1, "too small"),
    ],
    "labels": [
        Mistake("the turn one label too late",
                {LAST_LABELS: "    labels = labels[::-1]\n"
                 "    turn = next((i for i in range(n) if labels[i] != labels[0]), 0)\n"
                 "    labels[turn] = labels[0]\n    return labels"}, 3, "the largest"),
        Mistake("one label, and at T = 5 alone",
                {LAST_LABELS: "    labels[0] ^= clamp == 5\n" + LAST_LABELS}, 3, "T = 5"),
    ],
}
