"""Answers to assignment 6: right in odd styles, and wrong by little."""

from assignments.grading.question import Mistake

RATE = "c = epsilon / (2 * most)"
CHANCES = {0: "1 / (1 + np.exp(c * lead)), 1 / (1 + np.exp(-c * lead))", 2: "weights / weights.sum()"}
CHANCES[1] = CHANCES[0]


def again(name: str, code: str) -> dict[str, str]:
    """A second definition of a function, which takes the place of the first."""
    return {"": f"first_{name} = {name}\n\n{code}"}


RIGHT = {
    ("overlap", 0): {
        "a table of seats, one minus the other": again("window_law", """
def window_law(parts, said, epsilon):
    seats = np.zeros((len(parts), 21 // SIZE + 1), bool)
    for row, part in zip(seats, parts):
        row[np.array(part) // SIZE] = True
    one = 1 / (1 + np.exp(-epsilon * (2 * np.sum(said) - len(said)) / 2 / seats.sum(axis=0).max()))
    return [1 - one, one]"""),
    },
    ("overlap", 1): {
        "by logarithms, long doubles": again("window_law", """
from functools import reduce

def window_law(parts, said, epsilon):
    holds = {}
    for j, part in enumerate(parts):
        for i in part:
            holds[i] = holds.get(i, 0) | 1 << j
    groups = itertools.combinations_with_replacement(holds.values(), SIZE)
    most = max(bin(reduce(int.__or__, group)).count("1") for group in groups)
    logs = np.array([len(said) - sum(said), sum(said)], dtype=np.longdouble) * epsilon / (2 * most)
    return np.exp(logs - np.logaddexp(*logs))"""),
    },
    ("overlap", 2): {
        "counted by hand": again("window_law", """
import math

class Window:
    def __call__(self, parts, said, epsilon):
        votes, homes = {}, {}
        for part, label in zip(parts, said):
            votes[label] = votes.get(label, 0) + 1
            for home in {math.floor(i / SIZE) for i in part}:
                homes[home] = homes.get(home, 0) + 1
        c = epsilon / 2 / max(homes.values())
        logs = [c * votes.get(b, 0) for b in range(3)]
        return tuple(1 / math.fsum(math.exp(a - b) for a in logs) for b in logs)

window_law = Window()"""),
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
        Mistake("four digits", {f"return {CHANCES[form]}": f"return np.round(({CHANCES[form]}), 4)"}, 5,
                "leaks|timid|vote or c|rounding|sum"),
    ][form::3] for form in range(3)},  # each in one form
    "server": [
        Mistake("ρ 1% too small", {"** 2\n    PRICE": "** 2 / 1.01\n    PRICE"}, 4, "the zCDP account has room"),
        Mistake("one thousandth early", {"<= BUDGET": "<= BUDGET - 1"}, 5, "adding up has room"),
    ],
    "attack": [
        Mistake("at equal distance the later person", {"(abs(x[i] - question), i)": "(abs(x[i] - question), -i)"}, 4,
                "of the best"),
        Mistake("the last answer not used", {"zip(questions, answers)": "zip(questions[:-1], answers)"}, 4,
                "of the best"),
    ],
}
