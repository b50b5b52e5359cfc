"""What the companions of lecture 6 add to `dplearn.prediction.formulas`."""

from __future__ import annotations

import numpy as np

from ... import _validate as check
from ...formula import ALPHA, BETA, EPSILON, formula, formulas
from ...query_release import step_epsilon
from ..account import ADAPTIVE_COMPOSITIONS, MOST_ANSWERS, _budget
from ..formulas import PART_SIZE, _total
from ..number_formulas import laplace_parts


@formula("r m(α/2, β/r), r = ⌈2/(αε)⌉", given=(ALPHA, BETA, EPSILON, PART_SIZE), positional=4, scalar=True,
         sized=True, tex=r"r\,m(\alpha/2, \beta/r)", variant="corrected", card="DF18-C4.7",
         source="DF18, Corollary 4.7, with the union bound that its proof needs")
def agnostic_prediction_sample_size_corrected(alpha, beta, epsilon, part_size):
    """Examples for an excess error α over the best of the class, by averages with noise; with the printed
    2βαε for β/r the union bound gives 4β."""
    return _total(int(laplace_parts.curve(alpha, epsilon)), alpha / 2, beta, part_size)


@formula("e^(2√(ε ln(1/β)))", given=(BETA.but(low=1e-300, open=")"), EPSILON.but(low=1e-12, high=1e6)), log=True,
         holds=False, tex=r"e^{2\sqrt{\varepsilon\ln(1/\beta)}}", source="DF18, Lemma 6.5", card="DF18-L6.5")
def tail_factor_printed(beta, epsilon):
    """Lemma 6.5 as printed, for every β in (0, 1).  FALSE for ln(1/β) <= ε/4.

    It takes the k-th moment at k = sqrt(ln(1/β)/ε).  Where that is a whole number the form holds; where it is another
    number above 1/2 nothing is proven here, either way.
    """
    return 2 * np.sqrt(epsilon * -np.log(beta))


@tail_factor_printed.variant("corrected", "exp(min over whole k of ln(1/β)/k + kε)", source="DF18, Lemmas 6.4 and 6.5",
                             holds=True, tex=r"\exp\min_{k=1,2,\dots}\big(\tfrac{\ln(1/\beta)}{k} + k\varepsilon\big)")
def tail_factor(beta, epsilon):
    """The t with Pr[E_S' >= α t] <= β that Lemma 6.4 proves, if E_S <= α for every S and the evaluation is ε-DP.

    For ln(1/β) >= ε the exponent is at most 1.0607 times the printed one: the worst is k = sqrt(2), half way from 1 to
    2.
    """
    log = -np.log(beta)
    k = np.maximum(np.floor(np.sqrt(log / epsilon)), 1)          # convex in k: one of the two beside sqrt(ln(1/β)/ε)
    return np.minimum(log / k + k * epsilon, log / (k + 1) + (k + 1) * epsilon)


def answer_epsilon(epsilon_total, delta, answers, *, composition="bounded-range"):
    """The ε₀ of each answer with which all `answers` together are (epsilon_total, delta)-private: `answers_bought`
    turned round.

    Parameters
    ----------
    epsilon_total : float or array in [1e-4, 200]
    delta : float or array in [1e-100, 1); "basic" takes 0 too, and does not use it
    answers : int or array, 1 <= answers <= 1e7
    composition : one of `prediction.ADAPTIVE_COMPOSITIONS`, those of lecture 5 (`query_release.step_epsilon`)
    """
    check.choice("composition", composition, ADAPTIVE_COMPOSITIONS)
    total, delta, answers = _budget(composition, epsilon_total, delta, answers=check.array(
        "answers", answers, low=1, high=MOST_ANSWERS, integral=True))
    return step_epsilon(total, delta, answers, calibration="pure-optimal" if composition == "optimal" else composition)


__all__ = ["answer_epsilon", *formulas(globals())]
