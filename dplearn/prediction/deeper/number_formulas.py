"""What the companions of lecture 6 add to `dplearn.prediction.number_formulas`."""

from __future__ import annotations

import numpy as np
from scipy.special import expit

from ...formula import EPSILON, N, Domain, formula, formulas

MOST = 1e30  # of the constants: products of a few of them stay finite


def _constant(name: str, symbol: str, words: str) -> Domain:
    return Domain(name, symbol, words, 1 / MOST, MOST, tries=(1.0, 0.3, 2.0))


RATE = _constant("rate", "γ", "most that a prediction moves")
PRIVACY = EPSILON.but(low=1 / MOST, high=MOST)
RECORDS = N.but(high=10**15)
RADIUS = _constant("radius", "R", "radius of the ball of weights")
SLOPES = (_constant("lipschitz_f", "L_f", "largest |x|"),
          _constant("lipschitz_loss", "L_ℓ", "largest slope of the loss"))
STEP = _constant("step", "η", "step")
SMOOTH_LOSS = _constant("smoothness_loss", "σ_ℓ", "smoothness of the loss in the prediction")
DESCENT = (RECORDS, RADIUS, *SLOPES)


@formula("σγ²/ε²", given=(RATE, PRIVACY, SMOOTH_LOSS), tex=r"\sigma\gamma^2/\varepsilon^2",
         source="DF18, Lemma 4.5, part 2 (proof)", card="DF18-L4.5", variant="corrected")
def noise_excess_smooth(rate, epsilon, smoothness_loss):
    """What Laplace noise of scale γ/ε adds to the expected loss, at most, for a smooth loss; equal for the squared
    loss."""
    return smoothness_loss * (rate / epsilon) ** 2


@noise_excess_smooth.variant("printed", "σ²γ²/ε²", tex=r"\sigma^2\gamma^2/\varepsilon^2",
                             source="DF18, Lemma 4.5, part 2", holds=False)
def noise_excess_smooth_printed(rate, epsilon, smoothness_loss):
    """The same as printed.  FALSE for σ < 1 (below `noise_excess_floor` for σ < ε²/(8(1 + e^ε)))."""
    return (smoothness_loss * rate / epsilon) ** 2


@formula("σγ²/(8(1 + e^ε))", given=(RATE, PRIVACY, SMOOTH_LOSS), tex=r"\frac{\sigma\gamma^2}{8(1+e^\varepsilon)}",
         source="ours", card="DF18-L4.5", variant="sharp", bounds="lower")
def noise_excess_floor(rate, epsilon, smoothness_loss):
    """Every ε-DP prediction has at least this excess on one of two neighbors whose values differ by γ.

    For the loss σ(a - y)²/2 with the value as truth; crossing the midpoint costs at least σ(γ/2)²/2.
    """
    return smoothness_loss * rate**2 / 8 * expit(-epsilon)


@formula("R/(L√n)", given=DESCENT, tex=r"\frac{R}{L_fL_\ell\sqrt n}", source="DF18, Theorem 4.12",
         bounds="exact", card="DF18-T4.12")
def psgd_step(n, radius, lipschitz_f, lipschitz_loss):
    """DF18's step η; at half of it the printed rate R L_f/√n is true."""
    return radius / (lipschitz_f * lipschitz_loss * np.sqrt(n))


@formula("R L_f/√n", given=(RECORDS, RADIUS, SLOPES[0]), tex=r"\frac{RL_f}{\sqrt n}", source="DF18, Theorem 4.12",
         card="DF18-T4.12", holds=False)
def psgd_rate_printed(n, radius, lipschitz_f):
    """γ as printed for the step `psgd_step`.  FALSE for n >= 3."""
    return radius * lipschitz_f / np.sqrt(n)


@formula("min(2ηL, 2R) L_f (1 − 1/n)", variant="corrected", card="DF18-T4.12",
         given=(RECORDS, STEP, RADIUS, *SLOPES),
         tex=r"\min(2\eta L_fL_\ell, 2R)\,L_f\big(1-\tfrac1n\big)", source="ours")
def psgd_rate(n, step, radius, lipschitz_f, lipschitz_loss):
    """The true stability rate of `psgd`, attained by `stability_worst_pair`, for a smooth loss: σ <= 2/η in w.

    For a kink and d >= 2 the rate is false: two paths may drift further apart.
    """
    return 2 * np.minimum(step * lipschitz_f * lipschitz_loss, radius) * lipschitz_f * (1 - 1 / n)


__all__ = [*formulas(globals())]
