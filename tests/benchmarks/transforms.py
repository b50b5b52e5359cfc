"""All marginals on `degree` bits by transform: beside the dense matrix and beside what memory allows.

usage: python tests/benchmarks/transforms.py [--bits 8 12 16 20] [--degree 3] [--repeats 15] [--dense-mb 300]

Every time is measured in this run, in milliseconds, the best of the repeats, without the checks of arguments.
Floors: a copy of the histogram, and adding it to itself (a pass of a transform that does nothing else; butterflies for
k bits take k of them).  The dense matrix is made where it fits in --dense-mb megabytes.  Peak memory is what one call
allocates, in histograms.
"""

import os

import numpy as np
from timing import best, options, peak

from dplearn import query_release as qr
from dplearn.query_release.transforms import walsh_hadamard


def measured(n_bits: int, degree: int, repeats: int, dense_mb: float) -> dict[str, float]:
    """A line of the table, after a check that transform and matrix agree."""
    workload, rng = qr.Marginals(n_bits, degree), np.random.default_rng(n_bits)
    p, space = rng.dirichlet(np.ones(1 << n_bits)), np.empty(1 << n_bits)
    ways = {"answers": lambda: workload._answers(p[None]), "a query": lambda: workload.query(1),
            "all 2^k": lambda: walsh_hadamard(p[None]), "add": lambda: np.add(p, p, out=space),
            "copy": lambda: np.copyto(space, p)}
    if 8e-6 * workload.n_queries * workload.universe_size <= dense_mb:
        dense = np.array([workload.query(i) for i in range(workload.n_queries)])
        assert np.abs(dense @ p - workload.answers(p)).max() < 1e-12
        ways["dense"] = lambda: dense @ p
    times = {name: 1e3 * best(work, repeats) for name, work in ways.items()}
    return {"queries": workload.n_queries, "dense": np.nan, **times, "peak": peak(ways["answers"]) / p.nbytes,
            "of k adds": times["answers"] / (n_bits * times["add"])}


def main() -> None:
    """Print the table."""
    o = options(__doc__, bits=[8, 12, 16, 20], degree=3, repeats=15, dense_mb=300.0)
    print(f"degree {o.degree}; ms, best of {o.repeats}; load {os.getloadavg()[0]:.1f}")
    for i, n_bits in enumerate(o.bits):
        line = measured(n_bits, o.degree, o.repeats, o.dense_mb)
        if i == 0:
            print("  k " + "".join(f"{name:>11s}" for name in line))
        print(f"{n_bits:3d} " + "".join(f"{value:11.5g}" for value in line.values()))


if __name__ == "__main__":
    main()
