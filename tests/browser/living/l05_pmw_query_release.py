"""Lecture 5: the hunt over the bikes' hours, from the queries that it chose."""

import functools
from itertools import islice

import numpy as np
from living.case import Case

from dplearn import experts, query_release as qr
from dplearn.query_release.experiments.hunts import day, divergence, hunted, sets


@functools.cache
def hunt(rate):
    """p^1..p^101 and the averages of p^1..p^t, by the package's hunt with its own choices."""
    eta = rate * experts.learning_rate(100, 24, rule="hoeffding")
    steps = islice(qr.hunt_steps(day("bikes"), hunted("intervals"), eta=eta), 100)
    first, after = zip(*((step.p, step.after) for step in steps))
    return np.array([*first, after[-1]]), np.cumsum(first, axis=0) / np.arange(1, 101)[:, None]


def cells(rows, step, rate):
    path, average = hunt(rate)
    t, x = np.array(rows["t"], int), np.array(rows["x"], int)
    return {"p": path[t - 1, x], "after": path[t, x], "average": average[t - 1, x]}


def errors(rows, step, rate):
    """KL(p*‖p^t) is KL(p*‖uniform) less the mean of ln(24 p^t) under p*."""
    (path, average), t, p_star = hunt(rate), np.array(rows["t"], int) - 1, day("bikes")
    worst = functools.partial(qr.max_error, sets("intervals"), p_star)
    return {"worst": worst(path[t]), "error": worst(average[t]),
            "KL": divergence(p_star) - np.log(24 * path[t]) @ p_star}


CASES = [[Case(("p", "after", "average"), cells), Case(("worst", "error", "KL"), errors)]]
