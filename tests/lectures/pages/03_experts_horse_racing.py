"""Lecture 3: the numbers that its prose states.

What its cells print and the prose rounds is read there: the notebooks' own test runs them again.
"""

from functools import partial

import numpy as np
from claims import curves, prints

from dplearn import data, experiments, experts, simulate

best_rate = partial(experts.learning_rate, rule="hoeffding")
RATE, printed = experiments.learning_rate.at, prints("03-experts-horse-racing")
# this season, mean, largest and number above the promise of 200 others
WAYS = dict(zip(("leader", "random", "Hedge", "one"), map(printed, (
    "leader's follower  ", "random, mean of coins", "Hedge, mean of coins", "Hedge, one bettor"))))
SEASON = experts.run_race(60, 6, eta=best_rate(60, 6), rng=simulate.stream(3, "racetrack mixed", 0))
RULES = data.racing_rules(data.load_horse_races())


RACE = {key: y[-1] for key, y in curves(experiments.one_race).items()}      # where the curves end


def ceilings() -> dict:
    """Where the ceilings of the potential end, and what that is made of."""
    ends = {"sharp_bound": SEASON.bound_sharp[-1], "printed_bound": SEASON.bound[-1]}
    regret, eta = SEASON.expected_regret[-1], SEASON.eta
    return ends | {"eta": eta, "regret": regret, **{k.removesuffix("_bound"): eta * (b - regret)
                                                    for k, b in ends.items()}}


LONGEST = experts.regret_bound_sharp(200, 10)
CLAIMS = {
    "**Answer: {regret:.0f}.** His coins gave him {mine:.0f} wrong tips. The mean over his coins, the **expected "
    "regret**, is {expected:.1f} (exact). At the end he follows *Sharp* with probability {sharp:.0%} and *Lane 1* with "
    "{lane:.0%}":
        (SEASON.realised_regret[-1], 32 + SEASON.realised_regret[-1], SEASON.expected_regret[-1],
         *np.sort(SEASON.next_law)[:-3:-1]),
    "*Sharp*, is wrong {times:.0f} times, the other five {low:.0f} to {high:.0f} times.":
        tuple(np.sort(SEASON.losses.sum(axis=0))[[0, 1, 5]]),
    "multiplies a weight by {factor:.2f}": np.exp(-SEASON.eta),
    "you make at most ${factor:.2f}(L^* + \\log_2K)$ of them": np.ceil(100 / np.log2(4 / 3)) / 100,
    "and regrets {large:.2f} of the promised {bound:.2f}. At 0.01 he hardly learns: {small:.2f} of {much:.2f}.":
        tuple(end for eta in (3, 0.01) for end in (
            experts.expected_regret(SEASON.losses, eta=eta)[-1], experts.regret_bound_sharp(60, 6, eta))),
    "Hedge's expected regret ends at {exact:.1f}. Random choice has regret 0 after each pair of turns, and ends at "
    "{uniform:.1f}, above a bound": RACE,
    "The leader's follower loses every turn, leaves the picture, and ends {leader:.0f} behind": RACE,
    "The leader's follower: {leader:.1f} on average, Hedge {hedge:.1f}, random choice {random:.1f}":
        (WAYS["leader"][1], WAYS["Hedge"][1], WAYS["random"][1]),
    "in only one of the 200 others does he end {nine:.0f} behind":
        lambda: {"nine": WAYS["leader"][0]} if WAYS["leader"] == [9, 2.52, 9, 1] else {},
    "with bad coins he ended up to {largest:.0f} behind, and beyond {bound:.2f} in {times:.0f} of 200 seasons":
        (WAYS["one"][2], SEASON.bound_sharp[-1], WAYS["one"][3]),
    "His follower loses all {all:.0f} rounds, each expert {each:.0f}":
        (printed("(a) in turn")[0] + printed("(a) first rounds")[-1], printed("(a) first rounds")[-1]),
    "Each simple way fails on one of the two ({leader:.0f}, {random:.0f}); Hedge has {turns:.2f} and {steady:.2f}":
        (printed("(a) in turn")[0], printed("(b) one always right")[1], *printed("in turn"),
         *printed("one always right")),
    "a million experts cost {times:.1f} times as much as ten": np.sqrt(np.log(10**6) / np.log(10)),
    "ends at {printed:.1f}; the other one": ceilings,
    "${eta:.3f}\\,({sharp_bound:.2f} - {regret:.2f}) = {sharp:.1f}$ and "
    "${eta:.3f}\\,({printed_bound:.0f} - {regret:.2f}) = {printed:.1f}$": ceilings,
    "{sharp:.2f} at its end. The printed bound is {own:.1f} at its own best rate, $2\\sqrt2 = {times:.1f}$ times as "
    "much (and {here:.0f} at the picture's)":
        (SEASON.bound_sharp[-1], experts.regret_bound(60, 6), experts.regret_bound(60, 6) / SEASON.bound_sharp[-1],
         SEASON.bound[-1]),
    "the bound ends at {bound:.1f}": LONGEST,
    "{exact:.2f} a round at $\\eta = 0.001$": RATE(eta=0.001),
    "$\\frac14$ a round at $\\eta = 10$": 0.24 < RATE(eta=10)["exact"] < 0.26,
    "At the upright line, {eta:.1f}, it regrets {exact:.3f} a round, and Hoeffding's bound is {sharp:.4f}":
        RATE() | {"eta": experiments.learning_rate.setting().eta},
    "that bound is least at $\\sqrt{8\\ln K/T} = {best:.3f}$": {"best": best_rate(1000, 10)},
    "that is {sharp}, by the printed bound {printed}":
        (experts.rounds_needed_sharp(0.1, 10), experts.rounds_needed(0.1, 10)),
    "the bound for 1000 races, {bound:.1f}, hold": experts.regret_bound_sharp(1000, 10),
    "*favourite*, wins {wins:.0f}": 262 - RULES.totals.min(),
    "For 1000 tipsters {small:,} races, for a million {large:,}":
        (experts.rounds_needed_sharp(0.05, 1000), experts.rounds_needed_sharp(0.05, 10**6)),
    "*runaway* reaches {share:.1%} of the bound at $T = 1000$, $K = 10$":
        experiments.expert_regret.at(T=1000, n_experts=10)["runaway"],
    "Halving promises $\\log_2K = {times:.2f}\\ln K$": 1 / np.log(2),
}

PLAIN = {
    "if its horse does not win": "winning is a race's result",
    "*favourite*, wins": "the same",
    "These are wins": "the same",
}

GIVEN = r"""
Write Hedge so that 100,000 rounds do not break it
for 1000 rounds; (b) of random choice among ten experts
By lines 2 to 4,
replaces lines 3 and 4, for every $\eta > 0$
on average over 200 other seasons
in only one of the 200 others
in 34 of 200 seasons
The picture has 200 rounds
below 2: the enemy
a round costs $\eta^2B^2/8$
expects to lose $T/2$
$\eta^* = \sqrt{8\ln K/200}$
1000 rounds, ten experts, and move $\eta$
as $\eta$ goes from 0.001 to 10
*Try* $\eta = 3$: he jumps
At 0.01 he hardly learns
a round at $\eta = 0.001$
a round at $\eta = 10$
$\alpha = 0.1$
the bound for 1000 races
we follow 1000 wrong tips
the best of the ten gives at most 100 of them. Regret 900 or more
262 **real** races in Seoul
It falls from $\ln 6
$K = 1000$, $\alpha = 0.05$, $B = 1$
$T = 1000$, $K = 10$
then runs 100,000 rounds
at first $(0, K)$
Return losses $(T, K)$, 0 or 1
[0,1]
$r_t = 1 - \ell_t$
$\eta > 0$
\le 1 - \eta\langle
\le 1 - x + x^2$ for $x \ge 0$
$\ell_t(i) \le 1$
$t = 1..T$
$\psi(0) = 0$
at $c = 0$ it is
$\ln 10^6 = 2\ln 10^3$
For 1000 tipsters
\le 1 - (1-e^{-\eta})
$L^* = 0$
$\ge 1$
$\ge 2$
(else 1)
$\ge 0$
$> 0$
*Information and Computation* 108
*Machine Learning* 2
*JCSS* 55
*JASA* 58
"""
