"""All marginals on `degree` bits by transform: beside the dense matrix and beside what memory allows.

usage: python tests/benchmarks/transforms.py [--bits 8 12 16 20] [--degree 3] [--repeats 15] [--dense-mb 300]

Every time is measured in this run, in milliseconds, the best of the repeats, without the checks of arguments. 
Floors: a copy of the histogram, and adding it
to itself (a pass of a transform that does nothing else; butterflies for k bits take k of them).  The dense
matrix is made where it fits in --dense-mb megabytes.  Peak memory is what one call allocates, in histograms.
"""

from __future__ import annotations

import argparse
import os
import timeit
import tracemalloc

import numpy as np

from dplearn import query_release as qr
from dplearn.query_release.transforms import walsh_hadamard


def best_ms(work, repeats: int) -> float:
    """The best time of some repeats."""
    return 1e3 * min(timeit.repeat(work, number=1, repeat=repeats))


def peak(work, size: int) -> float:
    """The most memory that a call holds at once, in units of `size` bytes."""
    tracemalloc.start()
    work()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most / size


def dense_rows(workload: qr.Marginals, most_mb: float) -> np.ndarray | None:
    """The matrix of the workload, made query by query, or None if it is too large."""
    if 8e-6 * workload.n_queries * workload.universe_size > most_mb:
        return None
    return np.array([workload.query(i) for i in range(workload.n_queries)])


def measured(n_bits: int, degree: int, repeats: int, dense_mb: float) -> dict[str, float | None]:
    """A line of the table, after a check that transform and matrix agree."""
    workload, rng = qr.Marginals(n_bits, degree), np.random.default_rng(n_bits)
    p, space = rng.dirichlet(np.ones(1 << n_bits)), np.empty(1 << n_bits)
    dense = dense_rows(workload, dense_mb)
    if dense is not None:
        assert np.abs(dense @ p - workload.answers(p)).max() < 1e-12
    return {
        "queries": workload.n_queries,
        "answers": best_ms(lambda: workload._answers(p[None]), repeats),
        "a query": best_ms(lambda: workload.query(1), repeats),
        "all 2^k": best_ms(lambda: walsh_hadamard(p[None]), repeats),
        "add": best_ms(lambda: np.add(p, p, out=space), repeats),
        "copy": best_ms(lambda: np.copyto(space, p), repeats),
        "dense": None if dense is None else best_ms(lambda: dense @ p, repeats),
        "peak": peak(lambda: workload._answers(p[None]), p.nbytes),
    }


def cell(value: float | None) -> str:
    """A number of the table, 11 wide."""
    return f"{'-':>11s}" if value is None else f"{value:11,d}" if isinstance(value, int) else f"{value:11.4f}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bits", type=int, nargs="+", default=[8, 12, 16, 20])
    parser.add_argument("--degree", type=int, default=3)
    parser.add_argument("--repeats", type=int, default=15)
    parser.add_argument("--dense-mb", type=float, default=300)
    options = parser.parse_args()
    print(f"degree {options.degree}; ms, best of {options.repeats}; load {os.getloadavg()[0]:.1f}")
    for i, n_bits in enumerate(options.bits):
        line = measured(n_bits, options.degree, options.repeats, options.dense_mb)
        if i == 0:
            print("  k " + "".join(f"{name:>11s}" for name in line) + f"{'of k adds':>11s}")
        print(f"{n_bits:3d} " + "".join(map(cell, line.values())) + f"{line['answers'] / (n_bits * line['add']):11.2f}")


if __name__ == "__main__":
    main()
