"""Lecture 1: the cuts that fit, and the strips that must be hit."""

import numpy as np

from dplearn import concepts, pac
from dplearn.pac import occam
from dplearn.pac import deeper

DOSES, CUTS, TARGET = np.random.default_rng(1747).integers(1, 65, size=(20, 40)), concepts.Thresholds(64), 9


def version_space(rows, n, sample):
    """By going through all cuts: those that fit, whether a bad one does, and whether a dose rules out the nearest bad
    one on either side."""
    bad = occam.World(CUTS, TARGET, np.full(64, 1 / 64)).bad(0.1)
    near = np.flatnonzero(bad[:TARGET]).max(), TARGET + np.flatnonzero(bad[TARGET:]).min()
    found = {"low": [], "high": [], "fails": [], "below": [], "above": []}
    assert max(rows["t"]) == n
    for t in np.array(rows["t"], int):
        x = DOSES[sample - 1, :t]
        fit = deeper.consistent_hypotheses(CUTS, x, x <= TARGET) if t else np.ones(65, bool)
        caught = [t and (CUTS.predictions(x)[cut] != (x <= TARGET)).any() for cut in near]
        for field, value in zip(found, (*np.flatnonzero(fit)[[0, -1]], (fit & bad).any(), *caught)):
            found[field].append(value)
    return found


def patterns(points, ends):
    """The labelings of so many points, far apart, by unions with so many ends; from right to left, so that one end is a
    cut."""
    made = concepts.IntervalUnions(3 * points + 4, ends).predictions(np.arange(1, points + 1) * 3)
    return {tuple(row) for row in made[:, ::-1].astype(int)}


def labelings(rows, ends, **_):
    """By the patterns of the class."""
    made = {n: patterns(n, ends) for n in map(int, set(rows["points"]))}
    bits = [tuple(int(i) >> k & 1 for k in range(int(n))) for i, n in zip(rows["which"], rows["points"])]
    return {"made": [b in made[len(b)] for b in bits]}


def counted(rows, ends, **_):
    """By Sauer's bound, which these classes reach."""
    return {"dichotomies": [pac.sauer_bound(int(n), ends) for n in rows["points"]], "all": np.exp2(rows["points"])}


CASES = [[(version_space, "low", "high", "fails", "below", "above")],
         [(labelings, "made", "which"), (counted, "dichotomies", "all")]]
