"""How many examples private prediction needs, explicitly, and what the union bound of Corollary 4.7 must divide by.

A learner without privacy needs m(α, β) examples; r parts need n = r m(α', β') with r by the privacy, α' what is left of the
error, and β' a part's share of the failure probability.

* Realizable (Corollary 4.2): the soft majority with the VC bound for m.  The size of the class does not enter.
* Agnostic (Corollary 4.7): an average of r = 2/(αε) parts.  All r parts must succeed, so each gets β' = β/r, about βαε/2.  The
  corollary prints 2βαε, four times the room: the parts then all succeed with probability (1 - 2βαε)^r, about e^{-4β}.
  `failure_of_the_average` shows that the ANSWERS then fail, too, if the learner is as bad as its contract allows.

`part_size` is any function (alpha, beta) -> examples, such as ``lambda a, b: pac.agnostic_sample_size(size, a, b)``.
Relation of all guarantees: REPLACE_ONE; nothing here reads data.  Source: DF18, Corollaries 4.2 and 4.7.
"""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from .. import _validate as check
from .._bounds import MOST_SAMPLE_SIZE, one_epsilon, whole
from ..pac import vc_sample_size
from .averaging import average_probability_laplace, laplace_parts
from .best_average import best_average_parts
from .soft_majority_bounds import _total, soft_majority_sample_size

MOST_FAILING = 100_000


def private_prediction_sample_size(vc_dim, alpha, beta, epsilon) -> int:
    """r m(α/4, β/r) with r = ceil(6 ln(4/α)/ε) and the VC bound for m: Corollary 4.2 with its constants.

    Parameters
    ----------
    vc_dim : int >= 1
    alpha, beta : float in (0, 1)
    epsilon : float in [1e-100, 1e100]
        Privacy of each answer.

    Returns
    -------
    int
        Enough for every class of this VC dimension whose target labels the data.

    Notes
    -----
    Source: DF18, Corollary 4.2 (stated with O, "for all ε"); m from Blumer et al. 1989.
    """
    vc_dim = check.integer("vc_dim", vc_dim, 1, 2**53)
    return soft_majority_sample_size(alpha, beta, epsilon, lambda a, b: whole(vc_sample_size(vc_dim, a, b)))


def threshold_sample_size(alpha, beta) -> int:
    """Least m with (1 - α)^m <= β: without privacy, m examples of a threshold on any ordered domain.

    alpha, beta in (0, 1).  For the learner that takes the largest example labeled 1: it errs on what lies between that and
    the target, by more than α only if a stretch of mass α there has no example.  Whatever the size of the domain.
    """
    alpha, beta = check.fraction("alpha", alpha), check.fraction("beta", beta)
    return whole(math.log(beta) / math.log1p(-alpha) * (1 - 1e-15))   # ln may round a whole number up


def threshold_agnostic_sample_size(alpha, beta) -> int:
    """8 ln(4/β)/α², rounded up: without privacy, the best threshold on the sample is within α of Opt, on any ordered domain.

    alpha, beta in (0, 1).  An error is Pr[x > j, y = 1] + Pr[x <= j, y = 0], a tail of each of two laws; by the
    Dvoretzky-Kiefer-Wolfowitz inequality both are known to α/4 for all j at once, each with probability 1 - β/2.
    Source: Massart (1990) for its constant 2; the size of the domain does not enter.
    """
    alpha, beta = check.fraction("alpha", alpha), check.fraction("beta", beta)
    return whole(8 * (math.log(4) - math.log(beta)) / alpha / alpha)


def agnostic_sample_size_printed(alpha, beta, epsilon, part_size) -> int:
    """2 m(α/2, 2βαε)/(αε), rounded up, as Corollary 4.7 prints it.  Its union bound gives failure 4β, not β.

    Parameters
    ----------
    alpha, beta : float in (0, 1)
        Excess error over the best of the class, and its failure probability.
    epsilon : float in [1e-100, 1]
        The corollary's range; 2βαε must be below 1.
    part_size : function (alpha, beta) -> int
        Examples that an agnostic learner needs without privacy.
    """
    alpha, beta = check.fraction("alpha", alpha), check.fraction("beta", beta)
    epsilon = check.real("epsilon", epsilon, 1e-100, 1)
    if 2 * beta * alpha * epsilon >= 1:
        raise ValueError(f"beta must keep 2 beta alpha epsilon below 1, a probability; got beta={beta}")
    size = check.function("part_size", part_size)(alpha / 2, 2 * beta * alpha * epsilon)
    return whole(2 * check.integer("part_size", size, 1, MOST_SAMPLE_SIZE) / alpha / epsilon)


def agnostic_sample_size_corrected(alpha, beta, epsilon, part_size) -> int:
    """r m(α/2, β/r) with r = ceil(2/(αε)): Corollary 4.7 with the union bound that its proof needs.

    Parameters as `agnostic_sample_size_printed`, but any ε in [1e-100, 1e100].
    """
    parts = laplace_parts(alpha, epsilon)
    return _total(parts, alpha / 2, check.fraction("beta", beta), check.function("part_size", part_size))


def agnostic_sample_size_best(alpha, beta, epsilon, part_size) -> int:
    """r m(α/2, β/r) with r = `best_average_parts`: the best coin, same guarantee, about 3.6 times fewer than clipped for small ε.

    Parameters as `agnostic_sample_size_corrected`, with α at most 1/2 and ε at which `clipped_parts_sharp` is at most 10^6.
    """
    parts = best_average_parts(alpha, epsilon)
    return _total(parts, alpha / 2, check.fraction("beta", beta), check.function("part_size", part_size))


def failure_of_the_average(alpha, epsilon, part_beta) -> float:
    """Pr[excess > α] of the average with noise, r = ceil(2/(αε)), for the worst learner that keeps its contract.

    Parameters
    ----------
    alpha : float in (0, 1)
    epsilon : float in [1e-100, 1e100], at which r <= 100,000
    part_beta : float in [0, 1)
        Each part fails on its own with exactly this probability.

    Returns
    -------
    float
        The labels are those of a target.  A part that succeeds errs on one fixed set of mass α/2, a part that fails errs
        everywhere.  With f failures the exact error is (α/2) P(1) + (1 - α/2) P(f/r), P the answer's law at that share of
        wrong votes; the value is Pr[Bin(r, part_beta) > the most failures that keep it within α].

    Notes
    -----
    With part_beta = 2βαε it can exceed β (ε = 1, α = 0.1, β = 0.05: 0.18); with β/r it is at most β
    (with βαε/2, more than β/r where r was rounded up, not always).
    """
    alpha, epsilon = check.fraction("alpha", alpha), one_epsilon(epsilon)
    part_beta = check.real("part_beta", part_beta, 0, 1, open_high=True)
    parts = laplace_parts(alpha, epsilon)
    if parts > MOST_FAILING:
        raise ValueError(f"epsilon and alpha must keep 2/(alpha epsilon) at most {MOST_FAILING}; got {parts}")
    wrong = average_probability_laplace(np.arange(parts + 1) / parts, parts, epsilon=epsilon)
    error = alpha / 2 * wrong[-1] + (1 - alpha / 2) * wrong
    fatal = int(np.searchsorted(error, alpha * (1 + 1e-12), side="right"))   # the error rises with the failures
    return float(special.bdtrc(fatal - 1, parts, part_beta)) if 0 < fatal <= parts else float(fatal == 0)
