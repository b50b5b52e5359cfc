"""Answers to assignment 1: right in odd styles, and wrong by little."""

from assignments.grading.question import Mistake


def again(name: str, code: str) -> dict[str, str]:
    """A second definition of a function, which takes the place of the first."""
    return {"": f"first_{name} = {name}\n\n{code}"}


FAILS, WRONG = "return float(total_law)", "return float(np.sum"
BOUND = "bound, fails = len(members) * (1 - alpha) ** n"

RIGHT = {
    "rectangles": {
        "arrays": again("smallest", "def smallest(*sample):\n    return np.array(first_smallest(*sample))"),
        "cumulative sums": again("failure", """
def failure(p, target, n, alpha):
    from itertools import product
    p, (a, b, c, d) = np.asarray(p, dtype=float), target
    S = np.zeros((p.shape[0] + 1, p.shape[1] + 1))
    S[1:, 1:] = p.cumsum(0).cumsum(1)
    box = lambda i, j, k, l: max(0, S[max(j, i - 1), max(l, k - 1)] - S[i - 1, max(l, k - 1)]
                                 - S[max(j, i - 1), k - 1] + S[i - 1, k - 1]) if i <= j and k <= l else 0
    whole, fails = box(*target), 0
    lefts = [a] if EDGE == "left" else range(a, b + 1)
    rights = [b] if EDGE == "right" else range(a, b + 1)
    lows = [c] if EDGE == "bottom" else range(c, d + 1)
    highs = [d] if EDGE == "top" else range(c, d + 1)
    good = 0.0  # all samples but those with a good rectangle; empty is good if the target is light
    for i, j, k, l in product(lefts, rights, lows, highs):
        if i <= j and k <= l and whole - box(i, j, k, l) <= alpha:
            di = (0,) if EDGE == "left" else (0, 1)
            dj = (0,) if EDGE == "right" else (0, 1)
            dk = (0,) if EDGE == "bottom" else (0, 1)
            dl = (0,) if EDGE == "top" else (0, 1)
            for u, v, w, z in product(di, dj, dk, dl):
                good += (-1) ** (u + v + w + z) * (1 - whole + box(i + u, j - v, k + w, l - z)) ** n
    return 1 - good - ((1 - whole) ** n if whole <= alpha else 0)"""),
    },
    ("flipped", 0, 1, 2): {
        "least n by doubling, as a float": again("least_n", """
from math import *

def least_n(D, eta, beta):
    some = [wrong_choice(n, D, eta) for n in range(1, 9)]
    while min(some) > beta:
        some += [wrong_choice(n, D, eta) for n in range(len(some) + 1, 2 * len(some) + 1)]
    return np.float32(1 + next(i for i, v in enumerate(some) if v <= beta))"""),
        "logarithms": {WRONG: "from scipy.special import gammaln, logsumexp, xlogy, xlog1py\n"
                                  "    logs = gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1) + xlogy(k, share) + "
                                  "xlog1py(n - k, -share)\n    if share < 1:\n        "
                                  "return np.asarray(np.exp(logs) @ given)\n    " + WRONG},
    },
}

SLIGHT = {
    "rectangles": [
        Mistake("four digits", {FAILS: "return float(np.round(total_law, 4))"}, 6, "not the probability"),
        Mistake("wide grids forgotten", {
            "box[SIDE] = whole[SIDE]": "box[SIDE] = whole[SIDE] if max(W, H) < 40 else box[SIDE]"}, 6,
                "40"),
    ],
    ("flipped", 0, 1, 2): [
        Mistake("off beyond 2,500 examples", {WRONG: "if n > 2500:\n        return float(np.sum(binom.pmf(k, n, "
                "share) * given)) * (1 + 1e-4)\n    " + WRONG}, 2, "n = 3000"),
        Mistake("off where the two hardly differ", {WRONG: "if D < 0.01:\n        return float(np.sum(binom.pmf(k, n, "
                "share) * given)) * (1 + 1e-4)\n    " + WRONG}, 2, "D = 0.001"),
        Mistake("from two on", {"    n = 1\n": "    n = 2\n"}, 4, "not the least"),
    ],
}
