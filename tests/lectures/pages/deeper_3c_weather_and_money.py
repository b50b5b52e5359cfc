"""Companion 3c: the numbers that its prose states."""

from claims import Comparison, prints

from dplearn import experiments, experts
from dplearn.data.deeper import weather_rules
from dplearn.experts.deeper.statements.u17 import LOSSES

FORECAST = experiments.forecasters.at
BOTH = weather_rules("both")
printed = prints("deeper/3c-weather-and-money")
# rounds, random, bound, Hedge, leader, the best expert's loss
SOURCES = {name: printed(name) for name in ("Seattle", "New York", "both")}
# as they came, reordered, bound
FOLLOWER, *ORDERS = map(printed, ("leader’s follower", *(f"Hedge, c = {c} " for c in (1, 3, 10, 100))))


def larger_rates():
    came, hurt, _ = zip(*ORDERS)
    assert list(came) == sorted(came, reverse=True) and list(hurt) == sorted(hurt)
    return came[1], hurt[1], came[2], hurt[2]


def three_days():
    losses, eta = LOSSES, experts.learning_rate(3, 4, rule="capped")
    return losses[1, 2], experts.hedge_probabilities(losses, eta=eta)[1, 2], *printed("in all")


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
            for t in map(weather_rules, SOURCES)),
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
}

GIVEN = r"""
forecast 2,908 **real** days
$c = 1$
at $c = 3$ the two orders
at $c = 10$ they cost
On these two orders $c = 3$
[0,1]
A wrong forecast costs 1
at the slides' rate $\min\{\sqrt{\ln 4/3}, 1\}
"""
