"""The sparse vector technique: laws against plain sums and simulations, prices exactly, broken versions caught."""

import itertools
import math

import numpy as np
import pytest
from asking import hoeffding

from dplearn import simulate
from dplearn import query_release as qr
from dplearn.query_release import deeper
from dplearn.query_release.deeper.sparse_vector import variant_law

def true_factor(name, c):
    """The true ε, the supremum over streams of any length, divided by the claimed one."""
    return (1 + 6 * c) / 4 if name == "lee-clifton" else math.inf


def test_split_scales_are_paid_in_full_and_have_the_least_variance():
    b1, b2, b3 = qr.split_scales(l1_sensitivity=0.1, epsilon_search=2.0, epsilon_answer=0.5)
    assert 0.1 / b1 + 2 * 0.1 / b2 == pytest.approx(2.0, rel=1e-14) and b3 == pytest.approx(0.2)
    firsts = np.linspace(0.01, 1.99, 2001)
    assert b1**2 + b2**2 <= ((0.1 / firsts) ** 2 + (0.2 / (2 - firsts)) ** 2).min() * (1 + 1e-12)


def run_variant(name, values, threshold, epsilon, c, rng, runs):
    """The published algorithms, written out as they are printed, Δ = 1; answers (runs, m)."""
    scale = {"lyu": (2, 4 * c), "lee-clifton": (4, 4 / 3), "stoddard": (2, 0), "chen": (2, 2)}[name]
    scale = np.array(scale) / epsilon
    rho, count = rng.laplace(0, scale[0], runs), np.zeros(runs, int)
    answers = np.zeros((runs, len(values)), int)
    for i, v in enumerate(values):
        noisy = v + (rng.laplace(0, scale[1], runs) if scale[1] else np.zeros(runs))
        stopped = count >= c if name not in ("stoddard", "chen") else np.zeros(runs, bool)
        above = (noisy >= threshold + rho) & ~stopped
        answers[:, i] = np.where(stopped, 2, above)
        count += above
    return answers


@pytest.mark.parametrize("c", [1, 2])
@pytest.mark.parametrize("name", deeper.VARIANTS)
def test_variant_laws_are_those_of_the_algorithms(name, c):
    values, runs = [0.5, 2.0, -1.0, 1.0], 30_000
    law = variant_law(name, values, threshold=1.5, epsilon=0.8, c=c)
    answers = run_variant(name, values, 1.5, 0.8, c, simulate.stream(5, f"variant {name}", c), runs)
    patterns, counts = np.unique(answers, axis=0, return_counts=True)
    seen = dict(zip(map(tuple, patterns.tolist()), counts / runs))
    assert set(seen) <= set(law) and sum(law.values()) == pytest.approx(1, abs=1e-12) and min(law.values()) >= 0
    # Hoeffding for each of the at most 16 outcomes, both sides, 8 tests: false alarm below 1e-6
    off = max(abs(seen.get(pattern, 0) - p) for pattern, p in law.items())
    assert off < hoeffding(runs, 16 * 8)


# ---- their prices: all tiny data sets, all neighbors, all answers ------------------------------------

@pytest.mark.parametrize("epsilon, c", list(itertools.product((0.5, 4.0), (1, 2))))
def test_the_correct_variant_passes(epsilon, c):
    report = deeper.variant_audit("lyu", n_queries=3, n=2, epsilon=epsilon, c=c, threshold=1.0)
    assert report.ok and report.true_epsilon > epsilon / 6, str(report)    # and not so private as to be empty
    assert report.n_datasets == 64 and report.n_pairs == 336
    # with half the noise, twice the ε, a claim of this ε would be refused
    assert deeper.variant_audit("lyu", epsilon=2 * epsilon, c=1).true_epsilon > epsilon


@pytest.mark.parametrize("epsilon", [0.5, 4.0])
@pytest.mark.parametrize("name, c, case", [
    ("lee-clifton", 1, {}), ("lee-clifton", 2, {}),
    ("stoddard", 1, {"n": 1, "n_queries": 2}), ("stoddard", 2, {}), ("chen", 1, {}), ("chen", 2, {}),
])
def test_all_others_are_caught(name, c, case, epsilon):
    report = deeper.variant_audit(name, epsilon=epsilon, c=c, **case)
    assert not report.ok and report.true_epsilon > 1.1 * epsilon, str(report)
    assert report.true_epsilon <= true_factor(name, c) * epsilon * (1 + 1e-9)
    assert name != "stoddard" or report.true_epsilon == math.inf and report.true_delta > 0.1
