"""Who holds the numbers in the prose of lecture 4."""

import functools
import math

from claims import Comparison, prints
from scipy.special import expit

from dplearn import experiments, experts, private_experts
from dplearn.private_experts import deeper

rates, paid = (functools.cache(e.at) for e in (experiments.six_rates, experiments.private_regret))
printed = prints("04-private-rwm")


def year(eta, T=100):
    return experiments.read_a_day.at(eta=eta, T=T)["exact"]


def bells(T, eta, epsilon):
    return private_experts.worst_pair_profile(T, epsilon, eta=eta)


def proven(T):
    return private_experts.private_eta(1.0, 1e-6, T, analysis="bounded-range-optimal")


CLAIMS = {
    "In {least:.0%}, {less:.0%} and {some:.0%} of games; at 1 nearly always.":
        (year(0.001), year(0.01), year(0.1)),
    "at 1 nearly always": year(1) > 0.999999,
    "she is $e^\\eta$ times as likely to name the one who was right on day 1 as the other":
        all(math.isclose(a / b, math.exp(eta)) for eta in (0.1, 1.0)
            for a, b in experts.hedge_probabilities([[0, 1], [0, 0], [0, 0]], eta=eta)[1:]),
    "at 0.1 he is right in {long:.0%} of games after 1,000 days": year(0.1, 1000),
    "at 0.01 in as many after 100,000": round(year(0.01, 100_000), 2) == round(year(0.1, 1000), 2),
    "\\delta = 10^{-6}:\\ {cap:.3f}.$$": private_experts.attack_ceiling(1.0, 1e-6),
    "centers {a:.1f} and {b:.1f}, width {width:.1f}":
        (99 * expit(0.1), 99 * expit(-0.1), math.sqrt(99 * expit(0.1) * expit(-0.1))),
    "**Answer.** At 0: {tv:.3f}, which is the story's {right:.0%}; at 1 a part of {delta:.3f} is left.":
        (bells(100, 0.1, 0.0), year(0.1), bells(100, 0.1, 1.0)),
    "400 days at rate 0.05 make nearly the same bells, on other tallies: TV is {tv:.3f}.": bells(400, 0.05, 0.0),
    "Its rate is *the best proven* from here on": Comparison("bounded-range-optimal", {
        a: functools.partial(private_experts.private_eta, 1.0, 1e-6, analysis=a) for a in private_experts.ANALYSES},
        "bound", settings=tuple({"T": T} for T in (100, 262, 1000, 10_000, 100_000)), least=False),
    "for the story's 100 days it is {rate:.4f}": proven(100),
    "allows a guess to be right in {most:.0%} of games": private_experts.attack_ceiling(1.0, 1e-6),
    "the story's rival is right in less than 55%": 0.54 < year(proven(100)) < 0.55,
    "Bounded range permits {times:.1f} times DR14's rate": rates()["zcdp"] / rates()["dr14"],
    "comes within 0.13% of that line from 1,000 days on":
        all(rates(T=T)["limit"] / rates(T=T)["optimal"] < 1.0013 for T in (1_000, 3_000, 10_000, 100_000)),
    "Blind picking loses 0.9 a day; without privacy Hedge loses {free:.3f}.": paid,
    "She loses {exact:.3f} a day, and the sharp bound, {sharp:.3f}, says so. DR14's bound is {printed:.2f},": paid,
    "at DR14's rate she really loses {exact:.2f}.": paid(analysis="dr14"),
    "Ten times the days divide her regret, and that without privacy, by about $\\sqrt{10}$":
        all(abs(paid()[key] / paid(T=100_000)[key] / math.sqrt(10) - 1) < 0.01 for key in ("exact", "free")),
    "but not the *factor*: {times:.0f} (of the bounds {bounds:.0f}: $\\frac12(u+\\frac1u)$ at $u = {u:.3f}$ times":
        (paid()["exact"] / paid()["free"],
         deeper.price_of_privacy_sharp(10_000, 10, epsilon=1.0, delta=1e-6, analysis="bounded-range-optimal"),
         proven(10_000) / math.sqrt(8 * math.log(10) / 10_000)),
    "the claimed $\\delta$ is off by a factor of more than 4,000, and half the rate repairs it":
        printed("losses in [-1, 1], η = 0.00749")[1] > 4000e-6 and printed("losses in [-1, 1], η = 0.00375")[1] <= 1e-6,
    "beyond a rate only {share:.1%} larger, the swap breaks the promise":
        deeper.worst_pair_eta(1.0, 1e-6, 262) / proven(262) - 1,
    "The median race is safer than at the private rate":
        printed("lecture 3: race 1")[2] < 51.1 < printed("(1, 1e-6): race 1")[2],
    "for $\\varepsilon$ far below $L$ that is nearly four times DR14's rate":
        3.98 < rates(T=10_000, epsilon=0.1)["zcdp"] / rates(T=10_000, epsilon=0.1)["dr14"] < 4,
    "small enough *only if $\\varepsilon \\le 4L$*":
        (2 * 4) ** 2 / 32 == 4 / 2,  # at ε = 4L: Tε₀² and ε/2, in units of L
}
GIVEN = r"""
The package does this for 100,000 days
at dawn on day 1 a fair coin decided
right on day 1 as the other
the 99 columns of days 2 to 100
who was right on day 1. How often
at $\eta$ = 0.001, 0.01, 0.1 and 1?
(where $Q(A) = 1 - Q(B)$, $P(B) = 1 - P(A)$)
at 1 nearly always
at 0.1 he is right in
of games after 1,000 days
at 0.01 in as many after 100,000
for } \varepsilon = 1,\ \delta = 10^{-6}:
At rate 0.1 and 99 picks
Here are 60 days of three tipsters
if tipster 2, with
for the story's 100 days
by line 2, what will
400 days at rate 0.05 make nearly
$h(0) = h(-1) = 0$
at $-1$ and 0: at most 0 for $s > 0$
For all $s > 0$
1,000 days, rate 0.0075, $\varepsilon = 1$.
**If $(1, 10^{-6})$ is the budget
rate at 1,000 days. Beyond
Signed losses move a score by 2:
to learn from under $(1, 10^{-6})$
10,000 days, $(1, 10^{-6})$, the best proven rate
Blind picking loses 0.9 a day
an entry in $[0,1]$ for each
the largest $\varepsilon$ (at $\delta = 0$)
For $\varepsilon = 1$ the lecture notes (LN) take $\eta = 1/(2T)$
always right, for 10,000 days. Blind picking loses 0.50 a day.
the first row $(1,0)$ becomes $(0,1)$
DR14 puts $\varepsilon_0 = 2\eta$
(48, not 4, by the next proof
gain *and* loss, in $[-1,1]$
so that it works for 100,000 days
For losses in $[0,1]$ the log-ratios
with $D(i) \in [-1,1]$: an interval
days; experts | $\ge 2$ |
(LN's $\alpha$) | $> 0$ |
height of day $t$ | $[-1,1]$; real
| $\varepsilon > 0$, $0 \le \delta < 1$ |
$\ln(1/\delta)$ | $> 0$ |
| `rho` | zCDP | $> 0$ |
over the free one | $(0,1]$ |
$r$ is the range of the losses, 1 or 2.
"""
