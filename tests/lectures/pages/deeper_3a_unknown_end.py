"""Companion 3a: the numbers that its prose states."""

import numpy as np
from claims import Comparison, prints

from dplearn import experiments, experts
from dplearn.experts import deeper
from dplearn.experts.deeper.experiments.regret import doubling_regret

DOUBLING = experiments.doubling.at
printed = prints("deeper/3a-unknown-end")
# T, K, and the regret with T known, of doubling, of the moving rate, and of the leader's follower
EPOCHS, KNOWN, CHANGES, *REAL = map(printed, ("runaway, in epochs", "runaway, T known", "best one changes", "races",
                                              "weather"))
WAYS = ("known", "doubling", "moving", "leader")


def compared(winner, *tables, among=WAYS):
    """A comparison of exact regrets, in the table that the page prints, on these tables."""
    return Comparison(winner, {way: lambda table, at=2 + WAYS.index(way): table[at] for way in among}, "truth",
                      settings=tuple({"table": table} for table in tables))


PROMISES = {
    "known": experts.regret_bound_sharp, "doubling": deeper.doubling_bound,
    "moving": lambda T, K: moving_rate_bound(T, K), "doubling, by epochs": deeper.doubling_bound_sharp,
}
LENGTHS = tuple({"T": int(row[0]), "K": int(row[1])} for row in (EPOCHS, KNOWN, CHANGES, *REAL))


def promised(winner, without=()):
    names = [name for name in PROMISES if name not in without]
    return Comparison(winner, {name: lambda T, K, f=PROMISES[name]: f(T, K) for name in names}, "bound",
                      settings=LENGTHS)


def moving_rate_bound(T, K):
    return 2 * experts.regret_bound_sharp(T, K) + np.sqrt(np.log(K) / 8)


def after_the_start():
    truth = doubling_regret("runaway", np.array([1024, 1063]), 10)[1] / np.sqrt(1063 * np.log(10))
    return DOUBLING(T=1024)["epochs"], truth


GOLDEN, DOUBLED = (1 + np.sqrt(5)) / 2, np.sqrt(2) / (np.sqrt(2) - 1)
ABOVE = np.ceil(100 * DOUBLED) / 100
CLAIMS = {
    "they still cost that rate least, {known:.1f}; the moving rate pays {moving:.1f}, and doubling {doubling:.1f}":
        (KNOWN[2], KNOWN[4], KNOWN[3]),
    "they still cost that rate least": compared("known", KNOWN),
    "the bound for known $T$ is $\\sqrt{1/2} = {line:.3f}$ at every $T$": np.sqrt(0.5),
    "is larger by a factor below {factor:.2f}": ABOVE,
    "a factor of about 2 instead of {factor:.2f}": ABOVE,
    "doubling (blue) regrets {exact_doubling:.2f}, and Hedge that knows $T$ (black) {exact:.3f} against": DOUBLING,
    "made for it: a factor of {times:.1f}": DOUBLING()["exact_doubling"] / DOUBLING()["exact"],
    "The epochs' bounds added up, {epochs:.2f},": DOUBLING,
    "they jump to {bound:.2f}, and within forty rounds the truth follows, to {truth:.2f}": after_the_start,
    "Its regret is at most $2\\sqrt{\\frac12T\\ln K} + \\sqrt{\\frac18\\ln K}$":
        all(row[4] <= moving_rate_bound(*map(int, row[:2])) for row in (EPOCHS, KNOWN, CHANGES, *REAL)),
    "Doubling has {doubling:.1f} where the moving rate has {moving:.1f}": tuple(EPOCHS[3:5]),
    "Here forgetting is far ahead": compared("doubling", CHANGES),
    "doubling ends {below:.1f} *below* the best single expert": -CHANGES[3],
    "On the two real tables the moving rate regrets least of the three": compared("moving", *REAL, among=WAYS[:3]),
    "and doubling most": all(row[3] == max(row[2:]) for row in REAL),
    "he regrets less than the three on the real tables and on the first": compared("leader", EPOCHS, *REAL),
    "and {second:.1f} on the second": KNOWN[5],
    "The promises at the lengths of these five stand in the order known $T$, moving, doubling": promised("known"),
    "in the order known $T$, moving, doubling": promised("moving", without=("known",)),
    "You earn {earned:.2f} on average": printed("16,384 paths; you earn")[0],
    "On the lucky paths the printed right side is {path:.2f}, more than that": printed("right side on a lucky path")[0],
    "with $\\mathbb{E}\\max_i$, it is {average:.2f}, and the theorem holds":
        {"average": printed("right side, averaged over paths")[0]},
    "the grudge has cost {exact:.1f}, below Hoeffding's {sharp:.1f} and the printed {printed:.1f}":
        tuple(printed("T = 100, η = 0.1: the grudge costs")),
    "in 200 rounds the grudge costs {large:.0f} at $\\eta = 10$, and {small:.1f} at $\\eta = 0.1$":
        tuple(printed(f"T = 200, η = {eta}: the grudge costs")[0] for eta in (10, 0.1)),
    "The best growth is $b = \\varphi^2 = {b:.3f}$, its factor $\\varphi^{5/2} = {factor:.3f}$, against {two:.3f} "
    "for doubling: {saved:.1%} saved": (GOLDEN**2, GOLDEN**2.5, DOUBLED, 1 - GOLDEN**2.5 / DOUBLED),
}

GIVEN = r"""
At $T = 1000$
At $T = 1024$
a factor of about 2 instead
Two experts, $\eta = 0.1$
After 100 rounds the grudge
in 200 rounds the grudge
at $\eta = 10$, and
at $\eta = 0.1$.
all $2^{14}$ sequences of picks of 14 rounds
[0,1]
($r = 1 - \ell$)
then 2 with the rate for 2, then 4, 8, …
\sum_{m=0}^{M}
$b > 1$
"""
