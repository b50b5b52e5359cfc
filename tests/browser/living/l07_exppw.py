"""Lecture 7: the rope with and without a patient, and the ropes that stand elsewhere at his turn."""

import numpy as np

from dplearn import exppw

RNG = np.random.default_rng(177)
X = np.sort(RNG.random(60))
Y = (X >= 0.5) ^ (RNG.random(60) < 0.1)  # the page's sample


def walked(T, start=0, since=0):
    """By `projected_walk`, after t = since..60 patients and once more at the right end: a rope that stands at `start`
    after patient `since`; who starts at h > 0 walks as after h labels 1."""
    v = exppw.projected_walk([start > 0] * abs(start) + Y[since:].tolist(), T)[abs(start):]
    return np.append(v, v[-1])


def less(T, who):
    """Without this patient the rope stands still at his turn."""
    v = exppw.projected_walk(np.delete(Y, who - 1), T)
    return np.r_[v[:who], v[who - 1:], v[-1]]


def with_and_without(rows, T, epsilon, who):
    own, t = np.array([name == "the rope" for name in rows["name"]], int), np.array(rows["t"], int)
    assert len({*zip(own, t)}) == len(t) == 2 * 62
    chances = [exppw.predict_probability(x, y, [-1, *X, 1], clamp=T, epsilon=epsilon)
               for x, y in ((np.delete(X, who - 1), np.delete(Y, who - 1)), (X, Y))]
    return {"height": np.array([less(T, who), walked(T)])[own, t], "chance": np.array(chances)[own, t]}


def others(rows, T, epsilon, who):
    starts = range(-T, T + 1)
    assert sorted(zip(rows["start"], rows["t"])) == [(h, t) for h in starts for t in range(who, 62)]
    ropes = {h: walked(T, h, who) for h in starts}
    return {"height": [ropes[h][t - who] for h, t in zip(rows["start"], rows["t"])]}


def told(rows, T, epsilon, who):
    v, w = walked(T), less(T, who)
    costs = [np.logaddexp(0, s * v / 2) - np.logaddexp(0, s * w / 2) for s in (epsilon, -epsilon)]
    met = [*np.append(X, 1)[who - 1:][(v == w)[who:]], 1]
    return {"left": X[who - 1], "met": met[0], "cost": np.abs(costs).max()}


CASES = [[(with_and_without, "name", "height", "chance"), (others, "start", "height", "name"),
          (told, "cost", "met")]]
