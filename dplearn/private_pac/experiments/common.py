"""What the questions of lecture 2 share: the privacy slider, level lines, |C|, the learner's law for many ε at once."""

from __future__ import annotations

import numpy as np

from ...experiment import Parameter

BETA = 0.05
EPSILON = Parameter("epsilon", "ε", "privacy", 0.01, 10, 1.0, log=True)


def constant(value):
    """A level line; `value` a number, or a function of the setting."""
    return lambda setting, places: np.full(len(places), value(setting) if callable(value) else value, float)


def all_subsets(setting) -> int:
    """|C| = 2^d."""
    return 2**setting.d


def laws(mistakes, epsilon) -> np.ndarray:
    """The private learner's law for each ε: shape (len(epsilon), *mistakes.shape)."""
    weights = np.exp(-np.multiply.outer(epsilon / 2, mistakes - mistakes.min(axis=-1, keepdims=True)))
    return weights / weights.sum(axis=-1, keepdims=True)
