"""The clamped walk and its answers: beside the plain loop, other scans, and what memory allows.

usage: python tests/benchmarks/exppw.py [--n 1000000] [--walks 10000] [--steps 1000] [--queries 100000] [--clamp 12]
[--repeats 7]

Every time is measured in this run, the best of the repeats (once for what takes seconds), in nanoseconds a step or
microseconds a
query.  Floors: numpy's running sum of the labels, the same scan without a clamp, and a copy of the result.  All ways
are checked to
give the same walk.
"""

from __future__ import annotations

import argparse
import itertools
import os
import timeit

import numpy as np

from dplearn import exppw


def best(work, repeats: int) -> float:
    """The best time of some repeats, in seconds."""
    return min(timeit.repeat(work, number=1, repeat=repeats))


def plain_loop(labels, clamp):
    """The walk as the page says it."""
    v, walk = 0, [0]
    for y in labels:
        v = min(clamp, max(-clamp, v + (1 if y else -1)))
        walk.append(v)
    return walk


def accumulated(labels, clamp):
    """Python's own scan."""
    return list(itertools.accumulate(labels, lambda v, y: min(clamp, max(-clamp, v + 2 * y - 1)), initial=0))


def ufunc_accumulated(labels, clamp):
    """numpy's scan of a Python function."""
    steps = np.concatenate([[0], 2 * np.asarray(labels, np.int64) - 1]).astype(object)
    return np.frompyfunc(lambda v, s: min(clamp, max(-clamp, v + s)), 2, 1).accumulate(steps, dtype=object)


def time_loop(labels, clamp):
    """A loop over time, across the walks as they lie in memory."""
    v = np.zeros((len(labels), labels.shape[1] + 1), np.int32)
    for t in range(labels.shape[1]):
        v[:, t + 1] = np.clip(v[:, t] + 2 * labels[:, t] - 1, -clamp, clamp)
    return v


def walks(labels, clamp, ways, repeats):
    """Print a table for one shape; `ways` maps names to (work, quick)."""
    wanted, steps = exppw.projected_walk(labels, clamp), labels.size
    space = np.empty_like(wanted)
    print(f"\nwalk, {' x '.join(map(str, labels.shape))} steps, clamp {clamp}{'ns a step':>30s}{'times ours':>14s}")
    floors = {"floor: running sum": lambda: np.cumsum(labels, axis=-1, dtype=np.int32),
              "floor: copy of the result": lambda: np.copyto(space, wanted)}
    ours = best(lambda: exppw.projected_walk(labels, clamp), repeats)
    lines = {"projected_walk": ours}
    for name, (work, quick) in ways.items():
        assert (np.asarray(work(), dtype=np.int32) == wanted).all(), name
        lines[name] = best(work, repeats if quick else 1)
    lines |= {name: best(work, repeats) for name, work in floors.items()}
    for name, seconds in lines.items():
        print(f"  {name:40s}{1e9 * seconds / steps:22.2f}{seconds / ours:14.2f}")


def answers(n, n_queries, clamp, repeats, rng):
    """Print the cost of many queries at once, and one by one."""
    x, y, query = rng.random(n), rng.integers(0, 2, n), rng.random(n_queries)
    keys, query_keys = rng.random(n), rng.random(n_queries)

    def one_by_one(some):
        order = np.argsort(x, kind="stable")   # the loop gets its sort for nothing
        xs, ys = x[order].tolist(), y[order].tolist()
        start = timeit.default_timer()
        ends = [plain_loop(itertools.compress(ys, (value <= q for value in xs)), clamp)[-1] for q in some.tolist()]
        return 1 / (1 + np.exp(-np.array(ends) / 2)), (timeit.default_timer() - start) / len(some)

    looped, each = one_by_one(query[:5])
    data = dict(clamp=clamp, epsilon=1.0)
    assert np.allclose(looped, exppw.predict_probability(x, y, query[:5], **data), rtol=1e-12)
    at_once = best(lambda: exppw.predict_probability(x, y, query, **data), repeats)
    keyed = best(lambda: exppw.predict_probability(x, y, query, tie_keys=keys, query_keys=query_keys, **data), 1)
    sort, places = best(lambda: np.argsort(x, kind="stable"), 3), best(lambda: np.searchsorted(np.sort(x), query), 3)
    print(f"\n{n_queries} answers from {n} examples: {1e3 * at_once:.0f} ms, "
          f"{1e6 * at_once / n_queries:.3f} us a query "
          f"(with keys {1e6 * keyed / n_queries:.3f}; the sort alone {1e3 * sort:.0f} ms, "
          f"a sort and the searches {1e3 * places:.0f} ms)")
    print(f"one by one by the plain loop: {1e6 * each:,.0f} us a query, "
          f"{each * n_queries / at_once:,.0f} times as long")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name, default in (("n", 10**6), ("walks", 10**4), ("steps", 1000), ("queries", 10**5), ("clamp", 12),
                          ("repeats", 7)):
        parser.add_argument(f"--{name}", type=int, default=default)
    o = parser.parse_args()
    rng = np.random.default_rng(1)
    print(f"load {os.getloadavg()[0]:.1f}; best of {o.repeats}")
    one, many = rng.random(o.n) < 0.6, (rng.random((o.walks, o.steps)) < 0.6).astype(np.int8)
    labels = one.tolist()
    walks(one, o.clamp, {"plain Python loop": (lambda: plain_loop(labels, o.clamp), False),
                         "itertools.accumulate": (lambda: accumulated(labels, o.clamp), False),
                         "frompyfunc(...).accumulate": (lambda: ufunc_accumulated(labels, o.clamp), False)}, o.repeats)
    walks(many, o.clamp, {"numpy, loop over time": (lambda: time_loop(many, o.clamp), True),
                          "plain Python loop": (lambda: [plain_loop(row, o.clamp) for row in many.tolist()], False)},
          o.repeats)
    answers(o.n, o.queries, o.clamp, o.repeats, rng)


if __name__ == "__main__":
    main()
