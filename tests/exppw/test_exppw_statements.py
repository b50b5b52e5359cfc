"""Lecture 7's cards catch wrong formulas and algorithms."""

from mutants import caught

from dplearn import exppw
from dplearn.statements import card

test_mutants = caught([
    ("DF18-F1", exppw, "figure_one_epsilon", 0.99), ("DF18-L5.1", exppw, "walk_epsilon", 0.999),
    ("DF18-L5.2", exppw, "empirical_error_bound_sharp", 0.9), ("DF18-T2.4", exppw, "population_error_bound", 0.2),
    ("DF18-OURS-LOO", exppw, "population_error_bound_sharp", 0.999),
])


def test_a_card_has_a_second_name():
    assert card("DF18-T5.3") is card("DF18-T2.4")
