"""Lecture 7: the rope up to a query, with a patient and without."""

import numpy as np

from dplearn import exppw

RNG = np.random.default_rng(177)
X = np.sort(RNG.random(60))
Y = (X >= 0.5) ^ (RNG.random(60) < 0.1)  # the page's sample


def at(x, query, T, who=0):
    """The rope's end at a place, or at the query where that comes first, by `predict_probability`; `who` has left."""
    keep = np.arange(60) != who - 1
    chance = exppw.predict_probability(X[keep], Y[keep], np.minimum(x, query), clamp=T, epsilon=1.0)
    return np.round(2 * np.log(chance / (1 - chance)))


def ropes(rows, query, T=6, who=0):
    """From 0 to the query, a corner at each patient that has pulled; where somebody leaves, both ropes."""
    own, x = np.array([name == "the rope" for name in rows["name"]]), np.array(rows["at"], float)
    for one in ([True, False] if who else [True]):
        assert np.allclose(sorted(x[own == one]), [0, *X[X <= query], query])
    placed = np.append(0, X)[np.array(rows["t"], int)]
    return {"height": np.where(own, at(placed, query, T), at(placed, query, T, who))}


def end(rows, query, T=6, who=0):
    """What is said of the query."""
    pulled, v, w = (X <= query).sum(), at(query, query, T), at(query, query, T, who)
    said = [f"{v:g}, and the coin says yes with {1 / (1 + np.exp(-v / 2)):.0%}" for v in (v, w)]
    assert rows["said"] == [f"{pulled} patients have pulled: the rope is at {said[0]}" + (
        f"\nwithout the circled one at {said[1]}" if who else "")]
    return {"at": [query], "v": [v], "w": [w]}


CASES = [[(ropes, "name", "height"), (end, "said", "at")]] * 2
