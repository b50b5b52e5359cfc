"""Lecture 5: the hunt over the bikes' hours, from the queries that it chose, and what a private choice is and costs."""

import functools
from itertools import islice

import numpy as np
from living.case import Case

from dplearn import data, experts, mechanisms, query_release as qr
from dplearn.query_release.deeper.experiments.hunts import divergence
from dplearn.query_release.experiments.hunts import HOURS, day, hunted, sets
from dplearn.query_release.figures import DELTA, LISTED, RECORDS, RUNS, SEED, STEPS

assert RECORDS == data.load_interval_task("rush_hour_by_hour").y.sum()
EDGES = np.array([(i, j) for i in range(HOURS + 1) for j in range(HOURS + 1) if 0 < abs(i - j) < HOURS])


def between(i, j):
    """The query from edge i to edge j: hours i..j-1, or less hours j..i-1."""
    hour = np.arange(HOURS)
    return np.subtract(hour >= i, hour >= j, dtype=int)


@functools.cache
def place():
    """(i, j) -> the index of this query in the workload; it has each once."""
    index = {tuple(hunted("intervals").query(k)): k for k in range(hunted("intervals").n_queries)}
    found = {(i, j): index[tuple(between(i, j))] for i, j in EDGES.tolist()}
    assert len(set(found.values())) == len(index)
    return found


def per_step(epsilon):
    return qr.step_epsilon(epsilon, DELTA, STEPS)


@functools.cache
def hunt(run):
    """The steps of the package's hunt with its own choices, as its `pmw` makes them where they are private."""
    rate, epsilon = RUNS[run]
    rng = np.random.default_rng(SEED)
    choose = qr.NoisyWorst(1.0, RECORDS, per_step(epsilon), rng) if epsilon else qr.worst_query
    eta = rate * experts.learning_rate(100, 24, rule="hoeffding")
    steps = list(islice(qr.hunt_steps(day("bikes"), hunted("intervals"), eta=eta, choose=choose), STEPS))
    if epsilon:
        release = qr.pmw(day("bikes"), hunted("intervals"), n=RECORDS, epsilon=epsilon, delta=DELTA, T=STEPS,
                         rng=np.random.default_rng(SEED))
        assert release.chosen.tolist() == [step.chosen for step in steps]
    return steps


@functools.cache
def paths(run):
    """p^1..p^101 and the averages of p^1..p^t."""
    first, after = zip(*((step.p, step.after) for step in hunt(run)))
    return np.array([*first, after[-1]]), np.cumsum(first, axis=0) / np.arange(1, 101)[:, None]


def cells(rows, step, run):
    path, average = paths(run)
    t, x = np.array(rows["t"], int), np.array(rows["x"], int)
    return {"p": path[t - 1, x], "after": path[t, x], "average": average[t - 1, x]}


def errors(rows, step, run):
    """KL(p*‖p^t) is KL(p*‖uniform) less the mean of ln(24 p^t) under p*."""
    (path, average), t, p_star = paths(run), np.array(rows["t"], int) - 1, day("bikes")
    worst = functools.partial(qr.max_error, sets("intervals"), p_star)
    return {"worst": worst(path[t]), "error": worst(average[t]),
            "KL": divergence(p_star) - np.log(24 * path[t]) @ p_star}


@functools.cache
def law(step, run):
    """Of the queries, in the order of EDGES: errors, chances, and which one was chosen."""
    now, epsilon = hunt(run)[step - 1], RUNS[run][1]
    order = [place()[i, j] for i, j in EDGES.tolist()]
    chosen = np.array(order) == now.chosen
    chances = mechanisms.exponential_probabilities(
        now.errors, score_sensitivity=1 / RECORDS, epsilon=per_step(epsilon))[order] if epsilon else chosen * 1.0
    return now.errors[order], chances, chosen


def asked(rows, step, run):
    """The largest errors, each query once, ties in either order; and the chosen one, if it is not among them."""
    at = {(i, j): k for k, (i, j) in enumerate(EDGES.tolist())}
    which = [at[i, j] for i, j in zip(rows["i"], rows["j"])]
    all_off, all_chances, all_chosen = law(step, run)
    off, chance, chosen = (column[which] for column in (all_off, all_chances, all_chosen))
    order = np.argsort(rows["place"])
    np.testing.assert_allclose(off[order][:LISTED], np.sort(all_off)[::-1][:LISTED], rtol=0, atol=1e-12)
    assert len({*which}) == len(which) <= LISTED + 1 and chosen.sum() == 1 and chosen[order][LISTED:].all()
    return {"off": off, "chance": chance, "chosen": chosen}


def spent(rows, step, run):
    """What the words below the title say; the last chance is that of the queries which have no bar."""
    off, chance, chosen = law(step, run)
    epsilon, own = RUNS[run][1], chance[chosen][0]
    bars = np.sort(off)[::-1][LISTED - 1]
    assert sum(off > bars + 1e-12) < LISTED and f"step {step} " in rows["said"][0][0]
    found = {"chance": own, "off": off[chosen], "unlisted": 1 - np.sort(chance)[::-1][:LISTED].sum() - own * (
        off[chosen] < bars - 1e-12)}
    return found | ({"each": per_step(epsilon), "spent": qr.certified_epsilon(per_step(epsilon), DELTA, step)}
                    if epsilon else {})


CASES = [[Case(("p", "after", "average"), cells), Case(("worst", "error", "KL", "part"), errors),
          Case(("at", "i", "j", "chance"), asked), Case(("unlisted", "spent", "said"), spent)]]
