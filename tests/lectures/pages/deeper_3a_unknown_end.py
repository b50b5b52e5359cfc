"""Companion 3a: the numbers that its prose states."""

from functools import cache

import numpy as np

from dplearn import data, experiments, experts
from dplearn.experts.experiments import regret as closed
from dplearn.experts import brute as _rounds


def moving_rate(losses):
    before, t = np.cumsum(losses, axis=0) - losses, np.arange(1, len(losses) + 1)
    weights = np.exp(-np.sqrt(8 * np.log(losses.shape[1]) / t)[:, None] * (before - before.min(axis=1, keepdims=True)))
    return weights / weights.sum(axis=1, keepdims=True)


@cache
def regrets() -> dict:
    """(T known, doubling, moving) for each table of the page."""
    epochs = [experts.opponent_losses("worst", n, 10, eta=experts.learning_rate(n, 10, rule="hoeffding")) for n in 2 ** np.arange(10)]
    known_T = experts.opponent_losses("worst", 1023, 10, eta=experts.learning_rate(1023, 10, rule="hoeffding"))
    tables = {"epochs": np.concatenate(epochs), "known": known_T, "changes": experts.opponent_losses("drifting", 2000, 10), "races": data.racing_rules(data.load_horse_races()).losses,
              "weather": data.weather_rules("both").losses, "football": data.nfl_forecasters(data.load_nfl_elo()).losses}
    found = {}
    for name, losses in tables.items():
        T, K = losses.shape
        laws = experts.hedge_probabilities(losses, eta=experts.learning_rate(T, K, rule="hoeffding")), experts.doubling_probabilities(losses, rule="hoeffding"), moving_rate(losses)
        found[name] = [float(experts.regret_of(losses, law)[-1]) for law in laws]
        bounds = experts.regret_bound_sharp(T, K), 2 * experts.regret_bound_sharp(T, K) + np.sqrt(np.log(K) / 8), experts.doubling_bound(T, K, rule="hoeffding")
        assert list(bounds) == sorted(bounds)                       # "the bounds are ordered"
        assert found[name][0] <= bounds[0] and found[name][2] <= bounds[1] and found[name][1] <= bounds[2]
    return found


def against_known():
    known, doubling, moving = regrets()["known"]
    assert known < moving < doubling
    return {"known": known, "doubling": doubling, "moving": moving}


def on_real_tables():
    return all(moving < known < doubling for known, doubling, moving in (regrets()[name] for name in ("races", "weather", "football")))


def moving_bound():
    """The cited theorem, on all 0/1 matrices with K = 2, T <= 4 (and on the page's six tables: `regrets`)."""
    for T in (1, 2, 3, 4):
        for losses in _rounds.all_losses(T, 2):
            assert experts.regret_of(losses, moving_rate(losses))[-1] <= 2 * np.sqrt(T * np.log(2) / 2) + np.sqrt(np.log(2) / 8)
    regrets()
    return True


def after_the_start():
    T = np.array([1024, 1063])
    truth = closed.doubling_regret("worst", T, 10, rule="hoeffding") / np.sqrt(T * np.log(10))
    return {"bound": experiments.doubling.at(T=1024)["epochs"], "truth": truth[1]}


def at_1000():
    row = experiments.doubling.at()
    return {"doubling": row["exact_doubling"], "known": row["exact"], "times": row["exact_doubling"] / row["exact"]}


@cache
def tree():
    return experts.play_tree(experts.first_choice, 14, 2, eta=np.sqrt(np.log(2) / 14))


def grudge():
    row = experiments.adaptive_opponent.at()
    return {"exact": row["exact"], "sharp": row["sharp"], "printed": row["printed"]}


def grudge_by_enumeration():
    return bool(np.isclose(experts.play_tree(experts.grudge, 10, 2, eta=0.1).expected_regret, experiments.adaptive_opponent.at(T=10)["exact"]))


def best_growth():
    b = np.linspace(1.5, 4, 250_001)
    factor = np.sqrt(b * (b - 1)) / (np.sqrt(b) - 1)
    golden = (1 + np.sqrt(5)) / 2
    assert abs(b[factor.argmin()] - golden**2) < 1e-3 and abs(factor.min() - golden**2.5) < 1e-9
    two = np.sqrt(2) / (np.sqrt(2) - 1)
    return {"b": golden**2, "factor": golden**2.5, "two": two, "saved": 1 - golden**2.5 / two}


CLAIMS = {
    "they still cost that rate least, {known:.1f}; the moving rate pays {moving:.1f}, and doubling {doubling:.1f}": against_known,
    "the flat line at $\\sqrt{1/2} = {line:.3f}$": lambda: {"line": np.sqrt(0.5)},
    "costs a factor below {factor:.2f}": lambda: {"factor": np.ceil(100 * np.sqrt(2) / (np.sqrt(2) - 1)) / 100},
    "doubling (orange) regrets {doubling:.2f}, Hedge that knows $T$ (black) {known:.3f} against its own worst sequence: {times:.1f} times as much": at_1000,
    "The epochs' bounds added up, {bound:.2f},": lambda: {"bound": experiments.doubling.at()["epochs"]},
    "they jump to {bound:.2f}, and within forty rounds the truth follows, to {truth:.2f}": after_the_start,
    "Its regret is at most $2\\sqrt{\\frac12T\\ln K} + \\sqrt{\\frac18\\ln K}$": moving_bound,
    "Doubling has {doubling:.1f} where the moving rate has {moving:.1f}": lambda: {"doubling": regrets()["epochs"][1], "moving": regrets()["epochs"][2]},
    "doubling ends {below:.1f} *below* the best single expert": lambda: {"below": -regrets()["changes"][1]},
    "On the three real tables the moving rate is best, even better than the rate for known $T$; doubling is worst": on_real_tables,
    "You earn {earned:.2f} on average": lambda: {"earned": 14 - tree().expected_paid},
    "promises {path:.2f} on the lucky paths": lambda: {"path": (14 - tree().best)[tree().actions[:, 0] == 0].max() - 2 * np.sqrt(14 * np.log(2))},
    "it promises {average:.2f}, and holds": lambda: {"average": 14 - tree().expected_best - 2 * np.sqrt(14 * np.log(2))},
    "the grudge has cost {exact:.1f} (black, exact), below Hoeffding's {sharp:.1f} and the printed {printed:.1f}": grudge,
    "it agrees with the enumeration of all sequences of picks": grudge_by_enumeration,
    "the grudge costs {cost:.0f} in 200 rounds": lambda: {"cost": experiments.adaptive_opponent.at(T=200, eta=10)["exact"]},
    "The best growth is $b = \\varphi^2 = {b:.3f}$, its factor $\\varphi^{5/2} = {factor:.3f}$, against {two:.3f} for doubling: {saved:.1%} saved": best_growth,
}

GIVEN = [
    "At $T = 1000$", "At $T = 1024$", "a factor of about 2 instead of 3.42", "Two experts, $\\eta = 0.1$", "After 100 rounds the grudge", "at $\\eta = 10$ the grudge", "in 200 rounds", "all $2^{14}$ sequences of picks of 14 rounds",
    "[0,1]", "($r = 1 - \\ell$)", "then 2 with the rate for 2, then 4, 8, …", "\\sum_{m=0}^{M}", "$b > 1$",
]
