"""Worlds with real learners: closed forms against quadrature, enumeration, and records drawn and learned one by one."""

import itertools
import math

import numpy as np
import pytest
from scipy import integrate, special, stats

from dplearn import pac, prediction
from dplearn.prediction import TableWorld, ThresholdWorld, expected_coin_error

RNG = np.random.default_rng


def coin_error(wrong, n_parts, epsilon):
    return 1 / (1 + np.exp(epsilon * (n_parts - 2 * np.asarray(wrong)) / 2))


def assert_mean(errors, mean):
    """Bernstein (Maurer and Pontil) for errors in [0, 1]: with L = ln(2/q) = 16 both sides fail with 2q = 4e^-16 < 5e-7."""
    room = 7 * 16 / (3 * (len(errors) - 1)) + math.sqrt(2 * errors.var(ddof=1) * 16 / len(errors))
    assert abs(errors.mean() - mean) < room


def test_expected_coin_error_by_enumeration():
    for n_parts, p, epsilon in itertools.product((1, 2, 5), (0.0, 0.2, 0.9, 1.0), (0.3, 2.0)):
        total = 0.0
        for votes in itertools.product((0, 1), repeat=n_parts):
            w = sum(votes)
            total += p**w * (1 - p) ** (n_parts - w) * coin_error(w, n_parts, epsilon)
        assert expected_coin_error(p, n_parts, epsilon=epsilon) == pytest.approx(total, rel=1e-12)


def test_expected_coin_error_at_many_parts():
    assert expected_coin_error(0.5, 20_000, epsilon=1.0) == pytest.approx(0.5, rel=1e-10)
    assert expected_coin_error(1.0, 20_000, epsilon=1.0) == 1.0
    w = np.arange(20_001)
    for p, epsilon in ((0.1, 0.001), (0.49, 0.01), (0.7, 1.0)):
        plain = stats.binom.pmf(w, 20_000, p) @ special.expit(-epsilon * (20_000 - 2 * w) / 2)
        assert expected_coin_error(p, 20_000, epsilon=epsilon) == pytest.approx(plain, rel=1e-9)


# ---- thresholds ------------------------------------------------------------------------------------

@pytest.mark.parametrize("target", [0.2, 0.5, 1.0])
@pytest.mark.parametrize("n_parts, size, epsilon", [(1, 1, 1.0), (5, 3, 0.7), (23, 100, 1.0), (200, 7, 0.1), (500, 20, 0.05), (3, 10**6, 1.0)])
def test_threshold_closed_form(target, n_parts, size, epsilon):
    """Against quadrature of E h(Bin(r, (1 - s)^m)) over the distance s."""
    world = ThresholdWorld(target)
    far = min(target, 60 / size)  # beyond, (1 - s)^m < e^-60: no model is wrong
    value = integrate.quad(lambda s: expected_coin_error((1 - s) ** size, n_parts, epsilon=epsilon), 0, far, limit=800,
                           epsabs=1e-15, epsrel=1e-11, points=[far / 60, far / 10])[0]
    value += (1 - far) * expected_coin_error(0.0, n_parts, epsilon=epsilon)
    assert world.soft_majority_error(n_parts, size, epsilon=epsilon) == pytest.approx(value, rel=1e-9)


def test_threshold_limits():
    world = ThresholdWorld(1.0)
    sizes = np.array([1, 10, 10**6, 10**12])
    assert world.soft_majority_error(1, sizes, epsilon=1e9) == pytest.approx(1 / (sizes + 1.0))  # one part, no coin: the ERM
    assert world.part_error(sizes) == pytest.approx(1 / (sizes + 1.0))
    many = ThresholdWorld().soft_majority_error(2001, 10**6, epsilon=100.0)  # the median of the gaps: ln 2/m
    assert many * 10**6 == pytest.approx(math.log(2), rel=1e-3)


def test_threshold_quantile_is_exact():
    world = ThresholdWorld(0.5)
    a = world.part_error_quantile(30, 0.05)
    assert (1 - a) ** 30 == pytest.approx(0.05)
    assert world.part_error_quantile(3, 0.05) == 0.5  # capped: the learner errs on [0, target] at most


def learned_errors(n_parts, size, epsilon, runs, rng):
    """Records drawn, dealt out, learned by `pac.threshold_learner` on {1..N}; the soft majority's exact error on each data set."""
    N, errors = 64, []
    for _ in range(runs):
        x = rng.integers(1, N + 1, size=(n_parts, size))
        cuts = np.array([pac.threshold_learner(part, part <= N // 2, N) for part in x])
        points = np.arange(1, N + 1)
        votes = (points <= cuts[:, None]).sum(axis=0)
        says_one = prediction.soft_majority_probability(votes, n_parts, epsilon=epsilon)
        errors.append(np.where(points <= N // 2, 1 - says_one, says_one).mean())
    return np.array(errors)


def test_threshold_against_real_learners():
    """3000 data sets of 5 parts of 20 records on a grid of 64 points.

    The grid's exact mean is the continuum's sum Σ_i (1/N) E h(Bin(r, (1 - i/N)^m)) with s = 1/N .. 1/2.
    """
    errors = learned_errors(5, 20, 1.0, 3000, RNG(4))
    s = np.arange(1, 33) / 64
    exact = expected_coin_error((1 - s) ** 20, 5, epsilon=1.0).sum() / 64 + expected_coin_error(0.0, 5, epsilon=1.0) / 2
    assert_mean(errors, exact)
    assert abs(exact - ThresholdWorld().soft_majority_error(5, 20, epsilon=1.0)) < 1 / 64


@pytest.mark.parametrize("n_parts, size, epsilon", [(1, 1, 1.0), (5, 3, 0.7), (23, 100, 1.0)])
def test_threshold_draws_match_the_exact_mean(n_parts, size, epsilon):
    world = ThresholdWorld(0.3)
    errors = world.errors_from_gaps(world.draw_gaps(n_parts, 40_000, rng=RNG(5)), size, epsilon=epsilon)
    assert_mean(errors, world.soft_majority_error(n_parts, size, epsilon=epsilon))


def test_gaps_by_hand():
    """Two models with gaps .1 and .3 below the target .25 (the second capped): lengths .1, .15, .75 with 2, 1, 0 wrong."""
    gaps = -np.log1p(-np.array([[0.3, 0.1]]))
    h = coin_error([0, 1, 2], 2, 1.0)
    value = ThresholdWorld(0.25).errors_from_gaps(gaps, [1], epsilon=1.0)
    assert value.shape == (1, 1) and value[0, 0] == pytest.approx(0.1 * h[2] + 0.15 * h[1] + 0.75 * h[0])


# ---- tables ----------------------------------------------------------------------------------------

def test_table_by_enumeration():
    """Two cells and the rest, two parts of two examples: all 3^4 draws."""
    world, epsilon = TableWorld(2, 0.6), 0.8
    p, total, part_error = {0: 0.3, 1: 0.3, 2: 0.4}, 0.0, 0.0
    for draw in itertools.product(range(3), repeat=4):
        chance = math.prod(p[c] for c in draw)
        parts = (draw[:2], draw[2:])
        wrong = [sum(cell not in part for part in parts) for cell in (0, 1)]
        total += chance * (sum(0.3 * coin_error(w, 2, epsilon) for w in wrong) + 0.4 * coin_error(0, 2, epsilon))
        part_error += chance * 0.3 * sum(cell not in parts[0] for cell in (0, 1))
    assert world.soft_majority_error(2, 2, epsilon=epsilon) == pytest.approx(total, rel=1e-12)
    assert world.part_error(2) == pytest.approx(part_error, rel=1e-12)


def test_one_cell_is_a_point():
    world = TableWorld(1, 0.1)
    assert world.missed([1, 20]) == pytest.approx([0.9, 0.9**20])
    assert world.part_error_quantile(10, 0.05) == pytest.approx(0.1)   # .9^10 > .05: likely missed
    assert world.part_error_quantile(100, 0.05) == 0.0
    assert TableWorld(1, 1.0).soft_majority_error(3, 5, epsilon=1.0) == pytest.approx(coin_error(0, 3, 1.0))


@pytest.mark.parametrize("world", [TableWorld(16), TableWorld(1, 0.1), TableWorld(5, 0.3)], ids=str)
@pytest.mark.parametrize("n_parts, size, epsilon", [(1, 1, 1.0), (5, 3, 0.7), (23, 20, 1.0)])
def test_table_draws_match_the_exact_mean(world, n_parts, size, epsilon):
    errors = world.errors_from_times(world.draw_times(n_parts, 20_000, rng=RNG(6)), size, epsilon=epsilon)
    assert_mean(errors, world.soft_majority_error(n_parts, size, epsilon=epsilon))


def test_times_are_the_collectors():
    """First sights against multinomial samples drawn record by record: how many of 4 cells a part of 6 has missed."""
    world, runs = TableWorld(4, 0.8), 40_000
    times = world.draw_times(1, runs, rng=RNG(7))
    drawn = RNG(8).choice(5, size=(runs, 6), p=[0.2] * 4 + [0.2])
    missed = (times[:, 0] > 6).sum(axis=1)
    plain = np.stack([(drawn != cell).all(axis=1) for cell in range(4)]).sum(axis=0)
    for k in range(5):  # Hoeffding for each of two frequencies at .0145: false alarm 10 · 2 e^(-16.8) < 1e-6
        assert abs((missed == k).mean() - (plain == k).mean()) < 0.029


# ---- the theorem -----------------------------------------------------------------------------------

WORLDS = [ThresholdWorld(), TableWorld(16), TableWorld(1, 0.1)]


@pytest.mark.parametrize("world", WORLDS, ids=str)
@pytest.mark.parametrize("epsilon", [0.2, 1.0, 4.0])
@pytest.mark.parametrize("n_parts", [1, 3, 10, 60])
def test_bounds_hold_exactly_in_expectation(world, epsilon, n_parts):
    sizes = np.unique(np.geomspace(1, 1e5, 40).astype(int))
    exact = world.soft_majority_error(n_parts, sizes, epsilon=epsilon)
    sharp = prediction.soft_majority_error_bound_sharp(world.part_error(sizes), n_parts, epsilon=epsilon)
    printed = prediction.soft_majority_error_bound(world.part_error(sizes), n_parts, epsilon=epsilon)
    assert (exact <= sharp * (1 + 1e-9)).all() and (sharp <= printed).all()


def test_the_sharp_bound_is_nearly_reached():
    """A table of cells that each part misses with probability a bit above 1/2: the vote is wrong nearly everywhere."""
    world, sizes = TableWorld(16), np.arange(1, 40)
    exact = world.soft_majority_error(101, sizes, epsilon=1.0)
    sharp = prediction.soft_majority_error_bound_sharp(world.part_error(sizes), 101, epsilon=1.0)
    assert (exact / sharp).max() > 0.8


@pytest.mark.parametrize("alpha, epsilon", [(0.1, 1.0), (0.2, 0.3)])
def test_theorem_41_with_probability(alpha, epsilon):
    """At n = r m(α/4, β/r) the error exceeds α on at most a share β of the data sets.

    1000 data sets of each world; with failure probability β = .05 more than 120 failures have probability < 1e-16 (Chernoff).
    """
    beta, r = 0.05, prediction.n_parts(alpha, epsilon)
    for world in WORLDS:
        size = prediction.soft_majority_sample_size(alpha, beta, epsilon, lambda a, b: pac.vc_sample_size(world.vc_dim, a, b)) // r
        if isinstance(world, ThresholdWorld):
            errors = world.errors_from_gaps(world.draw_gaps(r, 1000, rng=RNG(9)), size, epsilon=epsilon)
        else:
            errors = world.errors_from_times(world.draw_times(r, 1000, rng=RNG(9)), size, epsilon=epsilon)
        assert (errors > alpha).sum() <= 120 and errors.mean() < alpha


def test_part_error_quantiles_hold():
    """Errors of single models (r = 1, no coin) exceed the β-quantile at most a share β of the time; Chernoff as above."""
    for world, size in itertools.product(WORLDS, (5, 50)):
        times = isinstance(world, TableWorld)
        raw = (world.draw_times if times else world.draw_gaps)(1, 4000, rng=RNG(10))
        errors = (world.errors_from_times if times else world.errors_from_gaps)(raw, size, epsilon=1e9)
        assert (errors > world.part_error_quantile(size, 0.05) + 1e-9).mean() <= 0.08


@pytest.mark.parametrize("world", WORLDS + [TableWorld(5, 0.3)], ids=str)
def test_part_size_inverts_the_quantile(world):
    for alpha, beta in itertools.product((0.003, 0.025, 0.11, 0.6), (0.3, 1e-5)):
        m = world.part_size(alpha, beta)
        assert world.part_error_quantile(m, beta) <= alpha * (1 + 1e-9)
        assert m == 1 or world.part_error_quantile(m - 1, beta) > alpha


def test_worlds_refuse():
    with pytest.raises(ValueError, match="target"):
        ThresholdWorld(0.0)
    with pytest.raises(ValueError, match="mass"):
        TableWorld(3, 1.2)
    with pytest.raises(ValueError, match="part_size"):
        ThresholdWorld().soft_majority_error(3, 0, epsilon=1.0)
    with pytest.raises(ValueError, match="2\\^24"):
        expected_coin_error(np.full(10_000, 0.1), 20_000, epsilon=1.0)
