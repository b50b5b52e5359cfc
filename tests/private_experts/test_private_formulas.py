"""Lecture 4: the rates of the six analyses, safe on exact profiles, and broken calibrations caught; what they cost
in regret."""

import itertools

import numpy as np
import pytest

from dplearn import private_experts as pe
from dplearn.experts.deeper import brute as deeper_experts_brute
from dplearn.privacy import product_profile, pure_composition_delta
from dplearn.private_experts import deeper

GRID = np.meshgrid([0.01, 0.3, 1.0, 10.0], [1e-12, 1e-6, 0.01, 0.3], [2, 3, 10, 101, 3_000, 10**5], indexing="ij")


@pytest.mark.parametrize("analysis", pe.ANALYSES)
def test_no_analysis_permits_more_than_the_worst_pair(analysis):
    epsilon, delta, T = GRID
    etas = pe.private_eta(epsilon, delta, T, analysis=analysis)
    assert (etas <= deeper.worst_pair_eta(epsilon, delta, T) * (1 + 1e-7)).all()
    assert (pe.worst_pair_profile(T, epsilon, eta=etas) <= delta).all()


# ---- safety on whole algorithms, losses and neighbors enumerated ---------------------------------


def largest_delta(epsilon, eta, T, entries):
    """max δ(ε) over neighbors that differ in row 0, two experts, all rows from `entries`; all T actions released."""
    rows, worst = [np.array(r) for r in itertools.product(entries, repeat=2)], 0.0
    for rest in itertools.combinations_with_replacement(range(len(rows)), T - 2):       # the last row moves nothing
        laws = [deeper_experts_brute.laws(np.array([first, *(rows[i] for i in rest), rows[0]]), eta) for first in rows]
        worst = max(worst, *(product_profile(p, q, epsilon) for p, q in itertools.combinations(laws, 2)))
    return worst


@pytest.mark.parametrize("analysis", pe.ANALYSES)
@pytest.mark.parametrize("epsilon, delta", [(1.0, 0.05)])
def test_private_on_every_small_pair(analysis, epsilon, delta):
    for entries, loss_range in (((0.0, 1.0), 1.0), ((-1.0, 1.0), 2.0)):
        eta = pe.private_eta(epsilon, delta, 4, analysis=analysis, loss_range=loss_range)
        assert largest_delta(epsilon, eta, 4, entries) <= delta


# ---- broken calibrations -------------------------------------------------------------------------


@pytest.mark.parametrize("T", [100, 10_000])
@pytest.mark.parametrize("analysis", ["bounded-range", "bounded-range-optimal"])
def test_broken_rates_are_caught(analysis, T):
    """Twice the rate, the rate for half the rounds, and, for losses in [-1, 1] (T - 1 responses ±2η), the rate for
    [0, 1]."""
    eta = pe.private_eta(1.0, 1e-6, T, analysis=analysis)
    assert pe.worst_pair_profile(T, 1.0, eta=eta) <= 1e-6 < pe.worst_pair_profile(T, 1.0, eta=2 * eta)
    assert pe.worst_pair_profile(T, 1.0, eta=pe.private_eta(1.0, 1e-6, T // 2, analysis=analysis)) > 1e-6
    wide = pe.private_eta(1.0, 1e-6, T, analysis=analysis, loss_range=2.0)
    right, wrong = (pure_composition_delta(2 * rate, T - 1, 1.0) for rate in (wide, eta))
    assert wide == eta / 2 and right <= 1e-6 < wrong
