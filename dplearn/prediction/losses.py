"""Convex losses of a real prediction, with the two numbers that stability asks for, and what Laplace noise costs each.

ℓ(a, y) is the loss of the prediction a where the truth is y; ℓ' and ℓ'' are derivatives in a.  ℓ is L-Lipschitz if
|ℓ'| <= L (`lipschitz`), and σ-smooth if ℓ' moves by at most σ times the change of a (`smoothness`; infinite for a kink).

The cost of noise is exact.  The density p of Laplace noise ζ of scale b solves p - b² p'' = (unit mass at 0), so

    E ℓ(a + ζ, y) = ℓ(a, y) + b² E ℓ''(a + ζ, y).

Both parts of DF18's Lemma 4.5 are read off: ℓ'' <= σ gives σ b², and ∫ℓ'' = (rise of ℓ') <= 2L against a density that is
nowhere above 1/(2b) gives L b.

Nothing here is private by itself, and no relation enters: a loss looks at one prediction.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import expit

from .. import _validate as check
from .._bounds import go_together, plain

__all__ = ["AbsoluteLoss", "HuberLoss", "LogisticLoss", "Loss", "SquaredLoss"]

MOST = 1e100  # of predictions, truths and noise: squares of them stay finite
MOST_CONSTANT = 1e30  # of a loss's own numbers
NODES, WEIGHTS = np.polynomial.legendre.leggauss(8)


@dataclass(frozen=True)
class Loss:
    """What the four losses share.  Make one of them: `SquaredLoss`, `AbsoluteLoss`, `HuberLoss` or `LogisticLoss`."""

    def __post_init__(self):
        if type(self) is Loss:
            raise ValueError("Loss must be one of SquaredLoss, AbsoluteLoss, HuberLoss, LogisticLoss; got the frame they share")

    @property
    def lipschitz(self) -> float:
        """L: the largest slope in the prediction."""
        return 1.0

    def value(self, prediction, y):
        """ℓ(a, y) for a and y that broadcast (y in {0, 1} for `LogisticLoss`); a float for two numbers."""
        return plain(self._value(*self._pair(prediction, y)))

    def derivative(self, prediction, y):
        """ℓ'(a, y), the slope in the prediction; at a kink 0, which is one of its slopes."""
        return plain(self._derivative(*self._pair(prediction, y)))

    def noise_excess(self, prediction, y, *, scale):
        """E ℓ(a + ζ, y) - ℓ(a, y) for Laplace noise ζ of this `scale` b > 0, exactly: b² E ℓ''(a + ζ, y).

        The three arguments broadcast.  Closed forms, but for `LogisticLoss` (quadrature, absolute error below 1e-12 b²).
        """
        a, y = self._pair(prediction, y)
        a, y, scale = go_together(prediction=a, y=y, scale=check.array("scale", scale, low=1 / MOST, high=MOST))
        return plain(scale * self._scaled_curvature(a, y, scale))

    def _pair(self, prediction, y):
        a = check.array("prediction", prediction, low=-MOST, high=MOST)
        return go_together(prediction=a, y=check.array("y", y, low=-MOST, high=MOST))


@dataclass(frozen=True)
class SquaredLoss(Loss):
    """σ (a - y)²/2 where |a - y| <= `largest_error`; L = σ · largest_error.

    The range is part of the loss: without it there is no Lipschitz constant, and no stability.  For predictions in
    [-R, R] and y in [0, 1] it is R + 1.
    """

    largest_error: float = 1.0
    smoothness: float = 1.0

    def __post_init__(self):
        check.real("largest_error", self.largest_error, 1 / MOST_CONSTANT, MOST_CONSTANT)
        check.real("smoothness", self.smoothness, 1 / MOST_CONSTANT, MOST_CONSTANT)

    @property
    def lipschitz(self) -> float:
        """L = σ · largest_error."""
        return self.smoothness * self.largest_error

    def _value(self, a, y):
        return self.smoothness * (a - y) ** 2 / 2

    def _derivative(self, a, y):
        return self.smoothness * (a - y)

    def _scaled_curvature(self, a, y, scale):
        return self.smoothness * scale + 0 * a


@dataclass(frozen=True)
class AbsoluteLoss(Loss):
    """|a - y|; L = 1, not smooth."""

    @property
    def smoothness(self) -> float:
        """Infinite: the slope jumps at a = y."""
        return math.inf

    def _value(self, a, y):
        return np.abs(a - y)

    def _derivative(self, a, y):
        return np.sign(a - y)

    def _scaled_curvature(self, a, y, scale):  # ℓ'' is twice a unit mass at a = y, the noise has density e^(-|u|/b)/(2b)
        return np.exp(-np.abs(a - y) / scale)


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

    def _value(self, a, y):
        error = np.abs(a - y)
        inside = np.minimum(error, self.width)
        return inside * (inside / self.width) / 2 + (error - inside)

    def _derivative(self, a, y):
        return np.clip((a - y) / self.width, -1, 1)

    def _scaled_curvature(self, a, y, scale):
        """b Pr[|error + noise| <= h]/h, by the closed form that does not cancel on either side of h."""
        error, h = np.abs(a - y), self.width
        within = -(np.expm1(-np.maximum(h - error, 0) / scale) + np.expm1(-(h + error) / scale)) / 2
        beyond = -np.exp(-np.maximum(error - h, 0) / scale) * np.expm1(-2 * h / scale) / 2
        return scale * (np.where(error <= h, within, beyond) / h)


@dataclass(frozen=True)
class LogisticLoss(Loss):
    """ln(1 + e^-a) where y is 1, ln(1 + e^a) where it is 0; L = 1, σ = 1/4."""

    @property
    def smoothness(self) -> float:
        """σ = 1/4."""
        return 0.25

    def _pair(self, prediction, y):
        return super()._pair(prediction, check.array("y", y, low=0, high=1, integral=True))

    def _value(self, a, y):
        return np.logaddexp(0, (1 - 2 * y) * a)

    def _derivative(self, a, y):
        return expit(a) - y

    def _scaled_curvature(self, a, y, scale):
        """b E ℓ''(a + bt), t ~ Lap(1): both sides at once, panels where e^-t and where ℓ'' (scale 1/b, around |a|/b) move."""
        a, scale = np.abs(a)[..., None], scale[..., None]
        around = (a + np.linspace(-40, 40, 61)) / scale
        breaks = np.concatenate([np.broadcast_to(np.arange(0, 46, 1.5), a.shape[:-1] + (31,)), np.clip(around, 0, 45)], axis=-1)
        breaks = np.sort(breaks, axis=-1)
        half = np.diff(breaks)[..., None] / 2
        t = breaks[..., :-1, None] + half * (NODES + 1)
        both = sum(expit(u) * expit(-u) for u in (a[..., None] + scale[..., None] * t, a[..., None] - scale[..., None] * t))
        return (half * WEIGHTS * np.exp(-t) * both).sum(axis=(-2, -1)) / 2 * scale[..., 0]
