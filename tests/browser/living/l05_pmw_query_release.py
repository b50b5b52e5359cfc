"""Lecture 5: the hunt over the bikes' hours, from the queries that it chose, and what a private choice is and costs."""

import functools
from itertools import islice

import numpy as np
from living.case import Case

from dplearn import experts, mechanisms, query_release as qr
from dplearn.query_release.deeper.experiments.hunts import divergence
from dplearn.query_release.experiments.hunts import HOURS, day, hunted, sets
from dplearn.query_release.figures import DELTA, LISTED, RECORDS, RUNS, SEED, STEPS

P_STAR, QUERIES = day("bikes"), hunted("intervals")
# Query (i, j) goes up by 1 at edge i of the hours, and down at edge j.
EDGES = np.diff([QUERIES.query(k) for k in range(QUERIES.n_queries)], prepend=0, append=0)
PLACE = {pair: k for k, pair in enumerate(zip(EDGES.argmax(axis=1), EDGES.argmin(axis=1)))}


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


def cells(rows, step, run):
    t, x = np.array(rows["t"], int), np.array(rows["x"], int)
    return {name: path[t - 1, x] for name, path in paths(run).items()}


def errors(rows, step, run):
    """KL(p*‖p^t) is KL(p*‖uniform) less the mean of ln(24 p^t) under p*."""
    t = np.array(rows["t"], int) - 1
    p, average = paths(run)["p"][t], paths(run)["average"][t]
    worst = functools.partial(qr.max_error, sets("intervals"), P_STAR)
    return {"worst": worst(p), "error": worst(average), "KL": divergence(P_STAR) - np.log(HOURS * p) @ P_STAR}


@functools.cache
def law(step, run):
    """Of all queries: errors, chances, and which one was chosen."""
    each, steps = hunt(run)
    off, chosen = steps[step - 1].errors, np.arange(QUERIES.n_queries) == steps[step - 1].chosen
    chance = mechanisms.exponential_probabilities(off, score_sensitivity=1 / RECORDS, epsilon=each) if each else chosen
    return off, chance * 1.0, chosen


def asked(rows, step, run):
    """The largest errors, each query once, ties in either order; and the chosen one, if it is not among them."""
    which, order = np.array([PLACE[pair] for pair in zip(rows["i"], rows["j"])]), np.argsort(rows["place"])
    largest, (off, chance, chosen) = np.sort(law(step, run)[0])[::-1], (column[which] for column in law(step, run))
    np.testing.assert_allclose(off[order][:LISTED], largest[:LISTED], rtol=0, atol=1e-12)
    assert len({*which}) == len(which) <= LISTED + 1 and chosen.sum() == 1 and chosen[order][LISTED:].all()
    return {"off": off, "chance": chance, "chosen": chosen}


def spent(rows, step, run):
    """What the words below the title say; the last chance is that of the queries which have no bar."""
    (off, chance, chosen), each = law(step, run), hunt(run)[0]
    own = chance[chosen][0] * (off[chosen] < np.sort(off)[-LISTED] - 1e-12)  # where it stands below the listed ones
    found = {"chance": chance[chosen], "off": off[chosen], "unlisted": 1 - np.sort(chance)[-LISTED:].sum() - own}
    return found | ({"each": each, "spent": qr.certified_epsilon(each, DELTA, step)} if each else {})


CASES = [[Case(("p", "after", "average"), cells), Case(("worst", "error", "KL", "part"), errors),
          Case(("at", "i", "j", "chance"), asked), Case(("unlisted", "spent", "said"), spent)]]
