"""Lecture 6: a record replaced, the votes, and the chances of four learners."""

import numpy as np

from dplearn import prediction
from dplearn.prediction.experiments import membership_overfit
from dplearn.prediction.figures import LEARNERS

RNG = np.random.default_rng(2018)
X, PLACE = RNG.random(180), RNG.permutation(180)
RING = np.where(X <= 0.5, X, 0).argmax()  # the page's records; the largest labeled 1
REPLACED = np.where(np.arange(180) == RING, 0.9, X)
BY_HEART = [membership_overfit.at()[who] for who in ("fresh", "members")]
coin = prediction.soft_majority_probability


def cuts(r):
    """What the r parts learn with 0.9 in the place of the ringed record, and with it: shape (2, r)."""
    return np.array([[x[(PLACE % r == i) & (x <= 0.5)].max(initial=0) for i in range(r)] for x in (REPLACED, X)])


def votes(x, r):
    return (x <= cuts(r)[:, :, None]).sum(axis=1)


def whose(rows):
    """1 where the ringed record is in the data."""
    assert sorted(set(rows["whose"])) == ["p", "q"]
    return (np.array(rows["whose"]) == "p").astype(int)


def learned(rows, epsilon, r, question):
    place = np.rint(np.array(rows["row"]) * r - 0.5).astype(int)
    assert len({*zip(whose(rows), place)}) == len(place) == 2 * r
    return {"cut": cuts(r)[whose(rows), place]}


def asked(rows, epsilon, r, question):
    x = np.array(rows["x"])
    assert np.allclose(np.sort(x), np.repeat(np.linspace(0, 1, 201), 2))
    return {"chance": coin(votes(x, r)[whose(rows), np.arange(402)], r, epsilon=epsilon)}


def bounds(rows, epsilon, r, question):
    """From (q, p) to (q2, p2): p = q, p = e^ε q and 1 - q = e^ε (1 - p)."""
    e = np.exp(epsilon)
    return {"q": [0, 0, 0], "p": [0, 0, 1 - 1 / e], "q2": [1, 1 / e, 1], "p2": [1, 1, 1]}


def learners(rows, epsilon, r, question):
    """By heart; the soft majority at its worst votes and at the question; randomized response, which reaches the
    ceiling and both lines."""
    assert rows["name"] == [*LEARNERS]
    ceiling, middle = prediction.membership_ceiling(epsilon), (r - 1) // 2
    here, worst = (coin(v, r, epsilon=epsilon) for v in (votes(np.array([question]), r)[:, 0], [middle, middle + 1]))
    q, p = np.transpose([BY_HEART, worst, here, ((1 - ceiling) / 2, (1 + ceiling) / 2)])
    largest = prediction.informed_advantage(r, epsilon=epsilon)
    return {"q": q, "p": p, "gain": [BY_HEART[1] - BY_HEART[0], largest, here[1] - here[0], ceiling]}


CASES = [[(learned, "row", "whose", "cut"), (asked, "x", "whose", "chance"),
          (bounds, "law", "p", "q2"), (learners, "name", "gain")]]
