"""The survey engine against the same algorithm on all 2^d cells, and its draws against the exact law."""


import numpy as np
import pytest
from asking import hoeffding

from dplearn.query_release import multiplicative_weights
from dplearn.query_release.deeper import brute
from dplearn.query_release.deeper import survey_engine as survey
from dplearn.simulate import stream

def survey_queries(m, d) -> np.ndarray:
    """The 2m queries of `survey_engine` on {0, 1}^d, shape (2m, 2^d): the bits 0..m-1, then their complements."""
    ones = (np.arange(2**d) >> np.arange(m)[:, None] & 1).astype(float)
    return np.vstack([ones, 1 - ones])


def survey_histogram(means, d) -> np.ndarray:
    """The law on {0, 1}^d, shape (2^d,), of independent bits with these means, all further ones fair."""
    law = np.ones(1)
    for share in [*means, *[0.5] * (d - len(means))]:  # a later bit is a higher one
        law = np.concatenate([(1 - share) * law, share * law])
    return law / law.sum()


def exact_law(means, n, T, epsilon_step, eta):
    """All (2m)^T sequences of choices on the 2^m cells: (their probabilities, largest error of the average)."""
    queries, data = survey_queries(len(means), len(means)), survey_histogram(means, len(means))
    return brute.sequences(data, queries, T, eta, epsilon_step * n / 2)


def step_cdf_distance(sample, chances, values):
    """sup |F_runs - F| of a sample and a law on finitely many values (equal up to 1e-9)."""
    grid = np.unique(np.round(np.concatenate([sample, values]), 9)) + 5e-10
    return max(abs((sample <= x).mean() - chances[values <= x].sum()) for x in grid)


@pytest.mark.parametrize("means, d, eta", [
    ([0.9, 0.1, 0.5], 3, 0.4), ([0.9, 0.1, 0.5], 5, 0.4),             # two bits that nobody asks
    ([0.5, 0.5], 2, 0.3),                                             # nothing to learn: ties throughout
    ([1.0, 0.0, 1.0, 0.0], 4, 0.25), ([1.0, 1.0], 3, 5.0), ([0.25], 1, 1.0), ([0.3, 0.7, 0.3, 0.7, 0.5], 5, 0.7),
])
def test_without_noise_it_is_the_hunt_on_all_cells(means, d, eta):
    queries, data = survey_queries(len(means), d), survey_histogram(means, d)
    T = np.array([1, 2, 5, 12, 40])
    averages = [multiplicative_weights(data, queries, int(t), eta=eta).histogram for t in T]
    errors = [np.abs(queries @ (p - data)).max() for p in averages]
    assert survey.survey_error(np.array(means), T, eta=np.full(5, eta)) == pytest.approx(errors, abs=1e-12)


@pytest.mark.parametrize("means, n", [([0.8, 0.3], 10), ([0.5, 0.5], 7), ([0.1], 20)])
def test_draws_follow_the_exact_law(means, n):
    """Points side by side, each with its own T, ε₀ and η."""
    runs, T, step, eta = 20_000, np.array([1, 2, 3]), np.array([0.4, 3.0, 1.0]), np.array([1.0, 0.3, 0.6])
    drawn = survey.draw_survey_error(np.array(means), n, T, epsilon_step=step, eta=eta, rng=stream(3, "survey law", n),
                                     runs=runs)
    allowed = hoeffding(runs, 3)   # Dvoretzky-Kiefer-Wolfowitz-Massart
    for j in range(3):
        assert step_cdf_distance(drawn[:, j], *exact_law(means, n, T[j], step[j], eta[j])) <= allowed
    doubled = exact_law(means, n, 3, 2 * step[2], eta[2])
    # the test can fail: twice the ε₀ is told apart
    assert means[0] != 0.8 or step_cdf_distance(drawn[:, 2], *doubled) > allowed
