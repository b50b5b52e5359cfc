"""What the questions of lecture 2 share: the privacy slider, |C|, the learner's law for many ε at once."""

import numpy as np
from scipy.special import softmax

from ...experiment import log_scale

EPSILON = log_scale("epsilon", "ε", "privacy", 0.01, 10, 1.0)


def all_subsets(setting) -> int:
    """|C| = 2^d."""
    return 2**setting.d


def laws(mistakes, epsilon) -> np.ndarray:
    """The private learner's law for each ε: shape (len(epsilon), *mistakes.shape)."""
    return softmax(-np.multiply.outer(epsilon / 2, mistakes), axis=-1)
