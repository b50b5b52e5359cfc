"""What the grader of assignment 6 takes for true: the votes, a clipped total, two accounts, the laws of an attack."""

from __future__ import annotations

import bisect
import itertools
import math

import numpy as np
from dplearn.privacy import Relation, zcdp_rho


# ---- overlapping parts -------------------------------------------------------------------------------

def parts_of(n: int, m: int, shift: int, circle: bool) -> list[list[int]]:
    """The positions in each part."""
    if circle:
        return [sorted((start + i) % n for i in range(m)) for start in range(0, n, shift)]
    return [list(range(start, start + m)) for start in range(0, n - m + 1, shift)]


def moved(n: int, m: int, shift: int, circle: bool, together: bool = False) -> np.ndarray:
    """How many votes the record at each position can move, alone or together with the one behind it."""
    seats = np.array([[i in part for i in range(n)] for part in map(set, parts_of(n, m, shift, circle))])
    if together and n > 1:
        seats = (seats | np.roll(seats, -1, axis=1))[:, :n if circle else n - 1]
    return seats.sum(axis=0)


def votes(x, y, question, parts, labels: int = 2) -> np.ndarray:
    """For each label."""
    return np.bincount([int(y[min(part, key=lambda i: (abs(int(x[i]) - question), i))]) for part in parts],
                       minlength=labels)


def soft(counts, rate: float) -> np.ndarray:
    """Pr of each label, weights e^(rate votes)."""
    weights = np.exp(rate * (np.asarray(counts) - np.max(counts)))
    return weights / weights.sum()


def coin(lead: float, rate: float) -> float:
    """Pr[1] at `lead`, votes for 1 minus votes for 0."""
    return 1 / (1 + math.exp(-rate * lead)) if rate * lead > -700 else 0.0


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
    drawn += [(200, 200, 3.0), (200, 1, 0.1), (1, 1, 3.0), (200, int(rng.integers(2, 200)), 0.1)]
    drawn += [(200, int(rng.integers(25, 45)), 3.0), (200, int(rng.integers(8, 14)), 1.0)]
    for epsilon in (3.0, 3.0, *rng.uniform(0.8, 3, size=16).round(3).tolist()):
        m = int(rng.integers(1, int(9 * epsilon)))
        drawn.append((min(200, m + int(rng.uniform(14, 18) * m / epsilon)), m, epsilon))
    return drawn


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
    rho = zcdp_rho(case.BUDGET / 1000, case.DELTA)
    spent = sum(PRICE[k] * (c / 1000) ** 2 for k, c in asked)
    return sum(c for _, c in asked) <= case.BUDGET, None if math.isclose(spent, rho, rel_tol=1e-9) else spent < rho


def scripts(case) -> dict:
    """Askers: from the history so far to the next (kind, cost), None at the end."""
    budget, rng = case.BUDGET, case.rng("scripts")

    def last(history):
        return history[-1][2] if history else True

    def equal(kind, pieces):
        cost = budget // pieces
        return lambda h: None if len(h) > 2 and not h[-2][2] else (kind, cost)

    def exact(kind, pieces):
        costs = [budget // pieces] * (pieces - 1)
        costs += [budget - sum(costs), 1, 1]
        return lambda h: (kind, costs[len(h)]) if len(h) < len(costs) else None

    def halving(kind, first):
        def ask(h):
            cost = first if not h else h[-1][1] if h[-1][2] else h[-1][1] // 2
            return (kind, cost) if cost and len(h) < 60 else None
        return ask

    def creeping(h):  # up after an answer, down after a refusal
        if len(h) >= 60:
            return None
        cost = budget // 7 if not h else max(1, h[-1][1] * (5 if h[-1][2] else 2) // (4 if h[-1][2] else 3))
        return "coin" if len(h) % 3 else "plain", cost

    costs = rng.integers(1, budget // 6, size=80)
    kinds = rng.choice(["coin", "plain"], size=80)

    def mixed(h):
        if len(h) >= 70:
            return None
        return str(kinds[len(h)]), int(costs[len(h)]) if last(h) else max(1, int(costs[len(h)]) // 5)

    def greedy_first(h):  # is refused five times, then takes small pieces
        if len(h) < 5:
            return "plain", budget + 1 + len(h)
        return ("plain", budget // 9) if len(h) < 16 else None

    def greedy_between(h):  # small coins, one refusal above both accounts, small coins again
        return None if len(h) > 40 else ("plain", budget) if len(h) == 18 else ("coin", budget // 16)

    bits = rng.integers(budget // 60, budget // 20, size=70)

    def at_the_edge(h):  # small pieces; each fourth question is by one thousandth more than there is room for
        if len(h) >= 70:
            return None
        kind, here = str(kinds[len(h)]), range(1, 4 * budget)
        most = bisect.bisect_left(here, True, key=lambda c: room(case, h, kind, c) in ((False, False), (False, None)))
        return kind, most + 1 if len(h) % 4 == 3 else max(1, min(most, int(bits[len(h)]))) if len(h) < 69 else most

    def coins_then_plain(h):
        return None if len(h) > 45 else ("coin", budget // 20) if len(h) < 25 else ("plain", budget // 30)

    coins, plain, few, some = (int(rng.integers(*ends)) for ends in ((8, 30), (20, 50), (2, 6), (6, 12)))
    return {"equal coins": equal("coin", coins), "equal plain answers": equal("plain", plain),
            "exact coins": exact("coin", few), "exact plain answers": exact("plain", some),
            "all at once": exact("plain", 1),
            "halving": halving("plain", 2 * budget), "halving coins": halving("coin", budget - 1),
            "creeping": creeping, "mixed": mixed, "at the edge": at_the_edge,
            "refused first": greedy_first, "refused in between": greedy_between,
            "coins, then plain answers": coins_then_plain,
            "many small coins": lambda h: None if len(h) > 90 else ("coin", budget // 40)}


def told(history) -> str:
    """A history in words, equal neighbors together."""
    runs = [(same, len(list(some))) for same, some in itertools.groupby(history)]
    return ", ".join(f"{f'{times} times ' if times > 1 else ''}{kind} {cost}{'' if answered else ' (refused)'}"
                     for (kind, cost, answered), times in runs) or "nothing"


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
