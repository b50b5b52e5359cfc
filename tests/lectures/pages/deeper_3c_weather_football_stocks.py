"""Companion 3c: the numbers that its prose states."""

from functools import cache

import numpy as np

from dplearn import data, experiments, experts
from dplearn.experts.statements.u17 import LOSSES, SHARES


@cache
def forecast(source: str, t: int) -> dict:
    return experiments.forecasters.at(source=source, t=t)


def both():
    row = forecast("both", 2908)
    return {"leader": row["leader"], "hedge": row["exact"], "bound": row["bound"]}


def best_rules():
    cities = {city: data.weather_rules(city) for city in ("Seattle", "New York", "both")}
    assert [c.names[c.best] for c in cities.values()] == ["as yesterday", "always dry", "as yesterday"]
    seattle, york, both = (int(c.totals.min()) for c in cities.values())
    return {"seattle": seattle, "york": york, "both": both, "sum": seattle + york}


def leads_to_the_end():
    """The leader is `as yesterday` from some round in the first tenth on."""
    table = data.weather_rules("both")
    leads = experts.follow_the_leader(table.losses)[:, table.best] == 1
    return bool(leads[290:].all())


def football():
    row, games = forecast("nfl", 16_494), data.nfl_forecasters(data.load_nfl_elo())
    assert games.losses.shape == (16_494, 8) and games.names[games.best] == "Elo"
    return {"games": games.T, "hedge": row["exact"], "leader": row["leader"]}


def on_all_four():
    rows = [forecast(source, t) for source, t in (("Seattle", 1454), ("New York", 1454), ("both", 2908), ("nfl", 16_494))]
    return all(row["leader"] < row["exact"] <= row["bound"] < row["uniform"] / 2 for row in rows)


@cache
def orders(c: float) -> tuple[float, float, float]:
    days = data.weather_rules("both").losses
    eta = c * experts.learning_rate(*days.shape, rule="hoeffding")
    came, hurt = (float(experts.expected_regret(x, eta=eta)[-1]) for x in (days, experts.against_the_leader(days)))
    return came, hurt, experts.regret_bound_sharp(*days.shape, eta)


@cache
def follower() -> tuple[float, float]:
    days = data.weather_rules("both").losses
    return tuple(float(experts.regret_of(x, experts.follow_the_leader(x))[-1]) for x in (days, experts.against_the_leader(days)))


def becomes():
    return {"came": follower()[0], "hurt": follower()[1], "hedge": orders(1)[0], "then": orders(1)[1]}


def larger_rates():
    came, hurt, bound = zip(*(orders(c) for c in (1, 3, 10, 100)))
    assert list(came) == sorted(came, reverse=True) and list(hurt) == sorted(hurt) and list(bound) == sorted(bound)
    return {"a": orders(3)[0], "b": orders(3)[1], "c10": orders(10)[0], "d": orders(10)[1]}


def three_days():
    losses, shares = np.array(LOSSES) / 100, np.array(SHARES) / 100
    law = experts.hedge_probabilities(losses, eta=experts.learning_rate(3, 4, rule="capped"))
    paid, hedge = (shares * losses).sum(axis=1), (law * losses).sum(axis=1)
    assert hedge[1] < paid[1] and shares[1, 2] == 0.5
    return {"loses": losses[1, 2], "put": law[1, 2], "paid": paid.sum(), "hedge": hedge.sum(), "alone": losses.sum(axis=0).min()}


@cache
def market(name: str, eta: float = 0.1) -> dict:
    return experiments.stocks.at(market=name, eta=eta)


RATES = experiments.stocks.parameter("eta").values
MARKETS = experiments.stocks.parameter("market").values


def comme_and_kinar():
    row = market("comme_kinar")
    assert row["even"] > max(row["gradient"], row["universal"]) and row["hold"] >= row["stock"] / 2
    return {"mix": row["mix"], "stock": row["stock"], "eg": row["gradient"], "universal": row["universal"], "hold": row["hold"]}


def hardly_above_the_even_mix():
    return all(market(name, eta)["gradient"] <= 1.001 * market(name)["even"] for name in MARKETS for eta in RATES)


def smallest_rate_on_pairs():
    for name in MARKETS:
        made = [market(name, eta)["gradient"] for eta in RATES]
        assert name == "all" or (np.argmax(made) == 0 and made[0] < market(name)["even"])
    return True


def all_stocks():
    row = market("all")
    short = np.log(row["mix"] / row["gradient"])
    allowed = experts.exponentiated_gradient_bound_sharp(data.load_nyse().relatives, eta=0.1)
    return {"short": short, "factor": np.exp(short), "allowed": allowed}


def four_fifths_are_gone():
    return bool(0.15 < market("all", 10.0)["gradient"] < 0.25)


def hedge_is_buy_and_hold():
    stocks = data.load_nyse()
    as_experts = data.stock_experts(stocks)
    return bool(np.allclose(experts.hedge_probabilities(as_experts.losses, eta=as_experts.nats), experts.buy_and_hold(stocks.relatives)))


CLAIMS = {
    "he ends {leader:.1f} behind the best rule, Hedge {hedge:.1f}, under a bound of {bound:.1f}": both,
    "In Seattle *as yesterday* is best ({seattle} wrong), in New York *always dry* ({york})": lambda: {k: best_rules()[k] for k in ("seattle", "york")},
    "*as yesterday* is best over all with {both}, where {seattle} and {york} would make {sum}": best_rules,
    "*as yesterday* leads from early on to the end": leads_to_the_end,
    "{games:,} games, eight forecasters, squared error. Elo is best; Hedge ends {hedge:.1f} behind, the leader's follower {leader:.1f}": football,
    "On all four Hedge stays below its bound and far below random choice, and the leader's follower does better still": on_all_four,
    "The follower's {came:.1f} becomes {hurt:.1f}; Hedge's {hedge:.1f} at Hoeffding's rate becomes {then:.1f}": becomes,
    "From $c = 1$ on, a larger $c$ buys a smaller premium and a larger loss in the other order: at $c = 3$ the two orders cost {a:.1f} and {b:.1f}, at $c = 10$ they cost {c10:.1f} and {d:.1f}": larger_rates,
    "what it gives up is the promise, {large:.1f} instead of {bound:.1f}": lambda: {"large": orders(3)[2], "bound": orders(1)[2]},
    "who then loses {loses:.0%}; Hedge put {put:.0%} there. In all the printed shares lose {paid:.3f} and Hedge {hedge:.3f}; the fourth financier alone would have lost {alone:.2f}": three_days,
    "$\\min\\{\\sqrt{\\ln 4/3}, 1\\} = {eta:.2f}$": lambda: {"eta": float(experts.learning_rate(3, 4, rule="capped"))},
    "the bound $2\\sqrt{3\\ln 4} = {bound:.2f}$": lambda: {"bound": experts.regret_bound(3, 4)},
    "Hedge is **buy and hold**": hedge_is_buy_and_hold,
    "The best mix makes {mix:.0f} out of 1, the best stock alone {stock:.0f}. EG at $\\eta = 0.1$ makes {eg:.0f}, the universal portfolio {universal:.0f}, buy and hold {hold:.0f}": comme_and_kinar,
    "The even mix makes {even:.0f}: more than both": lambda: {"even": market("comme_kinar")["even"]},
    "the universal portfolio's {one:.4f} here, and its {two:.4f} for *iroqu* and *kinar*": lambda: {"one": market("comme_kinar")["universal"], "two": market("iroqu_kinar")["universal"]},
    "On none of these five markets does EG, at any of these rates, end more than a tenth of a percent above the even mix": hardly_above_the_even_mix,
    "with all 36 stocks, {eg:.2f} against {even:.2f}": lambda: {"eg": max(market("all", eta)["gradient"] for eta in RATES), "even": market("all")["even"]},
    "On each pair the smallest rate is the best one, and is still below the even mix": smallest_rate_on_pairs,
    "at $\\eta = 10$ four fifths of the money are gone": four_fifths_are_gone,
    "With all 36 stocks and $\\eta = 0.1$ it falls {short:.1f} nats short, a factor of {factor:.1f}; the promise allows {allowed:.1f}": all_stocks,
}

GIVEN = [
    "forecast 2,908 **real** days", "$c = 1$", "at $c = 3$ the two orders", "at $c = 10$ they cost", "On these two orders $c = 3$", "*comme* and *kinar*, 22 years", "all 36", "(all 36)", "$\\eta = 0.1$", "at $\\eta = 10$",
    "The 36 stocks were chosen", "[0,1]", "and $\\eta = 1$", "out of 1, the best stock", "A wrong forecast costs 1", "*Mathematical Finance* 8", "at the slides' rate $\\min\\{\\sqrt{\\ln 4/3}, 1\\}",
]
