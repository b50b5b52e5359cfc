"""Assignment 1, PAC learning and Occam's razor: what its questions are graded by."""

from __future__ import annotations

import functools
import itertools
import math

import numpy as np

from ..grading import checking
from ..grading.question import Mistake, Proof, Question, apart, need
from .a1_truth import EMPTY, account, flipped, interval_failure, members, points_in, sauer, shatters, smallest


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
    for (width, height), n in (((2, 3), 1), ((5, 4), rng.integers(2, 15)), ((7, 1), 15), ((1, 7), rng.integers(2, 15)),
                               ((7, 7), rng.integers(1, 16))):
        boxes = [box for box in members(width, height, edge)
                 if 1 / 3 < (box[1] - box[0] + 1) * (box[3] - box[2] + 1) / (width * height) < 1]
        target = boxes[rng.integers(len(boxes))]
        if even:
            p = np.full((width, height), 1 / (width * height))
            alpha = (int(rng.integers(width * height // 4 + 1)) + 0.5) / (width * height)
        else:
            p = rng.exponential(size=(width, height)) ** 3 * (rng.random((width, height)) < 0.8) + 1e-3
            p /= p.sum()
            alpha = float(rng.uniform(0.2, 0.8)) * p[points_in(target, width, height)].sum()
        yield p, target, int(n), float(alpha)


def _corner(edge: str):
    """A grid where nearly all mass lies in few points, so that many bad rectangles are as good as one."""
    p = np.full((6, 6), 1e-6)
    first, second = {"right": ((5, 0), (0, 5)), "top": ((0, 5), (5, 0))}.get(edge, ((0, 0), (5, 5)))
    p[first], p[second] = 0.8, 0.0
    p[second] = 1 - p.sum()
    return p, (1, 6, 1, 6), 10, 0.15


def check_rectangles(ask, case):
    """The learner, its failure, the two steps of the proof."""
    rng, edge = case.rng("rectangles"), case.EDGE
    yield from apart(2, _learner(ask, rng, edge))
    worlds = {"points drawn evenly": list(_worlds(rng, edge, True)),
              "points not drawn evenly": list(_worlds(rng, edge, False))}
    for words, some in worlds.items():
        yield from apart(1, _failure(ask, some, words, edge))
    yield from apart(2, _steps(ask, [*itertools.chain(*worlds.values()), _corner(edge)], edge))


def _learner(ask, rng, edge):
    samples = []
    for width, height in ((1, 1), (6, 4), (4, 9), (40, 1), (1, 40), (40, 40)) * 12:
        (a, b), (c, d) = (sorted(rng.integers(1, most + 1, 2)) for most in (width, height))
        a, b = {"left": (1, b), "right": (a, width)}.get(edge, (a, b))
        c, d = {"bottom": (1, d), "top": (c, height)}.get(edge, (c, d))
        if rng.random() < 0.1:
            a, b, c, d = EMPTY
        n = rng.choice([1, 9, 200])
        points = np.stack([rng.integers(1, width + 1, n), rng.integers(1, height + 1, n)], axis=1)
        inside = (a <= points[:, 0]) & (points[:, 0] <= b) & (c <= points[:, 1]) & (points[:, 1] <= d)
        samples.append((points, inside, width, height))
    boxes = []
    for (points, inside, width, height), box in zip(samples, ask.each("smallest", samples)):
        where = f"on a grid of {width} x {height}"
        boxes.append(tuple(checking.whole(v, where) for v in _several(box, "four numbers a, b, c, d", 4, where)))
        a, b, c, d = boxes[-1]
        if a <= b and c <= d:
            need({"left": a == 1, "right": b == width, "bottom": c == 1, "top": d == height}[edge] and
                 1 <= a and b <= width and 1 <= c and d <= height,
                 f"the rectangle {boxes[-1]} is not in the class: the {edge} edge {where}")
        says = (a <= points[:, 0]) & (points[:, 0] <= b) & (c <= points[:, 1]) & (points[:, 1] <= d)
        need((says == inside).all(), f"a mistake on the sample {where}")
    yield
    for (points, inside, width, height), box in zip(samples, boxes):
        need(box == smallest(points, inside, width, height, edge),
             f"a smaller member of the class fits, on a grid of {width} x {height}" if inside.any() else
             "without a positive example (1, 0, 1, 0) is wanted")
    yield


def _failure(ask, worlds, words, edge):
    p, target, n, alpha = worlds[1]
    tried = [*worlds, (p, target, 1, alpha), (p, target, 15, alpha), (p, target, n, 1 - 1e-4)]
    for world, value in zip(tried, ask.each("failure", tried)):
        p, target, n, alpha = world
        where = f"for {words}, {p.shape[0]} x {p.shape[1]}, target {target}, n = {n}, α = {alpha:.4g}"
        value, true = checking.number(value, where), account(*world, edge)[2]
        need(abs(value - true) < checking.TOLERANCE,
             f"not the probability of failure, too {'small' if value < true else 'large'}; {where}")
    yield


def _steps(ask, everything, edge):
    true = [account(*world, edge) for world in everything]
    given = ask.each("steps", everything)
    for world, value, (bound, survivors, _) in zip(everything, given, true):
        where = f"on a grid of {world[0].shape[0]} x {world[0].shape[1]}, n = {world[2]}"
        said, mean, _ = _several(value, "three values, bound, survivors and step,", 3, where)
        need(_close(said, bound, f"as the bound {where}"), f"not Occam's bound {where}")
        need(_close(mean, survivors, f"as survivors {where}"),
             f"not the mean number of bad rectangles that fit {where}")
    yield
    for world, value, (bound, survivors, fails) in zip(everything, given, true):
        if fails > 1e-9 and not 0.99 < bound * fails / survivors ** 2 < 1.01:
            need(value[2] == (1 if bound / survivors > survivors / fails else 2),
                 "the step named is not the one that loses more, on a grid of "
                 f"{world[0].shape[0]} x {world[0].shape[1]}, n = {world[2]}")
    yield


FAILS = "return float(total_law)"
STEP = "1 if bound / survivors > survivors / fails else 2"

RECTANGLES = Question(
    "rectangles", minutes=120, goals=(2, 3), check=check_rectangles,
    gates={"fits, and in the class": 1, "the smallest": 1, "failure, even points": 2, "failure, any points": 2,
           "bound and survivors": 1, "the step": 1},
    mistakes=(
        Mistake("four free sides", {"free = [s for s in range(4) if s != SIDE]": "free = list(range(4))",
                                    "box[SIDE] = whole[SIDE]": "pass"}, 2, "edge"),
        Mistake("another edge", {"SIDE = ['left', 'right', 'bottom', 'top'].index(EDGE)":
                                 "SIDE = (['left', 'right', 'bottom', 'top'].index(EDGE) + 2) % 4"}, 0, "edge|mistake"),
        Mistake("around all examples", {"points[labels]": "points"}, 6, "mistake"),
        Mistake("one side shrinks at a time", {"range(len(free) + 1)": "range(2)"}, 4, "probability"),
        Mistake("right on small grids alone", {
            FAILS: "return float(total_law if p.size < 15 else (1 - alpha) ** n)"}, 4, "not the probability"),
        Mistake("all that fit, not the bad ones", {"if error > alpha:": "if True:"}, 6, "not the mean"),
        Mistake("always the first step", {STEP: "1"}, 7, "step"),
    ))


# ---- 2: a consistent learner that fails --------------------------------------------------------------

def check_worst(ask, case):
    """The failure that the student's world has, exactly, against powers of one bad hypothesis."""
    rng = case.rng("worst")
    asked = [case.WORLD, (12, 40, 0.08), (40, 40, 0.08), (12, 34, 0.12), (40, 34, 0.12)]
    for size in rng.integers(12, 41, 4).tolist():
        alpha = round(float(rng.uniform(0.08, 0.12)), 3)
        asked.append((size, int(np.ceil(rng.uniform(3.2, 3.98) / alpha)), alpha))
    worlds = []
    for (size, n, alpha), value in zip(asked, ask.each("worst", asked)):
        where = f"for N = {size}, n = {n}, α = {alpha}"
        p, target, failure = _several(value, "three values, p, target and failure,", 3, where)
        p = checking.law(p, (size,), where)
        target = tuple(checking.whole(v, where) for v in _several(target, "two numbers, the target's ends,", 2, where))
        need(1 <= target[0] <= target[1] <= size, f"the target must be (a, b) with 1 <= a <= b <= N {where}")
        worlds.append((where, checking.number(failure, f"as failure {where}"),
                       interval_failure(p, target, n, alpha * (1 + 1e-9), case.LEARNER), (1 - alpha) ** n))
    yield from _tier(worlds, 1.0)
    for where, claimed, true, _ in worlds:
        need(math.isclose(claimed, true, rel_tol=1e-5),
             f"claims that the learner fails with probability {claimed:.4g}, which is "
             f"{'more' if claimed > true else 'less'} than it does {where}")
    yield
    yield from _tier(worlds, 1.9)
    yield from _tier(worlds, 3.4)


def _tier(worlds, times: float):
    for where, _, true, one in worlds:
        need(true >= 0.999 * times * one,
             f"the learner fails {true / one:.3g} times as often as (1 - α)^n; {times:g} times is wanted {where}")
    yield


CLAIM, PIECES = "(k + 1) * one - k * two", "k = (N - 1) // 2"

WORST = Question(
    "worst", minutes=105, goals=(2, 3), check=check_worst,
    gates={"as often as a single one": 1, "the probability": 2, "1.9 times": 1, "3.4 times": 2},
    mistakes=(
        Mistake("exactly α, not above it", {"alpha * (1 + 1e-6)": "alpha"}, 1, "times is wanted|more than it does"),
        Mistake("points drawn evenly", {"return p.tolist()": "p = np.full(N, 1 / N)\n    return p.tolist()"}, 1,
                "times is wanted|claims"),
        Mistake("two lumps", {PIECES: "k = 1"}, 4, "3.4 times"),
        Mistake("one end alone", {"p[N - k:] = bad / k": "", "p[k] = 1 - 2 * bad": "p[k] = 1 - bad"}, 1, "claims"),
        Mistake("claims the union bound", {CLAIM: "(k + 1) * one"}, 1, "more than it does"),
        Mistake("claims one bad interval's", {CLAIM: "one"}, 1, "less than it does"),
        Mistake("made for one world", {PIECES: "N, n, alpha = WORLD\n    " + PIECES}, 0, "probabilities"),
    ))


# ---- 3: flipped labels -------------------------------------------------------------------------------

def check_flipped(ask, case, form: int):
    """The probability for few and for many examples, then the least n."""
    rng, ties = case.rng("flipped"), case.TIES
    few = [(n, mass, eta) for n in range(1, 6)
           for mass, eta in ((1.0, 0.25), (0.5, 0.0), (0.4, 0.3), tuple(rng.uniform(0.1, 0.45, 2)))]
    many = [(n, float(rng.uniform(0.02, 1)), float(rng.uniform(0, 0.45))) for n in (20, 33, 400, 3000)]
    many += [(2500, 0.004, 0.2), (3000, 1.0, 0.499)]
    for calls in (few, many):
        for (n, mass, eta), value in zip(calls, ask.each("wrong_choice", calls)):
            where = f"for n = {n}, D = {mass:.4g}, η = {eta:.4g}"
            need(_close(value, flipped(n, mass, eta, ties, form)[n], where, 1e-10),
                 f"not the probability of the wrong choice {where}")
        yield
    asked = [tuple(map(float, (rng.uniform(0.3, 1), rng.uniform(0, 0.25), 10 ** rng.uniform(-2.6, -0.31))))
             for _ in range(8)] + [(0.3, 0.25, 0.002), (1.0, 0.2, 0.05), (1.0, 0.1, 0.15), (0.9, 0.0, 0.2)]
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
        Mistake("every example tells them apart", {"binom.pmf(k, n, share)": "(k == n)"}, 0, "few examples"),
        Mistake("written out for few", {
            CHOICE: "if n > 5:\n        return float((1 - D * (1 - 2 * eta)) ** n)\n    " + CHOICE}, 2,
                "many examples"),
        Mistake("overflows", {
            CHOICE: "from math import comb\n    return float(sum(float(comb(n, int(j))) * share**j "
                    "* (1 - share) ** (n - j) * given[j] for j in range(n + 1)))\n    " + CHOICE}, 2, "many examples"),
        Mistake("one too many", {"    return n\n": "    return n + 1\n"}, 4, "not the least"),
        Mistake("one too few", {"    return n\n": "    return max(n - 1, 1)\n"}, 4, "more likely"),
        Mistake("Occam's n for two hypotheses", {
            "    n = 1\n": "    return int(np.ceil(np.log(2 / beta) / D))\n    n = 1\n"}, 4, "least|more likely"),
    )) for form in range(3))


# ---- 4: Sauer's number -------------------------------------------------------------------------------

def _rows(value, points: int, where: str) -> np.ndarray:
    need(isinstance(value, (list, tuple, np.ndarray)) and 1 <= len(value) <= 2 ** points and
         all(isinstance(r, (list, tuple, np.ndarray)) and len(r) == points for r in value),
         f"a list of patterns of {points} labels is wanted {where}")
    need(all(v in (0, 1) for r in value for v in r), f"labels 0 or 1 are wanted {where}")
    rows = np.array([[int(v) for v in r] for r in value])
    need(len(np.unique(rows, axis=0)) == len(rows), f"a pattern stands twice {where}")
    return rows


def check_sauer(ask, case):
    """A class that meets Sauer's number and holds two patterns; one that is stuck below it."""
    rng = case.rng("sauer")
    yield from apart(2, _meets(ask, rng))
    yield from apart(2, _stuck(ask, case.DIM))


def _meets(ask, rng):
    asked = []
    for points, dim, flips in ((3, 1, 2), (3, 2, 1), (4, 2, 2), (6, 1, 3), (6, 2, 6), (7, 3, 4), (7, 2, 4), (7, 1, 7),
                               (7, 6, 1), (5, 4, 3)):
        first = rng.integers(0, 2, points)
        far = first.copy()
        far[rng.permutation(points)[:flips]] ^= 1
        asked.append((tuple(first.tolist()), tuple(far.tolist()), dim))
    classes = []
    for (first, second, dim), value in zip(asked, ask.each("meets", asked)):
        where = f"for u = {first}, v = {second}, d = {dim}"
        rows = _rows(value, len(first), where)
        need({first, second} <= set(map(tuple, rows.tolist())), f"u and v must be among the patterns {where}")
        need(not shatters(rows, dim + 1), f"the VC dimension is above d {where}")
        need(shatters(rows, dim), f"the VC dimension is below d {where}")
        classes.append((where, rows, dim))
    yield
    yield next((f"{len(rows)} patterns are not Sauer's number {where}" for where, rows, dim in classes
                if len(rows) != sauer(rows.shape[1], dim)), None)


def _stuck(ask, dim):
    stuck = []
    for points in (5, 6):
        where = f"for N = {points} and VC dimension {dim}"
        rows = _rows(ask("stuck", points), points, where)
        need(not shatters(rows, dim + 1), f"the VC dimension is too large {where}")
        had = set(map(tuple, rows.tolist()))
        for more in itertools.product((0, 1), repeat=points):
            need(more in had or shatters(np.vstack([rows, more]), dim + 1), f"the pattern {more} can be added {where}")
        stuck.append((where, len(rows), sauer(points, dim)))
    yield
    for where, size, most in stuck:
        need(size < most, f"Sauer's number is reached {where}")
    yield


MEETS, STUCK = "meets_rows = rows", "best = tried"

SAUER = Question(
    "sauer", minutes=75, goals=(4,), check=check_sauer,
    gates={"u, v, and VC dimension d": 1, "Sauer's number": 2, "nothing can be added": 1, "below Sauer's number": 1},
    mistakes=(
        Mistake("a ball around u", {
            MEETS: "meets_rows = [r for r in product((0, 1), repeat=len(u))\n"
                   "                  if sum(a != b for a, b in zip(r, u)) <= d]"},
                2, "u and v"),
        Mistake("a ball around u, and v", {
            MEETS:
                "meets_rows = list({v, *(r for r in product((0, 1), repeat=len(u))\n"
                "                             if sum(a != b for a, b in zip(r, u)) <= d)})"}, 2, "above d"),
        Mistake("u and v alone", {MEETS: "meets_rows = [u, v]"}, 2, "below d|above d"),
        Mistake("one change too few", {"<= d:": "<= d - 1:"}, 2, "u and v|below d"),
        Mistake("one pattern missing", {
            MEETS: "meets_rows = rows[:-1] if rows[-1] not in (u, v) else rows[:-2] + rows[-1:]"}, 3,
                "not Sauer|below d"),
        Mistake("far below, and not full", {STUCK: "best = tried[:-1]"}, 3, "can be added"),
        Mistake("full, and Sauer's number", {
            STUCK: "best = [r for r in product((0, 1), repeat=N) if sum(r) <= DIM]"}, 4, "is reached"),
    ))


# ---- 5: half-planes ----------------------------------------------------------------------------------

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

QUESTIONS = (RECTANGLES, WORST, FLIPPED, SAUER, HALF_PLANES)
