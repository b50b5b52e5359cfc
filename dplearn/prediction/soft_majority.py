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
from .._bounds import MOST_SAMPLE_SIZE
from ..formula import EPSILON, N_PARTS, Domain, formula

MOST_RECORDS = 2**27
VOTES = Domain("votes_for_one", "v", "how many parts say 1", 0, integral=True, tries=(0, 1, 20))
PARTS = N_PARTS.but(high=MOST_SAMPLE_SIZE)  # few enough for a float to count
HALVED = EPSILON.but(high=5e99)  # of what is computed at 2ε
POSSIBLE = {"needs": lambda votes_for_one, n_parts, **_: votes_for_one <= n_parts,
            "needs_words": "votes_for_one at most n_parts"}


@formula("σ(ε(2v − r)/2)", given=(VOTES, PARTS, EPSILON), **POSSIBLE, tex=r"\sigma(\varepsilon(2v-r)/2)",
         source="DF18, Theorem 4.1 (proof)", card="DF18-T4.1", bounds="exact")
def soft_majority_probability(votes_for_one, n_parts, epsilon):
    """Pr[answer 1], the form of the proof.

    A label drawn with this probability is ε-DP (REPLACE_ONE: one record, one vote).  The probability itself is NOT
    private: it tells the votes.
    """
    return special.expit(epsilon * (2 * votes_for_one - n_parts) / 2)


@formula("e^(εv)/(e^(εv) + e^(ε(r − v)))", given=(VOTES, PARTS, HALVED), **POSSIBLE, bounds="exact",
         tex=r"\sigma(\varepsilon(2v-r))", source="DF18, section 4.1", card="DF18-INTRO-SOFT", holds=False)
def soft_majority_probability_printed(votes_for_one, n_parts, epsilon):
    """The form before the theorem.  NOT ε-DP for n_parts >= 2, but 2ε-DP: for showing just that."""
    return special.expit(epsilon * (2 * votes_for_one - n_parts))


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
