"""Who holds the numbers in the prose of lecture 2."""

import functools
import math

import numpy as np
from claims import evidence

from dplearn import experiments, privacy, private_pac
from dplearn.concepts import Points, Thresholds
from dplearn.data import load_mushroom
from dplearn.private_pac import brute
from dplearn.private_pac.experiments.data import LITERALS, mistakes

LINE, SMALL, MUSHROOMS = Thresholds(16), Thresholds(3), load_mushroom()
PEOPLE = np.array([1, 3, 4, 6, 8, 10, 11, 13, 15])
law = private_pac.learner_probabilities_from_mistakes
RECORDS = [(dose, label) for dose in (1, 2, 3) for label in (0, 1)]
attack, occam, sizes, mushrooms = (e.at for e in (experiments.attack, experiments.private_occam,
                                                  experiments.private_sample_size, experiments.mushrooms))
spent = functools.cache(experiments.true_epsilon.at)


def nine(ann):
    """Mistakes of the cut-offs on the nine people, of whom Ann, at 8, has this label."""
    return (LINE.predictions(PEOPLE) != np.where(PEOPLE == 8, ann, PEOPLE < 8)).sum(axis=1)


def colleague_errs_less():
    """On all samples of three records: twice the weight never expects more mistakes, and less wherever the cut-offs
    differ in them."""
    for sample in privacy.all_datasets(RECORDS, 3):
        dose, label = np.array(sample).T
        wrong = (SMALL.predictions(dose) != label).sum(axis=1)
        his, ours = (law(wrong, epsilon=e) @ wrong for e in (2, 1))
        assert his < ours or np.ptp(wrong) == 0 and np.isclose(his, ours)
    return True


def first_bound():
    return private_pac.private_occam_bound_power(64, 0.1, epsilon=0.5, n=500)


def thresholds_as_hard():
    """All labels 1, doses 1 or N: in every sample of 6 the cuts make, up to their order, the mistakes of as many
    points.

    The points 1..m have target 1; what is not at 1 is at 2.
    """
    place = np.eye(8, dtype=int)
    for t in range(7):  # examples at dose N, and at the place of the target
        cuts = Thresholds(7).mistakes(0 * place[0, :7], (6 - t) * place[0, :7] + t * place[6, :7])
        marks = Points(8).mistakes((6 - t) * place[1], t * place[0])
        assert sorted(cuts) == sorted(marks) and cuts[7] == 0 and set(cuts[1:7]) == {t}
    return True


def four_is_the_range():
    """Exercise 2: over all exchanges of one record the difference of two costs changes by at most 4, and 4 occurs."""
    costs = np.array([3 * (np.arange(4) < x) if y else (x <= np.arange(4)) for x, y in RECORDS], int)
    moves = costs[:, None] - costs
    return np.ptp(moves, axis=2).max() == 4 and abs(moves).max() == 3


CLAIMS = {
    "**Answer.** (a) *Always*. (b) At most in {ceiling:.0%}.": attack,
    "(a) *Always*.": attack()["consistent"] == 1,
    "black curve: {one:.0%} at $\\varepsilon = 1$, and {tenth:.0%} at $\\varepsilon = 0.1$":
        (attack()["exact"], attack(epsilon=0.1)["exact"]),
    "(Why not {ceiling:.0%}?": attack,
    "in 55%, {ceiling:.0%} or 95% of the games?": attack,
    "she hides better, {p:.0%}. Of the {all} cut-offs {ill} call her ill; so":
        (attack(place=1, others=0)["exact"], LINE.n_hypotheses, LINE.predictions(np.array([1])).sum()),
    "so one of these is likely, whatever her label":
        all(private_pac.learner_probabilities(LINE, [1], [b], epsilon=1.0)[1:].sum() > 0.9 for b in (0, 1)),
    "now it hardly matters where she stands":
        np.ptp([attack(place=p, others=20)["exact"] for p in range(1, 17)]) < 1e-3,
    "the guess is right in {exact:.0%} of the games": attack(epsilon=4),
    "$e \\approx {e:.1f}$": math.e,
    "all $6^3 = {n}$ lists": len(RECORDS) ** 3,
    "a factor of $e^3 \\approx {f:.0f}$": math.exp(3),
    "Here the two sums of weights are nearly equal":
        abs(np.divide(*(np.exp(-1.5 * nine(ann)).sum() for ann in (0, 1))) - 1) < 0.05,
    "and little but the weights' own factor $e^{3/2} = {f:.2f}$ is left": math.exp(1.5),
    "**Answer.** By at most {f:.2f}.": math.exp(privacy.exact_epsilon(*(law(nine(ann), epsilon=3) for ann in (0, 1)))),
    "The printed bound says {printed:.2f}, which is no information about a probability, and the learner fails with "
    "probability {exact:.6f}. A third curve, *one line*, runs along the truth: {sharp:.5f}.": occam,
    "**Answer.** Neither.": occam()["printed"] / occam()["exact"] > 1000,
    "the printed bound stays where it is":
        all(abs(occam(n=n)["printed"] / occam(n=n, epsilon=10)["printed"] - 1) < 0.01 for n in (956, 1019)),
    "at most {small:.2f} of the first bound, is on classes of three or four hypotheses; in the picture, with 64, it "
    "is {picture:.2f}": lambda: (evidence("LN-PPAC-ONELINE")["exact"], occam()["exact"] / first_bound()),
    "**Answer.** From about 4 on:": 1 / -math.expm1(-2) < 1.2 < 1 / -math.expm1(-1.75),
    "there the factor $1/(1-e^{-\\varepsilon/2})$ is {f:.2f}": 1 / -math.expm1(-2),
    "about $2/\\varepsilon$: {f:.1f} at $\\varepsilon = 0.1$": 1 / -math.expm1(-0.05),
    "LN's $n$ is {printed:,.0f} (and": sizes,
    "One line asks for {sharp:.0f}, and in the world of points the private learner needs {exact:.0f}": sizes,
    "Occam's {occam:.0f} is not: the consistent learner needs {alone:.0f} in the same world": sizes,
    "the bounds differ by a factor of {f:.1f} and the truths by a factor of {g:.0f}":
        (sizes()["sharp"] / sizes()["occam"], sizes()["exact"] / sizes()["alone"]),
    "samples of five records spend {five:.0%} of the claim under replace-one, and single records ($n = 1$) {one:.0%}. "
    "Under add/remove it is {a:.0%} and {b:.0%}.":
        (spent()["replace_one"], spent(n=1)["replace_one"], spent()["add_remove"], spent(n=1)["add_remove"]),
    "exact need in the world of points rises from {a:.0f} to {b:.0f}, while {c} examples":
        (sizes()["exact"], sizes(d=40)["exact"], math.ceil(math.log(20) / 0.1)),
    "and make the same mistakes as the bad points": thresholds_as_hard,
    "much as a tenth of the $\\varepsilon$ did":
        abs(mushrooms(n=406)["exact"] - mushrooms(epsilon=0.01)["exact"]) < 0.01,
    "a pair with loss {f:.2f}": brute.audited(SMALL, 3, weight=2.0).true_epsilon,
    "The sound learner passes with {f:.3f}": brute.audited(SMALL, 3).true_epsilon,
    "and on the sample it errs less": colleague_errs_less,
    "{n:,} mushrooms, edible or not": MUSHROOMS.n,
    "{n} rules. The learner sees half": 2**8,
    "None of the rules is right on all records": mushrooms(n=8124)["best"] > 0,
    "With {n:,} records, is": MUSHROOMS.n // 2,
    "is: {seen:.1%} mistakes on the records seen, where the best of the {n} rules makes {best:.1%}, and {rest:.1%} on "
    "the others. At $\\varepsilon = 0.01$ it is {low:.0%}":
        (mushrooms()["exact"], 2**8, mushrooms()["best"], mushrooms()["unseen"], mushrooms(epsilon=0.01)["exact"]),
    "nothing is lost that one could see": mushrooms(epsilon=1)["exact"] - mushrooms(epsilon=1)["best"] < 1e-4,
    "with a tenth of the records, $\\varepsilon = 0.1$ gives {p:.0%}, not {q:.1%}":
        (mushrooms(n=406)["exact"], mushrooms()["exact"]),
    "the learner hardly looks, and errs on {p:.0%}. A rule drawn without any look errs on {q:.0%}":
        (mushrooms(epsilon=0.001)["exact"], mistakes("mushrooms", 4062, 8)[0][0].mean() / 4062),
    "seven of the eight literals reject no edible one":
        MUSHROOMS.literals(LITERALS[:8])[MUSHROOMS.y].all(axis=0).sum() == 7,
    "a change of 4, and no exchange changes a difference by more": four_is_the_range,
    "One record moves a cost by at most 3.": four_is_the_range,
    "$\\varepsilon < \\ln 9 = {x:.1f}$ at prior 0.9": math.log(9),
}

GIVEN = r"""
Doses go from 1 to 16
takes dose 3
For $\varepsilon = 1$ that is
with $\varepsilon = 1$: in 55%, 73% or 95%
at $\varepsilon = 1$, and
at $\varepsilon = 0.1$, hardly
to the edge, $x = 1$, with nobody else around, $k = 0$
Put $k = 20$ people
Move $\varepsilon$ to 4
twelve sailors are too few at $\varepsilon = 1$
Ann at 8
At $\varepsilon = 3$ a probability
at most: 20, 10 or 5?
in the picture, with 64, it is
$C$ holds 64 **points**
At $n = 500$, $\alpha = 0.1$, $\varepsilon = 0.5$: is LN's bound within a factor of 10 of the true failure
probability? Of 1,000?
raise $\varepsilon$ from 1 to 10 near $n = 1{,}000$
at most a fifth more: 0.4, 1 or 4?
at $\varepsilon = 0.1$. At $\varepsilon = 1$, with $|C| = 2^{10}$, $\alpha = 0.1$ and $\beta = 0.05$
At $\varepsilon = 1$ samples of five records
($n = 1$)
counts for $\alpha = 0.1$, $\beta = 0.05$, $\varepsilon = 1$
From $d = 10$ to $d = 40$
parities of 100 bits that is $2^{100}$ weights
is $\varepsilon = 0.1$ enough to err on less than 2%? Is $\varepsilon = 0.01$?
**Answer.** $\varepsilon = 0.1$ is:
At $\varepsilon = 0.01$ it is
at $\varepsilon = 1$ nothing
$\varepsilon = 0.1$ gives
At $\varepsilon = 0.001$
$|C| = 2^{20}$
$\alpha = 0.05$
$\beta = 0.01$
ill sailor healthy costs 3
a pair of 40 records
with 3 in place of 1
lowers the cost of "healthy" by 3 and raises that of "ill" by 1
number of labeled examples | $\ge 1$ |
class of hypotheses, its size | $\ge 1$ |
$\lvert C\rvert = 2^d + 1$ | $\ge 1$ |
$0..n$; $[0,1]$ |
between neighbors | $> 0$ |
failure allowed | $(0,1)$ |
$1..16$; $\ge 0$ |
of any event | $[0,1]$ |
The 2 in $e^{-\varepsilon m(h)/2}$
if the prior is 0.9?
at prior 0.9
Put $c = 1-e^{-\varepsilon/2}$
"""
