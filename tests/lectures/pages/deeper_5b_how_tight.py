"""How tight is each step: what its prose says, computed."""

import re

import numpy as np
from claims import output, prints

from dplearn import data, experiments, privacy, query_release as qr
from dplearn.query_release import deeper

STEPS = 3250
PEOPLE = (2**12, 24, 500, 1.0, 1e-6)  # of section 5: cells, queries, n, ε, δ
printed = prints("deeper/5b-how-tight")
ERRS = float(re.findall(r"PMW (\S+) \(", output("deeper/5c-which-release"))[2])


def promised():
    learning = qr.approximation_bound.sharp(2**8, STEPS)
    whole = qr.pmw_bound.sharp(2**8, 2 * 448, 45_222, 1.0, 1e-6, STEPS)
    return {"promised": whole, "learning": learning, "choosing": whole - learning}


# of a thousand queries and a million: where most is lost, how much, the bound, the sharp one, evenly spread gaps
LOST = [printed(f"|Q| = {k}: most is lost at g =") for k in ("1,000", "1,000,000")]


def profile(epsilon=1.0):
    """What the page prints of all choices: exact, bounded range, pure, fixed steps."""
    return dict(zip(("exact", "zcdp", "pure", "fixed"), printed(f"ε = {epsilon}: exact")))


def second_term():
    step = qr.step_epsilon(1.0, 1e-6, 32)
    sure, mean = deeper.selection_bound_whp.sharp(32, 500, step, 32, 0.05), qr.selection_bound(32, 500, step)
    return {"sure": sure, "mean": mean, "times": sure / mean}


def people(T):
    """What the page prints of section 5."""
    return dict(zip(("mean", "exact", "promised", "choosing"), printed(f"T = {T}: error")))


def noise_on_twelve():
    return qr.gaussian_max_expected(12, qr.answer_scale(12, n=500, epsilon=1.0, delta=1e-6, noise="gaussian"))


def noise_on_all_cells():
    """Half of 2^12 cells an answer, nearly a Gaussian variable; answers of different bits are uncorrelated."""
    deviation = deeper.cells_deviation(2**12, qr.answer_scale(1, n=500, epsilon=1.0, by="marginal"))
    return qr.gaussian_max_expected(12, deviation)


CLAIMS = {
    "$\\sqrt2$ in the account for small $\\varepsilon/L$":
        np.isclose(qr.step_epsilon(1e-3, 1e-6, 100) / qr.printed_step_epsilon(1e-3, 1e-6, 100), np.sqrt(2), rtol=1e-3),
    "promises an expected error of {promised:.3f} and errs by {true:.3f}":
        {**promised(), "true": ERRS},
    "the hours of the day of {n:,} bike hires": data.load_interval_task("rush_hour_by_hour").y.sum(),
    "U17's bound says {printed:.3f}, the sharper one {sharp:.3f}; the truth is {average:.3f}.":
        experiments.hunt_error.at(T=100),
    "The curve \"KL\" says {kl:.3f}.": experiments.hunt_error.at(T=100),
    "for a thousand queries that is {share:.0%} of": LOST[0][3] / np.log(1000),
    "many to a unit, about one unit is lost, however large":
        all(abs(row[-1] - 1) < 0.06 for row in LOST),
    "At $T = 1000$ such steps with U17's $\\varepsilon_0$ can have a $\\delta$ ten times too large.":
        privacy.pure_composition_delta(qr.printed_step_epsilon(1.0, 1e-6, 1000), 1000, 1.0) > 1e-5,
    "for $\\varepsilon \\le {limit:.2f}\\,L$": 8 * (1 - np.sqrt(0.5)),
    "The true $\\delta$ (\"exact\") is {exact:.4f}; bounded range by zCDP certifies {zcdp:.4f}, a factor of "
    "{factor:.0f}.":
        {**profile(), "factor": profile()["zcdp"] / profile()["exact"]},
    "at $\\varepsilon = 1.3$ bounded range certifies less than that": profile(1.3)["zcdp"] < profile(1.3)["pure"],
    "With probability $3.1\\cdot10^{-15}$": printed("bound 0.619")[-1] == 3.1e-15,
    "that is {sure:.3f}, and U17's $2\\ln\\lvert Q\\rvert/(\\varepsilon_0n)$ is {mean:.3f}: {times:.2f} times as large":
        second_term,
    "U17's bound is least at $T = {printed}$ steps, the sharper one at {sharp}.":
        {"printed": qr.best_whole_rounds(*PEOPLE), "sharp": qr.best_whole_rounds.sharp(*PEOPLE)},
    "Do *these* people need more than {sharp} steps, or fewer?": qr.best_whole_rounds.sharp(*PEOPLE),
    "the sharper bound promises {promised:.2f} (U17's {printed:.2f} says nothing), {choosing:.2f} of it for choosing":
        {**people(128), "printed": qr.pmw_bound(*PEOPLE, 128)},
    "the same hunt errs by {exact:.3f}: the private choices cost some {cost:.2f} there":
        {**people(128), "cost": people(128)["mean"] - people(128)["exact"]},
    "Gaussian noise on each of the twelve answers errs by {error:.3f}": noise_on_twelve,
    "half of which an answer adds up, by {cells:.2f}": noise_on_all_cells,
    "the promise of {promised:.3f} is {learning:.3f} for learning and {choosing:.3f} for choosing": promised,
}
GIVEN = r"""
On eight census bits at $(1, 10^{-6})$
permit at $(1, 10^{-6})$, beside it
500 people with twelve bits
the shares rise from 1/20 to 19/20
at 32 steps, 0.099 at 128, 0.090 at 256
At 128 the sharper bound
noise on 4,096 cells
has entries in $[0,1]$ or $[-1,0]$
24 cells, and all intervals
is used at $T = 100$?
At $T = 100$ U17's bound
less.** At $T = 100$
at $\varepsilon_0 = 0.3$, all $2^{10}$ sequences
true $\delta$ at $\varepsilon = 1$: a factor of 2, 10, 30?
\le 2\sqrt{\ln\lvert X\rvert/T}+2
all $2^{12}$ sequences
With $\beta = 0.05$, at 500 people and $T = 32$
eight bits and 448 questions
"""
