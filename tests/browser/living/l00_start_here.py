"""Lecture 0: what one answer makes of a belief, and the laws of two hundred."""

import numpy as np
from living.case import Case

from dplearn._binomial import binomial_law
from dplearn.mechanisms import randomized_response_probabilities
from dplearn.privacy import total_variation


def beliefs(rows, epsilon, heard, **_):
    """By Bayes from the laws of the two reports; ceiling and floor are those of the likelier and the other report."""
    before, laws = np.array(rows["before"]), randomized_response_probabilities([0, 1], epsilon=epsilon)

    def after(report):
        yes, no = before * laws[1, report], (1 - before) * laws[0, report]
        return yes / (yes + no)

    return {"after": after(int(heard == "yes")), "ceiling": after(1), "floor": after(0)}


def counts(rows, epsilon, share, **_):
    """A person of a town reports yes with the mean of the two laws' chances."""
    k, shares = np.array(rows["k"]), np.round(share + np.array(rows["more"]), 12)
    no, yes = randomized_response_probabilities([0, 1], epsilon=epsilon)[:, 1]
    return {"mass": [binomial_law(200, np.array(s * yes + (1 - s) * no))[i] for s, i in zip(shares, k)]}


def guess(rows, epsilon, share, **_):
    """Whoever names the likelier town errs with half of what the total variation leaves."""
    both = [counts({"k": range(201), "more": [more] * 201}, epsilon, share)["mass"] for more in (0, 0.1)]
    return {"wrong": [(1 - total_variation(*both)) / 2]}


CASES = [[Case(("after", "ceiling", "floor"), beliefs), Case(("mass",), counts), Case(("wrong",), guess)]]
