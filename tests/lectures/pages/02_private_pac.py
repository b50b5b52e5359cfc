"""Who holds the numbers in the prose of lecture 2."""

import functools
import math

import numpy as np

from dplearn import experiments, privacy, private_pac
from dplearn.concepts import Thresholds
from dplearn.data import load_mushroom
from dplearn.private_pac import brute
from dplearn.private_pac.experiments.data import LITERALS, mistakes

LINE, SMALL, MUSHROOMS = Thresholds(16), Thresholds(3), load_mushroom()
PEOPLE = np.array([1, 3, 4, 6, 8, 10, 11, 13, 15])
law = private_pac.learner_probabilities_from_mistakes
RECORDS = [(dose, label) for dose in (1, 2, 3) for label in (0, 1)]
attack, sizes, mushrooms = (e.at for e in (experiments.attack, experiments.private_sample_size, experiments.mushrooms))
spent = functools.cache(experiments.true_epsilon.at)


def nine(ann):
    """Mistakes of the cut-offs on the nine people, of whom Ann, at 8, has this label."""
    return (LINE.predictions(PEOPLE) != np.where(PEOPLE == 8, ann, PEOPLE < 8)).sum(axis=1)


def four_is_the_range():
    """Exercise 2: over all exchanges of one record the difference of two costs changes by at most 4, and 4 occurs."""
    costs = np.array([3 * (np.arange(4) < x) if y else (x <= np.arange(4)) for x, y in RECORDS], int)
    moves = costs[:, None] - costs
    return np.ptp(moves, axis=2).max() == 4 and abs(moves).max() == 3


EDGE = [law((LINE.predictions(np.where(PEOPLE == 8, 1, PEOPLE)) != np.where(PEOPLE == 8, ann, PEOPLE < 8)).sum(axis=1),
            epsilon=3) for ann in (0, 1)]

CLAIMS = {
    "at cut-off 0 the ratio is {ratio:.2f} of the promised {promised:.2f}, yet the best guess is right in {right:.1%}":
        (EDGE[0][0] / EDGE[1][0], math.exp(3), 0.5 + privacy.total_variation(*EDGE) / 2),
    "LN's two terms ask for {printed:,.0f} examples, eight times the {sharp:.0f} of the one line": sizes,
    "**Answer.** (a) *Always*. (b) At most in {ceiling:.0%}.": attack,
    "black curve: {one:.0%} at $\\varepsilon = 1$, and {tenth:.0%} at $\\varepsilon = 0.1$":
        (attack()["exact"], attack(epsilon=0.1)["exact"]),
    "(Why not {ceiling:.0%}?": attack,
    "now {p:.0%}. Of the {all} cut-offs {ill} call her ill; so":
        (attack(place=1, others=0)["exact"], LINE.n_hypotheses, LINE.predictions(np.array([1])).sum()),
    "$e^\\varepsilon \\approx {e:.1f}$": math.e,
    "a factor of $e^3 \\approx {f:.0f}$": math.exp(3),
    "and little but the weights' own factor $e^{3/2} = {f:.2f}$ is left": math.exp(1.5),
    "**Answer: 5.** By at most {f:.2f}.":
        math.exp(privacy.exact_epsilon(*(law(nine(ann), epsilon=3) for ann in (0, 1)))),
    "**Answer: ε = 4.** From about 4 on:": 1 / -math.expm1(-2) < 1.2 < 1 / -math.expm1(-1.75),
    "there the factor $1/(1-e^{-\\varepsilon/2})$ is {f:.2f}": 1 / -math.expm1(-2),
    "about $2/\\varepsilon$: {f:.1f} at $\\varepsilon = 0.1$": 1 / -math.expm1(-0.05),
    "In the world of points the private learner takes {exact:.0f}": sizes,
    "the line is {above:.0%} above the truth there": sizes()["sharp"] / sizes()["exact"] - 1,
    "Occam's {occam:.0f} is farther from its truth: a consistent learner takes {alone:.0f} in the same world": sizes,
    "between the bounds privacy costs a factor of {f:.1f}, and between the truths a factor of {g:.0f}":
        (sizes()["sharp"] / sizes()["occam"], sizes()["exact"] / sizes()["alone"]),
    "samples of five records spend {five:.0%} of the claim under replace-one, and {a:.0%} under add/remove.":
        (spent()["replace_one"], spent()["add_remove"]),
    "A pair with loss {f:.2f}": brute.audited(SMALL, 3, weight=2.0).true_epsilon,
    "The sound learner passes with {f:.3f}": brute.audited(SMALL, 3).true_epsilon,
    "{n:,} mushrooms, edible or not": MUSHROOMS.n,
    "{n} rules. One shuffle": 2**8,
    "With {n:,} records, is": MUSHROOMS.n // 2,
    "is: {seen:.1%} mistakes on the records seen, where the best of the {n} rules makes {best:.1%}. On the others it "
    "is {rest:.1%}; the gap is luck": (mushrooms()["exact"], 2**8, mushrooms()["best"], mushrooms()["unseen"]),
    "At $\\varepsilon = 0.01$ it is {low:.0%}": mushrooms(epsilon=0.01)["exact"],
    "with a tenth of the records, $\\varepsilon = 0.1$ gives {p:.0%}, not {q:.1%}":
        (mushrooms(n=406)["exact"], mushrooms()["exact"]),
    "A rule drawn without any look errs on {q:.0%}": mistakes(4062, 8)[0][0].mean() / 4062,
    "seven of the eight reject no edible one":
        MUSHROOMS.literals(LITERALS[:8])[MUSHROOMS.y].all(axis=0).sum() == 7,
    "a change of 4, and no exchange changes a difference by more": four_is_the_range,
    "One record moves a cost by at most 3.": four_is_the_range,
    "$\\varepsilon < \\ln 9 = {x:.1f}$ at prior 0.9": math.log(9),
}

GIVEN = r"""
And at $\varepsilon = 1$, how far above
rise from $d = 10$ to $d = 40$
At each other dose from 1 to 16
doses may be any from 1 to 64
takes dose 3
at $\varepsilon = 1$: replacing
at $\varepsilon = 1$, and
at $\varepsilon = 0.1$, hardly
Ann at the edge, $a = 1$, with nobody else around, $k = 0$
at $\varepsilon = 1$ twelve sailors
*Try* Ann at dose 1: at cut-off 0
Ann at 8
At $\varepsilon = 3$ a probability
really: 20, 10 or 5?
at most a fifth more: 0.4, 1 or 4?
at $\varepsilon = 0.1$.
At $\varepsilon = 1$, with $|C| = 2^{10}$, $\alpha = 0.1$ and $\beta = 0.05$
At $\varepsilon = 1$ samples of five records
counts for $\alpha = 0.1$, $\beta = 0.05$, $\varepsilon = 1$ and $|C| = 2^d$
from $d = 10$ to $d = 40$
is $\varepsilon = 0.1$ enough to err on less than 2%? Is $\varepsilon = 0.01$?
**Answer: 0.1 is, 0.01 is not.** $\varepsilon = 0.1$ is:
At $\varepsilon = 0.01$ it is
at $\varepsilon = 1$ nothing
$\varepsilon = 0.1$ gives
$|C| = 2^{20}$
$\alpha = 0.05$
$\beta = 0.01$
ill sailor healthy costs 3
pairs of 40 records
with 3 in place of 1
lowers the cost of "healthy" by 3 and raises that of "ill" by 1
number of labeled examples | $\ge 1$ |
or a number of bits) | $\ge 1$ |
the largest dose | $\ge 1$ |
At the claim $\varepsilon = 1$, what will the audit of section 1 find: 0.9, 1.4 or 1.9?
Put $c = 1-e^{-\varepsilon/2}$
class of hypotheses, its size | $\ge 1$ |
$0..n$; $[0,1]$ |
between neighbors | $> 0$ |
failure allowed | $(0,1)$ |
$1..16$; $\ge 0$ |
of any event | $[0,1]$ |
if the prior is 0.9?
at prior 0.9
"""
