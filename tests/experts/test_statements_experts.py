"""The cards of lecture 3: wrong formulas are caught."""

import numpy as np
from mutants import cards, caught

from dplearn import experts


def _eta(factor):
    return lambda original: lambda losses, *, eta, **options: original(losses, eta=eta * factor, **options)


def _peeks(original):
    return lambda losses, **options: original(np.vstack([losses, losses[-1:]]), **options)[1:]


MUTANTS = [
    ("LN-MW", experts, "reward_probabilities", lambda f: lambda rewards, *, eta: f(1 - rewards, eta=eta)),
    ("LN-T2", experts, "reward_probabilities", lambda f: lambda losses, **options: experts.uniform(losses)),
    ("LN-T2-PROOF", experts, "reward_probabilities", lambda f: lambda rewards, *, eta: f(1 - rewards, eta=eta)),
    ("LN-T2-ADAPTIVE", experts, "regret_bound_sharp", 0.5),
    ("DR14-A15", experts, "hedge_probabilities", _eta(1.001)),
    ("DR14-A16", experts, "hedge_probabilities", _peeks),
    ("DR14-T11.1", experts, "regret_bound", 0.5),
    ("DR14-T11.1-SHARP", experts, "regret_bound_sharp", 0.9),
    ("DR14-T11.1-ROUNDS", experts, "rounds_needed", 1.01),
    ("U17-DAYS", experts, "regret_bound", 0.1),
    ("U17-MWU", experts, "expected_regret", 2.0),
    ("U17-POT", experts, "log_potential", lambda f: lambda losses, **options: f(losses, **options)[:-1]),  # W^1 .. W^T
]
test_a_wrong_formula_is_caught = caught(MUTANTS)


def test_every_card_has_a_mutant():
    assert {m[0] for m in MUTANTS} == cards(experts)
