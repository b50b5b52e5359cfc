"""Lecture 7, the exponential projected walk: one sample drawn, its answers on average, and what an answer costs.

* `exppw_walk`: sorted examples, the clamped walk above them, the law of the answer, and the same for a neighbor;
* `exppw_curve`: the law of the answer, on average over samples, exact and simulated;
* `exppw_true_epsilon`: the true ε against the clamp, of the walk and of two forms that look like it.

The world of the first two: x uniform on [0, 1], k ends evenly spread, labels 0, 1, 0, ... from piece to piece, each turned by
noise.  One long stream of examples serves all settings: n takes its first n, and more noise turns more of the same labels.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from scipy.special import expit

from .. import exppw, simulate
from ..privacy import Relation
from .base import Axis, Choice, Experiment, Parameter, Series, Simulation

MOST = 1_000_000  # examples
CELLS = 60  # of the x axis of the mean: a multiple of k + 1 for each k, so that every end is a place
FINE = 120  # of the x axis of one sample, which is all steps
STRIP = 200_000  # multiplications
NEIGHBORS = {"removed": "one example removed", "flipped": "one label flipped", "none": "no neighbor"}


def clean_label(x, k):
    """The label of the piece of x, 0 or 1: k ends at 1/(k+1), 2/(k+1), ..."""
    return np.clip(np.floor(np.asarray(x) * (k + 1) + 1e-9), 0, k).astype(int) % 2


def _clean_curve(s, query):
    """The label without noise; half way at an end, so that the steps drawn meet there."""
    return (clean_label(query - 1e-6, s.k) + clean_label(query + 1e-6, s.k)) / 2


# ---- one sample --------------------------------------------------------------------------------------

@lru_cache(maxsize=1)
def _stream():
    """MOST examples in sorted order: x, the place of each in the stream, and the coin that noise is compared with."""
    rng = simulate.stream(7, "exppw sample", 0)
    x = np.cumsum(rng.standard_exponential(MOST + 1))     # sorted uniform numbers, without a sort
    return x[:-1] / x[-1], rng.permutation(MOST).astype(np.int32), rng.random(MOST, dtype=np.float32)


@lru_cache(maxsize=2)
def _first(n):
    """Where the first n examples of the stream stand in its sorted order."""
    return np.flatnonzero(_stream()[1] < n)


def come_before(n, query):
    """How many of the first n examples have x <= query."""
    return np.searchsorted(_first(n), np.searchsorted(_stream()[0], query, side="right"))


@lru_cache(maxsize=2)
def sample(n, noise, k):
    """Labels (booleans) of the first n examples in the order of x; not to be written to."""
    y = (_stream()[2] < np.float32(noise))[_first(n)]
    ends = np.append(come_before(n, np.arange(1, k + 1) / (k + 1)), n)
    for piece in range(1, k + 1, 2):
        np.logical_not(y[ends[piece - 1] : ends[piece]], out=y[ends[piece - 1] : ends[piece]])
    return y


@lru_cache(maxsize=4)
def _walk(n, noise, k, clamp):
    return exppw.projected_walk(sample(n, noise, k), clamp)


@lru_cache(maxsize=4)
def _neighbors_part(n, noise, k, clamp, kind):
    """(i, part): the neighbor's walk leaves the walk at example i, and `part` is where it stands after i, i + 1, ... others.

    Changed is an example half a clamp behind the first end, on the walk's way from one side to the other, where no clamp
    swallows a step.  `part` ends where the walks have met.
    """
    y, walk = sample(n, noise, k), _walk(n, noise, k, clamp)
    end = int(come_before(n, 1 / (k + 1))) if k else 0
    i = min(end + (clamp + 1) // 2, n - 1)
    length = 1000
    while True:
        rest = y[i + 1 : i + length]
        changed = rest if kind == "removed" else np.insert(rest, 0, not y[i])
        there = np.full(abs(walk[i]), walk[i] > 0)        # from 0 to where the walk stands
        part = exppw.projected_walk(np.concatenate([there, changed]), clamp)[len(there) :]
        if part[-1] == walk[min(i + length, n)] or i + length >= n:
            return i, part
        length *= 8


def _position(s, query):
    return _walk(s.n, s.noise, s.k, s.clamp)[come_before(s.n, query)]


def _neighbors_position(s, query):
    """The end of the neighbor's walk at each query; NaN if no neighbor is asked for."""
    if s.neighbor == "none":
        return np.full(len(query), np.nan)
    i, part = _neighbors_part(s.n, s.noise, s.k, s.clamp, s.neighbor)
    since = come_before(s.n, query) - i - (s.neighbor == "removed")
    return np.where((since < 0) | (since >= len(part)), _position(s, query), part[np.clip(since, 0, len(part) - 1)])


def _examples(s, query):
    """At each place the label of the last example before it, if one has come since the place before."""
    taken = come_before(s.n, query)
    return np.where(np.diff(taken, prepend=0) > 0, sample(s.n, s.noise, s.k)[taken - 1], np.nan)


K = Parameter("k", "k", "ends of the intervals", 0, 5, 1, integer=True)
NOISE = Parameter("noise", "noise", "share of labels turned", 0, 0.5, 0.1, steps=51)
EPSILON = Parameter("epsilon", "ε", "privacy of an answer", 0.01, 5, 1.0, log=True)
CLAMP = Parameter("clamp", "T", "the walk stays in [−T, T]", 1, 50, 6, log=True, integer=True)


exppw_walk = Experiment(
    name="exppw_walk",
    title="One example less: one step at most. One label flipped: two",
    question="A label 1 pulls up, a label 0 pulls down: where does the walk stand at the query?",
    parameters=(
        Parameter("query", "x", "query", 0, 1, 0.7, steps=201),
        Parameter("n", "n", "examples", 10, MOST, 60, log=True, integer=True),
        CLAMP,
        EPSILON,
        NOISE,
        K,
        Choice("neighbor", "neighbor", NEIGHBORS, "removed"),
    ),
    x="query",
    y=Axis("walk v/T, and P[answer 1]", -1.1, 1.1),
    series=(
        Series("clean", "", "the label without noise", _clean_curve, kind="baseline", mark="step"),
        Series("examples", "", "labels of the examples, one dot a place", _examples, kind="baseline", role="baseline", mark="points"),
        Series("answer", "P[1]", "P[answer 1] = σ(εv/2)", lambda s, x: expit(s.epsilon * _position(s, x) / 2),
               kind="exact", role="private", mark="step"),
        Series("neighbor", "neighbor", "the neighbor's walk, v'/T",
               lambda s, x: _neighbors_position(s, x) / s.clamp, kind="exact", role="attack", mark="step"),
        Series("walk", "walk v/T", "the walk, v/T", lambda s, x: _position(s, x) / s.clamp, kind="exact", mark="step"),
    ),
    points=FINE + 1,
)


# ---- the answer on average ---------------------------------------------------------------------------

def _transition(up, clamp):
    """One step of the walk's law, over -clamp..clamp, when a label is 1 with probability `up`."""
    p = np.diag(np.full(2 * clamp, up), 1) + np.diag(np.full(2 * clamp, 1 - up), -1)
    p[-1, -1], p[0, 0] = up, 1 - up
    return p


def _product(a, b):
    """a @ b in strips, each too small for BLAS to start threads: on a machine with other work they wait for each other for 0.3 s."""
    return np.concatenate([strip @ b for strip in np.array_split(a, -(-a.size * len(b) // STRIP))])


def _power(matrix, exponent):
    """The matrix times itself, exponent >= 0 times."""
    power = np.eye(len(matrix))
    for bit in f"{exponent:b}":
        power = _product(power, power)
        power = _product(power, matrix) if bit == "1" else power
    return power


@lru_cache(maxsize=4)
def walk_law(n, noise, k, clamp):
    """The law of the walk at x = 0, 1/CELLS, ..., 1, (CELLS + 1, 2 clamp + 1), if the n examples are evenly spread.

    A cell holds n/CELLS examples, rounded down or up, of one piece; so two matrix powers serve all, upside down for label 1.
    """
    power = _power(_transition(noise, clamp), n // CELLS)
    powers = (power, _product(power, _transition(noise, clamp)))
    labels = clean_label((np.arange(CELLS) + 0.5) / CELLS, k)
    more = np.diff(np.arange(CELLS + 1) * n // CELLS) - n // CELLS
    laws = np.zeros((CELLS + 1, 2 * clamp + 1))
    laws[0, clamp] = 1.0
    for i, (label, longer) in enumerate(zip(labels, more)):
        side = -1 if label else 1
        laws[i + 1] = (laws[i, ::side] @ powers[longer])[::side]
    return laws


def _mean_answer(s, query):
    laws = walk_law(s.n, s.noise, s.k, s.clamp)[np.round(CELLS * query).astype(int)]
    return laws @ expit(s.epsilon * np.arange(-s.clamp, s.clamp + 1) / 2)


@lru_cache(maxsize=2)
def _clean_labels(n, k):
    """Labels without noise of n evenly spread examples: n/CELLS in a cell, rounded as `walk_law` does."""
    labels = clean_label((np.arange(CELLS) + 0.5) / CELLS, k).astype(bool)
    return np.repeat(labels, np.diff(np.arange(CELLS + 1) * n // CELLS))


def draw_exppw_curve(s, query, rng, runs):
    """P[answer 1] at each query, of samples drawn at random: n evenly spread examples, noise on each label."""
    y = rng.random((runs, s.n), dtype=np.float32) < np.float32(s.noise)
    walks = exppw.projected_walk(np.logical_xor(y, _clean_labels(s.n, s.k), out=y), s.clamp)
    return expit(s.epsilon * walks[:, np.round(CELLS * query).astype(int) * s.n // CELLS] / 2)


def _one_answer(s, query):
    return expit(s.epsilon * _position(s, query) / 2)


exppw_curve = Experiment(
    name="exppw_curve",
    title="Behind an end the answer lags; between ends the clamp limits how sure it is",
    question="Over all samples, how likely is the answer 1 at each x?",
    parameters=(
        Parameter("n", "n", "examples", 10, MOST, 240, log=True, integer=True),
        CLAMP,
        EPSILON,
        NOISE,
        K,
    ),
    x=Axis("query x", 0.0, 1.0),
    y=Axis("P[answer 1]", -0.03, 1.03),
    series=(
        Series("clean", "", "the label without noise", _clean_curve, kind="baseline", mark="step"),
        Series("top", "", "σ(εT/2): as sure as the clamp lets it be", lambda s, x: np.full(len(x), expit(s.epsilon * s.clamp / 2)), kind="sharp"),
        Series("bottom", "", "σ(−εT/2)", lambda s, x: np.full(len(x), expit(-s.epsilon * s.clamp / 2)), kind="sharp"),
        Series("one", "one sample", "of one sample", _one_answer, kind="exact", role="private", mark="step"),
        Series("exact", "mean", "mean over samples, exact (examples evenly spread)", _mean_answer, kind="exact"),
    ),
    simulation=Simulation(draw_exppw_curve, "mean over samples, simulated", chunk=lambda s: int(np.clip(500_000 // s.n, 1, 1000)),
                          runs=lambda s: int(np.clip(10**8 // s.n, 100, 10_000)), static_runs=300, band="normal"),
    points=CELLS + 1,
)


# ---- the true ε --------------------------------------------------------------------------------------

SMALL = 6  # records that are enumerated


@lru_cache(maxsize=SMALL)
def enumerated_pairs(clamp):
    """The distinct pairs of ends (v, v') that neighbors reach: all ordered data sets of SMALL records, x in {1, 2}, query 1.

    Replacements of one record, everywhere; (pairs, 2).
    """
    records = np.indices((4,) * SMALL).reshape(SMALL, -1).T
    x, y = records // 2, records % 2
    order = np.argsort(x, axis=1, kind="stable")
    walks = exppw.projected_walk(np.take_along_axis(y, order, axis=1), clamp)
    v = np.take_along_axis(walks, (x == 0).sum(axis=1)[:, None], axis=1).reshape((4,) * SMALL)
    pairs = [np.stack(np.broadcast_arrays(*(np.expand_dims(np.moveaxis(v, i, 0), a) for a in (0, 1)))).reshape(2, -1) for i in range(SMALL)]
    return np.unique(np.concatenate(pairs, axis=1), axis=1).T


def _enumerated(s, T):
    """The largest loss over all pairs that were enumerated, per ε; NaN beyond SMALL."""
    result = np.full(len(T), np.nan)
    for i in np.flatnonzero(T <= SMALL):
        v = s.epsilon * enumerated_pairs(int(T[i])) / 2
        losses = [np.abs(np.diff(np.logaddexp(0, sign * v), axis=1)).max() for sign in (1, -1)]
        result[i] = max(losses) / s.epsilon
    return result


def _exact(function, **options):
    return lambda s, T: function(T.astype(int), s.epsilon, **options) / s.epsilon


exppw_true_epsilon = Experiment(
    name="exppw_true_epsilon",
    title="The walk stays below its ε; Figure 1 to the letter need not",
    question="How much of the claimed ε does one answer really spend?",
    parameters=(
        Parameter("clamp", "T", "clamp", 1, 100, 3, log=True, integer=True),
        Parameter("epsilon", "ε", "claimed", 0.01, 10, 1.0, log=True),
    ),
    x="clamp",
    y=Axis("true ε / claimed ε", 0.0, 2.2),
    series=(
        Series("intro", "factor e^ε", "a factor e^ε for each step (DF18, Sec. 2.2)", _exact(exppw.intro_epsilon), kind="exact", role="attack"),
        Series("figure", "Fig. 1", "Figure 1 of DF18 to the letter", _exact(exppw.figure_one_epsilon), kind="exact", role="attack"),
        Series("claim", "", "1: the claim", lambda s, T: np.ones(len(T)), kind="baseline"),
        Series("walk", "replaced", "the walk, one example replaced", _exact(exppw.walk_epsilon), kind="exact", role="private"),
        Series("removed", "removed", "the walk, one example removed",
               _exact(exppw.walk_epsilon, relation=Relation.ADD_REMOVE), kind="exact", role="truth"),
        Series("enumerated", "", f"largest over all data sets of {SMALL} records", _enumerated, kind="exact", mark="points"),
    ),
    points=25,
)
