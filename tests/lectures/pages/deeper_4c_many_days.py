"""Who holds the numbers in the prose of companion 4c."""

import functools
import math

from scipy import optimize

from dplearn import experiments, experts, private_experts


claim = functools.cache(experiments.ln_claim.at)


def power(x):
    """x as a digit and a power of ten."""
    exponent = math.floor(math.log10(x))
    return x / 10**exponent, exponent


def crossing():
    before, after = claim(T=1000), claim(T=2000)
    return before["claim"] > before["exact"] and after["claim"] < after["exact"]


def ten_thousand_days():
    (claimed, a), (exact, b) = power(claim()["claim"]), power(claim()["exact"])
    return {"claimed": claimed, "a": a, "exact": exact, "b": b}


def only_above():
    """e^(-66.125 T α²) <= e^(-Tα) from 1/66 on, and for 1/66 less 2% not."""
    return 66.125 / 66 > 1 > 66.125 * 0.98 / 66


def right_at(alpha=0.02):
    return all(row["exact"] < row["claim"] and row["zcdp"] <= row["claim"]
               for row in (claim(alpha=alpha, T=T) for T in (10, 1000, 10_000)))


def steady():
    """Regret beside a steady expert, times α: ln 2 from a few 1/α days on."""
    return abs(experts.regret_at("steady", 100_000, 2, 0.005) * 0.005 / math.log(2) - 1) < 0.01


def advanced_is_a_bound():
    """Theorem 3.20 at ln(1/δ) = 2Tα² stays within 12Tα² up to α = 0.628 and not at 0.629."""
    return math.expm1(2 * 0.628) <= 4 * 0.628 and math.expm1(2 * 0.629) > 4 * 0.629


@functools.cache
def stays():
    deltas = [private_experts.worst_pair_profile(T, 1.0, eta=math.sqrt(1 / (12 * T)))
              for T in (10_000, 100_000, 1_000_000)]
    return max(deltas) / min(deltas) < 1.003 and {"there": deltas[-1] * 1e5}


@functools.cache
def slowest(T):
    """δ(1) at the least α whose regret beside a steady expert is at most 3 ln 2 √T."""
    most = 3 * math.log(2) * math.sqrt(T)
    alpha = optimize.brentq(lambda a: float(experts.regret_at("steady", T, 2, a)) - most, 1e-5, 1.0, rtol=1e-9)
    return private_experts.worst_pair_profile(T, 1.0, eta=alpha)


def slow_stays():
    deltas = [slowest(T) for T in (10_000, 100_000, 1_000_000)]
    return max(deltas) / min(deltas) < 1.02 and {"slow": deltas[-1] * 1e4}


def the_line():
    """8/529 is where √2 α^1.5 = 11.5 α²."""
    alpha = 8 / 529
    return abs(math.sqrt(2) * alpha**1.5 / (11.5 * alpha**2) - 1) < 1e-12


def claimed_last():
    digit, exponent = power(math.exp(-1_000_000 * math.sqrt(1 / 12_000_000)))
    return {"digit": digit, "exponent": exponent}


CLAIMS = {
    "lies $11.5\\,\\alpha\\sqrt T$ deviations out": 12 - 0.5 == 11.5,
    "e^{-\\frac{11.5^2}2T\\alpha^2} \\approx e^{-{half:.0f}\\,T\\alpha^2}": 11.5**2 / 2,
    "only if $\\alpha$ is above about $1/66$": only_above,
    "between 1,000 and 2,000 days the claimed curve dives below the exact one": crossing,
    "the notes claim ${claimed:.0f}\\cdot10^{{a}}$; the truth for the swap is ${exact:.0f}\\cdot10^{{b}}$":
        ten_thousand_days,
    "At $\\alpha = 0.001$ the truth is {times:.0f} times the claim":
        claim(alpha=0.001)["exact"] / claim(alpha=0.001)["claim"],
    "at $\\alpha = 0.02$ the claim is right": right_at,
    "by advanced composition (for $\\alpha \\le 0.628$)": advanced_is_a_bound,
    "and $e^{-{half:.3f}\\,T\\alpha^2}$, the lower": 11.5**2 / 2,
    "the regret is about $\\ln2/\\alpha$": steady,
    "it stays at ${there:.2f}\\cdot10^{-5}$ and": stays,
    "and at ${slow:.1f}\\cdot10^{-4}$, while": slow_stays,
    "e^{-\\frac{11.5^2}2T\\alpha^2}": 12 - 0.5 == 11.5,
    "if $\\alpha \\ge 8/529$": the_line,
    "$\\sqrt2\\,\\alpha^{3/2} \\le 11.5\\,\\alpha^2$, that is if $\\sqrt\\alpha \\ge \\sqrt2/11.5$, "
    "$\\alpha \\ge 2/132.25 = 8/529$":
        11.5**2 == 132.25 and the_line(),
    "the claim falls to ${digit:.0f}\\cdot10^{{exponent}}$": claimed_last,
}
GIVEN = r"""
an $\varepsilon$ of at most 1 with
Here $\alpha = 0.005$, and
At 10,000 days the notes
At $\alpha = 0.001$ the truth
at $\alpha = 0.02$ the claim
$\varepsilon = 1$, and $T$ goes from 10,000 to 1,000,000
$\varepsilon = 12T\alpha^2$
the first row $(1,0)$ becomes $(0,1)$
MW is $(12T\alpha^2, e^{-T\alpha})$-private
LN's claim, $(12T\alpha^2, e^{-T\alpha})$, holds
for every $L > 0$
"""
