"""Who holds the numbers in the prose of companion 4c."""

import math

import numpy as np
from claims import checked, evidence, prints

from dplearn import experiments, experts

claim = experiments.ln_claim.at
# T days: claimed δ, at α = √(1/12T), at the least α with a small regret
ROWS = np.array([prints("deeper/4c-many-days")(T) for T in ("10,000", "100,000", "1,000,000")])


def power(x):
    """x as a digit and a power of ten."""
    exponent = math.floor(math.log10(x))
    return x / 10**exponent, exponent


CLAIMS = {
    "lies $11.5\\,\\alpha\\sqrt T$ deviations out": 12 - 0.5 == 11.5,
    "e^{-\\frac{11.5^2}2T\\alpha^2} \\approx e^{-{half:.0f}\\,T\\alpha^2}": 11.5**2 / 2,
    "only if $\\alpha$ is above about $1/66$": 66.125 / 66 > 1 > 66.125 * 0.98 / 66,  # e^(-66.125 Tα²) <= e^(-Tα)
    "between 1,000 and 2,000 days the claimed curve dives below the exact one":
        claim(T=1000)["claim"] > claim(T=1000)["exact"] and claim(T=2000)["claim"] < claim(T=2000)["exact"],
    "the notes claim ${claimed:.0f}\\cdot10^{{a}}$; the truth for the swap is ${exact:.0f}\\cdot10^{{b}}$":
        (*power(claim()["claim"]), *power(claim()["exact"])),
    "At $\\alpha = 0.001$ the truth is {first_ratio:.0f} times the claim": evidence("LN-MWDP"),
    "at $\\alpha = 0.02$ the claim is right":
        all(max(row["exact"], row["zcdp"]) <= row["claim"]
            for row in (claim(alpha=0.02, T=T) for T in (10, 1000, 10_000))),
    "by advanced composition (for $\\alpha \\le 0.628$)": 0.628 < evidence("LN-MWDP-CORRECTED")["largest"] < 0.629,
    "and $e^{-{half:.3f}\\,T\\alpha^2}$, the lower": 11.5**2 / 2,
    "the regret is about $\\ln2/\\alpha$":
        abs(experts.regret_at("steady", 100_000, 2, 0.005) * 0.005 / math.log(2) - 1) < 0.01,
    "it stays at ${there:.2f}\\cdot10^{-5}$ and": ROWS[2, 1] * 1e5,
    "it stays at": np.ptp(ROWS[:, 1:] / ROWS[2, 1:], axis=0).max() < 0.02,
    "and at ${slow:.1f}\\cdot10^{-4}$, while": ROWS[2, 2] * 1e4,
    "e^{-\\frac{11.5^2}2T\\alpha^2}": 12 - 0.5 == 11.5,
    "if $\\alpha \\ge 8/529$": checked("LN-MWDP-LINE"),
    "$\\sqrt2\\,\\alpha^{3/2} \\le 11.5\\,\\alpha^2$, that is if $\\sqrt\\alpha \\ge \\sqrt2/11.5$, "
    "$\\alpha \\ge 2/132.25 = 8/529$": 11.5**2 == 132.25 and 2 / 132.25 == 8 / 529,
    "the claim falls to ${digit:.0f}\\cdot10^{{exponent}}$": power(ROWS[2, 0]),
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
