"""The private learner: the exponential mechanism with the number of mistakes as its cost.

Output h with probability proportional to e^{-ε m(h)/2}, m(h) its mistakes on the sample.  Replacing one example moves
every m(h) by at most one, so this is ε-DP under REPLACE_ONE.  Adding or removing one example moves all m(h) in the same
direction, so there it is already ε/2-DP.  To draw a hypothesis: ``rng.choice(len(law), p=law)``.

References: LN, section 1 ("What about differential privacy?"); Kasiviswanathan, Lee, Nissim, Raskhodnikova, Smith,
"What can we learn privately?" (FOCS 2008); McSherry and Talwar (FOCS 2007) for the exponential mechanism.
"""

from __future__ import annotations

import numpy as np

from .. import _validate as check
from .._bounds import one_epsilon
from ..concepts import LabeledSample
from ..mechanisms import exponential_probabilities


def learner_probabilities_from_mistakes(mistakes, *, epsilon) -> np.ndarray:
    """The law of the private learner, from the mistakes of every hypothesis.

    Parameters
    ----------
    mistakes : array (..., n_hypotheses), >= 0
        Mistakes of each hypothesis on the sample; leading axes are a batch of samples.
    epsilon : float > 0

    Returns
    -------
    array (..., n_hypotheses), summing to one along the last axis.

    Notes
    -----
    Private: the examples; public: the class.  The law is ε-DP under REPLACE_ONE, and its log-ratios between neighbors
    span an interval of length at most ε (bounded range); it is ε/2-DP under ADD_REMOVE.  Source: LN, section 1 (weight
    exp(εu/2)).
    """
    mistakes = check.array("mistakes", mistakes, low=0)
    if mistakes.ndim == 0:
        raise ValueError("mistakes must have a last axis over hypotheses; got shape ()")
    return exponential_probabilities(-mistakes, score_sensitivity=1.0, epsilon=one_epsilon(epsilon))


def learner_probabilities(concept_class, x, y, *, epsilon) -> np.ndarray:
    """The law of the private learner on a labelled sample: shape (n_hypotheses,).

    Privacy and weights as in `learner_probabilities_from_mistakes`.  `concept_class` is one of
    `dplearn.concepts`; x and y are a sample of its domain, y in {0, 1} of shape (n,), n >= 1.
    Cost: one fast transform of the class.  Raises ValueError for samples outside the domain.
    """
    counts = LabeledSample(x, y).counts(concept_class)  # first: it refuses what is no concept class
    return learner_probabilities_from_mistakes(concept_class.mistakes(*counts), epsilon=epsilon)
