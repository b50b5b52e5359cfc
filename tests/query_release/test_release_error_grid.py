"""U17's error bound, as printed and sharpened, against measured errors: universes 2^4 to 2^12, n 10^2 to 10^6, ε 0.1 to 10.

``pytest -rP tests/test_release_error_grid.py`` prints the table of ratios, mean error over bound.
"""

import itertools
import math

import numpy as np
import pytest
from scipy.special import rel_entr

from dplearn import experts
from dplearn import query_release as qr

BITS, RECORDS, EPSILONS, DELTA = (4, 8, 12), (10**2, 10**4, 10**6), (0.1, 1.0, 10.0), 1e-6
GRID = list(itertools.product(RECORDS, EPSILONS))
ALL_TESTS = 1_000            # comparisons in this file, fewer than these: each may err with probability 1e-6 / ALL_TESTS
FORMS = ("printed", "sharp")


def chernoff(bound, runs):
    """What a mean of `runs` errors in [0, 1], of expectation at most `bound`, passes with probability at most 1e-6/ALL_TESTS.

    Chernoff-Hoeffding: Pr[mean >= x] <= e^{-runs KL(x || bound)} for x >= bound, so the largest x with runs KL <= ln(1/β).
    """
    low, high = np.minimum(bound, 1.0), np.ones(np.shape(bound))
    bound = low
    for _ in range(60):
        x = (low + high) / 2
        inside = runs * (rel_entr(x, bound) + rel_entr(1 - x, 1 - bound)) <= math.log(ALL_TESTS / 1e-6)
        low, high = np.where(inside, x, low), np.where(inside, high, x)
    return high


def settings(d, n_queries, most_rounds):
    """For the points of GRID and each form: {form: (T, ε₀, η, bound)}, all arrays (9,); T as the form likes it best."""
    n, epsilon = np.array(GRID).T
    out = {}
    for form in FORMS:
        T = np.minimum(qr.best_whole_rounds(2**d, n_queries, n, epsilon, DELTA, sharp=form == "sharp"), most_rounds)
        step = qr.step_epsilon(epsilon, DELTA, T, calibration="printed" if form == "printed" else "bounded-range")
        eta = experts.learning_rate(T, 2**d, rule="capped" if form == "printed" else "hoeffding")
        bound = (qr.pmw_bound if form == "printed" else qr.pmw_bound_sharp)(2**d, n_queries, n, epsilon, DELTA, T)
        out[form] = T, step, eta, bound
    return out


def report(title, bound, mean):
    print(title)
    for (n, epsilon), b, m in zip(GRID, bound, mean):
        print(f"  n = {n:>7}  ε = {epsilon:>4}  bound {b:7.4f}  mean error {m:7.4f}  ratio {m / b:.3f}")


@pytest.mark.parametrize("d", BITS)
@pytest.mark.parametrize("kind", ["one answer", "rising shares"])
def test_surveys(d, kind):
    """2d queries on d bits, closed under complement, 1,000 runs a point."""
    n, runs = np.array(GRID).T[0], 1_000
    means = np.array([qr.survey_means(kind, d, n=each) for each in n])
    for form, (T, step, eta, bound) in settings(d, 2 * d, 200).items():
        rng = np.random.default_rng([d, FORMS.index(form)])
        errors = qr.draw_survey_error(means, n, T, epsilon_step=step, eta=eta, rng=rng, runs=runs)
        mean = errors.mean(axis=0)
        report(f"{kind}, |X| = 2^{d}, |Q| = {2 * d}, {form}", bound, mean)
        assert (mean <= chernoff(bound, runs)).all()
        assert (bound < 1).sum() >= (4 if form == "printed" else 6)         # most of it says something
        if form == "sharp" and kind == "one answer":      # not so loose that anything would pass: an eighth of it is refuted
            assert (mean > chernoff(bound / 8, runs)).sum() >= 4
        # with high probability: what runs · T choices lose together is below ln|Q| + an exponential variable each
        sure = qr.approximation_bound(2**d, T) if form == "printed" else qr.approximation_bound_sharp(2**d, T)
        assert (mean <= sure + qr.selection_bound_whp(2 * d, n, step, runs * T, 1e-6 / ALL_TESTS, average=True)).all()


@pytest.mark.parametrize("d", BITS)
def test_random_queries(d):
    """40 random 0/1 queries and their negations through `pmw` itself, 5 runs a point.

    The mean of R runs is at most the first term + 2 (ln|Q| + γ/(RT))/(ε₀ n), γ a quantile of Gamma(RT): `selection_bound_whp`.
    """
    rng, runs = np.random.default_rng(d), 5
    queries = qr.with_negations(rng.integers(0, 2, (40, 2**d)).astype(float))
    likely = rng.dirichlet(np.full(2**d, 0.05))
    T, step, _, bound = settings(d, 80, 40)["sharp"]
    mean = np.zeros(len(GRID))
    for i, (n, epsilon) in enumerate(GRID):
        p = rng.multinomial(n, likely) / n
        found = [qr.pmw(p, queries, n=n, epsilon=epsilon, delta=DELTA, T=int(T[i]), rng=rng) for _ in range(runs)]
        assert found[0].epsilon_step == pytest.approx(step[i]) and found[0].guarantee.epsilon <= epsilon * (1 + 1e-12)
        mean[i] = np.mean([qr.max_error(queries, p, release.histogram) for release in found])
    report(f"random queries, |X| = 2^{d}, |Q| = 80, sharp", bound, mean)
    n = np.array(GRID).T[0]
    chosen = qr.selection_bound_whp(80, n, step, runs * T, 1e-6 / ALL_TESTS, average=True)
    assert (mean <= qr.approximation_bound_sharp(2**d, T) + chosen).all()
    assert (mean / bound).max() > 0.1
