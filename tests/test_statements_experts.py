"""The cards of lectures 3 and 4: they cover the sources, their numbers are the known ones, and wrong formulas are caught."""

import numpy as np
import pytest

from dplearn import experts, mechanisms, statements
from dplearn.statements import Verdict, _rounds

CARDS = {card.id: card for card in statements.statements()}
VERDICTS = {
    "LN-MW": "HOLDS", "LN-T2": "HOLDS", "LN-T2-PROOF": "TYPO", "LN-T2-ADAPTIVE": "FALSE",
    "DR14-A15": "HOLDS", "DR14-A16": "TYPO", "DR14-T11.1": "HOLDS", "DR14-T11.1-SHARP": "OURS", "DR14-T11.1-ROUNDS": "TYPO",
    "U17-DAYS": "HOLDS", "U17-MWU": "HOLDS", "U17-POT": "TYPO",
}


def test_the_sources_are_covered_in_order():
    ours = {i: card for i, card in CARDS.items() if i in VERDICTS}
    assert list(ours) == list(VERDICTS)
    assert {i: card.verdict for i, card in ours.items()} == {i: Verdict[name] for i, name in VERDICTS.items()}
    assert {card.lecture for card in ours.values()} == {3}


# Numbers that the lectures say aloud.
KNOWN = [
    ("LN-T2", "root", 1.7932821329007610, 1e-12),
    ("LN-T2-ADAPTIVE", "collected", 50, 1e-9),
    ("LN-T2-ADAPTIVE", "on_path", 83.27, 0.005),
    ("U17-DAYS", "days", [0.475, 0.53, 0.29], 1e-15),
    ("U17-POT", "right", 1.740, 5e-4),
]


@pytest.mark.parametrize("identifier, name, value, slack", KNOWN, ids=[f"{k[0]}-{k[1]}" for k in KNOWN])
def test_known_numbers(identifier, name, value, slack):
    assert CARDS[identifier].evidence.values[name] == pytest.approx(value, abs=slack, rel=0)


# ---- a check that cannot fail proves nothing: put a wrong formula in, and see it caught --------------

def _scaled(factor):
    return lambda original: lambda *args, **options: original(*args, **options) * factor


def _eta(factor):
    return lambda original: lambda losses, *, eta, **options: original(losses, eta=eta * factor, **options)


def _peeks(original):
    return lambda losses, **options: np.vstack([original(np.vstack([losses, losses[-1:]]), **options)[1:]])


def _no_update(original):
    return lambda losses, **options: np.full_like(losses, 1 / losses.shape[1], dtype=float)


MUTANTS = [
    ("LN-MW", experts, "reward_probabilities", lambda f: lambda rewards, *, eta: f(1 - rewards, eta=eta)),
    ("LN-MW", experts, "reward_probabilities", _peeks),
    ("LN-T2", experts, "reward_probabilities", _no_update),
    ("LN-T2", experts, "rewards_gap_bound", _scaled(0.5)),
    ("LN-T2", experts, "regret_bound_sharp", _scaled(0.8)),
    ("LN-T2-PROOF", experts, "reward_probabilities", _eta(0.9)),
    ("LN-T2-ADAPTIVE", experts, "regret_bound", _scaled(3.0)),
    ("LN-T2-ADAPTIVE", experts, "regret_bound_sharp", _scaled(0.5)),
    ("DR14-A15", experts, "weights_probabilities", _eta(1.001)),
    ("DR14-A16", experts, "hedge_probabilities", _peeks),
    ("DR14-A16", mechanisms, "exponential_probabilities", lambda f: lambda q, *, score_sensitivity, epsilon: f(q, score_sensitivity=score_sensitivity, epsilon=2 * epsilon)),
    ("DR14-T11.1", experts, "expected_regret", _scaled(2.0)),
    ("DR14-T11.1", experts, "regret_bound", _scaled(1.01)),
    ("DR14-T11.1-SHARP", experts, "regret_bound_sharp", _scaled(0.9)),
    ("DR14-T11.1-ROUNDS", experts, "rounds_needed", lambda f: lambda *a: f(*a) + 1),
    ("DR14-T11.1-ROUNDS", experts, "rounds_needed_sharp", lambda f: lambda *a: f(*a) // 2),
    ("U17-DAYS", experts, "expected_losses", _scaled(1.01)),
    ("U17-MWU", experts, "expected_regret", _scaled(2.0)),
    ("U17-MWU", experts, "learning_rate", lambda f: lambda T, m, *, rule: f(T, m, rule="printed")),
    ("U17-POT", experts, "log_potential", lambda f: lambda losses, **options: f(losses, **options)[[*range(1, len(losses) + 1), len(losses)]]),
]


@pytest.mark.parametrize("identifier, owner, name, wrong", MUTANTS, ids=[f"{m[0]}-{m[2]}" for m in MUTANTS])
def test_wrong_formula_is_caught(monkeypatch, identifier, owner, name, wrong):
    monkeypatch.setattr(owner, name, wrong(getattr(owner, name)))
    with pytest.raises(AssertionError):
        CARDS[identifier].check()


# ---- the oracles themselves, on cases done by hand --------------------------------------------------

def test_laws_and_regret_by_hand():
    law = _rounds.laws([[1, 0], [0, 0]], np.log(3))  # weights 1, 1, then 1/3, 1
    np.testing.assert_allclose(law, [[0.5, 0.5], [0.25, 0.75]])
    assert _rounds.regret_by_paths([[1, 0], [1, 0]], np.log(3)) == pytest.approx(0.75)
    assert len(list(_rounds.all_losses(2, 2, (0, 0.5, 1)))) == 81


def test_hard_losses_by_hand():
    assert _rounds.hard_losses(4, 3, 2).tolist() == [[1, 1, 0], [0, 0, 1], [0, 1, 1], [0, 1, 1]]
    assert _rounds.hard_losses(3, 2, 0).tolist() == [[1, 0], [0, 1], [1, 0]]


def test_adversary_by_hand():
    # Whoever is picked earns nothing in the next round, the other earns 1: two rounds, α = ln 2.
    def last(memory, t):
        return (1.0, 1.0) if memory is None else (float(memory != 0), float(memory != 1))

    got, ends = _rounds.against(last, lambda memory, pick: pick, None, 2, 2, np.log(2))
    assert got == pytest.approx(1 + 0.5)
    assert sum(p for p, _ in ends) == pytest.approx(1) and {s for _, s in ends} == {(1.0, 2.0), (2.0, 1.0)}
