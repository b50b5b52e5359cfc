"""Independent noise on every answer: privacy from the laws, the largest error from its own, broken splits caught."""

import itertools
import math

import numpy as np
import pytest
from scipy import stats

from dplearn.privacy import Relation, product_profile, pure_composition_delta
from dplearn.query_release import Marginals, step_epsilon, with_negations
from dplearn.query_release import answers as qa
from dplearn.simulate import stream

FALSE_ALARM = 1e-6   # of one test


def all_histograms(n, universe_size):
    """Every histogram of n records."""
    for records in itertools.combinations_with_replacement(range(universe_size), n):
        yield np.bincount(records, minlength=universe_size) / n


def largest_moves(matrix, n):
    """Over all neighboring data sets of n records: the largest l1 and Euclidean distance of the true answers."""
    l1 = l2 = 0.0
    for p, q in itertools.permutations(all_histograms(n, matrix.shape[1]), 2):
        if np.abs(p - q).sum() <= 2 / n + 1e-12:
            move = matrix @ (p - q)
            l1, l2 = max(l1, np.abs(move).sum()), max(l2, np.sqrt(move @ move))
    return l1, l2


def dense(workload):
    return np.array([workload.query(i) for i in range(workload.n_queries)])


WORKLOADS = {
    "bits": np.array([[0.0, 1.0, 0.0, 1.0], [0.0, 0.0, 1.0, 1.0]]),
    "signs": np.array([[1.0, -1.0, 1.0, -1.0], [1.0, 1.0, -1.0, -1.0], [1.0, -1.0, -1.0, 1.0]]),
    "uneven": np.array([[0.2, 0.7, 0.3], [0.0, -0.4, 0.1]]),
    "one": np.array([[1.0, 0.0]]),
}


# ---- privacy -------------------------------------------------------------------------------------

@pytest.mark.parametrize("name", WORKLOADS)
@pytest.mark.parametrize("n", [1, 3])
def test_pure_privacy_is_exact(name, n):
    """The largest privacy loss of Laplace noise on a vector is the l1 distance over the scale (far out in every coordinate)."""
    matrix, epsilon = WORKLOADS[name], 0.7
    uniform = np.full(matrix.shape[1], 1 / matrix.shape[1])
    released = qa.laplace_answers(uniform, matrix, n=n, epsilon=epsilon, rng=stream(1, "a", 0))
    loss = largest_moves(matrix, n)[0] / released.scale
    assert loss <= epsilon * (1 + 1e-12)
    if name in ("bits", "one"):   # there one replacement moves every answer by the full width
        assert loss == pytest.approx(epsilon)
    if len(matrix) > 1:    # a split that forgets the number of queries
        assert largest_moves(matrix, n)[0] / (released.scale / len(matrix)) > epsilon


@pytest.mark.parametrize("k, degree", [(2, 2), (3, 2), (2, 1), (3, 3)])
def test_whole_marginals_move_by_two_cells(k, degree):
    """A split among marginals is exactly private, and by="query" is on marginals as safe, though not tight for degree >= 2."""
    workload, epsilon, n = Marginals(k, degree), 1.3, 2
    l1, l2 = largest_moves(dense(workload), n)
    parts = len(workload.subsets)
    assert l1 == pytest.approx(2 * parts / n) and l2 == pytest.approx(np.sqrt(2 * parts) / n)
    uniform = np.full(2**k, 2.0**-k)
    by = {b: qa.laplace_answers(uniform, workload, n=n, epsilon=epsilon, rng=stream(2, "m", 0), by=b) for b in qa.PARTS}
    assert l1 / by["marginal"].scale == pytest.approx(epsilon)
    assert l1 / by["query"].scale == pytest.approx(epsilon * 2 / 2**degree)
    assert l1 / (by["marginal"].scale / 2) > epsilon   # as if only one cell moved


def cell_masses(shift, scale, cells=240):
    """Laplace noise of this scale around `shift`, sorted into cells: post-processing, so at least as private."""
    edges = np.linspace(-6 * scale, 6 * scale, cells - 1)
    return np.diff(np.concatenate([[0.0], stats.laplace.cdf(edges, shift, scale), [1.0]]))


@pytest.mark.parametrize("k, epsilon, delta", [(5, 1.0, 1e-3), (40, 1.0, 1e-6), (12, 4.0, 1e-2)])
def test_approximate_privacy(k, epsilon, delta):
    scale = qa.answer_scale(k, n=1, epsilon=epsilon, delta=delta)
    assert pure_composition_delta(1 / scale, k, epsilon) <= delta

    def sorted_delta(b):
        laws = (np.tile(cell_masses(shift, b), (k, 1)) for shift in (0.0, 1.0))
        return product_profile(*laws, epsilon)

    assert sorted_delta(scale) <= delta
    assert sorted_delta(scale / np.sqrt(k)) > delta       # a split that forgets k
    assert sorted_delta(scale / 2) > delta                # a sensitivity halved


@pytest.mark.parametrize("k, epsilon, delta", [(1, 1.0, 1e-6), (30, 0.5, 1e-3)])
def test_gaussian_noise_is_calibrated_exactly(k, epsilon, delta):
    mu = np.sqrt(k) / qa.answer_scale(k, n=1, epsilon=epsilon, delta=delta, noise="gaussian")
    exact = stats.norm.cdf(mu / 2 - epsilon / mu) - math.exp(epsilon) * stats.norm.cdf(-mu / 2 - epsilon / mu)
    assert delta * (1 - 1e-6) < exact <= delta


def test_the_best_of_the_splits():
    k = np.array([1, 2, 10, 100, 5_000])
    ours = qa.answer_scale(k, n=100, epsilon=1.0, delta=1e-6)
    for rule in ("basic", "advanced"):
        assert (ours <= 1 / (100 * step_epsilon(1.0, 1e-6, k, calibration=rule)) * (1 + 1e-9)).all()
    assert ours[-1] < 0.06 * qa.answer_scale(5_000, n=100, epsilon=1.0)
    assert qa.answer_scale(k, n=100, epsilon=1.0) == pytest.approx(k / 100)
    assert qa.answer_scale(7, n=50, epsilon=0.5, width=2.0) == pytest.approx(2 * 7 / 25)
    assert qa.answer_scale(7, n=50, epsilon=0.5, by="marginal") == pytest.approx(2 * 7 / 25)
    assert qa.answer_scale(7, n=50, epsilon=0.5, delta=1e-5, noise="gaussian", by="marginal") == pytest.approx(
        np.sqrt(2) * qa.answer_scale(7, n=50, epsilon=0.5, delta=1e-5, noise="gaussian"))


# ---- the release ---------------------------------------------------------------------------------

@pytest.mark.parametrize("noise, law", [("laplace", stats.laplace), ("gaussian", stats.norm)])
def test_the_noise_has_its_law(noise, law):
    """All cells of all 3-way marginals of 8 bits: 448 answers, 40 times.  Dvoretzky-Kiefer-Wolfowitz."""
    rng, workload = stream(3, "noise", 0), Marginals(8, 3)
    histogram = rng.dirichlet(np.ones(256))
    delta = 1e-6 if noise == "gaussian" else 0.0
    drawn = [qa.laplace_answers(histogram, workload, n=1_000, epsilon=2.0, delta=delta, rng=rng, noise=noise) for _ in range(40)]
    z = np.sort(np.concatenate([(a.values - dense(workload) @ histogram) / a.scale for a in drawn]))
    i = np.arange(len(z) + 1) / len(z)
    below = law.cdf(z)
    assert max((below - i[:-1]).max(), (i[1:] - below).max()) <= math.sqrt(math.log(2 / FALSE_ALARM) / (2 * len(z)))
    assert drawn[0].values.shape == (448,) and not drawn[0].values.flags.writeable


def test_the_release_says_what_it_costs():
    p = np.array([0.5, 0.25, 0.25, 0.0])
    pure = qa.laplace_answers(p, WORKLOADS["bits"], n=4, epsilon=0.5, rng=stream(4, "g", 0))
    both = qa.laplace_answers(p, WORKLOADS["bits"], n=4, epsilon=0.5, delta=1e-6, rng=stream(4, "g", 0))
    assert (pure.guarantee.epsilon, pure.guarantee.delta, pure.guarantee.relation) == (0.5, 0.0, Relation.REPLACE_ONE)
    assert both.guarantee.delta == 1e-6 and both.scale < pure.scale == 1.0 and "2 query releases" in pure.guarantee.note
    again = qa.laplace_answers(p, WORKLOADS["bits"], n=4, epsilon=0.5, rng=stream(4, "g", 0))
    assert (pure.values == again.values).all()
    exact = qa.laplace_answers(p, WORKLOADS["bits"], n=4, epsilon=1e12, rng=stream(4, "g", 0))
    assert exact.values == pytest.approx([0.25, 0.25], abs=1e-9)
    assert qa.laplace_answers([1.0], [[0.5]], n=4, epsilon=0.5, rng=stream(4, "g", 0)).scale == 0.5   # one cell, a constant


# ---- the largest error ---------------------------------------------------------------------------

def test_expected_largest_noise():
    k = np.array([1, 2, 3, 10])
    assert qa.laplace_max_expected(k, 2.0) == pytest.approx(2 * np.array([1, 1.5, 11 / 6, 7381 / 2520]))
    assert qa.gaussian_max_expected([1, 2], 3.0) == pytest.approx([3 * np.sqrt(2 / np.pi), 6 / np.sqrt(np.pi)], rel=1e-10)
    fine = np.linspace(0, 12, 400_001)
    for k in (7, 4_480, 10**9):
        beyond = np.append(1.0, -np.expm1(k * np.log1p(-2 * stats.norm.sf(fine[1:]))))
        plainly = np.trapezoid(beyond, fine)
        assert qa.gaussian_max_expected(k, 1.0) == pytest.approx(plainly, rel=1e-7)


@pytest.mark.parametrize("noise", qa.NOISES)
def test_drawn_largest_noise_has_its_law(noise):
    """Pr[max <= x] = Pr[|noise| <= x]^k, at every k of the call; Dvoretzky-Kiefer-Wolfowitz."""
    runs, k, scale = 20_000, np.array([1, 5, 300, 10**7]), np.array([1.0, 0.3, 2.0, 1e-3])
    drawn = qa.draw_max_noise(k, scale, rng=stream(5, "max", 0), runs=runs, noise=noise)
    law = stats.expon if noise == "laplace" else stats.halfnorm
    allowed = math.sqrt(math.log(2 * len(k) / FALSE_ALARM) / (2 * runs))
    for j in range(len(k)):
        below = law.cdf(np.sort(drawn[:, j]) / scale[j]) ** k[j]
        i = np.arange(runs + 1) / runs
        assert max((below - i[:-1]).max(), (i[1:] - below).max()) <= allowed


# ---- arguments -----------------------------------------------------------------------------------

GOOD = dict(histogram=[0.5, 0.5], queries=[[1.0, 0.0]], n=10, epsilon=1.0)


@pytest.mark.parametrize(
    "change, name",
    [
        (dict(histogram=[0.5, 0.6]), "histogram"), (dict(histogram=[1.0]), "histogram"),
        (dict(histogram=[0.5, math.nan]), "histogram"),
        (dict(queries=[[2.0, 0.0]]), "queries"), (dict(n=0), "n must"), (dict(epsilon=0), "epsilon"),
        (dict(epsilon=math.inf), "epsilon"),
        (dict(delta=1.0), "delta"), (dict(delta=-1e-6), "delta"), (dict(delta=1e-6, epsilon=1e3), "epsilon"),
        (dict(rng=1), "rng"),
        (dict(by="cell"), "by must"), (dict(by="marginal"), "queries"),
        (dict(by="marginal", queries=with_negations(Marginals(1, 1))), "queries"),
        (dict(noise="gauss"), "noise"), (dict(noise="gaussian"), "delta"),
    ],
)  # fmt: skip
def test_bad_input(change, name):
    with pytest.raises(ValueError, match=name):
        qa.laplace_answers(**{"rng": stream(6, "bad", 0)} | GOOD | change)


@pytest.mark.parametrize(
    "call, name",
    [
        (lambda: qa.answer_scale(0, n=1, epsilon=1), "n_answers"),
        (lambda: qa.answer_scale(1, n=1, epsilon=1, width=3), "width"),
        (lambda: qa.answer_scale([1, 2], n=[1, 2, 3], epsilon=1), "broadcast"),
        (lambda: qa.answer_scale(10**8, n=1, epsilon=1, delta=1e-6), "n_answers"),
        (lambda: qa.laplace_max_expected(0, 1.0), "n_queries"), (lambda: qa.laplace_max_expected(1, 0.0), "scale"),
        (lambda: qa.gaussian_max_expected(1.5, 1.0), "n_queries"),
        (lambda: qa.draw_max_noise(1, 1.0, rng=stream(6, "b", 0), runs=0), "runs"),
        (lambda: qa.draw_max_noise([[1]], 1.0, rng=stream(6, "b", 0), runs=1), "n_queries"),
        (lambda: qa.draw_max_noise(1, 1.0, rng=0, runs=1), "rng"),
        (lambda: qa.draw_max_noise(1, 1.0, rng=stream(6, "b", 0), runs=1, noise="x"), "noise"),
    ],
)  # fmt: skip
def test_bad_input_elsewhere(call, name):
    with pytest.raises(ValueError, match=name):
        call()
