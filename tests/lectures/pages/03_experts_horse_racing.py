"""Lecture 3: the numbers that its prose states."""

from functools import cache

import numpy as np
from claims import pick

from dplearn import data, experiments, experts, simulate
from dplearn.experts import brute
from dplearn.experts.experiments.race import ROUNDS
from dplearn.experts.experiments.regret import best_rate

RATE, RACING = experiments.learning_rate.at, experiments.racing.at


def follower(losses) -> float:
    """What the leader's follower regrets."""
    return float(experts.regret_of(losses, experts.follow_the_leader(losses))[-1])


def hedge(losses, eta: float) -> float:
    return float(experts.expected_regret(losses, eta=eta)[-1])


@cache
def season():
    """Happy Valley as `racetrack()` opens: six tipsters, sixty races."""
    return experts.run_race(60, 6, eta=best_rate(60, 6), rng=simulate.stream(3, "racetrack mixed", 0))


def behind(race) -> list[float]:
    """Of the leader's follower, random choice and Hedge."""
    return [follower(race.losses), float(experts.regret_of(race.losses, experts.uniform(race.losses))[-1]),
            race.expected_regret[-1]]


@cache
def others() -> np.ndarray:
    return np.array([behind(experts.run_race(60, 6, eta=season().eta, rng=np.random.default_rng(i)))
                     for i in range(200)])


def the_answer():
    race = season()
    lost, names = race.losses.sum(axis=0), [t.name for t in race.tipsters]
    assert names[race.best] == "Sharp" and lost[race.best] == 32
    mine = int(race.losses[np.arange(60), race.actions].sum())
    return {"mine": mine, "more": int(race.realised_regret[-1]), "expected": race.expected_regret[-1],
            "sharp": race.next_law[names.index("Sharp")], "lane": race.next_law[names.index("Lane 1")]}


def in_200_seasons():
    this, mean = behind(season()), others().mean(axis=0)
    assert mean.argmin() == 0 and np.argmin(this) == 2
    return {"count": int((others()[:, 0] >= this[0]).sum()),
            "this": this[0]} | dict(zip(("leader", "random", "hedge"), mean))


def deterministic_rules_can_be_hurt():
    """The leader's follower as the example: losses that hit whom he chooses, ties to the lowest index."""
    for T, K in ((3, 2), (7, 3), (50, 4)):
        losses = np.zeros((T, K))
        for t in range(T):
            losses[t, experts.follow_the_leader(losses)[t].argmax()] = 1
        assert follower(losses) >= T * (1 - 1 / K) - 1e-9
    return True


def in_turn():
    losses = experts.opponent_losses("alternating", 1000, 2)
    each, = set(losses.sum(axis=0))
    return {"all": (experts.follow_the_leader(losses) * losses).sum(), "each": each}


def lines_2_to_4():
    """A round in which Hedge loses g more than expert i lowers -ln p(i) by at least ηg - η²; the number is ln W + η L.
    """
    race = season()
    law = np.vstack([race.probabilities, race.next_law])
    fall, paid = np.log(law[1:] / law[:-1]), (race.probabilities * race.losses).sum(axis=1)
    lost = np.vstack([np.zeros(6), race.losses.cumsum(axis=0)])
    assert np.allclose(-np.log(law), experts.log_potential(race.losses, eta=race.eta)[:, None] + race.eta * lost)
    return bool((fall >= race.eta * (paid[:, None] - race.losses) - race.eta**2 - 1e-12).all())


def potential_ends():
    p = season().next_law[season().best]
    return {"p": p, "start": np.log(6), "end": -np.log(p)}


def ceilings():
    race = season()
    return {name: race.eta * (bound[-1] - race.expected_regret[-1])
            for name, bound in (("sharp", race.bound_sharp), ("printed", race.bound))}


@cache
def one_race(**setting) -> dict:
    e = experiments.one_race
    return {line.series.key: line.y for line in e.picture(e.setting(**setting)).lines}


def ends(**setting) -> dict:
    row = {key: float(y[-1]) for key, y in one_race(**setting).items()}
    return row | {"hedge": row["exact"], "bound": row["sharp"], "random": row["uniform"]}


def worst_race():
    lines, last = one_race(), ends()
    assert (lines["exact"] <= lines["sharp"]).all() and last["bound"] - last["hedge"] < 1 and ROUNDS == 2000
    return {"hedge": int(last["hedge"]), "leader": last["leader"]}


def rates_at():
    printed, best = (experts.learning_rate(1000, 10, rule=rule) for rule in ("printed", "hoeffding"))
    assert abs(RATE(eta=10)["exact"] - 0.25) < 0.001
    return {"small": RATE(eta=0.001)["exact"], "printed": printed, "best": best,
            "at_printed": RATE(eta=printed)["exact"],
            "at_best": RATE(eta=best)["exact"], "bound": RATE(eta=best)["sharp"]}


def large_and_small_rates():
    steady, alternating = ([RATE(opponent=o, eta=e)["exact"] for e in (0.001, 0.01, 0.1, 1, 10)]
                           for o in ("steady", "alternating"))
    return steady == sorted(steady, reverse=True) and alternating == sorted(alternating)


def nine_and_one():
    """At η = 10 ten experts of whom nine lose in turn with the tenth: above what *worst* costs there."""
    cost = hedge(np.tile([[1.0] * 9 + [0.0], [0.0] * 9 + [1.0]], (500, 1)), 10) / 1000
    assert cost > RATE(eta=10)["exact"]
    return {"cost": cost}


def every_seed():
    """On coins the leader's follower beats Hedge, whichever seed of the slider."""
    rows = [ends(opponent="iid", race=seed) for seed in range(1, 21)]
    return all(row["leader"] < row["hedge"] for row in rows)


def half_and_quarter():
    """Two halves in turn: η/4 more than a half on the half that loses next, to first order; under η/8 a round."""
    losses = experts.opponent_losses("alternating", 1000, 10)
    for eta in (0.01, 0.096, 0.3):
        assert abs(experts.expected_losses(losses, eta=eta)[1::2] - 0.5 - eta / 4).max() < eta**3 / 48 + 1e-9
        assert 0.99 * eta / 8 < hedge(losses, eta) / 1000 <= eta / 8
    return True


def charged():
    """Ceiling minus curve is the sum over the rounds of what was charged and not paid: never negative, never falling.
    """
    race = season()
    regret = np.cumsum((race.probabilities * race.losses).sum(axis=1) - race.losses[:, race.best])
    curve = -np.log(np.append(race.probabilities[1:, race.best], race.next_law[race.best]))
    gap = np.log(6) + race.eta**2 / 8 * np.arange(1, 61) - race.eta * regret - curve
    return bool((np.diff(np.append(0, gap)) >= -1e-12).all())


def colleague():
    eta = best_rate(1000, 10)
    half = experts.opponent_losses("worst", 1000, 10, eta=2 * eta)
    return {"times": 2 * hedge(half, 2 * eta) / experts.regret_bound_sharp(1000, 10)}


def far_too_large():
    last = ends(opponent="alternating", speed=100)
    assert last["bound"] > ROUNDS
    return last | {"bound": round(last["bound"], -2)}


@cache
def races():
    return data.racing_rules(data.load_horse_races())


def no_edge():
    rules = races()
    law = experts.hedge_probabilities(rules.losses, eta=best_rate(262, 13))
    back, favourite = (law * rules.payouts).sum() / 262, rules.payouts[:, rules.best].mean()
    assert rules.names[rules.best] == "favourite" and 262 - rules.totals.min() == 94
    assert round(back, 2) == round(favourite, 2)
    return {"back": back}


def shuffled():
    rng, eta = np.random.default_rng(0), best_rate(262, 13)
    tables = (races().losses[rng.permutation(262)] for _ in range(300))
    short = np.array([[follower(table), hedge(table, eta)] for table in tables])
    return dict(zip(("low", "hedge", "high", "most"), [*short.min(axis=0), *short.max(axis=0)]))


@cache
def reordered() -> float:
    return follower(experts.against_the_leader(races().losses))


def other_losses():
    """Exercise 4 on all 0/1 matrices with T = 3, K = 2, and the season."""
    for losses in (*brute.all_losses(3, 2), season().losses):
        for eta in (0.01, 0.5, 3, 30):
            paid, best, K = experts.expected_losses(losses, eta=eta).sum(), losses.sum(axis=0).min(), losses.shape[1]
            assert paid <= (eta * best + np.log(K)) / (1 - np.exp(-eta)) + 1e-9
    return True


def signed_losses():
    signed = np.random.default_rng(1).uniform(-1, 1, (400, 6))
    return all(experts.expected_regret(signed, eta=eta, loss_range=2.0)[-1] <= eta * 200 + np.log(6) / eta
               for eta in (0.05, 0.5, 5))


def simple_ways():
    turns, steady = experts.opponent_losses("alternating", 1000, 2), experts.opponent_losses("steady", 1000, 10)
    return {"leader": follower(turns), "random": experts.regret_of(steady, experts.uniform(steady))[-1],
            "turns": hedge(turns, season().eta), "steady": hedge(steady, season().eta)}


CLAIMS = {
    "Where the leader's follower had {leader:.0f} and random choice {random:.0f}, Hedge has {turns:.2f} and "
    "{steady:.2f}": simple_ways,
    "His coins gave him {mine} wrong tips, {more} more than *Sharp*. The average over his coins, the **expected "
    "regret**, is {expected:.1f} (exact). "
    "At the end he follows *Sharp* with probability {sharp:.0%} and *Lane 1* with {lane:.0%}": the_answer,
    "in only {count} of the 200 others is the leader's follower {this:.0f} behind. On average he is best, "
    "{leader:.1f} behind; Hedge has {hedge:.1f}, random choice {random:.1f}": in_200_seasons,
    "In this season Hedge is the best of the three": bool(np.argmin(behind(season())) == 2),
    "Its worst season of the 200 is {hedge:.1f} behind; the follower's is {leader:.0f}, random choice's {random:.0f}":
        dict(zip(("leader", "random", "hedge"), others().max(axis=0))),
    "which ends at {bound:.1f}": season().bound_sharp[-1],
    "The regret is at least $T(1 - 1/K)$": deterministic_rules_can_be_hurt,
    "His follower loses all {all:.0f} rounds, each expert {each:.0f}": in_turn,
    "a million experts cost {times:.1f} times as much as ten": np.sqrt(np.log(10**6) / np.log(10)),
    "lowers it by at least $\\eta g - \\eta^2$": lines_2_to_4,
    "It starts at $\\ln 6 = {start:.2f}$ and ends at $-\\ln {p:.2f} = {end:.2f}$": potential_ends,
    "if *Sharp* is followed with probability {p:.2f}": potential_ends,
    "The ceilings end at {sharp:.1f} and {printed:.1f}": ceilings,
    "$2\\sqrt2 = {times:.1f}$ times better than printed": 2 * np.sqrt(2),
    "the bound ends at {bound:.0f}": ends,
    "stays below the bound all the way and ends within one of it, at {hedge}. The leader's follower leaves the "
    "picture early and ends {leader:.0f} behind": worst_race,
    "Random choice does well while the halves take turns, and ends at {random:.0f}": ends,
    "random choice ends {random:,.0f} behind, Hedge {hedge:.0f}": ends(opponent="steady"),
    "the leader's follower ({leader:.0f}) beats Hedge ({hedge:.0f})": ends(opponent="iid"),
    "{small:.2f} a round at $\\eta = 0.001$": rates_at,
    "The printed rate $\\sqrt{\\ln K/T} = {printed:.3f}$ regrets {at_printed:.3f} a round, Hoeffding's $\\sqrt{8\\ln "
    "K/T} = {best:.3f}$ only {at_best:.3f}, "
    "under a bound of {bound:.3f}": rates_at,
    "let nine of the ten lose in turn with the tenth, and it is {cost:.2f}": nine_and_one,
    "and again on each seed of the slider": every_seed,
    "the other has probability about $\\frac12 + \\frac\\eta4$, and loses next: some $\\frac\\eta4$ too much in "
    "every second round, almost $\\eta/8$ a round": half_and_quarter,
    "The shaded gap is what the rounds were charged and did not cost": charged,
    "the learning rate of Happy Valley, {eta:.2f}": season().eta,
    "here {twice:.1f}": experts.regret_bound_sharp(1000, 10, loss_range=2.0),
    "On *steady* a large rate is best, on *alternating* a small one": large_and_small_rates,
    "that is {printed} rounds, or {sharp}": (experts.rounds_needed(0.1, 10), experts.rounds_needed_sharp(0.1, 10)),
    "His regret is almost {times:.1f} times what he quotes": colleague,
    "Hedge follows the leader, drawing at ties, and ends {hedge:.0f} behind (the follower {leader:,.0f}), under a "
    "bound of some {bound:,.0f} that promises nothing": far_too_large,
    "Hedge is {hedge:.1f} wins short in expectation; the bound promises at most {bound:.1f}":
        pick(RACING(), "bound", hedge="exact"),
    "*favourite*, wins {wins}": int(262 - races().totals.min()),
    "Drawing a rule evenly is {random:.1f} short. A bettor has his own coins: of 20 such bettors 19 end at most "
    "{most:.0f} short, and 19 at least {least:.0f}": pick(RACING(), "most", "least", random="uniform"),
    "it brings back {back:.2f} per 1 staked, as the favourite does": no_edge,
    "(pink) is only {leader:.0f} short": RACING,
    "In 300 random orders of these races he ends {low:.0f} to {high:.0f} short, Hedge {hedge:.1f} to {most:.1f}":
        shuffled,
    "The leader's follower is now {short:.0f} wins short": reordered(),
    "about as many as random choice": abs(reordered() - RACING()["uniform"]) < 3,
    "Hedge's {hedge:.1f} instead of {leader:.0f} is the **premium of an insurance**":
        pick(RACING(), "leader", hedge="exact"),
    "For 1000 tipsters {small:,} races, for a million {large:,}":
        (experts.rounds_needed_sharp(0.05, 1000), experts.rounds_needed_sharp(0.05, 10**6)),
    "*worst* reaches {worst:.1%} of it at $T = 1000$, $K = 10$": experiments.expert_regret.at(T=1000, n_experts=10),
    "Hedge's expected loss is at most $\\dfrac{\\eta L^* + \\ln K}{1 - e^{-\\eta}}$": other_losses,
    "For losses in $[-1,1]$: $R_T \\le \\frac{\\eta T}2 + \\frac{\\ln K}\\eta$": signed_losses,
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
LN Thm 2, DR14 Thm 11.1
*Information and Computation* 108
*JCSS* 55
*JASA* 58
"""
