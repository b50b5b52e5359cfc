"""Assignment 3: the largest regret among all tables."""

import itertools

import numpy as np
import pytest
from dplearn import experts

from assignments.checks import a3
from assignments.checks import a3_truth as truth


@pytest.mark.parametrize("T, K, eta", [(5, 3, 0.3), (4, 4, 0.7)])
@pytest.mark.parametrize("form", range(3))
def test_the_largest_regret_among_all_tables(T, K, eta, form):
    right = a3.right_ones(K, form)
    rows = [1 - np.isin(range(K), side) for side in itertools.combinations(range(K), right)]
    tables = [np.array(table, dtype=float) for table in itertools.product(rows, repeat=T)]
    most = max(experts.expected_regret(table, eta=eta)[-1] for table in tables)
    assert most == pytest.approx(truth.largest_regret(T, K, eta, right))
