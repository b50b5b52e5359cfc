"""Lecture 5 on real data: all 3-way marginals of census bits, released in every way the package has, often.

Not a question with sliders: `release_errors` gives the worst error of each of some releases, so that a page can show
how much hangs on chance.  Noise stands on whole tables (and these fitted to each other), or once on each cell of the
histogram; two ways learn a histogram.  REPLACE_ONE, (ε, 10^-6); noise on cells has δ = 0.
"""

from functools import cache

import numpy as np

from ... import data, query_release as qr
from ..multiplicative import gibbs

DEGREE, DELTA, SEED = 3, 1e-6, 1886
WAYS = {
    "laplace": "Laplace noise on tables", "gaussian": "Gaussian noise on tables",
    "fitted": "Gaussian on tables, fitted", "cells": "Laplace noise on cells, δ = 0",
    "projected": "Laplace on cells, projected", "mwem": "MWEM on tables", "pmw": "PMW",
}


@cache
def census(columns: int = 8) -> tuple[int, np.ndarray, qr.Marginals]:
    """n, the histogram of the first bits, shape (2^columns,), and the cells of their 3-way marginals as queries."""
    x = data.load_adult_bits().x[:, :columns]
    return len(x), qr.histogram_of(x), qr.Marginals(columns, DEGREE)


def pmw_errors(epsilon: float, T: int, runs: int) -> np.ndarray:
    """Worst errors of `runs` releases by `query_release.pmw`, side by side, each step one draw for each."""
    n, truth, queries = census()
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
    """The answers of one release by one of `WAYS`, PMW aside; T, unless given, by MWEM's rule, which sees no data."""
    budget = {"n": n, "epsilon": epsilon, "rng": rng}
    if way in ("cells", "projected"):
        project = "simplex" if way == "projected" else "total"
        return queries.answers(qr.noisy_histogram(truth, project=project, **budget).values)
    budget |= {"delta": DELTA, "noise": "laplace" if way == "laplace" else "gaussian"}
    if way == "mwem":
        return queries.answers(qr.mwem(truth, queries, measure="marginal", T=T, **budget).histogram)
    noisy = qr.laplace_answers(truth, queries, by="marginal", **budget).values
    return qr.fitted_answers(noisy, queries) if way == "fitted" else noisy


@cache
def release_errors(way: str, epsilon: float, *, columns: int = 8, runs: int = 24, T: int | None = None) -> np.ndarray:
    """Worst errors of `runs` releases, shape (runs,); T as in `answers_by`, for PMW the best one of its bound.

    PMW runs on 8 columns only.
    """
    n, truth, queries = census(columns)
    if way == "pmw":
        return pmw_errors(
            epsilon, T or qr.best_whole_rounds.sharp(len(truth), 2 * queries.n_queries, n, epsilon, DELTA), runs)
    exact = queries.answers(truth)
    return np.array([np.abs(answers_by(way, truth, queries, n=n, epsilon=epsilon, T=T,
                                       rng=np.random.default_rng([SEED, seed])) - exact).max()
                     for seed in range(runs)])
