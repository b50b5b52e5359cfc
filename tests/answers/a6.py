"""Answers to assignment 6: right in odd styles, and wrong by little."""

from assignments.grading.question import Mistake

RATE, NEAREST = "c = epsilon / (2 * most)", "[part[np.abs(x[part] - question).argmin()]]"
CHANCES = {0: "zero, one", 1: "zero, one", 2: "weights / weights.sum()"}


def again(name: str, code: str) -> dict[str, str]:
    """A second definition of a function, which takes the place of the first."""
    return {"": f"first_{name} = {name}\n\n{code}"}


RIGHT = {
    ("overlap", 0): {
        "sets, a sum over parts, one minus the other": again("window_law", """
def window_law(x, y, question, m, epsilon):
    x, y = [int(v) for v in x], [bool(v) for v in y]
    n, parts = len(x), []
    for start in range(0, n, SHIFT):
        seats = {(start + i) % n for i in range(m)}
        if CIRCLE or start + m <= n:
            parts.append(seats)
    homes = [{i, (i + 1) % n} for i in range(n) if CIRCLE or i + 1 < n] or [{0}]
    s = max(sum(bool(home & seats) for seats in parts) for home in homes)
    v = sum(y[min(seats, key=lambda i: (abs(x[i] - question), i))] for seats in parts)
    one = 1 / (1 + np.exp(-epsilon * (2 * v - len(parts)) / (2 * s)))
    return [1 - one, one]"""),
    },
    ("overlap", 1): {
        "by logarithms, long doubles": again("window_law", """
from functools import reduce

def window_law(x, y, question, m, epsilon):
    n = len(x)
    starts = [s for s in range(0, n, SHIFT) if CIRCLE or s + m <= n]
    order = sorted(range(n), key=lambda i: (abs(int(x[i]) - int(question)), i))
    held = [[(i - s) % n < m for i in range(n)] for s in starts]
    first = [next(i for i in order if row[i]) for row in held]
    v = reduce(lambda a, i: a + int(y[i]), first, 0)
    most = max(map(sum, zip(*held)))
    logs = np.array([len(starts) - v, v], dtype=np.longdouble) * epsilon / (2 * most)
    return np.exp(logs - np.logaddexp(*logs))"""),
    },
    ("overlap", 2): {
        "counted by hand": again("window_law", """
import math

class Window:
    def __init__(self, shift, circle):
        self.shift, self.circle = shift, circle

    def parts(self, n, m):
        start = 0
        while start < n if self.circle else start + m <= n:
            yield sorted((start + i) % n for i in range(m))
            start += self.shift

    def __call__(self, x, y, question, m, epsilon):
        votes, seats = {}, {}
        for part in self.parts(len(x), m):
            label = int(min((abs(int(x[i]) - question), i, int(y[i])) for i in part)[2])
            votes[label] = votes.get(label, 0) + 1
            for i in part:
                seats[i] = seats.get(i, 0) + 1
        c = epsilon / 2 / max(seats.values())
        logs = [c * votes.get(b, 0) for b in range(3)]
        return tuple(1 / math.fsum(math.exp(a - b) for a in logs) for b in logs)

window_law = Window(SHIFT, CIRCLE)"""),
    },
    "server": {
        "decimals, 1 or 0": again("may_answer", """
from decimal import Decimal, getcontext
getcontext().prec = 40

def may_answer(history, kind, cost):
    asked = [(k, c) for k, c, said in history if said] + [(kind, cost)]
    e, log = Decimal(BUDGET) / 1000, -Decimal(str(DELTA)).ln()
    root = (log + e).sqrt() - log.sqrt()
    eighths = sum({"coin": 1, "plain": 4}[k] * Decimal(c) ** 2 for k, c in asked)
    return 1 if sum(c for _, c in asked) <= BUDGET or eighths <= 8_000_000 * root ** 2 else 0"""),
    },
    "attack": {
        "by logarithms, remembered": again("says_member", """
import functools, math

@functools.lru_cache(maxsize=None)
def worlds(x, y, n, questions, epsilon):
    made = []
    for members in itertools.combinations(range(len(x)), n):
        leads = []
        for q in questions:
            voters = sorted(members, key=lambda i: abs(x[i] - q))[:NEAREST]  # sorted keeps the order of equals
            leads.append(epsilon / 2 * sum(1 if y[i] else -1 for i in voters))
        made.append((frozenset(members), leads))
    return made

def says_member(target, x, y, n, questions, answers, epsilon):
    total = {True: [], False: []}
    for members, leads in worlds(tuple(x), tuple(y), n, tuple(questions), epsilon):
        total[target in members].append(-sum(np.logaddexp(0, -g if a else g) for g, a in zip(leads, answers)))
    return np.logaddexp.reduce(total[True]) - math.log(len(total[True])) > (
        np.logaddexp.reduce(total[False]) - math.log(len(total[False])))"""),
    },
}

SLIGHT = {
    **{("overlap", form): [
        Mistake("1% too bold", {RATE: f"{RATE} * 1.01"}, 5, "leaks|vote or c"),
        Mistake("1% too timid", {RATE: f"{RATE} / 1.01"}, 3, "timid.*0.9901 of that"),
        Mistake("one vote fewer with 200 records alone", {
            RATE: "most = max(1, most - (n == 200))\n    " + RATE}, 1, "leaks"),
        Mistake("of several nearest the last", {NEAREST: NEAREST.replace("part[np", "part[::-1][np").replace(
            "x[part]", "x[part[::-1]]")}, 5, "vote or c"),
        Mistake("four digits", {f"return {CHANCES[form]}": f"return np.round(np.array(({CHANCES[form]})), 4)"}, 5,
                "leaks|timid|vote or c|rounding|sum"),
        Mistake("a ten-thousandth is spread evenly", {
            f"return {CHANCES[form]}": f"return 0.9999 * np.array(({CHANCES[form]})) + 1e-4 / {3 if form == 2 else 2}"},
                3, "timid"),
    ][form::3] for form in range(3)},  # each in one form
    "server": [
        Mistake("ρ 1% too large", {"** 2\n    PRICE": "** 2 * 1.01\n    PRICE"}, 1, "overspends"),
        Mistake("ρ 1% too small", {"** 2\n    PRICE": "** 2 / 1.01\n    PRICE"}, 4, "the zCDP account has room"),
        Mistake("one thousandth over", {"<= BUDGET": "<= BUDGET + 1"}, 1, "overspends"),
        Mistake("one thousandth early", {"<= BUDGET": "<= BUDGET - 1"}, 5, "adding up has room"),
    ],
    "attack": [
        Mistake("at equal distance the later person", {"(abs(x[i] - question), i)": "(abs(x[i] - question), -i)"}, 4,
                "of the best"),
        Mistake("the last answer not used", {"zip(questions, answers)": "zip(questions[:-1], answers)"}, 4,
                "of the best"),
        Mistake("of ten people nine", {"range(len(x)), n)": "range(min(9, len(x))), min(n, 8))"}, 4,
                "of the best|wanted|nan|Error"),
    ],
}
