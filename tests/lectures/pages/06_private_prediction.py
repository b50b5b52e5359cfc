"""The numbers in the prose of lecture 6."""

import functools

import numpy as np

from dplearn import data, prediction, private_pac
from dplearn.prediction import brute
from dplearn.prediction.experiments import many, prediction_price, soft_majority
from dplearn.prediction.experiments import membership as membership_questions

attack_at, overfit, parts_at = (e.at for e in (
    membership_questions.membership_attack, membership_questions.membership_overfit, soft_majority.soft_majority_parts))
budget, ceiling = many.prediction_budget.at, prediction.membership_ceiling
coin = prediction.soft_majority_probability


def ring():
    """The ringed record replaced: only part 2's threshold moves, down, and so only its vote, between the two places."""
    rng = np.random.default_rng(2018)
    x, part = rng.random(180), prediction.split_parts(180, 9, rng=rng)
    other = np.where(np.arange(180) == np.where(x <= 0.5, x, 0).argmax(), 0.9, x)
    old, new = ([points[(part == i) & (points <= 0.5)].max(initial=0) for i in range(9)] for points in (x, other))
    return np.flatnonzero(np.not_equal(old, new)).tolist() == [1] and new[1] < old[1]


@functools.cache
def attack(epsilon=1.0):
    """The label attack's gain behind the window, exact over the coin, on 20,000 targets."""
    members, fresh = membership_questions.census_votes(200, 5, np.random.default_rng(2018), 2000)
    return np.subtract(*(prediction.says_member(votes, 5, epsilon=epsilon) for votes in (members, fresh))).mean()


@functools.cache
def best_parts():
    """The r of least exact error among 1 .. 529, the whole slider."""
    errors = soft_majority.exact(soft_majority.soft_majority_parts.setting(), np.arange(1, 530))
    return {"best": int(errors.argmin()) + 1, "least": errors.min()}


@functools.cache
def diseases(epsilon=1.0):
    """Share of the sick that is sent home, error on all patients: the soft majority of 40 models,
    each of which knows one of three.
    """
    missed = brute.binomial(40, 1 / 3) @ (1 - coin(np.arange(41), 40, epsilon=epsilon))
    return {"missed": missed, "error": 0.45 * missed + 0.55 * coin(0, 40, epsilon=epsilon)}


def crossing():
    rows = ((bits, prediction_price.at(bits=bits)) for bits in range(1, 65))
    return prediction_price.at() | {"bits": next(bits for bits, row in rows if row["learning"] > row["sharp"])}


def one_vote_in_log_odds():
    """The losses of the two answers between v and v - 1 votes, at ε₀ = 0.05: they differ by ε₀."""
    odds = [np.diff(np.log(one / (1 - one))) for one in (coin(np.arange(r + 1), r, epsilon=0.05) for r in (5, 23))]
    return np.allclose(np.concatenate(odds), 0.05)


def noisy():
    few, many_bits = (prediction_price.at(bits=b, labels="noisy") for b in (1, 64))
    return (2.9 < many_bits["sharp"] / many_bits["learning"] < 3.2 and few["sharp"] > few["learning"]
                and few["sharp"] == many_bits["sharp"])


CLAIMS = {
    "right about {members:.0%} of its training records and about {fresh:.0%} of fresh ones": overfit,
    "about {fresh:.0%} of the others: an **advantage** of {gap:.2f}": overfit,
    "At depth 3 it is {gap:.2f}": overfit(depth=3),
    "For those above 50,000 it is {gap:.2f}": overfit(whom="rich"),
    "for the others {gap:.2f}": overfit(whom="rest"),
    "right about only {fresh:.0%} of fresh high earners": overfit(whom="rich"),
    "At $\\varepsilon = 1$ that is {one:.2f}, at $\\varepsilon = 0.1$ it is {tenth:.2f}, whatever he knows":
        (ceiling(1.0), ceiling(0.1)),
    "at most *one vote* changes": ring,
    "{ratio:.3f} for nine parts at $\\varepsilon = 1$": prediction.soft_majority_epsilon(9, epsilon=1.0),
    "Without privacy he gains {nonprivate:.2f}": attack_at,
    "behind the window about {gain:.2f}. The ceiling is {ceiling:.2f}": attack_at() | {"gain": attack()},
    "The attacker who knows everything else gains at most {informed:.2f}, and {large:.2f} at $\\varepsilon = 10$":
        attack_at() | {"large": attack_at(epsilon=10.0)["informed"]},
    "most of the fall is the work of the five parts, not of the coin: at $\\varepsilon = 10$ he gains {gain:.2f}":
        attack(10.0),
    "It is lecture 2's {right:.0%}, which is $\\frac12+\\frac12\\cdot{ceiling:.2f}$":
        (0.5 + ceiling(1.0) / 2, ceiling(1.0)),
    "here that of part 2, between its new threshold and its old one": ring,
    "it is {exact:.4f}. The proof says {printed:.3f} there, for {share:.0%} of the data sets":
        parts_at() | {"share": 1 - soft_majority.BETA},
    "with 23 parts error 0.1 is promised": (prediction.n_parts(0.1, 1.0) == 23 and parts_at()["promise"] == 0.1),
    "The best number of parts is {best}, with {least:.4f}": best_parts,
    "even when all models agree: {exact:.3f}": parts_at(n_parts=8),
    "With 8 the coin errs even when all models agree": (coin(0, 8, epsilon=1.0) > 0.9 * parts_at(n_parts=8)["exact"]),
    "With 100 the models know too little: {exact:.4f}": parts_at(n_parts=100),
    "One model from all the data errs on {models:.4f}": parts_at(n_parts=1),
    "needs less than a third": 2 * np.log(2) < 6 * np.log(4) / 3,  # 2 ln(2/α) against 6 ln(4/α)
    "**Answer.** {missed:.0%}. It errs on {error:.0%} of all patients": diseases,
    "where a single model errs on {single:.0%}": 2 * 0.15,
    "it errs on {single:.0%}. Each of 40 parts": 2 * 0.15,
    "A larger $\\varepsilon$ makes the coin surer of the wrong answer":
        diseases(0.1)["missed"] < diseases()["missed"] < diseases(10.0)["missed"],
    "With the sharper proof ({sharp:.0f} examples) from $N = 2^{{bits}}$ on": crossing,
    "*really* needs {exact} in one world": private_pac.point_world_sample_size(2**32 + 1, 0.1, 1.0, 0.05),
    "three times the examples of a private model": noisy,
    "Adding up: {basic:.0f}. Advanced composition: {advanced:.0f}": budget,
    "The best composition of $\\varepsilon_0$-private steps: {optimal:.0f}": budget,
    "$L = \\ln\\frac1\\delta$, that is {zcdp:.0f} answers": budget,
    "The top line, {exact:.0f}, needs all questions fixed first": budget,
    "that of 0's changes by $t-\\varepsilon_0$": one_vote_in_log_odds,
    "UCI's training file of the census, {n:,} people": data.load_adult().train.sum(),
    "for {asked:,} people of the test file an answer is wrong with probability {error:.2f} on average":
        (many.ASKED, many.expected_error(32_561, 170, 0.1)),
    "is wrong for {no:.0%} of them": many.always_no,
    "about half the ceiling for small":
        all(abs(np.tanh(e / 4) / np.tanh(e / 2) - 0.5) < 0.01 for e in (0.01, 0.1, 0.2)),
}

GIVEN = r"""
for nine parts at $\varepsilon = 1$
of the coin: at $\varepsilon = 10$
and 0.99 at $\varepsilon = 10$
The check ends with $10^{12}$ votes
which from 200 people of a *real* census learns who earns more than 50,000 dollars
right about all 200
For those above 50,000
At $\varepsilon = 1$ that is
at $\varepsilon = 0.1$ it is
the chance of the answer 1, at $\varepsilon = 1$
What is left of his gain at $\varepsilon = 1$
At $\varepsilon = 1$: what is the true $\varepsilon$ of the first weights with 2 parts
$n = r\cdot m(\alpha/4,\beta/r)$
$\mathrm{Opt} > 0$
the coin at $\varepsilon = 1$
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
Below: 180 records on a line, 9 parts
How many of the 9 votes
The window has 200 census records
from one model of all 200
$n = 10{,}000$, $\varepsilon = 1$: with 23 parts error 0.1 is promised
Are 8 parts better, or 100?
With 8 the coin
With 100 the models
Three diseases, 15% of the patients each; 55% are healthy
Each of 40 parts learns
how many of the 40 models
At $2^{32}$ the exponential mechanism
even at $N = 2^{64}$
$\varepsilon = 1$, $\delta = 10^{-6}$; each answer of its soft majority is 0.05-private
in 170 parts with a small tree each
Each answer is 0.1-private, the budget $\varepsilon = 1$, $\delta = 10^{-6}$
do $r = 10$, $\varepsilon = 1$, $\beta = 0.05$ by hand
a true $\varepsilon$ within $10^{-6}$ of the claim
$\alpha = 0.1$, $\varepsilon = 1$. From which $N$ on
"""
