"""Where does learning pay?  Every way to answer many questions to few people, in 74 small worlds, 24 seeds each.

usage: python tests/benchmarks/release_worlds.py [--seeds 24] [--save]

Prints for each world the mean worst error of each way, least first; what the worlds and ways are,
dplearn.query_release.experiments.worlds says.  With --save the means go into worlds.csv beside that
module, from which companion 5c draws.  All of it takes about 40 minutes on one core.
"""

import argparse
import os
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before numpy is loaded

import numpy as np  # noqa: E402

from dplearn.query_release.deeper.experiments import worlds as deeper_worlds  # noqa: E402
from dplearn.query_release.experiments import worlds  # noqa: E402


def main() -> None:
    """Print the worlds as they are computed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seeds", type=int, default=24)
    parser.add_argument("--save", action="store_true")
    o, found = parser.parse_args(), {}
    for world in deeper_worlds.tried():
        found[world] = runs = [deeper_worlds.errors(world, seed) for seed in range(o.seeds)]
        said = sorted(((way, np.mean([run[way] for run in runs])) for way in worlds.WAYS), key=lambda row: row[1])
        print(world, "; ".join(f"{way} {mean:.3f}" for way, mean in said), flush=True)
    if o.save:
        Path(worlds.__file__).with_name("worlds.csv").write_text(deeper_worlds.written(found), encoding="utf-8")


if __name__ == "__main__":
    main()
