"""Assignment 4: what the grader takes for true, found again another way."""

import itertools
import math

import numpy as np
import pytest
from dplearn import privacy

from assignments.checks import a4_truth as truth


def day_law(season, eta, window, delay, day):
    """By the words of the question: days from 1, losses added one by one."""
    total = [sum(season[d - 1][i] for d in range(day - delay - window + 1, day - delay + 1) if d >= 1)
             for i in range(len(season[0]))]
    weight = [math.exp(-eta * loss) for loss in total]
    return [w / sum(weight) for w in weight]


@pytest.mark.parametrize("delay, window", [(0, 2), (1, 5), (2, 1)])
def test_delta_by_all_sequences_of_picks(delay, window):
    rng = np.random.default_rng(delay)
    for day in range(5):
        x = rng.integers(0, 2, (5, 3)).astype(float)
        y = x.copy()
        y[day] = 1 - y[day]
        p, q = (np.array([math.prod(picks)
                          for picks in itertools.product(*(day_law(s, 0.7, window, delay, d) for d in range(1, 6)))])
                for s in (x.tolist(), y.tolist()))
        brute = max(np.maximum(a - math.exp(0.2) * b, 0).sum() for a, b in ((p, q), (q, p)))
        assert truth.true_delta(x, y, 0.2, 0.7, window, delay) == pytest.approx(brute, rel=1e-9, abs=1e-14)


@pytest.mark.parametrize("low, high", [(-1.0, 1.25), (0.5, 2.75)])
def test_the_largest_rate_by_the_ranges_of_picks(low, high):
    """Two experts who change places on the secret day: the ranges of log-ratios, measured."""
    T, since, past = 9, 3, [0.1, 0.02, 0.05, 0.2, 0.15]
    rates = past + [truth.largest(past, T, since, 4.0, 1e-5, high - low)] * 4
    x = np.random.default_rng(1).uniform(low, high, (T, 2))
    y = x.copy()
    x[since - 1], y[since - 1] = (low, high), (high, low)
    logs = [np.array([-eta * s[:t].sum(axis=0) for t, eta in enumerate(rates)]) for s in (x, y)]
    assert privacy.zcdp_epsilon((np.ptp(logs[0] - logs[1], axis=1) ** 2 / 8).sum(), 1e-5) == pytest.approx(4.0)


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
