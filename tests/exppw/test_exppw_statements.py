"""Lecture 7's cards catch wrong formulas and algorithms; the oracles on cases done by hand."""

from mutants import caught

from dplearn import exppw
from dplearn.exppw import brute
from dplearn.statements import card

test_mutants = caught([
    ("DF18-F1", exppw, "figure_one_epsilon", 0.99), ("DF18-L5.1", exppw, "walk_epsilon", 0.999),
    ("DF18-L5.2", exppw, "empirical_error_bound_sharp", 0.9), ("DF18-T2.4", exppw, "population_error_bound", 0.2),
    ("DF18-OURS-LOO", exppw, "population_error_bound_sharp", 0.999),
])


def test_a_card_has_a_second_name():
    assert card("DF18-T5.3") is card("DF18-T2.4")


def test_walks_by_hand():
    assert brute.walk([1, 1, 1, 0], 2).tolist() == [0, 1, 2, 2, 1]
    ends = [[brute.end([2, 1, 3, 2], [1, 0, 1, 1], q, 5, literal=more) for q in range(4)] for more in (False, True)]
    assert ends == [[0, -1, 1, 2], [-1, 0, 2, 2]]  # to the letter one more, where there is one
    assert brute.ends(2, 1, 5)[..., 0].tolist() == [[-2, 0], [0, 2]]
    assert brute.functions(2, 1).tolist() == [[0, 0], [0, 1], [1, 1]]
