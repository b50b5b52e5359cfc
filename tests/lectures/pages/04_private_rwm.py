"""Who holds the numbers in the prose of lecture 4."""

import functools
import math

import numpy as np
from claims import prints

from dplearn import data, experiments, experts, private_experts

profile, rates, permitted, paid, price = (functools.cache(e.at) for e in (
    experiments.action_profile, experiments.six_rates, experiments.permitted_eta, experiments.private_regret,
    experiments.privacy_price))
printed = prints("04-private-rwm")
GUESSES = printed("[picture: Probability that")[4::2]  # from all picks, right with this probability


def year(eta, T=100):
    return experiments.read_a_day.at(eta=eta, T=T)["exact"]


def proven(T):
    return private_experts.private_eta(1.0, 1e-6, T, analysis="bounded-range-optimal")


@functools.cache
def gaps(eta):
    """How far the secret moves the chance of tipster 1, on each day after the first of the page's season."""
    season = np.random.default_rng(1845).integers(0, 2, (60, 3)).astype(float)
    laws = [experts.hedge_probabilities(np.vstack([[first], season[1:]]), eta=eta) for first in ((0, 1, 1), (1, 0, 1))]
    return abs(laws[0] - laws[1])[1:, 0]


def narrow_but_open():
    return 0.015 < gaps(0.1).min() < gaps(0.1).max() < 0.05 and gaps(0.1)[48] > max(2 * gaps(1)[48], 4 * gaps(0.02)[48])


def nine_digits():
    low, high = private_experts.rwm_profile_interval(*private_experts.worst_pair(100_000), 1.0, eta=7e-4)
    return 0 < low <= high < low * (1 + 3e-9)


def late_races_are_sure():
    """In the second half one rule is picked with more than 95%; it is the one ahead at the end."""
    rules = data.racing_rules(data.load_horse_races())
    law = experts.hedge_probabilities(rules.losses, eta=experts.learning_rate(*rules.losses.shape, rule="hoeffding"))
    return rules.names[rules.best] == "favourite" and law[131:, rules.best].min() > 0.95


def second_term(T, times, L=math.log(1e6)):
    """Tε₀(e^ε₀ - 1) at ε₀ = 2η beside ε/2, where ε is so many times L."""
    step = 2 * times * L / math.sqrt(32 * T * L)
    return T * step * math.expm1(step) / (times * L / 2)


CLAIMS = {
    "One column: {one:.0%}. Twenty-three: {more:.0%}. Ninety-nine: all but always.": (year(1, 2), year(1, 24)),
    "Ninety-nine: all but always.": year(1) > 0.999999,
    "the 99 columns give {some:.0%}; from": year(0.1),
    "from $\\eta = {rate:.3f}$ down he stays below 55%": 0.025,
    "down he stays below 55%": year(0.025) < 0.55 < year(0.026),
    "the rival is right in {long:.0%} of games after 1,000 days": year(0.1, 1000),
    "near 0.01 and move $T$ to its right end: the {long:.0%} are back": year(0.01, 100_000),
    "the end of the orange curve, {rate:.4f} for 100 days": proven(100),
    "allows a guess to be right in {most:.0%} of games": private_experts.attack_ceiling(1.0, 1e-6),
    "this one is right in less than 55%": 0.54 < year(proven(100)) < 0.55,
    "it is up to {gap:.2f} wide": gaps(1).max(),
    "Best at $\\eta = 0.1$: there the gap is narrow but never closes": narrow_but_open,
    "until tipster 1's lead is so long that hardly a pick is in doubt": gaps(1)[40:].max() < 0.1,
    "a right guess in nearly all games, in about six of ten, in hardly more than half":
        GUESSES[0] > 0.95 and round(GUESSES[1], 1) == 0.6 and 0.5 < GUESSES[2] < 0.53,
    "\\delta = 10^{-6}:\\ {cap:.3f}.$$": private_experts.attack_ceiling(1.0, 1e-6, candidates=3),
    "the swap has $\\delta(1) = 10^{-6}$, exactly": abs(profile()["exact"] / 1e-6 - 1) < 1e-3,
    "promises nothing before $\\varepsilon = {least:.0f}$": 2 * 0.0075 * 999,
    "the advanced theorem $\\delta = {advanced:.3f}$ and bounded range {zcdp:.6f}.": profile,
    "late in a steady race $\\delta$ vanishes": profile(pair="steady")["exact"] < 1e-30,
    "The three upper lines soon run flat":
        all(abs(permitted(T=100)[key] / permitted(T=100_000)[key] - 1) < 0.03 for key in ("limit", "zcdp", "dr14")),
    "Bounded range permits {times:.1f} times DR14's rate": rates()["zcdp"] / rates()["dr14"],
    "(deeper/4a-six-analyses.ipynb): within {gap:.2%}.": rates()["limit"] / rates()["optimal"] - 1,
    "Blind picking loses 0.9 a day; without privacy Hedge loses {free:.3f}.": paid,
    "She loses {exact:.3f} a day, and the sharp bound, {sharp:.3f}, says so. DR14's bound is {printed:.2f},": paid,
    "at DR14's rate she really loses {exact:.2f}.": paid(analysis="dr14"),
    "Ten times the days divide her regret, and that without privacy, by about $\\sqrt{10}$":
        all(abs(paid()[key] / paid(T=100_000)[key] / math.sqrt(10) - 1) < 0.01 for key in ("exact", "free")),
    "here {optimal:.1f}, after 10,000 days or 100,000": price(T=10_000),
    "{optimal:.1f}, after 10,000 days or 100,000": price,
    "the claimed $\\delta$ is off by a factor of more than 4,000, and half the rate repairs it":
        printed("losses in [-1, 1], η = 0.00749")[1] > 4000e-6 and printed("losses in [-1, 1], η = 0.00375")[1] <= 1e-6,
    "beyond a rate only {share:.1%} larger, the swap breaks the promise":
        private_experts.worst_pair_eta(1.0, 1e-6, 262) / proven(262) - 1,
    "Half of the races are nearly safe, safer than at the private rate":
        printed("lecture 3: race 1")[2] < 51.1 < printed("(1, 1e-6): race 1")[2],
    "once *favourite* leads, hardly a pick is in doubt": late_races_are_sure,
    "(Her regret differs by {times:.0f}: here": paid()["exact"] / paid()["free"],
    "Hedge without privacy needs half of its bound.)":
        abs(paid()["free"] / experts.regret_bound_sharp(10_000, 10) * 10_000 - 0.5) < 0.01,
    "small enough *only if $\\varepsilon \\le 4L$*":
        second_term(10**7, 3.98) <= 1 < min(second_term(T, times) for T in (10, 10**3, 10**7) for times in (4, 5, 10)),
    "for $\\varepsilon$ far below $L$ that is nearly four times DR14's rate":
        3.98 < rates(T=10_000, epsilon=0.1)["zcdp"] / rates(T=10_000, epsilon=0.1)["dr14"] < 4,
    "A week of $m$ days costs a factor of nearly $m$":  # √(Σ min(s, m)²/(T - 1)): a week, a month, a season
        all(0.85 * m < math.sqrt((np.minimum(np.arange(1, 365), m) ** 2).sum() / 364) < m for m in (7, 30, 60)),
    "The package does this for 100,000 days, to nine digits.": nine_digits,
}
GIVEN = r"""
Which $\eta$ holds him below 55% after 99?
At $\eta = 0.1$ the 99 columns give
down he stays below 55%
at $\eta = 0.1$ the rival is right in
of games after 1,000 days
Take $\eta$ near 0.01
for 100 days. The promise allows
Here is a season of 60 days
the neighbor tipster 2 alone
At $\eta = 1$ it is up to
what all 59 later picks tell
For $M = 2$ that is
for } M = 3,\ \varepsilon = 1,\ \delta = 10^{-6}:
by line 2, what will
the law of $\Lambda$ after 59 picks
each day, length $b = 2\eta$
$h(0) = h(-1) = 0$
at $-1$ and 0: at most 0 for $s > 0$
For all $s > 0$
At $T = 1{,}000$ and $\eta = 0.0075$ the swap
promise at $\varepsilon = 1$: basic
**If $(1, 10^{-6})$ is the budget
rate at $T = 1{,}000$. Beyond
permitted rate is $r \le 1$ times
Signed losses move a score by 2:
to learn from under $(1, 10^{-6})$
after 10,000 days or 100,000
10,000 days, $(1, 10^{-6})$, the best proven rate
Blind picking loses 0.9 a day
are *proven* $(1, 10^{-6})$-private
At $\eta = 1$, how often does
after *one* column? After 99?
an entry in $[0,1]$ for each
the largest $\varepsilon$ (at $\delta = 0$)
For $\varepsilon = 1$ the lecture notes (LN) take $\eta = 1/(2T)$
always right, for 10,000 days. Blind picking loses 0.50 a day.
the first row $(1,0)$ becomes $(0,1)$
DR14 puts $\varepsilon_0 = 2\eta$
gain *and* loss, in $[-1,1]$
so that it works for 100,000 days
Losses in $[-1,1]$. Return
seasons with 100,000 experts
For losses in $[0,1]$ the log-ratios
(a factor of 2 in $\eta$)
moves a sum by up to 2, a pick
one expert among 100,000 hardly
with $D(i) \in [-1,1]$: an interval
days; experts | $\ge 2$ |
a row a day | $[0,1]$ |
(LN's $\alpha$) | $> 0$ |
height of day $t$ | $[-1,1]$; real
| $\varepsilon > 0$, $0 \le \delta < 1$ |
$\ln(1/\delta)$ | $> 0$ |
| `rho` | zCDP | $> 0$ |
the best one without privacy | $(0,1]$ |
"""
