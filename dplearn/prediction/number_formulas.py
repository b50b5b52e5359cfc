"""Bounds of companions 6a and 6b: how far a prediction moves, what noise for it costs, how many parts an average needs.

Notation.  A prediction is w·x with |x| <= L_f and |w| <= R; the loss has slopes at most L_ℓ in the prediction and
L = L_f L_ℓ; a loss is σ_ℓ-smooth in the prediction and σ = L_f² σ_ℓ smooth in w.  An objective is λ-strongly convex, a
step of descent is η.  A learner is stable with rate γ if its predictions move by at most γ when one of n records is
replaced (REPLACE_ONE; DF18, Definition 4.4).  Excess = expected loss minus that of the best |w| <= R; bounds with ε
include the noise.  An average is that of the votes of r parts, at most α/2 away from which an answer is tossed.

* Strongly convex minimization: printed 4 L_f² L_ℓ/(λn); 2 suffices, and is attained.  With F, F' the two objectives,
  λ|w - w'|² <= [F(w') - F'(w')] - [F(w) - F'(w)], where all records but one cancel: at most 2L|w - w'|/n.
* Gradient descent, η <= 2/σ: a step does not push two points apart, so two paths stay within min(2ηL, 2R) after the
  changed record.  If that is the t-th, n - t of the n averaged points differ.  Worst is t = 1: at DF18's η = R/(L√n)
  this is 2(1 - 1/n) times the printed R L_f/√n; the mean over t is 1 - 1/n times it.  Half the step mends it.
* Noise of scale b = γ/ε costs b² E ℓ''; no ε-DP prediction whatever goes below `deeper.noise_excess_floor`, which
  shrinks like σ and not like the printed σ²: one of two answers crosses the midpoint with probability at least 1/(1 +
  e^ε), as 1 - p' <= e^ε p.
* d/(32εα), Theorem 4.3's lower bound, is printed "for all α, ε". Not so for the two constants, a class with d = 1
  (`deeper.constants_sample_size` is enough), nor for α >= 1/2. Its proof needs t <= 1/(4ε) copies with probability
  23/24 (printed 1/24), which fails for ε above about 1/24. The corrected proof: with t copies the chance to be right
  is at most h(t) = 4/3 - (5/3)/(1 + e^{εt}), by group privacy with δ = ε/3; h is concave, so 2/3 <= E g <= h(E t),
  and E t >= ln(3/2)/ε.

References: DF18, Theorems 4.3, 4.9, 4.12, Lemma 4.5, Corollaries 4.7, 4.10, 4.11 and 4.13; Hardt, Recht and Singer
2016.
"""

from __future__ import annotations

import numpy as np

from ..formula import ALPHA, EPSILON, formula, formulas

CLIP = ALPHA.but(low=1e-100, words="twice the distance allowed from the average")


@formula("⌈2/(αε)⌉", given=(CLIP, EPSILON), tex=r"\lceil\frac{2}{\alpha\varepsilon}\rceil",
         source="DF18, Corollary 4.7", card="DF18-C4.7", sized=True)
def laplace_parts(alpha, epsilon):
    """Parts at which noise on the average has mean size α/2 (the source leaves r a fraction)."""
    return 2 / alpha / epsilon


@laplace_parts.variant("sharp", "⌈1/(αε)⌉", tex=r"\lceil\frac{1}{\alpha\varepsilon}\rceil", source="ours",
                       card="DF18-OURS-COIN")
def laplace_parts_sharp(alpha, epsilon):
    """Parts at which the noise moves the answer's probability by at most (b/2)(1 - e^{-1/b}), b = 1/(rε), half its mean
    size.

    The largest move is at 0 votes and at r: of the noise there half is clipped away.
    """
    return 1 / alpha / epsilon


def _inverse_growth(epsilon):
    """1/(e^ε - 1)."""
    return 1 / np.expm1(np.minimum(epsilon, 700.0))


@formula("⌈2/(α(e^ε − 1))⌉", given=(CLIP, EPSILON), tex=r"\lceil\frac{2}{\alpha(e^\varepsilon-1)}\rceil",
         source="ours", card="DF18-OURS-CLIP", sized=True)
def clipped_parts(alpha, epsilon):
    """So many parts make the clipped average ε-DP; never more than `laplace_parts`."""
    return 2 / alpha * _inverse_growth(epsilon)


@clipped_parts.variant(
    "sharp", "⌈2Je^(−ε)/α⌉, J = ⌈1/(e^ε − 1)⌉", source="ours", given=(CLIP.but(high=0.5, open="("), EPSILON),
    tex=r"\big\lceil\tfrac2\alpha Je^{-\varepsilon}\big\rceil,\ J = \lceil\tfrac{1}{e^\varepsilon-1}\rceil")
def clipped_parts_sharp(alpha, epsilon):
    """The least number of parts at which the clipped average is ε-DP; 1 as soon as e^ε >= 2/α - 1.

    With x = rα/2 the loss is ln max((j+1)/x, (j+2)/(j+1)), j = floor(x): it falls while x runs from Je^{-ε} to J.
    """
    growth = _inverse_growth(epsilon)
    least = 2 * np.ceil(growth) * np.exp(-epsilon) / alpha * (1 - 1e-15)  # the product may round across a whole number
    return np.where(epsilon >= np.log(2 / alpha - 1), 1, np.minimum(2 / alpha * growth, least))[()]


__all__ = [*formulas(globals())]
