"""Companion 3a: the numbers that its prose states."""

from functools import cache

import numpy as np
from claims import pick

from dplearn import data, experiments, experts
from dplearn.experts import brute
from dplearn.experts.experiments.regret import best_rate, doubling_regret

AT_1000, GRUDGE = experiments.doubling.at, experiments.adaptive_opponent.at
PRICE = 2 * np.sqrt(14 * np.log(2))  # of the printed bound at T = 14


def moving_rate(losses):
    before, t = np.cumsum(losses, axis=0) - losses, np.arange(1, len(losses) + 1)
    weights = np.exp(-best_rate(t, losses.shape[1])[:, None] * (before - before.min(axis=1, keepdims=True)))
    return weights / weights.sum(axis=1, keepdims=True)


def moving_rate_bound(T, K):
    return 2 * experts.regret_bound_sharp(T, K) + np.sqrt(np.log(K) / 8)


@cache
def regrets() -> dict:
    """T known, doubling and moving, for each table of the page; their bounds are ordered, and hold."""
    tables = {"epochs": np.concatenate([experts.opponent_losses("worst", n, 10, eta=best_rate(n, 10))
                                        for n in 2 ** np.arange(10)]),
              "known": experts.opponent_losses("worst", 1023, 10, eta=best_rate(1023, 10)),
              "changes": experts.opponent_losses("drifting", 2000, 10),
              "races": data.racing_rules(data.load_horse_races()).losses,
              "weather": data.weather_rules("both").losses,
              "football": data.nfl_forecasters(data.load_nfl_elo()).losses}
    found = {}
    for name, losses in tables.items():
        size = losses.shape
        laws = {"known": experts.hedge_probabilities(losses, eta=best_rate(*size)), "moving": moving_rate(losses),
                "doubling": experts.doubling_probabilities(losses, rule="hoeffding")}
        found[name] = {way: float(experts.regret_of(losses, law)[-1]) for way, law in laws.items()}
        bounds = [experts.regret_bound_sharp(*size), moving_rate_bound(*size), experts.doubling_bound_sharp(*size)]
        assert bounds == sorted(bounds) and all(paid <= bound for paid, bound in zip(found[name].values(), bounds))
    return found


def against_known():
    assert regrets()["known"]["known"] < regrets()["known"]["moving"] < regrets()["known"]["doubling"]
    return regrets()["known"]


def moving_bound():
    """The cited theorem, on all 0/1 matrices with K = 2, T <= 4 (and on the page's six tables: `regrets`)."""
    tiny = (losses for T in (1, 2, 3, 4) for losses in brute.all_losses(T, 2))
    return bool(regrets()) and all(experts.regret_of(l, moving_rate(l))[-1] <= moving_rate_bound(*l.shape)
                                   for l in tiny)


def after_the_start():
    truth = doubling_regret("worst", np.array([1024, 1063]), 10)[1] / np.sqrt(1063 * np.log(10))
    return {"bound": AT_1000(T=1024)["epochs"], "truth": truth}


def at_1000():
    row = AT_1000()
    return pick(row, doubling="exact_doubling", known="exact") | {"times": row["exact_doubling"] / row["exact"]}


@cache
def tree():
    return experts.play_tree(experts.first_choice, 14, 2, eta=np.sqrt(np.log(2) / 14))


def best_growth():
    b, golden = np.linspace(1.5, 4, 250_001), (1 + np.sqrt(5)) / 2
    factor, two = np.sqrt(b * (b - 1)) / (np.sqrt(b) - 1), np.sqrt(2) / (np.sqrt(2) - 1)
    assert abs(b[factor.argmin()] - golden**2) < 1e-3 and abs(factor.min() - golden**2.5) < 1e-9
    return {"b": golden**2, "factor": golden**2.5, "two": two, "saved": 1 - golden**2.5 / two}


CLAIMS = {
    "they still cost that rate least, {known:.1f}; the moving rate pays {moving:.1f}, and doubling {doubling:.1f}":
        against_known,
    "the flat line at $\\sqrt{1/2} = {line:.3f}$": np.sqrt(0.5),
    "costs a factor below {factor:.2f}": np.ceil(100 * np.sqrt(2) / (np.sqrt(2) - 1)) / 100,
    "doubling (orange) regrets {doubling:.2f}, Hedge that knows $T$ (black) {known:.3f} against its own worst "
    "sequence: {times:.1f} times as much": at_1000,
    "The epochs' bounds added up, {epochs:.2f},": AT_1000,
    "they jump to {bound:.2f}, and within forty rounds the truth follows, to {truth:.2f}": after_the_start,
    "Its regret is at most $2\\sqrt{\\frac12T\\ln K} + \\sqrt{\\frac18\\ln K}$": moving_bound,
    "Doubling has {doubling:.1f} where the moving rate has {moving:.1f}": regrets()["epochs"],
    "doubling ends {below:.1f} *below* the best single expert": -regrets()["changes"]["doubling"],
    "On the three real tables the moving rate is best, even better than the rate for known $T$; doubling is worst":
        all(
        row["moving"] < row["known"] < row["doubling"] for row in map(regrets().get, ("races", "weather", "football"))),
    "You earn {earned:.2f} on average": 14 - tree().expected_paid,
    "promises {path:.2f} on the lucky paths": (14 - tree().best)[tree().actions[:, 0] == 0].max() - PRICE,
    "it promises {average:.2f}, and holds": 14 - tree().expected_best - PRICE,
    "the grudge has cost {exact:.1f} (black, exact), below Hoeffding's {sharp:.1f} and the printed {printed:.1f}":
        GRUDGE,
    "it agrees with the enumeration of all sequences of picks": bool(
        np.isclose(experts.play_tree(experts.grudge, 10, 2, eta=0.1).expected_regret, GRUDGE(T=10)["exact"])),
    "the grudge costs {exact:.0f} in 200 rounds": GRUDGE(T=200, eta=10),
    "The best growth is $b = \\varphi^2 = {b:.3f}$, its factor $\\varphi^{5/2} = {factor:.3f}$, against {two:.3f} "
    "for doubling: {saved:.1%} saved": best_growth,
}

GIVEN = r"""
At $T = 1000$
At $T = 1024$
a factor of about 2 instead of 3.42
Two experts, $\eta = 0.1$
After 100 rounds the grudge
at $\eta = 10$ the grudge
in 200 rounds
all $2^{14}$ sequences of picks of 14 rounds
[0,1]
($r = 1 - \ell$)
then 2 with the rate for 2, then 4, 8, …
\sum_{m=0}^{M}
$b > 1$
"""
