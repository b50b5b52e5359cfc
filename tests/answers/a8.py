"""Final project: right answers in odd styles, and answers that are wrong by little."""

from assignments.checks.a8 import RATE
from assignments.grading.question import Mistake

LUCK, WEIGHT = "law[off.argmin()] += delta", "np.exp(-rate * off)"
FLIPS = """
from numpy.polynomial import polynomial

def mechanism_law(counts, epsilon, delta):
    'Permute and flip: answers in a random order, each taken with its weight, 1 for the best.'
    span = {"split": 2}.get(TASK, 1) * {True: 2, False: 1}[RELATION is privacy.Relation.REPLACE_ONE]
    weights = np.exp(-epsilon / span * losses(TASK, counts))
    law = []
    for v, weight in enumerate(weights):
        rest = [1.0]
        for other in np.delete(weights, v):
            rest = polynomial.polymul(rest, [1, -other])
        law.append((1 - delta) * weight * polynomial.polyval(1.0, polynomial.polyint(rest)))
    law[int(np.argmax(weights))] += 1 - sum(law)
    return law
"""
RIGHT = {
    "mechanism": {
        "permute and flip": {"": FLIPS},
        "powers of two, in place": {WEIGHT: "2.0 ** np.multiply(off, -rate / np.log(2), out=off.copy())"},
    },
    "panel": {
        "events with an output that never comes": {"[event], audit": "[event, (7, 7)], audit"},
    },
}

SLIGHT = {
    "mechanism": [
        Mistake("bold where no value has many of some dozens of people",
                {RATE: "rate = epsilon / span * (1.6 if 3 * max(counts) < sum(counts) > 12 else 1)"}, 8,
                "large data: .*leaks"),
        Mistake("bold for 3,000 people", {RATE: "rate = epsilon / span * (1 if sum(counts) < 2999 else 1.1)"}, 8,
                "large data: .*leaks"),
        Mistake("timid where K is 12", {RATE: "rate = epsilon / span * (0.75 if len(counts) == 12 else 1)"}, 14,
                "K = 12"),
        Mistake("bold from the thousandth call on",
                {"": "calls = []", RATE: RATE + " * (1 + (len(calls) > 999))\n    calls.append(counts)"}, 8,
                "leaks|otherwise"),
    ],
    "panel": [
        Mistake("losses off by a hundred-thousandth", {"audit.true_epsilon": "audit.true_epsilon * (1 + 1e-5)"}, 8,
                "another one"),
    ],
}
