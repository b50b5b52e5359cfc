"""Lecture 5, queries one at a time: answers from p^t cost nothing until one of them is wrong (online multiplicative weights).

* `online_updates`: how often p^t has to be moved, at most, by force, and in a survey;
* `online_error`: how many of very many private answers are good, as n grows.
"""

from __future__ import annotations

import functools

import numpy as np
from scipy import special

from .. import query_release as qr
from .base import Axis, Choice, Experiment, Parameter, Series, Simulation


# ---- online_updates --------------------------------------------------------------------------------

RATES = {"half": "η = α/2 (U17)", "one": "η = α", "four": "η = 4α (best bound)"}
_TIMES = {"half": 0.5, "one": 1.0, "four": 4.0}      # at most 4: an update moves <q, p> by at most η/4 <= α, not past the truth
LEVELS = 64


def _eta(s, alpha):
    return _TIMES[s.rate] * alpha


def forced_updates(alpha, d, eta):
    """Updates that an adversary forces: all records in one cell, and queries that are h elsewhere and 0 there, in (0, 1].

    <q, p^t> = h (1 - p) for p the weight of the cell, and the answer is 0.  A query is asked again until the error h (1 - p)
    is at most α; then a larger h.  A small h hurts no more than it must, and moves the log-odds of p by ηh only: nearly
    the whole of ln|X| is walked in steps of ηα.  Exact, for `LEVELS` values of h.
    """
    odds, updates = np.full(len(alpha), -np.log(2.0**d - 1)), np.zeros(len(alpha))
    for end in np.linspace(odds, np.log(1 / alpha - 1), LEVELS + 1)[1:]:
        height = alpha * (1 + np.exp(end))                # error above α exactly as long as the log-odds are below `end`
        times = np.maximum(np.ceil((end - odds) / (eta * height)), 0)
        odds, updates = odds + times * eta * height, updates + times
    return updates


def survey_updates(means, alpha, eta):
    """Updates that "bit i is 1" (or its complement) causes if it is asked until it is answered to α, from p(bit i) = 1/2."""
    far = np.abs(means - 0.5) - alpha                     # how far the share has to move
    return np.maximum(np.ceil(special.logit(np.clip(0.5 + far, 0.5, 1)) / eta), 0)


def draw_updates(s, x, rng, runs):
    """k questions drawn about random ones of d bits with shares uniform in [0, 1]; p^t is a product: no bit disturbs another."""
    asked = rng.multinomial(s.k, np.full(s.d, 1 / s.d), size=runs)[:, None, :]
    alpha = x[:, None]
    needed = survey_updates(rng.random((runs, 1, s.d)), alpha, _eta(s, alpha))
    return np.minimum(asked, needed).sum(axis=-1)


online_updates = Experiment(
    name="online_updates",
    title="However many queries are asked, few of them cost an update",
    question="How often must p^t be moved until every further query is answered to within α?",
    parameters=(
        Parameter("alpha", "α", "error allowed", 0.01, 0.4, 0.1, log=True),
        Parameter("d", "d", "bits of a record, |X| = 2^d", 4, 40, 16, integer=True),
        Parameter("k", "k", "queries drawn at random", 10, 1_000_000, 100_000, log=True, integer=True),
        Choice("rate", "learning rate", RATES, "half"),
    ),
    x="alpha",
    y=Axis("updates", 1.0, 2e6, log=True),
    series=(
        Series("printed", "U17", "4 ln|X|/α²  (U17, for η = α/2)", lambda s, a: qr.online_updates_bound(2**s.d, a)),
        Series("sharp", "sharp", "ln|X|/(ηα − η²/8), for the η chosen (Hoeffding)",
               lambda s, a: qr.online_updates_bound_sharp(2**s.d, a, eta=_eta(s, a)), kind="sharp"),
        Series("forced", "adversary", "adversary: one cell, queries that hurt just enough, exact",
               lambda s, a: forced_updates(a, s.d, _eta(s, a)), kind="exact", role="attack"),
        Series("survey", "all alike", "d questions, records all alike, asked to the end, exact",
               lambda s, a: s.d * survey_updates(1.0, a, _eta(s, a)), kind="exact"),
    ),
    simulation=Simulation(draw_updates, "k questions drawn at random, shares uniform",
                          chunk=50, static_runs=500, runs=5_000, band="normal"),
    points=41,
    simulated_points=9,  # one of them at α = 0.1003
)


# ---- online_error ----------------------------------------------------------------------------------

DELTA, BETA = 1e-6, 0.05
GOOD = 1.5          # an answer is good within this times α, as in the theorem


@functools.lru_cache(maxsize=32)
def _unit_budget(epsilon, T):
    """The noise for one record; for n it is 1/n of this."""
    return qr.online_budget(n=1, epsilon=epsilon, delta=DELTA, max_updates=T)


def draw_share(s, x, rng, runs):
    """Share of k answers that are good, from `query_release.OnlinePMW` in a survey: each query is about a bit drawn anew.

    From one update to the next nothing changes but the noise, so given the threshold's noise the tests are alike: the number
    of lazy answers is geometric, how many of them are good is binomial, and the bit that is updated has the law of those
    above.  Exact, and no step for each query.  Refused answers are not good.
    """
    budget, n = _unit_budget(s.epsilon, s.T), np.repeat(x, runs)
    means = np.repeat([qr.survey_means("rising shares", s.d, n=v) for v in x], runs, axis=0)
    b1, b2, b3 = budget.threshold_scale / n, budget.test_scale / n, budget.answer_scale / n
    pushes, public, lane = np.zeros(means.shape), np.full(means.shape, 0.5), np.arange(len(n))
    left, good = np.full(len(n), s.k), np.zeros(len(n))
    noise = rng.laplace(size=(s.T, 2, len(n)))
    uniform = 1 - rng.random((s.T, 2, len(n)))                    # in (0, 1]
    for (first, third), (u, v) in zip(noise, uniform):
        error = np.abs(public - means)
        gap = (error - (s.alpha + b1 * first)[:, None]) / b2[:, None]
        half = np.exp(-np.abs(gap)) / 2
        above = np.where(gap > 0, 1 - half, half)                 # Pr[a test of this bit comes out above]
        law = np.cumsum(above, axis=1)
        total = law[:, -1]
        lazy = np.minimum(np.log(u) / np.log1p(-np.clip(total / s.d, 1e-300, 1 - 1e-15)), left).astype(int)
        chance = ((1 - above) * (error <= GOOD * s.alpha)).sum(axis=1) / np.maximum(s.d - total, 1e-300)
        good += rng.binomial(lazy, np.minimum(chance, 1))
        fired = left > lazy
        good += fired & (np.abs(b3 * third) <= GOOD * s.alpha)
        left -= lazy + fired
        bit = (law < (v * total)[:, None]).sum(axis=1)
        up = means[lane, bit] + b3 * third >= public[lane, bit]    # the sign of the noisy answer less the public one
        pushes[lane, bit] += np.where(up, 1, -1) * fired
        public[lane, bit] = special.expit(qr.online_eta(s.alpha) * pushes[lane, bit])
        if not left.any():
            break
    return (good / s.k).reshape(len(x), runs).T


def _promised(s, n):
    """1 - β from the theorem's number of records on, nothing before."""
    return np.where(n >= qr.online_sample_size(2**s.d, s.k, s.epsilon, DELTA, s.alpha, BETA), 1 - BETA, np.nan)


def _laplace_share(s, n):
    """1 - e^(-3α/(2b)): a Laplace answer of scale b errs by less."""
    return -np.expm1(-GOOD * s.alpha * n / _laplace_scale(s.k, s.epsilon))


@functools.lru_cache(maxsize=64)
def _laplace_scale(k, epsilon):
    return qr.answer_scale(k, n=1, epsilon=epsilon, delta=DELTA)


def _blind_share(s, n):
    """The even steps themselves, not rounded to records."""
    return np.full(len(n), (np.abs(np.linspace(0.05, 0.95, s.d) - 0.5) <= GOOD * s.alpha).mean())


online_error = Experiment(
    name="online_error",
    title="A few updates, paid for in full, answer millions of queries",
    question="What share of k private answers is within 3α/2 of the truth?",
    parameters=(
        Parameter("n", "n", "records", 1000, 10_000_000, 30_000, log=True, integer=True),
        Parameter("k", "k", "queries", 1000, 10_000_000, 10_000_000, log=True, integer=True),
        Parameter("epsilon", "ε", "privacy, δ = 1e-6", 0.1, 10, 1.0, log=True),
        Parameter("alpha", "α", "threshold", 0.05, 0.25, 0.1, log=True),
        Parameter("d", "d", "bits asked, |X| = 2^d", 2, 20, 8, integer=True),
        Parameter("T", "T", "updates paid for", 5, 80, 50, log=True, integer=True),
    ),
    x="n",
    y=Axis("share of good answers", 0.0, 1.1),
    series=(
        Series("promised", "promised", "1 − β = .95, from the n of the explicit theorem on (its T)",
               _promised, kind="sharp"),
        Series("laplace", "own noise", "Laplace noise for each answer, exact", _laplace_share, kind="exact", role="nonprivate"),
        Series("blind", "p¹ alone", "answers from p¹, the data unseen", _blind_share, kind="baseline"),
    ),
    simulation=Simulation(draw_share, "good answers of online PMW, in a survey",
                          chunk=lambda s: max(1, 80 // s.T), runs=400, static_runs=60, role="private", band="normal"),
    points=33,
    simulated_points=9,
)
