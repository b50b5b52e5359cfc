"""Lecture 5: what its prose says, computed."""

from bisect import bisect
from functools import partial

import numpy as np
from claims import Comparison, checked, evidence, prints, simulated

from dplearn import data, experiments, query_release as qr
from dplearn.private_experts import attack_ceiling
from dplearn.query_release.deeper.curator import release_errors
from dplearn.query_release.experiments import worlds
from dplearn.query_release.experiments.hunts import HOURS, day, hunted, of_all_sets
from dplearn.query_release.figures import SEED

printed = prints("05-pmw-query-release")


# ---- the story
def settles(errors):
    """The steps after which, up to step 100, no answer is off by more than 0.1."""
    assert len(errors) == 100
    return np.flatnonzero(errors > 0.1)[-1] + 1


FEWER_BARS = Comparison("cells", {  # ε, at δ = 10^-6
    "cells": lambda epsilon: qr.cells_bound(HOURS, hunted().n_queries // 2, 2951, epsilon),
    "pmw": lambda epsilon: qr.pmw_best_bound.sharp(HOURS, hunted().n_queries, 2951, epsilon, 1e-6)},
    "bound", settings=({"epsilon": 0.1}, {"epsilon": 1.0}, {"epsilon": 10.0}))


# ---- noise, and the promises
PROMISED = experiments.laplace_answers.at


def stands(way):
    """The last k at which the noise on each answer is within 0.1, by the exact curve."""
    return bisect(range(1, 10**6), 0.1, key=lambda k: PROMISED(k=k)[way])


def of(way):
    """The promise of one way."""
    return lambda **world: experiments.larger_universe.at(**world)[way]


LARGE = Comparison("sharp", {way: of(way) for way in ("sharp", "cells", "gaussian", "blind")}, "bound",
                   settings=tuple({"k": k, "d": d} for k in (10**5, 10**6) for d in (17, 24, 40)))


def crossing():
    """Between 16 and 17 bits, for 100 to 10^6 questions: some ten times εn = 10^4."""
    return all(PROMISED(k=k, d=16)["cells"] < PROMISED(k=k, d=16)["sharp"]
               and PROMISED(k=k, d=17)["cells"] > PROMISED(k=k, d=17)["sharp"] for k in (100, 1000, 10**6))


# ---- the attack, the hunt
def stolen(answers, ratio):
    return simulated(experiments.reconstruction, ratio, seed=1886, runs=600, answers=answers)["mean"]


def off(release):
    """The worst error of a release on the bikes."""
    return qr.max_error(hunted(), day("bikes"), release.histogram)


def bikes(speed=1.0):
    """The hunt in 100 steps at so many times η*."""
    return qr.multiplicative_weights(day("bikes"), hunted(), 100, eta=speed * HUNTED.eta)


def privately(epsilon):
    """The error of the picture's private run."""
    return off(qr.pmw(day("bikes"), hunted(), n=2951, epsilon=epsilon, delta=1e-6, T=100,
                      rng=np.random.default_rng(SEED)))


HUNTED = qr.multiplicative_weights(day("bikes"), hunted(), 100, eta="hoeffding")
WORST = np.flatnonzero(hunted().query(int(HUNTED.chosen[0])))


# ---- the private choice
def years(size=2.0**40, k=10**5):
    """T |Q| |X| operations, a billion a second, T the best of the sharper bound: the office, at the picture's end."""
    return qr.best_whole_rounds.sharp(size, 2 * k, 10_000, 1.0, 1e-6) * 2 * k * size / 1e9 / (365.25 * 86_400)


# ---- real data, and worlds
CENSUS = Comparison("cells", {way: lambda way=way: release_errors(way, 0.1).mean() for way in ("cells", "pmw")}, "mean",
                    seeds=8)
FOUND = worlds.World("lopsided", "hidden", 12, 400)
LEARNING = Comparison("pmw", {way: partial(worlds.seeds_of, FOUND, way) for way in worlds.WAYS}, "mean", seeds=24,
                      among="release")
NOISES_ON_CELLS = ("cells", "gaussian_cells", "projected")


def first():
    """In how many of 72 worlds PMW errs least, other learners, noise on the cells, the guess."""
    least = [min(row, key=row.get) for world, row in worlds.search().items() if world != FOUND]
    assert len(least) == 72
    others = sum(way in ("fitted", "mwem", "mwem_gaussian") for way in least)
    return {"pmw": least.count("pmw"), "others": others, "cells": sum(way in NOISES_ON_CELLS for way in least),
            "guess": least.count("uniform")}


PLAIN = {"found by looking for a win of PMW": "how it was found; the table's winners are held below"}
CLAIMS = {
    "A bike hire has {n:,} records": data.load_interval_task("rush_hour_by_hour").y.sum(),
    "answers all {k} questions": hunted().n_queries // 2,
    "16,777,216 questions. The guess": 2**HOURS == 16_777_216,
    "After ten: step 11 finds the worst off by {off:.3f}": HUNTED.errors[10],
    "and from there on, up to step 100, none is off by more than 0.1.": lambda: settles(HUNTED.errors) == 10,
    "**Answer: 6.**": lambda: settles(of_all_sets(day("bikes"), HUNTED.eta, 100)) == 6,
    "With few bars, as here, noise promises smaller errors": FEWER_BARS,
    "10,000 people: from some $2^{17}$ kinds on": crossing,
    "answer is off by {gaussian:.3f} under Gaussian noise, in expectation, and at most {cells:.2f} with noise on":
        (of("gaussian")(k=1000), of("cells")(k=1000, d=18)),
    "$, to {late:.2f}; it passes 0.1 after {gaussian:,} questions, Laplace":
        (of("gaussian")(k=10**5), stands("gaussian")),
    "with $\\varepsilon/k$ after {basic}.": stands("basic"),
    "to {cells:.2f}. So does PMW's, the lower one: {sharp:.2f}":
        (of("cells")(k=10**5, d=18), of("sharp")(k=10**5, d=18)),
    "Up to {both:,} questions Gaussian noise is below both.": bisect(
        range(1, 10**6), 0, key=lambda k: of("gaussian")(k=k) - min(of(way)(k=k, d=18) for way in ("sharp", "cells"))),
    "their bound halves, to {half:.2f}, and is below PMW's, which falls by {falls:.0%}":
        (of("cells")(k=10**5), 1 - of("sharp")(k=10**5) / of("sharp")(k=10**5, d=18)),
    "*Real*: {n:,} census records": data.load_adult_bits().n,
    "About {two:.0%}; with": stolen("each", 2),
    "with 128 answers more than 96%.": 0.96 < stolen("each", 4) < 0.97,
    "the attack falls to {total:.0%}, nearly a coin": stolen("total", 2),
    "gets more than {ceiling:.0%} of fair bits right on average": attack_ceiling(1.0),
    "each of {k} queries with its negative": hunted().n_queries // 2,
    "is worst on hours {a} to {b}: too small by {error:.3f}": (WORST[0], WORST[-1], HUNTED.errors[0]),
    "falls from {one:.3f} to {last:.3f}. At ten times the rate $p^t$ swings, the average errs by {rash:.2f}; "
    "at a tenth by {slow:.2f}": (HUNTED.errors[0], off(HUNTED), off(bikes(10.0)), off(bikes(0.1))),
    "a step spends {each:.3f} and $\\hat p$ ends {one:.3f} off; at $\\varepsilon = 0.1$, {less:.3f}.":
        (qr.step_epsilon(1.0, 1e-6, 100), privately(1.0), privately(0.1)),
    "U17's bound says {printed:.2f} and the sharper one {sharp:.2f}; the truth is {average:.2f}.":
        experiments.hunt_error.at(T=100),
    "after 64 steps at U17's rate the answer is {two_sided:.3f} too low": evidence("U17-ONESIDED"),
    "**Answer: 0.9.** {epsilon:.3f}. Half of": printed("true ε  ")[0],
    "(Outputs are numbered in base six: 168 is the sequence of queries {a}, {b}, {c}.)":
        tuple(np.unravel_index(int(printed("at output")[0]), (6, 6, 6))),
    "says some $2^{{bits}}$ cells":
        round(np.log2(10_000 * np.sqrt(17 * np.log(2) * (np.log(1e6) + 1)))),
    "the curves cross between 16 and 17 bits": crossing,
    "and {two:.0f}, because two cells move": (2 / 3) / (1 / 3),
    "*noise once on each cell* errs less than PMW": CENSUS,
    "Five of {n:,} people who do not exist": data.load_adult_bits().n,
    "Left PMW": LEARNING,
    "PMW is first in {pmw} of them, another learner in {others}, noise on the cells in {cells}, the uniform guess in "
    "{guess} ": first,
    "We searched {worlds} worlds for one where PMW errs least": lambda: sum(first().values()),
    "$2^{40}$ cells fill {terabytes:.1f} terabytes": {"terabytes": 8 * 2**40 / 1e12},
    "at a billion operations a second it takes more than 5,000 years": 5000 < years() < 6000,
    "PMW's promise is the lowest, whatever the data": LARGE,
    "Noise once on the cells promises less while": crossing,
    "is proved for $\\varepsilon \\le 8(1-\\frac1{\\sqrt2})L$": checked("U17-PMW-DP"),
}
GIVEN = r"""
the records of $n = 10{,}000$ people, $d = 18$ yes-or-no answers each: $2^{18}$ cells
privacy, $\varepsilon = 1$ and $\delta = 10^{-6}$, *for
it passes 0.1 after
hours 7 to 9, or 7 to 20, or
no answer off by more than 0.1?
any set* of hours, such as 3, 8 and 17
With 1,000 questions the worst
And with 100,000?
*Try* $d = 16$, a quarter
With entries in $[0,1]$ an answer
**Predict.** 32 people, 64 answers, each of them with Laplace noise that is $\varepsilon = 1$
$H_k = 1+\frac12+\dots
With $\delta > 0$ and composition
lecture 3's for 100 steps and 24 experts
Move $t$ to 100
For the bikes after 100 steps
after 64 steps at U17's rate
claim $\varepsilon = 1$, and so do her cells
with a largest error of 0.1
8 to 12 bits, 300 to 3,000 people, $(1, 10^{-6})$
Asked are $16\lvert X\rvert$ random halves
people: 12 bits and 400, none of the 72, found
of PMW; and 8 bits and 3,000. Asked
and 2,000 questions on which the uniform guess errs
10,000 people, 100,000 questions.
256 cells are few. On
census bits, at $\varepsilon = 0.1$, *
whatever is asked, at $\delta = 0$
privately at $\varepsilon = 1$, a step spends
off; at $\varepsilon = 0.1$
With sharper constants the 4 becomes 2
With $s = \sqrt T$ and $a = 2\sqrt
least where $2s(\alpha s-a) = \alpha s^2$, so at $s = 2a/\alpha$: $T = 16\ln
end nobody can run PMW: $2^{40}$ cells
for $q$ or $-q$ in $[0,1]$, so
168 is the sequence
Each of $k$ answers in $[0,1]$
a row each with entries in $[0,1]$
(\lvert X\rvert p^*(x)) > 0$
\tfrac{\eta^2w^2}8.$$
$\mathrm{KL}_{T+1} \ge 0$
At $\lvert X\rvert = 65{,}536$, $k = 1{,}000$, $(1, 10^{-6})$ and $\alpha = 0.1$
$\lvert X\rvert = 2^d$ (lecture 1: a VC dimension)
a query, entries in $[0,1]$ or $[-1,0]$
queries in $[0,1]$ with their negations
"""
