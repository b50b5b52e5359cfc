"""Assignment 1, PAC learning and Occam's razor: what its questions are graded by."""

from __future__ import annotations

import functools
import math

import numpy as np

from ..grading import checking
from ..grading.question import Mistake, Proof, Question, apart, need
from .a1_truth import EMPTY, account, flipped, inside, members, smallest, touching


def _several(value, wanted: str, count: int, where: str) -> list:
    """So many values, in a tuple, a list or an array."""
    need(isinstance(value, (tuple, list, np.ndarray)) and len(value) == count,
         f"{wanted} are wanted {where}; got {checking.kind(value)}")
    return list(value)


def _close(value, true: float, where: str, tolerance: float = 1e-12) -> bool:
    return math.isclose(checking.number(value, where), true, rel_tol=checking.TOLERANCE, abs_tol=tolerance)


# ---- 1: rectangles at an edge ------------------------------------------------------------------------

def _worlds(rng, edge: str, even: bool):
    """Grids of many shapes: p, target (never the whole grid), n, α; no error of a rectangle is near α."""
    for shape, n in (((2, 3), 1), ((5, 4), 5), ((7, 1), 15), ((1, 7), 4), ((7, 7), 5)):
        p = np.ones(shape) if even else rng.exponential(size=shape) ** 3 + 1e-3
        p /= p.sum()
        masks = {box: inside(box, np.argwhere(p) + 1) for box in members(*shape, edge)}
        boxes = [box for box, mask in masks.items() if 1 / 3 < mask.mean() < 1]
        target = boxes[rng.integers(len(boxes))]
        yield p, target, n, float(rng.uniform(0.1, 0.5) * p.ravel()[masks[target]].sum())


def _corner(edge: str):
    """A grid where nearly all mass lies in two points, so that many bad rectangles are as good as one."""
    p = np.full((6, 6), 1e-6)
    p[5 * (edge == "right"), 5 * (edge == "top")] = 0.8
    p[5 * (edge != "right"), 5 * (edge != "top")] = 0.2 - 34e-6
    return p, (1, 6, 1, 6), 10, 0.15


def check_rectangles(ask, case):
    """The learner, its failure, the two steps of the proof."""
    rng, edge = case.rng("rectangles"), case.EDGE
    yield from apart(2, _learner(ask, rng, edge))
    even, uneven = (list(_worlds(rng, edge, even)) for even in (True, False))
    yield from apart(1, _failure(ask, even, "points drawn evenly", edge))
    yield from apart(1, _failure(ask, uneven, "points not drawn evenly", edge))
    yield from apart(2, _steps(ask, [*even, *uneven, _corner(edge)], edge))


def _learner(ask, rng, edge):
    samples, boxes = [], []
    for width, height in ((1, 1), (6, 4), (4, 9), (40, 1), (1, 40), (40, 40)) * 8:
        points = rng.integers(1, (width + 1, height + 1), (rng.choice([1, 9, 200]), 2))
        (a, c), (b, d) = np.sort(rng.integers(1, (width + 1, height + 1), (2, 2)), axis=0)
        target = touching((a, b, c, d), width, height, edge) if rng.random() < 0.9 else EMPTY
        samples.append((points, inside(target, points), width, height))
    for (points, labels, width, height), box in zip(samples, ask.each("smallest", samples)):
        where = f"on a grid of {width} x {height}"
        a, b, c, d = box = tuple(checking.whole(v, where) for v in _several(box, "four numbers a, b, c, d", 4, where))
        need(a > b or c > d or box == touching(box, width, height, edge) and min(a, c) >= 1 and b <= width
             and d <= height, f"the rectangle {box} is not in the class: the {edge} edge {where}")
        need((inside(box, points) == labels).all(), f"a mistake on the sample {where}")
        boxes.append(box)
    yield
    for sample, box in zip(samples, boxes):
        need(box == smallest(*sample, edge),
             f"a smaller member of the class fits, on a grid of {sample[2]} x {sample[3]}" if sample[1].any() else
             "without a positive example (1, 0, 1, 0) is wanted")
    yield


def _failure(ask, worlds, words, edge):
    for (p, target, n, alpha), value in zip(worlds, ask.each("failure", worlds)):
        where = f"for {words}, {p.shape[0]} x {p.shape[1]}, target {target}, n = {n}, α = {alpha:.4g}"
        value, true = checking.number(value, where), account(p, target, n, alpha, edge)[2]
        need(abs(value - true) < checking.TOLERANCE,
             f"not the probability of failure, too {'small' if value < true else 'large'}; {where}")
    yield


def _steps(ask, worlds, edge):
    steps = []
    for world, value in zip(worlds, ask.each("steps", worlds)):
        where = f"on a grid of {world[0].shape[0]} x {world[0].shape[1]}, n = {world[2]}"
        bound, survivors, fails = account(*world, edge)
        said, mean, step = _several(value, "three values, bound, survivors and step,", 3, where)
        need(_close(said, bound, f"as the bound {where}"), f"not Occam's bound {where}")
        need(_close(mean, survivors, f"as survivors {where}"),
             f"not the mean number of bad rectangles that fit {where}")
        if fails > 1e-9 and not 0.99 < bound * fails / survivors ** 2 < 1.01:
            steps.append((step, 1 if bound / survivors > survivors / fails else 2, where))
    yield
    for step, right, where in steps:
        need(step == right, f"the step named is not the one that loses more, {where}")
    yield



RECTANGLES = Question(
    "rectangles", minutes=120, goals=(2, 3), check=check_rectangles,
    gates={"fits, and in the class": 1, "the smallest": 1, "failure, even points": 2, "failure, any points": 2,
           "bound and survivors": 1, "the step": 1},
    mistakes=(
        Mistake("four free sides", {"free = [s for s in range(4) if s != SIDE]": "free = list(range(4))",
                                    "box[SIDE] = whole[SIDE]": "pass"}, 2, "edge"),
        Mistake("around all examples", {"points[labels]": "points"}, 6, "mistake"),
        Mistake("one side shrinks at a time", {"range(len(free) + 1)": "range(2)"}, 4, "probability"),
        Mistake("all that fit, not the bad ones", {"if error > alpha:": "if True:"}, 6, "not the mean"),
        Mistake("always the first step", {"1 if bound / survivors > survivors / fails else 2": "1"}, 7, "step"),
    ))


# ---- 2: flipped labels -------------------------------------------------------------------------------

def check_flipped(ask, case, form: int):
    """The probability for few and for many examples, then the least n."""
    rng, ties = case.rng("flipped"), case.TIES
    few = [(n, *world) for n in range(1, 6) for world in ((1.0, 0.25), (0.5, 0.0), (0.4, 0.3))]
    many = [(n, *rng.uniform((0.02, 0), (1, 0.45)).tolist()) for n in (20, 33, 400, 3000)]
    many += [(3000, 1.0, 0.499), (400, 1e-3, 0.3)]
    for calls in (few, many):
        for (n, mass, eta), value in zip(calls, ask.each("wrong_choice", calls)):
            where = f"for n = {n}, D = {mass:.4g}, η = {eta:.4g}"
            need(_close(value, flipped(n, mass, eta, ties, form)[n], where, 1e-10),
                 f"not the probability of the wrong choice {where}")
        yield
    asked = [(0.3, 0.25, 0.002), (1.0, 0.2, 0.05), (1.0, 0.1, 0.15), (0.9, 0.0, 0.2),
             *rng.uniform((0.3, 0, 0.003), (1, 0.25, 0.5), (6, 3)).tolist()]
    for (mass, eta, beta), value in zip(asked, ask.each("least_n", asked)):
        where = f"for D = {mass:.4g}, η = {eta:.4g}, β = {beta:.4g}"
        least = checking.whole(value, where)
        need(1 <= least <= 2000, f"n = {least} is not the least {where}")
        wrong = flipped(least, mass, eta, ties, form)
        need((wrong[1:-1] > beta).all(), f"n = {least} is not the least {where}")
        need(wrong[-1] <= beta, f"n = {least}: the wrong choice is still more likely than β {where}")
    yield


CHOICE = "return float(np.sum"

FLIPPED = tuple(Question(
    "flipped", minutes=60, goals=(1,), check=functools.partial(check_flipped, form=form),
    gates={"few examples": 2, "many examples": 2, "the least n": 2},
    mistakes=(
        Mistake("ties the other way", {
            "{'wrong': 1.0, 'coin': 0.5, 'right': 0.0}": "{'right': 1.0, 'coin': 0.0, 'wrong': 0.5}"}, 0,
                "few examples"),
        Mistake("overflows", {
            CHOICE: "from math import comb\n    return float(sum(float(comb(n, int(j))) * share**j "
                    "* (1 - share) ** (n - j) * given[j] for j in range(n + 1)))\n    " + CHOICE}, 2, "many examples"),
        Mistake("one too few", {"    return n\n": "    return max(n - 1, 1)\n"}, 4, "more likely"),
        Mistake("Occam's n for two hypotheses", {
            "    n = 1\n": "    return int(np.ceil(np.log(2 / beta) / D))\n    n = 1\n"}, 4, "least|more likely"),
    )) for form in range(3))


# ---- 3: half-planes ----------------------------------------------------------------------------------

HALF_PLANES = Proof(
    "half_planes", minutes=60, goals=(4,),
    rubric={"(a) three points not on a line, all eight labelings": 1,
            "(b) the four points' weights with both sums zero, not all zero, and why they exist": 1,
            "(b) the labeling that no half-plane makes, and the contradiction": 1,
            "(b) any four points, also on a line or one inside the triangle of the others": 1,
            "(c) complements come together, so the number is even and at most 14, below Sauer's 15": 1},
    errors={"shows in (a) that no three points on a line are shattered": "(a) 0: one shattered set is wanted",
            "draws four points in convex position alone in (b)": "(b) the third point is lost",
            "treats ≥ and < alike, so that 0 ≥ 0 is called a contradiction": "(b) the second point is lost",
            "(c) complements without the strictness of the other side (w·x < b is no half-plane of the class)":
                "nothing, if it is noticed that finitely many points leave room; otherwise (c) 0",
            "counts labelings of four points in general position alone in (c)": "(c) 0: any four points"})

QUESTIONS = (RECTANGLES, FLIPPED, HALF_PLANES)
