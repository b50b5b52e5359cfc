"""Averaging the votes: private prediction where no hypothesis is perfect (DF18, section 4.3).

Each of r parts trains a learner; k of the r models say 1 at the point x, so their average is k/r.  Answer 1 with probability
about k/r.  The error of such an answer is the AVERAGE of the models' errors, whatever the labels are (Lemma 4.6); a vote that
sharpens k/r, as the soft majority does, can be far worse than each of its voters.  One record moves the average by 1/r.

Two ways to make that private (REPLACE_ONE; r public):

* **Laplace** (Lemma 4.5, Corollary 4.7): add Laplace noise of scale b = 1/(rε) to the average, clip to [0, 1], toss that coin.
  What is seen is one label, so the noise can be integrated out: with a = k/r

      Pr[1] = a + (b/2)(e^{-a/b} - e^{-(1-a)/b}).

  Excess at most b, says the lemma: r = 2/(αε) leaves half of α to the parts.  In truth at most b/2: r = 1/(αε) does (ours).
* **Clipped** (ours): no noise.  Pr[1] = clip(k/r, α/2, 1 - α/2).  One vote multiplies a probability by at most
  (α/2 + 1/r)/(α/2) = 1 + 2/(αr), so r = 2/(α(e^ε - 1)) parts are enough, never more than 2/(αε), and below 1/(αε) from
  ε = 1.256 on.  The excess is at most α/2.  The least r of any rule: `best_average`.

Not bounded range: between neighbors the losses of the two labels may lie up to 2ε apart, so many such answers are added up by
"basic", "advanced" or "optimal" composition (`account`).

The label's own ε is exact here: clipped, the worst pair of votes is beside the corner at rα/2; with noise it is 0 and 1 votes.
"""

from __future__ import annotations

import math

import numpy as np

from .. import _validate as check
from .._bounds import go_together, grid, one_epsilon, plain, whole
from .soft_majority import _parts, _votes_of


def average_probability_laplace(average, n_parts, *, epsilon):
    """Pr[answer 1] when Laplace noise of scale 1/(rε) is added to the average, the sum clipped to [0, 1] and tossed.

    Parameters
    ----------
    average : float or array in [0, 1]
        The share of the models that say 1 (or the mean of r predictions in [0, 1]); broadcast with `n_parts`.
    n_parts : int or array >= 1
    epsilon : float in [1e-100, 1e100]

    Returns
    -------
    float or ndarray
        a + (b/2)(e^{-a/b} - e^{-(1-a)/b}), b = 1/(rε): the noise integrated out.  A label drawn with it is ε-DP
        (REPLACE_ONE); the probability itself is not private.  `average_epsilon_laplace` has the label's exact ε.

    Notes
    -----
    Source: DF18, Corollary 4.7 with Lemma 4.5, whose noise has scale γ/ε (printed ε/γ); closed form ours.
    """
    a, parts = go_together(average=check.array("average", average, low=0, high=1), n_parts=_parts(n_parts))
    rate = parts * one_epsilon(epsilon)
    with np.errstate(over="ignore", under="ignore"):
        bent = np.exp(-rate * np.minimum(a, 1 - a)) * -np.expm1(-rate * np.abs(1 - 2 * a)) / (2 * rate)
    return plain(np.clip(a + np.where(a < 0.5, bent, -bent), 0.0, 1.0))


def average_epsilon_laplace(n_parts, *, epsilon):
    """The exact ε of the label: ln((2ε + e^{-ε} - e^{-(r-1)ε}) / (1 - e^{-rε})), below the ε of the noisy average.

    Parameters
    ----------
    n_parts : int or array >= 1
    epsilon : float in [1e-100, 1e100], the ε of the noise

    Returns
    -------
    float or ndarray
        The loss between 0 votes and 1.  It tends to ln(2ε + e^{-ε}) as r grows: ε - ε³/3 for small ε, only ln(2ε) for
        large: a label says less than the number it is made from.  Relative error below 1e-6.
    """
    parts, epsilon = _parts(n_parts), one_epsilon(epsilon)
    rate = parts * epsilon
    with np.errstate(over="ignore", under="ignore"):
        growth = (2 * epsilon + math.expm1(-epsilon) * (1 + np.exp(-(parts - 1) * epsilon))) / -np.expm1(-rate)
    # Below, the three terms cancel to nothing, and the limit ε is closer than rounding.
    return plain(np.where(rate < 1e-8, epsilon, np.minimum(np.log1p(np.maximum(growth, 0.0)), epsilon)))


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
    return plain(_clip(votes / parts, check.fraction("alpha", alpha)))


def _clip(average, alpha):
    return np.clip(average, alpha / 2, 1 - alpha / 2)


def clipped_average_epsilon(n_parts, alpha):
    """The exact ε of the clipped average: the larger loss of the two steps beside the corner at rα/2.

    Parameters
    ----------
    n_parts : int or array >= 1
    alpha : float or array in [1e-100, 1)

    Returns
    -------
    float or ndarray
        At most ln(1 + 2/(αr)).  With j = floor(rα/2) it is ln max((j+1)/(rα/2), (j+2)/(j+1)) unless the upper clip comes
        sooner; up to α = 1/2 it never rises with r.  Attained if a record can turn its part's vote.
    """
    alpha = grid("alpha", check.array("alpha", alpha, low=1e-100), high=1)
    parts, alpha = go_together(n_parts=_parts(n_parts), alpha=alpha)
    corner = np.floor(parts * alpha / 2)
    # Beyond the corner v -> v+1 multiplies by (v+1)/v, less and less; below it nothing moves.  Rounding may put the corner
    # one place off, so one step more is looked at on each side.
    places = np.stack([np.clip(corner + i, 0, parts) for i in (-1, 0, 1, 2, 3)])
    chance = _clip(places / parts, alpha)
    return plain(np.log(np.max(chance[1:] / chance[:-1], axis=0)))


def laplace_parts(alpha, epsilon) -> int:
    """r = ceil(2/(αε)): noise of mean size α/2 on the average.

    alpha in (0, 1), epsilon in [1e-100, 1e100]; r must stay below 2^53.  Source: DF18, Corollary 4.7 (which leaves r a fraction).
    """
    return whole(2 / check.fraction("alpha", alpha) / one_epsilon(epsilon))


def laplace_parts_sharp(alpha, epsilon) -> int:
    """r = ceil(1/(αε)): the noise moves the answer's probability by at most (b/2)(1 - e^{-1/b}), b = 1/(rε), half its mean size.

    alpha in (0, 1), epsilon in [1e-100, 1e100]; r must stay below 2^53.  The largest move is at 0 votes and at r: of the
    noise there half is clipped away.
    """
    return whole(1 / check.fraction("alpha", alpha) / one_epsilon(epsilon))


def clipped_parts(alpha, epsilon) -> int:
    """r = ceil(2/(α(e^ε - 1))): so many parts make the clipped average ε-DP; never more than `laplace_parts`.

    alpha in (0, 1), epsilon in [1e-100, 1e100]; r must stay below 2^53.
    """
    return whole(2 / check.fraction("alpha", alpha) * _inverse_growth(one_epsilon(epsilon)))


def clipped_parts_sharp(alpha, epsilon) -> int:
    """The least r at which the clipped average is ε-DP: ceil(2 J e^{-ε}/α) with J = ceil(1/(e^ε - 1)), for α <= 1/2.

    Parameters
    ----------
    alpha : float in (0, 1/2]
    epsilon : float in [1e-100, 1e100]

    Returns
    -------
    int
        1 as soon as e^ε >= 2/α - 1.  At most `clipped_parts`.

    Notes
    -----
    With x = rα/2 the loss is ln max((j+1)/x, (j+2)/(j+1)), j = floor(x): it falls while x runs from Je^{-ε} to J.
    """
    alpha, epsilon = check.real("alpha", alpha, 0, 0.5, open_low=True), one_epsilon(epsilon)
    if epsilon >= math.log(2 / alpha - 1):
        return 1
    step = _inverse_growth(epsilon)
    most = whole(2 / alpha * step)
    least = 2 * math.ceil(step) * math.exp(-epsilon) / alpha
    return min(most, whole(least * (1 - 1e-15)))   # the product may round across a whole number


def _inverse_growth(epsilon: float) -> float:
    """1/(e^ε - 1)."""
    return 1 / math.expm1(min(epsilon, 700.0))
