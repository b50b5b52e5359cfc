"""Lecture 5, queries one at a time: answers from p^t cost nothing until one of them is wrong.

* `online_updates`: how often p^t has to be moved, at most, by force, and in a survey;
* `online_cards`: the largest error of very many different private answers on a wide universe, beside noise that knows
  as little.
"""

from dataclasses import replace
from functools import lru_cache

import numpy as np
from scipy import special

from .... import query_release as qr
from ....experiment import Axis, Choice, Experiment, Series, Simulation, log_integer, log_scale
from ... import deeper
from ...experiments.release import BITS

RATES = {"half": "η = α/2 (U17)", "one": "η = α", "four": "η = 4α (best bound)"}
TIMES = {"half": 0.5, "one": 1.0, "four": 4.0}      # at most 4: an update moves <q, p> by η/4 <= α, not past the truth
LEVELS = 64


def forced_updates(alpha, d, eta):
    """Updates that an adversary forces: all records in one cell, and queries that are h in (0, 1] elsewhere, 0 there.

    <q, p^t> = h (1 - p) for p the weight of the cell, and the answer is 0.  A query is asked again until the error h
    (1 - p) is at most α; then a larger h.  A small h hurts no more than it must, and moves the log-odds of p by ηh
    only: nearly the whole of ln|X| is walked in steps of ηα.  Exact, for `LEVELS` values of h.
    """
    odds, updates = np.full(len(alpha), -np.log(2.0**d - 1)), np.zeros(len(alpha))
    for end in np.linspace(odds, np.log(1 / alpha - 1), LEVELS + 1)[1:]:
        height = alpha * (1 + np.exp(end))      # error above α as long as the log-odds are below `end`
        times = np.maximum(np.ceil((end - odds) / (eta * height)), 0)
        odds, updates = odds + times * eta * height, updates + times
    return updates


def survey_updates(means, alpha, eta):
    """Updates that "bit i is 1" (or its complement) causes if asked until it is answered to α, from p(bit i) = 1/2."""
    far = np.abs(means - 0.5) - alpha                     # how far the share has to move
    return np.maximum(np.ceil(special.logit(np.clip(0.5 + far, 0.5, 1)) / eta), 0)


def draw_updates(s, x, rng, runs):
    """k questions about random ones of d bits with shares uniform in [0, 1]; p^t is a product, bit by bit."""
    asked = rng.multinomial(s.k, np.full(s.d, 1 / s.d), size=runs)[:, None, :]
    alpha = x[:, None]
    needed = survey_updates(rng.random((runs, 1, s.d)), alpha, TIMES[s.rate] * alpha)
    return np.minimum(asked, needed).sum(axis=-1)


online_updates = Experiment(
    "online_updates",
    "Updates until every further query is answered to within α",
    "How often must pᵗ be moved, whatever is asked, by force, and in a survey?",
    parameters=(
        log_scale("alpha", "α", "error allowed", 0.01, 0.4, 0.1),
        BITS,
        log_integer("k", "k", "queries drawn at random", 10, 1_000_000, 100_000),
        Choice("rate", "learning rate", RATES, "half"),
    ),
    y=Axis("updates", 1.0, 2e6, log=True),
    series=(
        Series("printed", "U17", "4 ln|X|/α²  (U17, for η = α/2)",
               lambda s, a: deeper.online_updates_bound.curve(2**s.d, a)),
        Series("sharp", "sharp", "ln|X|/(ηα − η²/8), for the η chosen (Hoeffding)",
               lambda s, a: deeper.online_updates_bound.sharp.curve(2**s.d, a, eta=TIMES[s.rate] * a), "sharp"),
        Series("forced", "adversary", "adversary: one cell, queries that hurt just enough, exact",
               lambda s, a: forced_updates(a, s.d, TIMES[s.rate] * a), "exact", "attack"),
        Series("survey", "all alike", "d questions, records all alike, asked to the end, exact",
               lambda s, a: s.d * survey_updates(1.0, a, TIMES[s.rate] * a), "exact"),
    ),
    simulation=Simulation(draw_updates, "k questions drawn at random, shares uniform",
                          chunk=50, static_runs=500, runs=5_000, band="normal"),
    points=41,
    simulated_points=9,  # one of them at α = 0.1003
)
DELTA, ALPHA = 1e-6, 0.1
QUESTIONS_OF_A_CARD = 3
BLOCK = 2**12
MOST_CARDS = 200_000


@lru_cache(maxsize=4)
def cards(d: int) -> tuple[np.ndarray, np.ndarray]:
    """All cards: the questions on each, and their weights, which sum to 1; (3, k).  The first d: a share alone."""
    rng, shape = np.random.default_rng(d), (MOST_CARDS, QUESTIONS_OF_A_CARD)
    chosen, weights = rng.integers(0, d, shape, dtype=np.int16), rng.exponential(size=shape).astype(np.float32)
    weights /= weights.sum(axis=1, keepdims=True)
    chosen[:d] = np.arange(d)[:, None]
    return np.ascontiguousarray(chosen.T, np.intp), np.ascontiguousarray(weights.T)  # long rows: three times as fast


def shares(d: int) -> np.ndarray:
    """The shares of "yes", evenly from .05 to .95, shape (d,)."""
    return np.linspace(0.05, 0.95, d)


def largest_error(s, n, rng) -> float:
    """One run of `query_release.OnlinePMW` on all cards; after the last update p^t answers, untested.

    p^t is a product over bits, as an update moves log-odds alone; and from one update to the next nothing but the
    noise changes, so that cards are tested in blocks (one by one: some seconds a run).
    """
    chosen, weights = cards(s.d)
    budget = qr.online_budget(n=n, epsilon=s.epsilon, delta=DELTA, max_updates=s.T)
    truth, log_odds = shares(s.d), np.zeros(s.d)
    at, worst, left, threshold = 0, 0.0, s.T, ALPHA + budget.threshold_scale * rng.laplace()
    while at < s.k:
        block = slice(at, min(at + BLOCK, s.k))
        off = special.expit(log_odds) - truth
        errors = sum(w * off[c] for c, w in zip(chosen[:, block], weights[:, block]))
        above = np.abs(errors) + budget.test_scale * rng.laplace(size=len(errors)) > threshold
        lazy = int(above.argmax()) if left and above.any() else len(errors)
        worst, at = max(worst, np.abs(errors[:lazy]).max(initial=0)), at + lazy
        if lazy < len(errors):                                  # an update: a noisy answer, and its sign moves p^t
            noise = budget.answer_scale * rng.laplace()
            np.add.at(log_odds, chosen[:, at], s.eta * (1 if noise >= errors[lazy] else -1) * weights[:, at])
            worst, at, left = max(worst, abs(noise)), at + 1, left - 1
            threshold = ALPHA + budget.threshold_scale * rng.laplace()
    return float(worst)


def draw_largest_error(s, x, rng, runs):
    """The largest error of all answers in each run, for each n."""
    return np.array([[largest_error(s, n, rng) for n in x] for _ in range(runs)])


@lru_cache
def _largest_noise(count, epsilon):
    """Expected largest of so many Gaussian noises for one record."""
    return qr.gaussian_max_expected(count, qr.answer_scale(count, n=1, epsilon=epsilon, delta=DELTA, noise="gaussian"))


def noisy_cells(s, n):
    """Laplace noise on all 2^d cells, made to sum to 1 again, δ = 0: expected largest over the d shares, half of the
    cells each.

    Cells with a one less cells with a zero, halved: nearly normal, and uncorrelated for different questions.  An
    average of shares errs by no more than the worst of them, so this is the largest over all cards.
    """
    return qr.gaussian_max_expected(s.d, deeper.cells_deviation(2**s.d, 2 / s.epsilon)) / n


online_cards = Experiment(
    "online_cards",
    "k different questions to a wide universe, at one ε",
    "k score cards, one after another: how far off is the worst answer?",
    parameters=(
        log_integer("n", "n", "records", 3000, 300_000, 30_000),
        log_integer("k", "k", "cards, all different", 100, MOST_CARDS, MOST_CARDS),
        replace(BITS, high=30, default=24),
        log_scale("epsilon", "ε", "privacy, δ = 1e-6", 0.1, 10, 1.0),
        log_integer("T", "T", "updates paid for", 5, 60, 60),
        log_scale("eta", "η", "learning rate", 0.1, 3, 1.0),
    ),
    y=Axis("largest error of all answers", 0.001, 10.0, log=True),
    series=(
        Series("cells", "noisy cells", "Laplace noise once on all 2^d cells, δ = 0 (normal limit)", noisy_cells,
               "exact", "attack"),
        Series("own", "own noise", "Gaussian noise on each answer, exact",
               lambda s, n: _largest_noise(s.k, s.epsilon) / n, "exact", "nonprivate"),
        Series("blind", "p¹ alone", "answers from p¹, the data unseen", 0.45, "baseline"),
        Series("told", "told before", "Gaussian noise on the d shares: had one known, exact",
               lambda s, n: _largest_noise(s.d, s.epsilon) / n, "exact"),
    ),
    simulation=Simulation(draw_largest_error, "online PMW at α = 0.1, mean", chunk=1, static_runs=8, runs=60,
                          band="normal"),
    points=33,
    simulated_points=9,  # one of them at n = 30,000
)
