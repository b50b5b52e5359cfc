"""What one move of a slider costs the kernel, for every experiment: curves, and one chunk of simulated runs.

usage: python tests/benchmarks/budgets.py [EXPERIMENT ...] [--moves 150]

From the defaults each move puts one slider or menu, drawn at random, to another position (one time in three to
an end), as a reader does, and what an experiment has cached stays cached.  Columns, in ms of processor time:

* first: the first picture of a session, which may fill caches;
* curves: all curves after a move, p50 / p95 / largest; the budget is 15 ms, so that a press is painted in 50 ms;
* chunk: one chunk of runs, between two of which the kernel hears the next move; budget 12 ms.

`latency.py` measures the same moves in a browser, from the key press to the painted frame.
"""

from __future__ import annotations

import argparse
import os
import time

import numpy as np

from dplearn import experiments
from dplearn.experiment import Experiment

CURVES, CHUNK = 15, 12  # ms, 95th percentiles
SEED = 11


def moves(experiment: Experiment, number: int):
    """Settings, each one move away from the one before."""
    rng, values = np.random.default_rng(SEED), vars(experiment.setting())
    for _ in range(number):
        parameter = experiment.parameters[rng.integers(len(experiment.parameters))]
        places = parameter.values if rng.random() > 1 / 3 else (parameter.values[0], parameter.values[-1])
        values = {**values, parameter.name: places[rng.integers(len(places))]}
        yield experiment.setting(**values)


def spent(work) -> float:
    """Milliseconds of processor time that `work()` takes."""
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1e3


def measure(experiment: Experiment, number: int) -> tuple[float, list, list]:
    """(first picture, curves of each move, chunk of each move)."""
    first = spent(lambda: experiment.picture(experiment.setting()))
    curves, chunks, rng = [], [], np.random.default_rng(SEED)
    for setting in moves(experiment, number):
        curves.append(spent(lambda: experiment.picture(setting)))
        if experiment.simulation is not None:
            runs = experiment.simulation.chunk_runs(setting)
            chunks.append(spent(lambda: experiment.draw(setting)(rng, runs)))
    return first, curves, chunks


def column(values: list) -> str:
    """p50 / p95 / largest, or a dash."""
    return " / ".join(f"{np.quantile(values, q, method='higher'):5.1f}" for q in (0.5, 0.95, 1)) if values else "-"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--moves", type=int, default=150)
    options = parser.parse_args()
    over = []
    print(f"{options.moves} moves each; {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start; ms")
    print(f"{'experiment':22} {'first':>6}   {'curves':^21}   {'chunk':^21}")
    for name in options.names or experiments.__all__:
        experiment = getattr(experiments, name)
        if not isinstance(experiment, Experiment):
            continue
        first, curves, chunks = measure(experiment, options.moves)
        print(f"{name:22} {first:6.0f}   {column(curves):>21}   {column(chunks):>21}", flush=True)
        for kind, values, budget in (("curves", curves, CURVES), ("chunk", chunks, CHUNK)):
            if values and np.quantile(values, 0.95) > budget:
                over.append(f"{name}: {kind} over {budget} ms")
    print("\n".join(["over budget:", *over]) if over
          else f"p95 within {CURVES} ms (curves) and {CHUNK} ms (chunk) everywhere")


if __name__ == "__main__":
    main()
