"""Lecture 7, the walk's errors on its own sample: Lemma 5.2, printed and sharpened, against the exact Err_S."""

from functools import lru_cache

import numpy as np
from scipy.special import expit

from ... import exppw
from ...experiment import Axis, Experiment, Parameter, Series, integer, log_integer, log_scale

EPSILON = log_scale("epsilon", "ε", "privacy", 0.05, 5, 0.5)
NOISE = Parameter("noise", "noise", "share of wrong labels", 0.0, 0.4, 0.1, steps=41)
SAMPLE = 7                                             # seed of the one sample that is looked at


def errs(weights, epsilon: float) -> float:
    """How often answers are wrong, from the weights of v (2y - 1) = -T..T."""
    margin = np.arange(len(weights)) - len(weights) // 2
    return weights @ expit(-epsilon * margin / 2)


@lru_cache
def sample(n: int, k: int, noise: float) -> tuple[np.ndarray, float]:
    """Labels of n points in order, from the world of `dplearn.exppw.world`, and Opt_S(k).  More noise flips more of the
    same.
    """
    rng = np.random.default_rng(SAMPLE)
    x, flips = np.sort(rng.random(n)), rng.random(n) < noise
    y = (np.floor(x * (k + 1)) % 2 == 1) ^ flips
    return y, float(exppw.best_intervals(x, y, k)[0][k])


@lru_cache
def margins(n: int, k: int, noise: float, clamps: tuple[int, ...]) -> list[np.ndarray]:
    """For each T, the share of examples with v (2y - 1) = -T..T: all that Err_S needs, whatever ε."""
    y = sample(n, k, noise)[0]
    return [np.bincount(exppw.projected_walk(y, T)[1:] * (2 * y - 1) + T, minlength=2 * T + 1) / n for T in clamps]


def _exact(s, T):
    return [errs(weights, s.epsilon) for weights in margins(s.n, s.k, s.noise, tuple(T.astype(int).tolist()))]


def _best(s):
    return sample(s.n, s.k, s.noise)[1]


exppw_empirical = Experiment(
    "exppw_empirical",
    "A smaller T is less sure, a larger T forgets more slowly",
    "How often does the walk err on the sample it walks through, and what does Lemma 5.2 say?",
    parameters=(
        log_integer("clamp", "T", "clamp", 1, 300, 20, steps=61),
        EPSILON,
        log_integer("n", "n", "examples", 100, 4000, 2000, steps=41),
        integer("k", "k", "changes of the truth", 1, 6, 1),
        NOISE,
    ),
    y=Axis("share of mistakes on the sample", 0.0, 1.0),
    series=(
        Series.of(exppw.empirical_error_bound, "printed", "printed", optimum=_best),
        Series.of(exppw.empirical_error_bound_sharp, "sharp", "sharpened", optimum=_best,
                  label="Opt + (kT + Σσ(−εj/2))/n + σ(−εT/2)  (bands paired)"),
        Series("exact", "the walk", "Err_S, exact over the coins, one sample", _exact, "exact"),
        Series("best", "best", "Opt_S: the best function with k changes", lambda s, T: _best(s), "exact", "truth",
               "step"),
    ),
    points=33,
)
