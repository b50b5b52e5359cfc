"""The numbers of the opening page, and the minutes of all others in its table."""

import itertools
import re

import numpy as np
from claims import curves
from pages import FOLDER, Page

from dplearn import experiments
from dplearn.formula import least_size
from dplearn.start import randomized_response as rr

law = experiments.two_laws.at


def exact(n, epsilon, tolerance=0.1):
    return rr.error_probability(n, epsilon=epsilon, tolerance=tolerance, share=0.3)


def people(epsilon, failure):
    """From how many people on the exact probability stays below this, and the bound promises it, for all n from its own
    on."""
    asked = least_size(1, lambda n: rr.error_bound(n, epsilon=epsilon, tolerance=0.1) <= failure)
    return least_size(asked, lambda n: exact(n, epsilon) < failure), asked


def levels(n=24, changed=12, epsilon=1):
    """The two log-ratios of a pair of data sets, at the thresholds below the changed dose and from it on."""
    low, high = np.split(curves(experiments.log_ratio, n=n, changed=changed, epsilon=epsilon)["ratio"], [changed])
    assert np.ptp(low) < 1e-9 and np.ptp(high) < 1e-9 and np.isclose(low[0] + high[0], epsilon)
    return low[0], high[0]


def two_levels():
    for setting in itertools.product((4, 23, 24, 25, 40, 397), range(1, 25), (0.05, 1, 2)):
        levels(*setting)
    return levels()


CLAIMS = {
    "The exact probability is {exact:.3f}; Hoeffding's bound promises no more than {hoeffding:.3f}.":
        experiments.survey.at,
    "From {needed:,} people on the exact probability stays below 1 in 100,000, and the bound asks for {asked:,}":
        people(1.0, 1e-5),
    "at most once in 100 surveys, the bound now asks for {bound:.1f} times as many people; truly it takes {truth:.1f} "
    "times as many": tuple(np.divide(people(0.5, 0.01), people(1.0, 0.01))[::-1]),
    "at ε = 8, where coins hardly lie, almost no error is left": exact(1_000, 8.0, 0.01) < 1e-14,
    "Below 12 each threshold is {below:.2f} times as likely on the neighbor; from 12 on each is {above:.2f} times as "
    "likely on the data": (law(j=11)["neighbor"] / law(j=11)["data"], law()["data"] / law()["neighbor"]),
    "The gap between the lines is widest in the middle":
        abs(np.subtract(*curves(experiments.two_laws).values())).argmax() in (11, 12),
    "There are two levels, {low:.2f} and {high:.2f}; they add up to ε, whatever $n$ and $i$ are.": two_levels,
    "With $n$ = 24 people and $i$ = 12 the largest here is {first:.2f}. With $i$ = 24 it is {second:.3f}: "
    "the promise is nearly used up, and no ε below {second:.3f}":
        {"first": max(levels()), "second": max(levels(24, 24))},
    "For Warner's coins it is {two:.0f}": 2 * np.ptp(np.log(np.exp([0, 1]) / (1 + np.exp(1)))),
}

# The rows of the table of pages: | [title](link) | question | minutes |
ROW = re.compile(r"\]\(([\w/-]+\.ipynb)\) \| ([^|]+) \| \d+ \|")
CLAIMS |= {f"]({link}) | {question} | {{minutes}} |": Page(FOLDER / link).stated_minutes
           for link, question in ROW.findall(Page(FOLDER / "00-start-here.ipynb").prose)}

GIVEN = r"""
1,000 people answer, with ε = 1. Truly 30% would say yes.
off by 10 percentage points or more
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
with the claim ε = 1
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
