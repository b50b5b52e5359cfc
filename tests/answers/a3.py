"""Answers to assignment 3: right in odd styles, and wrong by little."""

from assignments.grading.question import Mistake

PLAN = "side = order[list(most(tuple(counts[order].tolist()))[1])]"
N = "len(sides[0])"
FORMS = (0, 1, 2)


def own(code: str) -> dict[str, str]:
    """Definitions behind those of the solution, which they may use as `first_...`."""
    return {"": "first_law = leader_law\n" + code}


RIGHT = {
    "leader": {
        "the series, term by term": own("""
class Law:
    def __call__(self, losses):
        chance = [(1 - Q) / (1 + Q) * Q ** abs(d) for d in range(-400, 401)]
        rows, a, b = [], 0, 0
        known = {}
        for x, y in losses:
            gap = a - b
            if gap not in known:
                known[gap] = sum(c for d, c in zip(range(-400, 401), chance) if d > gap or d == gap and TIES == 0)
            rows.append((known[gap], 1 - known[gap]))
            a, b = a + x, b + y
        return rows

leader_law = Law()"""),
    },
    ("hurt", *FORMS): {
        "no cache but a dict, weights as long doubles": {
            "@functools.lru_cache(None)\n    def most(counts):":
                "known = {}\n\n    def most(counts):\n        if counts not in known:\n            known[counts] = "
                "reckoned(counts)\n        return known[counts]\n\n    def reckoned(counts):",
            "np.exp(eta * (np.array(counts) - counts[-1]))":
                "np.exp(np.longdouble(eta) * (np.array(counts) - max(counts)))"},
    },
}

SLIGHT = {
    "leader": [
        Mistake("five digits", {"np.stack([first, 1 - first]": "np.stack([np.round(first, 5), 1 - np.round(first, 5)]"},
                1, "not the law"),
        Mistake("wrong from round 4,001",
                {"return np.stack([first": "first[4000:] = 0.9 * first[4000:] + 0.05\n    return np.stack([first"}, 1,
                "not the law"),
    ],
    ("hurt", *FORMS): [
        Mistake("only the longest seasons", {PLAN: PLAN + f" if T < 30 else order[:{N}]"}, 1, "for T = 30"),
        Mistake("the last two rounds for the leaders",
                {PLAN: PLAN + f" if len(losses) < T - 2 else order[-{N}:]"}, 4, "of the largest"),
    ],
}
