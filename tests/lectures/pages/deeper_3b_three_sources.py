"""Companion 3b: the numbers that its prose states."""

import math

import numpy as np
from claims import checked, prints
from scipy import optimize, special

from dplearn import experiments, experts

SHARE = experiments.expert_regret.at
# what a round costs in truth, its p, and LN's step, by η
ROUND = {eta: prints("deeper/3b-three-sources")(f"η = {eta}: truth") for eta in (0.05, 1, 4)}


def one_number():
    """-ln p_t(i) is ln W^t + η L_i(t-1), for each of six experts in a season."""
    race = experts.run_race(60, 6, eta=0.5, rng=np.random.default_rng(1747))
    lost = race.losses.cumsum(axis=0) - race.losses
    return np.allclose(-np.log(race.probabilities),
                       special.logsumexp(-0.5 * lost, axis=1, keepdims=True) + 0.5 * lost)


CLAIMS = {
    "with the sum over all {picks} sequences of picks of five rounds": 3**5,
    "It watches the same number as the lecture's proof": one_number,
    "at the worst $p$, is close to $\\frac18$ for small rates: {exact:.3f} at $\\eta = 1$": ROUND[1][0],
    "is close to $\\frac18$": 1 / 8 - 1e-4 < ROUND[0.05][0] and all(truth <= 1 / 8 for truth, *_ in ROUND.values()),
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
