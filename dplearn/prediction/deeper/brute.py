"""What the companions of lecture 6 add to `dplearn.prediction.brute`."""

from __future__ import annotations

import itertools
import math

import numpy as np
from scipy.optimize import linprog


def _private(chances, near, epsilon: float, delta: float = 0.0) -> dict:
    """g <= e^ε g' + δ, and the same for 1 - g, for the pairs `near` of rows of `chances`, as a program takes them."""
    one, other = np.array(near, int).reshape(-1, 2).T
    step, grow = chances[one] - math.exp(epsilon) * chances[other], math.exp(epsilon)
    return {"A_ub": np.vstack([step, -step]), "b_ub": np.repeat([delta, delta + grow - 1], len(step)), "bounds": (0, 1)}


def least_excess(epsilon: float, cells: int = 40) -> float:
    """The least excess of ε-private answers for the loss a²/2 where neighbors' values are 0 and 1: a program on a grid
    of answers.  The two laws mirror each other: the mean of two that do not is no worse.
    """
    answers, eye = np.linspace(0, 1, cells + 1), np.eye(cells + 1)
    return float(linprog(answers**2 / 2, A_ub=eye - math.exp(epsilon) * eye[::-1], b_ub=0 * answers,
                         A_eq=[0 * answers + 1], b_eq=[1]).fun)


def least_distance(parts: int, epsilon: float) -> float:
    """min max |p(k) - k/r| over all ε-private rules Pr[1] = p(votes) for r parts: a linear program."""
    eye, share = np.eye(parts + 2), np.arange(parts + 1) / parts   # the last variable is the distance
    private = _private(eye, [(k, j) for k in range(parts + 1) for j in (k - 1, k + 1) if 0 <= j <= parts], epsilon)
    private["A_ub"] = np.vstack([private["A_ub"], eye[:-1] - eye[-1], -eye[:-1] - eye[-1]])
    private["b_ub"] = np.concatenate([private["b_ub"], share, -share])
    return float(linprog(eye[-1], **private).fun)


def fresh_losses(loss: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """E_S (samples,) and E_S' (samples, samples) of a table loss[z_1, .., z_n, z], all samples in the same order."""
    size, n = loss.shape[-1], loss.ndim - 1
    samples = np.array(list(itertools.product(range(size), repeat=n)))
    fresh = loss.reshape(-1, size)[:, samples].mean(axis=2)
    return np.diag(fresh), fresh
