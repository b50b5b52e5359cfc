"""Lecture 3: the numbers that its prose states.

What its cells print and the prose rounds is read there: the notebooks' own test runs them again.
"""

from functools import partial

import numpy as np
from claims import Comparison, checked, curves, prints

from dplearn import data, experiments, experts, simulate
from dplearn.experts import brute
from dplearn.experts import deeper

best_rate = partial(experts.learning_rate, rule="hoeffding")
RATE, printed = experiments.learning_rate.at, prints("03-experts-horse-racing")
# this season, mean, largest and number above the promise of 200 others
WAYS = dict(zip(("leader", "random", "Hedge", "one"), map(printed, (
    "leader's follower  ", "random, mean of coins", "Hedge, mean of coins", "Hedge, one bettor"))))
# as the races came, reordered
ORDERS = {way: printed(start, nth) for way, start, nth in (
    ("leader", "leader's follower  ", 1), ("random", "random, mean of coins", 1), ("Hedge", "Hedge, mean of coins", 1))}
SEASON = experts.run_race(60, 6, eta=best_rate(60, 6), rng=simulate.stream(3, "racetrack mixed", 0))
SEASON_BOUND = partial(experts.regret_bound_sharp, 60, 6)
RULES = data.racing_rules(data.load_horse_races())


def follower(losses) -> float:
    """What the leader's follower regrets."""
    return float(experts.regret_of(losses, experts.follow_the_leader(losses))[-1])


def hedge(losses, eta: float) -> float:
    return float(experts.expected_regret(losses, eta=eta)[-1])


def moving(losses) -> np.ndarray:
    """Hedge with η_t = √(8 ln K/t), companion 3a's."""
    rounds, before = np.arange(1, len(losses) + 1), losses.cumsum(axis=0) - losses
    weights = np.exp(-best_rate(rounds, losses.shape[1])[:, None] * (before - before.min(axis=1, keepdims=True)))
    return weights / weights.sum(axis=1, keepdims=True)


LAWS = {
    "leader": experts.follow_the_leader, "random": experts.uniform, "moving": moving,
    "Hedge": lambda losses: experts.hedge_probabilities(losses, eta=best_rate(*losses.shape)),
    "doubling": lambda losses: deeper.doubling_probabilities(losses, rule="hoeffding"),
}


def field(tables):
    """The field of all ways to choose: what each regrets, in expectation, on the tables that `tables(**setting)` lists,
    or on its one table."""
    def regrets(law, **setting):
        found = tables(**setting)
        ends = [float(experts.regret_of(t, law(t))[-1]) for t in (found if isinstance(found, list) else [found])]
        return ends if isinstance(found, list) else ends[0]
    return {name: partial(regrets, law) for name, law in LAWS.items()}


def seasons():
    return [experts.run_race(60, 6, eta=best_rate(60, 6), rng=np.random.default_rng(i)).losses for i in range(200)]


def the_answer():
    lost, names = SEASON.losses.sum(axis=0), [t.name for t in SEASON.tipsters]
    assert names[SEASON.best] == "Sharp" and lost[SEASON.best] == 32
    mine = SEASON.losses[np.arange(60), SEASON.actions].sum()
    assert mine - 32 == SEASON.realised_regret[-1]
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


def the_run():
    """The last rounds of *runaway*, in which the last expert alone is right: how many."""
    losses, eta = experts.opponent_losses("runaway", 200, 10, eta=best_rate(200, 10)), best_rate(200, 10)
    run = 200 - 1 - int(np.flatnonzero(losses[:, -1])[-1])
    cost = np.diff(experts.expected_regret(losses, eta=eta)[[-run - 1, -1]])[0]
    assert abs(cost * eta / np.log(10) - 1) < 0.06 and losses[-run:, :-1].all()
    halves = losses[:-run].reshape(-1, 2, 10)
    assert (halves.sum(axis=1) == 1).all() and (curves(experiments.one_race)["uniform"][:91] < 1e-9).all()
    assert (experts.follow_the_leader(losses) * losses).sum(axis=1)[:-run].all()
    return {"last": run}


def ceilings() -> dict:
    """Where the ceilings of the potential end, and what that is made of."""
    ends = {"sharp_bound": SEASON.bound_sharp[-1], "printed_bound": SEASON.bound[-1]}
    regret, eta = SEASON.expected_regret[-1], SEASON.eta
    return ends | {"eta": eta, "regret": regret, **{k.removesuffix("_bound"): eta * (b - regret)
                                                    for k, b in ends.items()}}


def large_and_small_rates():
    steady, alternating = ([RATE(opponent=o, eta=e)["exact"] for e in (0.001, 0.01, 0.1, 1, 10)]
                           for o in ("steady", "alternating"))
    return steady == sorted(steady, reverse=True) and alternating == sorted(alternating)


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


def few_mistakes():
    """Halving with a perfect expert, and weighted majority, on yes-or-no tips drawn and made up."""
    rng, factor = np.random.default_rng(7), 1 / np.log2(4 / 3)
    for K in (2, 3, 10, 64):
        for perfect in (True, False) * 20:
            wrong = rng.random((60, K)) < rng.random(K) * 0.7
            wrong[:, 0] &= not perfect
            for shrink in (0.0, 0.5) if perfect else (0.5,):
                weights, mine = np.ones(K), 0
                for row in wrong:
                    mine += weights @ row >= weights.sum() / 2
                    weights *= np.where(row, shrink, 1)
                least = wrong.sum(axis=0).min()
                assert mine <= (factor * (least + np.log2(K)) if shrink else np.log2(K)) + 1e-9
    return np.ceil(100 * factor) / 100


def enemies():
    """The three means; a run of the third costs at least 900."""
    law, yesterday, today = (printed(f"an enemy who knows {who}")[-1] for who in ("the law", "yesterday's", "today's"))
    assert max(law, yesterday) < experts.regret_bound_sharp(1000, 10) < 900 < today
    return True


def small_losses():
    """Exercise 4 on all 0/1 matrices with T = 3, K = 2, and the season."""
    for losses in (*brute.all_losses(3, 2), SEASON.losses):
        for eta in (0.01, 0.5, 3, 30):
            paid, best, K = experts.expected_losses(losses, eta=eta).sum(), losses.sum(axis=0).min(), losses.shape[1]
            assert paid <= (eta * best + np.log(K)) / (1 - np.exp(-eta)) + 1e-9
    return True


LONGEST = experts.regret_bound_sharp(200, 10)
CLAIMS = {
    "His coins gave him {mine} wrong tips: regret {regret}. The mean over his coins, the **expected regret**, is "
    "{expected:.1f} (exact). At the end he follows *Sharp* with probability {sharp:.0%} and *Lane 1* with {lane:.0%}":
        the_answer,
    "The leader's follower: {leader:.1f} on average, Hedge {hedge:.1f}, random choice {random:.1f}":
        (WAYS["leader"][1], WAYS["Hedge"][1], WAYS["random"][1]),
    "In this world trusting the record is right": Comparison("leader", field(seasons), "mean", seeds=200),
    "in only one of the 200 others does he end {nine:.0f} behind":
        lambda: {"nine": WAYS["leader"][0]} if WAYS["leader"] == [9, 2.52, 9, 1] else {},
    "ends at most {bound:.2f} behind (the short dashes)": SEASON.bound_sharp[-1],
    "with bad coins he ended up to {largest:.0f} behind, and beyond {bound:.2f} in {times:.0f} of 200 seasons":
        (WAYS["one"][2], SEASON.bound_sharp[-1], WAYS["one"][3]),
    "the mean over its coins ends at most": WAYS["Hedge"][3] == 0,
    "The regret is at least $T(1 - 1/K)$": deterministic_rules_can_be_hurt,
    "His follower loses all {all:.0f} rounds, each expert {each:.0f}":
        (printed("(a) in turn")[0] + printed("(a) first rounds")[-1], printed("(a) first rounds")[-1]),
    "you make at most ${factor:.2f}(L^* + \\log_2K)$ of them": few_mistakes,
    "Without coins no factor is below 2: the enemy makes you err at least twice as often as the best of two experts":
        deterministic_rules_can_be_hurt,
    "Each simple way fails on one of the two ({leader:.0f}, {random:.0f}); Hedge has {turns:.2f} and {steady:.2f}":
        (printed("(a) in turn")[0], printed("(b) one always right")[1], *printed("in turn"),
         *printed("one always right")),
    "a million experts cost {times:.1f} times as much as ten": np.sqrt(np.log(10**6) / np.log(10)),
    "lowers it by at least $\\eta g - \\eta^2$": checked("LN-T2-PROOF"),
    "It falls from $\\ln 6 = {start:.2f}$ to $-\\ln {p:.2f} = {end:.2f}$": POTENTIAL,
    "if *Sharp* is followed with probability {p:.2f}": POTENTIAL,
    "ends at {printed:.1f}; the other one": ceilings,
    "${eta:.3f}\\,({sharp_bound:.2f} - {regret:.2f}) = {sharp:.1f}$ and "
    "${eta:.3f}\\,({printed_bound:.0f} - {regret:.2f}) = {printed:.1f}$": ceilings,
    "Shaded is what the rounds were charged and did not cost": charged,
    "and regrets {large:.2f} of the promised {bound:.2f}. At 0.01 he hardly learns: {small:.2f} of {much:.2f}.":
        tuple(f(eta) for eta in (3, 0.01) for f in (partial(hedge, SEASON.losses), SEASON_BOUND)),
    "{sharp:.2f} at its end. The printed bound is {own:.1f} at its own best rate, $2\\sqrt2 = {times:.1f}$ times as "
    "much (and {here:.0f} at the picture's)":
        (SEASON.bound_sharp[-1], experts.regret_bound(60, 6), experts.regret_bound(60, 6) / SEASON.bound_sharp[-1],
         SEASON.bound[-1]),
    "whose $\\eta$ is this one": SEASON.eta == best_rate(60, 6),
    "the other has probability about $\\frac12 + \\frac\\eta4$, and loses next: some $\\frac\\eta4$ too much in "
    "every second round, almost $\\eta/8$ a round": half_and_quarter,
    "In the last {last} rounds one expert alone is right. That costs about $\\ln K/\\eta$ more": the_run,
    "the bound ends at {bound:.1f}": LONGEST,
    "Hedge's expected regret ends at {exact:.1f}. Random choice has regret 0 after each pair of turns, and ends at "
    "{uniform:.1f}, above a bound": race,
    "The leader's follower loses every turn, leaves the picture, and ends {leader:.0f} behind": race,
    "Every algorithm picks before the coin falls, and so expects to lose $T/2$": checked("DR14-T11.1-ROUNDS"),
    "{exact:.2f} a round at $\\eta = 0.001$": RATE(eta=0.001),
    "$\\frac14$ a round at $\\eta = 10$": 0.24 < RATE(eta=10)["exact"] < 0.26,
    "At the upright line, {eta:.1f}, it regrets {exact:.3f} a round, and Hoeffding's bound is {sharp:.4f}":
        RATE() | {"eta": experiments.learning_rate.setting().eta},
    "that bound is least at $\\sqrt{8\\ln K/T} = {best:.3f}$": {"best": best_rate(1000, 10)},
    "On *steady* a large rate is best, on *alternating* a small one": large_and_small_rates,
    "that is {sharp}, by the printed bound {printed}":
        (experts.rounds_needed_sharp(0.1, 10), experts.rounds_needed(0.1, 10)),
    "the bound for 1000 races, {bound:.1f}, hold": experts.regret_bound_sharp(1000, 10),
    "Against the first two.": enemies,
    "*favourite*, wins {wins:.0f}": 262 - RULES.totals.min(),
    "As they came, the leader's follower: {leader:.1f} short, Hedge {came:.1f}":
        (ORDERS["leader"][0], ORDERS["Hedge"][0]),
    "In the chosen order Hedge: {hedge:.1f}, the follower {leader:.1f}": (ORDERS["Hedge"][1], ORDERS["leader"][1]),
    "In the real order it paid": Comparison("leader", field(lambda: RULES.losses), "truth"),
    "In the chosen order Hedge": Comparison(
        "Hedge", field(lambda: experts.against_the_leader(RULES.losses)), "truth"),
    "Hedge's {came:.1f} instead of {leader:.1f} is the premium": (ORDERS["Hedge"][0], ORDERS["leader"][0]),
    "can push its expectation beyond {bound:.1f}": experts.regret_bound_sharp(262, 13),
    "On average over our drawn seasons, and on the real races as they came, the leader's follower "
    "ended nearer to the best":
        WAYS["leader"][1] < WAYS["Hedge"][1] and ORDERS["leader"][0] < ORDERS["Hedge"][0],
    "For 1000 tipsters {small:,} races, for a million {large:,}":
        (experts.rounds_needed_sharp(0.05, 1000), experts.rounds_needed_sharp(0.05, 10**6)),
    "*runaway* reaches {share:.1%} of the bound at $T = 1000$, $K = 10$":
        experiments.expert_regret.at(T=1000, n_experts=10)["runaway"],
    "Hedge's expected loss is at most $\\dfrac{\\eta L^* + \\ln K}{1 - e^{-\\eta}}$": small_losses,
    "Halving promises $\\log_2K = {times:.2f}\\ln K$": 1 / np.log(2),
    "a round costs $\\eta^2B^2/8$": checked("DR14-T11.1-SHARP")
        and np.isclose(experts.regret_bound_sharp(400, 6, 0.5, loss_range=2.0), 0.5 * 4 * 400 / 8 + np.log(6) / 0.5),
}

PLAIN = {
    "if its horse does not win": "winning is a race's result",
    "*favourite*, wins": "the same",
    "These are wins": "the same",
}

GIVEN = r"""
Write Hedge so that 100,000 rounds do not break it
is wrong 32 times
for 1000 rounds; (b) of random choice among ten experts
By lines 2 to 4,
replaces lines 3 and 4, for every $\eta > 0$
on average over 200 other seasons
in only one of the 200 others
in 34 of 200 seasons
The picture has 200 rounds
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
