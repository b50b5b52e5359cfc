"""Learning from noisy averages (statistical queries).

The problem: some learners never look at an example, only at averages (1/n) Σ φ(x_i, y_i) of functions
φ with values in [0, 1].  One example moves such an average by at most 1/n (REPLACE_ONE), so m of
them can be released with Laplace noise of scale m/(εn), and whatever is computed from the answers is
ε-DP.  This gives private learners that run in polynomial time, where the exponential mechanism
weighs the whole class.

The learner: for a target AND of the bits in R, Pr[x_i = 0 and y = 1] is 0 for i in R.  Estimate these d numbers
with noise of scale b = d/(εn) and keep bit i if its answer is at most τ = b ln(d/β).  A bit of R is lost with
probability at most e^{-τ/b}/2.  A bit with Pr[x_i = 0, y = 1] = q > α/d stays with probability at most
e^{τ/b} E e^{-εK/d} <= e^{τ/b} e^{-qn(1-e^{-ε/d})}, K ~ Bin(n, q).  With α = 2d ln(d/β)/(n(1-e^{-ε/d})) each is
at most β/d, so with probability 1 - β no bit of R is lost and the bits kept besides cost at most d · α/d.

References: DR14, Definitions 11.4, 11.5 and section 11.1 (its last paragraphs); Kearns, "Efficient
noise-tolerant learning from statistical queries" (J. ACM 1998); Blum, Dwork, McSherry, Nissim, "Practical
privacy: the SuLQ framework" (PODS 2005).
"""

from __future__ import annotations

import numpy as np

from ... import _validate as check
from ...mechanisms import laplace
from ...pac.learners import bits


def learn_conjunction(x, y, *, epsilon, beta=0.05, rng) -> np.ndarray:
    """Learn a monotone conjunction from d noisy averages, in time O(nd): the bits in it, shape (d,) bool.

    Parameters
    ----------
    x : array (n, d) of 0/1, n, d >= 1
    y : array (n,) of 0/1
    epsilon : float > 0
    beta : float in (0, 1)
        Failure probability; it sets the threshold τ = (d/(εn)) ln(d/β), which looks at no data.
    rng : numpy.random.Generator

    Notes
    -----
    ε-DP under REPLACE_ONE for any data (private: x, y; public: n, d).  If some conjunction labels the examples, its
    error is at most α from `conjunction_sample_size` on, with probability >= 1 - β over sample and noise.
    Proof in the module's note.
    """
    x, y = bits(x, y)
    n, d = x.shape
    zero_and_true = (~x & y[:, None]).mean(axis=0)
    answers = laplace(zero_and_true, l1_sensitivity=d / n, epsilon=epsilon, rng=rng)
    return answers <= d / (epsilon * n) * np.log(d / check.fraction("beta", beta))
