"""Answers to assignment 2: right in odd styles, and wrong by little."""

from assignments.grading.question import Mistake

PAIR_RATE = "rate = epsilon / 4 if RELATION is privacy.Relation.REPLACE_ONE else epsilon / 2"
SHARP = "rate = epsilon / 3 if RELATION is privacy.Relation.REPLACE_ONE else epsilon / 2"


def again(name: str, code: str) -> dict[str, str]:
    """A second definition of a function, which takes the place of the first."""
    return {"": f"first_{name} = {name}\n\n{code}"}


RIGHT = {
    "leaks": {
        "neighbors the other way round, in another order": again("leaks", """
class Leaks(dict):
    pass

def leaks():
    found = sorted(first_leaks().items())
    return Leaks((name, (np.asarray(e), np.array(b[::-1]), a)) for name, (e, a, b) in found)"""),
        "all by hand": again("leaks", """
def leaks():
    from fractions import Fraction
    from itertools import combinations_with_replacement as bags, product
    q, keep, swap = Fraction(Q), Fraction(KEEP), Fraction(SWAP)

    def total(data, half=1):
        at = lambda j: (1 - q) / (1 + q) * q ** abs(j)
        below = lambda j: q ** -j / (1 + q) if j <= 0 else 1 - q ** (j + 1) / (1 + q)
        s = sum(data)
        return [half * p for p in (below(-s), *(at(j - s) for j in range(1, 6)), 1 - below(5 - s))]

    def favorite(data):
        weights = [np.exp(RATE * data.count(v)) for v in range(3)]
        return [w / sum(weights) for w in weights]

    def swapped(data):
        law = [Fraction(0)] * 7
        for moves in product(range(3), repeat=len(data)):
            chance = Fraction(1)
            for m in moves:
                chance *= swap if m else 1 - 2 * swap
            law[min(6, sum((x + m) % 3 for x, m in zip(data, moves)))] += chance
        return law

    silent = lambda data: [.5, *total(data, Fraction(1, 2))] if SILENT_VALUE in data else [0, *total(data)]
    laws = dict(noisy_total=total, favorite=favorite, swapped_total=swapped, sometimes_silent=silent,
                one_patient=lambda d: [keep * d.count(v) / len(d) + (1 - keep) / 3 for v in range(3)])
    pairs = [(a, b) for a in bags(range(3), 3) for n in (2, 3, 4) for b in bags(range(3), n)
             if (n == 3) == (RELATION is privacy.Relation.REPLACE_ONE)
             and sum(min(a.count(v), b.count(v)) for v in range(3)) == (2 if n == 3 else min(n, 3))]

    def loss(p, q):
        return max((np.inf if not a * b else abs(np.log(float(a / b))) for a, b in zip(p, q) if a or b), default=0)

    found = {}
    for name, law in laws.items():
        worst = max((loss(law(a), law(b)), a, b) for a, b in pairs)
        found[name] = worst
    return found"""),
    },
    "top_two": {
        "the sharp rate": {PAIR_RATE: SHARP},
        "loops and lists": again("top_two_law", """
def top_two_law(counts, epsilon):
    from math import exp
    r, K = epsilon * (.25 if RELATION.value == "replace-one" else .5), range(len(counts))
    def pick(i, among):
        return 0.0 if i not in among else 1 / sum(exp(min(r * (counts[j] - counts[i]), 700)) for j in among)
    return [[pick(i, set(K)) * pick(j, set(K) - {i}) for j in K] for i in K]"""),
        "a class that is called": again("top_two_law", """
class Two:
    seen = {}
    def __call__(self, counts, epsilon, *, first=None):
        key = tuple(counts), epsilon
        if key not in self.seen:
            self.seen[key] = tuple(map(tuple, first_top_two_law(tuple(counts), epsilon)))
        return self.seen[key]

top_two_law = Two()"""),
    },
}

SLIGHT = {
    "leaks": [
        Mistake("silence is not looked at", {"relation=RELATION, epsilon=1.0)":
                "relation=RELATION, epsilon=1.0)\n        if law is silent:\n            audit = privacy.audit(total, "
                "privacy.all_datasets(domain, 3), domain=domain, relation=RELATION, epsilon=1.0)"}, 7,
                "sometimes_silent: claims"),
    ],
    "top_two": [
        Mistake("a hundredth above the largest", {PAIR_RATE: f"{SHARP}\n    rate *= 1.01"}, 2, "leaks|1.01"),
        Mistake("a rate that the data choose", {PAIR_RATE: SHARP + "\n    rate *= 1 if max(counts) > 50 else 0.999"}, 2,
                "not one rate|leaks"),
    ],
}
