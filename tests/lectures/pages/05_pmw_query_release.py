"""Lecture 5: what its prose says, computed."""

from bisect import bisect
from functools import cache

import numpy as np
from claims import checked, evidence, prints, simulated

from dplearn import data, experiments, experts, query_release as qr
from dplearn.private_experts import attack_ceiling
from dplearn.query_release.experiments.census import census
from dplearn.query_release.experiments.hunts import day, hunted, sets

NOISES = {"split": {"delta": 0.0}, "composed": {}, "gaussian": {"noise": "gaussian"}}
WORLD = 2**16, 32, 500, 1.0, 1e-6
KS, LINE = range(1, 10**6), np.linspace(-1, 50, 500_001)
STEPS = qr.best_whole_rounds.sharp(2**8, 2 * 448, 45_222, 1.0, 1e-6)
printed = prints("05-pmw-query-release")
# At ε = 0.1 and 1, of Gaussian noise, the same fitted, PMW and MWEM: mean, least and largest error of 24 releases
RELEASES = np.reshape(printed("[picture: A dot for the worst error")[1:], (2, 13))[:, 1:].reshape(2, 4, 3)
GAUSSIAN, FITTED, PMW, MWEM = range(4)


@cache
def noise(k, way, n=10_000):
    """Expected largest of k noises, at (1, 1e-6) or (1, 0)."""
    scale = qr.answer_scale(k, **{"n": n, "epsilon": 1.0, "delta": 1e-6, **NOISES[way]})
    return (qr.gaussian_max_expected if way == "gaussian" else qr.laplace_max_expected)(k, scale)


@cache
def stands(way, limit=0.1):
    """The last k at which the noise is within a limit."""
    return bisect(KS, limit, key=lambda k: noise(k, way))


def promise(k, d=16):
    return qr.pmw_best_bound.sharp(2**d, 2 * k, 10_000, 1.0, 1e-6)


def below_from(way):
    return bisect(KS, 0, key=lambda k: noise(k, way) - promise(k)) + 1


def stolen(answers, ratio):
    return simulated(experiments.reconstruction, ratio, seed=1886, runs=600, answers=answers)["mean"]


@cache
def survey():
    """T -> mean error of 400 runs."""
    e = experiments.pmw_error
    return dict(zip(e.simulated_x, e.simulate(e.setting(), seed=1886, runs=400).mean))


def least():
    """The T of least error, and that error."""
    return min(survey().items(), key=lambda point: point[1])


def bikes(t, speed=1.0):
    return experiments.hunt.at(t=t, speed=speed)["error"]


@cache
def first_queries():
    """First and last hour of the first two queries, and the first error."""
    run = qr.multiplicative_weights(day("bikes"), hunted("intervals"), 100, eta="hoeffding")
    hours = [np.flatnonzero(hunted("intervals").query(int(i)) < 0) for i in run.chosen[:2]]
    return [{"a": h[0], "b": h[-1], "error": run.errors[0]} for h in hours]


def betrayed():
    """Two neighbors of three records whose worst queries differ."""
    rows = np.vstack([np.eye(3), -np.eye(3)])
    one, other = (qr.worst_query(rows @ (1 - np.bincount(x, minlength=3)) / 3) for x in ((0, 1, 2), (0, 0, 2)))
    return one != other


def asked():
    return {"tables": len(census()[2].subsets), "k": census()[2].n_queries}


def plan_is_best(a=6.7, alpha=0.1):
    """s²/(αs - a) is least at s = 2a/α."""
    s = np.linspace(1.01 * a / alpha, 2000, 2_000_000)
    return abs(s[(s**2 / (alpha * s - a)).argmin()] - 2 * a / alpha) < 0.01


CLAIMS = {
    "the worst answer is off by 0.1 after {split} questions; with composition after {composed:,}; "
    "with Gaussian noise after {gaussian:,}.": {way: stands(way) for way in NOISES},
    "After {laplace:,} (composition) or {gaussian:,} (Gaussian), \"one half\" to everything":
        (stands("composed", 0.5), stands("gaussian", 0.5)),
    "From a thousand questions to a million PMW's promise goes from {low:.2f} to {high:.2f}.":
        (promise(1000), promise(10**6)),
    "It is below Laplace noise from {laplace:,} questions on, below Gaussian noise from {gaussian:,}.":
        (below_from("composed"), below_from("gaussian")),
    "{times:.0f} million times as many kinds of people; the promise grows by {grows:.0%}.":
        (2**24 / 1e6, promise(1000, 40) / promise(1000) - 1),
    "*Real*: {n:,} census records": data.load_adult_bits().n,
    "About {two:.0%} of the bits;": stolen("each", 2),
    "with 128 answers more than 96%.": 0.96 < stolen("each", 4) < 0.97,
    "the attack (the banded line) falls to {total:.0%}, nearly a coin": stolen("total", 2),
    "right on average, {ceiling:.0%} at $\\varepsilon = 1$": attack_ceiling(1.0),
    "{n:,} busy hours of a bike hire": data.load_interval_task("rush_hour_by_hour").y.sum(),
    "from hour $a$ to hour $b$, {k} of them, each with its negative": sets("intervals").n_queries,
    "the worst of the {k} answers now": sets("intervals").n_queries,
    "is worst on \"from {a} to {b} o'clock\": too small by {error:.3f}": first_queries()[0],
    "Its entries are $-1$ from {a} to {b}: these weights grow": first_queries()[0],
    "$p^2$ is worst on {a} to {b}, and so on": first_queries()[1],
    "falls from {one:.3f} to {eight:.3f} at $t = 8$ and {last:.3f} at 100.": (bikes(1), bikes(8), bikes(100)),
    "At ten times the rate it is {rash:.2f} there, at a tenth {slow:.2f}": (bikes(100, 10.0), bikes(100, 0.1)),
    "6. Lecture 3: $R_T \\le 2\\sqrt{T\\ln\\lvert X\\rvert}$":
        np.isclose(experts.regret_bound(100, 24), 2 * np.sqrt(100 * np.log(24))),
    "its line 3 holds for $x \\ge -1$": (np.exp(-LINE) <= 1 - LINE + LINE**2).all(),
    "U17's bound says {printed:.2f} and the sharper one {sharp:.2f}; the truth is {average:.2f}.":
        experiments.hunt_error.at(T=100),
    "after 64 steps answers {two_sided:.3f} too low": evidence("U17-ONESIDED"),
    "$\\ln\\lvert Q\\rvert$ grows by {two:.1f}": np.log(2),
    "replace one of three records, and the worst query can be another one *for certain*": betrayed,
    "**Answer.** {epsilon:.3f}, over all neighboring data sets": printed("true ε  ")[0],
    "for small $\\varepsilon/L$ smaller by $\\sqrt2$":
        np.isclose(qr.step_epsilon(1e-3, 1e-6, 100) / qr.printed_step_epsilon(1e-3, 1e-6, 100), np.sqrt(2), rtol=1e-3),
    "is least where both terms are equal, at $T = a/b$, and there it is $2\\sqrt{ab}$": checked("U17-PMW3"),
    "With the sharper constants the 4 becomes 2, and $L$ becomes $L+\\varepsilon$.": checked("U17-PMW3"),
    "take for $\\ln\\lvert Q\\rvert$ [the most that a choice can lose]": checked("U17-EM-SHARP"),
    "$-\\ln\\Pr[q] = \\ln Z-cs(q)$": checked("U17-EM"),
    "U17's bound is least at $T = {printed}$ steps, the sharper one at {sharp}.":
        (qr.best_whole_rounds(*WORLD), qr.best_whole_rounds.sharp(*WORLD)),
    "is least near $T = {T:.0f}$: {least:.2f}.": least,
    "Near the bound's $T$, at 128, it is {error:.2f} (fewer runs may show 0.08).":
        survey()[128],
    "The bounds promise {printed:.2f} (U17, which says nothing) and {sharp:.2f} (sharper)":
        (qr.pmw_best_bound(*WORLD), qr.pmw_best_bound.sharp(*WORLD)),
    "Gaussian noise on each of the sixteen answers errs by {few:.2f}: the hunt loses at the bound's $T$, "
    "and $T = {best:.0f}$ is hindsight.": (noise(16, "gaussian", 500), least()[0]),
    "the hunt loses at the bound's $T$": survey()[128] > noise(16, "gaussian", 500),
    "**Answer.** {right:.3f} and {halved:.3f}.": tuple(printed("claimed ε = 1: true")),
    "{tables} tables of eight cells each, {k} questions": asked,
    "PMW's bound asks for {T:,} steps": STEPS,
    "So the {tables} *tables* share the budget, not the {k} answers": asked,
    "Uniform answers are off by up to {uniform:.2f}": qr.max_error(census()[2], census()[1], np.full(256, 1 / 256)),
    "All {T:,} choices bring the error to {all:.4f}, far less than the promised {bound:.3f}.":
        (STEPS, printed(f"PMW, {STEPS:,} choices")[0], printed("promised, expected")[0]),
    "Laplace noise errs by {l:.4f} on answers and {lt:.4f} on tables, Gaussian noise by {g:.4f} and {gt:.4f}.":
        tuple(printed(f"{noise} on {what}")[0] for noise in ("Laplace", "Gaussian") for what in ("answers", "tables")),
    "at $\\varepsilon = 1$ it errs by {fitted:.4f} on average": RELEASES[1, FITTED, 0],
    "its worst release is better than MWEM's best": RELEASES[1, FITTED, 2] < RELEASES[1, MWEM, 1],
    "On these eight columns fitted noise wins at both budgets": (RELEASES[:, :, 0].argmin(axis=1) == FITTED).all(),
    "Then MWEM ({mwem:.4f}), Gaussian noise ({gaussian:.4f}), PMW ({pmw:.4f}).":
        tuple(RELEASES[1, [MWEM, GAUSSIAN, PMW], 0]),
    "with sixteen columns at $\\varepsilon = 0.1$ MWEM is the better one":
        np.greater(*prints("deeper/5c-which-release")("16 columns, ε = 0.1 : fitted")[::3]),
    "*Download* gives {n:,} people who do not exist": data.load_adult_bits().n,
    "at $(1, 0)$ 10,000 people stand {split} questions with a largest error of 0.1": stands("split"),
    "fitted noise on whole tables errs less than MWEM, and both less than PMW, over 24 releases each":
        (np.diff(RELEASES[:, [FITTED, MWEM, PMW], 0]) > 0).all(),
    "proved for $\\varepsilon \\le 8(1-\\frac1{\\sqrt2})L$": checked("U17-PMW-DP"),
    "With $s = \\sqrt T$ and $a = 2\\sqrt{\\ln\\lvert X\\rvert}$ this is a constant times "
    "$\\frac{s^2}{\\alpha s-a}$, least where "
    "$2s(\\alpha s-a) = \\alpha s^2$, so at $s = 2a/\\alpha$: $T = 16\\ln\\lvert X\\rvert/\\alpha^2$": plan_is_best,
}
GIVEN = r"""
the records of $n = 10{,}000$ people, $d = 16$
work more than 40 hours
promised $(1, 10^{-6})$-privacy
is the worst answer off by 0.1 on average?
*Try* $d = 40$
if the entries of $q$ lie in $[0,1]$
**Predict.** 32 people, 64 answers, each of them with Laplace noise that is $\varepsilon = 1$
$H_k = 1+\frac12+\dots
With $\delta > 0$ and composition
Move $t$ to 100
5. So line 2 is at most
(Also for entries in $[-1,0]$, as $\eta \le 1$
For the bikes at $T = 100$
is off by 0.1 after
; with 128 answers more than 96%
at 128, it is
fewer runs may show 0.08
73% at $\varepsilon = 1$
at $t = 8$ and
at 100. At ten times the rate
after 64 steps answers
at $\varepsilon = 1$ it errs by
with sixteen columns at $\varepsilon = 0.1$
with a largest error of 0.1
| $\varepsilon > 0$, $0 \le \delta < 1$ |
privacy of one step | $> 0$ |
$\ln(1/\delta)$ | $> 0$ |
privacy in zCDP | $\ge 0$ |
$H_k = 1+\frac12+\dots+\frac1k$ | $\ge 1$ |
queries in $[0,1]$ with their negations
$1/n$ for $q$ in $[0,1]$ or $-q$
*Error.* Line 2 of the proof
500 people, sixteen questions
one of 1/50
need more than 120 steps
$\lvert X\rvert = 2^d$
claim $\varepsilon = 1$
$(1, 10^{-6})$-private. PMW's bound
Then look at 24 releases of each
With a kernel also PMW at $T = 10{,}000$
Each of $k$ answers in $[0,1]$
(a row each, in $[0,1]$
at rates up to 500
(\lvert X\rvert p^*(x)) > 0$
\tfrac{\eta^2w^2}8.$$
$\mathrm{KL}_{T+1} \ge 0$
$\lvert X\rvert$ cells | $\ge 2$ |
records, public | $\ge 1$
$\lvert X\rvert = 2^d$ | $\ge 1$ |
| $[0,1]$ or $[-1,0]$ |
learning rate | $\ge 1$; $> 0$ |
"""
