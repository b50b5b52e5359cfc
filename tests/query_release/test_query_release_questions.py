"""Lecture 5's offline experiments: curves against plain loops and the mathematics room, simulation against exact values."""

import itertools

import numpy as np
import pytest

from asking import random_settings, values

from dplearn import data, experiments, mechanisms, simulate
from dplearn import query_release as qr
from dplearn.query_release.experiments import release as offline
from dplearn.query_release.experiments import census as real
from dplearn.query_release.experiments import hunts
from dplearn.privacy import Relation, pure_composition_delta

HOURS = np.arange(24)


def plain_sets(name):
    """0/1 rows of the sets of hours, by a loop."""
    if name == "intervals":
        rows = [[float(a <= x <= b) for x in HOURS] for a in HOURS for b in HOURS if a <= b and (a, b) != (0, 23)]
    else:
        rows = [[float(x < a) for x in HOURS] for a in range(1, 24)]
    return np.array(rows)


def plain_hunt(p_star, base, closed, T, eta):
    """p^1..p^(T+1) and the queries taken, by the definition: weights multiplied step by step, the first worst query."""
    rows = np.vstack([base, -base]) if closed else base
    p, path, taken = np.full(24, 1 / 24), [np.full(24, 1 / 24)], []
    for _ in range(T):
        errors = rows @ (p - p_star)
        q = rows[np.flatnonzero(errors >= errors.max() - 1e-12)[0]]
        p = p * np.exp(-eta * q)
        p = p / p.sum()
        path.append(p)
        taken.append(q)
    return np.array(path), np.array(taken)


# ---- hunt ----------------------------------------------------------------------------------------------

def test_worlds_and_sets():
    for world in hunts.WORLDS:
        assert hunts.day(world).shape == (24,) and hunts.day(world).sum() == pytest.approx(1, abs=1e-12)
    counts = 2951 * hunts.day("bikes")
    np.testing.assert_allclose(counts, np.round(counts), atol=1e-9)
    assert counts.argmax() == 8
    for name in hunts.SETS:
        np.testing.assert_array_equal(hunts.sets(name).matrix, plain_sets(name))
    assert hunts.divergence(hunts.day("one")) == pytest.approx(np.log(24))
    assert hunts.divergence(np.full(24, 1 / 24)) == pytest.approx(0, abs=1e-15)


@pytest.mark.parametrize("world, queries", list(itertools.product(hunts.WORLDS, hunts.SETS)))
def test_hunt_is_the_plain_loop(world, queries):
    e = experiments.hunt
    for t, speed in ((1, 1.0), (8, 1.0), (100, 0.5), (37, 10.0)):
        s = e.setting(t=t, speed=speed, data=world, queries=queries)
        eta = speed * np.sqrt(8 * np.log(24) / 100)
        path, taken = plain_hunt(hunts.day(world), plain_sets(queries), queries != "one-sided", t, eta)
        now, average, error, losers = (values(e, key, s, HOURS) for key in ("now", "average", "error", "losers"))
        np.testing.assert_allclose(now, path[t - 1], atol=1e-11)
        np.testing.assert_allclose(average, path[:t].mean(axis=0), atol=1e-11)
        worst = np.abs(plain_sets(queries) @ (path[:t].mean(axis=0) - hunts.day(world))).max()
        np.testing.assert_allclose(error, worst, atol=1e-11)
        np.testing.assert_array_equal(~np.isnan(losers), taken[t - 1] == taken[t - 1].max())
        np.testing.assert_array_equal(values(e, "truth", s, HOURS), hunts.day(world))


def test_the_dots_are_the_hours_that_lose():
    e = experiments.hunt
    for s in random_settings(e, 40):
        if s.t < 100:
            now, losers = values(e, "now", s, HOURS), ~np.isnan(values(e, "losers", s, HOURS))
            after = values(e, "now", e.setting(**{**vars(s), "t": s.t + 1}), HOURS)
            assert (after[losers] <= now[losers]).all() and (after[~losers] >= now[~losers]).all(), s


# ---- hunt_error ----------------------------------------------------------------------------------------

def test_error_of_a_hunt_is_below_its_bounds():
    e = experiments.hunt_error
    T = e.simulated_x
    for world, queries in itertools.product(hunts.WORLDS, hunts.SETS):
        s = e.setting(data=world, queries=queries)
        printed, sharp, kl, average, last = (values(e, key, s, T) for key in ("printed", "sharp", "kl", "average", "last"))
        assert (kl <= sharp * (1 + 1e-12)).all() and (sharp <= printed).all()
        base, p_star = plain_sets(queries), hunts.day(world)
        for i in (0, 4, 8):  # T = 1, 10, 100
            path, _ = plain_hunt(p_star, base, queries != "one-sided", int(T[i]), np.sqrt(8 * np.log(24) / T[i]))
            signed = base @ (path[:-1].mean(axis=0) - p_star)
            assert average[i] == pytest.approx(np.abs(signed).max(), abs=1e-10)
            assert last[i] == pytest.approx(np.abs(base @ (path[-1] - p_star)).max(), abs=1e-9)
            assert signed.max() <= kl[i] + 1e-12  # the side that is hunted, with negations or without
        if queries != "one-sided":
            assert (average <= kl + 1e-12).all()


def test_without_negations_the_other_side_stays():
    e = experiments.hunt_error
    s = e.setting(data="one", queries="one-sided", T=100)
    assert e.picture(s).at_marker()["average"] > 2 * e.picture(s).at_marker()["printed"]
    assert e.picture(e.setting(data="one", queries="thresholds", T=100)).at_marker()["average"] < 0.12


# ---- laplace_answers -----------------------------------------------------------------------------------

def test_noise_by_hand():
    e = experiments.laplace_answers
    s = e.setting(n=100, epsilon=0.5)
    np.testing.assert_allclose(values(e, "basic", s, [1, 2, 3]), np.array([1, 2 * 1.5, 3 * 11 / 6]) / 50, rtol=1e-12)
    for k in (10, 1000):
        harmonic = (1 / np.arange(1, k + 1)).sum()
        step = harmonic / (s.n * values(e, "composed", s, [k])[0])  # ε₀ of an answer
        assert pure_composition_delta(step, k, s.epsilon) <= s.delta * (1 + 1e-6)
        assert pure_composition_delta(1.01 * step, k, s.epsilon) > s.delta


def test_noise_curves_in_order():
    e = experiments.laplace_answers
    for s in random_settings(e, 40):
        k = np.unique(np.geomspace(1, 1e6, 20).round())
        basic, composed, sharp = (values(e, key, s, k) for key in ("basic", "composed", "sharp"))
        assert (composed <= basic * (1 + 1e-9)).all()
        universe, log, price = s.d * np.log(2), np.log(1 / s.delta), np.log(2 * k) / (s.epsilon * s.n)
        assert (sharp <= 2 * np.sqrt(price * np.sqrt(universe * (log + s.epsilon))) * (1 + 1e-12)).all()


def test_largest_noise_of_drawn_answers():
    e = experiments.laplace_answers
    s, rng = e.setting(n=1000, epsilon=2.0), np.random.default_rng(3)
    p, queries = rng.dirichlet(np.ones(8)), rng.integers(0, 2, (7, 8)).astype(float)
    released = [qr.laplace_answers(p, queries, n=s.n, epsilon=s.epsilon, delta=s.delta, rng=rng).values for _ in range(250)]
    samples = {7: np.abs(np.array(released) - queries @ p).max(axis=1)}
    for k in (1, 60, 100_000):
        scale = qr.answer_scale(k, n=s.n, epsilon=s.epsilon, delta=s.delta)
        samples[k] = qr.draw_max_noise(k, scale, rng=rng, runs=10_000).ravel()
    for k, sample in samples.items():
        below = (1 - np.exp(-(1 / np.arange(1, k + 1)).sum())) ** k  # Pr[the largest is at most its mean]
        # Hoeffding, false alarm 1e-6 in all
        assert abs((sample <= values(e, "composed", s, [k])[0]).mean() - below) <= np.sqrt(np.log(8 / 1e-6) / (2 * len(sample)))


# ---- reconstruction ------------------------------------------------------------------------------------

def test_no_attack_passes_the_ceiling():
    e, runs = experiments.reconstruction, 50
    for i, s in enumerate(random_settings(e, 12)):
        ceiling, averaging = (values(e, key, s, e.simulated_x) for key in ("ceiling", "averaging"))
        k = np.maximum(np.round(e.simulated_x * s.n), 1)
        if s.answers in ("each", "total"):
            total = s.epsilon * (k if s.answers == "each" else 1)
            np.testing.assert_allclose(ceiling, 1 / (1 + np.exp(-total)), rtol=1e-12)
            assert (averaging <= ceiling + 1e-12).all()
        else:
            assert (ceiling == 1).all() and np.isnan(averaging).all()
        mean = offline.draw_reconstructed(s, e.simulated_x, np.random.default_rng(i), runs).mean(axis=0)
        # Hoeffding, 12 x 16 places, false alarm 1e-6 in all
        assert (mean <= ceiling + np.sqrt(np.log(192 / 1e-6) / (2 * runs))).all()


def test_averaging_is_the_mean_of_laplace_noise():
    e, runs = experiments.reconstruction, 20_000
    s = e.setting(n=20, epsilon=0.3, ratio=0.5)  # k = 10 answers; those known have c ones, the person one more
    mean = np.random.default_rng(2).laplace(scale=1 / (s.n * s.epsilon), size=(runs, 10)).mean(axis=1)
    right = (7 / s.n + mean > 6.5 / s.n).mean()
    # Hoeffding, false alarm 1e-6
    assert abs(right - e.picture(s).at_marker()["averaging"]) <= np.sqrt(np.log(2e6) / (2 * runs))


def test_exact_answers_give_all_bits_and_a_total_budget_few():
    e, rng = experiments.reconstruction, np.random.default_rng(1)
    shares = {a: offline.draw_reconstructed(e.setting(answers=a), np.array([4.0]), rng, 50).mean() for a in offline.ANSWERS}
    assert shares["exact"] == shares["rounded"] == 1
    # 1,600 bits; by Hoeffding a share is off by less than .07 but with probability 1e-6
    assert shares["each"] > 0.85 and shares["total"] < 0.6


# ---- selection -----------------------------------------------------------------------------------------

def test_expected_loss_is_that_of_the_law():
    e = experiments.selection
    for K in (2, 3, 10, 57):
        s = e.setting(n_queries=K)
        for x in (0.1, 1.0, 4.5, 30.0):
            gaps = {"others": [0] + [x] * (K - 1), "half": [0] * (K - K // 2) + [x] * (K // 2), "spread": np.linspace(0, x, K)}
            for key, behind in gaps.items():
                law = mechanisms.exponential_probabilities(-np.array(behind), score_sensitivity=1.0, epsilon=2.0)
                assert values(e, key, s, [x])[0] == pytest.approx(law @ behind, rel=1e-9)


def test_no_gaps_lose_more_than_the_attained_bound():
    e, rng = experiments.selection, np.random.default_rng(6)
    for K in (2, 5, 1000, 10**6):
        s = e.setting(n_queries=K)
        printed, sharp = (values(e, key, s, [1.0])[0] for key in ("printed", "sharp"))
        assert printed == pytest.approx(np.log(K)) and sharp < printed
        assert sharp * np.exp(sharp) == pytest.approx((K - 1) / np.e)
        assert values(e, "others", s, [1 + sharp])[0] == pytest.approx(sharp, rel=1e-9)
        for key in ("others", "half", "spread"):
            assert (values(e, key, s, np.geomspace(0.1, 100, 300)) <= sharp * (1 + 1e-12)).all()
    for K in (2, 3, 8):
        gaps = np.exp(rng.uniform(-3, 3, (3000, K)))
        gaps[:, 0] = 0
        law = mechanisms.exponential_probabilities(-gaps, score_sensitivity=1.0, epsilon=2.0)
        assert (law * gaps).sum(axis=1).max() <= values(e, "sharp", e.setting(n_queries=K), [1.0])[0]


# ---- pmw_error -----------------------------------------------------------------------------------------

def test_kinds_of_records_are_those_of_the_survey():
    assert set(offline.KINDS) == set(qr.SURVEYS)


def test_two_terms_make_the_bound():
    e = experiments.pmw_error
    for s in random_settings(e, 40):
        learning, choosing, bound = (values(e, key, s, e.simulated_x) for key in ("learning", "choosing", s.constants))
        np.testing.assert_allclose(learning + choosing, bound, rtol=1e-12)
        assert (np.diff(learning) < 0).all() and (np.diff(choosing) > 0).all()
        assert (values(e, "sharp", s, e.simulated_x) <= values(e, "printed", s, e.simulated_x)).all()


def test_exact_choices_are_the_hunt_on_all_cells():
    e, T = experiments.pmw_error, np.array([1, 4, 22])
    for kind, constants in itertools.product(offline.KINDS, offline.CONSTANTS):
        s = e.setting(kind=kind, constants=constants, d=6, m=4, n=200)
        p, queries = qr.survey_histogram(qr.survey_means(kind, 4, n=200), 6), qr.survey_queries(4, 6)
        rule = {"sharp": "hoeffding", "printed": "printed"}[constants]
        found = [qr.max_error(queries, p, qr.multiplicative_weights(p, queries, t, eta=rule).histogram) for t in T]
        np.testing.assert_allclose(values(e, "noiseless", s, T), found, atol=1e-11)


def test_simulation_is_pmw_on_all_cells():
    e, runs, rng = experiments.pmw_error, 500, np.random.default_rng(9)
    s = e.setting(n=100, d=5, m=4, kind="rising shares", epsilon=2.0)
    p, queries = qr.survey_histogram(qr.survey_means(s.kind, 4, n=100), 5), qr.survey_queries(4, 5)
    released = [qr.pmw(p, queries, n=100, epsilon=s.epsilon, delta=s.delta, T=8, rng=rng).histogram for _ in range(runs)]
    samples = [qr.max_error(queries, p, np.array(released)), offline.draw_pmw_error(s, np.array([8]), rng, 10 * runs)[:, 0]]
    # empirical Bernstein for errors in [0, 1], false alarm 1e-6 in all
    room = sum(simulate.bernstein_halfwidth(x.var(ddof=1), len(x), 1 - 5e-7, 1.0) for x in samples)
    assert abs(samples[0].mean() - samples[1].mean()) <= room < 0.13


def test_simulated_error_is_below_the_bound():
    e, runs = experiments.pmw_error, 200
    for i, s in enumerate(random_settings(e, 8)):
        mean = offline.draw_pmw_error(s, e.simulated_x, np.random.default_rng(i), runs).mean(axis=0)
        # Hoeffding, 8 x 9 places, false alarm 1e-6 in all
        assert (mean <= values(e, s.constants, s, e.simulated_x) + np.sqrt(np.log(72 / 1e-6) / (2 * runs))).all()


# ---- releases of the census ----------------------------------------------------------------------------

def test_fitted_answers_are_the_nearest_that_agree():
    n, p, queries = real.census(6)
    rows, noisy = np.array([queries.query(i) for i in range(queries.n_queries)]), np.random.default_rng(4).normal(size=queries.n_queries)
    np.testing.assert_allclose(real.fitted(noisy, queries), rows @ np.linalg.lstsq(rows, noisy, rcond=1e-9)[0], atol=1e-12)
    np.testing.assert_allclose(real.fitted(queries.answers(p), queries), queries.answers(p), atol=1e-12)


def test_releases_side_by_side_are_pmw():
    n, p, queries = real.census()
    budget = {"n": n, "epsilon": 1.0, "delta": real.DELTA}
    single = [qr.max_error(queries, p, qr.pmw(p, qr.with_negations(queries), T=60, rng=np.random.default_rng(i), **budget).histogram)
              for i in range(60)]
    together = real.pmw_errors(1.0, 60, 400)
    assert together.shape == (400,)
    room = sum(simulate.bernstein_halfwidth(np.var(x, ddof=1), len(x), 1 - 5e-7, 1.0) for x in (single, together))
    assert abs(np.mean(single) - together.mean()) <= room


def test_errors_of_a_release_by_counting():
    records, (n, p, queries) = data.load_adult_bits().x[:, :8].astype(int), real.census()
    tables = [list(three) for three in itertools.combinations(range(8), 3)]
    truth = np.array([np.bincount(records[:, three] @ [1, 2, 4], minlength=8) / len(records) for three in tables])
    noisy = qr.laplace_answers(p, queries, n=n, epsilon=1.0, delta=real.DELTA, by="marginal", noise="gaussian", rng=np.random.default_rng([real.SEED, 0]))
    assert real.release_errors("gaussian", 1.0)[0] == pytest.approx(np.abs(noisy.values.reshape(56, 8) - truth).max(), abs=1e-12)
    assert noisy.guarantee.epsilon <= 1 + 1e-9 and noisy.guarantee.delta <= real.DELTA and noisy.guarantee.relation is Relation.REPLACE_ONE
    learned = qr.mwem(p, queries, n=n, epsilon=1.0, delta=real.DELTA, measure="marginal", noise="gaussian", rng=np.random.default_rng([real.SEED, 0]))
    assert real.release_errors("mwem", 1.0, runs=2)[0] == pytest.approx(qr.max_error(queries, p, learned.histogram), rel=1e-9)
