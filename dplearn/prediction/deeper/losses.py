"""Convex losses of a real prediction, with the two numbers that stability asks for, and what Laplace noise costs each.

ℓ(a, y) is the loss of the prediction a where the truth is y; it depends on the error a - y alone.  ℓ is L-Lipschitz if
|ℓ'| <= L (`lipschitz`), and σ-smooth if ℓ' moves by at most σ times the change of a (`smoothness`; infinite for a
kink).

The cost of noise is exact.  The density p of Laplace noise ζ of scale b solves p - b² p'' = (unit mass at 0), so

    E ℓ(a + ζ, y) = ℓ(a, y) + b² E ℓ''(a + ζ, y).

Both parts of DF18's Lemma 4.5 are read off: ℓ'' <= σ gives σ b², and ∫ℓ'' = (rise of ℓ') <= 2L against a density that
is nowhere above 1/(2b) gives L b.  Nothing here is private by itself, and no relation enters: a loss looks at one
prediction.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ... import _validate as check
from ..._bounds import go_together, plain

MOST = 1e100  # of predictions, truths and noise: squares of them stay finite
MOST_CONSTANT = 1e30  # of a loss's own numbers


class Loss:
    """What the losses share: `lipschitz`, `smoothness`, and two questions; each loss gives `_value`, `_slope` (0 at a
    kink, one of its slopes) and `_scaled_curvature` of an error."""

    lipschitz = 1.0
    smoothness = math.inf

    def value(self, prediction, y):
        """ℓ(a, y) for a and y that broadcast; a float for two numbers."""
        return plain(self._value(_error(prediction, y)))

    def noise_excess(self, prediction, y, *, scale):
        """E ℓ(a + ζ, y) - ℓ(a, y) for Laplace noise ζ of this `scale` b > 0, exactly: b² E ℓ''(a + ζ, y).

        The three arguments broadcast.
        """
        error, scale = go_together(prediction=_error(prediction, y),
                                   scale=check.array("scale", scale, low=1 / MOST, high=MOST))
        return plain(scale * self._scaled_curvature(error, scale))


def _error(prediction, y):
    a, y = (check.array(name, value, low=-MOST, high=MOST) for name, value in (("prediction", prediction), ("y", y)))
    a, y = go_together(prediction=a, y=y)
    return a - y


@dataclass(frozen=True)
class SquaredLoss(Loss):
    """σ (a - y)²/2: no slope holds everywhere, so it has no Lipschitz constant."""

    smoothness: float = 1.0
    lipschitz = math.inf

    def __post_init__(self):
        check.real("smoothness", self.smoothness, 1 / MOST_CONSTANT, MOST_CONSTANT)

    def _value(self, error):
        return self.smoothness * error**2 / 2

    def _slope(self, error):
        return self.smoothness * error

    def _scaled_curvature(self, error, scale):
        return self.smoothness * scale


@dataclass(frozen=True)
class AbsoluteLoss(Loss):
    """|a - y|; L = 1, not smooth: the slope jumps at a = y."""

    def _value(self, error):
        return np.abs(error)

    def _slope(self, error):
        return np.sign(error)

    # ℓ'' is twice a unit mass at error 0, the noise has density e^(-|u|/b)/(2b)
    def _scaled_curvature(self, error, scale):
        return np.exp(-np.abs(error) / scale)


@dataclass(frozen=True)
class HuberLoss(Loss):
    """|a - y| with its corner rounded: (a - y)²/(2h) up to the `width` h, |a - y| - h/2 beyond; L = 1, σ = 1/h."""

    width: float = 1.0

    def __post_init__(self):
        check.real("width", self.width, 1 / MOST_CONSTANT, MOST_CONSTANT)

    @property
    def smoothness(self) -> float:
        """σ = 1/h."""
        return 1 / self.width

    def _value(self, error):
        inside = np.minimum(np.abs(error), self.width)
        return inside * (inside / self.width) / 2 + (np.abs(error) - inside)

    def _slope(self, error):
        return np.clip(error / self.width, -1, 1)

    def _scaled_curvature(self, error, scale):
        """b Pr[|error + noise| <= h]/h, by the closed form that does not cancel on either side of h."""
        error, h = np.abs(error), self.width
        within = -(np.expm1(-np.maximum(h - error, 0) / scale) + np.expm1(-(h + error) / scale)) / 2
        beyond = -np.exp(-np.maximum(error - h, 0) / scale) * np.expm1(-2 * h / scale) / 2
        return scale * (np.where(error <= h, within, beyond) / h)
