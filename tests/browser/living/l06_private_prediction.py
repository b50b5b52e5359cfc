"""Lecture 6: a record replaced, the votes, and the chances of four learners."""

import numpy as np
from living.case import Case

from dplearn import prediction
from dplearn.prediction.experiments import membership_overfit
from dplearn.prediction.figures import LEARNERS

RNG = np.random.default_rng(2018)
X, PLACE = RNG.random(180), RNG.permutation(180)
RING = int(np.where(X <= 0.5, X, 0).argmax())  # the page's records; the largest labeled 1
BY_HEART = [membership_overfit.at()[who] for who in ("fresh", "members")]
coin = prediction.soft_majority_probability


def thresholds(r, x):
    return np.array([x[(PLACE % r == i) & (x <= 0.5)].max(initial=0) for i in range(r)])


def cuts(r):
    """With the ringed record, and with one at 0.9 in its place."""
    return thresholds(r, X), thresholds(r, np.where(np.arange(180) == RING, 0.9, X))


def whose(rows):
    """True where the ringed record is in the data."""
    assert sorted(set(rows["whose"])) == ["p", "q"]
    return np.array(rows["whose"]) == "p"


def learned(rows, epsilon, r, question):
    place, own = np.rint(np.array(rows["row"]) * r - 0.5).astype(int), whose(rows)
    assert sorted(zip(own, place)) == [(w, i) for w in (False, True) for i in range(r)]
    cut, less = cuts(r)
    return {"cut": np.where(own, cut[place], less[place])}


def votes(x, r):
    return [(x <= cut[:, None]).sum(axis=0) for cut in cuts(r)]


def asked(rows, epsilon, r, question):
    x, own = np.array(rows["x"]), whose(rows)
    assert np.allclose(np.sort(x), np.repeat(np.linspace(0, 1, 201), 2)) and own.sum() == 201
    return {"chance": coin(np.where(own, *votes(x, r)), r, epsilon=epsilon)}


def by_votes(rows, epsilon, r, question):
    assert rows["any"] == list(range(r))
    return pair(np.arange(r), r, epsilon)


def pair(v, r, epsilon):
    return {"q": coin(v, r, epsilon=epsilon), "p": coin(v + 1, r, epsilon=epsilon)}


def bounds(rows, epsilon, r, question):
    """From (q, p) to (q2, p2): p = q, p = e^ε q and 1 - q = e^ε (1 - p)."""
    e = np.exp(epsilon)
    return {"q": [0, 0, 0], "p": [0, 0, 1 - 1 / e], "q2": [1, 1 / e, 1], "p2": [1, 1, 1]}


def learners(rows, epsilon, r, question):
    """By heart; the soft majority at its worst votes and at the question; randomized response, which reaches the
    ceiling and both lines."""
    assert rows["name"] == [*LEARNERS]
    (more,), (less,) = votes(np.array([question]), r)
    here, ceiling = [coin(v, r, epsilon=epsilon) for v in (less, more)], prediction.membership_ceiling(epsilon)
    worst = max(pair(np.arange(r), r, epsilon)["p"] - pair(np.arange(r), r, epsilon)["q"])
    assert np.isclose(worst, prediction.informed_advantage(r, epsilon=epsilon), atol=1e-12)
    middle = pair((r - 1) // 2, r, epsilon)
    q, p = np.transpose([BY_HEART, (middle["q"], middle["p"]), here, ((1 - ceiling) / 2, (1 + ceiling) / 2)])
    return {"q": q, "p": p, "gain": [BY_HEART[1] - BY_HEART[0], worst, here[1] - here[0], ceiling]}


CASES = [[Case(("row", "whose", "cut"), learned), Case(("x", "whose", "chance"), asked),
          Case(("any", "q", "p"), by_votes), Case(("law", "p", "q2"), bounds), Case(("name", "gain"), learners)]]
