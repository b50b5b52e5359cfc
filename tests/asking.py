"""How the tests of questions ask an experiment: one curve, all combinations of ends, settings drawn at random; how far
a sample may be off; and lecture 0's law of 200 answers."""

import itertools

import numpy as np

from dplearn._binomial import log_binomial
from dplearn.experiment import Choice
from dplearn.mechanisms import randomized_response_probabilities


def binomial_law(n: int, p: np.ndarray) -> np.ndarray:
    """Pr[Bin(n, p) = k], k = 0 .. n, for chances p: shape p.shape + (n + 1,)."""
    return np.exp(log_binomial(np.arange(n + 1), n, p[..., None]))


def values(experiment, key, setting, x):
    """The curve `key` at the places x."""
    return next(s for s in experiment.series if s.key == key).curve(setting, np.asarray(x, float))


def ends(experiment, places=("low", "default", "high"), still=None):
    """All combinations of these places of the sliders; menus in full; the slider called `still` at its default."""
    grids = {p.name: (p.default,) if p.name == still else p.values if isinstance(p, Choice)
             else [getattr(p, place) for place in places] for p in experiment.parameters}
    return [experiment.setting(**dict(zip(grids, values))) for values in itertools.product(*grids.values())]


def random_settings(experiment, count, seed=5):
    """Settings with every slider and menu at a position drawn at random."""
    rng = np.random.default_rng(seed)
    return [experiment.setting(**{p.name: p.values[rng.integers(len(p.values))] for p in experiment.parameters})
            for _ in range(count)]


def hoeffding(runs, comparisons=1, alarm=1e-6):
    """By how much means of so many draws in [0, 1], or empirical laws (Dvoretzky, Kiefer, Wolfowitz, Massart), may be
    off: all of these comparisons hold together but with chance `alarm`."""
    return np.sqrt(np.log(2 * comparisons / alarm) / (2 * runs))


def laws_with_you(epsilon):
    """Lecture 0: the law of the number of yes for the reader's no and for the yes, the others' convolved with it."""
    lied, told = randomized_response_probabilities(1, epsilon=epsilon)
    others = np.convolve(binomial_law(60, np.array(told)), binomial_law(139, np.array(lied)))
    return [np.convolve(others, [1 - yes, yes]) for yes in (lied, told)]
