"""Huber's loss of a real prediction, with the two numbers that stability asks for, and what Laplace noise costs it.

ℓ(a, y) is the loss of the prediction a where the truth is y.  A loss is L-Lipschitz if |ℓ'| <= L, and σ-smooth if ℓ'
moves by at most σ times the change of a.  Huber's is |a - y| with its corner rounded, so L = 1 and σ = 1/`width`; a
tiny width is the absolute loss, a width beyond all errors the squared one.

The cost of noise is exact.  The density p of Laplace noise ζ of scale b solves p - b² p'' = (unit mass at 0), so

    E ℓ(a + ζ, y) = ℓ(a, y) + b² E ℓ''(a + ζ, y).

Both parts of DF18's Lemma 4.5 are read off: ℓ'' <= σ gives σ b², and ∫ℓ'' = (rise of ℓ') <= 2L against a density that
is nowhere above 1/(2b) gives L b.  Nothing here is private by itself, and no relation enters: a loss looks at one
prediction.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ... import _validate as check
from ..._bounds import go_together, plain

MOST = 1e100  # of predictions, truths and noise: squares of them stay finite
MOST_CONSTANT = 1e30  # of the loss's own number


@dataclass(frozen=True)
class HuberLoss:
    """(a - y)²/(2h) up to the `width` h, |a - y| - h/2 beyond; slope at most L = 1, smoothness σ = 1/h."""

    width: float = 1.0
    lipschitz = 1.0

    def __post_init__(self):
        check.real("width", self.width, 1 / MOST_CONSTANT, MOST_CONSTANT)

    @property
    def smoothness(self) -> float:
        """σ = 1/h."""
        return 1 / self.width

    def value(self, prediction, y):
        """ℓ(a, y) for a and y that broadcast; a float for two numbers."""
        error = np.abs(_error(prediction, y))
        inside = np.minimum(error, self.width)
        return plain(inside * (inside / self.width) / 2 + (error - inside))

    def noise_excess(self, prediction, y, *, scale):
        """E ℓ(a + ζ, y) - ℓ(a, y) for Laplace noise ζ of this `scale` b > 0, exactly: b² Pr[|a - y + ζ| <= h]/h.

        The three arguments broadcast.
        """
        error, b = go_together(prediction=_error(prediction, y),
                               scale=check.array("scale", scale, low=1 / MOST, high=MOST))
        error, h = np.abs(error), self.width
        # the chance in a closed form that does not cancel, on either side of h
        within = -(np.expm1(-np.maximum(h - error, 0) / b) + np.expm1(-(h + error) / b)) / 2
        beyond = -np.exp(-np.maximum(error - h, 0) / b) * np.expm1(-2 * h / b) / 2
        return plain(b * (b * (np.where(error <= h, within, beyond) / h)))

    def _slope(self, error):
        return np.clip(error / self.width, -1, 1)


def _error(prediction, y):
    a, y = (check.array(name, value, low=-MOST, high=MOST) for name, value in (("prediction", prediction), ("y", y)))
    a, y = go_together(prediction=a, y=y)
    return a - y
