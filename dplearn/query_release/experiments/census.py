"""Lecture 5 on real data: all 3-way marginals of census bits, released in every way the package has, often.

Not a question with sliders: `release_errors` gives the worst error of each of some releases, so that a page can show
how much hangs on chance; `rivals` reads the means of many, computed once (tests/benchmarks/release_rivals.py computes
them again, in half an hour; tests compare some).  Noise stands on answers, on whole tables (and these fitted to each
other), or once on each cell of the histogram; two ways learn a histogram.  REPLACE_ONE, (ε, 10^-6); Laplace noise on
cells has δ = 0.
"""

from functools import cache

import numpy as np

from ... import data, query_release as qr
from ..multiplicative import gibbs

DEGREE, DELTA, SEED = 3, 1e-6, 1886
WAYS = {
    "laplace_answers": "Laplace noise on answers", "gaussian_answers": "Gaussian noise on answers",
    "laplace": "Laplace noise on tables", "gaussian": "Gaussian noise on tables",
    "fitted": "Gaussian on tables, fitted", "cells": "Laplace noise on cells, δ = 0",
    "gaussian_cells": "Gaussian noise on cells",
    "projected": "Laplace on cells, projected", "mwem": "MWEM on tables", "pmw": "PMW",
}
CELLS = {"cells": ("laplace", "total"), "gaussian_cells": ("gaussian", "total"), "projected": ("laplace", "simplex")}


@cache
def census(columns: int = 8) -> tuple[int, np.ndarray, qr.Marginals]:
    """n, the histogram of the first bits, shape (2^columns,), and the cells of their 3-way marginals as queries."""
    x = data.load_adult_bits().x[:, :columns]
    return len(x), qr.histogram_of(x), qr.Marginals(columns, DEGREE)


def pmw_errors(epsilon: float, T: int, runs: int, columns: int = 8) -> np.ndarray:
    """Worst errors of `runs` releases by `query_release.pmw`, side by side, each step one draw for each."""
    n, truth, queries = census(columns)
    closed, rng = qr.with_negations(queries), np.random.default_rng([SEED, T])
    rows = np.array([closed.query(i) for i in range(closed.n_queries)])
    exact, eta = closed.answers(truth), np.sqrt(8 * np.log(len(truth)) / T)
    rate = qr.step_epsilon(epsilon, DELTA, T) * n / 2
    losses, total = np.zeros((2, runs, len(truth)))
    for _ in range(T):
        p = gibbs(losses, eta)
        total += p
        scores = rate * (closed.answers(p) - exact)
        law = np.cumsum(np.exp(scores - scores.max(axis=1, keepdims=True)), axis=1)
        losses += rows[(law < (rng.random(runs) * law[:, -1])[:, None]).sum(axis=1)]
    return (closed.answers(total / T) - exact).max(axis=1)


def answers_by(way: str, truth, queries: qr.Marginals, *, n, epsilon, rng, T=None) -> np.ndarray:
    """The answers of one release by one of `WAYS`; T, unless given, by the way's rule, which sees no data."""
    budget = {"n": n, "epsilon": epsilon, "delta": DELTA, "rng": rng}
    if way in CELLS:
        noise, project = CELLS[way]
        delta = {"delta": DELTA if noise == "gaussian" else 0.0}
        return queries.answers(qr.noisy_histogram(truth, noise=noise, project=project, **budget | delta).values)
    if way == "mwem":
        return queries.answers(
            qr.mwem(truth, queries, measure="marginal", noise="gaussian", T=T, **budget).histogram)
    if way == "pmw":
        rule = qr.best_whole_rounds.sharp(len(truth), 2 * queries.n_queries, n, epsilon, DELTA)
        return queries.answers(qr.pmw(truth, qr.with_negations(queries), T=T or rule, **budget).histogram)
    noise, by = "laplace" if "laplace" in way else "gaussian", "query" if "answers" in way else "marginal"
    noisy = qr.laplace_answers(truth, queries, by=by, noise=noise, **budget).values
    return qr.fitted_answers(noisy, queries) if way == "fitted" else noisy


@cache
def release_errors(way: str, epsilon: float, *, columns: int = 8, runs: int = 24, T: int | None = None) -> np.ndarray:
    """Worst errors of `runs` releases, shape (runs,); T as in `answers_by`."""
    n, truth, queries = census(columns)
    if way == "pmw" and columns <= 10:
        rule = qr.best_whole_rounds.sharp(len(truth), 2 * queries.n_queries, n, epsilon, DELTA)
        return pmw_errors(epsilon, T or rule, runs, columns)
    exact = queries.answers(truth)
    return np.array([np.abs(answers_by(way, truth, queries, n=n, epsilon=epsilon, T=T,
                                       rng=np.random.default_rng([SEED, seed])) - exact).max()
                     for seed in range(runs)])
