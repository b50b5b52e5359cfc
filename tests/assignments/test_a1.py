"""Assignment 1: the grader's own numbers against all samples, one by one."""

import itertools

import numpy as np
import pytest
from dplearn import pac

from assignments.checks import a1_truth as truth


def every_sample(p, n):
    """All sequences of n places with their probabilities."""
    for places in itertools.product(range(len(p)), repeat=n):
        yield places, np.prod([p[i] for i in places])


@pytest.mark.parametrize("edge", ("left", "right", "bottom", "top"))
def test_rectangles_by_all_samples(edge):
    rng, n = np.random.default_rng(3), 3
    p = rng.dirichlet(np.ones(6)).reshape(2, 3)
    grid = [(i + 1, j + 1) for i in range(2) for j in range(3)]
    boxes = [(a, b, c, d) for a in (1, 2) for b in (1, 2) for c in (1, 2, 3) for d in (1, 2, 3) if a <= b and c <= d
             and {"left": a == 1, "right": b == 2, "bottom": c == 1, "top": d == 3}[edge]] + [truth.EMPTY]
    says = {box: np.array([box[0] <= i <= box[1] and box[2] <= j <= box[3] for i, j in grid]) for box in boxes}
    error = {(g, h): float(p.ravel() @ (says[g] != says[h])) for g in boxes for h in boxes}
    for target in (box for box in boxes if box != truth.EMPTY):
        alpha, fails, survivors = 0.37 * float(p.ravel() @ says[target]), 0.0, 0.0
        for places, chance in every_sample(p.ravel(), n):
            fit = [h for h in boxes if (says[h][list(places)] == says[target][list(places)]).all()]
            least = min(fit, key=lambda h: says[h].sum())  # the class has a smallest member that fits
            assert all((says[least] <= says[h]).all() for h in fit)
            seen = np.array(grid)[list(places)]
            assert truth.smallest(seen, says[target][list(places)], 2, 3, edge) == least
            fails += chance * (error[least, target] > alpha)
            survivors += chance * sum(error[h, target] > alpha for h in fit)
        want = len(boxes) * (1 - alpha) ** n, survivors, fails
        assert truth.account(p, target, n, alpha, edge) == pytest.approx(want)


@pytest.mark.parametrize("form", range(3))
@pytest.mark.parametrize("ties, at_a_tie", (("wrong", 1), ("coin", 0.5), ("right", 0)))
def test_flipped_labels_by_all_samples(ties, at_a_tie, form):
    """An example that tells the two apart speaks with both of its labels, or with none that is missing."""
    mass, eta = 0.6, 0.3
    votes = ((1, mass * eta), (-1, mass * (1 - eta)), (0, 1 - mass))
    label = ((1, eta), (-1, 1 - eta))
    if form == 1:
        votes = [(0, 1 - mass)] + [(a + b, mass * p * q) for a, p in label for b, q in label]
    if form == 2:
        votes = [(0, 1 - mass), (0, mass * eta)] + [(a, mass * p * (1 - eta)) for a, p in label]
    for n in range(1, 7):
        wrong = 0.0
        for places, chance in every_sample([p for _, p in votes], n):
            total = sum(votes[i][0] for i in places)
            wrong += chance * ((total > 0) + at_a_tie * (total == 0))
        assert truth.flipped(n, mass, eta, ties, form)[n] == pytest.approx(wrong)
    assert truth.flipped(199, 0.3, 0.25, ties, form)[1:].min() <= 0.002  # the worst arguments that the task allows


def test_shattering_and_sauers_number():
    interval = np.array([[a <= i < b for i in range(5)] for a in range(6) for b in range(a, 6)]).astype(int)
    interval = np.unique(interval, axis=0)
    assert truth.shatters(interval, 2) and not truth.shatters(interval, 3)
    assert len(interval) == pac.sauer_bound(5, 2) == 16
    assert not truth.shatters(interval[:1], 1)


def test_half_planes_make_at_most_14_patterns_on_four_points():
    """All sets of four points of a 3 x 3 grid; normals in many directions, cuts at and between all values."""
    turns, most = np.linspace(0, 2 * np.pi, 720, endpoint=False) + 1e-3, []
    for four in itertools.combinations(itertools.product(range(3), repeat=2), 4):
        values = np.stack([np.cos(turns), np.sin(turns)], axis=1) @ np.array(four).T
        made = {tuple(v >= b) for v in values for b in (*v, 9.0)}
        most.append(len(made))
        assert all(tuple(not y for y in pattern) in made for pattern in made)
    assert max(most) == 14
