"""Wines: eleven measurements and a taste score, for regression with public ranges."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass

import numpy as np

from .._files import columns, frozen

# Ranges of a laboratory, round numbers: whoever trains must know them without looking at the data.  Values beyond are
# clipped.
RANGES = {
    "fixed_acidity": (4, 12), "volatile_acidity": (0, 1.2), "citric_acid": (0, 1), "residual_sugar": (0, 20),
    "chlorides": (0, 0.2),
    "free_sulfur_dioxide": (0, 100), "total_sulfur_dioxide": (0, 300), "density": (0.985, 1.005), "ph": (2.8, 3.8),
    "sulphates": (0.2, 1.2), "alcohol": (8, 14),
}
BEST_SCORE = 10


@dataclass(frozen=True, eq=False)
class WineQuality:
    """6,497 Portuguese wines, 1,599 red and then 4,898 white.

    Attributes
    ----------
    names : tuple of str, length 11
    x : float array (6497, 11), the measurements in their own units
    red : bool array (6497,)
    quality : int array (6497,), the tasters' median score, 0 to 10 (3 to 9 occur)
    features : float array (6497, 13), |row| <= 1
        A constant, the measurements scaled by the public `RANGES` to [-1, 1] and clipped, and the color (1 red, -1
        white); the constant has half of the squared length, the other twelve share the rest.
    target : float array (6497,), quality / 10

    All arrays are read-only.  A record is a wine; ranges and scale are public, its values private.
    """

    names: tuple[str, ...]
    x: np.ndarray
    red: np.ndarray
    quality: np.ndarray
    features: np.ndarray
    target: np.ndarray

    @property
    def n(self) -> int:
        """Number of wines, 6497."""
        return len(self.x)


@functools.cache
def load_wine_quality() -> WineQuality:
    """The wines, raw and as bounded features for a linear prediction.

    Returns
    -------
    WineQuality
        Cached: every call gives the same object.  The first takes about 30 ms.

    Source: UCI Wine Quality (Cortez et al. 2009), https://doi.org/10.24432/C56S3T (CC BY 4.0).
    """
    table = columns("wine_quality.csv.gz", whole="quality", real=" ".join(RANGES))
    x, red, quality = np.column_stack([table[name] for name in RANGES]), table["color"] == "red", table["quality"]
    low, high = np.array(list(RANGES.values()), float).T
    scaled = np.column_stack([np.clip((2 * x - low - high) / (high - low), -1, 1), np.where(red, 1.0, -1.0)])
    features = np.column_stack([np.ones(len(x)), scaled / math.sqrt(scaled.shape[1])]) / math.sqrt(2)
    return WineQuality(tuple(RANGES), frozen(x), frozen(red), quality, frozen(features),
                       frozen(quality / BEST_SCORE))
