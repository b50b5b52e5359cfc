"""What the companions of lecture 5 add to `dplearn.query_release.experiments.worlds`, and `rivals` on the census."""

import csv
import itertools
from dataclasses import astuple
from functools import cache
from pathlib import Path

import numpy as np

from .... import query_release as qr
from ...experiments.worlds import WAYS, Asked, World, search

SEED, EPSILON, DELTA = 1886, 1.0, 1e-6
SHORT = dict(zip(WAYS, ("Laplace", "Gaussian", "nearest", "cells", "cells", "projected", "MWEM, L.", "MWEM, G.", "PMW",
                        "guess")))
LEARNED = ("fitted", "mwem", "mwem_gaussian", "pmw")      # these look for a distribution that answers well
RECORDS, QUESTIONS = ("census", "lopsided"), ("scores", "lists", "parities", "hidden")
BITS, PEOPLE = (8, 10, 12), (300, 1000, 3000)
SHOWN = {"all lose to it": World("lopsided", "hidden", 12, 400), "noise loses": World()}


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


def answers_by(way: str, p: np.ndarray, queries: Asked, n: int, rng) -> np.ndarray:
    """The answers of one release by one of `WAYS`."""
    budget = {"n": n, "epsilon": EPSILON, "delta": DELTA, "rng": rng}
    if way in ("cells", "gaussian_cells", "projected"):
        noise = {"noise": "gaussian"} if way == "gaussian_cells" else {"delta": 0.0}
        project = "simplex" if way == "projected" else "total"
        return queries.answers(qr.noisy_histogram(p, project=project, **budget | noise).values)
    if way == "uniform":
        return queries.answers(np.full(len(p), 1 / len(p)))
    if way == "pmw":
        T = qr.best_whole_rounds.sharp(len(p), 2 * queries.n_queries, n, EPSILON, DELTA)
        return queries.answers(qr.pmw(p, qr.with_negations(queries), T=T, **budget).histogram)
    noise = "laplace" if way in ("laplace", "mwem") else "gaussian"
    if way.startswith("mwem"):
        return queries.answers(qr.mwem(p, queries, noise=noise, **budget).histogram)
    noisy = qr.laplace_answers(p, queries, noise=noise, **budget).values
    return nearest_answers(noisy, queries) if way == "fitted" else np.clip(noisy, 0, 1)


def errors(world: World, seed: int, ways=tuple(WAYS)) -> dict[str, float]:
    """The worst error of a release by each way, on the people and questions of this seed."""
    p, queries = world.draw(np.random.default_rng([SEED, seed]))
    exact, found = queries.answers(p), {}
    for way in ways:
        rng = np.random.default_rng([SEED, seed, [*WAYS].index(way)])
        found[way] = float(np.abs(answers_by(way, p, queries, world.people, rng) - exact).max())
    return found


def tried() -> list[World]:
    """The worlds of the search, and those that the pages show."""
    return [*itertools.starmap(World, itertools.product(RECORDS, QUESTIONS, BITS, PEOPLE)), *SHOWN.values()]


def written(found: dict[World, list[dict[str, float]]]) -> str:
    """The errors of all seeds as the text of the file that `search` reads: means, and of the worlds shown each seed."""
    rows = [["records", "questions", "bits", "people", "seed", *WAYS]]
    for world, runs in found.items():
        kept = {"mean": {way: np.mean([run[way] for run in runs]) for way in WAYS}}
        kept |= dict(enumerate(runs)) if world in SHOWN.values() else {}
        rows += [[*map(str, astuple(world)), str(seed), *(f"{run[w]:.4f}" for w in WAYS)] for seed, run in kept.items()]
    return "".join(",".join(row) + "\n" for row in rows)


def ahead() -> dict[str, dict[tuple[int, int], tuple[str, float]]]:
    """Questions and records -> (people, bits) -> (who errs least, how many times PMW's error is that of the best way
    that does not learn)."""
    found = {}
    for world, means in search().items():
        if world not in SHOWN.values():
            blind = min(means[way] for way in WAYS if way not in LEARNED)
            squares = found.setdefault(f"{world.questions}, {world.records}", {})
            squares[world.people, world.bits] = SHORT[min(means, key=means.get)], blind / means["pmw"]
    return found


@cache
def rivals() -> dict[tuple[float, int], dict[str, tuple[float, float, float]]]:
    """(ε, columns) -> way of `census` -> mean, least and largest worst error of 24 releases, as computed once."""
    found = {}
    with open(Path(__file__).with_name("census_rivals.csv"), encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows):
            setting = found.setdefault((float(row["epsilon"]), int(row["columns"])), {})
            setting[row["way"]] = tuple(float(row[name]) for name in ("mean", "least", "largest"))
    return found
