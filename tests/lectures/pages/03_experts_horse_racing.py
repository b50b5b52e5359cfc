"""Lecture 3: the numbers that its prose states.

What its cells print and the prose rounds is read there: the notebooks' own test runs them again.
"""

from functools import partial

import numpy as np
from claims import checked, curves, prints

from dplearn import data, experiments, experts, simulate
from dplearn.experts import brute

best_rate = partial(experts.learning_rate, rule="hoeffding")
RATE, RACING, printed = experiments.learning_rate.at, experiments.racing.at, prints("03-experts-horse-racing")
AVERAGE, WORST = printed("200 others, average"), printed("200 others, worst")
SEASON = experts.run_race(60, 6, eta=best_rate(60, 6), rng=simulate.stream(3, "racetrack mixed", 0))
RULES = data.racing_rules(data.load_horse_races())


def follower(losses) -> float:
    """What the leader's follower regrets."""
    return float(experts.regret_of(losses, experts.follow_the_leader(losses))[-1])


def hedge(losses, eta: float) -> float:
    return float(experts.expected_regret(losses, eta=eta)[-1])


def the_answer():
    lost, names = SEASON.losses.sum(axis=0), [t.name for t in SEASON.tipsters]
    assert names[SEASON.best] == "Sharp" and lost[SEASON.best] == 32
    mine = SEASON.losses[np.arange(60), SEASON.actions].sum()
    return (int(mine), int(SEASON.realised_regret[-1]), SEASON.expected_regret[-1],
            SEASON.next_law[names.index("Sharp")], SEASON.next_law[names.index("Lane 1")])


def deterministic_rules_can_be_hurt():
    """The leader's follower as the example: losses that hit whom he chooses, ties to the lowest index."""
    for T, K in ((3, 2), (7, 3), (50, 4)):
        losses = np.zeros((T, K))
        for t in range(T):
            losses[t, experts.follow_the_leader(losses)[t].argmax()] = 1
        assert follower(losses) >= T * (1 - 1 / K) - 1e-9
    return True


POTENTIAL = {"p": SEASON.next_law[SEASON.best], "start": np.log(6), "end": -np.log(SEASON.next_law[SEASON.best])}


def race(**setting) -> dict:
    """Where the curves of a race end."""
    return {key: y[-1] for key, y in curves(experiments.one_race, **setting).items()}


def worst_race():
    lines, last = curves(experiments.one_race), race()
    assert (lines["exact"] <= lines["sharp"]).all() and last["sharp"] - last["exact"] < 1
    return int(last["exact"]), last["leader"]


def rates_at():
    printed, best = (experts.learning_rate(1000, 10, rule=rule) for rule in ("printed", "hoeffding"))
    return printed, RATE(eta=printed)["exact"], best, RATE(eta=best)["exact"], RATE(eta=best)["sharp"]


def large_and_small_rates():
    steady, alternating = ([RATE(opponent=o, eta=e)["exact"] for e in (0.001, 0.01, 0.1, 1, 10)]
                           for o in ("steady", "alternating"))
    return steady == sorted(steady, reverse=True) and alternating == sorted(alternating)


def nine_and_one():
    """At η = 10 ten experts of whom nine lose in turn with the tenth: above what *worst* costs there."""
    cost = hedge(np.tile([[1.0] * 9 + [0.0], [0.0] * 9 + [1.0]], (500, 1)), 10) / 1000
    assert cost > RATE(eta=10)["exact"]
    return cost


def every_seed():
    """On coins the leader's follower beats Hedge, whichever seed of the slider."""
    return all(row["leader"] < row["exact"] for row in (race(opponent="iid", race=seed) for seed in range(1, 21)))


def half_and_quarter():
    """Two halves in turn: η/4 more than a half on the half that loses next, to first order; under η/8 a round."""
    losses = experts.opponent_losses("alternating", 1000, 10)
    for eta in (0.01, 0.096, 0.3):
        assert abs(experts.expected_losses(losses, eta=eta)[1::2] - 0.5 - eta / 4).max() < eta**3 / 48 + 1e-9
        assert 0.99 * eta / 8 < hedge(losses, eta) / 1000 <= eta / 8
    return True


def charged():
    """Ceiling minus curve grows in each round by what the round was charged and did not cost: never less than 0."""
    law = np.append(SEASON.probabilities[:, SEASON.best], SEASON.next_law[SEASON.best])
    more = (SEASON.probabilities * SEASON.losses).sum(axis=1) - SEASON.losses[:, SEASON.best]
    return (SEASON.eta**2 / 8 - SEASON.eta * more + np.diff(np.log(law)) >= -1e-12).all()


def no_edge():
    law = experts.hedge_probabilities(RULES.losses, eta=best_rate(262, 13))
    back, favourite = (law * RULES.payouts).sum() / 262, RULES.payouts[:, RULES.best].mean()
    assert RULES.names[RULES.best] == "favourite" and round(back, 2) == round(favourite, 2)
    return back


def shuffled():
    rng, eta = np.random.default_rng(0), best_rate(262, 13)
    tables = (RULES.losses[rng.permutation(262)] for _ in range(300))
    leader, mine = np.transpose([(follower(table), hedge(table, eta)) for table in tables])
    return leader.min(), leader.max(), mine.min(), mine.max()


def other_losses():
    """Exercise 4 on all 0/1 matrices with T = 3, K = 2, and the season."""
    for losses in (*brute.all_losses(3, 2), SEASON.losses):
        for eta in (0.01, 0.5, 3, 30):
            paid, best, K = experts.expected_losses(losses, eta=eta).sum(), losses.sum(axis=0).min(), losses.shape[1]
            assert paid <= (eta * best + np.log(K)) / (1 - np.exp(-eta)) + 1e-9
    return True


FAR = race(opponent="alternating", speed=100)
CLAIMS = {
    "Where the leader's follower had {leader:.0f} and random choice {random:.0f}, Hedge has {turns:.2f} and "
    "{steady:.2f}": (printed("(a) in turn")[0], printed("(b) one always right")[1], *printed("in turn"),
                     *printed("one always right")),
    "His coins gave him {mine} wrong tips, {more} more than *Sharp*. The average over his coins, the **expected "
    "regret**, is {expected:.1f} (exact). At the end he follows *Sharp* with probability {sharp:.0%} and *Lane 1* with "
    "{lane:.0%}": the_answer,
    "in only {count:.0f} of the 200 others is the leader's follower {this:.0f} behind. On average he is best, "
    "{leader:.1f} behind; Hedge has {hedge:.1f}, random choice {random:.1f}":
        (printed("seasons in which")[1], printed("this season")[0], AVERAGE[0], AVERAGE[2], AVERAGE[1]),
    "On average he is best": min(AVERAGE) == AVERAGE[0],
    "In this season Hedge is the best of the three": min(printed("this season")) == printed("this season")[2],
    "Its worst season of the 200 is {hedge:.1f} behind; the follower's is {leader:.0f}, random choice's {random:.0f}":
        (WORST[2], *WORST[:2]),
    "which ends at {bound:.1f}": SEASON.bound_sharp[-1],
    "The regret is at least $T(1 - 1/K)$": deterministic_rules_can_be_hurt,
    "His follower loses all {all:.0f} rounds, each expert {each:.0f}":
        (printed("(a) in turn")[0] + printed("(a) first rounds")[-1], printed("(a) first rounds")[-1]),
    "a million experts cost {times:.1f} times as much as ten": np.sqrt(np.log(10**6) / np.log(10)),
    "lowers it by at least $\\eta g - \\eta^2$": checked("LN-T2-PROOF"),
    "It starts at $\\ln 6 = {start:.2f}$ and ends at $-\\ln {p:.2f} = {end:.2f}$": POTENTIAL,
    "if *Sharp* is followed with probability {p:.2f}": POTENTIAL,
    "The ceilings end at {sharp:.1f} and {printed:.1f}":
        tuple(SEASON.eta * (bound[-1] - SEASON.expected_regret[-1]) for bound in (SEASON.bound_sharp, SEASON.bound)),
    "$2\\sqrt2 = {times:.1f}$ times better than printed": 2 * np.sqrt(2),
    "the bound ends at {sharp:.0f}": race,
    "stays below the bound all the way and ends within one of it, at {hedge}. The leader's follower leaves the "
    "picture early and ends {leader:.0f} behind": worst_race,
    "Random choice does well while the halves take turns, and ends at {uniform:.0f}": race,
    "random choice ends {uniform:,.0f} behind, Hedge {exact:.0f}": race(opponent="steady"),
    "the leader's follower ({leader:.0f}) beats Hedge ({exact:.0f})": race(opponent="iid"),
    "{exact:.2f} a round at $\\eta = 0.001$": RATE(eta=0.001),
    "The printed rate $\\sqrt{\\ln K/T} = {printed:.3f}$ regrets {at_printed:.3f} a round, Hoeffding's $\\sqrt{8\\ln "
    "K/T} = {best:.3f}$ only {at_best:.3f}, "
    "under a bound of {bound:.3f}": rates_at,
    "let nine of the ten lose in turn with the tenth, and it is {cost:.2f}": nine_and_one,
    "and again on each seed of the slider": every_seed,
    "the other has probability about $\\frac12 + \\frac\\eta4$, and loses next: some $\\frac\\eta4$ too much in "
    "every second round, almost $\\eta/8$ a round": half_and_quarter,
    "The shaded gap is what the rounds were charged and did not cost": charged,
    "the learning rate of Happy Valley, {eta:.2f}": SEASON.eta,
    "here {twice:.1f}": experts.regret_bound_sharp(1000, 10, loss_range=2.0),
    "On *steady* a large rate is best, on *alternating* a small one": large_and_small_rates,
    "that is {printed} rounds, or {sharp}": (experts.rounds_needed(0.1, 10), experts.rounds_needed_sharp(0.1, 10)),
    "His regret is almost {times:.1f} times what he quotes": np.divide(*printed("his regret")),
    "Hedge follows the leader, drawing at ties, and ends {hedge:.0f} behind (the follower {leader:,.0f}), under a "
    "bound of some {bound:,.0f} that promises nothing": (FAR["exact"], FAR["leader"], round(FAR["sharp"], -2)),
    "that promises nothing": FAR["sharp"] > 2000,
    "Hedge is {exact:.1f} wins short in expectation; the bound promises at most {bound:.1f}": RACING,
    "*favourite*, wins {wins:.0f}": 262 - RULES.totals.min(),
    "Drawing a rule evenly is {uniform:.1f} short. A bettor has his own coins: of 20 such bettors 19 end at most "
    "{most:.0f} short, and 19 at least {least:.0f}": RACING,
    "it brings back {back:.2f} per 1 staked, as the favourite does": no_edge,
    "(pink) is only {leader:.0f} short": RACING,
    "In 300 random orders of these races he ends {low:.0f} to {high:.0f} short, Hedge {hedge:.1f} to {most:.1f}":
        shuffled,
    "The leader's follower is now {short:.0f} wins short": printed("reordered")[0],
    "about as many as random choice": abs(printed("reordered")[0] - RACING()["uniform"]) < 3,
    "Hedge's {exact:.1f} instead of {leader:.0f} is the **premium of an insurance**": RACING,
    "For 1000 tipsters {small:,} races, for a million {large:,}":
        (experts.rounds_needed_sharp(0.05, 1000), experts.rounds_needed_sharp(0.05, 10**6)),
    "*worst* reaches {worst:.1%} of it at $T = 1000$, $K = 10$": experiments.expert_regret.at(T=1000, n_experts=10),
    "Hedge's expected loss is at most $\\dfrac{\\eta L^* + \\ln K}{1 - e^{-\\eta}}$": other_losses,
    "For losses in $[-1,1]$: $R_T \\le \\frac{\\eta T}2 + \\frac{\\ln K}\\eta$":
        checked("DR14-T11.1-SHARP")
        and np.isclose(experts.regret_bound_sharp(400, 6, 0.5, loss_range=2.0), 0.5 * 400 / 2 + np.log(6) / 0.5),
}

GIVEN = r"""
Write Hedge so that 100,000 rounds do not break it
is wrong 32 times
for 1000 rounds; (b) of random choice among ten experts
By lines 2 to 4,
replaces lines 3 and 4, for every $\eta > 0$
in this season and in 200 others
$T \ge 4\ln K/\alpha^2$ as printed
The picture has 2000 rounds
$\eta^* = \sqrt{8\ln K/2000}$
1000 rounds, ten experts, and move $\eta$
as $\eta$ goes from 0.001 to 10
a round at $\eta = 0.001$
a round at $\eta = 10$
$\alpha = 0.1$
amounts between 0 and **2**
Ten experts, 1000 rounds
So scale the losses to $[0,1]$
$\eta/\eta^* = 100$
of 20 such bettors 19 end
and 19 at least
262 **real** races in Seoul
short of 94 is Hedge
In 300 random orders
It starts at $\ln 6
$K = 1000$, $\alpha = 0.05$, $r = 1$
$T = 1000$, $K = 10$
then runs 100,000 rounds
of the 200 others
of the 200 is
[0,1]
[-1,1]
$r = 1 - \ell$
$\eta > 0$
\le 1 - \eta\langle
\le 1 - x + x^2$ for $x \ge 0$
$\ell_t(i) \le 1$
$t = 1..T$
$\psi(0) = 0$
$\ln 10^6 = 2\ln 10^3$
For 1000 tipsters
(a) Line 2 of the proof
Lines 5 and 6 as before
\le 1 - (1-e^{-\eta})
$L^* = 0$
$\ge 1$
$\ge 2$
$r_t = 1 - \ell_t$
$\ge 0$
$> 0$
*Information and Computation* 108
*JCSS* 55
*JASA* 58
"""
