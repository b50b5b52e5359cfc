"""The cards of lecture 5: they cover the slides, their checks catch wrong formulas, and their oracles are right."""

import math

import numpy as np
import pytest

from dplearn import mechanisms, privacy
from dplearn import query_release as qr
from dplearn.query_release import brute
from dplearn.query_release.deeper import brute as deeper_brute
from mutants import caught


def doubled(name):
    """The option `name` taken twice."""
    return lambda original: lambda *args, **options: original(*args, **{**options, name: 2 * options[name]})


test_mutants = caught([
    ("U17-PMW1", qr, "approximation_bound", 0.5),
    ("U17-PMW1-SHARP", qr, "approximation_bound_sharp", 0.8),
    ("U17-EM", qr, "selection_bound", 0.4),
    ("U17-EM-SHARP", qr, "selection_bound_sharp", 0.99),
    ("U17-PMW-DP", mechanisms, "report_noisy_max_probabilities", doubled("epsilon")),
    ("U17-PMW-DP-SHARP", qr, "step_epsilon", 1.5),
    ("U17-PMW2", qr, "selection_bound_whp", 0.9),
    ("U17-PMW3", qr, "best_rounds", 1.01),
    ("U17-ONL", qr, "online_updates_bound", 0.25),
    ("U17-ONL-PRIV", privacy, "pure_composition_delta", 0.1),
    ("U17-ONL-SIGN", qr, "sign_leak_delta", 0.9),
    ("U17-ONL-EXPLICIT", qr, "online_sample_size", 1.1),
    ("U17-MASTER", qr, "online_alpha", 1.1),
])


# ---- the oracles themselves, on cases done by hand --------------------------------------------------

def test_hunt_by_hand():
    # p^1 = (1/2, 1/2): (1, 0) is 1/4 too high.  Weights 1/3, 1, so p^2 = (1/4, 3/4): no query is off, the first is
    # taken.
    path, chosen, errors = brute.hunt(np.array([0.25, 0.75]), np.eye(2), 2, math.log(3))
    assert path[:2] == pytest.approx(np.array([[0.5, 0.5], [0.25, 0.75]]))
    assert chosen == [0, 0] and errors == pytest.approx([0.25, 0.0])


def test_sequences_by_hand():
    # Errors 1/4 and -1/4 of p^1; with rate 2 ln 3 the weights are √3 and 1/√3: probabilities 3/4 and 1/4.
    law, errors = deeper_brute.sequences(np.array([0.25, 0.75]), np.eye(2), 2, math.log(3), 2 * math.log(3))
    # after the first query p^2 = (1/4, 3/4): no error, a coin; after the second (3/4, 1/4): errors ±1/2, odds 9 to 1
    assert law == pytest.approx([3 / 8, 3 / 8, 9 / 40, 1 / 40])
    assert errors == pytest.approx([1 / 8, 1 / 8, 3 / 8, 3 / 8])
    # chosen first 2, 1, 0 times
    assert deeper_brute.first_choices(0.25, 2, math.log(3),
                                      2 * math.log(3)) == pytest.approx([1 / 40, 3 / 8 + 9 / 40, 3 / 8])


def test_delta_and_counting_by_hand():
    coins = np.array([0.5, 0.5]), np.array([0.25, 0.75])
    assert deeper_brute.delta(*coins, 0.0) == pytest.approx(0.25) and deeper_brute.delta(*coins, math.log(2)) == 0
    before, a, b = brute.Counted.operations, brute.Counted(2), brute.Counted(3)
    assert a * b + a / 4 - b == 3.5 and (a * -1).exp() == math.exp(-2) and b > a and 1 - a == -1
    assert brute.Counted.operations - before == 8


def test_epoch_by_hand():
    # Lap - Lap > c has probability e^-c (1/2 + c/4); below and above are all there is.
    assert deeper_brute.epoch([], -2.0) == pytest.approx(math.exp(-2), rel=1e-7)
    assert deeper_brute.epoch([0.0]) == pytest.approx(0.5, rel=1e-7)
    assert deeper_brute.epoch([1.0], 0.5) + deeper_brute.epoch([1.0, 0.5]) == pytest.approx(deeper_brute.epoch([1.0]),
                                                                                            rel=1e-7)


def test_online_by_hand():
    # (1, 0) is 1/4 too high: an update with η = ln 3 puts p on p*, and the query is then answered from p.
    queries = iter([np.array([1.0, 0.0])] * 2)
    answers, moved = deeper_brute.online(np.array([0.25, 0.75]), lambda p: next(queries, None), 0.2, math.log(3),
                                     lambda kind: 0.0)
    assert answers == [(0.25, 0.25), (pytest.approx(0.25), 0.25)] and moved == [0]
