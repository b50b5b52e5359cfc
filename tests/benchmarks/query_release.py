"""All 3-way marginals of the census records at ε = 1, δ = 1e-6: time, memory and errors, ours beside what people have.

usage: python tests/benchmarks/query_release.py [--bits 8 12 16 20] [--runs 3] [--limit 300] [--peers PYTHON ...]
[--pgm FOLDER]

Every method runs in a process of its own, all in one run of this script.  Columns:

* seconds: processor time of a release, the first of them left out of the mean if there are more (imports, caches);
* MB: peak memory of the process beyond what it held when interpreter, libraries and records were loaded;
* max, mean: error over all cells of all 3-way marginals (for noisy answers, of the answers), mean of the runs.

Bits: the first k columns of `adult_bits`; beyond 16, copies of the first columns, the records of each copy shuffled.

`--peers` are interpreters that have smartnoise-synth (its MWEM as it comes: pure ε, add/remove neighbors), or what
private-pgm
needs (its 2025 commits: jax 0.4.38, chex 0.1.88, pandas 2.2, matplotlib, networkx); with `--pgm`, a copy of
private-pgm's
repository, its mwem+pgm is run (Gaussian noise, replace-one, rounds = bits, as it comes).  A peer that is not there,
or takes
longer than the limit, is named as such.  The dense MWEM is the textbook's: the whole matrix of the queries, plain
numpy, one
Laplace measurement a step, the same accounting, rounds and replay as ours; skipped beyond 3 GB.

The last lines say how far a step is from the floor: one answer to all queries, and one addition of a histogram to
itself.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from timing import best

EPSILON, DELTA, DEGREE = 1.0, 1e-6, 3
MOST_DENSE = 3e9  # bytes


# ---- in the child: no import of ours where a peer's interpreter runs ------------------------------------

def dense_mwem(matrix: np.ndarray, histogram: np.ndarray, *, n: int, T: int, share: float, replays: int,
               rng) -> np.ndarray:
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


def ours(method: str, records: np.ndarray):
    """A function of a seed that gives (histogram or None, answers or None)."""
    from dplearn import query_release as qr
    from dplearn.privacy import zcdp_rho

    k, n = records.shape[1], len(records)
    histogram, queries = qr.histogram_of(records), qr.Marginals(k, DEGREE)
    budget = dict(n=n, epsilon=EPSILON, delta=DELTA)
    if method.startswith("answers"):
        by, noise = method.split()[1:]
        budget |= dict(by=by, noise=noise)
        return lambda seed: (None, qr.laplace_answers(histogram, queries, rng=np.random.default_rng(seed),
                                                      **budget).values)
    if method.startswith("mwem"):
        measure, noise = method.split()[1:]
        budget |= dict(measure=measure, noise=noise)
        return lambda seed: (qr.mwem(histogram, queries, rng=np.random.default_rng(seed), **budget).histogram, None)
    if method == "pmw":
        closed = qr.with_negations(queries)
        T = qr.best_whole_rounds.sharp(queries.universe_size, closed.n_queries, n, EPSILON, DELTA)
        return lambda seed: (qr.pmw(histogram, closed, T=T, rng=np.random.default_rng(seed), **budget).histogram, None)
    T = qr.mwem_rounds(queries.universe_size, measure="query", **budget)
    matrix = np.array([queries.query(i) for i in range(queries.n_queries)])
    same = dict(n=n, T=T, share=zcdp_rho(EPSILON, DELTA) / (2 * T), replays=3)
    return lambda seed: (dense_mwem(matrix, histogram, rng=np.random.default_rng(seed), **same), None)


def cells_of(records) -> np.ndarray:
    """The histogram of synthetic records."""
    records = np.asarray(records).astype(np.int64)
    return np.bincount(records @ (1 << np.arange(records.shape[1])), minlength=1 << records.shape[1]) / len(records)


def smartnoise(records: np.ndarray):
    """smartnoise-synth's MWEM."""
    import pandas as pd
    from snsynth import Synthesizer

    frame = pd.DataFrame(records.astype(int), columns=[f"b{i}" for i in range(records.shape[1])])

    def release(seed):
        np.random.seed(seed)
        synthesizer = Synthesizer.create("mwem", epsilon=EPSILON, split_factor=records.shape[1])
        sample = synthesizer.fit_sample(frame, preprocessor_eps=0.0, categorical_columns=list(frame.columns))
        return cells_of(sample.to_numpy()), None

    return release


def private_pgm(records: np.ndarray, folder: str):
    """private-pgm's mwem+pgm."""
    import importlib.util
    import itertools

    sys.path[:0] = [str(Path(folder) / "src"), str(Path(folder) / "mechanisms")]
    spec = importlib.util.spec_from_file_location("mwem_pgm", Path(folder) / "mechanisms" / "mwem+pgm.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    import mbi
    import pandas as pd

    names = [f"b{i}" for i in range(records.shape[1])]
    domain = mbi.Domain(names, [2] * len(names))
    data = mbi.Dataset(pd.DataFrame(records.astype(int), columns=names), domain)

    def release(seed):
        np.random.seed(seed)
        made = module.mwem_pgm(data, EPSILON, DELTA, workload=list(itertools.combinations(names, DEGREE)), bounded=True)
        return cells_of(made.df[names].to_numpy()), None

    return release


def resident(field: str) -> float:
    """VmRSS or VmHWM of this process, in MB."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(field + ":"):
            return int(line.split()[1]) / 1024
    raise RuntimeError(f"no {field} here")


def child(method: str, folder: str, runs: int, pgm: str) -> None:
    """Release `runs` times; results go into the folder, times and memory to the last line of the output."""
    records = np.load(Path(folder) / "records.npy")
    makers = {"smartnoise": lambda r: smartnoise(r), "private-pgm": lambda r: private_pgm(r, pgm)}
    if method in makers:
        release, before = makers[method](records), resident("VmRSS")
    else:
        import dplearn.query_release  # noqa: F401  loaded before memory is read
        before = resident("VmRSS")
        release = ours(method, records)
    Path("/proc/self/clear_refs").write_text("5")  # the peak starts anew
    times = []
    for seed in range(runs):
        start = time.process_time()
        histogram, answers = release(seed)
        times.append(time.process_time() - start)
        result = {"answers": answers} if histogram is None else {"histogram": histogram}
        np.savez(Path(folder) / f"{method}-{seed}.npz", **result)
        print(json.dumps({"seconds": float(np.mean(times[1:] or times)), "MB": resident("VmHWM") - before}), flush=True)


# ---- in the parent ---------------------------------------------------------------------------------------

def census(k: int) -> np.ndarray:
    """The records, k bits each."""
    from dplearn.data import load_adult_bits

    x, rng = load_adult_bits().x, np.random.default_rng(0)
    return np.column_stack([x[:, : min(k, 16)]] + [rng.permutation(x[:, i]) for i in range(k - 16)])


def run(python: str, method: str, folder: str, options) -> dict | str:
    """What a child says, or why it does not."""
    command = [python, __file__, "--child", method, folder, "--runs", str(options.runs), "--pgm", options.pgm or ""]
    one_thread = {**os.environ, "OMP_NUM_THREADS": "1"}
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=options.limit, env=one_thread)
        said = done.stdout
    except subprocess.TimeoutExpired as late:
        said, done = (late.stdout or b"").decode(), None
    lines = [line for line in said.splitlines() if line.startswith('{"seconds"')]
    if lines:
        return json.loads(lines[-1])
    return f"more than {options.limit} s" if done is None else (done.stderr.strip().splitlines()
                                                                or ["nothing said"])[-1][:90]


def errors(folder: str, method: str, queries, truth: np.ndarray) -> tuple[float, float]:
    """(max, mean) error, each the mean of the runs that ended."""
    found = []
    for path in sorted(Path(folder).glob(f"{method}-*.npz")):
        with np.load(path) as result:
            answers = result["answers"] if "answers" in result else queries.answers(result["histogram"])
        gap = np.abs(answers - truth)
        found.append((gap.max(), gap.mean()))
    return tuple(np.mean(found, axis=0))


def main() -> None:
    """Print a table for each number of bits."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bits", type=int, nargs="+", default=[8, 12, 16, 20])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--limit", type=float, default=300, help="seconds for all runs of one method")
    parser.add_argument("--peers", nargs="*", default=[], metavar="PYTHON")
    parser.add_argument("--pgm", metavar="FOLDER", help="a copy of private-pgm's repository")
    parser.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        return child(*options.child, options.runs, options.pgm)
    from dplearn import query_release as qr

    for k in options.bits:
        records, queries = census(k), qr.Marginals(k, DEGREE)
        histogram = qr.histogram_of(records)
        truth = queries.answers(histogram)
        dense = 8.0 * queries.n_queries * queries.universe_size
        methods = [([sys.executable], m) for m in (
            "mwem marginal laplace", "mwem marginal gaussian", "mwem query laplace", "pmw", "answers query laplace",
            "answers marginal laplace", "answers marginal gaussian", *(["dense MWEM"] if dense <= MOST_DENSE else []))]
        methods += [(options.peers, m) for m in ("smartnoise", *(["private-pgm"] if options.pgm else []))
                    if options.peers]
        print(f"\nk = {k}: {queries.n_queries:,} queries, {queries.universe_size:,} cells, n = {len(records):,}; "
              f"dense matrix {dense / 1e6:,.0f} MB; load {os.getloadavg()[0]:.1f}")
        print(f"{'':28s} {'seconds':>9s} {'MB':>8s} {'max':>8s} {'mean':>9s}")
        with tempfile.TemporaryDirectory() as folder:
            np.save(Path(folder) / "records.npy", records)
            for pythons, method in methods:
                tries = (run(python, method, folder, options) for python in pythons)
                said = next((said for said in tries if "No module named" not in said), "in none of these interpreters")
                if isinstance(said, str):
                    print(f"{method:28s} {said}", flush=True)
                    continue
                most, mean = errors(folder, method, queries, truth)
                print(f"{method:28s} {said['seconds']:9.3f} {said['MB']:8.1f} {most:8.4f} {mean:9.5f}", flush=True)
        floor, answer = best(lambda: np.add(histogram, histogram)), best(lambda: queries.answers(histogram))
        print(f"one answer to all queries {1e3 * answer:.3f} ms, one addition of a histogram {1e3 * floor:.3f} ms")


if __name__ == "__main__":
    main()
