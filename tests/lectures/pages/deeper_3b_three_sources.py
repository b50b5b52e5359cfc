"""Companion 3b: the numbers that its prose states."""

import math

import numpy as np
from claims import checked, prints
from scipy import optimize

from dplearn import experiments, experts

SHARE = experiments.expert_regret.at
# what a round costs in truth, its p, and LN's step, by η
ROUND = {eta: prints("deeper/3b-three-sources")(f"η = {eta}: truth") for eta in (0.05, 1, 4)}


def most_of_two(T):
    """Hedge's largest regret on losses 0 and 1 of two experts, by how much the first has lost beyond the second."""
    lead = np.arange(-T, T + 1)
    value, first = np.maximum(lead, 0.0), 1 / (1 + np.exp(lead * experts.learning_rate(T, 2, rule="hoeffding")))
    for _ in range(T):  # the first loses, the second, or both or none
        value = np.max([np.append(value[1:], 0) + first - 1, np.append(0, value[:-1]) + 1 - first, value], axis=0)
    return value[T]


CLAIMS = {
    "With two experts no losses 0 and 1 do, in 20, 200 or 1,000 rounds at Hoeffding's rate":
        all(np.isclose(most_of_two(T), SHARE(T=T, n_experts=2)["runaway"] * experts.regret_bound_sharp(T, 2))
            for T in (20, 200, 1000)),
    "with the sum over all {picks} sequences of picks of five rounds": 3**5,
    "at the worst $p$, is close to $\\frac18$ for small rates: {exact:.3f} at $\\eta = 1$": ROUND[1][0],
    "the left side passes $\\eta^2$ at $\\eta = {root:.4f}$": 
        optimize.brentq(lambda x: math.exp(x) - 1 - x - x * x, 1, 2),
    "has {short:.1%} of the bound at $T = 1000$ and {long:.1%} at": (SHARE()["runaway"], SHARE(T=100_000)["runaway"]),
    "Fair coins cost every algorithm {ten:.0%} of it for ten experts, {two:.0%} for two, {thousand:.0%} for 1000":
        tuple(SHARE(n_experts=K)["fair"] for K in (10, 2, 1000)),
    "for *this algorithm*, at this rate, no bound can be smaller by more than that": checked("DR14-T11.1-SHARP"),
    "{printed} for ten experts and $\\alpha = 0.1$ as printed, {sharp} by Hoeffding":
        (experts.rounds_needed(0.1, 10), experts.rounds_needed_sharp(0.1, 10)),
}

GIVEN = r"""
[0,1]
$r_t(i) = 1 - \ell_t(i)$
with $\ell = 1 - r$
$e^z \le 1 + z + z^2$ for $0 \le z \le 1.79$
for $\eta \le 1.79$
for $\eta$ up to 1.79
beyond 1.79
where line 5 needs
Line 3 pays
LN's line 3 needs
for all $x \le 1$; at $x = 1$ the left side
at $T = 1000$
at $T = 100{,}000$
at $\eta = 1$
for 1000 (slider
$\alpha = 0.1$
in line 5. U17
$t = 1..T$
$D_{T+1} \ge 0$
$\Pr[X = 1] = p$
$X \in \{0,1\}$
between $1/8$ and 1
"""
