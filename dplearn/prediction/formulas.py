"""Bounds, sizes and exact rates of lecture 6's votes: the soft majority, attacks on it, fresh data.

**The soft majority** (DF18, Theorem 4.1).  Let every part's model err with probability at most a.  At the point x let w
of the r models be wrong; then the coin errs with probability h(w) = sigma(-ε (r - 2w)/2), and w/r is a on the average
over x.

* As proved: by Markov's inequality w >= r/3 has probability at most 3a, and h(w) <= e^{-εr/6} otherwise, so
  error <= 3a + e^{-εr/6}.  With a = α/4 and r = ceil(6 ln(4/α)/ε) that is α.
* Sharp: the mean of h(w) is at most h(0) + a s, with s the steepest chord of h from 0, s = max_w (h(w) - h(0)) r/w: the
  chord lies above h.  Nothing better holds for all models (let the fraction a r/w* of the points be missed by the same
  w* models, by turns).  It is linear in a, so it holds in expectation too: E[error] <= h(0) + s E[part error].
* Short: s < 2 (up to w = r/2 the convex h stays below its chord, of slope at most 1, and later w/r > 1/2 and h < 1).
  So error <= 2a + e^{-εr/2}, and with a = α/4 already r = ceil(2 ln(2/α)/ε) parts, a third, make it α.

**Sample sizes.**  A learner without privacy needs m(α, β) examples; r parts need r m(α', β'), with α' what is left of
the error, and β' = β/r a part's share of the failure probability.  Corollary 4.7 prints 2βαε for an average of r =
2/(αε) parts, four times the room: the parts then all succeed with probability (1 - 2βαε)^r, about e^{-4β}, and
`failure_of_the_average` shows that the ANSWERS then fail, too.  `part_size` is any function (alpha, beta) -> examples.

**Attacks** (`membership`) and **fresh data** (`deeper.generalization`) have their notes there.

Relation: REPLACE_ONE.  Nothing here reads data.  Source: DF18; the sharp forms are ours.
"""

from __future__ import annotations

import numpy as np
from scipy import special

from .. import _validate as check
from .._bounds import MOST_SAMPLE_SIZE, one_epsilon, whole
from ..formula import ALPHA, BETA, EPSILON, Domain, formula, formulas
from .averaging import average_probability_laplace
from .number_formulas import laplace_parts
from .soft_majority import HALVED, PARTS, _coin_error

_TRIED, MOST_TRIED = 200, 10**4  # numbers of parts that the sharp sample size tries, and the largest
_MOST_FAILING = 100_000


class Learner(Domain):
    """A sample size m(α, β) as a parameter: any function of two numbers."""

    range = "a function (alpha, beta) -> int"

    def check(self, value):
        """The function as it stands."""
        return check.function(self.name, value)


PART_SIZE = Learner("part_size", "m", "examples that the learner needs without privacy", tries=(lambda alpha, beta: 7,))
ASKED = Domain("asked", "k", "number of answers to one question", 1, 10**6, integral=True, default=1,
               tries=(1, 4, 101))
PART_ERROR = Domain("part_error", "a", "probability that a part's model errs", 0, 1, tries=(0.1, 0.0, 0.4))


def _theorem_parts(alpha, epsilon):
    return 6 * (np.log(4) - np.log(alpha)) / epsilon


@formula("⌈6 ln(4/α)/ε⌉", given=(ALPHA, EPSILON), tex=r"\lceil 6\ln(4/\alpha)/\varepsilon\rceil",
         source="DF18, Theorem 4.1", card="DF18-T4.1", sized=True)
def n_parts(alpha, epsilon):
    """r, the number of parts of Theorem 4.1."""
    return _theorem_parts(alpha, epsilon)


@formula("ln((1 + e^(εr/2))/(1 + e^(ε(r−2)/2)))", given=(PARTS, EPSILON), variant="exact", bounds="exact",
         tex=r"\ln\frac{1+e^{\varepsilon r/2}}{1+e^{\varepsilon(r-2)/2}}", source="ours", card="DF18-T4.1")
def soft_majority_epsilon(n_parts, epsilon):
    """The exact ε of the soft majority of r parts that asks for ε: from ε/2 (one part) up to ε.

    Attained if a record can turn the vote of its part, from 0 votes for a label to 1.  Relation: REPLACE_ONE.
    """
    return np.logaddexp(0, epsilon * n_parts / 2) - np.logaddexp(0, epsilon * (n_parts - 2) / 2)


@formula("ln((1 + e^(εr))/(1 + e^(ε(r−2))))", given=(PARTS, HALVED), variant="exact", bounds="exact",
         tex=r"\ln\frac{1+e^{\varepsilon r}}{1+e^{\varepsilon(r-2)}}", source="ours", card="DF18-INTRO-SOFT")
def soft_majority_epsilon_printed(n_parts, epsilon):
    """The exact ε of the form before the theorem: ε for one part, above ε from two parts on, tending to 2ε."""
    return soft_majority_epsilon(n_parts, epsilon=2 * epsilon)


@formula("3a + e^(−εr/6)", given=(PART_ERROR, PARTS, EPSILON), tex=r"3a + e^{-\varepsilon r/6}",
         source="DF18, Theorem 4.1 (proof)", card="DF18-T4.1")
def soft_majority_error_bound(part_error, n_parts, epsilon):
    """The error of the soft majority of r models that err with probability at most a each; it counts the coin."""
    return 3 * part_error + np.exp(-epsilon * n_parts / 6)


@soft_majority_error_bound.variant("sharp", "h(0) + a·max (h(w) − h(0))r/w, h(w) = σ(−ε(r−2w)/2)", source="ours",
                                   given=(PART_ERROR, PARTS.but(high=MOST_TRIED), EPSILON),
                                   tex=r"h(0) + a\max_w\frac{(h(w)-h(0))\,r}{w}")
def soft_majority_error_bound_sharp(part_error, n_parts, epsilon):
    """The least bound that knows r, ε and the models' errors only (module's note), and at most h(r).

    With the models' MEAN error in place of a it bounds the expected error.
    """
    line = _coin_error(0, n_parts, epsilon) + _steepest_chord(n_parts, epsilon) * part_error
    return np.minimum(line, _coin_error(n_parts, n_parts, epsilon))


def _steepest_chord(parts, epsilon):
    """s = max over w = 1..r of (h(w) - h(0)) r/w, for arrays; cost: r each."""
    r, epsilon = np.asarray(parts)[..., None], np.asarray(epsilon)[..., None]
    w = np.minimum(np.arange(1, r.max() + 1), r)
    return ((_coin_error(w, r, epsilon) - _coin_error(0, r, epsilon)) * r / w).max(axis=-1)


def _total(parts: int, alpha: float, beta: float, part_size) -> int:
    """r m(alpha, β/r), with what the caller's function gives checked."""
    size = check.integer("part_size", part_size(alpha, beta / parts), 1, MOST_SAMPLE_SIZE)
    return whole(parts * size)


@formula("r m(α/4, β/r), r = ⌈6 ln(4/α)/ε⌉", given=(ALPHA, BETA, EPSILON, PART_SIZE), positional=4, scalar=True,
         sized=True, tex=r"r\,m(\alpha/4, \beta/r)", source="DF18, Theorem 4.1 (its proof prints β/t for β/r)",
         card="DF18-T4.1")
def soft_majority_sample_size(alpha, beta, epsilon, part_size):
    """The examples of Theorem 4.1: with probability 1 - β over them, an answer is wrong with probability at most α."""
    return _total(whole(_theorem_parts(alpha, epsilon)), alpha / 4, beta, part_size)


def soft_majority_sample_size_sharp(alpha, beta, epsilon, part_size) -> tuple[int, int]:
    """(r, n) with the fewest examples n = r m(a, β/r) for which the sharp bound h(0) + s a is α.

    Parameters
    ----------
    As `soft_majority_sample_size`; `part_size` must not grow with its first argument.

    Returns
    -------
    (int, int)
        The number of parts and the examples in all.  The best among at most 200 values of r from a sixth of Theorem
        4.1's up to that, which is one of them: n is never above `soft_majority_sample_size`.
    """
    alpha, epsilon = check.fraction("alpha", alpha), one_epsilon(epsilon)
    beta, part_size = check.fraction("beta", beta), check.function("part_size", part_size)
    most = check.integer("6 ln(4/alpha)/epsilon", whole(_theorem_parts(alpha, epsilon)), 1, MOST_TRIED)
    tried = np.unique(np.append(np.round(np.geomspace(max(1, most // 6), most, _TRIED)), most))
    error = (alpha - _coin_error(0, tried, epsilon)) / _steepest_chord(tried, epsilon)
    n, parts = min((_total(int(r), min(float(a), 1 - 1e-12), beta, part_size), int(r))
                   for r, a in zip(tried, error) if a > alpha / 100)
    return parts, n


@formula("ln β/ln(1 − α)", given=(ALPHA, BETA), tex=r"\ln\beta/\ln(1-\alpha)", sized=True, variant="exact",
         bounds="exact", source="ours")
def threshold_sample_size(alpha, beta):
    """Least m with (1 - α)^m <= β: without privacy, examples of a threshold on any ordered domain.

    For the learner that takes the largest example labeled 1: it errs on what lies between that and the target, by more
    than α only if a stretch of mass α there has no example.  Whatever the size of the domain.
    """
    return np.log(beta) / np.log1p(-alpha) * (1 - 1e-15)   # ln may round a whole number up


@formula("Pr[Bin(r, β′) > the most failures that keep the error within α], r = ⌈2/(αε)⌉", variant="exact",
         bounds="exact", given=(ALPHA, EPSILON,
                                Domain("part_beta", "β′", "probability that a part fails, on its own", 0, 1, ")",
                                       tries=(0.01, 0.0))),
         tex=r"\Pr[\mathrm{Bin}(r, \beta') \ge f]", source="ours", card="DF18-C4.7", positional=3, scalar=True,
         needs=lambda alpha, epsilon, part_beta: 2 / alpha / epsilon <= _MOST_FAILING,
         needs_words="2/(alpha epsilon) <= 100,000")
def failure_of_the_average(alpha, epsilon, part_beta):
    """Pr[excess > α] of the average with noise for the worst learner that keeps its contract.

    The labels are those of a target.  A part that succeeds errs on one fixed set of mass α/2, a part that fails errs
    everywhere: with f failures the exact error is (α/2) P(1) + (1 - α/2) P(f/r), P the answer's law at that share of
    wrong votes.  With part_beta = 2βαε it can exceed β (ε = 1, α = 0.1, β = 0.05: 0.18); with β/r it is at most β (with
    βαε/2, more than β/r where r was rounded up, not always).
    """
    parts = int(laplace_parts.curve(alpha, epsilon))
    wrong = average_probability_laplace(np.arange(parts + 1) / parts, parts, epsilon=epsilon)
    error = alpha / 2 * wrong[-1] + (1 - alpha / 2) * wrong
    fatal = int(np.searchsorted(error, alpha * (1 + 1e-12), side="right"))   # the error rises with the failures
    return special.bdtrc(fatal - 1, parts, part_beta) if 0 < fatal <= parts else float(fatal == 0)


@formula("advantage against k randomized responses; kε-DP leaves tanh(kε/2)", variant="exact",
         given=(EPSILON.but(low=0, words="privacy of one answer"), ASKED),
         tex=r"2\Pr[\mathrm{Bin}(k, \tfrac{e^\varepsilon}{1+e^\varepsilon}) > \tfrac k2] - 1",
         source="Kairouz, Oh and Viswanath 2015, Theorem 3.3, at ε = 0")
def membership_ceiling(epsilon, asked):
    """The largest advantage of any attack on k answers that are ε-DP each, k odd: tanh(ε/2) for one.

    The total variation between k-fold randomized response and its mirror image, which no k adaptive ε-DP answers exceed
    and some attain; kε-DP alone leaves tanh(kε/2).  Randomized response tells the truth with
    chance sigma(ε); k of them are judged best by their majority.  A tie tells nothing: an even k is worth no more than
    k - 1.
    """
    return 2 * majority(special.expit(epsilon), asked) - 1


def majority(chance, asked):
    """Pr[more than half of k coins, each 1 with this chance, are 1] + half the chance of a tie."""
    half = (asked + 1) // 2
    return special.betainc(half, half, chance)


__all__ = ["soft_majority_sample_size_sharp", *formulas(globals())]
