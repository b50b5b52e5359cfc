"""Experiments: slider positions, checked settings, pictures, tables, charts."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from questions import QUESTION

from dplearn import experiments
from dplearn.experiment import Axis, Choice, Parameter, Series

N, P, _ = QUESTION.parameters


def readings(experiment, setting, estimate=None):
    return {key: value for key, _, value in experiment.picture(setting, estimate).readings()}


def curve(values):
    """The question with one curve and no runs."""
    return replace(QUESTION, series=(Series("curve", "curve", "a curve", values, kind="exact"),), simulation=None)


# ---- sliders


def test_positions_by_hand():
    assert Parameter("k", "k", "parts", 2, 5, 3, integer=True).values == (2, 3, 4, 5)
    assert Parameter("t", "t", "share", 0, 1, 0.4, steps=3).values == (0.0, 0.4, 0.5, 1.0)
    assert Parameter("e", "ε", "privacy", 0.1, 10, 1, log=True, steps=3).values == (0.1, 1.0, 10.0)
    assert N.text(12345) == "12,345" and P.text(0.25) == "0.25" and P.text(0.00001) == "1e-05"
    grid = N.grid(200)
    assert (np.diff(grid) > 0).all() and grid[0] == 1 and grid[-1] == 100 and (grid == np.round(grid)).all()


@pytest.mark.parametrize("make, word", [
    (lambda: replace(P, low=5), "low"), (lambda: replace(P, default=2), "default"),
    (lambda: replace(P, low=0, log=True), "log"), (lambda: Choice("c", "menu", {"a": "A"}, "b"), "default"),
    (lambda: replace(QUESTION, parameters=(N, N)), "different names"),
    (lambda: replace(QUESTION, x="side"), "x must be"),
    (lambda: QUESTION.picture(SimpleNamespace(n=3)), "setting must come from mean_of_coins"),
])
def test_parts_that_do_not_fit_together_are_refused(make, word):
    with pytest.raises(ValueError, match=word):
        make()


# ---- pictures


def test_the_marker_stands_on_the_grid_and_its_value_is_read_there():
    late = curve(lambda s, x: np.where(x > 10, (1 - s.share) ** x, np.nan))
    picture = late.picture(late.setting(n=37, share=0.1))
    assert picture.marker == 37 and 37 in picture.lines[0].x
    assert readings(late, late.setting(n=37, share=0.1)) == {"curve": f"{0.9**37:.3g}"}
    assert readings(late, late.setting(n=10)) == {"curve": "does not apply"}


def test_the_marker_does_not_change_the_draws():
    a, b, c, d = (QUESTION.simulate(QUESTION.setting(**values), seed=seed).mean.tolist()
                  for values, seed in (({"n": 3}, 4), ({"n": 99}, 4), ({"share": 0.31}, 4), ({}, 5)))
    assert a == b and a != c and a != d


def test_an_axis_of_its_own_has_no_marker():
    exact = replace(QUESTION, x=Axis("place", 0, 4, integer=True), simulation=None)
    picture = exact.picture(exact.setting())
    assert picture.marker is None and picture.lines[0].x.tolist() == [0, 1, 2, 3, 4]
    assert set(readings(exact, exact.setting()).values()) == {""}
    with pytest.raises(ValueError, match="mean_of_coins has no simulation"):
        exact.simulate(exact.setting(), seed=1)


# ---- tables


def test_a_table_has_the_curves_of_the_picture():
    values = {"d": 5, "alpha": 0.2}
    picture, table = experiments.occam.picture(experiments.occam.setting(**values)), experiments.occam.table(**values)
    assert list(table) == ["curve", "label", "kind", "x", "y"] and len({len(column) for column in table.values()}) == 1
    assert list(dict.fromkeys(table["curve"])) == [line.series.key for line in picture.lines]
    for line in picture.lines:
        its = table["curve"] == line.series.key
        assert np.array_equal(table["x"][its], line.x) and np.array_equal(table["y"][its], line.y, equal_nan=True)
        assert set(table["label"][its]) == {line.series.label} and set(table["kind"][its]) == {line.series.kind}
