"""The numbers in the prose of lecture 6."""

import functools
import math

import numpy as np
from claims import Comparison, prints

from dplearn import data, prediction, private_pac
from dplearn import brute as ground_brute
from dplearn.prediction.experiments import prediction_price, soft_majority
from dplearn.prediction.experiments import membership as membership_questions

parts_at = soft_majority.soft_majority_parts.at
ceiling, printed = prediction.membership_ceiling, prints("06-private-prediction")


def overfit(**setting):
    shares = membership_questions.membership_overfit.at(**setting)
    return shares | {"gap": shares["members"] - shares["fresh"]}


@functools.cache
def best_parts():
    """The r of least exact error among 1 .. 529, the whole slider."""
    errors = soft_majority.exact(soft_majority.soft_majority_parts.setting(), np.arange(1, 530))
    return {"best": int(errors.argmin()) + 1, "least": errors.min()}


def diseases(epsilon=1.0):
    """Share of the sick that is sent home, error on all patients: the soft majority of 40 models, each of which knows
    one of three diseases, 15% each: a sick one is known by Bin(40, 1/3) models."""
    chance = prediction.soft_majority_probability(np.arange(41), 40, epsilon=epsilon)
    missed = ground_brute.binomial(40, 1 / 3) @ (1 - chance)
    return {"missed": missed, "error": 0.45 * missed + 0.55 * chance[0]}


# ---- examples that are truly needed for error 0.1 at 95%, ε = 1, in the world with a tenth at N


def answers_fail(m):
    """Chance that answers from 9 parts of m examples err on more than a tenth; a part errs where it has not seen N."""
    wrong = 1 / (1 + np.exp(4.5 - np.arange(10)))              # by the number of models that err
    return ground_brute.binomial(9, 0.9**m) @ (0.1 * wrong + 0.9 * wrong[0] > 0.1)


ANSWERS_NEED = 9 * next(m for m in range(4, 40) if answers_fail(m) <= 0.05)
PRICES = {bits: prediction_price.at(bits=bits) for bits in range(1, 65)}


def model_needs(points):
    return private_pac.point_world_sample_size(points + 1, 0.1, 1.0, 0.05)


def crossing(key):
    """From which number of bits on this lies above what answers ask for."""
    return next(b for b, row in PRICES.items() if row[key] > row["sharp"])


ACCOUNTS = {name: functools.partial(prediction.answers_bought, 1.0, 1e-6, 0.05, composition=name)
            for name in prediction.ADAPTIVE_COMPOSITIONS}
BOUGHT = {name: buys() for name, buys in ACCOUNTS.items()}

CLAIMS = {
    "{cut:.0%} at depth 3, {grown:.0%} at depth 30 (means of {trees} trees)":
        (overfit(depth=3)["fresh"], overfit()["fresh"], membership_questions.TREES),
    "right about {members:.0%} of its own people": overfit,
    "about {fresh:.0%} of the others: an advantage of {gap:.2f}": overfit,
    "At depth 3 blue and green are {gap:.2f} apart": overfit(depth=3),
    "For those above 50,000 it is {gap:.2f}": overfit(whom="rich"),
    "for the others {gap:.2f}": overfit(whom="rest"),
    "right about only {fresh:.0%} of fresh high earners": overfit(whom="rich"),
    "Grown to the end, at depth 30, it is right about all 200": overfit()["members"] == 1,
    "At $\\varepsilon = 1$ that is {one:.2f}, at $\\varepsilon = 0.1$ it is {tenth:.2f}, whatever he knows":
        (ceiling(1.0), ceiling(0.1)),
    "{ratio:.3f} for nine parts at $\\varepsilon = 1$": prediction.soft_majority_epsilon(9, epsilon=1.0),
    "$0.233\\tanh\\frac14 = {one_model:.3f}$ from *one* model with the coin": 0.233 * math.tanh(0.25),
    "it is {exact:.4f}. The proof says {printed:.3f} there, for {share:.0%} of the data sets":
        parts_at() | {"share": 1 - soft_majority.BETA},
    "what the proof says for {share:.0%} of the data sets": 1 - soft_majority.BETA,
    "with 23 parts error 0.1 is promised": (prediction.n_parts(0.1, 1.0) == 23 and parts_at()["promise"] == 0.1),
    "The best number of parts is {best}, with {least:.4f}": best_parts,
    "even when all models agree: {exact:.3f}": parts_at(n_parts=8),
    "With 100 the models know too little: {exact:.4f}": parts_at(n_parts=100),
    "One model from all the data errs on {models:.4f}": parts_at(n_parts=1),
    "**Answer: nearly all.** {missed:.0%}. It errs on {error:.0%} of all patients": diseases,
    "where a single model errs on {single:.0%}": 2 * 0.15,
    "it errs on {single:.0%}. As all three": 2 * 0.15,
    "A larger $\\varepsilon$ makes the coin surer of the wrong answer":
        diseases(0.1)["missed"] < diseases()["missed"] < diseases(10.0)["missed"],
    "Adding up: {basic}. Advanced composition: {advanced}": BOUGHT,
    "Answers get by with {sharp:.0f} whatever $N$ is, for every law of $x$ (Theorem 4.1 asks for {printed:,.0f}, more":
        PRICES[32],
    "The model's bound asks for more from $N = 2^{{bits}}$ on, and in the world drawn it *needs* more than {sharp:.0f} "
    "from $2^{{truly}}$ on, {needed:.0f} at $2^{32}$.":
        PRICES[32] | {"bits": crossing("learning"), "truly": crossing("needed")},
    "answers from 9 equal parts take {answers}, the model {few} at $N = 2^4$ and {many} at $2^{32}$":
        {"answers": ANSWERS_NEED, "few": model_needs(2**4), "many": model_needs(2**32)},
    "and the answers fewer from $N = 3$ on": ANSWERS_NEED < model_needs(3),
    "\"Optimal\", {optimal}, is the best": BOUGHT,
    "$L = \\ln\\frac1\\delta$, that is {range} answers": BOUGHT["bounded-range"],
    "55 answers against 20; at 0.3 adding up, 3 against 1": [
        [prediction.answers_bought(1.0, 1e-6, e, composition=how) for how in ("bounded-range", "basic")]
        for e in (0.05, 0.3)] == [[55, 20], [1, 3]],
    "a budget buys more of its answers than of other $\\varepsilon_0$-private steps, if they are many": Comparison(
        "bounded-range", ACCOUNTS, "bound", least=False),
    "UCI's training file of the census, {n:,} people": data.load_adult().train.sum(),
    "an answer is wrong with probability {error:.2f}, \"no\" to everybody for {no:.0%}":
        lambda: tuple(printed("all 16,281 cases: wrong with probability")),
    "**Answer: 13 answers, 11 right.**":
        np.unique(np.equal(printed("answers:"), printed("truth:")), return_counts=True)[1].tolist() == [2, 11],
}

GIVEN = r"""
for nine parts at $\varepsilon = 1$
The check ends with $10^{12}$ votes
learns from 200 people of a *real* census who earns more than 50,000 dollars
right about all 200
For those above 50,000
At $\varepsilon = 1$ that is
at $\varepsilon = 0.1$ it is
stand 4 to 4: from
answers from 9 equal parts take
at $N = 2^4$ and
at $2^{32}$; and the answers fewer from $N = 3$ on
What is left of his gain at $\varepsilon = 1$
he gains 0.066 at $\varepsilon = 10$
coin at $\varepsilon = 1$
and 0.987 at $\varepsilon = 10$
At $\varepsilon = 1$: what is the true $\varepsilon$ of the first weights with 2 parts
$n = r\cdot m(\alpha/4,\beta/r)$
$\mathrm{Opt} > 0$
the coin at $\varepsilon = 1$
(the last line, $\alpha = 0.1$)
$1/(1+e^{-\varepsilon(2v-r)/2})\ge 1-\beta$
$f(u) = 1/(1+e^{-u})$
| ≥1 |
| >0 |
| $[0,1)$; ≥1 |
| $[0,1]$ |
Grown to the end, at depth 30
cut at depth 3? And at depth 30?
at depth 3, 
at depth 30 (means of 20 trees)
At depth 3 blue and green
uniform on $[0,1]$
(blue, at $r = 1$)
from $N = 2^{
Right: 180 records on a line, 9 parts
How many of the 9 votes
The window has 200 census records
such model of all 200
$n = 10{,}000$, $\varepsilon = 1$: with 23 parts error 0.1 is promised
Are 8 parts better, or 100?
With 8 the coin
With 100 the models
Three diseases, 15% of the patients each; 55% are healthy
each of 40 parts learns
error 0.1 is wanted for 95% of the data sets, at $\varepsilon = 1$
if $\delta = 0$
With $\delta > 0$
at most 5 for $N \le 2^{65536}$
may fail with chance 0.05/7
chance of the answer 1 most at $v = 0$
best number of parts, here 7
at $2^{32}$. At worst
$\varepsilon = 1$, $\delta = 10^{-6}$; each answer of its soft majority is 0.05-private
in 170 parts, a small tree each
Each answer is 0.1-private, the budget $\varepsilon = 1$, $\delta = 10^{-6}$
do $r = 10$, $\varepsilon = 1$, $\beta = 0.05$ by hand
a true $\varepsilon$ within $10^{-6}$ of the claim
at $\varepsilon = 1$, $\delta = 10^{-6}$: which account
at $\varepsilon_0 = 0.05$, which at 0.3
At $\varepsilon_0 = 0.05$ bounded range pays
"""
