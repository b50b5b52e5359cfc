"""Learning from noisy averages (statistical queries), and where averages mislead.

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

The trap is for queries that are not fixed in advance: ask m correlations, then the one query that the answers suggest.
DR14's O(ln m/α²) examples are right for the first kind of query and wrong for the second.

References: DR14, Definitions 11.4, 11.5 and section 11.1 (its last paragraphs); Kearns, "Efficient
noise-tolerant learning from statistical queries" (J. ACM 1998); Blum, Dwork, McSherry, Nissim, "Practical
privacy: the SuLQ framework" (PODS 2005); Dwork, Feldman, Hardt, Pitassi, Reingold, Roth (2015) for
adaptive queries.
"""

from __future__ import annotations

import numpy as np

from ... import _validate as check
from ..._bounds import one_epsilon
from ...mechanisms import laplace

MOST_BITS = 16  # of the exact law


def _averages(x, y, epsilon, beta):
    """The d averages that the learner asks for, the scale of their noise, and the threshold."""
    x = check.array("x", x, (None, None), low=0, high=1, integral=True)
    y = check.labels("y", y, len(x))
    n, d = x.shape
    scale = d / (one_epsilon(epsilon) * n)
    return ((x == 0) & y[:, None]).mean(axis=0), scale, scale * np.log(d / check.fraction("beta", beta))


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
    error is at most `conjunction_error_bound` with probability >= 1 - β over sample and noise.  Proof in the module's
    note.
    """
    averages, _, threshold = _averages(x, y, epsilon, beta)
    return laplace(averages, l1_sensitivity=len(averages) / len(y), epsilon=epsilon, rng=rng) <= threshold


def learn_conjunction_probabilities(x, y, *, epsilon, beta=0.05) -> np.ndarray:
    """The law of the bits that `learn_conjunction` keeps: shape (2^d,), entry by bit mask (bit i: bit i is kept).

    Arguments as in `learn_conjunction`; d <= 16, else ValueError.  The noises are independent, so bit i is kept with
    probability F((τ - average_i)/scale), F the Laplace distribution function, independently of the others.
    ε-DP under REPLACE_ONE; exact up to rounding.
    """
    averages, scale, threshold = _averages(x, y, epsilon, beta)
    if len(averages) > MOST_BITS:
        raise ValueError(f"x must have at most {MOST_BITS} columns for the exact law; got {len(averages)}")
    law = np.ones(1)
    room = (threshold - averages) / scale
    tail = 0.5 * np.exp(-np.abs(room))
    for kept in np.where(room < 0, tail, 1 - tail):  # ends with the highest bit, as the index does
        law = np.concatenate([law * (1 - kept), law * kept])
    return law


def adaptive_trap_error(m, sizes, *, rng, runs) -> np.ndarray:
    """Error of the last of m + 1 statistical queries when it is built from the first m answers, on growing samples.

    World: m coordinates and a label, all fair and independent coins in {-1, +1}.  Queries 1..m ask, on the sample, for
    the correlation of each coordinate with the label; the last asks how often the majority of the coordinates, each
    with the sign of its answer, equals the label.  The truth is 1/2; the sample says much more.

    Parameters
    ----------
    m : int, odd (so that a majority is never tied), 1 <= m <= 1e6
    sizes : array of int >= 1, increasing; m times the last is at most 2^26
    rng : numpy.random.Generator
    runs : int >= 1

    Returns
    -------
    array (runs, len(sizes)): answer of the last query minus 1/2, on the first n records of a run.

    Notes
    -----
    An exact simulation: only the products z_ij = x_ij y_i matter, and they are independent fair signs.
    A correlation of 0 counts as positive.  Cost: m times the last size random bits a run.  Nothing private here.
    """
    m, runs, rng = check.integer("m", m, 1, 10**6), check.integer("runs", runs, 1, 10**7), check.generator("rng", rng)
    sizes = check.array("sizes", sizes, (None,), low=1, integral=True)
    if m % 2 == 0 or (np.diff(sizes) <= 0).any() or sizes[-1] > (1 << 26) // m:
        raise ValueError(f"m must be odd, sizes increasing and m times the last at most 2^26; got m = {m}, sizes "
                         f"{sizes}")
    last = int(sizes[-1])
    edges = list(zip(np.append(0, sizes[:-1]), sizes))
    errors = np.empty((runs, len(sizes)))
    for run in range(runs):
        # The bits say where z_ij is +1.  float32 counts to 2^24 without error.
        bits = np.unpackbits(np.frombuffer(rng.bytes((last * m + 7) // 8), np.uint8), count=last * m)
        bits = bits.reshape(last, m).astype(np.float32)
        agree = np.stack([bits[a:b].sum(axis=0) for a, b in edges]).cumsum(axis=0)   # (sizes, m)
        sign = np.where(2 * agree >= sizes[:, None], 1, -1).astype(np.float32)
        # Products of 20 records: so small that BLAS starts no threads, which stall on a busy machine.
        score = np.concatenate([bits[i : i + 20] @ sign.T for i in range(0, last, 20)])
        right = 2 * score > sign.sum(axis=1)
        errors[run] = [right[:n, j].mean() - 0.5 for j, n in enumerate(sizes)]
    return errors
