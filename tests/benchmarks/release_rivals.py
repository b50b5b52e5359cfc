"""Every way to release all 3-way tables of a census, at the same privacy: mean worst error of 24 releases each.

usage: python tests/benchmarks/release_rivals.py [--columns 8 10 12] [--epsilon 1 0.1] [--runs 24] [--ways pmw] [--save]

Prints a table: ε, the first columns of the census (2^columns cells), a way a row with its mean, least and largest
worst error.  One record replaced (REPLACE_ONE), n = 45,222 public, (ε, 1e-6); noise on cells by Laplace has δ = 0.
With --save the rows go into dplearn/query_release/deeper/experiments/census_rivals.csv, from which companion 5c draws;
all of 8 to 16 columns takes about half an hour on one core, PMW at 16 columns a third of it.
"""

import argparse
import csv
import os
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before numpy is loaded

from dplearn.query_release.deeper import experiments as deeper_experiments  # noqa: E402
from dplearn.query_release.experiments import census  # noqa: E402

FILE = Path(deeper_experiments.__file__).with_name("census_rivals.csv")


def main() -> None:
    """Print the rows as they are computed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--columns", type=int, nargs="+", default=list(range(8, 17)))
    parser.add_argument("--epsilon", type=float, nargs="+", default=[1.0, 0.1])
    parser.add_argument("--ways", nargs="+", choices=census.WAYS, default=list(census.WAYS))
    parser.add_argument("--runs", type=int, default=24)
    parser.add_argument("--save", action="store_true")
    o, rows = parser.parse_args(), []
    for columns in o.columns:
        for epsilon in o.epsilon:
            print(f"\n{columns} columns, {2**columns:,} cells, ε = {epsilon:g}, {o.runs} releases")
            for way in o.ways:
                errors = census.release_errors(way, epsilon, columns=columns, runs=o.runs)
                mean, least, most = errors.mean(), errors.min(), errors.max()
                print(f"  {census.WAYS[way]:30s} {mean:.4f} ({least:.4f} to {most:.4f})", flush=True)
                rows.append([f"{epsilon:g}", columns, way, f"{mean:.5f}", f"{least:.5f}", f"{most:.5f}"])
    if o.save:
        with open(FILE, "w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([["epsilon", "columns", "way", "mean", "least", "largest"],
                                                             *rows])


if __name__ == "__main__":
    main()
