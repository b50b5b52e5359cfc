"""The numbers of the opening page, and the minutes of all others in its table."""

import re

import numpy as np
from asking import binomial_law, laws_with_you
from claims import curves
from pages import FOLDER, Page
from scipy.special import expit, logit

from dplearn import experiments, mechanisms, privacy
from dplearn.formula import least_size
from dplearn.start import randomized_response as rr

def exact(n, epsilon, tolerance=0.1):
    return rr.error_probability(n, epsilon=epsilon, tolerance=tolerance, share=0.3)


def people(epsilon, failure):
    """From how many people on the exact probability stays below this, and the bound promises it, for all n from its own
    on."""
    asked = least_size(1, lambda n: rr.error_bound(n, epsilon=epsilon, tolerance=0.1) <= failure)
    return least_size(asked, lambda n: exact(n, epsilon) < failure), asked


def levels(n=24, changed=12, epsilon=1):
    """The two log-ratios of a pair of data sets, at the thresholds below the changed dose and from it on."""
    laws = curves(experiments.two_laws, n=n, changed=changed, epsilon=epsilon)
    low, high = np.split(np.abs(np.log(laws["data"] / laws["neighbor"])), [changed])
    assert np.ptp(low) < 1e-9 and np.ptp(high) < 1e-9 and np.isclose(low[0] + high[0], epsilon)
    return low[0], high[0]


def true_yes(epsilon):
    """Of those who report yes, where 30% would say yes."""
    return expit(logit(0.3) + epsilon)  # a report multiplies the odds by e^ε


def wrong_town(epsilon):
    """How often the likelier of the two towns is the other one."""
    told = mechanisms.randomized_response_probabilities(1, epsilon=epsilon)[1]
    laws = binomial_law(200, np.array([share * told + (1 - share) * (1 - told) for share in (0.3, 0.4)]))
    return laws.min(axis=0).sum() / 2


SHARES = [experiments.survey.at(share=share)["exact"] for share in experiments.survey.parameter("share").values]


def guesser(epsilon):
    """How often your answer is guessed from the estimate."""
    return (1 + privacy.total_variation(*laws_with_you(epsilon))) / 2


CLAIMS = {
    "bet at most {a:.1f}:1 at ε = 0.1, {b:.1f}:1 at ε = 1 and {c:.0f}:1 at ε = 4": tuple(np.exp([0.1, 1, 4])),
    "at ε = 1 whoever guesses your answer from the estimate is right with probability {one:.0%}": guesser(1),
    "at ε = 6 it is {six:.0%}": guesser(6),
    "a reported *yes* is true with probability {one:.0%} at ε = 1, and {eight:.1%} at ε = 8":
        (true_yes(1), true_yes(8)),
    "$2e^{-2n(τ\\tanh(ε/2))^2}$":
        np.isclose(rr.error_bound(700, epsilon=0.7, tolerance=0.1), 2 * np.exp(-2 * 700 * (0.1 * np.tanh(0.35))**2)),
    "At ε = 1 a coin's variance is {variance:.3f}": np.e / (1 + np.e)**2,
    "hardly moves (from {least:.5f} to {most:.5f})": (min(SHARES), max(SHARES)),
    "The exact probability is {exact:.3f}; Hoeffding's bound promises no more than {hoeffding:.3f}.":
        experiments.survey.at,
    "From {needed:,} people on the exact probability stays below 1 in 100,000, and the bound asks for {asked:,}":
        people(1.0, 1e-5),
    "at most once in 100 surveys, the bound now asks for {bound:.1f} times as many people; truly it takes {truth:.1f} "
    "times as many": tuple(np.divide(people(0.5, 0.01), people(1.0, 0.01))[::-1]),
    "at ε = 8, where coins hardly lie, almost no error is left": exact(1_000, 8.0, 0.01) < 1e-14,
    "Below 12 each threshold is {below:.2f} times as likely on the neighbor; from 12 on each is {above:.2f} times as "
    "likely on the data": tuple(np.exp(levels())),
    "There are two levels, {low:.2f} and {high:.2f}; they add up to ε, whatever $n$ and $i$ are.": levels,
    "With $n$ = 24 people and $i$ = 12 the largest here is {first:.2f}. With $i$ = 24 it is {second:.3f}: "
    "the promise is nearly used up.":
        {"first": max(levels()), "second": max(levels(24, 24))},
    "After a *no* it is still {no:.0%} (choose *no* in the menu); after a *yes* it is {yes:.0%}.":
        (true_yes(-1), true_yes(1)),
    "likelier, and you are wrong with probability {wrong:.0%} (half": wrong_town(1),
    "At ε = 3 that guess is wrong with probability {wrong:.0%}, but one *yes* lifts 30% to {yes:.0%}":
        (wrong_town(3), true_yes(3)),
    "At ε = 0.1 one *yes* lifts it to {yes:.0%}, and the guess is nearly a coin's, wrong with probability {wrong:.0%}":
        (true_yes(0.1), wrong_town(0.1)),
    "For Warner's coins it is {two:.0f}": 2 * 1,
}

# The rows of the table of pages: | [title](link) | question | minutes |
ROW = re.compile(r"\]\(([\w/-]+\.ipynb)\) \| ([^|]+) \| \d+ \|")
CLAIMS |= {f"]({link}) | {question} | {{minutes}} |": Page(FOLDER / link).stated_minutes
           for link, question in ROW.findall(Page(FOLDER / "00-start-here.ipynb").prose)}

GIVEN = r"""
at ε = 1 whoever guesses
at ε = 6 it is
1,000 people answer, with ε = 1. Truly 30% would say yes.
by τ = 0.1, 10 percentage points, or more
Where 30% would say yes
with probability 54% at ε = 1
and 99.9% at ε = 8
of at most 1/4. At ε = 1 a
with shares $p$ and $p$ + 0.1 of *yes*
:1 at ε = 0.1,
:1 at ε = 1 and
:1 at ε = 4.
Who would bet 1:1
Below, 200 people are drawn
Let $p$ be 0.3 and ε = 1.
And do 200 reports tell
but one *yes* lifts 30% to
At ε = 3 that
At ε = 0.1 one
(At $n$ = 24 and $i$ = 12 two people have dose 12, and nobody has 24.)
less than once in 100,000 surveys
Halve **ε**, from 1 to 0.5.
1, 2, and so on up to 24
dose 12 or less fell ill
Let that person's dose be 12. Say that an output differs *by a factor of 2*
at the thresholds below 12, or at those from 12 on
Thresholds below 12 make one mistake fewer
at the thresholds below 12, and the same at each
so 4 means *yes, no, no*
Each lecture fits a class of 75 minutes
set to ε = 0.5, τ = 0.05 and $p$ = 0.5
at most 5% of surveys
A promise of ε to each person is one of 2ε to a couple
stays below 1 in 100,000
at most once in 100 surveys
Below 12 each threshold
from 12 on each is
With $n$ = 24 people and $i$ = 12 the largest
With $i$ = 24 it
with the claim ε = 1;
Its claim is still ε = 1
$0 < q < 1$
Warner's coins at ε = 1 and two changes
smaller is more private | > 0
people in the data | ≥ 1
*Journal of the American Statistical Association* 60, 1965
*JASA* 58, 1963
0 … 24
1 … 24
Definition 2.4 and section 3.2
"""
