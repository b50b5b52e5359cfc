"""What the grader of assignment 1 takes for true: how often learners fail."""

from __future__ import annotations

import itertools

import numpy as np

# ---- rectangles at an edge ---------------------------------------------------------------------------

EMPTY = (1, 0, 1, 0)


def touching(box, width: int, height: int, edge: str) -> tuple:
    """The rectangle, stretched to the edge."""
    a, b, c, d = box
    return {"left": (1, b, c, d), "right": (a, width, c, d), "bottom": (a, b, 1, d), "top": (a, b, c, height)}[edge]


def members(width: int, height: int, edge: str) -> list[tuple]:
    """All rectangles of the class, the empty one last."""
    sides = (itertools.combinations_with_replacement(range(1, most + 1), 2) for most in (width, height))
    boxes = [(*across, *up) for across, up in itertools.product(*sides)]
    return [box for box in boxes if box == touching(box, width, height, edge)] + [EMPTY]


def inside(box, points) -> np.ndarray:
    """Which of the points (n, 2) a rectangle holds."""
    (a, b, c, d), (x, y) = box, points.T
    return (a <= x) & (x <= b) & (c <= y) & (y <= d)


def smallest(points, labels, width: int, height: int, edge: str) -> tuple:
    """The smallest member of the class around the positive examples."""
    if not labels.any():
        return EMPTY
    (a, c), (b, d) = points[labels].min(axis=0), points[labels].max(axis=0)
    return touching((a, b, c, d), width, height, edge)


def account(p, target, n: int, alpha: float, edge: str) -> tuple[float, float, float]:
    """Occam's bound, the mean number of bad rectangles that fit, the probability that the smallest one is bad.

    All positive examples lie in a box with probability (1 - mass of the target outside of it)^n; from small boxes to
    large, what the boxes inside took is taken off.
    """
    points = np.indices(p.shape).reshape(2, -1).T + 1
    cells, aim = np.array([inside(box, points) for box in members(*p.shape, edge)]), inside(target, points)
    errors = (cells ^ aim) @ p.ravel()
    survivors = ((1 - errors[errors > alpha]) ** n).sum()
    order = [i for i in cells.sum(axis=1).argsort() if not (cells[i] & ~aim).any()]
    inner, law = cells[order], np.zeros(len(order))
    for i, error in enumerate(errors[order]):
        law[i] = (1 - error) ** n - law[:i][~(inner[:i] & ~inner[i]).any(axis=1)].sum()
    return len(cells) * (1 - alpha) ** n, float(survivors), float(law[errors[order] > alpha].sum())


# ---- flipped labels ----------------------------------------------------------------------------------

def flipped(most: int, mass: float, eta: float, ties: str, form: int = 0) -> np.ndarray:
    """The probability that the wrong one of two hypotheses is chosen, for n = 0..most: a walk, up where an example
    speaks for the wrong one, down where it speaks for the right one; wrong above 0, and at 0 as ties go.  By form:
    labels are flipped; each example has two of them (which count if they agree); they are flipped, or missing."""
    up, down = ((mass * eta, mass * (1 - eta)), (mass * eta ** 2, mass * (1 - eta) ** 2),
                (mass * (1 - eta) * eta, mass * (1 - eta) ** 2))[form]
    law, wrong = np.zeros(2 * most + 3), []
    law[most + 1] = 1.0
    for _ in range(most + 1):
        wrong.append(law[most + 2:].sum() + {"wrong": 1.0, "coin": 0.5, "right": 0.0}[ties] * law[most + 1])
        law[1:-1] = (1 - up - down) * law[1:-1] + up * law[:-2] + down * law[2:]
    return np.array(wrong)
