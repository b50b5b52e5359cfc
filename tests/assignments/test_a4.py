"""Assignment 4: what the grader takes for true, found again another way."""

import itertools
import math

import numpy as np
import pytest

from assignments.checks import a4, a4_truth as truth
from assignments.grading.assignment import assignments
from assignments.grading.question import Wrong
from dplearn.privacy import product_profile

A4 = next(a for a in assignments("k2") if a.short == "a4")  # the longest delay


@pytest.mark.parametrize("form", range(3))
def test_a_held_pick_leaks_what_is_proved_and_no_more(form):
    """The leak of all picks by all sequences, the draws that see a day counted, and 100,000 experts who make the proof
    tight."""
    rng = np.random.default_rng(2)
    x, y = np.ones((2, 7, 3))
    x[1], y[1] = rng.random((2, 3))
    p, q = (truth.held(s, 2, 0.9, form) for s in (x, y))
    joint = [np.array([math.prod(picks) for picks in itertools.product(*law)]) for law in (p, q)]
    assert truth.leak(p, q) == pytest.approx(np.abs(np.log(joint[0] / joint[1])).max())
    for T, B in itertools.product((1, 2, 7, 12), (1, 2, 3, 5, 24)):
        seen = np.zeros(T)
        for first in range(0, T, B):  # of a stretch, from 0
            for day in range(first):
                seen[day] += (True, day >= first - 2 * B, day < first - B)[form]
        assert truth.proved_rate(T, B, 1.0, 0.5, form) == pytest.approx(1 / max(seen.max(), 1))
    x, y = np.full((2, 10, 100_000), 2.0)
    x[0, 0], y[0], y[0, 0] = -1, -1, 2
    eps = truth.leak(*(truth.held(s, 3, truth.proved_rate(10, 3, 1.5, 3.0, form), form) for s in (x, y)))
    assert 1.4999 < eps <= 1.5


def test_small_seasons_tell_who_never_forgets():
    class NeverForgets:
        def each(self, name, tries):
            return [product_profile(*(truth.pick_laws(season, eta, 10**6, case.DELAY) for season in (x, y)), epsilon)
                    for x, y, epsilon, eta, _ in tries]

    for i in range(40):
        case = A4.case(f"student {i}", "secret")
        with pytest.raises(Wrong, match="claims"):
            next(a4.check_window(NeverForgets(), case))
