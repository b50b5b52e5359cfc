"""The cards of lectures 3 and 4: they cover the sources, their numbers are the known ones, and wrong formulas are caught."""

import numpy as np
import pytest

from dplearn import experts, mechanisms, privacy, private_experts, statements
from dplearn.statement import Verdict
from dplearn.experts import brute as _rounds

CARDS = {card.id: card for card in statements.statements()}
VERDICTS = {
    "LN-MW": "HOLDS", "LN-T2": "HOLDS", "LN-T2-PROOF": "TYPO", "LN-T2-ADAPTIVE": "FALSE",
    "LN-MW-EM": "TYPO", "LN-MW-BASIC": "HOLDS", "LN-MWDP": "FALSE", "LN-MWDP-LINE": "OURS", "LN-MWDP-CORRECTED": "OURS",
    "LN-T3": "FALSE", "LN-T3-CORRECTED": "OURS",
    "DR14-A15": "HOLDS", "DR14-A16": "TYPO", "DR14-T11.1": "HOLDS", "DR14-T11.1-SHARP": "OURS", "DR14-T11.1-ROUNDS": "TYPO",
    "DR14-T3.20": "HOLDS", "DR14-C3.21": "LIMITED", "DR14-T11.2": "LIMITED", "DR14-T11.2-SHARP": "OURS",
    "DR14-T11.3": "LIMITED", "DR14-T11.4": "LIMITED", "DR14-T11.4-PRICE": "TYPO",
    "DR14-A17": "TYPO", "DR14-T11.5": "GAP", "DR14-T11.5-RANGE": "LIMITED", "DR14-T11.5-SHARP": "OURS",
    "DR14-T11.6": "ASYMPTOTIC",
    "DR14-T11.2-LADDER": "OURS",
    "U17-DAYS": "HOLDS", "U17-MWU": "HOLDS", "U17-POT": "TYPO",
}


def test_the_sources_are_covered_in_order():
    ours = {i: card for i, card in CARDS.items() if i in VERDICTS}
    assert list(ours) == list(VERDICTS)
    assert {i: card.verdict for i, card in ours.items()} == {i: Verdict[name] for i, name in VERDICTS.items()}


# Numbers that the lectures say aloud.
KNOWN = [
    ("LN-T2", "root", 1.7932821329007610, 1e-12),
    ("LN-T2-ADAPTIVE", "collected", 50, 1e-9),
    ("LN-T2-ADAPTIVE", "on_path", 83.27, 0.005),
    ("U17-DAYS", "days", [0.475, 0.53, 0.29], 1e-15),
    ("U17-POT", "right", 1.740, 5e-4),
    ("LN-MWDP", "exact", [5.951386e-3, 9.774e-9, 3.36e-10], [5e-10, 5e-13, 5e-13]),
    ("LN-MWDP", "least", (1267, 0.73, 1.53961e-4, 1.53888e-4), 5e-10),
    ("LN-MWDP-LINE", "lower", 0.0150329, 5e-8), ("LN-MWDP-LINE", "uneven", 0.0150927, 5e-8),
    ("LN-T3", "limit", {"1.0": 3.179e-5, "0.5": 6.11e-4, "0.12": 5.95e-3}, {"1.0": 5e-9, "0.5": 5e-7, "0.12": 5e-6}),
    ("DR14-T11.2", "broken", [0.99975, 0.9346, 0.448], 5e-4),
    ("DR14-T11.2", "usual_log10", np.log10(7.9e-110), 3e-3),
    ("DR14-T11.3", "exact", 0.242945, 5e-7),
    ("DR14-T11.3", "printed", 0.003264, 5e-7),
    ("DR14-T11.5", "actions", 0.41987, 5e-6),
    ("DR14-T11.5", "proof", 1.0363, 5e-5),
    ("DR14-T11.5-RANGE", "actions", [0.9595, 0.1703], 5e-5),
]


@pytest.mark.parametrize("identifier, name, value, slack", KNOWN, ids=[f"{k[0]}-{k[1]}" for k in KNOWN])
def test_known_numbers(identifier, name, value, slack):
    found = CARDS[identifier].evidence.values[name]
    pairs = [(found, value, slack)]
    if isinstance(value, (list, tuple, dict)):
        keys = list(value) if isinstance(value, dict) else range(len(value))
        pairs = [(found[k], value[k], slack[k] if isinstance(slack, (list, dict)) else slack) for k in keys]
    for got, wanted, off in pairs:
        assert got == pytest.approx(wanted, abs=off, rel=0)


# The ledger's table: the largest η with (1, 1e-6)-DP, T = 100, 1000, 10000.  The last two count the T - 1 actions that see data.
LADDER = {
    "basic": (0.005, 0.0005, 0.00005),
    "dr14": (0.00475600, 0.00150398, 0.000475600), "drv": (0.00918784, 0.00290605, 0.000919034),
    "drv, KL term": (0.00934583, 0.00295541, 0.000934583), "pure zCDP": (0.00934583, 0.00295541, 0.000934583),
    "kov": (0.01200554, 0.00374755, 0.00118369), "bounded-range": (0.01869166, 0.00591082, 0.00186917),
    "zCDP converted by CKS": (0.02207078, 0.00697939, 0.00220708), "bounded-range-optimal": (0.02384986, 0.00749085, 0.00236722),
    "pair": (0.02415704, 0.00750012, 0.00236747), "gaussian": (0.02367044, 0.00748525, 0.00236704),
}


@pytest.mark.parametrize("rung", LADDER)
def test_ladder(rung):
    counted = "data_rounds" if rung in ("bounded-range-optimal", "pair") else "all_rounds"
    values = CARDS["DR14-T11.2-LADDER"].evidence.values[counted]
    for T, wanted in zip((100, 1000, 10000), LADDER[rung]):
        assert values[str(T)][rung] == pytest.approx(wanted, rel=6e-6 if T == 10**4 else 3e-6)


# ---- a check that cannot fail proves nothing: put a wrong formula in, and see it caught --------------

def _scaled(factor):
    return lambda original: lambda *args, **options: original(*args, **options) * factor


def _eta(factor):
    return lambda original: lambda losses, *, eta, **options: original(losses, eta=eta * factor, **options)


def _peeks(original):
    return lambda losses, **options: original(np.vstack([losses, losses[-1:]]), **options)[1:]


def _no_update(original):
    return lambda losses, **options: np.full_like(losses, 1 / losses.shape[1], dtype=float)


def _wide(original):
    return lambda b, m, e: original(2 * b, m, e)


def _twice(original):
    return lambda scores, *, epsilon, **options: original(scores, epsilon=2 * epsilon, **options)


def _one_late(original):  # W^2 .. W^(T+1), W^(T+1)
    return lambda losses, **options: original(losses, **options)[[*range(1, len(losses) + 1), len(losses)]]


MUTANTS = [
    ("LN-MW", experts, "reward_probabilities", lambda f: lambda rewards, *, eta: f(1 - rewards, eta=eta)),
    ("LN-MW", experts, "reward_probabilities", _peeks),
    ("LN-T2", experts, "reward_probabilities", _no_update),
    ("LN-T2", experts, "rewards_gap_bound", _scaled(0.5)),
    ("LN-T2", experts, "regret_bound_sharp", _scaled(0.8)),
    ("LN-T2-PROOF", experts, "reward_probabilities", _eta(0.9)),
    ("LN-T2-ADAPTIVE", experts, "regret_bound", _scaled(3.0)),
    ("LN-T2-ADAPTIVE", experts, "regret_bound_sharp", _scaled(0.5)),
    ("LN-MW-EM", experts, "reward_probabilities", _eta(1.01)),
    ("LN-MW-EM", experts, "reward_probabilities", _peeks),
    ("LN-MW-BASIC", experts, "hedge_probabilities", _eta(1.01)),
    ("LN-MW-BASIC", experts, "expected_regret", _scaled(0.5)),
    ("LN-MWDP", private_experts, "worst_pair_profile", _scaled(1.001)),
    ("LN-MWDP-LINE", privacy, "bounded_range_composition_delta", _wide),
    ("LN-MWDP-CORRECTED", privacy, "bounded_range_rho", _scaled(1.2)),
    ("LN-MWDP-CORRECTED", privacy, "bounded_range_composition_delta", _wide),
    ("LN-T3", private_experts, "worst_pair_profile", _scaled(1.001)),
    ("LN-T3-CORRECTED", private_experts, "corrected_theorem3_rate", _scaled(2.0)),
    ("LN-T3-CORRECTED", private_experts, "corrected_theorem3_bound", _scaled(0.5)),
    ("DR14-T3.20", privacy, "advanced_composition", _scaled(0.5)),
    ("DR14-T3.20", privacy, "pure_composition_delta", _scaled(1.01)),
    ("DR14-C3.21", privacy, "pure_composition_delta", lambda f: lambda s, k, e: f(2 * np.asarray(s), k, e)),
    ("DR14-T11.2", private_experts, "dr14_printed_eta", _scaled(1.01)),
    ("DR14-T11.2", privacy, "bounded_range_composition_delta", _wide),
    ("DR14-T11.2-SHARP", private_experts, "private_eta", _scaled(2.0)),
    ("DR14-T11.3", private_experts, "private_regret_bound", _scaled(0.5)),
    ("DR14-T11.3", private_experts, "dr14_printed_avg_regret", _scaled(1.01)),
    ("DR14-T11.4", private_experts, "private_realised_bound", _scaled(0.9)),
    ("DR14-T11.4", experts, "hedge_probabilities", _peeks),
    ("DR14-T11.4-PRICE", private_experts, "price_of_privacy", _scaled(1.01)),
    ("DR14-A17", private_experts, "linear_learner_probabilities", lambda f: lambda x, *, eta: f(x, eta=2 * eta)),
    ("DR14-A17", private_experts, "linear_learner", lambda f: lambda x, **options: f(-x, **options)),
    ("DR14-T11.5", private_experts, "linear_eta", _scaled(4.0)),
    ("DR14-T11.5-RANGE", private_experts, "linear_eta", lambda f: lambda T, e, d: f(T, 1.0, d)),
    ("DR14-T11.5-SHARP", private_experts, "linear_eta", _scaled(2.0)),
    ("DR14-T11.6", private_experts, "excess_risk_bound_at", _scaled(0.5)),
    ("DR14-T11.6", private_experts, "draw_excess_risk", lambda f: lambda *a, **k: 30 * f(*a, **k)),
    ("DR14-T11.2-LADDER", private_experts, "private_eta", _scaled(1.01)),
    ("DR14-T11.2-LADDER", private_experts, "worst_pair_eta", _scaled(1.01)),
    ("DR14-A15", experts, "weights_probabilities", _eta(1.001)),
    ("DR14-A16", experts, "hedge_probabilities", _peeks),
    ("DR14-A16", mechanisms, "exponential_probabilities", _twice),
    ("DR14-T11.1", experts, "expected_regret", _scaled(2.0)),
    ("DR14-T11.1", experts, "regret_bound", _scaled(1.01)),
    ("DR14-T11.1-SHARP", experts, "regret_bound_sharp", _scaled(0.9)),
    ("DR14-T11.1-ROUNDS", experts, "rounds_needed", lambda f: lambda *a: f(*a) + 1),
    ("DR14-T11.1-ROUNDS", experts, "rounds_needed_sharp", lambda f: lambda *a: f(*a) // 2),
    ("U17-DAYS", experts, "expected_losses", _scaled(1.01)),
    ("U17-MWU", experts, "expected_regret", _scaled(2.0)),
    ("U17-MWU", experts, "learning_rate", lambda f: lambda T, m, *, rule: f(T, m, rule="printed")),
    ("U17-POT", experts, "log_potential", _one_late),
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


def test_sequence_law_by_hand():
    # weights 1, 1, then 1/3, 1: sequences 00, 01, 10, 11
    np.testing.assert_allclose(_rounds.sequence_law([[1, 0], [0, 0]], np.log(3)), [0.125, 0.375, 0.125, 0.375])


def test_swapped_row_by_hand():
    # One bit with odds 3 against 1/3, ε = ln 2: 3/4 - 2·1/4. Two bits: (9 - 2·1)/16.
    assert _rounds.swap_delta(1, np.log(3), np.log(2)) == pytest.approx(0.25)
    assert _rounds.swap_delta(2, np.log(3), np.log(2)) == pytest.approx(7 / 16)
    assert _rounds.swap_delta(1, 0.5, 0.5) == 0 and _rounds.gaussian_delta(2.0, 0.0) == pytest.approx(0.6826894921)


def test_realised_law_by_hand():
    losses = np.array([[1.0, 0.0], [0.0, 1.0]])
    np.testing.assert_allclose(_rounds.realised_law(losses, _rounds.laws(losses, np.log(3))), [0.125, 0.5, 0.375])
