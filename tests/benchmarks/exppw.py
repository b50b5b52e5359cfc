"""The clamped walk: beside the plain loop and what memory allows.

usage: python tests/benchmarks/exppw.py [--n 1000000] [--walks 10000] [--steps 1000] [--queries 100000] [--clamp 12]
[--repeats 7]

Every time is measured in this run, the best of the repeats (once for what takes seconds), in nanoseconds a step or
microseconds a query.  Floors: numpy's running sum of the labels, the same scan without a clamp, and a copy of the
result.  The loop is checked to give the same walk.
"""

import os

import numpy as np
from timing import best, options, table

from dplearn import exppw


def plain_loop(labels, clamp):
    """The walk as the page says it."""
    v, walk = 0, [0]
    for y in labels:
        v = min(clamp, max(-clamp, v + (1 if y else -1)))
        walk.append(v)
    return walk


def walks(labels, clamp, loop, repeats):
    """Print a table for one shape."""
    wanted = exppw.projected_walk(labels, clamp)
    space = np.empty_like(wanted)
    assert (np.asarray(loop(), dtype=np.int32) == wanted).all()
    table(f"walk, {' x '.join(map(str, labels.shape))} steps, clamp {clamp}", {
        "plain Python loop": (loop, 1), "projected_walk": (lambda: exppw.projected_walk(labels, clamp), repeats),
        "floor: running sum": (lambda: np.cumsum(labels, axis=-1, dtype=np.int32), repeats),
        "floor: copy of the result": (lambda: np.copyto(space, wanted), repeats)}, labels.size, ours="projected_walk")


def answers(n, n_queries, clamp, repeats, rng):
    """Print the cost of many queries at once, beside the sort that they need."""
    x, y, query = rng.random(n), rng.integers(0, 2, n), rng.random(n_queries)
    at_once = best(lambda: exppw.predict_probability(x, y, query, clamp=clamp, epsilon=1.0), repeats)
    sort = best(lambda: np.argsort(x, kind="stable"), 3)
    print(f"\n{n_queries} answers from {n} examples: {1e3 * at_once:.0f} ms, "
          f"{1e6 * at_once / n_queries:.3f} us a query (the sort alone {1e3 * sort:.0f} ms)")


def main() -> None:
    """Print the tables."""
    o = options(__doc__, n=10**6, walks=10**4, steps=1000, queries=10**5, clamp=12, repeats=7)
    rng = np.random.default_rng(1)
    print(f"load {os.getloadavg()[0]:.1f}; best of {o.repeats}")
    one, many = rng.random(o.n) < 0.6, (rng.random((o.walks, o.steps)) < 0.6).astype(np.int8)
    labels = one.tolist()
    walks(one, o.clamp, lambda: plain_loop(labels, o.clamp), o.repeats)
    walks(many, o.clamp, lambda: [plain_loop(row, o.clamp) for row in many.tolist()], o.repeats)
    answers(o.n, o.queries, o.clamp, o.repeats, rng)


if __name__ == "__main__":
    main()
