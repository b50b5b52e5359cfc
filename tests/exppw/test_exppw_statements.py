"""Lecture 7's cards catch wrong formulas and algorithms; the oracles on cases done by hand."""

import numpy as np
import pytest
from mutants import cards, caught

from dplearn import exppw
from dplearn.exppw import brute
from dplearn.exppw.deeper import brute as deeper_brute
from dplearn.statements import card

MUTANTS = [
    ("DF18-F1", "figure_one_epsilon", 0.99), ("DF18-F1", "walk_epsilon", 0.99),
    ("DF18-F1", "figure_one_probability", lambda f: exppw.predict_probability),
    ("DF18-F1", "predict_probability", lambda f: exppw.figure_one_probability),
    ("DF18-L5.1", "walk_epsilon", 0.999), ("DF18-L5.1", "projected_walk", lambda f: lambda y, T: f(y, T + 1)),
    ("DF18-L5.1", "tie_rule_probability", lambda f: lambda *a, rule, **o: f(*a, rule="zeros-first", **o)),
    ("DF18-L5.2", "empirical_error", 0.99), ("DF18-L5.2", "empirical_error_bound", 0.5),
    ("DF18-L5.2", "empirical_error_bound_sharp", 0.9),
    ("DF18-L5.2", "best_intervals", lambda f: lambda x, y, k: (f(x, y, k)[0] + (np.arange(k + 1) > 1) / len(x), None)),
    ("DF18-T2.4", "expected_error", 1.01), ("DF18-T2.4", "population_error_bound", 0.5),
    ("DF18-T2.4", "tied_error", 0.99), ("DF18-T2.4", "clamp", 1.02),
    ("DF18-OURS-LOO", "population_error_bound_sharp", 0.999),
]
test_mutants = caught([(identifier, exppw, *wrong) for identifier, *wrong in MUTANTS])


def test_one_example_more_is_caught(monkeypatch):
    right = exppw.sample_size
    monkeypatch.setattr(exppw, "sample_size", lambda *a, **o: right(*a, **o) + 1)  # the bound asks the record itself
    with pytest.raises(AssertionError):
        card("DF18-T2.4").check()


def test_cards_have_mutants_and_one_a_second_name():
    assert {m[0] for m in MUTANTS} == cards(exppw) and card("DF18-T5.3") is card("DF18-T2.4")


def test_walks_by_hand():
    assert brute.walk([1, 1, 1, 0], 2).tolist() == [0, 1, 2, 2, 1]
    ends = [[brute.end([2, 1, 3, 2], [1, 0, 1, 1], q, 5, literal=more) for q in range(4)] for more in (False, True)]
    assert ends == [[0, -1, 1, 2], [-1, 0, 2, 2]]  # to the letter one more, where there is one
    assert brute.ends(2, 1, 5)[..., 0].tolist() == [[-2, 0], [0, 2]]
    assert brute.functions(2, 1).tolist() == [[0, 0], [0, 1], [1, 1]]


def test_expected_errors_by_hand():
    # No data: a coin.  One example of the only label, T = 1: the first place is a coin, the second errs with σ(-ε/2).
    assert deeper_brute.expected_error((1.0,), (0.0,), 0, 1, 2.0) == pytest.approx(0.5)
    assert deeper_brute.expected_error((1.0,), (0.0,), 1, 1, 2.0) == pytest.approx((0.5 + brute.sigma(-1)) / 2)
