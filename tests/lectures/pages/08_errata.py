"""Who holds the numbers in the prose of the errata (see claims.py)."""

import math
from collections import Counter

import numpy as np
from scipy.special import expit
from scipy.stats import binom

from dplearn import experiments, prediction, private_experts
from dplearn.statements import Verdict, statements

VERDICTS = Counter(s.verdict for s in statements())
PRINTED = sum(n for verdict, n in VERDICTS.items() if verdict is not Verdict.OURS)


def pair_delta(T, eta, epsilon):
    """As the page computes it, by another route: the package's profile, against the sum."""
    heads = np.arange(T)
    total = binom.pmf(heads, T - 1, expit(eta)) @ np.maximum(0, 1 - np.exp(epsilon - eta * (2 * heads - T + 1)))
    assert abs(private_experts.worst_pair_profile(T, epsilon, eta=eta) - total) < 1e-9
    return total


def printed_eta(epsilon, delta):
    return epsilon / math.sqrt(32 * 1000 * math.log(1 / delta))


def crossing():
    steps = [0.014, 0.0145]
    here, there = (experiments.ln_claim.at(T=10_000, alpha=a) for a in steps)
    assert here["exact"] > here["claim"] and there["exact"] < there["claim"]
    return {"low": steps[0], "high": steps[1]}


def twice_the_bound():
    """Section 6 for n = 4 and 100: the first record's move and the mean over the places, in units of 1/√n."""
    for n in (4, 100):
        found = experiments.prediction_stability.at(n=n, place=0.0)
        assert abs(found["true"] - 2 * (1 - 1 / n)) < 1e-12 and abs(found["mean"] - (1 - 1 / n)) < 1e-12
    return True


CLAIMS = {
    "There are {n} such statements": lambda: {"n": PRINTED},
    "{n} hold as printed. {typo} hold once a slip": lambda: {"n": VERDICTS[Verdict.HOLDS], "typo": VERDICTS[Verdict.TYPO]},
    "and {n} more once a constant": lambda: {"n": VERDICTS[Verdict.ASYMPTOTIC]},
    "{n} need a condition that the text does not print, {gap} are true although": lambda: {"n": VERDICTS[Verdict.LIMITED], "gap": VERDICTS[Verdict.GAP]},
    "and {n} are false as they stand": lambda: {"n": VERDICTS[Verdict.FALSE]},
    "for each false statement its card has one close by that is true": lambda: all(s.correction for s in statements() if s.verdict is Verdict.FALSE),
    "a flat loss, $\\sigma = {sigma}$": lambda: {"sigma": 0.01},
    "By a factor of $1/\\sigma = {factor:.0f}$": lambda: {"factor": 0.01 / 0.01**2},
    "and that is {floor:.5f} here, above the promised {printed:.4f}": lambda: {"floor": 0.01 / (8 * (1 + math.e)), "printed": 0.01**2},
    "the pair needs $\\delta = {delta:.5f}$": lambda: {"delta": pair_delta(1000, printed_eta(20, 0.9), 20)},
    "For the first by a hundred orders of magnitude": lambda: bool(math.log10(1e-6 / pair_delta(1000, printed_eta(1, 1e-6), 1)) > 100),
    "the claim is $\\delta = {delta:.7f}$": lambda: {"delta": experiments.ln_claim.at(T=10_000, alpha=0.001)["claim"]},
    "Larger, {exact:.6f}: {times:.0f} times the claim": lambda: {
        "exact": (at := experiments.ln_claim.at(T=10_000, alpha=0.001))["exact"], "times": at["exact"] / at["claim"]},
    "At $T = 10{,}000$ the curves cross between $\\alpha = {low:.4f}$ and {high:.4f}": crossing,
    "{two:.4f} with two parts at $\\varepsilon = 1$, {five:.4f} with five": lambda: {
        "two": prediction.soft_majority_epsilon_printed(2, epsilon=1.0), "five": prediction.soft_majority_epsilon_printed(5, epsilon=1.0)},
    "with more of them it comes close to 2": lambda: bool(1.999 < prediction.soft_majority_epsilon_printed(1000, epsilon=1.0) <= 2),
    "$\\beta = {beta}$: so {parts:.0f} parts": lambda: {"beta": 0.05, "parts": 2 / (0.1 * 1)},
    "{right:.4f} and {printed:.4f}: with the printed": lambda: {
        "right": prediction.failure_of_the_average(0.1, 1.0, 0.05 / 20), "printed": prediction.failure_of_the_average(0.1, 1.0, 2 * 0.05 * 0.1)},
    "the failure is more than three times the $\\beta$ that was promised": lambda: bool(prediction.failure_of_the_average(0.1, 1.0, 2 * 0.05 * 0.1) > 3 * 0.05),
    "2 \\cdot \\frac12 \\cdot \\frac34 = {moved}$, and the bound is {bound}": lambda: {
        "moved": experiments.prediction_stability.at(n=4, place=0.0)["true"] / 2, "bound": 1 / math.sqrt(4)},
    "In general it is $2(1-\\frac1n)$ times the bound": twice_the_bound,
    "accuracy fails up to four times as often as promised": lambda: all(
        1 - (1 - 2 * b * a * e) ** round(2 / (a * e)) <= 4 * b for a in (0.01, 0.1, 0.5) for e in (0.1, 1) for b in (0.01, 0.1)),
}
GIVEN = [
    "With a better proof the theorem is true up to $\\varepsilon = 48\\ln(1/\\delta)$", "asks for $\\varepsilon \\le 48\\ln(1/\\delta)$",
    "so at $\\varepsilon \\le 1$ no number of rounds", "*Predict.** Take $\\gamma = \\varepsilon = 1$", "For $\\sigma = 1$, the loss that everybody",
    "$\\eta = \\varepsilon/\\sqrt{32\\,T\\ln(1/\\delta)}$", "the corollary (DR14, 3.21) says $\\varepsilon < 1$", "One reader chooses $\\varepsilon = 1$, $\\delta = 10^{-6}$, another $\\varepsilon = 20$, $\\delta = 0.9$",
    "$T = 1000$ days", "$\\varepsilon = 12\\,T\\alpha^2", "Start at $T = 10{,}000$ and $\\alpha = 0.001$", "with $|w| \\le 1$, so $R = L_f = 1$", "$\\alpha = 0.1$, $\\varepsilon = 1$, $\\beta",
    "$n = 4$, gradients", "$n = 1$, $d = 1$, one label", "$e^{-110}$ is a sum",
    "\\frac{\\sqrt{128\\ln(1/\\delta)}\\,\\ln k}{\\varepsilon\\sqrt T}$, with $\\eta = \\varepsilon/\\sqrt{32\\,T", "needs $\\varepsilon^2 \\le 32\\ln(1/\\delta)\\ln k$",
    "At $T = 10{,}000$ the curves", "parts at $\\varepsilon = 1$, 1.9581", "patterns of votes for $r = 2$", "at most $2\\eta = 2/\\sqrt n$",
    "averages $r = 2/(\\alpha\\varepsilon)$ models", "\\beta\\alpha\\varepsilon/2$. Printed is $\\beta' = 2\\beta", "$\\eta = 1/\\sqrt n$; the answer",
    "$j = 0, \\dots, N$", "if and only if $n \\le 2$",
]
