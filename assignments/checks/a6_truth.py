"""What the grader of assignment 6 takes for true: the votes, a clipped total, two accounts, the laws of an attack."""

from __future__ import annotations

import itertools
import math

import numpy as np
from dplearn.privacy import Relation


# ---- overlapping parts -------------------------------------------------------------------------------

def parts_of(n: int, m: int, shift: int, circle: bool) -> list[list[int]]:
    """The positions in each part."""
    if circle:
        return [sorted((start + i) % n for i in range(m)) for start in range(0, n, shift)]
    return [list(range(start, start + m)) for start in range(0, n - m + 1, shift)]


def moved(n: int, m: int, shift: int, circle: bool) -> int:
    """How many votes the record at the worst position can move."""
    parts = parts_of(n, m, shift, circle)
    return max(sum(i in part for part in parts) for i in range(n))


def votes_for_one(x, y, question, parts) -> int:
    return sum(int(y[min(part, key=lambda i: (abs(int(x[i]) - question), i))]) for part in parts)


def coin(lead: float, rate: float) -> float:
    """Pr[1] at `lead`, votes for 1 minus votes for 0."""
    return 1 / (1 + math.exp(-rate * lead)) if rate * lead > -700 else 0.0



# ---- a clipped total ---------------------------------------------------------------------------------

def total_law(values, low: int, high: int, most: int, rate: float) -> np.ndarray:
    """The law of the clipped total with noise ∝ e^(-rate |k|), put back into -most..most: a sum over the noise."""
    total, reach = sum(min(max(v, low), high) for v in values), int(60 / rate) + 1
    noise = np.arange(-reach, reach + 1)
    shares = np.exp(-rate * np.abs(noise))
    return np.bincount(np.clip(total + noise, -most, most) + most, shares / shares.sum(), 2 * most + 1)


def spread(low: int, high: int, relation: Relation) -> int:
    """By how much one record can move the clipped total."""
    return high - low if relation is Relation.REPLACE_ONE else max(high, -low)


def squared_error(past, low: int, high: int, epsilon: float, relation: Relation) -> float:
    """E (noisy clipped total - total)²."""
    q = math.exp(-epsilon / spread(low, high, relation))
    return float(sum(min(max(v, low), high) - v for v in past)) ** 2 + 2 * q / (1 - q) ** 2



# ---- who pays how much -------------------------------------------------------------------------------

PRICE = {"coin": 1 / 8, "plain": 1 / 2}  # of ε0², in zCDP


def room(case, history, kind: str, cost: int) -> tuple[bool, bool | None]:
    """Whether adding up, and whether zCDP, has room for one more answer (None: too near to tell)."""
    asked = [(k, c) for k, c, answered in history if answered] + [(kind, cost)]
    epsilon, log = case.BUDGET / 1000, math.log(1 / case.DELTA)
    rho = epsilon ** 2 / (math.sqrt(log + epsilon) + math.sqrt(log)) ** 2
    spent = sum(PRICE[k] * (c / 1000) ** 2 for k, c in asked)
    return sum(c for _, c in asked) <= case.BUDGET, None if math.isclose(spent, rho, rel_tol=1e-9) else spent < rho



# ---- the best attack ---------------------------------------------------------------------------------

def two_laws(target, x, y, n, questions, epsilon, nearest) -> tuple[np.ndarray, np.ndarray]:
    """Pr of each list of answers (in the order of itertools.product) if the target is a member, and if not."""
    inside = np.array([[i in members for i in range(len(x))] for members in itertools.combinations(range(len(x)), n)])
    law = np.ones((len(inside), 1))  # a row for each choice of members
    for question in questions:
        order = sorted(range(len(x)), key=lambda i: (abs(int(x[i]) - question), i))
        voters = inside[:, order] & (inside[:, order].cumsum(axis=1) <= nearest)
        one = np.vectorize(coin)(2 * voters @ np.asarray(y, int)[order] - nearest, epsilon / 2)
        law = (law[:, :, None] * np.stack([1 - one, one], axis=1)[:, None]).reshape(len(inside), -1)
    member = inside[:, target]
    return law[member].mean(axis=0), law[~member].mean(axis=0)


def margins(law: np.ndarray) -> np.ndarray:
    """The law of independent answers with the same chances each."""
    product = np.ones(1)
    for axis in range(law.ndim):
        product = np.outer(product, law.sum(axis=tuple(a for a in range(law.ndim) if a != axis))).ravel()
    return product
