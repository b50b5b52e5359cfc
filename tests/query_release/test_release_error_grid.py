"""U17's error bound, as printed and sharpened, against measured errors: universes 2^4 to 2^12, n 10^2 to 10^6,
ε 0.1 to 10.
"""

import itertools
import math

import numpy as np
import pytest
from scipy.special import rel_entr

from dplearn import query_release as qr
from dplearn.experts import learning_rate
from dplearn.query_release import deeper
from dplearn.query_release.deeper import survey_engine

BITS, RECORDS, EPSILONS, DELTA = (4, 8, 12), (10**2, 10**4, 10**6), (0.1, 1.0, 10.0), 1e-6
GRID = list(itertools.product(RECORDS, EPSILONS))
# comparisons in this file, fewer than these: each may err with probability 1e-6 / ALL_TESTS
ALL_TESTS = 1_000
FORMS = {"printed": ("printed", "capped"), "sharp": ("bounded-range", "hoeffding")}  # the rules of ε₀ and η


def chernoff(bound, runs):
    """What a mean of `runs` errors in [0, 1], of expectation at most `bound`, passes with probability at most
    1e-6/ALL_TESTS.

    Chernoff-Hoeffding: Pr[mean >= x] <= e^{-runs KL(x || bound)} for x >= bound, so the largest x with runs KL <=
    ln(1/β).
    """
    low, high = np.minimum(bound, 1.0), np.ones(np.shape(bound))
    bound = low
    for _ in range(60):
        x = (low + high) / 2
        inside = runs * (rel_entr(x, bound) + rel_entr(1 - x, 1 - bound)) <= math.log(ALL_TESTS / 1e-6)
        low, high = np.where(inside, x, low), np.where(inside, high, x)
    return high


def setting(form, d, n_queries, most_rounds):
    """For the points of GRID, all arrays (9,): T as the form likes it best, ε₀, η, the bound, its first term."""
    (n, epsilon), (calibration, rule) = np.array(GRID).T, FORMS[form]
    T = np.minimum(qr.best_whole_rounds.variants[form](2**d, n_queries, n, epsilon, DELTA), most_rounds)
    step, eta = qr.step_epsilon(epsilon, DELTA, T, calibration=calibration), learning_rate(T, 2**d, rule=rule)
    bound = qr.pmw_bound.variants[form](2**d, n_queries, n, epsilon, DELTA, T)
    return T, step, eta, bound, qr.approximation_bound.variants[form](2**d, T)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("d", BITS)
@pytest.mark.parametrize("kind", ["one answer", "rising shares"])
def test_surveys(d, kind, form):
    """2d queries on d bits, closed under complement, 1,000 runs a point."""
    n, runs, rng = np.array(GRID).T[0], 1_000, np.random.default_rng([d, list(FORMS).index(form)])
    T, step, eta, bound, first = setting(form, d, 2 * d, 200)
    mean = np.array([survey_engine.draw_survey_error(survey_engine.survey_means(kind, d, n=n[i]), n[i], T[[i]],
                                                     rng=rng, runs=runs,
                                                     epsilon_step=step[[i]],
                                                     eta=eta[[i]]).mean() for i in range(len(n))])
    assert (mean <= chernoff(bound, runs)).all()
    assert (bound < 1).sum() >= (4 if form == "printed" else 6)         # most of it says something
    # not so loose that anything would pass: an eighth of it is refuted
    if form == "sharp" and kind == "one answer":
        assert (mean > chernoff(bound / 8, runs)).sum() >= 4
    # with high probability: what runs · T choices lose together is below ln|Q| + an exponential variable each
    assert (mean <= first + deeper.selection_bound_whp.sharp(2 * d, n, step, runs * T, 1e-6 / ALL_TESTS)).all()
