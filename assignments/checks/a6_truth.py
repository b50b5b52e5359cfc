"""What the grader of assignment 6 takes for true: whose votes move, two accounts, the laws of an attack."""

from __future__ import annotations

import bisect
import itertools
import math

import numpy as np
from dplearn.prediction import soft_majority_probability
from dplearn.privacy import zcdp_rho


# ---- overlapping parts -------------------------------------------------------------------------------

def touched(parts, size: int, anyone: bool) -> np.ndarray:
    """The places of the parts in which the worst household sits, or the worst so many records: of those in most."""
    n = 1 + max(map(max, parts))
    groups = (itertools.combinations(range(n), min(size, n)) if anyone else
              (range(i, i + size) for i in range(0, n, size)))
    return np.flatnonzero(max(([not set(group).isdisjoint(part) for part in parts] for group in groups), key=sum))


# ---- who pays how much -------------------------------------------------------------------------------

PRICE = {"coin": 1 / 8, "plain": 1 / 2}  # of ε0², in zCDP


def room(case, history, kind: str, cost: int) -> tuple[bool, bool | None]:
    """Whether adding up, and whether zCDP, has room for one more answer (None: too near to tell)."""
    asked = [(k, c) for k, c, answered in history if answered] + [(kind, cost)]
    rho = zcdp_rho(case.BUDGET / 1000, case.DELTA)
    spent = sum(PRICE[k] * (c / 1000) ** 2 for k, c in asked)
    return sum(c for _, c in asked) <= case.BUDGET, None if math.isclose(spent, rho, rel_tol=1e-9) else spent < rho


def scripts(case) -> list:
    """Askers: from the history so far to the next (kind, cost), None at the end.  Pieces of the budget, large (adding
    up pays) and small (the other account does), of one kind and of both; each fourth question is by one thousandth more
    than there is room for, the last one takes all that is left."""
    rng = case.rng("scripts")

    def at_the_edge(kinds, largest):
        kinds, costs = rng.choice(kinds, size=45).tolist(), rng.integers(1, largest + 1, size=45).tolist()

        def ask(history):
            at = len(history)
            if at == len(kinds):
                return None
            most = bisect.bisect_left(range(1, 4 * case.BUDGET), True,
                                      key=lambda cost: not any(room(case, history, kinds[at], cost)))
            return kinds[at], most + 1 if at % 4 == 3 else most if at == 44 else max(1, min(most, costs[at]))
        return ask

    return [at_the_edge(kinds, case.BUDGET // pieces) for kinds in (["coin"], ["plain"], ["coin", "plain"])
            for pieces in (2, 8, 20)]


# ---- the best attack ---------------------------------------------------------------------------------

def two_laws(target, x, y, n, questions, epsilon, nearest) -> list[np.ndarray]:
    """Pr of each list of answers (in the order of itertools.product) if the target is a member, and if not."""
    says_one = soft_majority_probability(np.arange(nearest + 1), nearest, epsilon=epsilon)
    orders = [sorted(range(len(x)), key=lambda i: abs(x[i] - question)) for question in questions]  # equals by number
    laws: tuple[list, list] = ([], [])
    for members in itertools.combinations(range(len(x)), n):
        law = np.ones(1)
        for order in orders:
            one = says_one[sum([y[i] for i in order if i in members][:nearest])]
            law = np.outer(law, [1 - one, one]).ravel()
        laws[target not in members].append(law)
    return [np.mean(some, axis=0) for some in laws]
