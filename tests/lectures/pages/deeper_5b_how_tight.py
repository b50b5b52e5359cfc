"""How tight is each step: what its prose says, computed."""

from itertools import islice

import numpy as np
from asking import values
from claims import evidence, prints

from dplearn import data, experiments, privacy, query_release as qr
from dplearn.query_release.experiments.census import release_errors
from dplearn.query_release.experiments.hunts import day, hunted

STEPS = 3250


def promised():
    learning = qr.approximation_bound.sharp(2**8, STEPS)
    whole = qr.pmw_bound.sharp(2**8, 2 * 448, 45_222, 1.0, 1e-6, STEPS)
    return {"promised": whole, "learning": learning, "choosing": whole - learning}


def each_step_pays():
    """KL(p*||p^t) falls by at least η e - η²/8 in a step with the error e, on the bikes."""
    p, eta = day("bikes"), 0.3
    steps = islice(qr.hunt_steps(p, hunted("intervals"), eta=eta), 60)
    # by how much KL falls, and the error
    gains = ((p @ np.log(step.after / step.p), step.errors.max()) for step in steps)
    return all(gain >= eta * error - eta**2 / 8 - 1e-12 for gain, error in gains)


def most_lost():
    """The gap at which the exact curve is highest, and how high."""
    gaps = np.arange(4, 7, 0.005)
    lost = values(experiments.selection, "others", experiments.selection.setting(), gaps)
    return gaps[lost.argmax()], lost.max()


def profile(epsilon=1.0):
    return experiments.sequence_profile.at(epsilon=epsilon)


def constants():
    hunts = qr.approximation_bound.sharp(24, 100) / qr.approximation_bound(24, 100)
    choice = qr.selection_bound.sharp(1000, 1, 2.0) / qr.selection_bound(1000, 1, 2.0)
    step = qr.step_epsilon(1e-3, 1e-6, 100) / qr.printed_step_epsilon(1e-3, 1e-6, 100)
    return abs(hunts - 1 / 3) < 0.03 and abs(choice - 2 / 3) < 0.04 and abs(step / np.sqrt(2) - 1) < 1e-3


CLAIMS = {
    "promises an expected error of {promised:.3f} and errs by {true:.3f}":
        {**promised(), "true": release_errors("pmw", 1.0, runs=6).mean()},
    "the hours of the day of {n:,} bike hires": data.load_interval_task("rush_hour_by_hour").y.sum(),
    "U17's bound says {printed:.3f}, the sharper one {sharp:.3f}; the truth is {average:.3f}.":
        experiments.hunt_error.at(T=100),
    "lowers $\\mathrm{KL}(p^*\\Vert p^t)$ by at least $\\eta e-\\eta^2/8$": each_step_pays,
    "The curve \"KL\" says {kl:.3f}.": experiments.hunt_error.at(T=100),
    "If all records share one hour, KL *is* $\\ln\\lvert X\\rvert$":
        np.isclose(*map(experiments.hunt_error.at(data="one").get, ("kl", "sharp"))),
    "the bound is $\\ln\\lvert Q\\rvert$ units, {ln:.2f} for a thousand queries": np.log(1000),
    "Is it {ln:.2f}?": np.log(1000),
    "At $g = {gap:.2f}$, and it is {lost:.2f}.": most_lost,
    "for a thousand queries that is {share:.0%} of": experiments.selection.at()["sharp"] / np.log(1000),
    "about one unit is lost, whatever $\\lvert Q\\rvert$ is":
        all(abs(experiments.selection.at(gap=100, n_queries=k)["spread"] - 1) < 0.06 for k in (1000, 10**5, 10**6)),
    "it permits {advanced:.3f}, U17 takes {printed:.3f}.": experiments.step_budget.at(T=100),
    "permits only {pure:.3f}.": experiments.step_budget.at(T=100),
    "At $T = 1000$ such steps with U17's $\\varepsilon_0$ can have a $\\delta$ ten times too large.":
        privacy.pure_composition_delta(qr.printed_step_epsilon(1.0, 1e-6, 1000), 1000, 1.0) > 1e-5,
    "for $\\varepsilon \\le {limit:.2f}\\,L$": 8 * (1 - np.sqrt(0.5)),
    "is longer ({noisy_max:.3f} at": evidence("U17-PMW-DP"),
    "The true $\\delta$ is {exact:.4f}; bounded range by zCDP certifies {zcdp:.3f}, a factor of {factor:.0f}.":
        {**profile(), "factor": profile()["zcdp"] / profile()["exact"]},
    "certifies {pure:.3f}; from": profile,
    "from $\\varepsilon = 1.3$ on bounded range is the better of the two":
        profile(1.3)["zcdp"] < profile(1.3)["pure"] and profile(1.2)["zcdp"] > profile(1.2)["pure"],
    "with probability $3.1\\cdot10^{-15}$": f"{1 / evidence('U17-PMW2')['once']:.1e}" == "3.1e-15",
    "that is {times:.1f} times as large": np.divide(*prints("deeper/5b-how-tight")("second term at T = 32:")[1::-1]),
    "the promise of {promised:.3f} is {learning:.3f} for learning and {choosing:.3f} for choosing": promised,
    "a third of U17's bound in the hunt, about two thirds in the choice, "
    "$\\sqrt2$ in the account for small $\\varepsilon/L$": constants,
}
GIVEN = r"""
at $\varepsilon_0 = 1$), and this proof
has entries in $[0,1]$ or $[-1,0]$
24 cells, and all intervals
is used at $T = 100$?
At $T = 100$ U17's bound
No: at $T = 100$
at $\varepsilon_0 = 0.3$, all $2^{10}$ sequences
true $\delta$ at $\varepsilon = 1$: a factor of 2, 10, 30?
\le 2\sqrt{\ln\lvert X\rvert/T}+2
all $2^{12}$ sequences
With $\beta = 0.05$, at the lecture's 500 people and $T = 32$
eight bits and 448 questions
"""
