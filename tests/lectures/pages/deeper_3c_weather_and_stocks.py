"""Companion 3c: the numbers that its prose states."""

import numpy as np
from claims import Comparison, prints

from dplearn import data, experiments, experts
from dplearn.experts import deeper
from dplearn.experts.deeper.statements.u17 import LOSSES

FORECAST, MARKET, NYSE = experiments.forecasters.at, experiments.stocks.at, data.load_nyse()
BOTH = data.weather_rules("both")
printed = prints("deeper/3c-weather-and-stocks")
# rounds, random, bound, Hedge, leader, the best expert's loss
SOURCES = {name: printed(name) for name in ("Seattle", "New York", "both")}
# as they came, reordered, bound
FOLLOWER, *ORDERS = map(printed, ("leader’s follower", *(f"Hedge, c = {c} " for c in (1, 3, 10, 100))))
# best mix, even mix, best EG, at η
MARKETS = list(map(printed, ("all 36 stocks", "iroqu and", "comme and kinar", "comme and meico", "ibm and")))


def larger_rates():
    came, hurt, _ = zip(*ORDERS)
    assert list(came) == sorted(came, reverse=True) and list(hurt) == sorted(hurt)
    return came[1], hurt[1], came[2], hurt[2]


def three_days():
    losses, eta = np.array(LOSSES) / 100, experts.learning_rate(3, 4, rule="capped")
    return losses[1, 2], experts.hedge_probabilities(losses, eta=eta)[1, 2], *printed("in all")


def all_stocks():
    short = np.log(MARKET(market="all")["mix"] / MARKET(market="all")["gradient"])
    return short, np.exp(short), deeper.exponentiated_gradient_bound_sharp(NYSE.relatives, eta=0.1)


BEST = SOURCES["Seattle"][-1], SOURCES["New York"][-1]
CLAIMS = {
    "he ends {leader:.1f} behind the best rule, Hedge {exact:.1f}, under a bound of {bound:.1f}": FORECAST,
    "In Seattle *as yesterday* is best ({seattle:.0f} wrong), in New York *always dry* ({york:.0f})":
        BEST,
    "*as yesterday* is best over all with {both:.0f}, where {seattle:.0f} and {york:.0f} would make {sum:.0f}":
        (SOURCES["both"][-1], *BEST, sum(BEST)),
    "*as yesterday* leads from early on to the end":  # from some round in the first tenth
        (experts.follow_the_leader(BOTH.losses)[290:, BOTH.best] == 1).all(),
    "In all three the order is the same: the leader's follower, then Hedge, below its bound, and far behind them "
    "random choice": Comparison(
        "leader", {"random": lambda row: row[1], "Hedge": lambda row: row[3], "leader": lambda row: row[4]}, "truth",
        settings=tuple({"row": row} for row in SOURCES.values())),
    "In each table the best expert leads from the first quarter of the rounds on":
        all((experts.follow_the_leader(t.losses)[t.T // 4:, t.best] == 1).all()
            for t in map(data.weather_rules, SOURCES)),
    "then Hedge, below its bound, and far behind them random choice":
        all(hedge <= bound < random / 2 for _, random, bound, hedge, _, _ in SOURCES.values()),
    "The follower's {came:.1f} becomes {hurt:.1f}; Hedge's {hedge:.1f} at Hoeffding's rate becomes {then:.1f}":
        (*FOLLOWER, *ORDERS[0][:2]),
    "From $c = 1$ on, a larger $c$ buys a smaller premium and a larger loss in the other order: at $c = 3$ the two "
    "orders cost {a:.1f} and {b:.1f}, at $c = 10$ they cost {c10:.1f} and {d:.1f}": larger_rates,
    "what it gives up is the promise, {large:.1f} instead of {bound:.1f}": (ORDERS[1][2], ORDERS[0][2]),
    "who then loses {loses:.0%}; Hedge put {put:.0%} there. In all the printed shares lose {paid:.3f} and Hedge "
    "{hedge:.3f}; the fourth financier alone would have lost {alone:.2f}": three_days,
    "$\\min\\{\\sqrt{\\ln 4/3}, 1\\} = {eta:.2f}$": experts.learning_rate(3, 4, rule="capped"),
    "the bound $2\\sqrt{3\\ln 4} = {bound:.2f}$": experts.regret_bound(3, 4),
    "The best mix makes {mix:.0f} out of 1, the best stock alone {stock:.0f}. EG at $\\eta = 0.1$ makes "
    "{gradient:.0f}, buy and hold {hold:.0f}": MARKET,
    "The even mix makes {even:.0f}: more than both": MARKET,
    "more than both": MARKET()["even"] > max(MARKET()["gradient"], MARKET()["hold"]),
    "On none of these five markets does EG, at any of these rates, end more than a tenth of a percent above the even "
    "mix": all(best <= 1.001 * even for _, even, best, _ in MARKETS),
    "with all 36 stocks, {eg:.2f} against {even:.2f}": (MARKETS[0][2], MARKETS[0][1]),
    "On each pair the smallest rate is the best one, and is still below the even mix":
        all(best < even and eta == 0.01 for _, even, best, eta in MARKETS[1:]),
    "at $\\eta = 10$ four fifths of the money are gone": 0.15 < MARKET(market="all", eta=10)["gradient"] < 0.25,
    "with all 36 stocks and $\\eta = 0.1$ it falls {short:.1f} nats short, a factor of {factor:.1f}, and the promise "
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
