"""What the grader of assignment 6 takes for true: the votes, two accounts, the laws of an attack."""

from __future__ import annotations

import bisect
import itertools
import math

import numpy as np
from dplearn.prediction import soft_majority_probability
from dplearn.privacy import zcdp_rho
from scipy.special import softmax


# ---- overlapping parts -------------------------------------------------------------------------------

def parts_of(n: int, m: int, shift: int, circle: bool) -> list[list[int]]:
    """The positions in each part."""
    if circle:
        return [sorted((start + i) % n for i in range(m)) for start in range(0, n, shift)]
    return [list(range(start, start + m)) for start in range(0, n - m + 1, shift)]


def moved(n: int, m: int, shift: int, circle: bool, together: bool = False) -> np.ndarray:
    """How many votes the record at each position can move, alone or together with the one behind it."""
    seats = np.array([np.isin(np.arange(n), part) for part in parts_of(n, m, shift, circle)])
    if together and n > 1:
        seats = (seats | np.roll(seats, -1, axis=1))[:, :n if circle else n - 1]
    return seats.sum(axis=0)


def vote(x, y, question, parts, labels: int, rate: float) -> np.ndarray:
    """Pr of each label, weights e^(rate votes)."""
    said = [int(y[min(part, key=lambda i: (abs(int(x[i]) - question), i))]) for part in parts]
    return softmax(rate * np.bincount(said, minlength=labels))


def near(lists: np.ndarray, circle: bool, together: bool) -> np.ndarray:
    """Pairs of lists (rows, a record in each column) that differ in one position, or in no others than two that are
    side by side."""
    n, differ = lists.shape[1], lists[:, None] != lists[None]
    seats = [[i, (i + 1) % n] for i in range(n if circle else max(n - 1, 1))] if together else [[i] for i in range(n)]
    return np.argwhere(np.triu(np.any([~np.delete(differ, seat, axis=2).any(axis=2) for seat in seats], axis=0), 1))


def layouts(rng, shift: int) -> list[tuple[int, int, float]]:
    """(n, m, ε) for audits of one seat: each remainder of n and each m near the shift, then the whole range, where
    n is such that the rarer answer has a chance of some e^-8 (so it moves by nearly e^ε)."""
    drawn = [(n, m, 1.0) for n in range(22, 22 + shift) for m in range(1, 2 * shift + 1)]
    drawn += [(200, 200, 3.0), (200, 1, 0.1), (1, 1, 3.0), (200, int(rng.integers(25, 45)), 3.0),
              (200, int(rng.integers(8, 14)), 1.0)]
    for epsilon in (3.0, *rng.uniform(0.8, 3, size=15).round(3).tolist()):
        m = int(rng.integers(1, int(9 * epsilon)))
        drawn.append((min(200, m + int(rng.uniform(14, 18) * m / epsilon)), m, epsilon))
    return drawn


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
    laws: tuple[list, list] = ([], [])
    for members in itertools.combinations(range(len(x)), n):
        law = np.ones(1)
        for question in questions:
            voters = sorted(members, key=lambda i: abs(x[i] - question))[:nearest]  # of equals the first
            one = says_one[sum(y[i] for i in voters)]
            law = np.outer(law, [1 - one, one]).ravel()
        laws[target not in members].append(law)
    return [np.mean(some, axis=0) for some in laws]
