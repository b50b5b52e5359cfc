"""The numbers in the prose of lecture 6."""

import functools
import math

import numpy as np
from claims import Comparison, prints

from dplearn import data, prediction, private_pac
from dplearn import brute as ground_brute
from dplearn.prediction.experiments import prediction_price, soft_majority
from dplearn.prediction.experiments import membership as membership_questions

overfit, parts_at = (e.at for e in (membership_questions.membership_overfit, soft_majority.soft_majority_parts))
ceiling, printed = prediction.membership_ceiling, prints("06-private-prediction")
coin = prediction.soft_majority_probability


def ring(question=None):
    """The ringed record replaced: only part 2's threshold moves, down, and so only its vote, between the two places;
    at a question, by how many votes 1 leads before and after.
    """
    rng = np.random.default_rng(2018)
    x, part = rng.random(180), prediction.split_parts(180, 9, rng=rng)
    other = np.where(np.arange(180) == np.where(x <= 0.5, x, 0).argmax(), 0.9, x)
    old, new = (np.array([points[(part == i) & (points <= 0.5)].max(initial=0) for i in range(9)])
                for points in (x, other))
    if question:
        return [int(2 * (cuts >= question).sum() - 9) for cuts in (old, new)]
    return np.flatnonzero(old != new).tolist() == [1] and new[1] < old[1]


@functools.cache
def best_parts():
    """The r of least exact error among 1 .. 529, the whole slider."""
    errors = soft_majority.exact(soft_majority.soft_majority_parts.setting(), np.arange(1, 530))
    return {"best": int(errors.argmin()) + 1, "least": errors.min()}


def error_of_three_diseases(chance):
    """On all patients: 15% have each disease, and a sick one is known by Bin(40, 1/3) models."""
    return 0.45 * (ground_brute.binomial(40, 1 / 3) @ (1 - chance)) + 0.55 * chance[0]


@functools.cache
def diseases(epsilon=1.0):
    """Share of the sick that is sent home, error on all patients: the soft majority of 40 models,
    each of which knows one of three.
    """
    chance = coin(np.arange(41), 40, epsilon=epsilon)
    error = error_of_three_diseases(chance)
    return {"missed": (error - 0.55 * chance[0]) / 0.45, "error": error}


# ---- examples that are truly needed for error 0.1 at 95%, ε = 1, counted here without the package's code for them


@functools.cache
def answers_fail(m, world):
    """Chance that answers from 9 parts of m examples err on more than a tenth."""
    wrong = 1 / (1 + np.exp(4.5 - np.arange(10)))              # by the number of models that err
    if world == "tenth":                                       # a part errs where it has not seen N
        return ground_brute.binomial(9, (1 - 0.1 * (1 + 1e-6)) ** m) @ (0.1 * (1 + 1e-6) * (wrong - wrong[0])
                                                                        + wrong[0] > 0.1)
    x = np.random.default_rng(6).random((20_000, 9, m))
    gaps = np.sort(0.5 - np.where(x <= 0.5, x, 0).max(axis=2))[:, ::-1]
    return np.mean(wrong[0] + gaps @ np.diff(wrong) > 0.1)


@functools.cache
def model_fails(n, points):
    """Chance that the exponential mechanism errs on more than a tenth, x uniform, target in the middle: over data sets
    that are drawn, exactly over the mechanism; with 2^32 points as on [0, 1].
    """
    rng, fails = np.random.default_rng(7), []
    for _ in range(1500):
        x = np.sort(rng.random(n))
        ends, before = np.array([0, *x, 1]), np.searchsorted(x, 0.5)
        if points < 1000:
            x = np.sort(rng.integers(1, points + 1, n))
            at = np.searchsorted(x, np.arange(points + 1), side="right")     # examples up to each threshold
            weight = np.exp(-abs(at - at[points // 2]) / 2)
            good = abs(np.arange(points + 1) - points // 2) <= points / 10
            fails.append(1 - weight[good].sum() / weight.sum())
            continue
        weight = np.exp(-abs(np.arange(n + 1) - before) / 2)
        good = np.clip(np.minimum(ends[1:], 0.6) - np.maximum(ends[:-1], 0.4), 0, None)
        fails.append(1 - weight @ good / (weight @ np.diff(ends)))
    return np.mean(fails)


@functools.cache
def answers_need(world):
    """The least n, and the chance of failure there and with an example less in each part is on the right side."""
    m = next(m for m in range(4, 40) if answers_fail(m, world) <= 0.05)
    assert all(answers_fail(k, world) > 0.055 for k in range(m - 3, m)) or world == "tenth"
    return 9 * m


def model_needs(points):
    """In the world with a tenth at N."""
    return private_pac.point_world_sample_size(points + 1, 0.1, 1.0, 0.05)


@functools.cache
def model_needs_uniform(points):
    return next(n for n in range(56, 100, 2) if model_fails(n, points) <= 0.05)


def crossing():
    """From which number of bits on the model's bound, and what it needs, lie above what answers ask for."""
    rows = {bits: prediction_price.at(bits=bits) for bits in range(1, 65)}
    assert all(row["printed"] > row["learning"] >= row["needed"] for row in rows.values())
    return rows[32] | {name: next(b for b, row in rows.items() if row[key] > row["sharp"])
                       for name, key in (("bits", "learning"), ("truly", "needed"))}


def one_vote_in_log_odds():
    """The losses of the two answers between v and v - 1 votes, at ε₀ = 0.05: they differ by ε₀."""
    odds = [np.diff(np.log(one / (1 - one))) for one in (coin(np.arange(r + 1), r, epsilon=0.05) for r in (5, 23))]
    return np.allclose(np.concatenate(odds), 0.05)


ACCOUNTS = {name: functools.partial(prediction.answers_bought, 1.0, 1e-6, 0.05, composition=name)
            for name in prediction.ADAPTIVE_COMPOSITIONS}
BOUGHT = {name: buys() for name, buys in ACCOUNTS.items()}

CLAIMS = {
    "right about {members:.0%} of its training records and about {fresh:.0%} of fresh ones": overfit,
    "about {fresh:.0%} of the others: an advantage of {gap:.2f}": overfit,
    "At depth 3 it is {gap:.2f}": overfit(depth=3),
    "For those above 50,000 it is {gap:.2f}": overfit(whom="rich"),
    "for the others {gap:.2f}": overfit(whom="rest"),
    "right about only {fresh:.0%} of fresh high earners": overfit(whom="rich"),
    "the tree is right about all 200": overfit()["members"] == 1,
    "At $\\varepsilon = 1$ that is {one:.2f}, at $\\varepsilon = 0.1$ it is {tenth:.2f}, whatever he knows":
        (ceiling(1.0), ceiling(0.1)),
    "at most *one vote* changes": ring,
    "here that of part 2, between its new threshold and its old one": ring,
    "flips where the other eight stand 4 to 4, here at $x = 0.45$: from always to never": ring(0.45) == [1, -1],
    "{ratio:.3f} for nine parts at $\\varepsilon = 1$": prediction.soft_majority_epsilon(9, epsilon=1.0),
    "Of {alone:.3f} some {left:.3f} is left, where {allowed:.3f} would be":
        lambda: (0.233, *np.take(printed("0.233", 1), (0, 3))),
    "he gains {left:.3f} at $\\varepsilon = 10$": lambda: printed("0.233", 2)[0],
    "$0.233\\tanh\\frac14 = {one_model:.3f}$ from *one* model with the coin": 0.233 * math.tanh(0.25),
    "either alone does most of it": lambda: max(printed("0.233", 2)[0], 0.233 * math.tanh(0.25)) < 0.233 / 3,
    "about half the ceiling for small":
        all(abs(np.tanh(e / 4) / np.tanh(e / 2) - 0.5) < 0.01 for e in (0.01, 0.1, 0.2)),
    "it is {exact:.4f}. The proof says {printed:.3f} there, for {share:.0%} of the data sets":
        parts_at() | {"share": 1 - soft_majority.BETA},
    "what the proof says for {share:.0%} of the data sets": 1 - soft_majority.BETA,
    "with 23 parts error 0.1 is promised": (prediction.n_parts(0.1, 1.0) == 23 and parts_at()["promise"] == 0.1),
    "The best number of parts is {best}, with {least:.4f}": best_parts,
    "even when all models agree: {exact:.3f}": parts_at(n_parts=8),
    "With 8 the coin errs even when all models agree": (coin(0, 8, epsilon=1.0) > 0.9 * parts_at(n_parts=8)["exact"]),
    "With 100 the models know too little: {exact:.4f}": parts_at(n_parts=100),
    "One model from all the data errs on {models:.4f}": parts_at(n_parts=1),
    "**Answer.** {missed:.0%}. It errs on {error:.0%} of all patients": diseases,
    "where a single model errs on {single:.0%}": 2 * 0.15,
    "it errs on {single:.0%}. As all three": 2 * 0.15,
    "A larger $\\varepsilon$ makes the coin surer of the wrong answer":
        diseases(0.1)["missed"] < diseases()["missed"] < diseases(10.0)["missed"],
    "a majority may err more than its voters": Comparison("voter", of="truth", field={
        "voter": lambda epsilon: error_of_three_diseases(np.arange(41) / 40),
        "soft majority": lambda epsilon: diseases(epsilon)["error"],
    }, settings=({"epsilon": 0.5}, {"epsilon": 1.0}, {"epsilon": 10.0})),
    "Answers get by with {sharp:.0f} whatever $N$ is, for every law of $x$ (Theorem 4.1 asks for {printed:,.0f}, more":
        crossing,
    "The model's bound asks for more from $N = 2^{{bits}}$ on, and in the world drawn it *needs* more than {sharp:.0f} "
    "from $2^{{truly}}$ on, {needed:.0f} at $2^{32}$.": crossing,
    "With a tenth at $N$ the answers take fewer from $N = 3$ on": Comparison("answers", of="truth", field={
        "answers": lambda points: answers_need("tenth"), "model": model_needs,
    }, settings=({"points": 3}, {"points": 4}, {"points": 2**4}, {"points": 2**32})),
    "| a tenth at $N$ | {answers} | {few} | {many} |":
        lambda: (answers_need("tenth"), *map(model_needs, (2**4, 2**32))),
    "| $x$ uniform, target in the middle | {answers} | about {few} | about {many} |": lambda: (
        answers_need("uniform"), *(round(model_needs_uniform(points), -1) for points in (2**4, 2**32))),
    "With $x$ uniform and the target in the middle the model takes fewer at both": Comparison(
        "model", of="truth", factor=1.5, field={
        "answers": lambda points: answers_need("uniform"), "model": model_needs_uniform,
    }, settings=({"points": 2**4}, {"points": 2**32})),
    "Adding up: {basic}. Advanced composition: {advanced}": BOUGHT,
    "\"Optimal\", {optimal}, is the best": BOUGHT,
    "$L = \\ln\\frac1\\delta$, that is {range} answers": BOUGHT["bounded-range"],
    "55 answers against 20; at 0.3 adding up, 3 against 1": [
        [prediction.answers_bought(1.0, 1e-6, e, composition=how) for how in ("bounded-range", "basic")]
        for e in (0.05, 0.3)] == [[55, 20], [1, 3]],
    "a budget buys more of its answers than of other $\\varepsilon_0$-private steps, if they are many": Comparison(
        "bounded-range", ACCOUNTS, "bound", least=False),
    "lie $\\varepsilon_0$ apart": one_vote_in_log_odds,
    "UCI's training file of the census, {n:,} people": data.load_adult().train.sum(),
    "an answer is wrong with probability {error:.2f}, \"no\" to everybody for {no:.0%}":
        lambda: tuple(printed("all 16,281 cases: wrong with probability")),
    "Thirteen answers, eleven right": (lambda: printed("answers:") and np.sum(np.equal(
        printed("answers:"), printed("truth:"))) == 11 and len(printed("truth:")) == 13),
}

GIVEN = r"""
for nine parts at $\varepsilon = 1$
The check ends with $10^{12}$ votes
which from 200 people of a *real* census learns who earns more than 50,000 dollars
right about all 200
For those above 50,000
At $\varepsilon = 1$ that is
at $\varepsilon = 0.1$ it is
here at $x = 0.45$
What is left of his gain at $\varepsilon = 1$
he gains 0.066 at $\varepsilon = 10$
coin at $\varepsilon = 1$
and 0.987 at $\varepsilon = 10$
At $\varepsilon = 1$: what is the true $\varepsilon$ of the first weights with 2 parts
$n = r\cdot m(\alpha/4,\beta/r)$
$\mathrm{Opt} > 0$
the coin at $\varepsilon = 1$
(green, $\alpha = 0.1$)
$1/(1+e^{-\varepsilon(2v-r)/2})\ge 1-\beta$
$f(u) = 1/(1+e^{-u})$
| ≥1 |
| >0 |
| $[0,1)$; ≥1 |
| $[0,1]$ |
(means of 20 trees)
At depth 3 it is
if the tree is cut at depth 3
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
how many of the 40 models
error 0.1 is wanted for 95% of the data sets, at $\varepsilon = 1$
if $\delta = 0$
With $\delta > 0$
at most 5 for $N \le 2^{65536}$
answers from 9 equal parts
model, $N = 2^4$ | model, $N = 2^{32}$
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

PLAIN = {}
