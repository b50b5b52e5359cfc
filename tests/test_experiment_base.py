"""Experiments: slider positions, checked settings, pictures, sweeps; and every exported experiment keeps the contract."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from dplearn import experiments
from dplearn.experiment import Axis, Choice, Experiment, Parameter, Series, Simulation

EXPORTED = [e for name in experiments.__all__ if isinstance(e := getattr(experiments, name), Experiment)]
N = Parameter("n", "n", "examples", 1, 1000, 30, log=True, integer=True)
P = Parameter("p", "p", "chance", 0.0, 1.0, 0.3)
KIND = Choice("kind", "coin", {"fair": "as it is", "swap": "heads and tails swapped"}, "fair")


def _share(s):
    return s.p if s.kind == "fair" else 1 - s.p


def _none_yet(s, x, rng, runs):
    return rng.random((runs, 1)) < (1 - _share(s)) ** x


def build(**changes):
    parts = dict(
        name="demo", title="Waiting is long when p is small", question="How likely is no head in n tosses?", parameters=(N, P, KIND), x="n",
        y=Axis("probability", 1e-4, 1.0, log=True),
        series=(Series("exact", "exact", "(1 - p)^n", lambda s, x: (1 - _share(s)) ** x, kind="exact"),
                Series("late", "late", "where n > 10", lambda s, x: np.where(x > 10, 0.5, np.nan), kind="baseline")),
        simulation=Simulation(_none_yet, runs=400, chunk=150, static_runs=100), points=31, simulated_points=11,
    )  # fmt: skip
    return Experiment(**{**parts, **changes})


DEMO = build()


# ---- sliders


@pytest.mark.parametrize("p", [
    N, P, Parameter("a", "α", "error", 0.013, 0.5, 0.1234, log=True), Parameter("k", "k", "parts", 2, 5, 3, integer=True),
    Parameter("z", "z", "shift", -3, 7, 0), Parameter("b", "b", "big", 1, 1e6, 77, log=True, integer=True), Parameter("t", "t", "few", 0, 1, 0.5, steps=3),
])  # fmt: skip
def test_positions_hold_both_ends_and_the_default(p):
    values = p.values
    assert values[0] == p.low and values[-1] == p.high and p.default in values
    assert list(values) == sorted(set(values)) and len(values) <= p.steps + 3
    assert all(isinstance(v, int if p.integer else float) for v in values)
    assert all(p.check(v) == v for v in values)
    assert len({p.text(v) for v in values}) == len(values)  # a reader can tell them apart


def test_positions_by_hand():
    assert Parameter("k", "k", "parts", 2, 5, 3, integer=True).values == (2, 3, 4, 5)
    assert Parameter("t", "t", "share", 0, 1, 0.4, steps=3).values == (0.0, 0.4, 0.5, 1.0)
    assert Parameter("e", "ε", "privacy", 0.1, 10, 1, log=True, steps=3).values == (0.1, 1.0, 10.0)
    assert N.text(12345) == "12,345" and P.text(0.25) == "0.25" and P.text(0.00001) == "1e-05"


def test_the_grid_of_an_axis_has_no_repetition():
    grid = N.grid(200)
    assert (np.diff(grid) > 0).all() and grid[0] == 1 and grid[-1] == 1000 and (grid == np.round(grid)).all()


@pytest.mark.parametrize("change, word", [
    ({"low": 5}, "low"), ({"high": np.nan}, "high"), ({"default": 2}, "default"), ({"low": 0, "log": True}, "log"), ({"steps": 1}, "steps"),
    ({"integer": "yes"}, "integer"), ({"symbol": 3}, "symbol"),
])  # fmt: skip
def test_parameters_name_what_is_wrong(change, word):
    with pytest.raises(ValueError, match=word):
        Parameter(**{"name": "p", "symbol": "p", "meaning": "chance", "low": 0.0, "high": 1.0, "default": 0.5, **change})


@pytest.mark.parametrize("make, word", [
    (lambda: Choice("c", "menu", {"a": "A"}, "b"), "default"),
    (lambda: Choice("c", "menu", ["a"], "a"), "options"),
    (lambda: Axis("x", 2, 1), "low"),
    (lambda: Axis("x", 0, 1, log=True), "low"),
    (lambda: Series("k", "s", "l", None), "values"),
    (lambda: Series("k", "s", "l", lambda s, x: x, kind="guess"), "kind"),
    (lambda: Series("k", "s", "l", lambda s, x: x, role="hero"), "role"),
    (lambda: Series("k", "s", "l", lambda s, x: x, mark="bar"), "mark"),
    (lambda: Simulation(_none_yet, runs=0), "runs"),
    (lambda: Simulation(_none_yet, band="wide"), "band"),
    (lambda: Simulation(_none_yet, confidence=1), "confidence"),
    (lambda: Simulation(_none_yet, support=(1, 0)), "support"),
    (lambda: build(parameters=(N, N)), "different names"),
    (lambda: build(x="kind"), "x must be"),
    (lambda: build(x="nothing"), "x must be"),
    (lambda: build(points=1), "points"),
])  # fmt: skip
def test_descriptions_name_what_is_wrong(make, word):
    with pytest.raises(ValueError, match=word):
        make()


# ---- settings


def test_a_setting_has_the_defaults_and_what_is_said():
    assert vars(DEMO.setting()) == {"n": 30, "p": 0.3, "kind": "fair"}
    assert vars(DEMO.setting(p=0.5, n=1e2)) == {"n": 100, "p": 0.5, "kind": "fair"}


@pytest.mark.parametrize("values, words", [
    ({"p": 1.5}, "p must be .*got 1.5"), ({"p": np.nan}, "p must be"), ({"n": 0}, "n must be .*>= 1"), ({"n": 2.5}, "n must be"),
    ({"kind": "bent"}, "kind must be one of 'fair', 'swap'"), ({"q": 1}, "demo has no parameter 'q'; it has n, p, kind"),
])  # fmt: skip
def test_a_setting_names_parameter_value_and_range(values, words):
    with pytest.raises(ValueError, match=words):
        DEMO.setting(**values)


def test_a_foreign_setting_is_refused():
    for method in (DEMO.picture, DEMO.code, DEMO.words, DEMO.draw):
        with pytest.raises(ValueError, match="setting must come from demo"):
            method(SimpleNamespace(n=3))


def test_the_code_line_shows_the_same_setting():
    setting = DEMO.setting(p=0.123, kind="swap")
    shown = {}
    exec(DEMO.code(setting), {"explore": lambda e, **values: shown.update(values), "experiments": SimpleNamespace(demo=DEMO)})
    assert DEMO.setting(**shown) == setting
    assert DEMO.words(setting) == "at n = 30, p = 0.123, coin = heads and tails swapped"


# ---- pictures


def test_the_marker_stands_on_the_grid_and_its_value_is_read_there():
    picture = DEMO.picture(DEMO.setting(n=37, p=0.1))
    assert picture.marker == 37 and 37 in picture.lines[0].x
    readings = {key: value for key, _, value in picture.readings()}
    assert readings["exact"] == f"{0.9**37:.3g}" and readings["late"] == "0.5"
    assert {k: v for k, _, v in DEMO.picture(DEMO.setting(n=10)).readings()}["late"] == "does not apply"


@pytest.mark.parametrize("value, text", [(1024.0, "1,024"), (35955.4, "35,955"), (-2000.0, "-2,000"), (999.0, "999"), (0.00103, "0.00103"), (2e7, "2e+07")])
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


# ---- the course's experiments


@pytest.mark.parametrize("experiment", EXPORTED, ids=lambda e: e.name)
def test_an_exported_experiment_keeps_the_contract(experiment):
    """Found under its own name; shapes; the x grid alone decides the draws' places; labels short enough for the margin."""
    assert getattr(experiments, experiment.name) is experiment
    assert experiment.title and "?" in experiment.question
    keys = [s.key for s in experiment.series]
    assert len(set(keys)) == len(keys) and "simulation" not in keys
    assert all(len(s.short) <= 18 for s in experiment.series)
    setting = experiment.setting()
    for line in experiment.picture(setting).lines:
        assert line.y.shape == line.x.shape
    if experiment.simulation is not None:
        samples = experiment.draw(setting)(np.random.default_rng(1), 3)
        assert np.shape(samples) == (3, len(experiment.simulated_x))
