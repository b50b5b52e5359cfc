"""What the companions of lecture 2 add to `dplearn.private_pac.brute`."""

from __future__ import annotations

import numpy as np
from scipy.special import expit

from ... import brute


def agnostic_world(concept_class, n: int, p) -> tuple:
    """(chances of the samples, mistakes on each, errors) for chances p of (cell, label)."""
    counts = brute.compositions(n, len(p))
    return brute.multinomial(counts, p), brute.agnostic(concept_class, counts), brute.agnostic(concept_class, p)


def two_constants_failure(n: int, advantage: float, epsilon: float) -> float:
    """Pr[the learner returns the worse of the constants 0 and 1], label 1 with probability 1/2 + advantage."""
    worse = expit(-epsilon * (2.0 * np.arange(n + 1) - n) / 2)
    return float(brute.binomial(n, 0.5 + advantage) @ worse)


def target_probability(d: int, n: int, p: float) -> float:
    """Pr[a batch of the parity learner returns the target | its coin], n examples, each a kept uniform equation with
    probability p: E 2^-(dimensions left), a Markov chain."""
    left = np.arange(d + 1)
    fall = p * (1 - 2.0**-left)
    step = np.diag(1 - fall) + np.diag(fall[1:], -1)
    return float(np.linalg.matrix_power(step, n)[d] @ 2.0**-left)
