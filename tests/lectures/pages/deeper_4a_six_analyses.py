"""Who holds the numbers in the prose of companion 4a."""

import functools

import numpy as np
from claims import Comparison, evidence, prints
from scipy import optimize

from dplearn import experiments, experts, private_experts
from dplearn.private_experts import deeper

rates = functools.cache(experiments.six_rates.at)
rate = functools.partial(private_experts.private_eta, 1.0, 1e-6)
printed = prints("deeper/4a-six-analyses")


def times(key):
    return rates()[key] / rates()["dr14"]


def free():
    """From which ε on the best proof permits the rate that one would choose without privacy."""
    wanted = experts.learning_rate(100_000, 10, rule="hoeffding")
    best = functools.partial(private_experts.private_eta, analysis="bounded-range-optimal")
    return optimize.brentq(lambda epsilon: best(epsilon, 1e-6, 100_000) - wanted, 1, 100)


def price(T=100_000, n_experts=10, epsilon=1.0):
    """The price by the best proof, by DR14's constants and by basic composition."""
    return {key: deeper.price_of_privacy_sharp(T, n_experts, epsilon=epsilon, delta=1e-6, analysis=analysis)
            for key, analysis in (("optimal", "bounded-range-optimal"), ("dr14", "dr14"), ("basic", "basic"))}


CLAIMS = {
    "That gains a factor of {kov:.1f} (solving Theorem 3.20 alone {drv:.1f})":
        (times("kov"), times("drv")),
    "Knowing the range gains another 2, either way":  # optimal, and solved (3.20 against zCDP)
        abs(times("optimal") / times("kov") - 2) < 0.01 and abs(times("zcdp") / times("drv") - 2) < 0.05,
    "Together {all:.1f}.": times("optimal"),
    "At $T = 100$ adding up already beats Theorem 11.2": Comparison(
        "basic", {a: functools.partial(rate, analysis=a) for a in ("basic", "dr14")}, "bound",
        settings=tuple({"T": T} for T in (2, 20, 50, 100)), least=False),
    "at $\\delta = 0.1$ pure optimal permits more than bounded range":
        rates(delta=0.1)["kov"] > rates(delta=0.1)["zcdp"],
    "half of $\\varepsilon$ is left over, and the swap's $\\delta$ has more than a hundred zeros":
        printed("ε = 1, δ = 1e-6: η = 0.00150")[-1] < 1e-101,
    "All of it, nearly": printed("2,100 picks, orders 1.01 to 64: divergence at most")[0] > 0.98,
    "the swap is a wall: {a:.1%} above the last proof at $T = 100$, {b:.2%} at 1,000, {c:.3%} at 10,000":
        tuple(np.divide(evidence("DR14-T11.2-LADDER")["percent"], 100)),
    "less than 0.01% is left between them": 0 < np.divide(*printed("{'1 of 2':")[-2:]) - 1 < 1e-4,
    "The best proof pays {optimal:.1f}, DR14's constants {dr14:.0f}, basic composition {basic:,.0f}.":
        price(),
    "and from $\\varepsilon = {free:.1f}$ on nothing": free,
    "With 1,000 tipsters it is {optimal:.1f}, for": price(n_experts=1000),
}
PLAIN = {"could a seventh proof do better?": "a question, answered in section 3"}
GIVEN = r"""
of order $\lambda > 1$ is $\frac1{\lambda-1}\ln
The budget is $(1, 10^{-6})$, $T = 1{,}000$.
At $T = 100$ adding
at $\delta = 0.1$ pure
How much of $\varepsilon = 1$ is really
At $\varepsilon = 1$ the theorem
Nobody would choose $\delta = 0.9$
The corollary has $\varepsilon' < 1$
at $T = 100$,
at 1,000,
at 10,000.
reach $\delta(1) = 10^{-6}$?**
With 570 of 1,000 experts
at this budget and $T = 100$ less
the permitted rate is $r \le 1$
Ten tipsters, 100,000 days, $(1, 10^{-6})$.
At $\varepsilon = 10$ the best
With 1,000 tipsters it
sums its losses, in $[0,1]$
whose first row $(1,0)$ becomes $(0,1)$
"""
