"""Experiments: slider positions, checked settings, pictures, sweeps."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from dplearn.experiment import Axis, Choice, Experiment, Parameter, Series, Simulation

N = Parameter("n", "n", "examples", 1, 1000, 30, log=True, integer=True)
P = Parameter("p", "p", "chance", 0.0, 1.0, 0.3)
KIND = Choice("kind", "coin", {"fair": "as it is", "swap": "heads and tails swapped"}, "fair")


def _share(s):
    return s.p if s.kind == "fair" else 1 - s.p


def _none_yet(s, x, rng, runs):
    return rng.random((runs, 1)) < (1 - _share(s)) ** x


def build(**changes):
    parts = dict(
        name="demo", title="Waiting is long when p is small", question="How likely is no head in n tosses?",
                 parameters=(N, P, KIND), x="n",
        y=Axis("probability", 1e-4, 1.0, log=True),
        series=(Series("exact", "exact", "(1 - p)^n", lambda s, x: (1 - _share(s)) ** x, kind="exact"),
                Series("late", "late", "where n > 10", lambda s, x: np.where(x > 10, 0.5, np.nan), kind="baseline")),
        simulation=Simulation(_none_yet, runs=400, chunk=150, static_runs=100), points=31, simulated_points=11,
    )  # fmt: skip
    return Experiment(**{**parts, **changes})


DEMO = build()


# ---- sliders


def test_positions_by_hand():
    assert Parameter("k", "k", "parts", 2, 5, 3, integer=True).values == (2, 3, 4, 5)
    assert Parameter("t", "t", "share", 0, 1, 0.4, steps=3).values == (0.0, 0.4, 0.5, 1.0)
    assert Parameter("e", "ε", "privacy", 0.1, 10, 1, log=True, steps=3).values == (0.1, 1.0, 10.0)
    assert N.text(12345) == "12,345" and P.text(0.25) == "0.25" and P.text(0.00001) == "1e-05"


def test_the_grid_of_an_axis_has_no_repetition():
    grid = N.grid(200)
    assert (np.diff(grid) > 0).all() and grid[0] == 1 and grid[-1] == 1000 and (grid == np.round(grid)).all()


@pytest.mark.parametrize("make, word", [
    (lambda: replace(P, low=5), "low"), (lambda: replace(P, default=2), "default"),
                                        (lambda: replace(P, log=True), "log"),
    (lambda: Axis("x", 2, 1), "low"), (lambda: Axis("x", 0, 1, log=True), "low"),
    (lambda: Choice("c", "menu", {"a": "A"}, "b"), "default"), (lambda: build(parameters=(N, N)), "different names"),
    (lambda: build(x="kind"), "x must be"), (lambda: DEMO.picture(SimpleNamespace(n=3)), "setting must come from demo"),
])  # fmt: skip
def test_parts_that_do_not_fit_together_are_refused(make, word):
    with pytest.raises(ValueError, match=word):
        make()


# ---- settings


def test_a_setting_has_the_defaults_and_what_is_said():
    assert vars(DEMO.setting()) == {"n": 30, "p": 0.3, "kind": "fair"}
    assert vars(DEMO.setting(p=0.5, n=1e2)) == {"n": 100, "p": 0.5, "kind": "fair"}


def test_words_say_where():
    words = DEMO.words(DEMO.setting(p=0.123, kind="swap"))
    assert words == "at n = 30, p = 0.123, coin = heads and tails swapped"


# ---- pictures


def test_the_marker_stands_on_the_grid_and_its_value_is_read_there():
    picture = DEMO.picture(DEMO.setting(n=37, p=0.1))
    assert picture.marker == 37 and 37 in picture.lines[0].x
    readings = {key: value for key, _, value in picture.readings()}
    assert readings["exact"] == f"{0.9**37:.3g}" and readings["late"] == "0.5"
    assert {k: v for k, _, v in DEMO.picture(DEMO.setting(n=10)).readings()}["late"] == "does not apply"


@pytest.mark.parametrize("value, text", [(1024.0, "1,024"), (35955.4, "35,955"), (-2000.0, "-2,000"), (999.0, "999"),
                                         (0.00103, "0.00103"), (2e7, "2e+07")])
def test_readings_write_thousands_in_full(value, text):
    flat = Series("flat", "flat", "a constant", lambda s, x: np.full(len(x), value), kind="exact")
    picture = replace(DEMO, series=(flat,)).picture(DEMO.setting(n=10))
    assert picture.readings()[0][2] == text


def test_the_marker_does_not_change_the_draws():
    a, b = (DEMO.simulate(DEMO.setting(n=n), seed=4) for n in (3, 999))
    assert a.mean.tolist() == b.mean.tolist() and a.runs == b.runs == 400
    assert DEMO.simulate(DEMO.setting(p=0.31), seed=4).mean.tolist() != a.mean.tolist()
    assert DEMO.simulate(DEMO.setting(), seed=5).mean.tolist() != a.mean.tolist()


def test_the_simulated_reading_says_its_band_and_place():
    setting = DEMO.setting(n=37)
    label, value = DEMO.picture(setting, DEMO.simulate(setting, seed=1)).readings()[-1][1:]
    assert label == "simulation" and "[" in value
    near = DEMO.simulated_x[np.abs(DEMO.simulated_x - 37).argmin()]
    assert value.endswith(f" at {near:.4g}") == (near != 37)


def test_an_axis_of_its_own_has_no_marker():
    exact = build(x=Axis("place", 0, 4, integer=True), simulation=None, points=5, simulated_points=None)
    picture = exact.picture(exact.setting())
    assert picture.marker is None and picture.lines[0].x.tolist() == [0, 1, 2, 3, 4]
    assert {value for *_, value in picture.readings()} == {""}
    with pytest.raises(ValueError, match="demo has no simulation"):
        exact.simulate(exact.setting(), seed=1)
