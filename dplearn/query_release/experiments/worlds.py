"""Lecture 5, where does learning pay?  Small worlds with many questions to few people, every way to answer them.

A `World` has n people with some bits each, drawn anew for each seed (from the census without replacement, its first
columns; or "lopsided": each bit is 1 with chance 4/5, on its own), and questions, drawn anew, too:

* "scores" (1,000): each bit brings points, +w for a one and -w for a zero, w standard normal; who has more than none?
* "lists" (1,000): each of the 2^bits kinds of people stands on the list with chance 1/2; who is of a kind on it?
* "parities" (1,000, or all): a set of bits; who has an even number of ones in it?
* "hidden": 2,000 scores among 16·2^bits lists, 16 random halves of the kinds, r(x), and their shifts r(x ⊕ s).
  The guess errs on the scores, and must find them.

None of them is made of small tables, so that the ways by tables have no place here.  All others have, at (1, 10^-6)
under REPLACE_ONE (Laplace noise on cells: δ = 0): noise on the answers, clipped to [0, 1]; the same Gaussian noise
*fitted*, which here means the answers of the distribution whose answers are nearest (Nikolov, Talwar and Zhang 2013);
noise once on each cell, projected or not; MWEM, measured with Laplace noise as in its paper, or with Gaussian noise;
PMW, at the T where its sharp bound is least and at Hoeffding's rate; and the uniform guess, which asks nobody.

`search` reads the means of 24 seeds in all worlds that were tried, as computed once by
tests/benchmarks/release_worlds.py; tests compute some of them again.
"""

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from ... import data, query_release as qr
from ..workloads import walsh_hadamard

WAYS = {
    "laplace": "Laplace noise on answers", "gaussian": "Gaussian noise on answers",
    "fitted": "Gaussian, nearest distribution", "cells": "Laplace noise on cells, δ = 0",
    "gaussian_cells": "Gaussian noise on cells", "projected": "Laplace on cells, projected",
    "mwem": "MWEM, Laplace", "mwem_gaussian": "MWEM, Gaussian", "pmw": "PMW", "uniform": "uniform guess",
}
HALVES = 16


def transformed(rows: np.ndarray) -> np.ndarray:
    """Walsh-Hadamard of each row, of none too."""
    return walsh_hadamard(rows) if len(rows) else rows


class Asked(qr.Workload):
    """The rows of an array of 0 and 1, shape (rows, 2^bits), then for each of the `halves` r all shifts r(x ⊕ s).

    All shifts of one half at once are a convolution over the bits: a product of Walsh-Hadamard transforms.
    """

    def __init__(self, rows: np.ndarray, halves: np.ndarray):
        self.rows, self.halves, self._coefficients = rows.astype(float), halves, transformed(halves.astype(float))
        super().__init__(len(rows) + halves.size, rows.shape[1], 0.0, 1.0, 1.0)

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


@dataclass(frozen=True)
class World:
    """What is drawn: whose records, which questions, how many bits and people."""

    records: str = "census"
    questions: str = "scores"
    bits: int = 12
    people: int = 500

    def draw(self, rng) -> tuple[np.ndarray, Asked]:
        """The histogram of the people, shape (2^bits,), and the questions."""
        if self.records == "census":
            x = data.load_adult_bits().x
            x = x[rng.permutation(len(x))[: self.people], : self.bits]
        else:
            x = rng.random((self.people, self.bits)) < 0.8
        kinds, lists = np.arange(2**self.bits), HALVES if self.questions == "hidden" else 0
        if self.questions == "lists":
            rows = rng.random((1000, len(kinds))) < 0.5
        elif self.questions == "parities":
            sets = rng.permutation(kinds[1:])[:1000]
            rows = np.bitwise_count(sets[:, None] & kinds) % 2 == 0
        else:
            signs = 2.0 * (kinds >> np.arange(self.bits)[:, None] & 1) - 1
            rows = rng.normal(size=(2000 if lists else 1000, self.bits)) @ signs > 0
        halves = np.array([rng.permutation(kinds) % 2 for _ in range(lists)]).reshape(lists, len(kinds))
        return qr.histogram_of(x), Asked(rows, halves)


@cache
def _read() -> dict[tuple[World, str], dict[str, float]]:
    with open(Path(__file__).with_name("worlds.csv"), encoding="utf-8", newline="") as rows:
        return {(World(r["records"], r["questions"], int(r["bits"]), int(r["people"])), r["seed"]):
                {way: float(r[way]) for way in WAYS} for r in csv.DictReader(rows)}


def search() -> dict[World, dict[str, float]]:
    """The mean worst error of each way in each world that was tried, over 24 seeds, as computed once."""
    return {world: means for (world, seed), means in _read().items() if seed == "mean"}


def seeds_of(world: World, way: str) -> np.ndarray:
    """The worst errors of all seeds in a world of `SHOWN`, shape (24,), as computed once."""
    return np.array([run[way] for (one, seed), run in _read().items() if one == world and seed != "mean"])
