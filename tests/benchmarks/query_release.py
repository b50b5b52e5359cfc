"""All 3-way marginals of the census records at ε = 1, δ = 1e-6: time, memory and errors, ours beside the textbook's.

usage: python tests/benchmarks/query_release.py [--bits 8 12 16 20] [--runs 3]

Every method runs in one process, on one core.  Columns:

* seconds: the mean time of a release, with what a method prepares for all of them left out;
* MB: the most memory that a release holds at once (of the dense method the matrix beside it);
* max, mean: error over all cells of all 3-way marginals (for noisy answers, of the answers), mean of the runs.

Bits: the first k columns of `adult_bits`; beyond 16, copies of the first columns, the records of each copy shuffled.
The dense MWEM is the textbook's: the whole matrix of the queries, plain numpy, one Laplace measurement a step, the same
accounting, rounds and replay as ours; skipped beyond 3 GB.
"""

import math
import os
import timeit

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before numpy is loaded

import numpy as np  # noqa: E402
from timing import options, peak  # noqa: E402

from dplearn import query_release as qr  # noqa: E402
from dplearn.data import load_adult_bits  # noqa: E402
from dplearn.privacy import zcdp_rho  # noqa: E402

BUDGET = {"epsilon": 1.0, "delta": 1e-6}
MOST_DENSE = 3e9  # bytes


def dense_mwem(matrix, histogram, *, n, T, share, replays, rng):
    """The textbook: every query a row, a row measured in each step; `share` of ρ for a choice and as much for a
    measurement."""
    answers, p, measured = matrix @ histogram, np.full(len(histogram), 1 / len(histogram)), []
    for _ in range(T):
        scores = math.sqrt(8 * share) * n / 2 * np.abs(matrix @ p - answers)
        weights = np.exp(scores - scores.max())
        i = rng.choice(len(weights), p=weights / weights.sum())
        measured.append((i, answers[i] + rng.laplace(scale=1 / (n * math.sqrt(2 * share)))))
        for i, m in measured * replays:
            p = p * np.exp(matrix[i] * (m - matrix[i] @ p) / 2)
            p /= p.sum()
    return p


def methods(histogram, queries, n: int) -> dict:
    """Name -> function of a generator that gives the answers to all queries."""
    budget = {"n": n, **BUDGET}

    def noisy(by, noise):
        return lambda rng: qr.laplace_answers(histogram, queries, by=by, noise=noise, rng=rng, **budget).values

    def mwem(measure, noise):
        return lambda rng: queries.answers(
            qr.mwem(histogram, queries, measure=measure, noise=noise, rng=rng, **budget).histogram)

    closed = qr.with_negations(queries)
    steps = qr.best_whole_rounds.sharp(queries.universe_size, closed.n_queries, n, *BUDGET.values())
    pairs = [("marginal", "laplace"), ("marginal", "gaussian"), ("query", "laplace")]
    ways = {f"mwem {measure} {noise}": mwem(measure, noise) for measure, noise in pairs}
    ways["pmw"] = lambda rng: queries.answers(qr.pmw(histogram, closed, T=steps, rng=rng, **budget).histogram)
    ways |= {f"answers {by} {noise}": noisy(by, noise) for by, noise in pairs}
    if 8.0 * queries.n_queries * queries.universe_size <= MOST_DENSE:
        matrix = np.array([queries.query(i) for i in range(queries.n_queries)])
        T = qr.mwem_rounds(queries.universe_size, measure="query", **budget)
        share = zcdp_rho(*BUDGET.values()) / (2 * T)
        ways[f"dense MWEM, {matrix.nbytes / 1e6:,.0f} MB"] = lambda rng: matrix @ dense_mwem(
            matrix, histogram, n=n, T=T, share=share, replays=3, rng=rng)
    return ways


def census(k: int) -> np.ndarray:
    """The records, k bits each."""
    x, rng = load_adult_bits().x, np.random.default_rng(0)
    return np.column_stack([x[:, :min(k, 16)]] + [rng.permutation(x[:, i]) for i in range(k - 16)])


def main() -> None:
    """Print a table for each number of bits."""
    o = options(__doc__, bits=[8, 12, 16, 20], runs=3)
    for k in o.bits:
        records, queries = census(k), qr.Marginals(k, 3)
        histogram = qr.histogram_of(records)
        truth = queries.answers(histogram)
        print(f"\nk = {k}: {queries.n_queries:,} queries, {queries.universe_size:,} cells, n = {len(records):,}; "
              f"load {os.getloadavg()[0]:.1f}")
        print(f"{'':28s} {'seconds':>9s} {'MB':>8s} {'max':>8s} {'mean':>9s}")
        for name, release in methods(histogram, queries, len(records)).items():
            memory, found = peak(lambda: release(np.random.default_rng(0))), []
            seconds = timeit.timeit(lambda: found.append(abs(release(np.random.default_rng(len(found))) - truth)),
                                    number=o.runs) / o.runs
            most, mean = np.mean([(gap.max(), gap.mean()) for gap in found], axis=0)
            print(f"{name:28s} {seconds:9.3f} {memory / 1e6:8.1f} {most:8.4f} {mean:9.5f}", flush=True)


if __name__ == "__main__":
    main()
