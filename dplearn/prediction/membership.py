"""Membership inference: was this record in the training data?  Ask the interface, and see (DF18, section 1).

**The game.** n records are drawn from a population, and a model is trained on them.  The attacker holds a record (x,
y): with chance 1/2 one of the n ("member"), otherwise a fresh draw that took no part.  He asks the interface about x
and says which. Seen from the interface, the data of the two worlds differ in one record: REPLACE_ONE.

**The attack.** A model that learned its examples by heart is right on them more often than elsewhere.  So: say "member"
if the answer is y.  With k answers to the same question, say "member" if more than half of them are y (a tie is a
coin).

**Its advantage** is Pr["member" | member] - Pr["member" | fresh].  For one answered label this is Pr[right on a
training record] - Pr[right on a fresh one]: *the label attack's advantage is the generalization gap*, no more and no
less.

**The ceiling** (`formulas.membership_ceiling`). The two worlds are neighbors, so k answers, ε-DP each, leave any attack
at most tanh(kε/2) (basic composition: kε-DP), and by optimal composition the advantage against k randomized responses,
which is less for k >= 2.  How near an attacker can come who knows everything but this one record: `informed_advantage`.
He knows the votes of the other parts, so he tells v from v + 1 votes; with one answer his advantage is at most
tanh(ε/4).

Nothing here is private: these are attacks.

References: DF18, section 1; Yeom, Giacomelli, Fredrikson and Jha 2018 (advantage = gap); Kairouz, Oh and Viswanath
2015.
"""

from __future__ import annotations

import numpy as np
from scipy import special

from .. import _validate as check
from .._bounds import go_together, plain
from .formulas import ASKED

MOST_PARTS = 10**4


def informed_advantage(n_parts, *, epsilon, asked=1):
    """What an attacker gains who knows all records but the one in question: he tells v votes for y from v + 1, exactly.

    Parameters
    ----------
    n_parts : int, 1 <= r <= 10^4
    epsilon : float or array in [1e-10, 1e10], the soft majority's; broadcast with `asked`
    asked : int or array, 1 <= k <= 1e6, answers to this one question

    Returns
    -------
    float or array: TV(Bin(k, p_v), Bin(k, p_{v+1})) at the worst v, p_v = sigma(ε (2v - r)/2).  Below
    `membership_ceiling` at every k; for one answer and odd r it is tanh(ε/4), half of the ceiling for small ε.

    Notes
    -----
    The best test is a threshold on the number of answers y, as the likelihood ratio grows with it.  Cost: r of them.
    """
    parts = check.integer("n_parts", n_parts, 1, MOST_PARTS)
    epsilon = check.array("epsilon", epsilon, low=1e-10, high=1e10)
    epsilon, asked = go_together(epsilon=epsilon, asked=ASKED.check(asked))
    v = np.arange((parts + 1) // 2)  # v and r - 1 - v are mirror images
    e, k = epsilon[..., None], asked[..., None]
    low = e * ((2 * v - parts) / 2)
    log_ratio = np.logaddexp(0, low + e) - np.logaddexp(0, low)    # of answer 0, v votes against v + 1
    least = np.clip(np.floor(k * (log_ratio / e)) + 1, 1, k)         # as many answers y speak for v + 1
    more, fewer = (special.betainc(least, k - least + 1, special.expit(logit)) for logit in (low + e, low))
    return plain(np.clip(more - fewer, 0, 1).max(axis=-1))
