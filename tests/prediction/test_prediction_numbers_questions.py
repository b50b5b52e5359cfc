"""Lecture 6's questions about numbers: curves against the package's functions asked one by one, and what is said of them."""

import numpy as np
import pytest

from asking import ends, random_settings, values

from dplearn import data, experiments, prediction
from dplearn.prediction.experiments import numbers

STABILITY, NOISE, WINES = experiments.prediction_stability, experiments.prediction_noise, experiments.prediction_regression


# ---- prediction_stability --------------------------------------------------------------------------


def test_measured_changes_attain_the_true_rate_and_pass_the_printed_one():
    for c in (0.25, 0.5, 1.0, 1.5):
        s = STABILITY.setting(c=c, n=100)
        x = STABILITY.x_values(s)
        true, run, search = (values(STABILITY, key, s, x) for key in ("true", "run", "search"))
        assert run[~np.isnan(run)] == pytest.approx(true[~np.isnan(run)], rel=1e-9, abs=1e-12)
        assert search[~np.isnan(search)] == pytest.approx(true[~np.isnan(search)], rel=1e-9, abs=1e-12)
        assert (~np.isnan(run)).sum() == 9 and (~np.isnan(search)).sum() == 5  # 1 .. 128 by octaves and the marker; 1 .. 5
        assert ((true > 1 + 1e-12) == (2 * c * (1 - 1 / x) > 1 + 1e-12)).all()


def test_the_place_of_the_changed_record():
    for n, place in ((4, 0.5), (16, 0.25), (100, 0.95)):
        s = STABILITY.setting(n=n, place=place)
        t = int(place * n) + 1
        assert values(STABILITY, "run", s, [n])[0] == pytest.approx(2 * (n - t) / n, abs=1e-12)
    each = [numbers.changed_run(1.0, t / 8, 8) for t in range(8)]
    assert np.mean(each) == pytest.approx(values(STABILITY, "mean", STABILITY.setting(), [8])[0])


def test_stability_as_told():
    shown = STABILITY.picture(STABILITY.setting()).at_marker()
    assert shown == pytest.approx({"true": 1.5, "printed": 1, "mean": 0.75, "search": 1.5, "run": 1.5})


# ---- prediction_noise ------------------------------------------------------------------------------


def test_noise_bounds_hold_and_the_printed_one_fails_exactly_below_one():
    epsilon = np.geomspace(0.05, 20, 25)
    for s in ends(NOISE) + random_settings(NOISE, 40):
        exact, smooth, printed = (values(NOISE, key, s, epsilon) for key in ("exact", "smooth", "printed"))
        part_1, floor = values(NOISE, "part_1", s, epsilon), values(NOISE, "floor", s, epsilon)
        assert (exact <= smooth * (1 + 1e-12)).all()
        assert np.isnan(part_1).all() == (s.loss == "squared") and not (exact > part_1 * (1 + 1e-12)).any()
        assert not (floor > exact * (1 + 1e-12)).any()
        if s.loss == "squared":
            assert exact == pytest.approx(smooth) and ((printed < exact * (1 - 1e-12)).all() == (s.sigma < 1))


def test_noise_as_told():
    shown = NOISE.picture(NOISE.setting()).at_marker()
    assert shown["printed"] < shown["floor"] < shown["exact"] == pytest.approx(shown["smooth"], rel=1e-3) and shown["exact"] < shown["part_1"]


# ---- prediction_regression -------------------------------------------------------------------------


def test_wines_are_learned_one_by_one():
    """A point of each curve, trained and judged by the plain way: one split at a time, noise by a sum over its quantiles."""
    n, parts, epsilon = 500, 2, 2.0
    s = WINES.setting(n=n, parts=parts, epsilon=epsilon)
    x, y = numbers._wines()
    loss, scale = numbers.LOSS, 0.5 * (1 / np.sqrt(250)) * (1 - 1 / 250) / epsilon
    u = (np.arange(2000) + 0.5) / 2000
    noise = scale * np.where(u < 0.5, np.log(2 * u), -np.log(2 - 2 * u))
    silent, noisy = [], []
    for split in range(numbers.SPLITS):
        step = 1 / (2 * np.sqrt(250))
        halves = [prediction.psgd(x[split, a : a + 250], y[split, a : a + 250], radius=1.0, step=step, loss=loss) for a in (0, 250)]
        said = x[split, 5000:] @ np.mean(halves, axis=0)
        silent.append(10 * loss.value(said, y[split, 5000:]).mean())
        noisy.append(10 * loss.value(said[:, None] + noise, y[split, 5000:, None]).mean())
    assert values(WINES, "psgd", s, [n])[0] == pytest.approx(np.mean(silent), rel=1e-12)
    assert values(WINES, "private", s, [n])[0] == pytest.approx(np.mean(noisy), rel=2e-3)


def test_the_regularized_curve():
    n, epsilon = 5000, 1.0
    x, y = numbers._wines()
    lam = 2 * np.sqrt(2 / n)
    w = prediction.erm_strongly_convex(x[1, :n], y[1, :n], radius=1.0, regularization=lam, loss=numbers.LOSS)
    assert numbers.minimized(n)[1] == pytest.approx(w, abs=1e-8)
    assert numbers.rate("erm", n) == pytest.approx(2 / (lam * n)) and numbers.rate(4, n) == pytest.approx((1 - 1 / 1250) / np.sqrt(1250) / 4)
    without = 10 * numbers.LOSS.value(numbers._errors(numbers.minimized(n)), 0.0).mean()
    assert without < values(WINES, "erm", WINES.setting(n=n, epsilon=epsilon), [n])[0]


def test_tuned_is_the_best_of_its_settings():
    for epsilon in (0.3, 3.0):
        way, share, losses = numbers.tuned((1, 4), epsilon)
        assert losses.shape == (numbers.SPLITS,) and losses.mean() == min(numbers.tuned((r,), epsilon)[2].mean() for r in (1, 4))
    half = WINES.at(epsilon=1.0, parts=4)["private"]                  # the half step is among the shares
    assert numbers.tuned((4,), 1.0)[2].mean() <= half + 1e-12
    assert numbers.tuned(("erm",), 1.0)[2].mean() <= WINES.at(epsilon=1.0)["erm"] + 1e-12


def test_bounds_and_order():
    for s in [WINES.setting(epsilon=e, parts=r) for e in (0.2, 1.0, 20.0) for r in numbers.PARTS]:
        x = WINES.simulated_x
        bound, private, psgd, least = (values(WINES, key, s, x) for key in ("bound", "private", "psgd", "best"))
        assert (psgd < private).all() and (private < bound).all() and (least < psgd).all()
        assert (np.diff(private) < 0).all() and (np.diff(bound) < 0).all()


def test_other_numbers_of_parts_can_be_asked_in_code():
    s = WINES.setting(parts=3, n=1000)
    assert 0.25 < values(WINES, "private", s, [1000])[0] < 1.0


def test_wines_as_told():
    wine = data.load_wine_quality()
    shown = WINES.picture(WINES.setting()).at_marker()
    assert shown["best"] < shown["psgd"] < shown["private"] < shown["six"] < shown["bound"] and shown["erm"] < shown["private"]
    points = np.abs(wine.quality - 6)
    assert shown["six"] == pytest.approx(np.where(points <= 1, points**2 / 2, points - 0.5).mean())
