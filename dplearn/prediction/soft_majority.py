"""The soft majority: r predictions vote, and a coin that the votes bias is the answer (DF18, Theorem 4.1).

Split n records into r parts without looking at them, train any learner on each part, and ask all r models about the point x.
With k of them saying 1 the answer is 1 with probability

    sigma(ε (2k - r)/2) = e^{εk/2} / (e^{εk/2} + e^{ε(r-k)/2}),

the exponential mechanism on two labels.  Replacing one record changes one part, so one vote, so 2k - r by 2 and the exponent
by ε.  That is the form of the proof.  The text before the theorem gives a label with b votes the weight e^{εb}: the same coin
at 2ε, and not ε-private for r >= 2.

Both have an exact ε, since only neighboring numbers of votes need comparing and the worst are 0 and 1 (ln sigma is concave):

    ln((1 + e^{εr/2}) / (1 + e^{ε(r-2)/2})) < ε,   which is ε/2 at r = 1 and tends to ε as r grows.

Relation: REPLACE_ONE.  The coin is private whatever the learner is; what it is worth is in `soft_majority_bounds` and
`soft_majority_world`.  Source: DF18, section 4.1.
"""

from __future__ import annotations

import numpy as np
from scipy import special

from .. import _validate as check
from .._bounds import MOST_SAMPLE_SIZE, go_together, one_epsilon, plain

MOST_ENTRIES = 2**27  # of a table of predictions


def _parts(value) -> np.ndarray:
    """r as an array: at least one part, few enough for a float to count."""
    return check.array("n_parts", value, low=1, high=MOST_SAMPLE_SIZE, integral=True)


def _votes_of(votes_for_one, n_parts) -> tuple[np.ndarray, np.ndarray]:
    """Votes and parts, broadcast; no more votes than parts."""
    votes = check.array("votes_for_one", votes_for_one, low=0, integral=True)
    votes, parts = go_together(votes_for_one=votes, n_parts=_parts(n_parts))
    if (votes > parts).any():
        i = np.flatnonzero((votes > parts).ravel())[0]
        raise ValueError(f"votes_for_one must be at most n_parts = {parts.ravel()[i]}; got {votes.ravel()[i]}")
    return votes, parts


def soft_majority_probability(votes_for_one, n_parts, *, epsilon):
    """Pr[answer 1] = sigma(ε (2 votes - r)/2), the form of the proof.

    Parameters
    ----------
    votes_for_one : int or array
        How many parts say 1, from 0 to `n_parts`; broadcast with it.
    n_parts : int or array >= 1
    epsilon : float in [1e-100, 1e100]

    Returns
    -------
    float or ndarray
        A label drawn with this probability is ε-DP (REPLACE_ONE: one record, one vote).  The probability itself is NOT
        private: it tells the votes.

    Raises
    ------
    ValueError
        When there are more votes than parts.

    Notes
    -----
    Source: DF18, Theorem 4.1 (proof).
    """
    votes, parts = _votes_of(votes_for_one, n_parts)
    epsilon = one_epsilon(epsilon)
    return plain(special.expit(epsilon * (2 * votes - parts) / 2))


def soft_majority_probability_printed(votes_for_one, n_parts, *, epsilon):
    """e^{ε votes} / (e^{ε votes} + e^{ε (r - votes)}): the form before the theorem.  NOT ε-DP for n_parts >= 2, but 2ε-DP.

    For showing just that; arguments as `soft_majority_probability`, with ε at most 5e99.  Source: DF18, sections 2.1 and 4.1.
    """
    return soft_majority_probability(votes_for_one, n_parts, epsilon=2 * _half(epsilon))


def _half(epsilon) -> float:
    return check.real("epsilon", epsilon, 1e-100, 5e99)


def soft_majority_epsilon(n_parts, *, epsilon):
    """The exact ε of the soft majority of r parts: ln((1 + e^{εr/2}) / (1 + e^{ε(r-2)/2})).

    Parameters
    ----------
    n_parts : int or array >= 1
    epsilon : float in [1e-100, 1e100], the ε that is asked for

    Returns
    -------
    float or ndarray
        Between ε/2 (one part) and ε; in floats it is equal to ε once it is closer than rounding.

    Notes
    -----
    Written as ε - ln(1 + (e^ε - 1)/(1 + e^{εr/2})), which neither overflows nor loses the small ε to the large εr.
    Attained if a record can turn the vote of its part, from 0 votes for a label to 1.  Relation: REPLACE_ONE.
    """
    parts, epsilon = _parts(n_parts), one_epsilon(epsilon)
    log_growth = epsilon + np.log(-np.expm1(-epsilon))  # ln(e^ε - 1)
    return plain(epsilon - np.logaddexp(0.0, log_growth - np.logaddexp(0.0, epsilon * parts / 2)))


def soft_majority_epsilon_printed(n_parts, *, epsilon):
    """The exact ε of the form before the theorem: ε for one part, above ε from two parts on, tending to 2ε.

    Arguments as `soft_majority_epsilon`, with ε at most 5e99.
    """
    return soft_majority_epsilon(n_parts, epsilon=2 * _half(epsilon))


def split_parts(n, n_parts, *, rng) -> np.ndarray:
    """Which part each record goes to: a random split into parts whose sizes differ by at most one.

    Parameters
    ----------
    n : int >= 1, at most 2^27
    n_parts : int, 1 .. n
    rng : numpy.random.Generator

    Returns
    -------
    ndarray of int64, shape (n,)
        Entry i is the part of record i, from 0 to n_parts - 1.  It depends on n alone, never on a record: that is why a
        replaced record stays alone in its part.

    Raises
    ------
    ValueError
        When there are more parts than records: some learner would have no data at all.
    """
    n = check.integer("n", n, 1, MOST_ENTRIES)
    n_parts = check.integer("n_parts", n_parts, 1, n)
    return check.generator("rng", rng).permutation(np.arange(n) % n_parts)


def soft_majority(predictions, *, epsilon, rng) -> np.ndarray:
    """Draw one answer for each query from the votes of the parts.

    Parameters
    ----------
    predictions : array of 0/1, shape (n_parts, queries)
        Row i holds the labels that the model of part i gives.
    epsilon : float in [1e-100, 1e100]
        Privacy of EACH answer.
    rng : numpy.random.Generator

    Returns
    -------
    ndarray of int64 0/1, shape (queries,)
        Each entry is ε-DP (REPLACE_ONE); all m together cost more, at most m ε.  Ask twice and the answer may change,
        and the ε is spent twice.

    Notes
    -----
    Source: DF18, Theorem 4.1.
    """
    votes = check.array("predictions", predictions, (None, None), low=0, high=1, integral=True)
    probability = soft_majority_probability(votes.sum(axis=0), len(votes), epsilon=epsilon)
    return (check.generator("rng", rng).random(votes.shape[1]) < probability).astype(np.int64)
