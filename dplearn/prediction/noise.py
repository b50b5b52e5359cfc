"""A stable learner's prediction, made private by Laplace noise (DF18, Lemma 4.5).

If the prediction at x moves by at most γ (`rate`) when one record is replaced (REPLACE_ONE), then prediction + Laplace noise
of scale γ/ε is an ε-DP prediction; DF18 prints the scale upside down.  If it moves by more, the answer costs more: the true ε
is the change over the scale.  A claim about γ is a claim about privacy.

What the noise costs in expected loss: at most L γ/ε for an L-Lipschitz loss (part 1), at most σ γ²/ε² for a σ-smooth one.
Part 2 prints σ² for σ, which is false for small σ: for the squared loss the cost is σγ²/ε² exactly, and no ε-DP prediction
whatever goes below `noise_excess_floor`, which shrinks like σ and not like σ².

References: DF18, Lemma 4.5; DR14, Theorem 3.6 (Laplace noise).
"""

from __future__ import annotations

import numpy as np
from scipy.special import expit

from .. import _validate as check
from .._bounds import go_together, plain
from .._quadrature import log_laplace_cdf
from ..mechanisms import laplace
from .losses import Loss

__all__ = ["laplace_excess", "laplace_prediction", "laplace_prediction_probabilities", "noise_excess_floor", "noise_excess_lipschitz",
           "noise_excess_smooth", "noise_excess_smooth_printed", "prediction_epsilon"]

MOST = 1e30  # of the constants: products of a few of them stay finite


def _constants(**constants):
    return go_together(**{name: check.array(name, value, low=1 / MOST, high=MOST) for name, value in constants.items()})


def laplace_prediction(value, *, rate, epsilon, rng):
    """value + Laplace noise of scale γ/ε: an ε-DP prediction if γ = `rate` is true (REPLACE_ONE).

    `value` is a number or an array of predictions; each of them drawn costs its own ε.  Source: DF18, Lemma 4.5.
    """
    rate, epsilon = (float(_constants(**{name: check.real(name, v)})[0]) for name, v in (("rate", rate), ("epsilon", epsilon)))
    return laplace(value, l1_sensitivity=rate, epsilon=epsilon, rng=rng)


def laplace_prediction_probabilities(value, edges, *, rate, epsilon):
    """The law of `laplace_prediction` on the cells between increasing `edges` and the two tails, shape (edges + 1,).

    With an edge at or below every value and one at or above, the tails show the whole log-ratio |change| ε/γ: an audit on
    the cells is exact.
    """
    value = check.real("value", value, -MOST, MOST)
    edges = check.array("edges", edges, (None,), low=-MOST, high=MOST)
    if (np.diff(edges) <= 0).any():
        raise ValueError(f"edges must increase; got {edges}")
    rate, epsilon = (float(_constants(**{name: check.real(name, v)})[0]) for name, v in (("rate", rate), ("epsilon", epsilon)))
    z = (edges - value) * (epsilon / rate)
    below, above = np.exp(log_laplace_cdf(z)), np.exp(log_laplace_cdf(-z))
    # a cell beyond the value is a difference of small upper tails, not of numbers near 1
    inside = np.where(edges[:-1] >= value, above[:-1] - above[1:], below[1:] - below[:-1])
    return np.concatenate([below[:1], inside, above[-1:]])


def prediction_epsilon(change, *, rate, epsilon):
    """The true ε of a noisy prediction whose value can move by `change` while the noise was made for `rate`: ε change/γ."""
    change, rate, epsilon = _constants(change=change, rate=rate, epsilon=epsilon)
    return plain(change / rate * epsilon)


def laplace_excess(loss, prediction, y, *, rate, epsilon):
    """What the noise of scale γ/ε adds to the expected loss of this prediction, exactly (`Loss.noise_excess`)."""
    rate, epsilon = _constants(rate=rate, epsilon=epsilon)
    return check.instance("loss", loss, Loss).noise_excess(prediction, y, scale=rate / epsilon)


def noise_excess_lipschitz(rate, epsilon, *, lipschitz_loss):
    """Lemma 4.5, part 1: at most L γ/ε."""
    rate, epsilon, lipschitz = _constants(rate=rate, epsilon=epsilon, lipschitz_loss=lipschitz_loss)
    return plain(lipschitz * (rate / epsilon))


def noise_excess_smooth(rate, epsilon, *, smoothness_loss):
    """Lemma 4.5, part 2, as its proof has it: at most σ γ²/ε²; equal for the squared loss."""
    rate, epsilon, smooth = _constants(rate=rate, epsilon=epsilon, smoothness_loss=smoothness_loss)
    return plain(smooth * (rate / epsilon) ** 2)


def noise_excess_smooth_printed(rate, epsilon, *, smoothness_loss):
    """Lemma 4.5, part 2, as printed: σ² γ²/ε².  FALSE for σ < 1 (below the floor for σ < ε²/(8(1 + e^ε)))."""
    rate, epsilon, smooth = _constants(rate=rate, epsilon=epsilon, smoothness_loss=smoothness_loss)
    return plain((smooth * rate / epsilon) ** 2)


def noise_excess_floor(rate, epsilon, *, smoothness_loss):
    """σ γ²/(8 (1 + e^ε)): every ε-DP prediction has at least this excess on one of two neighbors whose values differ by γ.

    For the loss σ(a - y)²/2, truth = value.  Some one of the two answers crosses the midpoint with probability at least
    1/(1 + e^ε), as 1 - p' <= e^ε p; crossing costs at least σ(γ/2)²/2.
    """
    rate, epsilon, smooth = _constants(rate=rate, epsilon=epsilon, smoothness_loss=smoothness_loss)
    return plain(smooth * rate**2 / 8 * expit(-epsilon))
