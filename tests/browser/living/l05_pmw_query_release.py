"""Lecture 5: the hunt over the bikes' hours, from the queries that it chose, and what private choices cost; before it
its first steps as a story."""

import functools
from itertools import islice

import numpy as np

from dplearn import experts, query_release as qr
from dplearn.query_release.deeper.experiments.hunts import divergence
from dplearn.query_release.experiments.hunts import HOURS, day, hunted
from dplearn.query_release.figures import DELTA, RECORDS, RUNS, SEED, STEPS

P_STAR, QUERIES, FIRST = day("bikes"), hunted(), next(iter(RUNS))


@functools.cache
def hunt(run):
    """(ε of a step, the steps) of the package's hunt with its own choices."""
    rate, epsilon = RUNS[run]
    eta = rate * experts.learning_rate(STEPS, HOURS, rule="hoeffding")
    each, choose = 0, qr.worst_query
    if epsilon:
        each = qr.step_epsilon(epsilon, DELTA, STEPS)
        choose = qr.NoisyWorst(1.0, RECORDS, each, np.random.default_rng(SEED))
    return each, list(islice(qr.hunt_steps(P_STAR, QUERIES, eta=eta, choose=choose), STEPS))


@functools.cache
def paths(run):
    """p^1..p^100, what each step makes of them, and the averages of p^1..p^t."""
    p, after = (np.array([getattr(step, name) for step in hunt(run)[1]]) for name in ("p", "after"))
    return {"p": p, "after": after, "average": p.cumsum(axis=0) / np.arange(1, STEPS + 1)[:, None]}


def cells(rows, step, run=FIRST):
    t, x = np.array(rows["t"], int), np.array(rows["x"], int)
    return {name: path[t - 1, x] for name, path in paths(run).items()}


def errors(rows, step, run=FIRST):
    """KL(p*‖p^t) is KL(p*‖uniform) less the mean of ln(24 p^t) under p*."""
    t = np.array(rows["t"], int) - 1
    p, average = paths(run)["p"][t], paths(run)["average"][t]
    worst = functools.partial(qr.max_error, hunted(), P_STAR)
    return {"worst": worst(p), "error": worst(average), "KL": divergence(P_STAR) - np.log(HOURS * p) @ P_STAR}


def spent(rows, step, run=FIRST):
    """What the words below the title say."""
    each, steps = hunt(run)
    found = {"off": steps[step - 1].errors[[steps[step - 1].chosen]]}
    return found | ({"each": each, "spent": qr.certified_epsilon(each, DELTA, step)} if each else {})


def plainly(rows, step):
    """What the story's words say of the chosen query and of all."""
    now = hunt(FIRST)[1][step - 1]
    query = QUERIES.query(now.chosen)
    return spent(rows, step) | {"worst": [now.errors.max()], "answer": [query @ now.p]}


CASES = [[(cells, "p", "after"), (errors, "worst", "part"), (plainly, "worst", "answer", "off", "said")],
         [(cells, "p", "after", "average"), (errors, "worst", "error", "KL", "part"), (spent, "off", "spent", "said")]]
