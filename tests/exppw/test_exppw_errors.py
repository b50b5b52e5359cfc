"""Lemma 5.2 printed and sharper on every labeling of up to 12 points; ties; the best intervals against enumeration."""

import itertools
import math

import numpy as np
import pytest
from scipy.special import expit

from dplearn import data, exppw
from dplearn.concepts import IntervalUnions
from dplearn.exppw.errors import half_steps

EPSILONS = (0.05, 0.7, 2.0, 6.0)


def all_labelings(n):
    return np.array(list(itertools.product((0, 1), repeat=n)))


def functions(n, k):
    """All labelings of n points in a row by a function that starts with 0 and changes at most k times."""
    rows = all_labelings(n)
    return rows[(np.diff(rows, axis=1, prepend=0) != 0).sum(axis=1) <= k]


def plain_walks(labels, clamp):
    """Walks of all rows, one step at a time: (rows, n + 1)."""
    v = np.zeros((len(labels), labels.shape[1] + 1), int)
    for i in range(labels.shape[1]):
        v[:, i + 1] = np.clip(v[:, i] + 2 * labels[:, i] - 1, -clamp, clamp)
    return v


def wrong(v, labels, epsilon):
    """The chance that an answer from v is not the label."""
    return expit(-epsilon * v * (2 * labels - 1) / 2)


@pytest.mark.parametrize("n", range(1, 13))
def test_lemma_on_all_labelings(n):
    labels = all_labelings(n)
    best = [(labels[:, None, :] != functions(n, k)).sum(axis=-1).min(axis=1) / n for k in range(4)]
    slack = np.inf
    for clamp in range(1, n + 2):
        v = plain_walks(labels, clamp)
        stays = (np.diff(v, axis=1) == 0).sum(axis=1)
        errors = {epsilon: wrong(v[:, 1:], labels, epsilon).mean(axis=1) for epsilon in EPSILONS}
        # The bounds see only a labeling's least errors and stays: once for each such pair, then dealt out to the labelings.
        kinds = [np.unique([best[k], stays], axis=1, return_inverse=True) for k in range(4)]
        for (epsilon, error), k in itertools.product(errors.items(), range(4)):
            (least, stay), of = kinds[k][0], kinds[k][1].ravel()
            counted = exppw.empirical_error_bound_sharp(least, k, clamp, n, epsilon, stays=stay.astype(int))[of]
            sharp = exppw.empirical_error_bound_sharp(least, k, clamp, n, epsilon)[of]
            printed = exppw.empirical_error_bound(least, k, clamp, n, epsilon)[of]
            assert (error <= counted + 1e-12).all() and (counted <= sharp + 1e-12).all() and (sharp <= printed).all()
            slack = min(slack, (n * (counted - error)).min()) if k == 1 else slack
    assert n < 3 or slack < 0.5                    # k = 1: tight to half a mistake, by T zeros and then 2T ones


def test_empirical_error_is_the_plain_loop():
    rng = np.random.default_rng(5)
    for _ in range(30):
        n, clamp, epsilon = int(rng.integers(1, 40)), int(rng.integers(1, 6)), float(rng.uniform(0.1, 4))
        x, y, keys = rng.integers(0, 8, n), rng.integers(0, 2, n), rng.random(n)
        order = sorted(range(n), key=lambda i: (x[i], keys[i]))
        v, total = 0, 0.0
        for i in order:
            v = max(-clamp, min(clamp, v + 2 * int(y[i]) - 1))
            total += 1 / (1 + math.exp(epsilon * v * (2 * int(y[i]) - 1) / 2))
        assert exppw.empirical_error(x, y, clamp=clamp, epsilon=epsilon, tie_keys=keys) == pytest.approx(total / n, abs=1e-12)
        tied = 0.0
        for i in range(n):                         # without keys: from behind the whole tie, ties as the data stand
            v = 0
            for j in sorted(range(n), key=lambda j: x[j]):
                v = max(-clamp, min(clamp, v + 2 * int(y[j]) - 1)) if x[j] <= x[i] else v
            tied += 1 / (1 + math.exp(epsilon * v * (2 * int(y[i]) - 1) / 2))
        assert exppw.empirical_error(x, y, clamp=clamp, epsilon=epsilon) == pytest.approx(tied / n, abs=1e-12)


# ---- ties --------------------------------------------------------------------------------------------

@pytest.mark.parametrize("ones, zeros, clamp, epsilon, error, bound",
                         [(90, 10, 5, 2.0, ".89465", ".25674"), (6, 2, 1, 6.0, ".72629", ".67479")])
def test_ties_of_both_labels_break_the_lemma(ones, zeros, clamp, epsilon, error, bound):
    x, y = np.ones(ones + zeros), np.repeat([1, 0], [ones, zeros])
    optimum = exppw.best_intervals(x, y, 1)[0][1]
    got = exppw.empirical_error(x, y, clamp=clamp, epsilon=epsilon)
    printed = exppw.empirical_error_bound(optimum, 1, clamp, len(y), epsilon)
    assert f"{got:.5f}"[1:] == error and f"{printed:.5f}"[1:] == bound and got > printed
    keys = np.random.default_rng(0).permutation(len(y))          # any keys repair it
    repaired = exppw.empirical_error(x, y, clamp=clamp, epsilon=epsilon, tie_keys=keys)
    assert repaired <= exppw.empirical_error_bound_sharp(optimum, 1, clamp, len(y), epsilon)


@pytest.mark.parametrize("groups", [((2, 1), (1, 2)), ((4, 2),), ((0, 2), (3, 1)), ((1, 1), (1, 1), (1, 1))])
def test_keys_repair_the_lemma_for_every_order(groups):
    x = np.concatenate([np.full(sum(g), i) for i, g in enumerate(groups)])
    y = np.concatenate([np.repeat([0, 1], g) for g in groups])
    for clamp, epsilon, k in itertools.product((1, 2, 3), (0.5, 3.0), (1, 2)):
        optimum = exppw.best_intervals(x, y, k)[0][k]
        bound = exppw.empirical_error_bound_sharp(optimum, k, clamp, len(y), epsilon)
        orders = itertools.permutations(range(len(y))) if clamp == k == 1 else [np.arange(len(y))[::s] for s in (1, -1)]
        errors = [exppw.empirical_error(x, y, clamp=clamp, epsilon=epsilon, tie_keys=np.array(keys)) for keys in orders]
        assert max(errors) <= bound + 1e-12 and np.mean(errors) <= bound


def test_ties_that_share_a_label_are_harmless():
    for y in all_labelings(5):
        x, labels = np.repeat(np.arange(5), (3, 1, 2, 1, 3)), np.repeat(y, (3, 1, 2, 1, 3))
        for clamp, epsilon, k in itertools.product((1, 2, 4), EPSILONS, (0, 1, 2)):
            optimum = exppw.best_intervals(x, labels, k)[0][k]
            assert exppw.empirical_error(x, labels, clamp=clamp, epsilon=epsilon) <= exppw.empirical_error_bound_sharp(
                optimum, k, clamp, 10, epsilon) + 1e-12


# ---- the best intervals ------------------------------------------------------------------------------

def says(endpoints, x):
    return np.searchsorted(endpoints, x, side="right") % 2 == 1


def test_best_intervals_against_enumeration():
    rng = np.random.default_rng(3)
    for _ in range(60):
        n, k = int(rng.integers(1, 12)), int(rng.integers(0, 5))
        x, y = rng.integers(0, 6, n) / 2, rng.integers(0, 2, n).astype(bool)
        grid = np.unique(x)
        errors, ends = exppw.best_intervals(x, y, k)
        for j in range(k + 1):
            rows = functions(len(grid), j)[:, np.searchsorted(grid, x)]
            assert errors[j] == pytest.approx((rows != y).mean(axis=1).min())
        assert len(ends) <= k and (np.diff(ends) > 0).all() and (says(ends, x) != y).mean() == pytest.approx(errors[k])
        assert errors[len(ends)] == errors[k] and (len(ends) == 0 or errors[len(ends) - 1] > errors[k])


@pytest.mark.parametrize("N, k", [(1, 1), (1, 2), (3, 2), (4, 5), (6, 3), (6, 7), (7, 1)])
def test_exactly_k_changes_against_the_class(N, k):
    rng = np.random.default_rng(N + k)
    for _ in range(20):
        x, y = rng.integers(1, N + 1, 15), rng.integers(0, 2, 15)
        errors, ends = exppw.best_intervals(x, y, k, domain_size=N)
        assert errors[0] == y.mean()
        for j in range(1, k + 1):
            wrong_ = (IntervalUnions(N, j).predictions(x) != y).mean(axis=1)
            assert errors[j] == pytest.approx(wrong_.min())
        assert len(ends) == k and ends.min() >= 1 and ends.max() <= N + 1 and (np.diff(ends) > 0).all()
        assert (says(ends, x) != y).mean() == pytest.approx(errors[k])


# The data README's table: best number of intervals -> share of mistakes, and their ends where it gives them.
TABLE = {
    "never_married_by_age": ({1: ".1816"}, None), "forty_hours_by_age": ({1: ".2041"}, (21, 67)),
    "income_by_age_if_married": ({1: ".4100"}, (39, 55)), "one_carat_by_price": ({2: ".0507"}, None),
    "good_cut_by_depth": ({1: ".0572"}, (58.0, 63.6)), "rush_hour_by_hour": ({1: ".1720", 2: ".1297"}, (7, 9, 16, 20)),
    "busy_by_hour_of_week": ({1: ".4352", 2: ".3908", 3: ".3469", 4: ".3032", 5: ".2597", 6: ".2169", 7: ".1741"},
                             (7, 22, 31, 46, 55, 70, 79, 95, 103, 119, 129, 143, 153, 165)),
    "first_team_wins_by_elo": ({2: ".3362"}, None),
}


@pytest.mark.parametrize("name", data.interval_tasks())
def test_best_intervals_meet_the_data_table(name):
    task, (table, ends) = data.load_interval_task(name), TABLE[name]
    errors, found = exppw.best_intervals(task.x, task.y, 2 * max(table))
    assert {m: f"{errors[2 * m]:.4f}"[1:] for m in table} == table
    assert ends is None or tuple(found) == ends


def test_half_steps_by_both_ways():
    for epsilon, clamp in itertools.product((1e-4, 0.01, 0.3, 0.5, 0.500001, 1.0, 30.0), (1, 2, 5, 100, 20_000)):
        direct = expit(-epsilon * np.arange(1, clamp + 1) / 2).sum()
        assert float(half_steps(epsilon, clamp)) == pytest.approx(direct, abs=1e-9)


def test_arguments_are_refused():
    with pytest.raises(ValueError, match="stays must be at most n"):
        exppw.empirical_error_bound_sharp(0.1, 1, 5, 10, 1.0, stays=11)
    with pytest.raises(ValueError, match="x must be <= 3"):
        exppw.best_intervals([1, 4], [0, 1], 1, domain_size=3)
    with pytest.raises(ValueError, match="k must be an integer >= 0 and <= 4"):
        exppw.best_intervals([1, 2], [0, 1], 5, domain_size=3)
    with pytest.raises(ValueError, match="optimum must be <= 1"):
        exppw.empirical_error_bound(1.5, 1, 5, 10, 1.0)
