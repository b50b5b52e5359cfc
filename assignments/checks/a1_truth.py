"""What the grader of assignment 1 takes for true: how often learners fail, and Sauer's number."""

from __future__ import annotations

import itertools
import math

import numpy as np


# ---- rectangles at an edge ---------------------------------------------------------------------------

EMPTY = (1, 0, 1, 0)


def members(width: int, height: int, edge: str):
    """All rectangles of the class, the empty one last."""
    for a, b in itertools.combinations_with_replacement(range(1, width + 1), 2):
        for c, d in itertools.combinations_with_replacement(range(1, height + 1), 2):
            if {"left": a == 1, "right": b == width, "bottom": c == 1, "top": d == height}[edge]:
                yield a, b, c, d
    yield EMPTY


def points_in(box, width: int, height: int) -> np.ndarray:
    """Which points a rectangle holds."""
    inside = np.zeros((width, height), dtype=bool)
    inside[box[0] - 1:box[1], box[2] - 1:box[3]] = True
    return inside


def smallest(points, labels, width: int, height: int, edge: str) -> tuple:
    """The smallest member of the class around the positive examples."""
    positive = [p for p, y in zip(points, labels) if y]
    if not positive:
        return EMPTY
    (a, c), (b, d) = np.min(positive, axis=0), np.max(positive, axis=0)
    return (1 if edge == "left" else int(a), width if edge == "right" else int(b),
            1 if edge == "bottom" else int(c), height if edge == "top" else int(d))


def account(p, target, n: int, alpha: float, edge: str) -> tuple[float, float, float]:
    """Occam's bound, the mean number of bad rectangles that fit, the probability that the smallest one is bad.

    All positive examples lie in a box with probability (1 - mass of the target outside of it)^n; from small boxes to
    large, what the boxes inside took is taken off.
    """
    p = np.asarray(p, float)
    shape, boxes = p.shape, list(members(*p.shape, edge))
    aim = points_in(target, *shape)
    errors = np.array([p[points_in(box, *shape) ^ aim].sum() for box in boxes])
    bad = errors > alpha
    inner = [(points_in(box, *shape), error) for box, error in zip(boxes, errors)]
    inner = [(held, error) for held, error in inner if not (held & ~aim).any()]
    inner.sort(key=lambda pair: pair[0].sum())
    cells = np.array([c.ravel() for c, _ in inner])
    law = np.zeros(len(inner))
    for i, (_, error) in enumerate(inner):
        below = ~(cells[:i] & ~cells[i]).any(axis=1)
        law[i] = (1 - error) ** n - law[:i][below].sum()
    fails = law[np.array([error for _, error in inner]) > alpha].sum()
    return len(boxes) * (1 - alpha) ** n, float(((1 - errors[bad]) ** n).sum()), float(fails)


# ---- a consistent learner that fails -----------------------------------------------------------------

def interval_failure(p, target, n: int, alpha: float, learner: str) -> float:
    """The probability that the learner's interval errs by more than α.

    Its error is what no example showed: a stretch at each end of the target.
    """
    p, (a, b) = np.asarray(p, float), target
    if learner == "left":
        return interval_failure(p[::-1], (len(p) + 1 - b, len(p) + 1 - a), n, alpha, "right")
    mass = lambda i, j: p[i - 1:j].sum() if i <= j else 0.0  # noqa: E731
    fails = 0.0
    if learner == "right":  # least positive seen i (b + 1: none), first negative seen on the right m (N + 1: none)
        def unseen(i, m):
            return (1 - mass(a, i - 1) - mass(b + 1, m - 1)) ** n if i <= b + 1 and m <= len(p) + 1 else 0.0

        for i in range(a, b + 2):
            for m in range(b + 1, len(p) + 2):
                if (mass(a, b) if i > b else mass(a, i - 1) + mass(b + 1, m - 1)) > alpha:
                    fails += unseen(i, m) - unseen(i + 1, m) - unseen(i, m + 1) + unseen(i + 1, m + 1)
        return float(fails)
    within = lambda i, j: (1 - mass(a, b) + mass(i, j)) ** n  # noqa: E731
    for i in range(a, b + 1):
        for j in range(i, b + 1):
            if mass(a, b) - mass(i, j) > alpha:
                fails += within(i, j) - within(i + 1, j) - within(i, j - 1) + within(i + 1, j - 1)
    return float(fails + (within(1, 0) if mass(a, b) > alpha else 0.0))


# ---- flipped labels ----------------------------------------------------------------------------------

def tie(ties: str) -> float:
    return {"wrong": 1.0, "coin": 0.5, "right": 0.0}[ties]


def flipped(most: int, mass: float, eta: float, ties: str, form: int = 0) -> np.ndarray:
    """The probability that the wrong one of two hypotheses is chosen, for n = 0..most: a walk, up where an example
    speaks for the wrong one, down where it speaks for the right one; wrong above 0, and at 0 as ties go.  By form:
    labels are flipped; each example has two of them (which count if they agree); they are flipped, or missing."""
    up, down = ((mass * eta, mass * (1 - eta)), (mass * eta ** 2, mass * (1 - eta) ** 2),
                (mass * (1 - eta) * eta, mass * (1 - eta) ** 2))[form]
    law, wrong = np.zeros(2 * most + 3), []
    law[most + 1] = 1.0
    for _ in range(most + 1):
        wrong.append(law[most + 2:].sum() + tie(ties) * law[most + 1])
        law[1:-1] = (1 - up - down) * law[1:-1] + up * law[:-2] + down * law[2:]
    return np.array(wrong)


# ---- Sauer's number ----------------------------------------------------------------------------------

def sauer(points: int, dim: int) -> int:
    return sum(math.comb(points, i) for i in range(dim + 1))


def shatters(rows: np.ndarray, size: int) -> bool:
    """Whether some set of `size` points shows all its labelings."""
    weights = 2 ** np.arange(size)
    return any(len(np.unique(rows[:, list(some)] @ weights)) == 2 ** size
               for some in itertools.combinations(range(rows.shape[1]), size))
