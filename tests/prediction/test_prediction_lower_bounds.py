"""The lower bound of Theorem 4.3: where it fails as printed, each step of the corrected proof, and the truth by linear programming."""

import itertools
import math

import numpy as np
import pytest
from scipy import optimize, sparse, special, stats

from dplearn import prediction
from dplearn.privacy import Relation, audit

SETTINGS = [(0.05, 0.0), (0.3, 0.1), (1.0, 0.0), (1.0, 1 / 3), (2.5, 2.5 / 3), (4.0, 0.01)]


# ---- as printed ------------------------------------------------------------------------------------

def test_false_for_one_point():
    n = prediction.constants_sample_size(0.001, 0.1)
    assert n == 139 and prediction.lower_bound(1, 0.001, 0.1) == pytest.approx(312.5)
    assert special.expit(-0.1 * n / 2) <= 0.001 < special.expit(-0.1 * (n - 1) / 2)     # what the votes of n right labels give
    assert prediction.soft_majority_probability(0, n, epsilon=0.1) <= 0.001
    for epsilon in (0.01, 1.0, 3.0):                                                    # for every ε once α is small
        assert prediction.constants_sample_size(1e-4, epsilon) < prediction.lower_bound(1, 1e-4, epsilon)


def test_false_from_one_half_on():
    for alpha in (0.5, 0.7, 0.99):
        assert prediction.constants_sample_size(alpha, 0.1) == 0 < prediction.lower_bound(50, alpha, 0.1)


def test_the_step_of_the_proof():
    """Pr[more than 1/(4ε) copies] <= 1/24 is asked for; with Poisson(1/(8ε)) copies, d large, it is true for small ε only."""
    tail = {e: stats.poisson(1 / (8 * e)).sf(math.floor(1 / (4 * e))) for e in (1.0, 0.05, 0.04)}
    assert [f"{tail[e]:.4f}" for e in tail] == ["0.1175", "0.0420", "0.0402"]
    assert tail[0.04] < 1 / 24 < tail[0.05]
    d = 10**6
    assert stats.binom(d // 8, 1 / d).sf(0) == pytest.approx(tail[1.0], abs=1e-6)


def test_printed_is_below_the_sharp_one_within_its_hypotheses():
    for d, alpha, epsilon in itertools.product((2, 3, 50), (1e-4, 0.1, 0.25), (0.01, 1, 5)):
        sharp = prediction.lower_bound_sharp(d, alpha, epsilon)
        assert prediction.lower_bound(d, alpha, epsilon) < sharp
        if epsilon < 3:
            assert sharp <= prediction.smallest_sample_size(d, alpha, epsilon, delta=epsilon / 3)
            assert prediction.smallest_sample_size(d, alpha, epsilon, delta=epsilon / 3) <= prediction.smallest_sample_size(d, alpha, epsilon)


# ---- the corrected proof ----------------------------------------------------------------------------

def ceiling(t, epsilon):
    """h(t) = 4/3 - (5/3)/(1 + e^{εt})."""
    return 4 / 3 - 5 / 3 * special.expit(-epsilon * t)


def test_the_ceiling_is_concave_and_follows_from_group_privacy():
    for epsilon in (0.01, 0.3, 1.0, 2.9):
        t = np.arange(0, 400)
        h = ceiling(t, epsilon)
        assert (np.diff(h, 2) <= 1e-15).all() and h[0] == pytest.approx(0.5)
        # g <= e^{εt}(1 - g) + (ε/3)(e^{εt} - 1)/(e^ε - 1), solved for g
        growth = np.exp(np.minimum(epsilon * t, 600))
        solved = (growth + epsilon / 3 * (growth - 1) / np.expm1(epsilon)) / (1 + growth)
        assert (solved <= h + 1e-12).all()
        assert ceiling(math.log(1.5) / epsilon, epsilon) == pytest.approx(2 / 3)
        assert (1 - prediction.bit_error(t, epsilon=epsilon, delta=epsilon / 3) <= h + 1e-12).all()


def test_jensen():
    for epsilon, mass, n in itertools.product((0.1, 1.0), (0.05, 0.4, 1.0), (1, 5, 40)):
        right = 1 - prediction.smallest_error(n, mass, epsilon=epsilon, delta=epsilon / 3)
        assert right <= ceiling(n * mass, epsilon) + 1e-12


# ---- the truth by linear programming -----------------------------------------------------------------

def least_error_by_lp(n, mass, epsilon, delta):
    """The least error at point 0 over ALL (ε, δ)-private predictors, by linear programming over all data sets.

    Two points, labels of each a fair bit; a data set is the numbers of its four kinds of records; the variable is Pr[answer
    1 at point 0].  Records at point 1, and data sets that no target labels, count too: a predictor may use them.
    """
    kinds = [(0, 0), (0, 1), (1, 0), (1, 1)]
    data = [c for c in itertools.product(range(n + 1), repeat=4) if sum(c) == n]
    place = {c: i for i, c in enumerate(data)}
    objective, constant = np.zeros(len(data)), 0.0
    for bits in itertools.product((0, 1), repeat=2):
        for t in range(n + 1):
            c = [0, 0, 0, 0]
            c[kinds.index((0, bits[0]))], c[kinds.index((1, bits[1]))] = t, n - t
            chance = stats.binom.pmf(t, n, mass) / 4
            objective[place[tuple(c)]] += -chance if bits[0] else chance
            constant += chance if bits[0] else 0.0
    rows, limits = [], []
    for c in data:
        for i, j in itertools.permutations(range(4), 2):
            if c[i]:
                other = list(c)
                other[i] -= 1
                other[j] += 1
                one, two = place[c], place[tuple(other)]
                rows.append({one: 1.0, two: -math.exp(epsilon)})                     # answer 1
                limits.append(delta)
                rows.append({one: -1.0, two: math.exp(epsilon)})                     # answer 0
                limits.append(math.exp(epsilon) - 1 + delta)
    matrix = sparse.lil_matrix((len(rows), len(data)))
    for i, row in enumerate(rows):
        for j, value in row.items():
            matrix[i, j] = value
    solved = optimize.linprog(objective, A_ub=matrix.tocsr(), b_ub=limits, bounds=(0, 1), method="highs",
                              options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10})
    assert solved.status == 0
    return solved.fun + constant


@pytest.mark.parametrize("epsilon, delta", SETTINGS)
@pytest.mark.parametrize("n, mass", [(1, 0.5), (2, 1.0), (3, 0.5), (4, 0.3), (5, 0.8)])
def test_smallest_error_is_the_linear_programme(n, mass, epsilon, delta):
    truth = least_error_by_lp(n, mass, epsilon, delta)
    assert prediction.smallest_error(n, mass, epsilon=epsilon, delta=delta) == pytest.approx(truth, abs=1e-9)
    soft = sum(stats.binom.pmf(t, n, mass) * special.expit(-epsilon * t / 2) for t in range(n + 1))
    assert truth <= soft + 1e-9                                                        # an ε-private predictor like any other


@pytest.mark.parametrize("epsilon", [0.4, 1.0, 2.0])
def test_the_sharp_bound_against_all_predictors(epsilon):
    """d = 2, α = 1/4: below the bound no (ε, ε/3)-private predictor reaches 1/3, though the world may ask for a little more."""
    least = next(n for n in range(1, 12) if least_error_by_lp(n, 1.0, epsilon, epsilon / 3) <= 1 / 3 + 1e-12)
    assert prediction.lower_bound_sharp(2, 0.25, epsilon) <= least
    assert least == prediction.smallest_sample_size(2, 0.25, epsilon, delta=epsilon / 3)


@pytest.mark.parametrize("epsilon", [0.2, 1.0, 3.0])
def test_the_best_predictor_is_private(epsilon):
    """Answer by w(ones - zeros): audited over all data sets of n records (a label, or a record elsewhere)."""
    w = prediction.bit_error(np.arange(6), epsilon=epsilon)

    def law(data):
        lead = sum(data)
        wrong = w[abs(lead)]
        return np.array([wrong, 1 - wrong] if lead >= 0 else [1 - wrong, wrong])

    data = list(itertools.product((-1, 0, 1), repeat=5))
    report = audit(law, data, domain=(-1, 0, 1), relation=Relation.REPLACE_ONE, epsilon=epsilon, ordered=True)
    assert report.ok and report.true_epsilon == pytest.approx(epsilon)
    w = prediction.bit_error(np.arange(6), epsilon=2 * epsilon)                          # for twice the ε: caught
    assert not audit(law, data, domain=(-1, 0, 1), relation=Relation.REPLACE_ONE, epsilon=epsilon, ordered=True).ok


@pytest.mark.parametrize("epsilon, delta", SETTINGS)
def test_closed_form_is_the_recursion(epsilon, delta):
    w = [0.5, (1 - delta) / (1 + math.exp(epsilon))]
    for _ in range(40):
        w.append(max(0.0, (w[-2] - delta) * math.exp(-epsilon)))
    assert prediction.bit_error(np.arange(42), epsilon=epsilon, delta=delta) == pytest.approx(w, abs=1e-14)
    assert (np.diff(w) <= 1e-15).all()


def test_smallest_sample_size():
    for d, epsilon, pure in itertools.product((2, 7, 100), (0.05, 1.0, 20.0), (True, False)):
        delta = 0.0 if pure else min(epsilon / 3, 0.9)
        alphas = np.array([1e-3, 0.1, 0.25])
        n = prediction.smallest_sample_size(d, alphas, epsilon, delta=delta)
        for a, size in zip(alphas, n):
            assert prediction.smallest_sample_size(d, a, epsilon, delta=delta) == size
            mass = 4 * a / (d - 1)
            assert prediction.smallest_error(size, mass, epsilon=epsilon, delta=delta) <= 1 / 3
            assert prediction.smallest_error(size - 1, mass, epsilon=epsilon, delta=delta) > 1 / 3


def test_hypotheses_raise():
    for call, name in [
        (lambda: prediction.lower_bound_sharp(1, 0.1, 1.0), "vc_dim"), (lambda: prediction.lower_bound_sharp(2, 0.3, 1.0), "alpha"),
        (lambda: prediction.smallest_sample_size(1, 0.1, 1.0), "vc_dim"), (lambda: prediction.smallest_sample_size(2, [0.1, 0.3], 1.0), "alpha"),
        (lambda: prediction.smallest_error(5, 0.0, epsilon=1.0), "mass"), (lambda: prediction.smallest_error(5, 0.1, epsilon=1e-9), "epsilon"),
        (lambda: prediction.bit_error(-1, epsilon=1.0), "copies"), (lambda: prediction.lower_bound(0, 0.1, 1.0), "vc_dim"),
        (lambda: prediction.constants_sample_size(1.0, 1.0), "alpha"), (lambda: prediction.lower_bound(5, 1e-300, 1e-100), "alpha"),
    ]:
        with pytest.raises(ValueError, match=name):
            call()
