"""The soft majority: r predictions vote, and a coin that the votes bias is the answer (DF18, Theorem 4.1).

Split n records into r parts without looking at them, train any learner on each part, and ask all r models about the
point x. With k of them saying 1 the answer is 1 with probability

    sigma(ε (2k - r)/2) = e^{εk/2} / (e^{εk/2} + e^{ε(r-k)/2}),

the exponential mechanism on two labels.  Replacing one record changes one part, so one vote, so 2k - r by 2 and the
exponent by ε.  That is the form of the proof.  The text before the theorem gives a label with b votes the weight
e^{εb}: the same coin at 2ε, and not ε-private for r >= 2.

Both have an exact ε, since only neighboring numbers of votes need comparing and the worst are 0 and 1 (ln sigma is
concave): `formulas.soft_majority_epsilon`, less than ε.  What the coin is worth stands in `formulas`, too.

Relation: REPLACE_ONE.  The coin is private whatever the learner is.  Source: DF18, section 4.1.
"""

from __future__ import annotations

import numpy as np
from scipy import special

from .. import _validate as check
from .._bounds import MOST_SAMPLE_SIZE, go_together, one_epsilon, plain

MOST_RECORDS = 2**27


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
    return plain(special.expit(one_epsilon(epsilon) * (2 * votes - parts) / 2))


def soft_majority_probability_printed(votes_for_one, n_parts, *, epsilon):
    """e^{ε votes} / (e^{ε votes} + e^{ε (r - votes)}): the form before the theorem.  NOT ε-DP for n_parts >= 2, but
    2ε-DP.

    For showing just that; arguments as `soft_majority_probability`, with ε at most 5e99.  Source: DF18, sections 2.1
    and 4.1.
    """
    return soft_majority_probability(votes_for_one, n_parts, epsilon=2 * check.real("epsilon", epsilon, 1e-100, 5e99))


def _coin_error(wrong, parts, epsilon):
    """h(w): the coin's chance to be wrong when w of the r votes are (numbers that are checked already)."""
    return special.expit(-epsilon * (parts - 2 * wrong) / 2)


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
    n = check.integer("n", n, 1, MOST_RECORDS)
    n_parts = check.integer("n_parts", n_parts, 1, n)
    return check.generator("rng", rng).permutation(np.arange(n) % n_parts)
