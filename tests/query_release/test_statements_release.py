"""The cards of lecture 5: they cover the slides, their numbers are the known ones, and wrong formulas are caught."""

import math

import numpy as np
import pytest

from dplearn import mechanisms, privacy, query_release, statements
from dplearn.query_release import brute
from dplearn.statement import Verdict

CARDS = {card.id: card for card in statements.statements()}
VERDICTS = {
    "U17-ONESIDED": "LIMITED", "U17-PMW1": "HOLDS", "U17-PMW1-SHARP": "OURS", "U17-EM": "HOLDS", "U17-EM-SHARP": "OURS",
    "U17-PMW-DP": "GAP", "U17-PMW-DP-SHARP": "OURS", "U17-PMW2": "LIMITED", "U17-PMW3": "ASYMPTOTIC",
    "U17-TIME": "HOLDS",
    "U17-ONL": "HOLDS", "U17-ONL-PRIV": "ASYMPTOTIC", "U17-ONL-SIGN": "FALSE", "U17-ONL-EXPLICIT": "OURS",
    "U17-MASTER": "ASYMPTOTIC",
}


def test_the_slides_are_covered_in_order():
    ours = {i: card.verdict for i, card in CARDS.items() if i in VERDICTS}
    assert list(ours.items()) == [(i, Verdict[name]) for i, name in VERDICTS.items()]


# Numbers that the lecture says aloud.
KNOWN = [
    ("U17-ONESIDED", "two_sided", 0.892, 5e-4), ("U17-ONESIDED", "bound", 0.208, 5e-4),
    ("U17-PMW-DP", "standard", 1.487, 5e-4),
    ("U17-PMW-DP", "noisy_max", 1.155, 5e-4), ("U17-PMW2", "passed", 3.13e-15, 5e-18),
    ("U17-PMW2", "bound", 0.619, 5e-4),
]


@pytest.mark.parametrize("identifier, name, value, slack", KNOWN)
def test_known_numbers(identifier, name, value, slack):
    assert CARDS[identifier].evidence.values[name] == pytest.approx(value, abs=slack, rel=0)


# ---- a check that cannot fail proves nothing: put a wrong formula in, and see it caught --------------

def scaled(factor):
    return lambda original: lambda *args, **options: original(*args, **options) * factor


def faster(original):
    return lambda *args, **options: original(*args, **options, eta=1.01 * original(*args, **options).eta)


def doubled(name):
    """The option `name` taken twice."""
    return lambda original: lambda *args, **options: original(*args, **{**options, name: 2 * options[name]})


MUTANTS = [
    ("U17-ONESIDED", "multiplicative_weights", faster),
    ("U17-ONESIDED", "with_negations", lambda f: lambda queries: queries),
    ("U17-ONESIDED", "max_error", scaled(0.5)),
    ("U17-PMW1", "multiplicative_weights", lambda f: lambda p, q, T, **o: f(p, -np.asarray(q), T, **o)),
    ("U17-PMW1", "approximation_bound", scaled(0.5)),
    ("U17-PMW1-SHARP", "approximation_bound_sharp", scaled(0.9)),
    ("U17-EM", "selection_bound", scaled(1.01)),
    ("U17-EM", "exponential_probabilities", doubled("epsilon")),
    ("U17-EM-SHARP", "selection_bound_sharp", scaled(0.99)),
    ("U17-PMW-DP", "step_epsilon", scaled(1.01)),
    # refuses nothing
    ("U17-PMW-DP", "step_epsilon", lambda f: lambda e, d, T, *, calibration: e / math.sqrt(-T * math.log(d))),
    ("U17-PMW-DP", "advanced_composition", scaled(0.9)),
    ("U17-PMW-DP", "pure_composition_delta", scaled(0.1)),
    ("U17-PMW-DP", "report_noisy_max_probabilities", doubled("epsilon")),
    ("U17-PMW-DP-SHARP", "step_epsilon", scaled(1.001)),
    ("U17-PMW-DP-SHARP", "certified_epsilon", scaled(1.1)),
    ("U17-PMW2", "sequence_law", doubled("epsilon_step")),
    ("U17-PMW2", "sequence_errors", scaled(0.9)),
    ("U17-PMW2", "selection_bound_whp", scaled(0.9)),
    ("U17-PMW2", "pmw_bound", scaled(0.9)),
    ("U17-PMW3", "best_rounds", scaled(1.01)),
    ("U17-PMW3", "pmw_best_bound", scaled(0.9)),
    ("U17-PMW3", "pmw_best_bound_sharp", scaled(0.9)),
    ("U17-TIME", "multiplicative_weights", faster),
]


@pytest.mark.parametrize("identifier, name, wrong", MUTANTS)
def test_wrong_formula_is_caught(monkeypatch, identifier, name, wrong):
    owner = next(module for module in (query_release, mechanisms, privacy) if hasattr(module, name))
    monkeypatch.setattr(owner, name, wrong(getattr(owner, name)))
    with pytest.raises(AssertionError):
        CARDS[identifier].check()


# ---- the oracles themselves, on cases done by hand --------------------------------------------------

def test_hunt_by_hand():
    # p^1 = (1/2, 1/2): (1, 0) is 1/4 too high.  Weights 1/3, 1, so p^2 = (1/4, 3/4): no query is off, the first is
    # taken.
    path, chosen, errors = brute.hunt(np.array([0.25, 0.75]), np.eye(2), 2, math.log(3))
    assert path[:2] == pytest.approx(np.array([[0.5, 0.5], [0.25, 0.75]]))
    assert chosen == [0, 0] and errors == pytest.approx([0.25, 0.0])


def test_sequences_by_hand():
    # Errors 1/4 and -1/4 of p^1; with rate 2 ln 3 the weights are √3 and 1/√3: probabilities 3/4 and 1/4.
    law, errors = brute.sequences(np.array([0.25, 0.75]), np.eye(2), 2, math.log(3), 2 * math.log(3))
    # after the first query p^2 = (1/4, 3/4): no error, a coin; after the second (3/4, 1/4): errors ±1/2, odds 9 to 1
    assert law == pytest.approx([3 / 8, 3 / 8, 9 / 40, 1 / 40])
    assert errors == pytest.approx([1 / 8, 1 / 8, 3 / 8, 3 / 8])
    # chosen first 2, 1, 0 times
    assert brute.first_choices(0.25, 2, math.log(3), 2 * math.log(3)) == pytest.approx([1 / 40, 3 / 8 + 9 / 40, 3 / 8])


def test_delta_lambert_and_counting_by_hand():
    coins = np.array([0.5, 0.5]), np.array([0.25, 0.75])
    assert brute.delta(*coins, 0.0) == pytest.approx(0.25) and brute.delta(*coins, math.log(2)) == 0
    assert brute.lambert(math.e) == pytest.approx(1) and brute.lambert(2 * math.e**2) == pytest.approx(2)
    before, a, b = brute.Counted.operations, brute.Counted(2), brute.Counted(3)
    assert a * b + a / 4 - b == 3.5 and (a * -1).exp() == math.exp(-2) and b > a
    assert brute.Counted.operations - before == 7
