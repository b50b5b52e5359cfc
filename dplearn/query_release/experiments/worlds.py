"""Lecture 5, where does learning pay?  Many questions to few people, every way to answer them, as computed once.

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

tests/benchmarks/release_worlds.py draws the worlds and computes worlds.csv, in 40 minutes; a test computes some again.
"""

import csv
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

WAYS = {
    "laplace": "Laplace noise on answers", "gaussian": "Gaussian noise on answers",
    "fitted": "Gaussian, nearest distribution", "cells": "Laplace noise on cells, δ = 0",
    "gaussian_cells": "Gaussian noise on cells", "projected": "Laplace on cells, projected",
    "mwem": "MWEM, Laplace", "mwem_gaussian": "MWEM, Gaussian", "pmw": "PMW", "uniform": "uniform guess",
}


class World(NamedTuple):
    """What is drawn: whose records, which questions, how many bits and people."""

    records: str
    questions: str
    bits: int
    people: int


@cache
def _read() -> dict[tuple[World, str], dict[str, float]]:
    with open(Path(__file__).with_name("worlds.csv"), encoding="utf-8", newline="") as rows:
        return {(World(r["records"], r["questions"], int(r["bits"]), int(r["people"])), r["seed"]):
                {way: float(r[way]) for way in WAYS} for r in csv.DictReader(rows)}


def search() -> dict[World, dict[str, float]]:
    """The mean worst error of each way in each world that was tried, over 24 seeds, as computed once."""
    return {world: means for (world, seed), means in _read().items() if seed == "mean"}


def seeds_of(world: World, way: str) -> np.ndarray:
    """The worst errors of all seeds in the world of 400 people, shape (24,), as computed once."""
    return np.array([run[way] for (one, seed), run in _read().items() if one == world and seed != "mean"])
