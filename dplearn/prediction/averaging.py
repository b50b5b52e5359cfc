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
* **The best coin** (ours): `deeper.best_average`, the least r of any rule.

Not bounded range: between neighbors the losses of the two labels may lie up to 2ε apart, so many such answers are added
up by "basic", "advanced" or "optimal" composition (`account`).
"""

from __future__ import annotations

import numpy as np

from ..formula import ALPHA, EPSILON, Domain, formula
from .soft_majority import PARTS, POSSIBLE, VOTES

AVERAGE = Domain("average", "a", "share of the models that say 1, or mean of predictions in [0, 1]", 0, 1,
                 tries=(0.3, 0.0, 1.0))


@formula("a + (b/2)(e^(−a/b) − e^(−(1−a)/b)), b = 1/(rε)", given=(AVERAGE, PARTS, EPSILON), bounds="exact",
         tex=r"a + \tfrac b2\big(e^{-a/b} - e^{-(1-a)/b}\big)", variant="exact", card="DF18-C4.7",
         source="DF18, Corollary 4.7 with Lemma 4.5, whose noise has scale γ/ε (printed ε/γ); closed form ours")
def average_probability_laplace(average, n_parts, epsilon):
    """Pr[answer 1] when Laplace noise of scale 1/(rε) is added to the average, the sum clipped to [0, 1] and tossed.

    The noise is integrated out.  A label drawn with it is ε-DP (REPLACE_ONE); the probability itself is not private.
    """
    rate, a = n_parts * epsilon, average
    bent = np.exp(-rate * np.minimum(a, 1 - a)) * -np.expm1(-rate * np.abs(1 - 2 * a)) / (2 * rate)
    return np.clip(a + np.where(a < 0.5, bent, -bent), 0.0, 1.0)


@formula("clip(v/r, α/2, 1 − α/2)", given=(VOTES, PARTS, ALPHA), **POSSIBLE, bounds="exact", variant="exact",
         tex=r"\mathrm{clip}(\tfrac vr, \tfrac\alpha2, 1-\tfrac\alpha2)", source="ours", card="DF18-OURS-CLIP")
def clipped_average_probability(votes_for_one, n_parts, alpha):
    """Pr[answer 1]: the average without noise.  α is twice the clip; 0 would be the plain average, private at no ε.

    Within α/2 of the average, so the excess over the models' mean error is at most α/2.  A label drawn with it is
    ln(1 + 2/(αr))-DP (REPLACE_ONE); the probability itself is not private.
    """
    return np.clip(votes_for_one / n_parts, alpha / 2, 1 - alpha / 2)
