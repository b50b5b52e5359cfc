"""The least error at a point, its best predictor and the least sample size (card DF18-OURS-T4.3 has the programs)."""

import itertools
import math

import numpy as np
import pytest

from dplearn.prediction import deeper
from dplearn.privacy import Relation, audit


@pytest.mark.parametrize("epsilon", [0.2, 1.0, 3.0])
def test_the_best_predictor_is_private(epsilon):
    """Answer by w(ones - zeros): audited over all data sets of n records (a label, or a record elsewhere)."""
    data = list(itertools.product((-1, 0, 1), repeat=5))

    def report(made_for):
        w = deeper.bit_error(np.arange(6), epsilon=made_for)

        def law(data):
            wrong = w[abs(sum(data))]
            return np.array([wrong, 1 - wrong] if sum(data) >= 0 else [1 - wrong, wrong])
        return audit(law, data, domain=(-1, 0, 1), relation=Relation.REPLACE_ONE, epsilon=epsilon, ordered=True)

    assert report(epsilon).ok and report(epsilon).true_epsilon == pytest.approx(epsilon)
    assert not report(2 * epsilon).ok                                                   # for twice the ε: caught


@pytest.mark.parametrize("epsilon, delta", [(0.05, 0.0), (1.0, 1 / 3), (4.0, 0.01)])
def test_closed_form_is_the_recursion(epsilon, delta):
    w = [0.5, (1 - delta) / (1 + math.exp(epsilon))]
    for _ in range(40):
        w.append(max(0.0, (w[-2] - delta) * math.exp(-epsilon)))
    assert deeper.bit_error(np.arange(42), epsilon=epsilon, delta=delta) == pytest.approx(w, abs=1e-14)


def test_smallest_sample_size():
    alphas = np.array([1e-3, 0.1, 0.25])
    for d, epsilon, pure in itertools.product((2, 100), (0.05, 20.0), (True, False)):
        delta = 0.0 if pure else min(epsilon / 3, 0.9)
        n = deeper.smallest_sample_size(d, alphas, epsilon, delta=delta)
        enough, fewer = deeper.smallest_error([n, n - 1], 4 * alphas / (d - 1), epsilon=epsilon, delta=delta)
        assert (enough <= 1 / 3).all() and (fewer > 1 / 3).all()
