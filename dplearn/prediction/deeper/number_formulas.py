"""What the companions of lecture 6 add to `dplearn.prediction.number_formulas`."""

from __future__ import annotations

import numpy as np
from scipy.special import expit

from ...formula import ALPHA, EPSILON, N, N_PARTS, VC_DIM, Domain, formula, formulas

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
CONVEXITY = _constant("strong_convexity", "λ", "strong convexity of the objective")
SMOOTH_LOSS = _constant("smoothness_loss", "σ_ℓ", "smoothness of the loss in the prediction")
DESCENT, PRIVATE = (RECORDS, RADIUS, *SLOPES), (RECORDS, PRIVACY, RADIUS, *SLOPES)


@formula("Lγ/ε", given=(RATE, PRIVACY, SLOPES[1]), tex=r"L_\ell\gamma/\varepsilon", source="DF18, Lemma 4.5, part 1",
         card="DF18-L4.5")
def noise_excess_lipschitz(rate, epsilon, lipschitz_loss):
    """What Laplace noise of scale γ/ε adds to the expected loss, at most, for a loss with slopes at most L_ℓ."""
    return lipschitz_loss * (rate / epsilon)


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


@formula("4L_f²L_ℓ/(λn)", given=(RECORDS, CONVEXITY, *SLOPES), tex=r"\frac{4L_f^2L_\ell}{\lambda n}",
         source="DF18, Theorem 4.9", card="DF18-T4.9")
def stability_rate_erm(n, strong_convexity, lipschitz_f, lipschitz_loss):
    """Stability rate γ of the minimizer of a strongly convex mean loss."""
    return 4 * lipschitz_f**2 * lipschitz_loss / (strong_convexity * n)


@stability_rate_erm.variant("sharp", "2L_f²L_ℓ/(λn)", tex=r"\frac{2L_f^2L_\ell}{\lambda n}", source="ours")
def stability_rate_erm_sharp(n, strong_convexity, lipschitz_f, lipschitz_loss):
    """The same for objectives with λ/2 times a square in them; attained (card DF18-T4.9)."""
    return 2 * lipschitz_f**2 * lipschitz_loss / (strong_convexity * n)


@formula("4L²(1 + 1/ε)/(λn)", given=(RECORDS, CONVEXITY, *SLOPES, PRIVACY.but(default=None, tries=())),
         card="DF18-C4.10", tex=r"\frac{4L_f^2L_\ell^2}{\lambda n}\big(1 + \frac1\varepsilon\big)",
         source="DF18, Theorem 4.9 and Corollary 4.10")
def erm_excess_bound(n, strong_convexity, lipschitz_f, lipschitz_loss, epsilon):
    """Excess of the minimizer where the loss itself is strongly convex (Theorem 4.9); with `epsilon` that of a private
    answer.

    Nothing is added to the loss here (see `regularized_excess_bound`); without `epsilon` the factor 1 + 1/ε is 1.
    """
    return 2 * erm_excess_bound_sharp.__wrapped__(n, strong_convexity, lipschitz_f, lipschitz_loss, epsilon)


@erm_excess_bound.variant("sharp", "2L²(1 + 1/ε)/(λn)",
                          tex=r"\frac{2L_f^2L_\ell^2}{\lambda n}\big(1 + \frac1\varepsilon\big)", source="ours")
def erm_excess_bound_sharp(n, strong_convexity, lipschitz_f, lipschitz_loss, epsilon):
    """The same with the constant 2."""
    noise = 0 if epsilon is None else 1 / epsilon
    return 2 * (lipschitz_f * lipschitz_loss) ** 2 / (strong_convexity * n) * (1 + noise)


@formula("(2L/R)√((1 + 1/ε)/n)", given=PRIVATE, bounds="exact", card="DF18-C4.11",
         tex=r"\frac{2L_fL_\ell}{R}\sqrt{\frac{1+1/\varepsilon}{n}}", source="DF18, before Corollary 4.11")
def erm_regularization(n, epsilon, radius, lipschitz_f, lipschitz_loss):
    """The λ of mean loss + λ|w|²/2 that makes `regularized_excess_bound_sharp` smallest.

    As printed the term is λ|w|² with this same λ: twice as strong.
    """
    return 2 * lipschitz_f * lipschitz_loss / radius * np.sqrt((1 + 1 / epsilon) / n)


@formula("4RL√((1 + 1/ε)/n)", given=PRIVATE,
         tex=r"4RL_fL_\ell\sqrt{\frac{1+1/\varepsilon}{n}}", source="DF18, Corollary 4.11", card="DF18-C4.11")
def regularized_excess_bound(n, epsilon, radius, lipschitz_f, lipschitz_loss):
    """Excess of a private answer from the regularized minimizer, for convex losses."""
    return 4 * radius * lipschitz_f * lipschitz_loss * np.sqrt((1 + 1 / epsilon) / n)


@regularized_excess_bound.variant("sharp", "2RL√((1 + 1/ε)/n)", tex=r"2RL_fL_\ell\sqrt{\frac{1+1/\varepsilon}{n}}",
                                  source="ours")
def regularized_excess_bound_sharp(n, epsilon, radius, lipschitz_f, lipschitz_loss):
    """The same with 2 instead of 4: λR²/2 + 2L²(1 + 1/ε)/(λn) at λ = `erm_regularization`."""
    return 2 * radius * lipschitz_f * lipschitz_loss * np.sqrt((1 + 1 / epsilon) / n)


@formula("R/(L√n)", given=DESCENT, tex=r"\frac{R}{L_fL_\ell\sqrt n}", source="DF18, Theorem 4.12",
         bounds="exact", card="DF18-T4.12")
def psgd_step(n, radius, lipschitz_f, lipschitz_loss):
    """DF18's step η."""
    return radius / (lipschitz_f * lipschitz_loss * np.sqrt(n))


@psgd_step.variant("corrected", "R/(2L√n)", tex=r"\frac{R}{2L_fL_\ell\sqrt n}", source="ours")
def half_step(n, radius, lipschitz_f, lipschitz_loss):
    """Half of DF18's step: with it the printed rate R L_f/√n is true."""
    return radius / (2 * lipschitz_f * lipschitz_loss * np.sqrt(n))


@formula("R L_f/√n", given=(RECORDS, RADIUS, SLOPES[0]), tex=r"\frac{RL_f}{\sqrt n}", source="DF18, Theorem 4.12",
         card="DF18-T4.12", holds=False)
def psgd_rate_printed(n, radius, lipschitz_f):
    """γ as printed for the step `psgd_step`.  FALSE for n >= 3."""
    return radius * lipschitz_f / np.sqrt(n)


@formula("min(2ηL, 2R) L_f (1 − 1/n)", variant="corrected", card="DF18-T4.12",
         given=(RECORDS, STEP, RADIUS, *SLOPES,
                _constant("smoothness", "σ", "smoothness in w, if to be checked").but(default=None, tries=())),
         tex=r"\min(2\eta L_fL_\ell, 2R)\,L_f\big(1-\tfrac1n\big)", source="ours",
         needs=lambda step, smoothness, **_: smoothness is None or smoothness <= 2 / step * (1 + 1e-12),
         needs_words="smoothness at most 2/step")
def psgd_rate(n, step, radius, lipschitz_f, lipschitz_loss, smoothness):
    """The true stability rate of `psgd`, attained by `stability_worst_pair`.

    `smoothness` is that of w -> ℓ(w·x, y), L_f² times the loss's; left out, σ <= 2/η is the caller's claim.  For a kink
    (`AbsoluteLoss`) and d >= 2 the rate is false: two paths may drift further apart.
    """
    return 2 * np.minimum(step * lipschitz_f * lipschitz_loss, radius) * lipschitz_f * (1 - 1 / n)


@formula("2RL/√n", given=DESCENT, tex=r"\frac{2L_fL_\ell R}{\sqrt n}", source="DF18, Theorem 4.12",
         card="DF18-T4.12")
def psgd_excess_bound(n, radius, lipschitz_f, lipschitz_loss):
    """Excess of `psgd` with the step `psgd_step`."""
    return 2 * radius * lipschitz_f * lipschitz_loss / np.sqrt(n)


@formula("R²/(2ηn) + ηL²/2", given=(RECORDS, STEP, RADIUS, *SLOPES),
         tex=r"\frac{R^2}{2\eta n} + \frac{\eta L_f^2L_\ell^2}{2}", source="regret of gradient descent",
         card="DF18-T4.12", variant="sharp")
def psgd_excess_bound_sharp(n, step, radius, lipschitz_f, lipschitz_loss):
    """Excess of `psgd` with any step: RL/√n at `psgd_step`, 1.25 RL/√n at `half_step`."""
    return radius**2 / (2 * step * n) + step * (lipschitz_f * lipschitz_loss) ** 2 / 2


@formula("2RL/√n + σ_ℓR²L_f²/(nε²)", given=(RECORDS, PRIVACY, RADIUS, *SLOPES, SMOOTH_LOSS),
         source="DF18, Corollary 4.13", card="DF18-C4.13",
         tex=r"\frac{2RL_fL_\ell}{\sqrt n} + \frac{\sigma_\ell R^2L_f^2}{n\varepsilon^2}",
         needs=lambda n, radius, lipschitz_f, lipschitz_loss, smoothness_loss, **_:
             smoothness_loss * lipschitz_f * radius <= 2 * lipschitz_loss * np.sqrt(n) * (1 + 1e-12),
         needs_words="smoothness_loss at most 2 lipschitz_loss sqrt(n)/(radius lipschitz_f)")
def private_psgd_excess_bound(n, epsilon, radius, lipschitz_f, lipschitz_loss, smoothness_loss):
    """Excess of a private answer from gradient descent, true with `half_step`.

    With `psgd_step`, from which DF18 concludes it, the true rate asks for up to four times the last term.
    """
    excess = 2 * radius * lipschitz_f * lipschitz_loss / np.sqrt(n)
    return excess + smoothness_loss * (radius * lipschitz_f / epsilon) ** 2 / n


@formula("ln((2ε + e^(−ε) − e^(−(r−1)ε))/(1 − e^(−rε)))", given=(N_PARTS, EPSILON), bounds="exact", variant="exact",
         source="ours",
         tex=r"\ln\frac{2\varepsilon + e^{-\varepsilon} - e^{-(r-1)\varepsilon}}{1 - e^{-r\varepsilon}}",
         card="DF18-C4.7")
def average_epsilon_laplace(n_parts, epsilon):
    """The exact ε of the label of `average_probability_laplace`, below that of the noisy average: the loss between 0
    votes and 1.

    It tends to ln(2ε + e^{-ε}) as r grows: ε - ε³/3 for small ε, only ln(2ε) for large: a label says less than the
    number it is made from.  Relative error below 1e-6.
    """
    rate = n_parts * epsilon
    growth = (2 * epsilon + np.expm1(-epsilon) * (1 + np.exp(-(n_parts - 1) * epsilon))) / -np.expm1(-rate)
    # Below, the three terms cancel to nothing, and the limit ε is closer than rounding.
    return np.where(rate < 1e-8, epsilon, np.minimum(np.log1p(np.maximum(growth, 0.0)), epsilon))


@formula("d/(32εα)", given=(VC_DIM, ALPHA, EPSILON), tex=r"\frac{d}{32\,\varepsilon\alpha}",
         source="DF18, Theorem 4.3", card="DF18-T4.3", bounds="lower", holds=False, positional=3)
def lower_bound(vc_dim, alpha, epsilon):
    """Examples that (ε, ε/3)-private prediction with error α at confidence 11/12 needs, as printed.

    FALSE for d = 1 with small α and for α >= 1/2.  For d >= 2 and α <= 1/4 it is below the sharp one, hence true;
    between 1/4 and 1/2 it is unproven.
    """
    return vc_dim / 32 / epsilon / alpha


@lower_bound.variant("sharp", "ln(3/2)(d − 1)/(4αε)", tex=r"\frac{\ln(3/2)(d-1)}{4\alpha\varepsilon}", source="ours",
                     card="DF18-OURS-T4.3", holds=True,
                     given=(VC_DIM.but(low=2), ALPHA.but(high=0.25, open="("), EPSILON))
def lower_bound_sharp(vc_dim, alpha, epsilon):
    """The same with a proof (module's note); it implies the printed one within its hypotheses, as ln(3/2)/4 (d-1)/d >=
    1/32."""
    return np.log(1.5) * (vc_dim - 1) / 4 / alpha / epsilon


__all__ = [*formulas(globals())]
