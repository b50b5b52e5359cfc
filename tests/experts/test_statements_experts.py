"""The cards of lecture 3: wrong formulas are caught, and the oracles are right by hand."""

import numpy as np
import pytest
from mutants import cards, caught

from dplearn import experts, mechanisms
from dplearn.experts import brute
from dplearn.experts.deeper import brute as deeper_brute


def _eta(factor):
    return lambda original: lambda losses, *, eta, **options: original(losses, eta=eta * factor, **options)


def _peeks(original):
    return lambda losses, **options: original(np.vstack([losses, losses[-1:]]), **options)[1:]


MUTANTS = [
    ("LN-MW", experts, "reward_probabilities", lambda f: lambda rewards, *, eta: f(1 - rewards, eta=eta)),
    ("LN-MW", experts, "reward_probabilities", _peeks),
    ("LN-T2", experts, "reward_probabilities", lambda f: lambda losses, **options: experts.uniform(losses)),
    ("LN-T2", experts, "regret_bound", 0.5), ("LN-T2", experts, "regret_bound_sharp", 0.8),
    ("LN-T2-PROOF", experts, "reward_probabilities", _eta(0.9)),
    ("LN-T2-ADAPTIVE", experts, "regret_bound", 3.0), ("LN-T2-ADAPTIVE", experts, "regret_bound_sharp", 0.5),
    ("DR14-A15", experts, "hedge_probabilities", _eta(1.001)),
    ("DR14-A16", experts, "hedge_probabilities", _peeks),
    ("DR14-A16", mechanisms, "exponential_probabilities",
     lambda f: lambda scores, *, epsilon, **options: f(scores, epsilon=2 * epsilon, **options)),
    ("DR14-T11.1", experts, "expected_regret", 2.0), ("DR14-T11.1", experts, "regret_bound", 0.5),
    ("DR14-T11.1-SHARP", experts, "regret_bound_sharp", 0.9),
    ("DR14-T11.1-ROUNDS", experts, "rounds_needed", 1.01), ("DR14-T11.1-ROUNDS", experts, "rounds_needed_sharp", 0.5),
    ("U17-DAYS", experts, "regret_bound", 0.1),
    ("U17-MWU", experts, "expected_regret", 2.0), ("U17-MWU", experts, "learning_rate", 2.0),
    ("U17-POT", experts, "expected_losses", 1.1),
    ("U17-POT", experts, "log_potential",  # W^2 .. W^(T+1), W^(T+1)
     lambda f: lambda losses, **options: f(losses, **options)[[*range(1, len(losses) + 1), len(losses)]]),
]
test_a_wrong_formula_is_caught = caught(MUTANTS)


def test_every_card_has_a_mutant():
    assert {m[0] for m in MUTANTS} == cards(experts)


# ---- the oracles themselves, on cases done by hand --------------------------------------------------

def test_laws_and_regret_by_hand():
    losses = [[1, 0], [0, 0]]  # weights 1, 1, then 1/3, 1: sequences 00, 01, 10, 11
    np.testing.assert_allclose(deeper_brute.laws(losses, np.log(3)), [[0.5, 0.5], [0.25, 0.75]])
    np.testing.assert_allclose(deeper_brute.sequence_law(losses, np.log(3)), [0.125, 0.375, 0.125, 0.375])
    assert deeper_brute.regret_by_paths([[1, 0], [1, 0]], np.log(3)) == pytest.approx(0.75)
    turn = np.array([[1.0, 0.0], [0.0, 1.0]])
    np.testing.assert_allclose(deeper_brute.realised_law(turn, deeper_brute.laws(turn, np.log(3))), [0.125, 0.5, 0.375])
    assert len(list(brute.all_losses(2, 2, (0, 0.5, 1)))) == 81
    assert brute.hard_losses(4, 3, 2).tolist() == [[1, 1, 0], [0, 0, 1], [0, 1, 1], [0, 1, 1]]


def test_adversary_by_hand():
    # Whoever is picked earns nothing in the next round, the other earns 1: two rounds, α = ln 2.
    def last(memory, t):
        return (1.0, 1.0) if memory is None else (float(memory != 0), float(memory != 1))

    got, ends = deeper_brute.against(last, lambda memory, pick: pick, None, 2, 2, np.log(2))
    assert got == pytest.approx(1 + 0.5)
    assert sum(p for p, _ in ends) == pytest.approx(1) and {s for _, s in ends} == {(1.0, 2.0), (2.0, 1.0)}
