"""The numbers of the opening page, and the minutes of all others in its table."""

import re
from functools import cache

import numpy as np
from pages import FOLDER, Page

from dplearn import experiments
from dplearn.start import experiments as start, randomized_response as rr


def exact(n, epsilon=1.0, tolerance=0.1):
    return rr.error_probability(n, epsilon=epsilon, tolerance=tolerance, share=0.3)


def asked(epsilon, failure):
    """The least n for which Hoeffding's bound promises this."""
    n = int(np.log(2 / failure) / (2 * (0.1 * np.tanh(epsilon / 2)) ** 2)) - 2
    while rr.error_bound(n, epsilon=epsilon, tolerance=0.1) > failure:
        n += 1
    return n


@cache
def needed(epsilon, failure):
    """From where on the exact probability stays below `failure`: the bound answers for all n from its own on."""
    top = asked(epsilon, failure)
    return next(n for n in range(top, 0, -1) if exact(n, epsilon) >= failure) + 1


def levels(**values):
    """The two log-ratios of a pair of data sets, at the thresholds below the changed dose and from it on."""
    setting = start.log_ratio.setting(**values)
    ratios = start.log_ratios(setting)
    low, high = ratios[:setting.changed], ratios[setting.changed:]
    assert np.ptp(low) < 1e-9 and np.ptp(high) < 1e-9
    return low[0], high[0]


def two_levels():
    for n in (4, 23, 24, 25, 40, 397):
        for changed in range(1, start.DOSES + 1):
            for epsilon in (0.05, 1, 2):
                low, high = levels(n=n, changed=changed, epsilon=epsilon)
                assert np.isclose(abs(low) + abs(high), epsilon) and low * high <= 0
    low, high = np.abs(levels())
    return {"low": low, "high": high}


def pair_at(**values):
    return np.abs(levels(**values)).max()


CLAIMS = {
    "The exact probability is {exact:.3f}; Hoeffding's bound promises no more than {hoeffding:.3f}.":
        experiments.survey.at,
    "From {needed:,} people on the exact probability stays below 1 in 100,000, and the bound asks for {asked:,}":
        {"needed": needed(1.0, 1e-5), "asked": asked(1.0, 1e-5)},
    "at most once in 100 surveys, the bound now asks for {bound:.1f} times as many people; truly it takes {truth:.1f} "
          "times as many":
        {"bound": asked(0.5, 0.01) / asked(1.0, 0.01), "truth": needed(0.5, 0.01) / needed(1.0, 0.01)},
    "at ε = 8, where coins hardly lie, almost no error is left": exact(1_000, 8.0, 0.01) < 1e-14,
    "Below 12 each threshold is {below:.2f} times as likely on the neighbor; from 12 on each is {above:.2f} times as "
          "likely on the data":
        dict(zip(("below", "above"), np.exp(np.array([-1, 1]) * levels()))),
    "The gap between the lines is widest in the middle":
        int(np.abs(np.diff(start.neighbor_laws(start.two_laws.setting()), axis=0)).argmax()) in (11, 12),
    "There are two levels, {low:.2f} and {high:.2f}; they add up to ε, whatever $n$ and $i$ are.": two_levels,
    "With $n$ = 24 people and $i$ = 12 the largest here is {first:.2f}. With $n$ = 40 and $i$ = 6 it is {second:.3f}: "
          "the promise is nearly used up, and no ε below {second:.3f}":
        {"first": pair_at(n=24, changed=12), "second": pair_at(n=40, changed=6)},
    "For Warner's coins it is {two:.0f}": {"two": 2 * np.ptp(np.log(np.exp([0, 1]) / (1 + np.exp(1))))},
}  # fmt: skip

# The rows of the table of pages: | [title](link) | question | minutes |
ROW = re.compile(r"\]\(([\w/-]+\.ipynb)\) \| ([^|]+) \| \d+ \|")
CLAIMS |= {f"]({link}) | {question} | {{minutes}} |": lambda link=link: {"minutes": Page(FOLDER / link).stated_minutes}
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
With $n$ = 40 and $i$ = 6
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
