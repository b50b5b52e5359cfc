"""What holds for every exported experiment, whatever its lecture: no slider position raises, warns or draws nonsense.

Settings: all combinations of the sliders' ends and the menus' entries (a seeded choice of `MOST_ENDS` where there are
more), and `RANDOM` seeded random ones.  New experiments are found in `dplearn.experiments`.
"""

import warnings

import numpy as np
import pytest
from asking import ends, random_settings

from dplearn import experiments
from dplearn.experiment import Parameter
from dplearn.formula import Formula

EXPERIMENTS = experiments.ALL
CORNERS = ("low", "high")
MOST_ENDS = 8
MOST_SIMULATED = 4
RANDOM = 3  # settings for each


@pytest.fixture(autouse=True)
def warnings_raise():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


@pytest.fixture(params=sorted(EXPERIMENTS))
def experiment(request):
    return EXPERIMENTS[request.param]


def some(settings, most, seed):
    """All of them, or `most` of them, drawn with a seed and kept in order."""
    if len(settings) <= most:
        return settings
    places = np.random.default_rng(seed).choice(len(settings), most, replace=False)
    return [settings[i] for i in np.sort(places)]


def check_picture(experiment, setting):
    picture = experiment.picture(setting)
    axis = picture.x_axis
    for line in picture.lines:
        where = f"{experiment.name}, {line.series.key}, {setting}"
        assert line.x.shape == line.y.shape and line.x.ndim == 1 and len(line.x) >= 2, where
        assert (np.diff(line.x) > 0).all(), where
        assert axis.low * (1 - 1e-12) - 1e-12 <= line.x[0] and line.x[-1] <= axis.high * (1 + 1e-12) + 1e-12, where
        assert not np.isinf(line.y).any(), where
    return picture


def test_no_slider_raises(experiment, monkeypatch):
    """At the ends of all sliders; a curve does not check again what its slider has checked, so here every value that
    reaches a formula is held against the formula's range."""
    def held(record, *args, **kwargs):
        found = taken(record, *args, **kwargs)
        if not any(np.isnan(v).any() for v in found.values() if isinstance(v, np.ndarray)):  # from another formula
            record.arguments(*args, **kwargs)
        return found

    taken = Formula.taken
    monkeypatch.setattr(Formula, "taken", held)
    drawn = {s.key: False for s in experiment.series}
    for setting in some(ends(experiment, CORNERS), MOST_ENDS, 1) + random_settings(experiment, RANDOM):
        for line in check_picture(experiment, setting).lines:
            drawn[line.series.key] |= not np.isnan(line.y).all()
    assert all(drawn.values()), drawn


def test_one_chunk_at_the_ends(experiment):
    if experiment.simulation is None:
        with pytest.raises(ValueError, match="no simulation"):
            experiment.draw(experiment.setting())
        return
    for setting in some(ends(experiment, CORNERS, still=experiment.x), MOST_SIMULATED, 2):
        runs = experiment.simulation.chunk_runs(setting)
        assert 1 <= runs <= experiment.simulation.total_runs(setting)
        samples = np.asarray(experiment.draw(setting)(np.random.default_rng(3), min(runs, 100)), float)
        assert samples.shape == (min(runs, 100), len(experiment.simulated_x)), setting
        assert np.isfinite(samples).all(), setting
        if experiment.simulation.band != "normal":
            assert np.isin(samples, (0, 1)).all(), setting


def test_every_slider_position_is_a_setting(experiment):
    for p in experiment.parameters:
        assert p.default in p.values and len(set(p.values)) == len(p.values) >= 2
        for value in p.values:
            assert getattr(experiment.setting(**{p.name: value}), p.name) == value
            assert p.text(value).strip()
        if isinstance(p, Parameter):
            assert list(p.values) == sorted(p.values)
            assert (p.values[0], p.values[-1]) == (p.low, p.high)
            assert len({p.text(v) for v in p.values}) == len(p.values), f"{p.name}: two positions read the same"
        with pytest.raises(ValueError, match=p.name):
            experiment.setting(**{p.name: p.high * 2 + 1 if isinstance(p, Parameter) else "no such entry"})


def test_the_code_line_gives_the_setting_back(experiment):
    heard = []

    def hear(which, **values):
        heard.append((which, which.setting(**values)))

    for setting in ends(experiment, CORNERS)[:4] + random_settings(experiment, 8):
        eval(experiment.code(setting), {"explore": hear, "experiments": experiments})
        assert heard.pop() == (experiment, setting)


def test_words(experiment):
    assert experiment.question.strip().count("?") == 1
    for s in experiment.series:
        assert s.label.strip() and len(s.label) <= 60, s.label
        assert len(s.short) <= 14, s.short  # empty: no room beside the curve, the table says it
