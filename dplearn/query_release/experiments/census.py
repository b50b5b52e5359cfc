"""Lecture 5 on real data: all 3-way marginals of census bits, released in several ways at the same (ε, δ), often.

Not a question with sliders: `release_errors` gives the worst error of each of some releases, so that a page can show
how much hangs on chance.  Two ways add noise to whole tables, and one of these fits the noisy tables to each other;
two learn a histogram.
All of them are (ε, 10^-6)-private for one record replaced.
"""

from functools import cache

import numpy as np

from ... import data, query_release
from ..transforms import walsh_hadamard

DEGREE, DELTA, SEED = 3, 1e-6, 1886
WAYS = {"gaussian": "Gaussian noise on tables", "fitted": "the same, tables fitted", "pmw": "PMW",
        "mwem": "MWEM on tables"}


@cache
def census(columns: int = 8) -> tuple[int, np.ndarray, query_release.Marginals]:
    """n, the histogram of the first bits, shape (2^columns,), and the cells of their 3-way marginals as queries."""
    x = data.load_adult_bits().x[:, :columns]
    return len(x), query_release.histogram_of(x), query_release.Marginals(columns, DEGREE)


@cache
def parities(n_bits: int, degree: int) -> tuple[np.ndarray, np.ndarray]:
    """Which parity each cell of a table's transform is, shape (tables, 2^degree), and the transform's signs."""
    masks = query_release.Marginals(n_bits, degree).masks
    which = np.unique(masks.ravel(), return_inverse=True)[1].reshape(masks.shape)
    return which, walsh_hadamard(np.eye(1 << degree))


def fitted(values, queries: query_release.Marginals) -> np.ndarray:
    """Least squares: the answers nearest to `values`, shape (n_queries,), that agree with each other.

    Two tables that share columns must give the same sums.  Cells of a table are sums of parities of its columns, so
    each parity is averaged over all tables that hold it.  Uses noisy answers alone: it costs no privacy.
    """
    which, signs = parities(int(np.log2(queries.universe_size)), queries.degree)
    seen = np.reshape(values, which.shape) @ signs                    # each table's view of its parities
    mean = np.bincount(which.ravel(), weights=seen.ravel()) / np.bincount(which.ravel())
    return (mean[which] @ signs / len(signs)).ravel()


def pmw_errors(epsilon: float, T: int, runs: int, columns: int = 8) -> np.ndarray:
    """Worst errors of `runs` releases by `query_release.pmw`, side by side, each step one draw for each."""
    n, truth, queries = census(columns)
    closed, rng = query_release.with_negations(queries), np.random.default_rng([SEED, T])
    rows = np.array([closed.query(i) for i in range(closed.n_queries)])
    exact, eta = closed.answers(truth), np.sqrt(8 * np.log(len(truth)) / T)
    rate = query_release.step_epsilon(epsilon, DELTA, T) * n / 2
    losses, total = np.zeros((2, runs, len(truth)))
    p = np.full((runs, len(truth)), 1 / len(truth))
    for _ in range(T):
        total += p
        scores = rate * (closed.answers(p) - exact)
        law = np.cumsum(np.exp(scores - scores.max(axis=1, keepdims=True)), axis=1)
        losses += rows[(law < (rng.random(runs) * law[:, -1])[:, None]).sum(axis=1)]
        p = np.exp(-eta * (losses - losses.min(axis=1, keepdims=True)))
        p /= p.sum(axis=1, keepdims=True)
    return (closed.answers(total / T) - exact).max(axis=1)


@cache
def release_errors(way: str, epsilon: float, *, columns: int = 8, runs: int = 24, T: int | None = None) -> np.ndarray:
    """Worst errors of `runs` releases, shape (runs,); T, unless given, is by the way's rule, which sees no data."""
    n, truth, queries = census(columns)
    budget = {"n": n, "epsilon": epsilon, "delta": DELTA}
    if way == "pmw":
        rule = query_release.best_whole_rounds.sharp(len(truth), 2 * queries.n_queries, **budget)
        return pmw_errors(epsilon, rule if T is None else T, runs, columns)
    exact, found = queries.answers(truth), []
    for seed in range(runs):
        rng = np.random.default_rng([SEED, seed])
        if way == "mwem":
            p = query_release.mwem(truth, queries, measure="marginal", noise="gaussian", T=T, rng=rng,
                                   **budget).histogram
            answers = queries.answers(p)
        else:
            answers = query_release.laplace_answers(truth, queries, by="marginal", noise="gaussian", rng=rng,
                                                    **budget).values
            answers = fitted(answers, queries) if way == "fitted" else answers
        found.append(np.abs(answers - exact).max())
    return np.array(found)
