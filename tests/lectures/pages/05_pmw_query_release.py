"""Lecture 5: what its prose says, computed."""

from bisect import bisect
from functools import cache, partial
from itertools import islice

import numpy as np
from claims import Comparison, checked, evidence, prints, simulated

from dplearn import data, experiments, experts, mechanisms, privacy, query_release as qr
from dplearn.private_experts import attack_ceiling
from dplearn.query_release.deeper.experiments import worlds as deeper_worlds
from dplearn.query_release.experiments import census, worlds
from dplearn.query_release.experiments.hunts import day, hunted, sets
from dplearn.query_release.figures import SEED

NOISES = {"split": {"delta": 0.0}, "composed": {}, "gaussian": {"noise": "gaussian"}}
BUDGET = {"n": 10_000, "epsilon": 1.0, "delta": 1e-6}
printed = prints("05-pmw-query-release")


# ---- the story, and the promises
@cache
def noise(k, way, n=10_000):
    """Expected largest of k noises, at (1, 1e-6) or (1, 0)."""
    scale = qr.answer_scale(k, **BUDGET | {"n": n} | NOISES[way])
    return (qr.gaussian_max_expected if way == "gaussian" else qr.laplace_max_expected)(k, scale)


@cache
def stands(way, limit=0.1):
    """The last k at which the noise is within a limit."""
    return bisect(range(1, 10**6), limit, key=lambda k: noise(k, way))


def learned(k, d=16):
    return qr.pmw_best_bound.sharp(2**d, 2 * k, **BUDGET)


def cells(k, d=16):
    """By hand: 2/(εn) (√(|X| ln 2k) + ln 2k)."""
    return 2 / 10_000 * (np.sqrt(2**d * np.log(2 * k)) + np.log(2 * k))


def below_both():
    """The last k at which Gaussian noise on each answer is exactly below both promises."""
    return bisect(range(1, 10**6), 0, key=lambda k: noise(k, "gaussian") - min(learned(k), cells(k)))


PROMISES = Comparison("cells", {"PMW": learned, "cells": cells}, "bound", settings=({"k": 1000}, {"k": 10**6}))


def from_twenty():
    """From 17 to 10^6 questions the cells' promise is the lower one with 16 bits, PMW's with 17; at 15 it is PMW's."""
    return all(cells(k, 16) < learned(k, 16) and learned(k, 17) < cells(k, 17)
               for k in (*range(17, 30), 50, 100, 1000, 10**4, 10**5, 10**6)) and learned(15, 16) < cells(15, 16)


def limit():
    """The bits at which |X| is εn √(ln|X| (L + ε)); the curves cross between 16 and 17, for 100 to 10^6 questions."""
    size = 1e5
    for _ in range(50):
        size = 10_000 * np.sqrt(np.log(size) * (np.log(1e6) + 1))
    d = np.linspace(14, 20, 601)
    for k in (100, 1000, 10**6):
        lower = np.array([cells(k, x) < qr.pmw_best_bound.sharp.curve(2**x, 2 * k, **BUDGET) for x in d])
        assert 16 < d[lower].max() < 17 and (np.diff(lower.astype(int)) <= 0).all()
    return round(np.log2(size), 1)


LARGE = Comparison("PMW", {
    "PMW": learned, "cells": cells, "on each answer": lambda k, d: noise(k, "gaussian"), "guess": lambda k, d: 0.5,
}, "bound", settings=tuple({"k": k, "d": d} for k in (10**5, 10**6) for d in (17, 24, 40)))


# ---- the attack, the hunt
def stolen(answers, ratio):
    return simulated(experiments.reconstruction, ratio, seed=1886, runs=600, answers=answers)["mean"]


def bikes(t, speed=1.0):
    """The worst error of the average of p^1..p^t at so many times η*, and of each of them."""
    eta = speed * experts.learning_rate(100, 24, rule="hoeffding")
    path = np.array([step.p for step in islice(qr.hunt_steps(day("bikes"), hunted("intervals"), eta=eta), t)])
    return qr.max_error(sets("intervals"), day("bikes"), np.vstack([path.mean(axis=0), path]))


def swings():
    """At ten times η* the guesses come and go between errors of 0.14 and 0.78 to the end."""
    errors = bikes(100, 10.0)[1:]
    return min(errors[-3:]) < 0.15 and max(errors[-3:]) > 0.75 and np.allclose(errors[-3:], errors[-6:-3], atol=1e-3)


def privately():
    """The picture's private runs, 100 steps at δ = 10^-6 with the seed of the picture: ε₀ at ε = 1, and both errors."""
    found = {"each": qr.step_epsilon(1.0, 1e-6, 100), "low": 0.1}
    for name, epsilon in (("one", 1.0), ("less", found["low"])):
        release = qr.pmw(day("bikes"), hunted("intervals"), n=2951, epsilon=epsilon, delta=1e-6, T=100,
                         rng=np.random.default_rng(SEED))
        found[name] = qr.max_error(sets("intervals"), day("bikes"), release.histogram)
    return found


@cache
def first_query():
    """First and last hour of the first query, and its error."""
    run = qr.multiplicative_weights(day("bikes"), hunted("intervals"), 100, eta="hoeffding")
    hours = np.flatnonzero(hunted("intervals").query(int(run.chosen[0])) < 0)
    return {"a": hours[0], "b": hours[-1], "error": run.errors[0]}


def shifted():
    """Adding 1 to all losses of a day changes neither the weights nor the regret."""
    found = []
    for losses in (one := np.random.default_rng(1).random((6, 4)) - 1, one + 1):
        so_far = np.cumsum(losses, axis=0) - losses
        weights = np.exp(-0.7 * (so_far - so_far.min(axis=1, keepdims=True)))
        p = weights / weights.sum(axis=1, keepdims=True)
        found.append([*p.ravel(), (p * losses).sum() - losses.sum(axis=0).min()])
    return np.allclose(*found)


# ---- the private choice
def betrayed():
    """Two neighbors of three records whose worst queries differ."""
    rows = np.vstack([np.eye(3), -np.eye(3)])
    one, other = (qr.worst_query(rows @ (1 - np.bincount(x, minlength=3)) / 3) for x in ((0, 1, 2), (0, 0, 2)))
    return one != other


def first_choice():
    """ε of one choice among the six queries, over all neighbors of three records, by hand."""
    rows, laws = np.vstack([np.eye(3), -np.eye(3)]), {}
    for x in privacy.all_datasets(range(3), 3, ordered=True):
        weights = np.exp(0.5 * 3 / 2 * rows @ (1 / 3 - np.bincount(x, minlength=3) / 3))
        laws[x] = np.log(weights / weights.sum())
    return max(abs(laws[x] - laws[y]).max() for x in laws for y in laws if sum(a != b for a, b in zip(x, y)) == 1)


def two_cells(n=3, epsilon=1.0):
    """The log-ratio of Laplace noise of scale 1/(εn) on two cells, where both densities move their most."""
    return sum(abs(abs(9 - h) - abs(9 - h - 1 / n)) * epsilon * n for h in (0, 1 / n))


def years(size=2.0**40, k=10**5):
    """T |Q| |X| operations, a billion a second, T the best of the sharper bound: the office, at the picture's end."""
    return qr.best_whole_rounds.sharp(size, 2 * k, **BUDGET) * 2 * k * size / 1e9 / (365.25 * 86_400)


def third_less():
    """Most that a choice can lose, W((|Q| - 1)/e), in units of ln|Q|, at |Q| = 2000: w e^w = 1999/e."""
    w = np.linspace(4, 6, 2_000_001)
    return w[abs(w * np.exp(w) - 1999 / np.e).argmin()] / np.log(2000)


def weighs_less():
    """A query g units of 2/(ε₀n) behind; at g = ln|Q| the |Q| - 1 others weigh 1 - 1/|Q| of the worst."""
    n, step, found = 50, 0.3, []
    for size in (2, 6, 1000):
        g = np.r_[0.0, np.full(size - 1, np.log(size))]
        law = mechanisms.exponential_probabilities(-g * 2 / (step * n), score_sensitivity=1 / n, epsilon=step)
        found.append(np.isclose(law[1] / law[0], np.exp(-g[1])) and law[1:].sum() < law[0])
    return all(found)


def worst_sequence():
    """The output that the audit names, by hand: its digits in base six."""
    output = int(printed("at output")[0])
    return output == 168 and (output // 36, output // 6 % 6, output % 6)


def as_in_the_code():
    """The private choice of `pmw` is that call, at width 1."""
    draws = []
    for n, step in ((10, 0.5), (1000, 0.1)):
        errors = np.random.default_rng(2).random(8)
        one = [qr.NoisyWorst(1.0, n, step, np.random.default_rng(i))(errors) for i in range(50)]
        draws.append(one == [mechanisms.exponential_mechanism(errors, score_sensitivity=1 / n, epsilon=step,
                                                              rng=np.random.default_rng(i)) for i in range(50)])
    return all(draws)


def plan_is_best(a=6.7, alpha=0.1):
    """s²/(αs - a) is least at s = 2a/α."""
    s = np.linspace(1.01 * a / alpha, 2000, 2_000_000)
    return abs(s[(s**2 / (alpha * s - a)).argmin()] - 2 * a / alpha) < 0.01


def people():
    """The least n for an error of 0.1 at |X| = 2^16, k = 1000: U17's constants, the sharper ones, the cells."""
    def promised(rounds, bound):
        return lambda n: bound(2**16, 2000, n, 1.0, 1e-6, rounds(2**16, 2000, n, 1.0, 1e-6))

    promises = promised(qr.best_whole_rounds, qr.pmw_bound), promised(qr.best_whole_rounds.sharp, qr.pmw_bound.sharp)
    noisy = 2 * (np.sqrt(2**16 * np.log(2000)) + np.log(2000)) / 0.1
    return *(bisect(range(1, 10**6), -0.1, key=lambda n: -f(n)) + 1 for f in promises), int(np.ceil(noisy))


# ---- real data, and worlds
STEPS = qr.best_whole_rounds.sharp(2**8, 2 * 448, 45_222, 1.0, 1e-6)
ALL = {way: partial(census.release_errors, way) for way in census.WAYS}
BUDGETS = ({"epsilon": 0.1}, {"epsilon": 1.0})
CENSUS = [Comparison(winner, {way: ALL[way] for way in ALL if way not in left_out}, "mean", settings=BUDGETS, seeds=24,
                     among="release") for winner, left_out in (("cells", ("projected",)), ("projected", ()))]
FOUND = worlds.World("lopsided", "hidden", 12, 400)
LEARNING = Comparison("pmw", {way: partial(worlds.seeds_of, FOUND, way) for way in worlds.WAYS}, "mean", seeds=24,
                      among="release")
NOISES_ON_CELLS = ("cells", "gaussian_cells", "projected")


def means(epsilon=1.0):
    """Of 24 releases of eight columns, by way."""
    return {way: census.release_errors(way, epsilon).mean() for way in ("cells", "fitted", "mwem", "gaussian", "pmw")}


def asked():
    return {"tables": len(census.census()[2].subsets), "k": census.census()[2].n_queries}


def in_order():
    """Of the six ways in the picture the five are named in their order, at both budgets."""
    six = ("cells", "fitted", "mwem", "gaussian", "pmw", "laplace")
    return all((np.diff([census.release_errors(way, **e).mean() for way in six]) > 0).all() for e in BUDGETS)


def first():
    """In how many of 72 worlds PMW errs least, other learners, noise on the cells, the guess."""
    least = [min(row, key=row.get) for world, row in worlds.search().items()
             if world not in deeper_worlds.SHOWN.values()]
    assert len(least) == 72
    others = sum(way in deeper_worlds.LEARNED and way != "pmw" for way in least)
    return {"pmw": least.count("pmw"), "others": others, "cells": sum(way in NOISES_ON_CELLS for way in least),
            "guess": least.count("uniform")}


def least_of_eight_bits():
    """The error of the best way with 8 bits and 3,000 people, where that is noise on the cells."""
    row = worlds.search()[worlds.World("lopsided", "hidden", 8, 3000)]
    return row[min(row, key=row.get)] if min(row, key=row.get) in NOISES_ON_CELLS else None


def errors_of_the_world():
    """Means of 24 draws in the world that was found; `fitted` looks for a distribution, so it learns."""
    found = {way: worlds.seeds_of(FOUND, way).mean() for way in worlds.WAYS}
    noises = [found[way] for way in found if way not in (*deeper_worlds.LEARNED, "uniform")]
    assert "fitted" in deeper_worlds.LEARNED and found["mwem_gaussian"] == sorted(found.values())[1]
    return {"pmw": found["pmw"], "mwem": found["mwem_gaussian"], "nearest": found["fitted"], "noise": min(noises)}


def passes(epsilon=1.0):
    """From how many columns on noise on the cells errs more than PMW; fitted noise and MWEM err less than both."""
    found = {d: row for (e, d), row in deeper_worlds.rivals().items() if e == epsilon}
    later = [d for d in found if found[d]["cells"][0] > found[d]["pmw"][0]]
    assert later == [*range(min(later), 17)]
    assert all(max(found[d]["fitted"][0], found[d]["mwem"][0]) < found[d]["pmw"][0] for d in later)
    return min(later)


def ten_times():
    """Where the promises cross, in units of εn, for k = 100,000 and 1,000 to 100,000 people: 7.7 to 10.3."""
    d, found = np.linspace(8, 24, 1601), []
    for n in (1000, 10_000, 100_000):
        noisy = 2 / n * (np.sqrt(2**d * np.log(2e5)) + np.log(2e5))
        found.append(2 ** d[noisy < qr.pmw_best_bound.sharp.curve(2**d, 2 * 10**5, n, 1.0, 1e-6)].max() / n)
    return min(found) > 5 and max(found) < 20


PLAIN = {"found by looking for a win of PMW": "how it was found; the table's winners are held below"}
CLAIMS = {
    "With $\\varepsilon/k$ for each after {split} questions; with composition after {composed:,}; "
    "with Gaussian noise after {gaussian:,}.": {way: stands(way) for way in NOISES},
    "From a thousand questions to a million PMW's goes from {low:.2f} to {high:.2f}": (learned(1000), learned(10**6)),
    "its **obvious rival**, from {low:.2f} to {high:.2f}": (cells(1000), cells(10**6)),
    "from 0.14 to 0.20: the lower one": PROMISES,
    "that of {cells:,} noisy shares": 2**16,
    "Up to {both:,} questions Gaussian noise on each answer is below both.": below_both,
    "the rival's promise doubles, to {two:.2f}; PMW's grows by {grows:.0%}":
        (cells(1000, 18), learned(1000, 18) / learned(1000) - 1),
    "the rival's promise doubles": 1.97 < cells(1000, 18) / cells(1000) < 2,
    "*Real*: {n:,} census records": data.load_adult_bits().n,
    "About {two:.0%}; with": stolen("each", 2),
    "with 128 answers more than 96%.": 0.96 < stolen("each", 4) < 0.97,
    "the attack falls to {total:.0%}, nearly a coin": stolen("total", 2),
    "gets more than {ceiling:.0%} of fair bits right on average": attack_ceiling(1.0),
    "{n:,} busy hours of a bike hire": data.load_interval_task("rush_hour_by_hour").y.sum(),
    "from one hour to another, {k} of them, each with its negative": sets("intervals").n_queries,
    "is worst on hours {a} to {b}: too small by {error:.3f}": first_query,
    "falls from {one:.3f} to {eight:.3f} at step 8 and {last:.3f} at 100.": tuple(bikes(t)[0] for t in (1, 8, 100)),
    "At ten times the rate $p^t$ swings": swings,
    "the average errs by {rash:.2f}; at a tenth by {slow:.2f}": (bikes(100, 10.0)[0], bikes(100, 0.1)[0]),
    "a step spends {each:.3f} and $\\hat p$ ends {one:.3f} off; at $\\varepsilon = {low}$, {less:.3f}.": privately,
    "By lecture 3 that is at most $2\\sqrt{\\ln\\lvert X\\rvert/T}$ at U17's rate":
        np.isclose(experts.regret_bound(100, 24) / 100, 2 * np.sqrt(np.log(24) / 100)),
    "and $\\sqrt{\\ln\\lvert X\\rvert/(2T)}$ at $\\eta": checked("U17-PMW1-SHARP"),
    "Whatever $Q$ and $p^*$ are, the worst error of $\\hat p$ is at most": checked("U17-PMW1"),
    "add 1 to all losses of a day, and neither the next bet nor the regret changes": shifted,
    "U17's bound says {printed:.2f} and the sharper one {sharp:.2f}; the truth is {average:.2f}.":
        experiments.hunt_error.at(T=100),
    "after 64 steps at U17's rate the answer is {two_sided:.3f} too low": evidence("U17-ONESIDED"),
    "replace one of three records, and the worst query can be another one *for certain*": betrayed,
    "**Answer.** {epsilon:.3f}. Half of": printed("true ε  ")[0],
    "and a first choice costs {one:.3f}": first_choice,
    "for small $\\varepsilon/L$ smaller by $\\sqrt2$":
        np.isclose(qr.step_epsilon(1e-3, 1e-6, 100) / qr.printed_step_epsilon(1e-3, 1e-6, 100), np.sqrt(2), rtol=1e-3),
    "is least where both terms are equal, at $T = a/b$, and there it is $2\\sqrt{ab}$": checked("U17-PMW3"),
    "With sharper constants the 4 becomes 2, $L$ becomes $L+\\varepsilon$": checked("U17-PMW3"),
    "[about a third less](deeper/5b-how-tight.ipynb#2.-The-private-choice) "
    "(a factor of {factor:.3f} at $\\lvert Q\\rvert = 2{,}000$)": third_less,
    "is chosen $e^{-g}$ times as often. All that are more than $\\ln\\lvert Q\\rvert$ units behind weigh, together, "
    "less": weighs_less,
    "(Outputs are numbered in base six: 168 is the sequence of queries {a}, {b}, {c}.)": worst_sequence,
    "`mechanisms.exponential_mechanism(errors, score_sensitivity=1 / n, epsilon=epsilon_step, rng=rng)`":
        as_in_the_code,
    "$-\\ln\\Pr[q] = \\ln Z-cs(q)$": checked("U17-EM"),
    "For the office that says $2^{17}$ cells; with the third less, the curves cross between 16 and 17 bits":
        limit() == 17,
    "**Answer.** {halved:.3f} in place of {right:.3f}; and": tuple(printed("claimed ε = 1: true")[::-1]),
    "and {two:.0f}, because two cells move": two_cells,
    "{tables} tables, {k} questions, $\\delta": asked,
    "So {tables} *tables* share the budget, not {k} answers": asked,
    "PMW's sharper bound asks for {T:,} steps": STEPS,
    "*Noise once on each of them* errs least at both budgets": CENSUS[0],
    "once on each of them* errs least at both budgets": CENSUS[1],
    "by {cells:.4f} on average at $\\varepsilon = 1$. Then, of these six, fitted noise ({fitted:.4f}), "
    "MWEM ({mwem:.4f}), Gaussian noise on tables ({gaussian:.4f}) and PMW ({pmw:.4f};": means,
    "Then, of these six, fitted noise": in_order,
    "promised were {bound:.3f})": qr.pmw_bound_sharp(2**8, 2 * 448, 45_222, 1.0, 1e-6, STEPS),
    "Five of {n:,} people who do not exist": data.load_adult_bits().n,
    "Left PMW, {pmw:.3f}, then MWEM with {mwem:.3f}; the distribution nearest to noisy answers, a learner too, has "
    "{nearest:.3f}, the best noise {noise:.3f}.": errors_of_the_world,
    "Left PMW": LEARNING,
    "Right noise on the cells, {least:.3f}.": lambda: {"least": least_of_eight_bits()},
    "PMW is first in {pmw} of them, another learner in {others}, noise on the cells in {cells}, the uniform guess in "
    "{guess} ": first,
    "We searched {worlds} worlds for one where PMW errs least": lambda: sum(first().values()),
    "$2^{40}$ cells fill {terabytes:.1f} terabytes": {"terabytes": 8 * 2**40 / 1e12},
    "at a billion operations a second it takes more than 5,000 years": 5000 < years() < 6000,
    "PMW's promise is the lowest, whatever the data": LARGE,
    "to some ten times $\\varepsilon n$": ten_times,
    "Gaussian from eight on": [noise(k, "gaussian") < min(noise(k, "split"), noise(k, "composed"))
        for k in (6, 7, 8, 9, 100)] == [False, False, True, True, True],
    "noise on the cells passes PMW's error from {columns} columns on": passes,
    "Noise once on the cells promises less while": PROMISES,
    "for $k$ above some twenty, about as long as": from_twenty,
    "and errs least on eight census bits": CENSUS[0],
    "at $(1, 0)$ 10,000 people stand {split} questions with a largest error of 0.1": stands("split"),
    "is proved for $\\varepsilon \\le 8(1-\\frac1{\\sqrt2})L$": checked("U17-PMW-DP"),
    "With $s = \\sqrt T$ and $a = 2\\sqrt{\\ln\\lvert X\\rvert}$ this is a constant times "
    "$\\frac{s^2}{\\alpha s-a}$, least where "
    "$2s(\\alpha s-a) = \\alpha s^2$, so at $s = 2a/\\alpha$: $T = 16\\ln\\lvert X\\rvert/\\alpha^2$": plan_is_best,
    "U17's constants ask for {printed:,} people, the sharper ones for {sharp:,}, noise on the cells for {cells:,}.":
        people,
}
GIVEN = r"""
the records of $n = 10{,}000$ people, $d = 16$
promised $(1, 10^{-6})$-privacy
at $\lvert Q\rvert = 2{,}000$
is the worst one off by 0.1 on average?
at 1,000 questions, that
*Try* $d = 18$, four
With entries in $[0,1]$ an answer
**Answer.** 256 cells are few
**Predict.** 32 people, 64 answers, each of them with Laplace noise that is $\varepsilon = 1$
$H_k = 1+\frac12+\dots
With $\delta > 0$ and composition
lecture 3's for 100 steps and 24 experts
Move $t$ to 100
at step 8 and
at 100. At ten times the rate
For the bikes after 100 steps
after 64 steps at U17's rate
claim $\varepsilon = 1$, and so do her cells
with a largest error of 0.1
of 24 releases each
steps at $\varepsilon = 1$;
on average at $\varepsilon = 1$. Then
with $\delta = 0$: by
8 to 12 bits, 300 to 3,000 people, $(1, 10^{-6})$
Asked are $16\lvert X\rvert$ random halves
people: 12 bits and 400, none of the 72, found
of PMW; and 8 bits and 3,000. Asked
and 2,000 questions on which the uniform guess errs
10,000 people, 100,000 questions.
whatever is asked, at $\delta = 0$
columns on ($\varepsilon = 1$,
questions, $\delta = 10^{-6}$. *
privately at $\varepsilon = 1$, a step spends
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
