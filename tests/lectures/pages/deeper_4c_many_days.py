"""Who holds the numbers in the prose of companion 4c."""

import math

from claims import checked, evidence

from dplearn import experiments
from dplearn.private_experts import deeper

claim, paid = experiments.ln_claim.at, experiments.private_regret.at


def power(x):
    """x as a digit and a power of ten."""
    exponent = math.floor(math.log10(x))
    return x / 10**exponent, exponent


CLAIMS = {
    "lies $11.5\\,\\eta\\sqrt T$ deviations out": 12 - 0.5 == 11.5,
    "e^{-\\frac{11.5^2}2T\\eta^2} \\approx e^{-{half:.0f}\\,T\\eta^2}": 11.5**2 / 2,
    "**Answer: for η above about 1/66.**": 66.125 / 66 > 1 > 66.125 * 0.98 / 66,  # e^(-66.125 Tη²) <= e^(-Tη)
    "between 1,000 and 2,000 days the claimed curve dives below the exact one":
        claim(T=1000)["claim"] > claim(T=1000)["exact"] and claim(T=2000)["claim"] < claim(T=2000)["exact"],
    "the notes claim ${claimed:.0f}\\cdot10^{{a}}$; the truth for the swap is ${exact:.0f}\\cdot10^{{b}}$":
        (*power(claim()["claim"]), *power(claim()["exact"])),
    "At $\\eta = 0.001$ the truth is {first_ratio:.0f} times the claim": evidence("LN-MWDP"),
    "by advanced composition (for $\\eta \\le 0.628$)": 0.628 < evidence("LN-MWDP-CORRECTED")["largest"] < 0.629,
    "and $e^{-{half:.3f}\\,T\\eta^2}$, the lower": 11.5**2 / 2,
    "e^{-\\frac{11.5^2}2T\\eta^2}": 12 - 0.5 == 11.5,
    "if $\\eta \\ge 8/529$": checked("LN-MWDP-LINE"),
    "$\\sqrt2\\,\\eta^{3/2} \\le 11.5\\,\\eta^2$, that is if $\\sqrt\\eta \\ge \\sqrt2/11.5$, "
    "$\\eta \\ge 2/132.25 = 8/529$": 11.5**2 == 132.25 and 2 / 132.25 == 8 / 529,
    "{one:.3f} at $\\varepsilon = 1$, {half:.2f} at $0.5$": (paid()["exact"], paid(epsilon=0.5)["exact"]),
    "**Answer: by about 2.** With the best proven rate": 1.9 < paid(epsilon=0.5)["exact"] / paid()["exact"] < 2.1,
    "Ten times the days divide both curves by about $\\sqrt{10}$":
        all(abs(paid()[key] / paid(T=100_000)[key] / math.sqrt(10) - 1) < 0.01 for key in ("exact", "free")),
    "\\frac1u)$, here {price:.1f}, the true":
        deeper.price_of_privacy_sharp(10_000, 10, epsilon=1.0, delta=1e-6, analysis="bounded-range-optimal"),
    "the true regrets by {times:.0f}.": paid()["exact"] / paid()["free"],
}
GIVEN = r"""
one always right, $(1, 10^{-6})$
best proven rate and 10,000 days
at $\varepsilon = 1$, 0.19 at $0.5$
permitted rate is $u \le 1$ times
promise $\varepsilon \le 1$ and
Here $\eta = 0.005$, and
$\eta$ and 10,000 days optimal
At 10,000 days the notes
At $\eta = 0.001$ the truth
at $\eta = 0.02$ the claim
$\varepsilon = 1$, and $T$ goes from 10,000 to 1,000,000
$\varepsilon = 12T\eta^2$
the first row $(1,0)$ becomes $(0,1)$
MW is $(12T\eta^2, e^{-T\eta})$-private
LN's claim, $(12T\eta^2, e^{-T\eta})$, holds
for every $L > 0$
"""
