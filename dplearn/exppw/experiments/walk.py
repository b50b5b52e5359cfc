"""Lecture 7, the exponential projected walk: one sample drawn, and what an answer costs.

* `exppw_walk`: sorted examples, the clamped walk above them, the law of the answer, and the same for a neighbor;
* `exppw_true_epsilon`: the true ε against the clamp, of the walk and of Figure 1 to the letter.

The world of the first: x uniform on [0, 1], k ends evenly spread, labels 0, 1, 0, ... from piece to piece, each
turned by noise.  One long stream of examples serves all settings: n takes its first n, and more noise turns more of
the same labels.
"""

from functools import cache, lru_cache

import numpy as np
from scipy.special import expit

from ... import exppw, simulate
from ...privacy import Relation
from ...experiment import Axis, Choice, Experiment, Parameter, Series, integer, log_integer, log_scale

MOST = 1_000_000  # examples
NEIGHBORS = {"removed": "one example removed", "flipped": "one label flipped", "none": "no neighbor"}


def _clean_curve(s, query):
    """The label of the piece of x without noise, k ends at 1/(k+1), ...; half way at an end, so that the steps drawn
    meet there.
    """
    beside = np.stack([query - 1e-6, query + 1e-6])
    return (np.clip(np.floor(beside * (s.k + 1) + 1e-9), 0, s.k) % 2).mean(axis=0)


# ---- one sample --------------------------------------------------------------------------------------


@cache
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
    pieces = np.diff(come_before(n, np.arange(1, k + 2) / (k + 1)), prepend=0)
    return (_stream()[2] < np.float32(noise))[_first(n)] ^ np.repeat(np.arange(k + 1) % 2 == 1, pieces)


@lru_cache(maxsize=4)
def _walk(n, noise, k, clamp):
    return exppw.projected_walk(sample(n, noise, k), clamp)


@lru_cache(maxsize=4)
def _neighbor(n, noise, k, clamp, kind):
    """(i, walk): the neighbor's walk, where example i is changed.

    It stands half a clamp behind the first end, on the walk's way from one side to the other, where no clamp swallows
    a step.
    """
    y = sample(n, noise, k)
    i = min((int(come_before(n, 1 / (k + 1))) if k else 0) + (clamp + 1) // 2, n - 1)
    return i, exppw.projected_walk(np.delete(y, i) if kind == "removed" else y ^ (np.arange(n) == i), clamp)


def _position(s, query):
    return _walk(s.n, s.noise, s.k, s.clamp)[come_before(s.n, query)]


def _neighbors_position(s, query):
    """The end of the neighbor's walk at each query; NaN if no neighbor is asked for."""
    if s.neighbor == "none":
        return np.nan
    i, walk = _neighbor(s.n, s.noise, s.k, s.clamp, s.neighbor)
    taken = come_before(s.n, query)
    return walk[taken - (taken > i) if s.neighbor == "removed" else taken]


def _examples(s, query):
    """At each place the label of the last example before it, if one has come since the place before."""
    taken = come_before(s.n, query)
    return np.where(np.diff(taken, prepend=0) > 0, sample(s.n, s.noise, s.k)[taken - 1], np.nan)


exppw_walk = Experiment(
    "exppw_walk",
    "One example less: one step at most. One label flipped: two",
    "A label 1 pulls up, a label 0 pulls down: where does the walk stand at the query?",
    parameters=(
        Parameter("query", "x", "query", 0, 1, 0.7, steps=201),
        log_integer("n", "n", "examples", 10, MOST, 60),
        log_integer("clamp", "T", "the walk stays in [−T, T]", 1, 50, 6),
        log_scale("epsilon", "ε", "privacy of an answer", 0.01, 5, 1.0),
        Parameter("noise", "noise", "share of labels turned", 0, 0.5, 0.1, steps=51),
        integer("k", "k", "ends of the intervals", 0, 5, 1),
        Choice("neighbor", "neighbor", NEIGHBORS, "removed"),
    ),
    y=Axis("walk v/T, and P[answer 1]", -1.1, 1.1),
    series=(
        Series("clean", "", "the label without noise", _clean_curve, "baseline", mark="step"),
        Series("examples", "", "labels of the examples, one dot a place", _examples, "baseline", "baseline", "points"),
        Series("answer", "P[1]", "P[answer 1] = σ(εv/2)", lambda s, x: expit(s.epsilon * _position(s, x) / 2),
               "exact", "private", "step"),
        Series("neighbor", "neighbor", "the neighbor's walk, v'/T",
               lambda s, x: _neighbors_position(s, x) / s.clamp, "exact", "attack", "step"),
        Series("walk", "walk v/T", "the walk, v/T", lambda s, x: _position(s, x) / s.clamp, "exact", mark="step"),
    ),
    points=121,
)


# ---- the true ε --------------------------------------------------------------------------------------

SMALL = 6  # records that are enumerated


@cache
def enumerated_ends(clamp):
    """The least and the largest end that replacing one record reaches, each pair once: (2, pairs).

    All data sets of SMALL records in the order of the walk: a record steps down, up, or stands behind the query.
    """
    v = np.zeros((3,) * SMALL, int)
    for step in np.indices(v.shape) - 1:
        v = np.clip(v + step, -clamp, clamp)
    reached = [np.stack([v.min(axis=i), v.max(axis=i)]).reshape(2, -1) for i in range(SMALL)]
    return np.unique(np.hstack(reached), axis=1)


def _enumerated(s, T):
    """The largest loss over all data sets, per ε, of the answer 0: that of 1 is its mirror image; NaN beyond SMALL."""
    return [np.diff(np.logaddexp(0, s.epsilon * enumerated_ends(int(t)) / 2), axis=0).max() / s.epsilon if t <= SMALL
            else np.nan for t in T]


exppw_true_epsilon = Experiment(
    "exppw_true_epsilon",
    "The walk stays below its ε; Figure 1 to the letter goes up to 1.5 ε",
    "How much of the claimed ε does one answer really spend?",
    parameters=(
        log_integer("clamp", "T", "clamp", 1, 100, 3),
        log_scale("epsilon", "ε", "claimed", 0.01, 10, 1.0),
    ),
    y=Axis("true ε / claimed ε", 0.0, 1.6),
    series=(
        Series("figure", "Fig. 1", "Figure 1 of DF18 to the letter",
               lambda s, T: exppw.figure_one_epsilon.curve(T, s.epsilon) / s.epsilon, "exact", "attack"),
        Series("claim", "", "1: the claim", 1, "baseline"),
        Series("walk", "replaced", "the walk, one example replaced",
               lambda s, T: exppw.walk_epsilon.curve(T, s.epsilon) / s.epsilon, "exact"),
        Series("removed", "removed", "the walk, one example removed",
               lambda s, T: exppw.walk_epsilon.curve(T, s.epsilon, relation=Relation.ADD_REMOVE) / s.epsilon,
               "exact", "private"),
        Series("enumerated", "", f"largest over all data sets of {SMALL} records", _enumerated, "exact", mark="points"),
    ),
    points=25,
)
