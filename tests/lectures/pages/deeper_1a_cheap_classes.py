"""The numbers in the prose of the companion on cheap classes."""

from math import ceil, log2

import numpy as np
from claims import Comparison, checked, evidence, prints

from dplearn import concepts, experiments, pac
from dplearn.formula import least_size
from dplearn.pac import occam
from dplearn.pac import deeper
from dplearn.pac.deeper import occam as deeper_occam

size, growth, printed = experiments.sample_size.at, experiments.growth.at, prints("deeper/1a-cheap-classes")
# bound, truth, and what is lost in step one and in step two
POINTS, CUTS, ANDS, PARITIES = map(printed, ("points", "thresholds", "conjunctions", "parities"))


def needed(world):
    """By Occam, and by the exact failure, at α = 0.1 and β = 0.05."""
    return (pac.occam_sample_size(world.concept_class.n_hypotheses, 0.1, 0.05),
            least_size(30, lambda n: occam.exact_failure(world, 0.1, [n])[0] <= 0.05))


def enough(failure, of):
    """The probability of failure is below β = 0.05, where n examples are said to be enough."""
    return Comparison("failure", {"failure": failure, "β": lambda **_: 0.05}, of, settings=({"N": 64}, {"N": 2**40}))


def one_stretch(N):
    """The learner fails when the shortest stretch below the target with mass above α is unseen."""
    return (1 - (int(0.1 * N) + 1) / N)**30


def unions_meet_sauer():
    rows = [growth(d=d, n=n) for d in range(1, 9) for n in (1, 2, 10, 25, 40)]
    return all(row["exact"] == row["sauer"] for row in rows)


def parity_equation():
    fits = deeper.consistent_hypotheses(concepts.Parities(4), [[1, 1, 0, 1]], [1])
    return (fits == (concepts.Parities(4).domain()[:, [0, 1, 3]].sum(axis=1) % 2 == 1)).all()


CLAIMS = {
    "On $N = 64$ points Occam asks for {coarse} examples, on $N = 2^{40}$ for {fine}.":
        {"coarse": pac.occam_sample_size(65, 0.1, 0.05), "fine": pac.occam_sample_size(2**40 + 1, 0.1, 0.05)},
    "**Answer.** Yes, on both: at most one sample in twenty fails.": enough(one_stretch, "truth"),
    "So $n = \\ln(1/\\beta)/\\alpha$ examples, here {n}, are enough": ceil(np.log(1 / 0.05) / 0.1),
    "examples, here 30, are enough for this learner, *whatever the grid*": enough(lambda N: 0.9**30, "bound"),
    "and {n} examples are enough.": ceil(np.log(2 / 0.05) / 0.1),
    "and 37 examples are enough.": enough(lambda N: 2 * 0.9**37, "bound"),
    "a random cut is bad with probability $15/17$ at every $n$":
        checked("N17-THR")
        and np.allclose([deeper_occam.threshold_all_zero_failure(16, 0.1, n, rule="random") for n in (1, 100, 1000)],
                        15 / 17),
    "**Answer.** {together:,.0f}: divide": POINTS[3],
    "in adding up {together:,.0f} names": POINTS[3],
    "Occam asks for {occam} examples, the truth is {truth}.": needed(occam.point_world(12, 0.1)),
    "the example $(1101, 1)$ says $r_1 + r_2 + r_4 = 1$": parity_equation,
    "The first 290 equations were all new: $2^{{left:.0f}}$ parities are left.": printed("290 examples leave 2^")[0],
    "Occam asks for {occam} examples at $d = 12$, and the truth is {truth}.": needed(occam.parity_world(12, 0.1)),
    "**Answer.** In the first.": ANDS[2] > 100 > 1.1 > ANDS[3],
    "Points lose in the second step, thresholds in both, parities little in either.":
        POINTS[2] < 2 < 1000 < POINTS[3] and min(CUTS[2:]) > 30 and max(PARITIES[2:]) < 2.1,
    "{factor:.1f} times at $n = 100$, in every row": np.exp(-0.1 * 100) / 0.9**100,
    "in every row": POINTS[2] == PARITIES[2] == 1.7,
    "Intervals do: {exact:.0f} of {all:,.0f} patterns, exactly Sauer's number.": growth,
    "So do unions with up to eight endpoints, on up to 40 points.": unions_meet_sauer,
    "those of four bits, of VC dimension 4, have at most {exact:.0f} patterns":
        growth(n=10, d=4, family="conjunctions"),
    "for they are {size} functions; Sauer's number is {sauer:.0f}":
        {"size": concepts.Conjunctions(4).n_hypotheses} | growth(n=10, d=4, family="conjunctions"),
    "of VC dimension {vc}, have at most": concepts.Conjunctions(4).vc_dim,
    "By Blumer and others, $\\max(\\frac4\\alpha\\log_2\\frac2\\beta, "
    "\\frac{8\\mathrm{VC}}\\alpha\\log_2\\frac{13}\\alpha)$ examples are enough":
        pac.vc_sample_size(7, 0.02, 0.3) == ceil(max(4 / 0.02 * log2(2 / 0.3), 8 * 7 / 0.02 * log2(13 / 0.02))),
    "that is {vc:.0f} at every $N$": size(family="points"),
    "at every $N$": len({size(d=d, family=f)["vc"] for d in (1, 16, 128) for f in ("thresholds", "points")}) == 1,
    "At $d = 64$ it asks for {vc:,.0f} examples, out of the picture, $\\ln|C|$ for {occam:.0f}; their world needs "
    "{exact:.0f}.": size(d=64, family="conjunctions"),
    "For thresholds from $d = 77$ on.": all((size(d=d)["vc"] < size(d=d)["occam"]) == (d >= 77) for d in range(1, 129)),
    "the truth is {exact:.0f} from $d = 7$ on": size,
    "from $d = 7$ on": all((size(d=d)["exact"] == 35) == (d >= 7) for d in range(6, 129)),
    "For ANDs (see the menu) at no $d$": Comparison(
        "ln|C|", {"ln|C|": lambda d: size(d=d, family="conjunctions")["occam"],
                  "VC": lambda d: size(d=d, family="conjunctions")["vc"]}, "bound",
        settings=tuple({"d": d} for d in range(1, 129)), factor=10),
    "on lines of $2^{77}$ points or more": size(d=76)["occam"] < size(d=76)["vc"] < size(d=77)["occam"],
    "The second leaves {fit_second},": evidence("LN-EX1"),
    "If the least favorable of the {fit_second} is the target, it is right on {right:.0f} of the 64":
        evidence("LN-EX1") | {"right": 64 * evidence("LN-EX1")["worst_accuracy"]},
    "right on at least $3/4$ of all points": evidence("LN-EX1")["worst_accuracy"] >= 3 / 4,
}

GIVEN = r"""
Where nothing else is said, $\alpha = 0.1$ and $\beta = 0.05$.
for $j = 0, \dots, N$
On $N = 64$ points
on $N = 2^{40}$ for
Are 30 enough for *this* learner
Take 16 points, drawn evenly, so 17 cuts.
for $j = 1, \dots, N$
There are $2^{12}$ points, and $n = 100$.
Hide one of $2^{300}$ parities
How many parities fit 290 examples? And 320?
at $d = 12$, and the truth
At $d = 12$, $n = 100$: where
times at $n = 100$, in every row
($d = 2$ is one interval)
Sauer's number on 10 points?
from $d = 7$ on.
At $d = 64$ it asks
ANDs do not: those of four bits, of VC dimension 4
one of $2^{10}$.)
64 functions, the empty AND
In the first table $f(001011) = 1$, $f(000000) = 0$, $f(000010) = 1$.
the negative 000000 rules out
of the 64: a little more
"""

PLAIN = {
    "What is needed from the lecture": "a heading",
    "examples are enough for every consistent learner, and $|C|$ does not occur": "a theorem, cited",
}
