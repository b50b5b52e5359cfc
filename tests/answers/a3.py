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
    "sleep": {
        "weights by name, halved and doubled": {"": """
import math

def sleeping_hedge(losses, awake, eta):
    logs, rows = {i: 0.0 for i in range(losses.shape[1])}, []
    for loss, up in zip(losses.tolist(), awake.tolist()):
        there = [i for i in logs if up[i]]
        most = max(logs[i] for i in there)
        weight = {i: math.exp(logs[i] - most) for i in there}
        total = math.fsum(weight.values())
        rows.append([weight.get(i, 0) / total for i in logs])
        mean = math.fsum(weight[i] * loss[i] for i in there) / total
        if SLEEPERS == "keep their share":
            left = [logs[i] - eta * loss[i] for i in there]
            after = max(left) + math.log(math.fsum(math.exp(x - max(left)) for x in left))
            mean = (most + math.log(total) - after) / eta
        for i in logs:
            logs[i] -= eta * (loss[i] if up[i] else mean)
    return rows"""},
        "the losses spoiled, a matrix returned": {"up, loss = awake[t], losses[t][awake[t]]":
                                                  "losses[t][~awake[t]] = np.nan\n        up = awake[t] * 1 > 0\n"
                                                  "        loss = losses[t][up].copy()",
                                                  "return law": "return np.matrix(law)"},
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
    ("hurt", 1, 2): [
        Mistake("a plan in three digits", {"options.append((1": "options.append((round(1", "most(after)[0], side":
                                           "most(after)[0], 3), side"}, 4, "99.9.*% of the largest"),
    ],
    "sleep": [
        Mistake("a hundredth of a thousandth for all awake",
                {"p = law[t, up] = weight / weight.sum()":
                 "p = weight / weight.sum()\n        law[t, up] = p * (1 - 1e-5) + 1e-5 / up.sum()"}, 1, "not the law"),
        Mistake("five digits", {"return law": "return np.round(law, 5)"}, 0, "rounding"),
        Mistake("wrong behind round 4,096", {"m = p @ loss": "m = p @ loss if t < 4096 else 0.0",
                                             "log_sum(after)) / eta": "log_sum(after)) / eta * (t < 4096)"}, 4,
                "long seasons"),
    ],
}
