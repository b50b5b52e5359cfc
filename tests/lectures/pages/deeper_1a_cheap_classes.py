"""The numbers in the prose of the companion on cheap classes."""

import functools
import math

import numpy as np

from dplearn import concepts, experiments, pac
from dplearn.pac import occam
from dplearn.statements import card

SEED = 1747  # the page's


@functools.cache
def at_100(world):
    return experiments.occam.at(world=world)


def least(world, d):
    """Least n with exact failure at most 5%, and Occam's n, at α = 0.1."""
    made = {"points": occam.point_world, "parities": occam.parity_world}[world](d, 0.1)
    n = np.arange(1, 400)
    truth = int(n[occam.exact_failure(made, 0.1, n) <= 0.05][0])
    return {"truth": truth, "occam": pac.occam_sample_size(made.concept_class.n_hypotheses, 0.1, 0.05)}


def thirty_are_enough():
    """The learner fails when the shortest stretch below the target with mass above α is unseen."""
    for N in (64, 2**40):
        stretch = (math.floor(0.1 * N) + 1) / N
        assert (1 - stretch) ** 30 <= 0.9**30 <= 0.05
    return math.ceil(math.log(1 / 0.05) / 0.1) == 30


def two_sides():
    assert 2 * 0.9**37 <= 0.05
    return math.ceil(math.log(2 / 0.05) / 0.1)


def fifteen_of_seventeen():
    card("N17-THR").check()
    good = [j for j in range(17) if j / 16 <= 0.1]
    assert good == [0, 1]
    return all(np.isclose(occam.threshold_all_zero_failure(16, 0.1, n, rule="random"), 15 / 17) for n in (1, 100, 1000))


def steps(world):
    row = at_100(world)
    return row["printed"] / row["survivors"], row["survivors"] / row["exact"]


def parities_left():
    rng = np.random.default_rng(SEED)
    secret, x = rng.integers(0, 2, 300).astype(bool), rng.integers(0, 2, (320, 300))
    some, all_of_them = (pac.parity_learner(x[:n], (x[:n] @ secret) % 2) for n in (290, 320))
    assert some.rank == 290 and all_of_them.log2_n_solutions == 0 and (all_of_them.particular == secret).all()
    return {"left": int(some.log2_n_solutions)}


def where_they_lose():
    lost = {world: steps(world) for world in ("points", "thresholds", "conjunctions", "parities")}
    assert lost["conjunctions"][0] > 100 > 1.1 > lost["conjunctions"][1]
    assert lost["points"][0] < 2 < 1000 < lost["points"][1] and min(lost["thresholds"]) > 30
    assert max(lost["parities"]) < 2.1
    return True


def rounding():
    factor = math.exp(-0.1 * 100) / 0.9**100
    assert np.isclose(steps("points")[0], factor, rtol=1e-3) and np.isclose(steps("parities")[0], factor, rtol=1e-3)
    return {"factor": factor}


def unions_meet_sauer():
    for d in range(1, 9):
        for n in (1, 2, 10, 25, 40):
            row = experiments.growth.at(d=d, n=n)
            assert row["exact"] == row["sauer"]
            if n == 40:
                assert experiments.growth.at(d=d, n=n, family="conjunctions")["exact"] == 2**d < row["sauer"]
    return True


@functools.cache
def size(d, family):
    return experiments.sample_size.at(d=d, family=family)


def formulas():
    """The VC bound is the printed formula, and the same at every d for thresholds and points."""
    for a, b, vc in ((0.1, 0.05, 1), (0.02, 0.3, 7), (0.3, 1e-6, 2)):
        assert pac.vc_sample_size(vc, a, b) == math.ceil(max(4 / a * math.log2(2 / b), 8 * vc / a * math.log2(13 / a)))
    assert len({size(d, family)["vc"] for d in (1, 16, 128) for family in ("thresholds", "points")}) == 1
    return True


def where_vc_is_smaller():
    return all((size(d, "thresholds")["vc"] < size(d, "thresholds")["occam"]) == (d >= 77) for d in range(1, 129))


@functools.cache
def tables():
    return card("LN-EX1").check().values


def parity_equation():
    masks = concepts.Parities(4).domain()
    return bool((pac.consistent_hypotheses(concepts.Parities(4), [[1, 1, 0, 1]],
                                           [1]) == (masks[:, [0, 1, 3]].sum(axis=1) % 2 == 1)).all())


CLAIMS = {
    "On $N = 64$ points Occam asks for {coarse} examples, on $N = 2^{40}$ for {fine}.":
        {"coarse": pac.occam_sample_size(65, 0.1, 0.05), "fine": pac.occam_sample_size(2**40 + 1, 0.1, 0.05)},
    "Thirty are enough on both": thirty_are_enough,
    "and {n} examples are enough.": two_sides(),
    "a random cut is bad with probability $15/17$ at every $n$": fifteen_of_seventeen,
    "by the probability of failure: {together:,.0f}.": steps("points")[1],
    "in adding up {together:,.0f} names": steps("points")[1],
    "Occam asks for {occam} examples, the truth is {truth}.": least("points", 12),
    "the example $(1101, 1)$ says $r_1 + r_2 + r_4 = 1$": parity_equation,
    "The first 290 equations were all new: $2^{{left}}$ parities are left.": parities_left,
    "Occam asks for {occam} examples at $d = 12$, and the truth is {truth}.": least("parities", 12),
    "**Answer.** In the first.": where_they_lose,
    "Points lose in the second step, thresholds in both, parities little in either.": where_they_lose,
    "{factor:.1f} times at $n = 100$, in every row": rounding,
    "Intervals do: {exact:.0f} of {all:,.0f} patterns, exactly Sauer's number.": experiments.growth.at(n=10,
                                                                                                               d=2),
    "So do unions with up to eight endpoints, on up to 40 points.": unions_meet_sauer,
    "By Blumer and others, $\\max(\\frac4\\alpha\\log_2\\frac2\\beta, "
          "\\frac{8\\mathrm{VC}}\\alpha\\log_2\\frac{13}\\alpha)$ examples are enough": formulas,
    "that is {vc:.0f} at every $N$": size(16, "points"),
    "$\\ln|C|$, by far: {occam:.0f} examples, where the VC bound asks for {vc:,.0f} (its line leaves the picture). "
          "The world needs {exact:.0f}.":
        size(64, "conjunctions"),
    "on a line with $2^{77}$ points or more": where_vc_is_smaller,
    "The second leaves {fit_second},": tables,
    "If the least favorable of the {fit_second} is the target, it is right on {right:.0f} of the 64":
        tables() | {"right": 64 * tables()["worst_accuracy"]},
    "right on at least $3/4$ of all points": tables()["worst_accuracy"] >= 3 / 4,
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
asks for fewer examples at $d = 64$?
64 functions, the empty AND
In the first table $f(001011) = 1$, $f(000000) = 0$, $f(000010) = 1$.
the negative 000000 rules out
of the 64: a little more
"""
