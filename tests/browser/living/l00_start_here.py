"""Lecture 0: one of two hundred; what one answer makes of a belief, and the laws of two hundred."""

import numpy as np
from asking import binomial_law, laws_with_you

from dplearn.mechanisms import randomized_response_probabilities
from dplearn.privacy import total_variation
from dplearn.start import figures
from dplearn.start.randomized_response import share_estimate


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


def reports(epsilon, you, survey):
    """(what all hold, what all say) in one of the surveys."""
    holds, uniform = figures.asked_people()
    holds[0] = you == "yes"
    turned = (np.round(uniform, 10) + survey * 0.618033988749895) % 1
    told = randomized_response_probabilities(1, epsilon=epsilon)[1]
    return holds, np.where(turned > told, 1 - holds, holds)


def crowd(rows, epsilon, you, survey, **_):
    return {"report": reports(epsilon, you, survey)[1][np.array(rows["person"], int)]}


def bars(rows, epsilon, you, survey, **_):
    holds, said = reports(epsilon, you, survey)
    shares = {"said": said.mean(), "truth": holds.mean(), "estimate": share_estimate(said, epsilon=epsilon)}
    return {name: np.full(len(rows[name]), share) for name, share in shares.items()}


def estimates(rows, epsilon, **_):
    no, yes = laws_with_you(epsilon)
    k = np.array(rows["k"], int)
    return {"mass": np.where(np.array(rows["answer"]) == "yes", yes[k], no[k]),
            "estimate": 0.5 + (k / 200 - 0.5) / np.tanh(epsilon / 2)}


def who_guesses(rows, epsilon, **_):
    return {"right": [(1 + total_variation(*laws_with_you(epsilon))) / 2]}


YOU = [(crowd, "report", "person"), (bars, "said", "estimate", "truth"), (estimates, "mass", "k"),
       (who_guesses, "right")]
CASES = [YOU, [(beliefs, "after", "ceiling", "floor"), (counts, "mass"), (guess, "wrong")]]
