"""The soft majority's law, sampler and accuracy bounds, by hand, by brute force and at the ends of the ranges."""

import itertools
from math import exp, log

import numpy as np
import pytest

from dplearn import pac, prediction

RNG = np.random.default_rng


# ---- law and exact ε -------------------------------------------------------------------------------

def test_law_by_hand():
    assert prediction.soft_majority_probability(2, 3, epsilon=1.0) == pytest.approx(exp(0.5) / (1 + exp(0.5)))
    assert prediction.soft_majority_probability([0, 1, 2], 2, epsilon=2.0) == pytest.approx([1 / (1 + exp(2)), 0.5, 1 / (1 + exp(-2))])
    assert prediction.soft_majority_probability_printed(2, 3, epsilon=1.0) == pytest.approx(exp(2) / (exp(2) + exp(1)))
    assert isinstance(prediction.soft_majority_probability(1, 1, epsilon=1.0), float)


@pytest.mark.parametrize("printed", [False, True])
@pytest.mark.parametrize("epsilon", [1e-6, 0.3, 2.0, 20.0])
@pytest.mark.parametrize("n_parts", [1, 2, 3, 10, 25])
def test_exact_epsilon_is_the_largest_log_ratio(n_parts, epsilon, printed):
    """Every pair of vote counts one apart and both answers, in logarithms: ln sigma(z) = -ln(1 + e^-z)."""
    z = (epsilon if printed else epsilon / 2) * (2 * np.arange(n_parts + 1) - n_parts)
    log_ones, log_zeros = -np.logaddexp(0, -z), -np.logaddexp(0, z)
    worst = max(np.abs(np.diff(log_ones)).max(), np.abs(np.diff(log_zeros)).max())
    exact = (prediction.soft_majority_epsilon_printed if printed else prediction.soft_majority_epsilon)(n_parts, epsilon=epsilon)
    assert exact == pytest.approx(worst, rel=1e-8)


def test_exact_epsilon_at_the_ends():
    huge = prediction.soft_majority_epsilon([1, 2, 10**15], epsilon=1e100) / 1e100
    assert huge == pytest.approx([0.5, 1, 1])
    tiny = prediction.soft_majority_epsilon([1, 10**15], epsilon=1e-100) / 1e-100
    assert tiny == pytest.approx([0.5, 0.5])
    many = prediction.soft_majority_epsilon(2 * 10**6, epsilon=1e-6)       # 1/2 < ratio < 1: εr/2 = 1, sigma(1)
    assert many / 1e-6 == pytest.approx(1 / (1 + exp(-1)), rel=1e-5)
    ratio = prediction.soft_majority_epsilon(np.arange(1, 400), epsilon=0.1) / 0.1
    assert (np.diff(ratio) > 0).all() and ratio[0] == pytest.approx(0.5) and ratio[-1] < 1
    assert (prediction.soft_majority_epsilon_printed(np.arange(2, 400), epsilon=0.1) > 0.1).all()


def test_law_refuses():
    with pytest.raises(ValueError, match="votes_for_one must be at most n_parts = 2; got 3"):
        prediction.soft_majority_probability([1, 3], [4, 2], epsilon=1.0)
    with pytest.raises(ValueError, match="votes_for_one"):
        prediction.soft_majority_probability(-1, 4, epsilon=1.0)
    with pytest.raises(ValueError, match="epsilon"):
        prediction.soft_majority_probability(1, 4, epsilon=0.0)
    with pytest.raises(ValueError, match="broadcast"):
        prediction.soft_majority_probability([1, 1, 1], [2, 2], epsilon=1.0)


# ---- split and sampler -----------------------------------------------------------------------------

@pytest.mark.parametrize("n, n_parts", [(1, 1), (7, 3), (12, 12), (1000, 7)])
def test_split(n, n_parts):
    part = prediction.split_parts(n, n_parts, rng=RNG(1))
    sizes = np.bincount(part, minlength=n_parts)
    assert part.shape == (n,) and len(sizes) == n_parts and sizes.min() >= 1 and np.ptp(sizes) <= 1
    assert (part == prediction.split_parts(n, n_parts, rng=RNG(1))).all()


def test_split_is_uniform():
    """All 6 ways to deal 4 records into two parts of two, 30,000 times: Hoeffding, false alarm 12 e^(-2 · 30000 · .02²) < 1e-9."""
    draws = [tuple(prediction.split_parts(4, 2, rng=rng)) for rng in [RNG(2)] for _ in range(30_000)]
    counts = {d: draws.count(d) / len(draws) for d in set(draws)}
    assert len(counts) == 6 and all(abs(share - 1 / 6) < 0.02 for share in counts.values())


def test_more_parts_than_records():
    with pytest.raises(ValueError, match="n_parts must be an integer >= 1 and <= 3; got 4"):
        prediction.split_parts(3, 4, rng=RNG(0))


def test_sampler_draws_the_law():
    """Three queries, 40,000 answers each: Hoeffding at .015, false alarm 6 e^(-18) < 1e-7."""
    predictions = np.repeat([[1, 0, 1], [1, 0, 0], [1, 0, 1]], 40_000, axis=1)
    answers = prediction.soft_majority(predictions, epsilon=1.0, rng=RNG(3)).reshape(3, -1)
    assert set(np.unique(answers)) == {0, 1}
    assert np.abs(answers.mean(axis=1) - prediction.soft_majority_probability([3, 0, 2], 3, epsilon=1.0)).max() < 0.015


def test_sampler_limits():
    predictions = np.array([[1, 0, 1], [1, 0, 1], [0, 0, 1]])
    assert prediction.soft_majority(predictions, epsilon=1e9, rng=RNG(0)).tolist() == [1, 0, 1]
    with pytest.raises(ValueError, match="predictions"):
        prediction.soft_majority([[0, 2]], epsilon=1.0, rng=RNG(0))


# ---- accuracy --------------------------------------------------------------------------------------

def coin_error(wrong, n_parts, epsilon):
    return 1 / (1 + np.exp(epsilon * (n_parts - 2 * np.asarray(wrong)) / 2))


@pytest.mark.parametrize("n_parts, epsilon", list(itertools.product([1, 2, 3, 7, 40], [0.01, 0.5, 3.0])))
def test_sharp_bound_is_the_largest_error(n_parts, epsilon):
    """The most that E h(w) can be when E w/r = a: a linear programme over laws of w, solved at its vertices (two values)."""
    h, share = coin_error(np.arange(n_parts + 1), n_parts, epsilon), np.arange(n_parts + 1) / n_parts
    for a in (0.0, 0.01, 0.1, 0.3, 0.5):
        mixtures = [h[i] + (h[j] - h[i]) * (a - share[i]) / (share[j] - share[i])
                    for i in range(n_parts + 1) for j in range(i + 1, n_parts + 1) if share[i] <= a <= share[j]]
        sharp = prediction.soft_majority_error_bound_sharp(a, n_parts, epsilon=epsilon)
        assert max(mixtures) <= sharp + 1e-12
        touches = np.argmax((h[1:] - h[0]) / share[1:]) + 1
        if a <= share[touches]:
            assert sharp == pytest.approx(max(mixtures), abs=1e-12)


def test_sharp_bound_is_never_above_the_proof():
    a, n_parts = np.linspace(0, 1, 41)[:, None], np.array([1, 2, 3, 5, 10, 100, 1000, 10**9])
    for epsilon in (0.01, 0.3, 1.0, 5.0):
        printed = prediction.soft_majority_error_bound(a, n_parts, epsilon=epsilon)
        sharp = prediction.soft_majority_error_bound_sharp(a, n_parts, epsilon=epsilon)
        assert (sharp <= printed).all() and (np.diff(sharp, axis=0) >= 0).all()


def test_the_short_form():
    """s < 2, so 2a + e^{-εr/2} is a bound too, and a third of Theorem 4.1's parts are enough for α."""
    a, n_parts = np.linspace(0, 1, 41)[:, None], np.array([1, 2, 3, 4, 5, 10, 101, 10**4, 10**9])
    for epsilon in (1e-6, 0.01, 0.3, 1.0, 5.0, 100.0):
        assert (prediction.soft_majority_error_bound_sharp(a, n_parts, epsilon=epsilon) <= 2 * a + np.exp(-epsilon * n_parts / 2) + 1e-15).all()
    for alpha, epsilon in itertools.product((0.4, 0.1, 0.001), (0.01, 1.0, 30.0)):
        r = int(np.ceil(2 * log(2 / alpha) / epsilon))
        assert prediction.soft_majority_error_bound_sharp(alpha / 4, r, epsilon=epsilon) <= alpha and r <= prediction.n_parts(alpha, epsilon)


def test_theorem_41():
    """r = ceil(6 ln(4/α)/ε) and a = α/4 make the proof's bound α."""
    assert prediction.n_parts(0.1, 1.0) == 23
    for alpha, epsilon in itertools.product((0.4, 0.1, 0.001), (0.01, 1.0, 30.0)):
        parts = prediction.n_parts(alpha, epsilon)
        assert prediction.soft_majority_error_bound(alpha / 4, parts, epsilon=epsilon) <= alpha * (1 + 1e-12)
    size = prediction.soft_majority_sample_size(0.1, 0.05, 1.0, lambda a, b: pac.occam_sample_size(101, a, b))
    assert size == 23 * pac.occam_sample_size(101, 0.025, 0.05 / 23)


@pytest.mark.parametrize("alpha, epsilon", list(itertools.product((0.3, 0.1, 0.01), (0.1, 1.0, 8.0))))
def test_sharp_sample_size(alpha, epsilon):
    """It keeps its promise, and costs no more than Theorem 4.1."""
    def part_size(a, b):
        return pac.vc_sample_size(1, a, b)

    parts, n = prediction.soft_majority_sample_size_sharp(alpha, 0.05, epsilon, part_size)
    printed = prediction.soft_majority_sample_size(alpha, 0.05, epsilon, part_size)
    assert n <= printed and n % parts == 0
    h0 = coin_error(0, parts, epsilon)
    slope = max((coin_error(w, parts, epsilon) - h0) * parts / w for w in range(1, parts + 1))
    assert part_size((alpha - h0) / slope * (1 - 1e-9), 0.05 / parts) >= n // parts >= part_size((alpha - h0) / slope * (1 + 1e-9), 0.05 / parts)


def test_bounds_refuse():
    with pytest.raises(ValueError, match="part_error"):
        prediction.soft_majority_error_bound(1.5, 3, epsilon=1.0)
    with pytest.raises(ValueError, match="alpha"):
        prediction.n_parts(1.0, 1.0)
    with pytest.raises(ValueError, match="2\\*\\*53"):
        prediction.n_parts(0.1, 1e-90)
    with pytest.raises(ValueError, match="part_size"):
        prediction.soft_majority_sample_size(0.1, 0.1, 1.0, lambda a, b: 2.5)
    assert prediction.n_parts(0.5, 6 * log(8)) in (1, 2)
