"""The exact error against enumeration and the step-by-step oracle, runs against both, one place with ties."""

import itertools
import math

import numpy as np
import pytest

from dplearn import exppw, simulate
from dplearn.brute import binomial_log_pmf
from dplearn.exppw import brute, world
from dplearn.exppw.world import settled_error

def oracle(k, noise, n, clamp, epsilon):
    return brute.expected_error(np.full(k + 1, 1 / (k + 1)), [1 - noise if r % 2 else noise for r in range(k + 1)], n, clamp, epsilon)


@pytest.mark.parametrize("n, clamp, epsilon", [(0, 1, 1.0), (1, 1, 2.0), (3, 1, 0.5), (4, 2, 3.0), (5, 2, 1.0)])
def test_leave_one_out_is_the_enumeration(n, clamp, epsilon):
    """All samples as (piece, label) lists, all places of the query among the points of its piece."""
    masses, chances, total = (0.3, 0.5, 0.2), (0.2, 0.9, 0.4), 0.0
    cells = {(r, y): m * abs(1 - y - p) for r, (m, p) in enumerate(zip(masses, chances)) for y in (0, 1)}
    for sample in itertools.product(cells, repeat=n):   # the order as drawn is uniform inside a piece
        walked = sorted(sample, key=lambda cell: cell[0])
        v = brute.walk([y for _, y in walked], clamp)
        for r, y in cells:
            first = sum(c[0] < r for c in walked)
            places = v[first : first + sum(c[0] == r for c in walked) + 1]
            total += math.prod(cells[c] for c in (*sample, (r, y))) * brute.wrong(places, y, epsilon).mean()
    assert brute.expected_error(masses, chances, n, clamp, epsilon) == pytest.approx(total, abs=1e-12)


def test_atoms_with_random_keys_are_pieces():
    """Two places, three examples and a query: `predict_probability` averaged over all orders of the four keys, over all laws."""
    masses, chances, clamp, epsilon, total = (0.4, 0.6), (0.2, 0.9), 2, 1.5, 0.0
    cells = [(x, y, m * (p if y else 1 - p)) for x, (m, p) in enumerate(zip(masses, chances)) for y in (0, 1)]
    for sample in itertools.product(cells, repeat=4):                  # the last one is the query
        x, y, weights = zip(*sample)
        for keys in itertools.permutations(range(4)):
            p = exppw.predict_probability(x[:3], y[:3], x[3], clamp=clamp, epsilon=epsilon, tie_keys=keys[:3], query_keys=keys[3])
            total += math.prod(weights) * abs(y[3] - p) / 24
    assert brute.expected_error(masses, chances, 3, clamp, epsilon) == pytest.approx(total, abs=1e-12)


@pytest.mark.parametrize("k, noise, clamp, epsilon", [(1, 0.1, 2, 0.5), (1, 0.0, 4, 1.0), (0, 0.2, 3, 0.2), (0, 0.9, 3, 0.2), (2, 0.0, 1, 8.0)])
def test_the_closed_form_is_the_sum_where_it_speaks(k, noise, clamp, epsilon):
    n, how = np.array([1, 20, 60, 160 if k < 2 else 90]), {"clamp": clamp, "epsilon": epsilon}
    closed = settled_error(k, noise, n, **how)
    known = ~np.isnan(closed)
    assert known[-1] and not known[0]
    assert closed[known] == pytest.approx([oracle(k, noise, m, clamp, epsilon) for m in n[known]], abs=1e-9)
    assert exppw.expected_error(k, noise, int(n[-1]), **how) == closed[-1]
    with pytest.raises(ValueError, match="n must be so large"):
        exppw.expected_error(k, noise, n, **how)


@pytest.mark.parametrize("chance, clamp", [(0.0, 3), (0.2, 5), (0.5, 4), (0.97, 6), (1.0, 2)])
def test_a_piece_solves_its_equations(chance, clamp):
    v = np.arange(-clamp, clamp + 1)
    move = chance * np.eye(len(v))[brute.step(v, 1, clamp) + clamp] + (1 - chance) * np.eye(len(v))[brute.step(v, 0, clamp) + clamp]
    law, mean, excess = world._piece(chance, clamp, 0.7)
    error = brute.wrong(v, chance, 0.7)
    assert law.sum() == pytest.approx(1) and np.abs(law @ move - law).max() < 1e-15 and mean == pytest.approx(law @ error)
    assert np.allclose(excess - move @ excess, error - mean, atol=1e-12) and abs(law @ excess) < 1e-12


# ---- under the bounds, and runs ------------------------------------------------------------------------


def test_sharp_bound_on_a_grid_of_worlds():
    """All laws on three pieces with these masses and label chances, small n: no exact error is above the bound."""
    worst = 0.0
    for masses, chances in itertools.product(((1 / 3, 1 / 3, 1 / 3), (0.1, 0.8, 0.1)), itertools.product((0.0, 0.3, 0.9, 1.0), repeat=3)):
        for n, T, epsilon in ((2, 1, 3.0), (5, 1, 0.5), (5, 3, 1.0)):
            error = brute.expected_error(masses, chances, n, T, epsilon)
            for k in (0, 1, 2):
                optimum = min(np.where(rule, np.subtract(1, chances), chances) @ masses for rule in brute.functions(3, k))
                bound = exppw.population_error_bound_sharp(optimum, k, T, epsilon, n)
                assert error <= bound
                worst = max(worst, error / bound)
    assert worst > 0.8


@pytest.mark.parametrize("k, noise, alpha, epsilon", [(0, 0.1, 0.05, 0.1), (1, 0.0, 0.05, 0.2), (1, 0.3, 0.1, 0.5), (3, 0.1, 0.05, 1.0), (6, 0.2, 0.2, 2.0)])
def test_theorem_from_its_own_sample_size_on(k, noise, alpha, epsilon):
    T, n = exppw.clamp(alpha, epsilon), exppw.sample_size(k, alpha, epsilon=epsilon) * np.array([1, 10, 1000])
    exact = settled_error(k, noise, n, clamp=T, epsilon=epsilon)
    sharp, printed = exppw.population_error_bound_sharp(noise, k, T, epsilon, n), exppw.population_error_bound(noise, k, alpha, epsilon, n)
    assert not (exact > sharp).any() and (sharp <= printed).all() and not (exact < noise).any() and not np.isnan(exact[1:]).any()


@pytest.mark.parametrize("k, noise, clamp, epsilon", [(2, 0.2, 3, 1.0), (1, 0.2, 4, 0.5), (1, 0.0, 12, 0.1)])
def test_runs_agree_with_the_exact_error(k, noise, clamp, epsilon):
    n, runs, how = np.array([0, 5, 20, 10**6, 10**12]), 4000, {"clamp": clamp, "epsilon": epsilon}
    exact = [*(oracle(k, noise, m, clamp, epsilon) for m in n[:3]), *exppw.expected_error(k, noise, n[3:], **how)]
    drawn = exppw.draw_errors(k, noise, n, **how, rng=simulate.stream(7, "exppw world", 0), runs=runs)
    half = simulate.bernstein_halfwidth(drawn.var(axis=0, ddof=1), runs, 1 - 1e-7, 1.0)      # false alarm 1e-7 a place
    assert (np.abs(drawn.mean(axis=0) - exact) <= half).all()


def test_the_exact_error_agrees_with_the_walk_itself():
    """Samples drawn as points, answered by `predict_probability`: nothing shared with the exact error."""
    n, how, runs = 150, {"clamp": 2, "epsilon": 1.0}, 3000
    rng, errors = simulate.stream(3, "exppw points", 0), []
    for _ in range(runs):
        x, query = rng.random(n), rng.random()
        p = exppw.predict_probability(x, (x > 0.5) ^ (rng.random(n) < 0.1), query, **how)
        right = p if query > 0.5 else 1 - p
        errors.append(0.9 * (1 - right) + 0.1 * right)
    half = simulate.bernstein_halfwidth(np.var(errors, ddof=1), runs, 1 - 1e-7, 1.0)
    assert abs(np.mean(errors) - exppw.expected_error(1, 0.1, n, **how)) <= half


# ---- ties ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chance, n, clamp, epsilon", [(0.3, 6, 2, 1.0), (0.1, 7, 1, 3.0), (0.5, 5, 9, 0.5), (1.0, 3, 2, 1.0), (0.0, 4, 2, 1.0)])
def test_zeros_first_by_enumeration(chance, n, clamp, epsilon):
    total = 0.0
    for labels in brute.labelings(n):
        weight = chance ** labels.sum() * (1 - chance) ** (n - labels.sum())
        total += weight * brute.wrong(brute.walk(sorted(labels), clamp)[-1], chance, epsilon)
    assert exppw.tied_error(chance, n, clamp=clamp, epsilon=epsilon, order="zeros-first") == pytest.approx(total, abs=1e-12)


def test_settled_ties():
    """Keys: leave one out; as drawn: the chain after its last step; neither before the walk has settled."""
    p, n, T, epsilon = 0.3, 400, 4, 1.5
    keys, data = (exppw.tied_error(p, n, clamp=T, epsilon=epsilon, order=order) for order in ("keys", "data"))
    each = [brute.expected_error((1.0,), (p,), m, T, epsilon) * (m + 1) for m in (n, n - 1)]
    assert keys == pytest.approx(each[0] / (n + 1), abs=1e-9) and data == pytest.approx(each[0] - each[1], abs=1e-9)
    for order in ("keys", "data"):
        with pytest.raises(ValueError, match="settles"):
            exppw.tied_error(p, 20, clamp=T, epsilon=epsilon, order=order)


def test_zeros_first_for_many_examples():
    """By the law of the number of ones, for n in the thousands."""
    p, n, T, epsilon = 0.01, 3000, 20, 0.3
    ones = np.arange(n + 1)
    ends = np.minimum(T, np.maximum(-T, ones - n) + ones)
    wanted = np.exp(binomial_log_pmf(n, p)) @ brute.wrong(ends, p, epsilon)
    assert exppw.tied_error(p, n, clamp=T, epsilon=epsilon, order="zeros-first") == pytest.approx(wanted, abs=1e-9)
