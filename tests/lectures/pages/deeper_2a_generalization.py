"""Who holds the numbers in the prose of companion 2a."""

import math

import numpy as np
from claims import prints, simulated

from dplearn import experiments, private_pac
from dplearn.private_pac import expected_gap_bound_sharp, generalization_gap_bound, generalization_gap_bound_sharp

noisy, ages = experiments.agnostic.at, experiments.private_interval.at
printed = prints("deeper/2a-generalization")
EXCESS = simulated(experiments.agnostic, 1000, seed=1, runs=4000)
BUSY = ages(task="busy_by_hour_of_week", n=1000, epsilon=0.001)


def height(low, high):
    """The chord of (r - 1)+ over [low, high], at r = 1."""
    return (high - 1) * (1 - low) / (high - low)


def widest_is_symmetric():
    """Of all intervals around 1 with u/l = e^ε the chord is highest for l = e^(-ε/2); and the heights are tanh."""
    for epsilon in (0.1, 1.0, 4.0):
        left, most = np.linspace(1e-3, epsilon - 1e-3, 999), generalization_gap_bound_sharp(epsilon)
        assert height(np.exp(-left), np.exp(epsilon - left)).max() <= most + 1e-12
        assert math.isclose(height(math.exp(-epsilon / 2), math.exp(epsilon / 2)), most)
        assert math.isclose(height(math.exp(-epsilon), math.exp(epsilon)), generalization_gap_bound(epsilon))
    return True


def points_lost(n):
    return 100 * (ages(n=n)["exact"] - ages(n=n)["best"])


def lambert_is_the_maximum():
    """F at the common value is x - 1 = W, and a thousand random x_h give no more."""
    rng = np.random.default_rng(1)
    for size in (2, 5, 32):
        w = expected_gap_bound_sharp(size, 2.0, 1)  # at ε = 2, n = 1 the bound is W itself
        x = np.hstack([np.zeros((1001, 1)), rng.uniform(0, 12, (1001, 1)) * rng.uniform(0.2, 1, (1001, size - 1))])
        x[0, 1:] = 1 + w
        F = (x * np.exp(-x)).sum(axis=1) / np.exp(-x).sum(axis=1)
        assert math.isclose(F[0], w, rel_tol=1e-9) and F.max() <= w * (1 + 1e-9)
    return True


CLAIMS = {
    "Setting the derivative in one $x_h$ to zero gives $x_h = 1 + F$": lambert_is_the_maximum,
    "the height is $\\tanh\\frac\\varepsilon2$: {a:.3f} at $\\varepsilon = 1$. The attacker is right in at most "
    "{b:.0%}.": (generalization_gap_bound(1), 0.5 + generalization_gap_bound(1) / 2),
    "is then $\\tanh\\frac\\varepsilon4$: {a:.3f}, or {b:.0%}.": (math.tanh(0.25), 0.5 + math.tanh(0.25) / 2),
    "The height is largest for $l = e^{-\\varepsilon/2}$, $u = e^{\\varepsilon/2}$": widest_is_symmetric,
    "is reached to four digits at all three": all(np.ptp(printed(f"ε = {e}: Ann's label")) == 0 for e in (0.1, 1, 4)),
    "({n} settings: Ann's place": 16 * 4,
    "**Answer.** {a:.3f} and {b:.3f}; at $\\varepsilon = 0.1$ no more than {c:.4f}.":
        tuple(printed(start)[0] for start in ("fewest mistakes", "ε = 1   ", "ε = 0.1   ")),
    "Both bounds promise an excess $\\mathrm{err}_P - \\mathrm{OPT}$ below 0.15":
        max(noisy()["explicit"], noisy()["stability"]) < 0.15,
    "**Answer.** About {mean:.3f}.": EXCESS,
    "About 0.005": 0.005 < EXCESS["low"] < EXCESS["high"] < 0.006,
    "The bounds say {explicit:.3f} (with probability 0.95) and {stability:.3f} (on average)": noisy,
    "has a floor, $\\tanh\\frac\\varepsilon4 = {x:.3f}$": math.tanh(0.5 / 4),
    "With $\\varepsilon = \\sqrt{8\\ln|C|/n}$ it says at most $\\mathrm{OPT} + \\sqrt{2\\ln|C|/n}$":
        all(private_pac.gibbs_risk_bound(size, math.sqrt(8 * math.log(size) / n), n=n, opt=0.1)
            <= 0.1 + math.sqrt(2 * math.log(size) / n) for size in (2, 32, 1024) for n in (100, 10_000)),
    "Less than one point with 1,000 records, less than a tenth of one with 10,000, and almost 15 with 100":
        points_lost(1000) < 1 and points_lost(10_000) < 0.1 and 14.5 < points_lost(100) < 15,
    "the difference is below three points at each of these sizes":
        all(abs(ages(n=n)["exact"] - ages(n=n)["unseen"]) < 0.03 for n in (100, 1000, 10_000)),
    "the best cut-off errs on {best:.0%} of the records and the private one on {exact:.0%}": BUSY,
}

GIVEN = r"""
outputs with $r > 1$
\mathbb{E}_\nu\, r = 1.
contributes 0 above and 1 below
its mean is 1, and it lies
the chord over $r = 1$
at $\varepsilon = 1$. The attacker
Take 8 equally likely points
all $2^8$ labelings
On 8 examples
with $\varepsilon = 1$: near 0, 0.1, 0.35 or 0.5?
at $\varepsilon = 0.1$ no more
Thresholds on 32 points, 40% of the labels wrong, $n = 1{,}000$, $\varepsilon = 0.5$
0.1, 0.03 or 0.005?
(with probability 0.95)
With 1,000 records and $\varepsilon = 0.1$, how far is the private cut-off from the best one: 1, 5 or 15 percentage
points? And with 100 records?
with $\varepsilon = 0.001$
all 8,124 records, $\varepsilon = 0.1$
"""
