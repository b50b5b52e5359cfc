"""The exact error of the walk: against enumeration, against runs, and under the bounds of Theorem 5.3."""

import itertools
import math

import numpy as np
import pytest
from scipy.special import expit

from dplearn import exppw, simulate
from dplearn.exppw import LineWorld

THREE = LineWorld(np.array([0.3, 0.5, 0.2]), np.array([0.2, 0.9, 0.4]))


def next_wrong(v, y, epsilon):
    return 1 / (1 + math.exp(epsilon * v * (2 * y - 1) / 2))


def enumerated_error(world, n, clamp, epsilon):
    """E Err_P by hand: all samples as (piece, label) lists, all places of the query among the points of its piece."""
    total, cells = 0.0, list(itertools.product(range(len(world.masses)), (0, 1)))

    def chance(cell):
        return world.masses[cell[0]] * (world.chances[cell[0]] if cell[1] else 1 - world.chances[cell[0]])

    for sample in itertools.product(cells, repeat=n):   # the order as drawn is uniform inside a piece
        walked = sorted(sample, key=lambda cell: cell[0])
        weight = math.prod(chance(c) for c in sample)
        v = [0]
        for _, y in walked:
            v.append(max(-clamp, min(clamp, v[-1] + 2 * y - 1)))
        for r, y in cells:
            first = sum(c[0] < r for c in walked)
            places = range(first, first + sum(c[0] == r for c in walked) + 1)
            total += weight * chance((r, y)) * np.mean([next_wrong(v[i], y, epsilon) for i in places])
    return total


@pytest.mark.parametrize("n, clamp, epsilon", [(0, 1, 1.0), (1, 1, 2.0), (3, 1, 0.5), (4, 2, 3.0), (5, 2, 1.0)])
def test_expected_error_is_the_enumeration(n, clamp, epsilon):
    got = exppw.expected_error(THREE, n, clamp=clamp, epsilon=epsilon)
    assert got == pytest.approx(enumerated_error(THREE, n, clamp, epsilon), abs=1e-12)


def test_longer_samples_against_all_labels():
    """n = 8, two pieces: all label sequences of n + 1 points, binomial counts."""
    world, n, clamp, epsilon = LineWorld(np.array([0.4, 0.6]), np.array([0.1, 0.8])), 8, 3, 1.3
    total = 0.0
    for first in range(n + 2):
        p = np.repeat(world.chances, (first, n + 1 - first))
        count = math.comb(n + 1, first) * 0.4**first * 0.6 ** (n + 1 - first)
        for labels in itertools.product((0, 1), repeat=n + 1):
            v, errs = 0, 0.0
            for y in labels:
                errs += next_wrong(v, y, epsilon)
                v = max(-clamp, min(clamp, v + 2 * y - 1))
            total += count * np.prod(np.where(labels, p, 1 - p)) * errs / (n + 1)
    assert exppw.expected_error(world, n, clamp=clamp, epsilon=epsilon) == pytest.approx(total, abs=1e-12)


@pytest.mark.parametrize("world, clamp, epsilon",
                         [(LineWorld.alternating(1, 0.1), 6, 0.5), (LineWorld.alternating(3, 0.0), 4, 1.0),
                          (LineWorld.alternating(0, 0.3), 5, 0.2)])
def test_the_closed_form_is_the_sum(world, clamp, epsilon):
    seen = 0
    for n in (20, 60, 120, 250, 400):
        closed = float(exppw.world.settled_error(world, n, clamp=clamp, epsilon=epsilon))
        laws = exppw.world._entry_laws(world, n + 1, clamp)
        pieces = [exppw.world._piece(p, clamp, epsilon) for p in world.chances]
        kept = sum((a - b) @ piece.excess for a, b, piece in zip(laws, laws[1:], pieces))
        summed = world.masses @ [piece.mean for piece in pieces] + kept / (n + 1)
        assert np.isnan(closed) or closed == pytest.approx(summed, abs=1e-9)
        seen += not np.isnan(closed)
    assert seen


@pytest.mark.parametrize("chance, clamp", [(0.0, 3), (0.2, 5), (0.5, 4), (0.97, 6), (1.0, 2)])
def test_stationary_law_does_not_move(chance, clamp):
    law = exppw.stationary_law(chance, clamp)
    assert law.sum() == pytest.approx(1) and np.abs(exppw.world.step_of(law, chance) - law).max() < 1e-15
    piece = exppw.world._piece(chance, clamp, 0.7)
    ahead = exppw.world.step_of(np.eye(2 * clamp + 1), chance) @ piece.excess       # h - Ph = g - mean
    error = exppw.world.answer_error(chance, clamp, 0.7)
    assert np.allclose(piece.excess - ahead, error - piece.mean, atol=1e-12) and abs(law @ piece.excess) < 1e-12


def test_atoms_with_random_keys_are_pieces():
    """Two places, three examples and a query: `predict_probability` averaged over all orders of the four keys, over all laws."""
    masses, chances, clamp, epsilon, total = (0.4, 0.6), (0.2, 0.9), 2, 1.5, 0.0
    cells = [(x, y, m * (p if y else 1 - p)) for x, (m, p) in enumerate(zip(masses, chances)) for y in (0, 1)]
    for sample in itertools.product(cells, repeat=4):                  # the last one is the query
        x, y, weights = zip(*sample)
        for keys in itertools.permutations(range(4)):
            p = exppw.predict_probability(x[:3], y[:3], x[3], clamp=clamp, epsilon=epsilon, tie_keys=keys[:3], query_keys=keys[3])
            total += math.prod(weights) * abs(y[3] - p) / 24
    world = LineWorld(np.array(masses), np.array(chances))
    assert exppw.expected_error(world, 3, clamp=clamp, epsilon=epsilon) == pytest.approx(total, abs=1e-12)


# ---- under the bounds ----------------------------------------------------------------------------------

def test_sharp_bound_on_a_grid_of_worlds():
    """All laws on three pieces with these masses and label chances, n <= 7, T <= 3: no exact error is above the bound."""
    worst = 0.0
    for masses in ((1 / 3, 1 / 3, 1 / 3), (0.1, 0.8, 0.1), (0.6, 0.2, 0.2)):
        for chances in itertools.product((0.0, 0.3, 0.5, 0.9, 1.0), repeat=3):
            world = LineWorld(np.array(masses), np.array(chances))
            optima = [world.optimum(k) for k in (0, 1, 2)]
            for n, T, epsilon in ((2, 1, 3.0), (5, 1, 0.5), (7, 3, 1.0)):
                error = exppw.expected_error(world, n, clamp=T, epsilon=epsilon)
                for k, optimum in enumerate(optima):
                    bound = exppw.population_error_bound_sharp(optimum, k, T, epsilon, n)
                    assert error <= bound
                    worst = max(worst, error / bound)
    assert worst > 0.8


@pytest.mark.parametrize("k, noise, alpha, epsilon",
                         [(0, 0.1, 0.05, 0.1), (1, 0.0, 0.05, 0.2), (1, 0.3, 0.1, 0.5), (3, 0.1, 0.05, 1.0),
                          (6, 0.2, 0.2, 2.0)])
def test_theorem_at_its_own_sample_size(k, noise, alpha, epsilon):
    world, T = LineWorld.alternating(k, noise), exppw.clamp(alpha, epsilon)
    assert world.optimum(k) == pytest.approx(noise)
    n = exppw.sample_size(alpha, epsilon, k) * np.array([1, 10, 1000])
    exact = np.array([exppw.expected_error(world, m, clamp=T, epsilon=epsilon) for m in n])
    sharp = exppw.population_error_bound_sharp(noise, k, T, epsilon, n)
    printed = exppw.population_error_bound(noise, k, alpha, epsilon, n)
    assert (exact <= sharp).all() and (sharp <= printed).all() and (exact >= noise).all()


@pytest.mark.parametrize("world, clamp, epsilon",
                         [(THREE, 3, 1.0), (LineWorld.alternating(2, 0.2), 10, 0.5), (LineWorld.alternating(1, 0.0), 40, 0.1)])
def test_runs_agree_with_the_exact_error(world, clamp, epsilon):
    n, runs = np.array([0, 5, 60, 300, 10**6, 10**12]), 4000
    exact = [exppw.expected_error(world, m, clamp=clamp, epsilon=epsilon) for m in n]
    drawn = exppw.draw_errors(world, n, clamp=clamp, epsilon=epsilon, rng=simulate.stream(7, "exppw world", 0), runs=runs)
    half = simulate.bernstein_halfwidth(drawn.var(axis=0, ddof=1), runs, 1 - 1e-7, 1.0)      # false alarm 1e-7 a place
    assert (np.abs(drawn.mean(axis=0) - exact) <= half).all()


def test_runs_agree_with_the_walk_itself():
    """Samples drawn as points, answered by `predict_probability`: nothing shared with the exact error."""
    world, n, clamp, epsilon, runs = LineWorld.alternating(3, 0.1), 80, 3, 1.0, 3000
    rng, edges = simulate.stream(3, "exppw points", 0), np.array([0.25, 0.5, 0.75])
    errors = np.empty(runs)
    for i in range(runs):
        x = rng.random(n)
        y = rng.random(n) < world.chances[np.searchsorted(edges, x)]
        query = rng.random(1)
        truth = world.chances[np.searchsorted(edges, query)]
        p = exppw.predict_probability(x, y, query, clamp=clamp, epsilon=epsilon)
        errors[i] = (truth * (1 - p) + (1 - truth) * p)[0]
    half = simulate.bernstein_halfwidth(errors.var(ddof=1), runs, 1 - 1e-7, 1.0)
    assert abs(errors.mean() - exppw.expected_error(world, n, clamp=clamp, epsilon=epsilon)) <= half


# ---- ties ----------------------------------------------------------------------------------------------

@pytest.mark.parametrize("order", ["keys", "data", "zeros-first", "ones-first"])
@pytest.mark.parametrize("chance, n, clamp, epsilon", [(0.3, 6, 2, 1.0), (0.1, 7, 1, 3.0), (0.5, 5, 9, 0.5), (1.0, 3, 2, 1.0)])
def test_tied_error_is_the_enumeration(order, chance, n, clamp, epsilon):
    total = 0.0
    for labels in itertools.product((0, 1), repeat=n):
        pairs = [(1, y) for y in labels]
        pairs = sorted(pairs, reverse=order == "ones-first") if order.endswith("first") else pairs
        v = exppw.projected_walk([y for _, y in pairs], clamp)
        ends = v if order == "keys" else v[-1:]                   # a key puts the query at each of n + 1 places
        right = expit(epsilon * ends / 2).mean()
        weight = chance ** sum(labels) * (1 - chance) ** (n - sum(labels))
        total += weight * (chance * (1 - right) + (1 - chance) * right)
    assert exppw.tied_error(chance, n, clamp=clamp, epsilon=epsilon, order=order) == pytest.approx(total, abs=1e-12)


def test_sorted_pairs_break_the_theorem():
    setting = dict(clamp=74, epsilon=0.1)
    bound = exppw.population_error_bound(0.1, 1, 0.05, 0.1, 8854)
    broken = exppw.tied_error(0.1, 8854, order="zeros-first", **setting)
    assert f"{broken:.5f} > {bound:.5f}" == "0.88070 > 0.16578"
    sharp = exppw.population_error_bound_sharp(0.1, 1, 74, 0.1, 8854)
    assert exppw.tied_error(0.1, 8854, order="keys", **setting) <= sharp < bound
    assert exppw.tied_error(0.9, 8854, order="ones-first", **setting) == pytest.approx(broken, abs=1e-12)


def test_data_order_passes_what_the_proof_allows():
    """Lemma 5.2's last term is not enough for ties in data order, even on average; the theorem's bound is not passed here."""
    T = exppw.clamp(0.01, 1.0)
    excess = exppw.tied_error(0.532, 10**6, clamp=T, epsilon=1.0, order="data") - 0.468
    assert T == 11 and f"{excess:.5f} {np.exp(-T / 2):.4f}" == "0.01367 0.0041"
    n = exppw.sample_size(0.01, 1.0, 1)
    assert exppw.tied_error(0.532, n, clamp=T, epsilon=1.0, order="data") < exppw.population_error_bound(0.468, 1, 0.01, 1.0, n)


def test_arguments_are_refused():
    with pytest.raises(ValueError, match="masses must sum to 1"):
        LineWorld(np.array([0.5, 0.4]), np.array([0.1, 0.2]))
    with pytest.raises(ValueError, match="masses must be 1 to 100 positive numbers"):
        LineWorld(np.array([1.0, 0.0]), np.array([0.1, 0.2]))
    with pytest.raises(ValueError, match="n must be <= 4000 where the walk does not settle"):
        exppw.expected_error(LineWorld(np.array([0.5, 0.5]), np.array([0.5, 0.9])), 5000, clamp=3, epsilon=1.0)
