"""Answers to assignment 3: right in odd styles, and wrong by little."""

from assignments.grading.question import Mistake

PLAN = "side = order[list(most(tuple(counts[order].tolist()))[1])]"
N = "len(sides[0])"
FORMS = (0, 1, 2)


def own(code: str) -> dict[str, str]:
    """Definitions behind those of the solution, which they may use as `first_...`."""
    return {"": "first_law, first_picks = leader_law, leader_picks\n" + code}


RIGHT = {
    "leader": {
        "lists of long doubles, picks as bools": own("""
def leader_law(losses):
    return [[np.longdouble(p) for p in row] for row in first_law(losses)]

def leader_picks(losses, rng, size):
    return first_picks(losses, rng, size) == 1"""),
        "float32, picks as floats by inversion, much said": own("""
from numpy import *

def leader_law(losses):
    print("a law" * 1000)
    return first_law(losses).astype(float32)

def leader_picks(losses, rng, size):
    noise = floor(log1p(-rng.random((2, size, 1 if ONCE else len(losses)))) / log(Q))
    gap = (cumsum(losses, 0) - losses) @ array([1, -1]) - (noise[0] - noise[1])
    gap[gap == 0] = 2 * TIES - 1
    return (sign(gap) + 1) / 2"""),
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

leader_law = Law()

def leader_picks(losses, rng, size):
    streams = rng.spawn(2)
    noise = np.stack([s.geometric(1 - Q, (size, 1 if ONCE else len(losses))) for s in streams], axis=-1)
    score = (np.cumsum(losses, axis=0) - losses) - noise
    return np.asfortranarray(np.where(np.ptp(score, axis=2) == 0, TIES, score.argmin(axis=2))).astype(np.uint8)"""),
    },
    ("hurt", *FORMS): {
        "lists of bools": {"return np.array(losses)": "return [[bool(loss) for loss in row] for row in losses]"},
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
        "long doubles": {"np.zeros(losses.shape[1]), np.zeros(losses.shape)":
                         "np.zeros(losses.shape[1], np.longdouble), np.zeros(losses.shape, np.longdouble)",
                         "return law": "return law"},
        "the losses spoiled, a matrix returned": {"up, loss = awake[t], losses[t][awake[t]]":
                                                  "losses[t][~awake[t]] = np.nan\n        up = awake[t] * 1 > 0\n"
                                                  "        loss = losses[t][up].copy()",
                                                  "return law": "return np.matrix(law)"},
    },
    "bandit": {
        "0-d arrays in a tuple, all paths one by one": {"return found": "return tuple(np.array(x) for x in found)",
                                                        "total + estimate(law, seen)":
                                                        "total + np.array(estimate(law, seen))"},
        "fractions of fractions": {"": """
from fractions import Fraction

class Estimate:
    def __call__(self, law, seen):
        one = Fraction(1)
        chance = lambda i: Fraction(float(law[i])) + Fraction(float(law[(i - BESIDE) % len(law)]))
        return [Fraction(float(seen[i])) * one / chance(i) if i in seen else False for i in range(len(law))]

old, estimate = estimate, Estimate()

def pick_law(losses, eta, known={}):
    T, K = losses.shape
    rows, now = [], [((0.0,) * K, 1.0)]
    for t in range(T):
        row, later = np.zeros(K, np.longdouble), []
        for total, chance in now:
            weight = np.exp(-eta * (np.array(total) - min(total)))
            law = (1 - GAMMA) * weight / weight.sum() + GAMMA / K
            row += chance * law
            for i in range(K):
                seen = {j: losses[t, j] for j in (i, (i + BESIDE) % K)}
                later.append((tuple(np.array(total) + old(law, seen)), chance * law[i]))
        rows.append(row)
        now = later
    return rows"""},
    },
}

SLIGHT = {
    "leader": [
        Mistake("Q 1% up", {"    lost =": "    Q = 1.01 * globals()['Q']\n    lost ="}, 4, "not the law"),
        Mistake("five digits", {"np.stack([first, 1 - first]": "np.stack([np.round(first, 5), 1 - np.round(first, 5)]"},
                4, "not the law"),
        Mistake("wrong from round 4,001",
                {"return np.stack([first": "first[4000:] = 0.9 * first[4000:] + 0.05\n    return np.stack([first"}, 4,
                "not the law"),
        Mistake("the last round of long seasons", {"return np.where(score": "score[:, 20:] = score[:, 20:, ::-1]\n"
                                                   "    return np.where(score"}, 4, "not the right law"),
        Mistake("one season in twenty again", own("""
def leader_picks(losses, rng, size):
    picks = first_picks(losses, rng, size)
    picks[19::20] = picks[18:len(picks) - 1:20]
    return picks"""), 6, "not independent"),
        Mistake("each season twice, shuffled", own("""
def leader_picks(losses, rng, size):
    half = first_picks(losses, rng, -(-size // 2))
    return np.concatenate([half, half[rng.permutation(len(half))]])[:size]"""), 6, "too uneven"),
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
        Mistake("η 1% up", {"up, loss =": "eta = eta * 1.01 if t == 0 else eta\n        up, loss ="}, 1, "not the law"),
        Mistake("a hundredth of a thousandth for all awake",
                {"p = law[t, up] = weight / weight.sum()":
                 "p = weight / weight.sum()\n        law[t, up] = p * (1 - 1e-5) + 1e-5 / up.sum()"}, 1, "not the law"),
        Mistake("five digits", {"return law": "return np.round(law, 5)"}, 0, "rounding"),
        Mistake("wrong behind round 4,096", {"m = p @ loss": "m = p @ loss if t < 4096 else 0.0",
                                             "log_sum(after)) / eta": "log_sum(after)) / eta * (t < 4096)"}, 4,
                "long seasons"),
    ],
    "bandit": [
        Mistake("a ten-thousandth more for many experts",
                {"chance = law": "chance = (1 if len(law) < 40 else 0.9999) * law"}, 3, "the mean"),
        Mistake("GAMMA 1% down", {"    T, K = losses.shape": "    T, K = losses.shape\n    GAMMA = 0.99 * "
                                  "globals()['GAMMA']"}, 3, "law of the pick"),
        Mistake("the sixth round alone", {"result[t] += chance * law":
                                          "result[t] += chance * (law if t < 5 else weight / weight.sum())"}, 3,
                "in round 6"),
        Mistake("unseen experts get a hair", {"found = np.zeros(len(law))": "found = np.full(len(law), 1e-12)"}, 5,
                "not seen"),
    ],
}
