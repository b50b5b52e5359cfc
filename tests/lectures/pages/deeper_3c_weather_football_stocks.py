"""Companion 3c: the numbers that its prose states."""

from functools import cache

import numpy as np
from claims import pick

from dplearn import data, experiments, experts
from dplearn.experts.statements.u17 import LOSSES, SHARES


FORECAST = experiments.forecasters.at
LENGTHS = {"Seattle": 1454, "New York": 1454, "both": 2908, "nfl": 16_494}
CITIES = {city: data.weather_rules(city) for city in ("Seattle", "New York", "both")}
RATES, MARKETS = (experiments.stocks.parameter(name).values for name in ("eta", "market"))


def best_rules():
    assert [c.names[c.best] for c in CITIES.values()] == ["as yesterday", "always dry", "as yesterday"]
    seattle, york, both = (int(c.totals.min()) for c in CITIES.values())
    return {"seattle": seattle, "york": york, "both": both, "sum": seattle + york}


def leads_to_the_end():
    """The leader is `as yesterday` from some round in the first tenth on."""
    table = CITIES["both"]
    return bool((experts.follow_the_leader(table.losses)[290:, table.best] == 1).all())


def football():
    games = data.nfl_forecasters(data.load_nfl_elo())
    assert games.losses.shape == (16_494, 8) and games.names[games.best] == "Elo"
    return {"games": games.T} | pick(FORECAST(source="nfl", t=games.T), "leader", hedge="exact")


def on_all_four():
    rows = [FORECAST(source=source, t=t) for source, t in LENGTHS.items()]
    return all(row["leader"] < row["exact"] <= row["bound"] < row["uniform"] / 2 for row in rows)


@cache
def orders() -> tuple[np.ndarray, np.ndarray]:
    """The days as they came, and in the order that hurts the leader's follower."""
    return CITIES["both"].losses, experts.against_the_leader(CITIES["both"].losses)


def hedge(c: float) -> list[float]:
    """Regret in both orders at c times Hoeffding's rate, and its bound."""
    T, K = orders()[0].shape
    eta = c * experts.learning_rate(T, K, rule="hoeffding")
    return [float(experts.expected_regret(x, eta=eta)[-1]) for x in orders()] + [experts.regret_bound_sharp(T, K, eta)]


def becomes():
    came, hurt = (float(experts.regret_of(x, experts.follow_the_leader(x))[-1]) for x in orders())
    return {"came": came, "hurt": hurt, "hedge": hedge(1)[0], "then": hedge(1)[1]}


def larger_rates():
    came, hurt, bound = zip(*map(hedge, (1, 3, 10, 100)))
    assert list(came) == sorted(came, reverse=True) and list(hurt) == sorted(hurt) and list(bound) == sorted(bound)
    return {"a": came[1], "b": hurt[1], "c10": came[2], "d": hurt[2]}


def three_days():
    losses, shares = np.array(LOSSES) / 100, np.array(SHARES) / 100
    law = experts.hedge_probabilities(losses, eta=experts.learning_rate(3, 4, rule="capped"))
    paid, hedge = (shares * losses).sum(axis=1), (law * losses).sum(axis=1)
    assert hedge[1] < paid[1] and shares[1, 2] == 0.5
    return {"loses": losses[1, 2], "put": law[1, 2], "paid": paid.sum(), "hedge": hedge.sum(),
            "alone": losses.sum(axis=0).min()}


@cache
def market(name: str, eta: float = 0.1) -> dict:
    return experiments.stocks.at(market=name, eta=eta)


def made(name: str) -> list[float]:
    """What EG ends with in a market, at each rate of the slider."""
    return [market(name, eta)["gradient"] for eta in RATES]


def comme_and_kinar():
    row = market("comme_kinar")
    assert row["even"] > max(row["gradient"], row["universal"]) and row["hold"] >= row["stock"] / 2
    return row


def smallest_rate_on_pairs():
    return all(name == "all" or (np.argmax(made(name)) == 0 and made(name)[0] < market(name)["even"])
               for name in MARKETS)


def all_stocks():
    short = np.log(market("all")["mix"] / market("all")["gradient"])
    allowed = experts.exponentiated_gradient_bound_sharp(data.load_nyse().relatives, eta=0.1)
    return {"short": short, "factor": np.exp(short), "allowed": allowed}


def hedge_is_buy_and_hold():
    told = data.stock_experts(data.load_nyse())
    held = experts.buy_and_hold(data.load_nyse().relatives)
    return bool(np.allclose(experts.hedge_probabilities(told.losses, eta=told.nats), held))


CLAIMS = {
    "he ends {leader:.1f} behind the best rule, Hedge {hedge:.1f}, under a bound of {bound:.1f}":
        pick(FORECAST(), "leader", "bound", hedge="exact"),
    "In Seattle *as yesterday* is best ({seattle} wrong), in New York *always dry* ({york})": best_rules,
    "*as yesterday* is best over all with {both}, where {seattle} and {york} would make {sum}": best_rules,
    "*as yesterday* leads from early on to the end": leads_to_the_end,
    "{games:,} games, eight forecasters, squared error. Elo is best; Hedge ends {hedge:.1f} behind, the leader's "
    "follower {leader:.1f}": football,
    "On all four Hedge stays below its bound and far below random choice, and the leader's follower does better still":
        on_all_four,
    "The follower's {came:.1f} becomes {hurt:.1f}; Hedge's {hedge:.1f} at Hoeffding's rate becomes {then:.1f}": becomes,
    "From $c = 1$ on, a larger $c$ buys a smaller premium and a larger loss in the other order: at $c = 3$ the two "
    "orders cost {a:.1f} and {b:.1f}, at $c = 10$ they cost {c10:.1f} and {d:.1f}": larger_rates,
    "what it gives up is the promise, {large:.1f} instead of {bound:.1f}": (hedge(3)[2], hedge(1)[2]),
    "who then loses {loses:.0%}; Hedge put {put:.0%} there. In all the printed shares lose {paid:.3f} and Hedge "
    "{hedge:.3f}; the fourth financier alone would have lost {alone:.2f}": three_days,
    "$\\min\\{\\sqrt{\\ln 4/3}, 1\\} = {eta:.2f}$": float(experts.learning_rate(3, 4, rule="capped")),
    "the bound $2\\sqrt{3\\ln 4} = {bound:.2f}$": experts.regret_bound(3, 4),
    "Hedge is **buy and hold**": hedge_is_buy_and_hold,
    "The best mix makes {mix:.0f} out of 1, the best stock alone {stock:.0f}. EG at $\\eta = 0.1$ makes "
    "{gradient:.0f}, the universal portfolio {universal:.0f}, buy and hold {hold:.0f}": comme_and_kinar,
    "The even mix makes {even:.0f}: more than both": pick(market("comme_kinar"), "even"),
    "the universal portfolio's {one:.4f} here, and its {two:.4f} for *iroqu* and *kinar*":
        (market("comme_kinar")["universal"], market("iroqu_kinar")["universal"]),
    "On none of these five markets does EG, at any of these rates, end more than a tenth of a percent above the even "
    "mix": all(max(made(name)) <= 1.001 * market(name)["even"] for name in MARKETS),
    "with all 36 stocks, {eg:.2f} against {even:.2f}": (max(made("all")), market("all")["even"]),
    "On each pair the smallest rate is the best one, and is still below the even mix": smallest_rate_on_pairs,
    "at $\\eta = 10$ four fifths of the money are gone": bool(0.15 < made("all")[-1] < 0.25),
    "With all 36 stocks and $\\eta = 0.1$ it falls {short:.1f} nats short, a factor of {factor:.1f}; the promise "
    "allows {allowed:.1f}": all_stocks,
}

GIVEN = r"""
forecast 2,908 **real** days
$c = 1$
at $c = 3$ the two orders
at $c = 10$ they cost
On these two orders $c = 3$
*comme* and *kinar*, 22 years
all 36
(all 36)
$\eta = 0.1$
at $\eta = 10$
The 36 stocks were chosen
[0,1]
and $\eta = 1$
out of 1, the best stock
A wrong forecast costs 1
*Mathematical Finance* 8
at the slides' rate $\min\{\sqrt{\ln 4/3}, 1\}
"""
