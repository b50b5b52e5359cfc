"""Assignment 7: what the grader takes for true, found another way."""

import itertools

import numpy as np
import pytest
from dplearn import exppw
from dplearn.privacy import Relation
from scipy.special import expit as sigma

from assignments.checks import a7


@pytest.mark.parametrize("relation", list(Relation)[:2])
@pytest.mark.parametrize("weights, clamp, n", [((1,), 2, 3), ((1, 3), 4, 2), ((2, 3), 4, 3), ((2,), 5, 1)])
def test_the_cost_by_all_data_sets(weights, clamp, n, relation):
    """All lists of n records at two places and behind the query; a weight is so many steps of the package's walk."""
    records = list(itertools.product((0, 1, 2), (0, 1), weights))

    def end(data):
        data = sorted((r for r in data if r[0] < 2), key=lambda r: r[0])
        return exppw.projected_walk(np.repeat([y for _, y, _ in data], [w for *_, w in data]).astype(int), clamp)[-1]

    ends, worst = {d: end(d) for k in (n - 1, n) for d in itertools.product(records, repeat=k)}, 0.0
    for d in itertools.product(records, repeat=n):
        for i in range(n):
            changed = [(r,) for r in records] if relation is Relation.REPLACE_ONE else [()]
            for u, v in {(ends[d], ends[d[:i] + r + d[i + 1:]]) for r in changed}:
                worst = max(worst, *(abs(np.log(sigma(s * 0.7 * u) / sigma(s * 0.7 * v))) for s in (1, -1)))
    assert a7.cost(weights, clamp, 0.7, n, relation) == pytest.approx(worst, abs=1e-12)
