"""Where does learning pay?  Every way to answer many questions to few people, in 73 small worlds, 24 seeds each.

usage: python tests/benchmarks/release_worlds.py [--seeds 24] [--save]

Prints for each world the mean worst error of each way, least first; what the worlds and ways are,
dplearn.query_release.experiments.worlds says.  With --save the means, and each seed of the world that lecture 5 shows,
go into worlds.csv beside that module.  All of it takes about 40 minutes on one core.
"""

import argparse
import itertools
import math
import os
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before numpy is loaded

import numpy as np  # noqa: E402

from dplearn import data, query_release as qr  # noqa: E402
from dplearn.privacy import zcdp_rho  # noqa: E402
from dplearn.query_release.experiments import worlds  # noqa: E402
from dplearn.query_release.experiments.worlds import WAYS, World  # noqa: E402
from dplearn.query_release.deeper.marginals import walsh_hadamard  # noqa: E402

HALVES, SEED, EPSILON, DELTA = 16, 1886, 1.0, 1e-6
RECORDS, QUESTIONS = ("census", "lopsided"), ("scores", "lists", "parities", "hidden")
SHOWN = World("lopsided", "hidden", 12, 400)
TRIED = [*itertools.starmap(World, itertools.product(RECORDS, QUESTIONS, (8, 10, 12), (300, 1000, 3000))), SHOWN]


def transformed(rows: np.ndarray) -> np.ndarray:
    """Walsh-Hadamard of each row, of none too."""
    return walsh_hadamard(rows) if len(rows) else rows


class Asked(qr.Workload):
    """The rows of an array of 0 and 1, shape (rows, 2^bits), then for each of the `halves` r all shifts r(x ⊕ s).

    All shifts of one half at once are a convolution over the bits: a product of Walsh-Hadamard transforms.
    """

    def __init__(self, rows: np.ndarray, halves: np.ndarray):
        self.rows, self.halves, self._coefficients = rows.astype(float), halves, transformed(halves.astype(float))
        super().__init__(len(rows) + halves.size, rows.shape[1], 1.0)

    def _convolved(self, coefficients: np.ndarray) -> np.ndarray:
        """For each half the sums over s of r(x ⊕ s) times the function of s with these coefficients."""
        return transformed(self._coefficients * coefficients) / self.universe_size

    def _answers(self, vectors):
        shifts = [self._convolved(c).ravel() for c in walsh_hadamard(vectors)]
        return np.concatenate([vectors @ self.rows.T, np.reshape(shifts, (len(vectors), -1))], axis=1)

    def _query(self, i):
        if i < len(self.rows):
            return self.rows[i].copy()
        half, shift = divmod(i - len(self.rows), self.universe_size)
        return self.halves[half, np.arange(self.universe_size) ^ shift].astype(float)

    def back(self, gaps: np.ndarray) -> np.ndarray:
        """Σ gap q over the queries, shape (2^bits,)."""
        lists = gaps[len(self.rows):].reshape(self.halves.shape)
        return gaps[: len(self.rows)] @ self.rows + self._convolved(transformed(lists)).sum(axis=0)


def drawn(world: World, rng) -> tuple[np.ndarray, Asked]:
    """The histogram of the people, shape (2^bits,), and the questions."""
    if world.records == "census":
        x = data.load_adult_bits().x
        x = x[rng.permutation(len(x))[: world.people], : world.bits]
    else:
        x = rng.random((world.people, world.bits)) < 0.8
    kinds, lists = np.arange(2**world.bits), HALVES if world.questions == "hidden" else 0
    if world.questions == "lists":
        rows = rng.random((1000, len(kinds))) < 0.5
    elif world.questions == "parities":
        sets = rng.permutation(kinds[1:])[:1000]
        rows = np.bitwise_count(sets[:, None] & kinds) % 2 == 0
    else:
        signs = 2.0 * (kinds >> np.arange(world.bits)[:, None] & 1) - 1
        rows = rng.normal(size=(2000 if lists else 1000, world.bits)) @ signs > 0
    halves = np.array([rng.permutation(kinds) % 2 for _ in range(lists)]).reshape(lists, len(kinds))
    return qr.histogram_of(x), Asked(rows, halves)


def nearest_answers(values: np.ndarray, queries: Asked, steps: int = 300) -> np.ndarray:
    """The answers of the distribution p with the least Σ (<q, p> - value)², by accelerated mirror descent.

    Its weights move as in multiplicative weights, by the gradient Σ q (<q, p> - value).
    """
    p = last = np.full(queries.universe_size, 1 / queries.universe_size)
    log, smooth = np.zeros(len(p)), len(values) / 4            # of queries in [0, 1], in the norm of the weights
    for t in range(steps):
        part = 2 / (t + 2)
        log -= (t + 1) / (2 * smooth) * queries.back(queries.answers((1 - part) * p + part * last) - values)
        last = np.exp(log - log.max())
        last /= last.sum()
        p = (1 - part) * p + part * last
    return queries.answers(p)


def measured(p_star: np.ndarray, queries: Asked, n: int, rng, draw) -> np.ndarray:
    """The answers of MWEM as in its paper: a step chooses a query and measures it, half its budget each, and moves p
    three times towards all measurements."""
    size, exact, seen, p = len(p_star), queries.answers(p_star), [], np.full(len(p_star), 1 / len(p_star))
    rho = zcdp_rho(EPSILON, DELTA)
    T = math.ceil(math.log2(size) * min((n * math.sqrt(rho)) ** (1 / 3) / 2, 10))
    choose = qr.NoisyWorst(1.0, n, math.sqrt(4 * rho / T), rng)
    for _ in range(T):
        i = choose(np.abs(queries.answers(p) - exact))
        seen.append((queries.query(i), np.clip(exact[i] + draw(scale=1 / (n * math.sqrt(rho / T))), 0, 1)))
        for q, noisy in 3 * seen:
            p = p * np.exp(q * (noisy - q @ p) / 2)
            p /= p.sum()
    return queries.answers(p)


def answers_by(way: str, p: np.ndarray, queries: Asked, n: int, rng) -> np.ndarray:
    """The answers of one release by one of `WAYS`."""
    budget, exact = {"n": n, "epsilon": EPSILON, "delta": DELTA}, queries.answers(p)
    noise = "laplace" if way in ("laplace", "mwem") else "gaussian"
    draw = getattr(rng, noise if noise == "laplace" else "normal")
    if way in ("cells", "projected"):
        cells = qr.noisy_histogram(p, n=n, epsilon=EPSILON, rng=rng).values
        return queries.answers(qr.nearest_distribution(cells) if way == "projected" else cells)
    if way == "gaussian_cells":
        cells = p + draw(scale=qr.answer_scale(1, by="marginal", noise=noise, **budget), size=len(p))
        return queries.answers(cells - (cells.sum() - 1) / len(cells))
    if way == "uniform":
        return queries.answers(np.full(len(p), 1 / len(p)))
    if way == "pmw":
        T = qr.best_whole_rounds.sharp(len(p), 2 * queries.n_queries, n, EPSILON, DELTA)
        return queries.answers(qr.pmw(p, qr.with_negations(queries), T=T, rng=rng, **budget).histogram)
    if way.startswith("mwem"):
        return measured(p, queries, n, rng, draw)
    noisy = exact + draw(scale=qr.answer_scale(len(exact), noise=noise, **budget), size=len(exact))
    return nearest_answers(noisy, queries) if way == "fitted" else np.clip(noisy, 0, 1)


def errors(world: World, seed: int, ways=tuple(WAYS)) -> dict[str, float]:
    """The worst error of a release by each way, on the people and questions of this seed."""
    p, queries = drawn(world, np.random.default_rng([SEED, seed]))
    exact, found = queries.answers(p), {}
    for way in ways:
        rng = np.random.default_rng([SEED, seed, [*WAYS].index(way)])
        found[way] = float(np.abs(answers_by(way, p, queries, world.people, rng) - exact).max())
    return found


def written(found: dict[World, list[dict[str, float]]]) -> str:
    """The errors of all seeds as the text of the file that `search` reads: means, and of the world shown each seed."""
    rows = [["records", "questions", "bits", "people", "seed", *WAYS]]
    for world, runs in found.items():
        kept = {"mean": {way: np.mean([run[way] for run in runs]) for way in WAYS}}
        kept |= dict(enumerate(runs)) if world == SHOWN else {}
        rows += [[*map(str, world), str(seed), *(f"{run[w]:.4f}" for w in WAYS)] for seed, run in kept.items()]
    return "".join(",".join(row) + "\n" for row in rows)


def main() -> None:
    """Print the worlds as they are computed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seeds", type=int, default=24)
    parser.add_argument("--save", action="store_true")
    o, found = parser.parse_args(), {}
    for world in TRIED:
        found[world] = runs = [errors(world, seed) for seed in range(o.seeds)]
        said = sorted(((way, np.mean([run[way] for run in runs])) for way in WAYS), key=lambda row: row[1])
        print(world, "; ".join(f"{way} {mean:.3f}" for way, mean in said), flush=True)
    if o.save:
        Path(worlds.__file__).with_name("worlds.csv").write_text(written(found), encoding="utf-8")


if __name__ == "__main__":
    main()
