"""Lecture 6, averages and costs: simulation against exact values, orders of the curves, the printed bound seen to fail, costs."""

import itertools

import numpy as np
import pytest

from dplearn import prediction
from dplearn.prediction.experiments.averages import prediction_agnostic_size, prediction_average
from dplearn.prediction.experiments.costs import prediction_lower_bound, prediction_price


def curves(experiment, **values):
    picture = experiment.picture(experiment.setting(**values))
    return picture.lines[0].x, {line.series.key: line.y for line in picture.lines}


@pytest.mark.parametrize("world", ["points", "thresholds", "clean"])
@pytest.mark.parametrize("n_parts, part_size", [(3, 2), (40, 6), (200, 1)])
def test_drawn_learners_against_the_exact_error(world, n_parts, part_size):
    """Errors in [0, 1], 2,000 data sets, Hoeffding and a union bound over 81 comparisons: 0.0687, false alarm below 1e-6."""
    setting = prediction_average.setting(world=world, n_parts=n_parts, part_size=part_size)
    draw = prediction_average.draw(setting)
    drawn = np.concatenate([draw(np.random.default_rng([6, i]), 500) for i in range(4)]).mean(axis=0)
    series = {s.key: s for s in prediction_average.series}
    exact = series["noisy"].values(setting, prediction_average.simulated_x)
    assert np.abs(drawn - exact).max() < 0.0687


def test_the_average_keeps_its_promise_and_the_soft_majority_does_not():
    for world, r, alpha, m in itertools.product(("points", "thresholds", "clean"), (2, 40, 400), (0.02, 0.1, 0.5), (1, 6)):
        x, y = curves(prediction_average, world=world, n_parts=r, alpha=alpha, part_size=m)
        there = ~np.isnan(y["clipped"])
        assert (y["clipped"][there] <= y["promise"][there] + 1e-12).all()
        assert (there == (x >= prediction.clipped_average_epsilon(r, alpha))).all()
        assert (y["noisy"] <= y["plain"] + 1 / (r * x) + 1e-12).all()                  # Lemma 4.5: at most the mean |noise|
    _, y = curves(prediction_average, epsilon=1.0)
    assert (y["soft"] > y["promise"])[-10:].all() and (y["plain"] == 0).all()


def test_sample_sizes_in_order():
    for alpha, beta, d in itertools.product((0.05, 0.25), (0.001, 0.2), (2, 50)):
        best = curves(prediction_agnostic_size, alpha=alpha, beta=beta, vc_dim=d, rule="best")[1]["sharp"]
        for rule in ("noise", "clipped", "best"):
            x, y = curves(prediction_agnostic_size, alpha=alpha, beta=beta, vc_dim=d, rule=rule)
            assert (best <= y["sharp"]).all() and (y["sharp"] <= y["corrected"]).all()
            assert (y["lower"] < y["sharp"]).all() and (y["none"] < y["sharp"]).all()
        inside = x <= 1
        assert np.isnan(y["printed"][~inside]).all() and (y["printed"][inside] < y["corrected"][inside]).all()


def test_lower_bounds_in_order_and_refuted():
    for epsilon, d in itertools.product((0.03, 0.5, 2.0), (1, 2, 100)):
        x, y = curves(prediction_lower_bound, epsilon=epsilon, vc_dim=d)
        there = ~np.isnan(y["sharp"])
        if d == 1:
            assert not there.any() and (y["upper"][x < 0.002] < y["printed"][x < 0.002]).all()
            for a, enough, printed in zip(x, y["upper"], y["printed"]):                 # each refutation by its own predictor
                chance = prediction.soft_majority_probability(0, int(enough), epsilon=epsilon)
                assert enough >= printed or chance <= a
        else:
            assert there.all() and x.max() == 0.25
            assert (y["printed"][there] < y["sharp"][there]).all()
            assert (y["sharp"][there] <= y["least"][there]).all() and (y["least"][there] < y["upper"][there]).all()


def test_prices():
    for alpha, epsilon, beta in itertools.product((0.1, 0.3), (0.5, 2), (0.001, 0.2)):
        for labels in ("clean", "noisy"):
            _, y = curves(prediction_price, alpha=alpha, epsilon=epsilon, beta=beta, labels=labels)
            assert (y["sharp"] <= y["printed"]).all() and (y["none"] <= y["sharp"]).all()
            assert (np.diff(y["learning"]) >= 0).all() and y["learning"][-1] > 3 * y["learning"][0]
            assert all(len(set(y[key])) == 1 for key in ("printed", "sharp", "none"))   # N does not enter
    x, y = curves(prediction_price)
    assert x[y["learning"] > y["sharp"]][0] == 26
