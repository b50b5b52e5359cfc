"""Lecture 6's questions about numbers: curves against the package's functions asked one by one, and what is said of
them."""

import numpy as np
import pytest

from asking import ends, values

from dplearn.prediction import deeper
from dplearn.prediction.deeper.experiments import numbers

STABILITY, NOISE, WINES = numbers.prediction_stability, numbers.prediction_noise, numbers.prediction_regression


def test_measured_changes_attain_the_true_rate_and_pass_the_printed_one():
    for c in (0.25, 0.5, 1.0, 1.5):
        s = STABILITY.setting(c=c, n=100)
        x = STABILITY.x_values(s)
        true, run, search = (values(STABILITY, key, s, x) for key in ("true", "run", "search"))
        assert ((true > 1 + 1e-12) == (2 * c * (1 - 1 / x) > 1 + 1e-12)).all()
        for found, places in ((run, 9), (search, 5)):        # 1 .. 128 by octaves and the marker; 1 .. 5
            assert (~np.isnan(found)).sum() == places
            assert found[~np.isnan(found)] == pytest.approx(true[~np.isnan(found)], rel=1e-9, abs=1e-12)


def test_the_place_of_the_changed_record():
    for n, place in ((4, 0.5), (16, 0.25), (100, 0.95)):
        t = int(place * n) + 1
        assert STABILITY.at(n=n, place=place)["run"] == pytest.approx(2 * (n - t) / n, abs=1e-12)


def test_noise_bounds_hold_and_the_printed_one_fails_exactly_below_one():
    for s in ends(NOISE):
        part_1, smooth, exact, printed, _ = (values(NOISE, e.key, s, np.geomspace(0.05, 20, 25)) for e in NOISE.series)
        assert (exact <= np.fmin(smooth, part_1) * (1 + 1e-12)).all()
        if s.loss == "squared":
            assert exact == pytest.approx(smooth) and (printed < exact * (1 - 1e-12)).all() == (s.sigma < 1)


def test_wines_are_learned_one_by_one():
    """A point of each curve, trained and judged by the plain way: one split at a time."""
    x, y = numbers._wines()
    loss, scale, silent, noisy = numbers.LOSS, 0.5 * (1 / np.sqrt(250)) * (1 - 1 / 250) / 2.0, [], []
    for split in range(numbers.SPLITS):
        halves = [deeper.psgd(x[split, a : a + 250], y[split, a : a + 250], radius=1.0,
                                  step=1 / (2 * np.sqrt(250)), loss=loss) for a in (0, 250)]
        said, truth = x[split, 5000:] @ np.mean(halves, axis=0), y[split, 5000:]
        silent.append(10 * loss.value(said, truth).mean())
        noisy.append(silent[-1] + 10 * loss.noise_excess(said, truth, scale=scale).mean())
    shown = WINES.at(n=500, parts=2, epsilon=2.0)
    assert [shown["psgd"], shown["private"]] == pytest.approx([np.mean(silent), np.mean(noisy)], rel=1e-12)
    w = deeper.erm_strongly_convex(x[1, :5000], y[1, :5000], radius=1.0, regularization=2 * np.sqrt(2 / 5000),
                                       loss=loss)
    weights, rate = numbers.trained("erm", 5000)
    assert weights[1] == pytest.approx(w, abs=1e-8) and rate == pytest.approx(1 / np.sqrt(2 * 5000))
    assert numbers.trained(4, 5000)[1] == pytest.approx((1 - 1 / 1250) / np.sqrt(1250) / 4)


def test_tuned_is_the_best_of_its_settings():
    for epsilon in (0.3, 3.0):
        _, _, losses = numbers.tuned((1, 4), epsilon)
        assert losses.shape == (numbers.SPLITS,
                                ) and losses.mean() == min(numbers.tuned((r,), epsilon)[2].mean() for r in (1, 4))
    for way, key in ((4, "private"), ("erm", "erm")):                  # the sliders' own shares are among those tried
        assert numbers.tuned((way,), 1.0)[2].mean() <= WINES.at(epsilon=1.0, parts=4)[key] + 1e-12


def test_bounds_and_order():
    for s in [WINES.setting(epsilon=e, parts=r) for e in (0.2, 1.0, 20.0) for r in numbers.PARTS]:
        least, psgd, private, bound = (values(WINES, key, s, WINES.simulated_x)
                                       for key in ("best", "psgd", "private", "bound"))
        assert (least < psgd).all() and (psgd < private).all() and (private < bound).all()
