"""How the tests of questions ask an experiment: one curve, all combinations of ends, settings drawn at random."""

import itertools

import numpy as np

from dplearn.experiment import Choice


def values(experiment, key, setting, x):
    """The curve `key` at the places x."""
    return np.asarray(next(s for s in experiment.series if s.key == key).values(setting, np.asarray(x, float)), float)


def ends(experiment):
    """All combinations of ends and defaults; menus in full."""
    grids = [p.values if isinstance(p, Choice) else (p.low, p.default, p.high) for p in experiment.parameters]
    return [experiment.setting(**dict(zip([p.name for p in experiment.parameters], v)))
            for v in itertools.product(*grids)]


def random_settings(experiment, count, seed=5):
    """Settings with every slider and menu at a position drawn at random."""
    rng = np.random.default_rng(seed)
    return [experiment.setting(**{p.name: p.values[rng.integers(len(p.values))] for p in experiment.parameters})
            for _ in range(count)]
