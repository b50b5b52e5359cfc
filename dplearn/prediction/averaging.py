"""Averaging the votes: private prediction where no hypothesis is perfect (DF18, section 4.3).

Each of r parts trains a learner; k of the r models say 1 at the point x, so their average is k/r.  Answer 1 with
probability about k/r.  The error of such an answer is the AVERAGE of the models' errors, whatever the labels are (Lemma
4.6); a vote that sharpens k/r, as the soft majority does, can be far worse than each of its voters.  One record moves
the average by 1/r.

Three ways to make that private (REPLACE_ONE; r public); how many parts each takes is in `number_formulas`:

* **Laplace** (Lemma 4.5, Corollary 4.7): add Laplace noise of scale b = 1/(rε) to the average, clip to [0, 1], toss
  that coin. What is seen is one label, so the noise can be integrated out: with a = k/r

      Pr[1] = a + (b/2)(e^{-a/b} - e^{-(1-a)/b}).

  Excess at most b, says the lemma: r = 2/(αε) leaves half of α to the parts.  In truth at most b/2: r = 1/(αε) does
  (ours).
* **Clipped** (ours): no noise.  Pr[1] = clip(k/r, α/2, 1 - α/2).  One vote multiplies a probability by at most
  (α/2 + 1/r)/(α/2) = 1 + 2/(αr), so r = 2/(α(e^ε - 1)) parts are enough, never more than 2/(αε), and below 1/(αε) from
  ε = 1.256 on.  The excess is at most α/2.
* **The best coin** (ours): `best_average`, the least r of any rule.

Not bounded range: between neighbors the losses of the two labels may lie up to 2ε apart, so many such answers are added
up by "basic", "advanced" or "optimal" composition (`account`).
"""

from __future__ import annotations

import numpy as np

from .. import _validate as check
from .._bounds import epsilons, go_together, plain
from .soft_majority import _parts, _votes_of


def average_probability_laplace(average, n_parts, *, epsilon):
    """Pr[answer 1] when Laplace noise of scale 1/(rε) is added to the average, the sum clipped to [0, 1] and tossed.

    Parameters
    ----------
    average : float or array in [0, 1]
        The share of the models that say 1 (or the mean of r predictions in [0, 1]).
    n_parts : int or array >= 1
    epsilon : float or array in [1e-100, 1e100]
        The three broadcast.

    Returns
    -------
    float or ndarray
        a + (b/2)(e^{-a/b} - e^{-(1-a)/b}), b = 1/(rε): the noise integrated out.  A label drawn with it is ε-DP
        (REPLACE_ONE); the probability itself is not private.  `average_epsilon_laplace` has the label's exact ε.

    Notes
    -----
    Source: DF18, Corollary 4.7 with Lemma 4.5, whose noise has scale γ/ε (printed ε/γ); closed form ours.
    """
    a = check.array("average", average, low=0, high=1)
    a, parts, epsilon = go_together(average=a, n_parts=_parts(n_parts), epsilon=epsilons(epsilon))
    rate = parts * epsilon
    bent = np.exp(-rate * np.minimum(a, 1 - a)) * -np.expm1(-rate * np.abs(1 - 2 * a)) / (2 * rate)
    return plain(np.clip(a + np.where(a < 0.5, bent, -bent), 0.0, 1.0))


def clipped_average_probability(votes_for_one, n_parts, *, alpha):
    """Pr[answer 1] = clip(votes/r, α/2, 1 - α/2): the average without noise.

    Parameters
    ----------
    votes_for_one : int or array, 0 .. n_parts; broadcast with it
    n_parts : int or array >= 1
    alpha : float in (0, 1)
        Twice the clip; 0 would be the plain average, whose label is not private at any ε.

    Returns
    -------
    float or ndarray
        Within α/2 of the average, so the excess over the models' mean error is at most α/2.  A label drawn with it is
        `clipped_average_epsilon`-DP (REPLACE_ONE); the probability itself is not private.

    Raises
    ------
    ValueError
        When there are more votes than parts.
    """
    votes, parts = _votes_of(votes_for_one, n_parts)
    alpha = check.fraction("alpha", alpha)
    return plain(np.clip(votes / parts, alpha / 2, 1 - alpha / 2))
