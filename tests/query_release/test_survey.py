"""The survey world against the same algorithm on all 2^d cells, and its draws against the exact law."""

import itertools
import math

import numpy as np
import pytest
from scipy import special

from dplearn.query_release import multiplicative_weights, survey
from dplearn.simulate import stream

FALSE_ALARM = 1e-6   # of one test


def dense_hunt(histogram, queries, T, eta):
    """U17's hunt on every cell, one step after the other: (chosen, errors, average, last)."""
    p, chosen, errors, visited = np.full(len(histogram), 1 / len(histogram)), [], [], []
    for _ in range(T):
        gaps = [float(q @ p - q @ histogram) for q in queries]
        worst = next(i for i, gap in enumerate(gaps) if gap >= max(gaps) - 1e-12)
        chosen.append(worst)
        errors.append(max(gaps))
        visited.append(p)
        p = p * np.exp(-eta * queries[worst])
        p = p / p.sum()
    return chosen, errors, np.mean(visited, axis=0), p


def exact_law(means, n, T, epsilon_step, eta):
    """All (2m)^T sequences of choices on the 2^m cells: (largest error of the average, probability) of each."""
    queries, data = survey.survey_queries(len(means), len(means)), survey.survey_histogram(means, len(means))
    errors, chances = [], []
    for sequence in itertools.product(range(len(queries)), repeat=T):
        p, chance, total = np.full(len(data), 1 / len(data)), 1.0, np.zeros(len(data))
        for q in sequence:
            weights = np.exp(epsilon_step * n * (queries @ p - queries @ data) / 2)
            chance *= weights[q] / weights.sum()
            total += p
            p = p * np.exp(-eta * queries[q])
            p /= p.sum()
        errors.append(np.abs(queries @ (total / T - data)).max())
        chances.append(chance)
    return np.array(errors), np.array(chances)


def step_cdf_distance(sample, values, chances):
    """sup |F_runs - F| of a sample and a law on finitely many values (equal up to 1e-9)."""
    grid = np.unique(np.round(np.concatenate([sample, values]), 9)) + 5e-10
    return max(abs((sample <= x).mean() - chances[values <= x].sum()) for x in grid)


# ---- the queries and the data --------------------------------------------------------------------

def test_queries_are_closed_under_complement():
    queries = survey.survey_queries(3, 5)
    assert queries.shape == (6, 32) and set(np.unique(queries)) == {0.0, 1.0}
    assert (queries[:3] + queries[3:] == 1).all()
    assert [queries[i, 0b01010] for i in range(3)] == [0, 1, 0]


@pytest.mark.parametrize("d", [1, 3, 6])
def test_the_product_law_has_its_means(d):
    means = np.linspace(0.1, 1.0, d)
    law = survey.survey_histogram(means, d + 1)
    assert law.sum() == pytest.approx(1, abs=1e-15)
    assert survey.survey_queries(d, d + 1)[:d] @ law == pytest.approx(means, abs=1e-14)


@pytest.mark.parametrize("kind", survey.SURVEYS)
@pytest.mark.parametrize("m, n", [(1, 1), (4, 10), (7, 999), (60, 10**6)])
def test_means_are_shares_of_n_records(kind, m, n):
    means = survey.survey_means(kind, m, n=n)
    assert means.shape == (m,) and (means >= 0).all() and (means <= 1).all()
    assert np.abs(means * n - np.round(means * n)).max() <= 1e-9 * n


def test_the_worlds_are_what_their_words_say():
    at = {kind: survey.survey_means(kind, 4, n=1_000) for kind in survey.SURVEYS}
    assert at["fair coins"] == pytest.approx([0.5] * 4)
    assert at["one rare trait"] == pytest.approx([0.02, 0.5, 0.5, 0.5])
    assert at["rising shares"] == pytest.approx([0.05, 0.35, 0.65, 0.95])
    assert at["lopsided answers"] == pytest.approx([0.9, 0.1, 0.9, 0.1])
    assert at["one answer"] == pytest.approx([1, 0, 1, 0])


# ---- divergence ----------------------------------------------------------------------------------

def kl(means):
    """KL(product law of these means || uniform law) = Σ (ln 2 - h(μ_i))."""
    return (special.kl_div(means, 0.5) + special.kl_div(1 - np.array(means), 0.5)).sum()


def test_divergence_of_the_product_law():
    for means in ([0.5], [0.0, 1.0], [0.3, 0.5, 0.99], [0.02, 0.5, 0.5, 0.5]):
        law = survey.survey_histogram(means, len(means) + 2)
        assert kl(means) == pytest.approx(sum(p * math.log(p * len(law)) for p in law if p > 0), abs=1e-13)


def test_no_law_with_the_same_means_is_nearer_to_uniform():
    rng = stream(1, "survey kl", 0)
    for law in rng.dirichlet(np.full(16, 0.5), 200):
        means = survey.survey_queries(4, 4)[:4] @ law
        assert kl(means) <= (law * np.log(law * 16)).sum() + 1e-12


# ---- the hunt without noise ----------------------------------------------------------------------

HUNTS = [
    ([0.9, 0.1, 0.5], 3, 12, 0.4), ([0.9, 0.1, 0.5], 5, 12, 0.4),   # two bits that nobody asks
    ([0.5, 0.5], 2, 6, 0.3),                                        # nothing to learn: ties throughout
    ([1.0, 0.0, 1.0, 0.0], 4, 40, 0.25), ([1.0, 1.0], 3, 9, 5.0),
    ([0.25], 1, 1, 1.0), ([0.3, 0.7, 0.3, 0.7, 0.5], 5, 30, 0.7),
]


@pytest.mark.parametrize("means, d, T, eta", HUNTS)
def test_the_hunt_is_that_of_all_cells(means, d, T, eta):
    queries = survey.survey_queries(len(means), d)
    chosen, errors, average, last = dense_hunt(survey.survey_histogram(means, d), queries, T, eta)
    hunt = survey.survey_hunt(means, T, eta=eta)
    assert hunt.chosen.tolist() == chosen
    assert hunt.errors == pytest.approx(errors, abs=1e-12)
    package = multiplicative_weights(survey.survey_histogram(means, d), queries, T, eta=eta)
    assert hunt.chosen.tolist() == package.chosen.tolist() and hunt.errors == pytest.approx(package.errors, abs=1e-12)
    gaps = queries[: len(means)] @ np.column_stack([average, last]) - np.array(means)[:, None]
    assert [hunt.average_errors[-1], hunt.last_error] == pytest.approx(np.abs(gaps).max(axis=0), abs=1e-12)
    assert hunt.answers.shape == (T + 1, len(means)) and (hunt.answers[0] == 0.5).all()


def test_average_errors_are_those_of_shorter_hunts_and_of_many_at_once():
    means = [0.9, 0.3, 0.5]
    hunt = survey.survey_hunt(means, 20, eta=0.3)
    shorter = [survey.survey_hunt(means, t, eta=0.3).average_errors[-1] for t in range(1, 21)]
    assert hunt.average_errors == pytest.approx(shorter, abs=1e-14)
    order = stream(2, "survey order", 0).permutation(20)
    together = survey.survey_error(means, order + 1, eta=0.3)
    assert together == pytest.approx(hunt.average_errors[order], abs=1e-14)
    T, eta = np.array([3, 50, 7]), np.array([1.0, 0.2, 0.5])
    alone = [survey.survey_hunt(means, t, eta=e).average_errors[-1] for t, e in zip(T, eta)]
    assert survey.survey_error(means, T, eta=eta) == pytest.approx(alone, abs=1e-14)


@pytest.mark.parametrize("kind", survey.SURVEYS)
def test_bounded_by_the_divergence(kind):
    """Regret against the data (Hoeffding's lemma): error <= KL/(ηT) + η/8, for every η."""
    means = survey.survey_means(kind, 6, n=1_000)
    T = np.array([1, 2, 5, 20, 100, 400])
    for eta in (0.02, 0.1, 0.5, 2.0):
        assert (survey.survey_error(means, T, eta=eta) <= kl(means) / (eta * T) + eta / 8 + 1e-12).all()


# ---- the private hunt ----------------------------------------------------------------------------

SMALL = [([0.8, 0.3], 10, 3, 1.0, 0.6), ([0.5, 0.5], 7, 3, 0.4, 1.0), ([0.1], 20, 6, 0.5, 0.8)]


@pytest.mark.parametrize("means, n, T, epsilon_step, eta", SMALL)
def test_draws_follow_the_exact_law(means, n, T, epsilon_step, eta):
    runs = 20_000
    errors, chances = exact_law(means, n, T, epsilon_step, eta)
    assert chances.sum() == pytest.approx(1, abs=1e-12)
    drawn = survey.draw_survey_error(means, n, T, epsilon_step=epsilon_step, eta=eta, rng=stream(3, "survey law", n), runs=runs)
    allowed = math.sqrt(math.log(2 / FALSE_ALARM) / (2 * runs))   # Dvoretzky-Kiefer-Wolfowitz, with Massart's constant
    assert step_cdf_distance(drawn[:, 0], errors, chances) <= allowed
    doubled, weights = exact_law(means, n, T, 2 * epsilon_step, eta)
    if means[0] != 0.5:
        assert step_cdf_distance(drawn[:, 0], doubled, weights) > allowed   # the test can fail: twice the ε₀ is told apart


def test_points_of_one_call_each_follow_their_own_law():
    """Different data, n, T, ε₀ and η side by side, not in order; means by Hoeffding's inequality, outcomes in [0, 1]."""
    runs, m = 20_000, 2
    means = np.array([[0.8, 0.3], [0.5, 0.5], [0.1, 0.1], [1.0, 0.0]])
    n, T = np.array([10, 7, 20, 5]), np.array([2, 4, 1, 3])
    epsilon_step, eta = np.array([1.0, 0.4, 0.5, 3.0]), np.array([0.6, 1.0, 0.8, 0.3])
    rng = stream(4, "survey points", m)
    drawn = survey.draw_survey_error(means, n, T, epsilon_step=epsilon_step, eta=eta, rng=rng, runs=runs)
    assert drawn.shape == (runs, 4)
    allowed = math.sqrt(math.log(2 * 4 / FALSE_ALARM) / (2 * runs))
    for j in range(4):
        errors, chances = exact_law(means[j], n[j], T[j], epsilon_step[j], eta[j])
        assert abs(drawn[:, j].mean() - errors @ chances) <= allowed


def test_much_budget_leaves_the_hunt_without_noise():
    means, T = [0.9, 0.37, 0.52], np.array([1, 5, 30])
    drawn = survey.draw_survey_error(means, 1_000, T, epsilon_step=1e9, eta=0.31, rng=stream(5, "survey", 0), runs=3)
    assert drawn == pytest.approx(np.tile(survey.survey_error(means, T, eta=0.31), (3, 1)), abs=1e-14)


def test_the_stream_decides():
    def draw(chunk):
        return survey.draw_survey_error([0.9, 0.4], 50, [4, 9], epsilon_step=0.3, eta=0.5, rng=stream(6, "s", chunk), runs=5)

    assert (draw(0) == draw(0)).all() and (draw(0) != draw(1)).any()


# ---- arguments -----------------------------------------------------------------------------------

GOOD = dict(means=[0.5, 0.2], n=10, T=[2, 3], epsilon_step=0.5, eta=0.5, runs=2)


@pytest.mark.parametrize(
    "change, name",
    [
        (dict(means=[0.5, 1.2]), "means"), (dict(means=[0.5, math.nan]), "means"), (dict(means=0.5), "means"),
        (dict(means=[]), "means"),
        (dict(means=[[0.5]] * 3), "means"), (dict(n=0), "n must"), (dict(n=1.5), "n must"),
        (dict(T=0), "T must"), (dict(T=2.5), "T must"),
        (dict(T=[[2], [3]]), "T"), (dict(T=10**7), "T must"), (dict(eta=0), "eta"),
        (dict(eta=[0.1, 0.2, 0.3]), "broadcast"),
        (dict(epsilon_step=0), "epsilon_step"), (dict(epsilon_step="1"), "epsilon_step"),
        (dict(runs=0), "runs"), (dict(runs=10**7, means=[0.5] * 10), "runs"),
        (dict(rng=7), "rng"),
    ],
)  # fmt: skip
def test_bad_input(change, name):
    arguments = {"rng": stream(7, "bad", 0)} | GOOD | change
    means, n, T = (arguments.pop(key) for key in ("means", "n", "T"))
    with pytest.raises(ValueError, match=name):
        survey.draw_survey_error(means, n, T, **arguments)


@pytest.mark.parametrize(
    "call, name",
    [
        (lambda: survey.survey_means("coins", 3, n=5), "kind"),
        (lambda: survey.survey_means("fair coins", 0, n=5), "m must"),
        (lambda: survey.survey_means("fair coins", 3, n=0), "n must"),
        (lambda: survey.survey_queries(4, 3), "m must"),
        (lambda: survey.survey_queries(1, 21), "d must"), (lambda: survey.survey_histogram([0.5] * 3, 2), "means"),
        (lambda: survey.survey_hunt([0.5], 0, eta=1), "T must"), (lambda: survey.survey_hunt([0.5], 1, eta=0), "eta"),
        (lambda: survey.survey_hunt([[0.5]], 1, eta=1), "means"),
        (lambda: survey.survey_error([0.5], 1, eta=[[1]]), "T, eta"),
    ],
)  # fmt: skip
def test_bad_input_elsewhere(call, name):
    with pytest.raises(ValueError, match=name):
        call()
