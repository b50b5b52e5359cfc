"""Lecture 7, the walk's errors on its own sample, and what ties do to it.

* `exppw_empirical`: Lemma 5.2 as printed and sharpened against the exact Err_S of one sample, as T moves;
* `exppw_ties`: all points at one place; the orders in which ties can be taken, exact.
"""

from __future__ import annotations

import functools

import numpy as np
from scipy.special import expit

from ... import exppw
from ..world import log_unmet, settled_error
from ...experiment import Axis, Experiment, Parameter, Series
from .new_points import clamp_of

EPSILON = Parameter("epsilon", "ε", "privacy", 0.05, 5, 0.5, log=True)
SAMPLE = 7                                             # seed of the one sample that is looked at
BLOCK = 64


# ---- exppw_empirical -------------------------------------------------------------------------------

@functools.lru_cache(maxsize=4)
def sample(n: int, k: int, noise: float) -> tuple[np.ndarray, float]:
    """Labels of n points in order, from `LineWorld.alternating(k, noise)`, and Opt_S(k).  More noise flips more of the same."""
    rng = np.random.default_rng(SAMPLE)
    x, flips = np.sort(rng.random(n)), rng.random(n) < noise
    y = (np.floor(x * (k + 1)) % 2 == 1) ^ flips
    return y, float(exppw.best_intervals(x, y, k)[0][k])


def walks(y: np.ndarray, clamps: np.ndarray) -> np.ndarray:
    """The walk through the same labels for many T at once: (len(clamps), n), the places after each step.

    Blocks of labels are walked from both ends of [-T, T] first (`exppw.walk` does so for one T and many samples).
    """
    T, blocks = clamps.astype(np.int16), -(-len(y) // BLOCK)
    steps = np.zeros(blocks * BLOCK, np.int16)
    steps[: len(y)] = 2 * y.astype(np.int16) - 1
    steps = np.ascontiguousarray(steps.reshape(blocks, BLOCK).T)[..., None]                 # (in a block, block, 1)
    low, high, shift = np.tile(-T, (blocks, 1)), np.tile(T, (blocks, 1)), steps.sum(axis=0)
    for step in steps:
        low, high = np.clip(low + step, -T, T), np.clip(high + step, -T, T)
    places = np.zeros((BLOCK + 1, blocks, len(T)), np.int16)
    for b in range(1, blocks):
        places[0, b] = np.clip(places[0, b - 1] + shift[b - 1], low[b - 1], high[b - 1])
    for i, step in enumerate(steps):
        np.clip(places[i] + step, -T, T, out=places[i + 1])
    return places[1:].transpose(2, 1, 0).reshape(len(T), -1)[:, : len(y)]


@functools.lru_cache(maxsize=4)
def margins(n: int, k: int, noise: float, clamps: bytes) -> list[np.ndarray]:
    """For each T, how many examples have v (2y - 1) = -T..T: all that Err_S needs, whatever ε."""
    y, clamps = sample(n, k, noise)[0], np.frombuffer(clamps).astype(np.int64)
    margin = walks(y, clamps) * (2 * y.astype(np.int16) - 1)
    return [np.bincount(row + T, minlength=2 * T + 1) for row, T in zip(margin, clamps)]


def _exact(s, T):
    counts = margins(s.n, s.k, s.noise, np.ascontiguousarray(T, dtype=float).tobytes())
    return np.array([c @ expit(-s.epsilon * (np.arange(len(c)) - len(c) // 2) / 2) for c in counts]) / s.n


def _best(s, T):
    return np.full(len(T), sample(s.n, s.k, s.noise)[1])


exppw_empirical = Experiment(
    name="exppw_empirical",
    title="A small T stays unsure, a large T forgets slowly: the error has a valley",
    question="How often does the walk err on the sample it walks through, and what does Lemma 5.2 say?",
    parameters=(
        Parameter("clamp", "T", "clamp", 1, 300, 20, log=True, integer=True, steps=61),
        EPSILON,
        Parameter("n", "n", "examples", 100, 4000, 2000, log=True, integer=True, steps=41),
        Parameter("k", "k", "changes of the truth", 1, 6, 1, integer=True),
        Parameter("noise", "noise", "share of wrong labels", 0.0, 0.4, 0.1, steps=41),
    ),
    x="clamp",
    y=Axis("share of mistakes on the sample", 0.0, 1.0),
    series=(
        Series("printed", "printed", "Opt + (k+2)T/n + e^(−εT/2)  (DF18, Lemma 5.2)",
               lambda s, T: exppw.empirical_error_bound(_best(s, T), s.k, T, s.n, s.epsilon)),
        Series("sharp", "sharpened", "Opt + (kT + Σσ(−εj/2))/n + σ(−εT/2)  (bands paired)",
               lambda s, T: exppw.empirical_error_bound_sharp(_best(s, T), s.k, T, s.n, s.epsilon), kind="sharp"),
        Series("exact", "the walk", "Err_S, exact over the coins, one sample", _exact, kind="exact"),
        Series("best", "best", "Opt_S: the best function with k changes", _best, kind="exact", role="truth"),
    ),
    points=33,
    alt="Share of mistakes of the walk on one sample against T, with Lemma 5.2 as printed, sharpened, and the best function.",
)


# ---- exppw_ties ------------------------------------------------------------------------------------

@functools.lru_cache(maxsize=512)
def zeros_first(q: float, n: int, T: int, epsilon: float) -> float:
    """Exact error at one place with share q of ones, ties sorted by label."""
    return exppw.tied_error(q, n, clamp=T, epsilon=epsilon, order="zeros-first")


@functools.lru_cache(maxsize=512)
def _settled(q: float, n: int, T: int, epsilon: float) -> tuple[float, float]:
    """(random keys, data order), NaN where the walk has not settled yet: near q = 1/2, for few examples."""
    if log_unmet(1.0, q, T, np.array([n]))[0] > np.log(1e-9):
        return np.nan, np.nan
    one_place = exppw.LineWorld(np.ones(1), np.array([q]))
    return tuple(settled_error(one_place, n, clamp=T, epsilon=epsilon) if order == "keys" else
                 exppw.tied_error(q, n, clamp=T, epsilon=epsilon, order=order) for order in ("keys", "data"))


def _orders(rule):
    def values(s, q):
        T = clamp_of(s)
        return np.array([rule(round(float(v), 12), s.n, T, s.epsilon) for v in q])      # so that q and 1 - (1 - q) are one
    return values


def _minority(q):
    return np.minimum(q, 1 - q)


def _printed_ties(s, q):
    if s.n < exppw.sample_size(s.alpha, s.epsilon, 1):
        return np.full(len(q), np.nan)
    return exppw.population_error_bound(_minority(q), 1, s.alpha, s.epsilon, np.full(len(q), s.n))


exppw_ties = Experiment(
    name="exppw_ties",
    title="Ties sorted by label let the minority answer; random keys repair it",
    question="All examples sit at one place.  In which order does the walk take them, and how often does its answer err?",
    parameters=(
        Parameter("share", "q", "share of ones", 0.0, 1.0, 0.1, steps=101),
        Parameter("n", "n", "examples", 1000, 1_000_000, 8854, log=True, integer=True, steps=61),
        Parameter("alpha", "α", "accuracy aimed at", 0.02, 0.5, 0.05, log=True, steps=41),
        Parameter("epsilon", "ε", "privacy", 0.1, 5, 0.1, log=True, steps=61),
    ),
    x="share",
    y=Axis("chance that an answer is wrong", 0.0, 1.05),
    series=(
        Series("printed", "theorem", "e^ε(Opt + α)  (DF18, Theorem 5.3, k = 1)", _printed_ties),
        Series("sharp", "keys, bound", "leave one out, T and n as they are (random keys)",
               lambda s, q: exppw.population_error_bound_sharp(_minority(q), 1, clamp_of(s), s.epsilon, s.n), kind="sharp"),
        Series("zeros", "zeros first", "zeros first, as Python sorts pairs (x, y): exact", _orders(zeros_first),
               kind="exact", role="attack"),
        Series("data", "", "data order: exact, once the walk has settled", _orders(lambda q, *rest: _settled(min(q, round(1 - q, 12)), *rest)[1]),
               kind="exact", role="private", mark="points"),
        Series("keys", "random keys", "random keys: exact, once the walk has settled", _orders(lambda q, *rest: _settled(min(q, round(1 - q, 12)), *rest)[0]),
               kind="exact"),
    ),
    points=41,
    alt="Chance of a wrong answer at one place against the share of ones, for three orders of ties, with the bounds.",
)
