"""Lecture 6: a record replaced, the votes, and the chances of four learners."""

import numpy as np
from living.case import Case

from dplearn import prediction

RNG = np.random.default_rng(2018)
X, PLACE = RNG.random(180), RNG.permutation(180)
RING = int(np.where(X <= 0.5, X, 0).argmax())  # the page's records; the largest labeled 1
coin = prediction.soft_majority_probability


def thresholds(r, x):
    return np.array([x[(PLACE % r == i) & (x <= 0.5)].max(initial=0) for i in range(r)])


def cuts(r):
    """With the ringed record, and with one at 0.9 in its place."""
    return thresholds(r, X), thresholds(r, np.where(np.arange(180) == RING, 0.9, X))


def learned(rows, epsilon, r, question):
    place = np.rint(np.array(rows["row"]) * r - 0.5).astype(int)
    assert sorted(place) == list(range(r))
    cut, less = cuts(r)
    return {"cut": cut[place], "less": less[place]}


def votes(x, r):
    return [(x <= cut[:, None]).sum(axis=0) for cut in cuts(r)]


def asked(rows, epsilon, r, question):
    x, own = np.array(rows["x"]), np.array(rows["whose"]) == "p"
    assert np.allclose(np.sort(x), np.repeat(np.linspace(0, 1, 201), 2)) and own.sum() == 201
    return {"chance": coin(np.where(own, *votes(x, r)), r, epsilon=epsilon)}


def by_votes(rows, epsilon, r, question):
    assert rows["any"] == list(range(r))
    return pair(np.arange(r), r, epsilon)


def pair(v, r, epsilon):
    return {"q": coin(v, r, epsilon=epsilon), "p": coin(v + 1, r, epsilon=epsilon)}


def here(rows, epsilon, r, question):
    assert np.allclose(rows["x"], [question])
    p, q = (coin(v, r, epsilon=epsilon) for v in votes(np.array(rows["x"]), r))
    return {"p": p, "q": q, "gain": p - q}


def worst(rows, epsilon, r, question):
    return pair(np.array(rows["v"]), r, epsilon) | {"gain": prediction.informed_advantage(r, epsilon=epsilon)}


def corner(rows, epsilon, r, question):
    """The last learner's: randomized response, which reaches the ceiling and both lines."""
    ceiling = prediction.membership_ceiling(epsilon)
    return {"gain": ceiling, "p": (1 + ceiling) / 2, "q": (1 - ceiling) / 2}


CASES = [[Case(("row", "cut", "less"), learned), Case(("x", "whose", "chance"), asked),
          Case(("any", "q", "p"), by_votes), Case(("x", "gain"), here), Case(("v", "gain"), worst),
          Case(("one", "gain"), corner)]]
