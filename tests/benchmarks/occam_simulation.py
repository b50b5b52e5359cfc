"""Lecture 1's experiment at d = 10 and n = 10^6: failure times without records, beside a loop that draws them.

usage: python tests/benchmarks/occam_simulation.py [--naive-runs 3]

Both answer the same question for the hard world of conjunctions: in a run, is some bad hypothesis (error above α)
still consistent with the first m examples, for each m on the lecture's x axis up to n?  The naive run draws n
records of d bits in blocks and tests every one of the 2^d hypotheses on every record, as a student writes it with
numpy; a few such runs are measured and the time of 10,000 is extrapolated from them, which the output says.
"""

import os
import time

import numpy as np
from timing import options

from dplearn.pac import occam, occam_engine
from dplearn.concepts import Conjunctions

D, N, ALPHA, RUNS = 10, 10**6, 0.1, 10_000
BLOCK = 5_000  # records at a time: all hypotheses' predictions on a block take 5 MB


def naive_failure_time(world: occam.World, rng: np.random.Generator, n: int) -> int:
    """Examples until no bad hypothesis is consistent, among n drawn records, every hypothesis tested on each."""
    concepts, bad = Conjunctions(D), world.bad(ALPHA)
    zero = world.errors()[1]  # a bit is 0 with this probability: the error of "bit 0" alone
    first_mistake = np.full(concepts.n_hypotheses, n + 1)
    for start in range(0, n, BLOCK):
        x = rng.random((min(BLOCK, n - start), D)) >= zero
        predictions = concepts.predictions(x)
        mistakes = predictions != predictions[world.target]
        here = np.where(mistakes.any(axis=1), start + 1 + mistakes.argmax(axis=1), n + 1)
        first_mistake = np.minimum(first_mistake, here)
    return int(first_mistake[bad].max())


def main() -> None:
    """Print both times and their ratio."""
    runs = options(__doc__, naive_runs=3).naive_runs
    world = occam.conjunction_world(D, ALPHA)
    rng = np.random.default_rng(1)
    occam_engine.failure_times(world, ALPHA, rng, 100)
    start = time.perf_counter()
    times = occam_engine.failure_times(world, ALPHA, rng, RUNS)
    ours = time.perf_counter() - start
    start = time.perf_counter()
    naive = [naive_failure_time(world, rng, N) for _ in range(runs)]
    each = (time.perf_counter() - start) / runs
    low, high = np.quantile(times, [0.0001, 0.9999])
    print(f"d = {D}, n = {N:,}, alpha = {ALPHA}; load {os.getloadavg()[0]:.1f}")
    print(f"failure_times, {RUNS:,} runs: {ours:.2f} s (measured)")
    print(f"naive loop, {runs} runs: {each:.1f} s a run (measured); "
          f"{RUNS:,} runs: {each * RUNS / 3600:.1f} h (extrapolated)")
    print(f"ratio: {each * RUNS / ours:,.0f}")
    print(f"the naive failure times {naive} beside the middle 99.98% of ours: {low:.0f} to {high:.0f}")


if __name__ == "__main__":
    main()
