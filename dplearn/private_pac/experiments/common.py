"""What the questions of lecture 2 share: the privacy slider, formulas as curves, the learner's law for many ε at once."""

from __future__ import annotations

import inspect

import numpy as np

from ...experiment import Parameter

BETA = 0.05
EPSILON = Parameter("epsilon", "ε", "privacy", 0.01, 10, 1.0, log=True)


def of(formula, x: str, **more):
    """A formula as a series' values, over its argument `x`; its other arguments come from the setting, or as ``more[name](setting)``."""
    known = inspect.signature(formula).parameters

    def values(setting, places):
        point = vars(setting) | {name: of_setting(setting) for name, of_setting in more.items()} | {x: places}
        return np.broadcast_to(formula(**{name: value for name, value in point.items() if name in known}), places.shape)

    return values


def constant(value):
    """A level line; `value` a number, or a function of the setting."""
    return lambda setting, places: np.full(len(places), value(setting) if callable(value) else value, float)


def laws(mistakes, epsilon) -> np.ndarray:
    """The private learner's law for each ε: shape (len(epsilon), *mistakes.shape)."""
    weights = np.exp(-np.multiply.outer(epsilon / 2, mistakes - mistakes.min(axis=-1, keepdims=True)))
    return weights / weights.sum(axis=-1, keepdims=True)
