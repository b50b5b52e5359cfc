"""The cards of lecture 5: they cover the slides, their numbers are the known ones, and wrong formulas are caught."""

import dataclasses
import math

import numpy as np
import pytest

from dplearn import mechanisms, privacy, query_release, statements
from dplearn.statement import Verdict
from dplearn.query_release import brute as _release

CARDS = {card.id: card for card in statements.statements()}
VERDICTS = {
    "U17-ONESIDED": "LIMITED", "U17-PMW1": "HOLDS", "U17-PMW1-SHARP": "OURS", "U17-EM": "HOLDS", "U17-EM-SHARP": "OURS",
    "U17-PMW-DP": "GAP", "U17-PMW-DP-SHARP": "OURS", "U17-PMW2": "LIMITED", "U17-PMW3": "ASYMPTOTIC", "U17-TIME": "HOLDS",
    "U17-ONL": "HOLDS", "U17-ONL-PRIV": "ASYMPTOTIC", "U17-ONL-SIGN": "FALSE", "U17-ONL-EXPLICIT": "OURS", "U17-MASTER": "ASYMPTOTIC",
}


def test_the_slides_are_covered_in_order():
    ours = {i: card.verdict for i, card in CARDS.items() if i in VERDICTS}
    assert list(ours) == list(VERDICTS)
    assert ours == {i: Verdict[name] for i, name in VERDICTS.items()}


# Numbers that the lecture says aloud.
KNOWN = [
    ("U17-ONESIDED", "two_sided", 0.892, 5e-4), ("U17-ONESIDED", "bound", 0.208, 5e-4),
    ("U17-PMW-DP", "standard", 1.487, 5e-4), ("U17-PMW-DP", "generic", 1.04e-5, 5e-8),
    ("U17-PMW-DP", "far", 6.16e-5, 5e-8), ("U17-PMW-DP", "noisy_max", 1.155, 5e-4),
    ("U17-PMW2", "passed", 3.13e-15, 5e-18), ("U17-PMW2", "bound", 0.619, 5e-4),
    ("U17-ONL-PRIV", "answers", 1.0058e-5, 5e-10),
]


@pytest.mark.parametrize("identifier, name, value, slack", KNOWN, ids=[f"{k[0]}-{k[1]}" for k in KNOWN])
def test_known_numbers(identifier, name, value, slack):
    assert CARDS[identifier].evidence.values[name] == pytest.approx(value, abs=slack, rel=0)


def test_costs_of_an_epoch_and_of_a_leak():
    assert CARDS["U17-ONL-PRIV"].evidence.values["cost"] == pytest.approx([0.9546, 2, 2.9534, 3, 3], abs=5e-5)
    assert CARDS["U17-ONL-SIGN"].evidence.values["leak"]["10.0"] == pytest.approx(1.362e-4, abs=5e-8)


# ---- a check that cannot fail proves nothing: put a wrong formula in, and see it caught --------------

def _scaled(factor):
    return lambda original: lambda *args, **options: original(*args, **options) * factor


def _faster(original):
    return lambda histogram, queries, T, **options: original(histogram, queries, T, eta=1.01 * original(histogram, queries, T).eta)


def _budget(**factors):
    def wrong(original):
        def budget(**options):
            right = original(**options)
            return dataclasses.replace(right, **{name: getattr(right, name) * factor for name, factor in factors.items()})
        return budget
    return wrong


MUTANTS = [
    ("U17-ONESIDED", "multiplicative_weights", _faster),
    ("U17-ONESIDED", "with_negations", lambda f: lambda queries: queries),
    ("U17-ONESIDED", "max_error", _scaled(0.5)),
    ("U17-PMW1", "multiplicative_weights", lambda f: lambda p, q, T, **o: f(p, -np.asarray(q), T, **o)),
    ("U17-PMW1", "approximation_bound", _scaled(0.5)),
    ("U17-PMW1-SHARP", "approximation_bound_sharp", _scaled(0.9)),
    ("U17-EM", "selection_bound", _scaled(1.01)),
    ("U17-EM-SHARP", "selection_bound_sharp", _scaled(0.99)),
    ("U17-PMW-DP", "step_epsilon", _scaled(1.01)),
    ("U17-PMW-DP", "step_epsilon", lambda f: lambda e, d, T, *, calibration: e / math.sqrt(-T * math.log(d))),  # refuses nothing
    ("U17-PMW-DP", "count_profile", _scaled(0.9)),
    ("U17-PMW-DP-SHARP", "step_epsilon", _scaled(1.001)),
    ("U17-PMW-DP-SHARP", "certified_epsilon", _scaled(1.1)),
    ("U17-PMW2", "sequence_law", lambda f: lambda *a, epsilon_step, **o: f(*a, epsilon_step=2 * epsilon_step, **o)),
    ("U17-PMW2", "sequence_errors", _scaled(0.9)),
    ("U17-PMW2", "selection_bound_whp", _scaled(0.9)),
    ("U17-PMW2", "pmw_bound", _scaled(0.9)),
    ("U17-PMW3", "best_rounds", _scaled(1.01)),
    ("U17-PMW3", "pmw_best_bound", _scaled(0.9)),
    ("U17-PMW3", "pmw_best_bound_sharp", _scaled(0.9)),
    ("U17-TIME", "multiplicative_weights", _faster),
    ("U17-ONL", "online_updates_bound", _scaled(0.25)),
    ("U17-ONL", "online_updates_bound_sharp", _scaled(0.4)),
    ("U17-ONL-PRIV", "hard_pair_epsilon", _scaled(1 / 3)),
    ("U17-ONL-PRIV", "online_budget", _budget(test_scale=2)),
    ("U17-ONL-PRIV", "online_budget", _budget(epsilon_search=1.1)),
    ("U17-ONL-SIGN", "sign_leak_delta", _scaled(0.9)),
    ("U17-ONL-SIGN", "online_law", lambda f: lambda *a, sign, **o: f(*a, sign="noisy", **o)),
    ("U17-ONL-SIGN", "online_law", lambda f: lambda *a, sign, **o: f(*a, sign="true", **o)),
    ("U17-ONL-EXPLICIT", "online_sample_size", _scaled(0.9)),
    ("U17-ONL-EXPLICIT", "planned_updates", _scaled(2)),
    ("U17-ONL-EXPLICIT", "OnlinePMW", lambda f: lambda *args, n, **options: f(*args, n=n // 9, **options)),
    ("U17-MASTER", "online_alpha", _scaled(0.9)),
    ("U17-MASTER", "pmw_rate", _scaled(2.0)),
]


OTHERS = [
    ("U17-EM", mechanisms, "exponential_probabilities", lambda f: lambda s, *, epsilon, **o: f(s, epsilon=2 * epsilon, **o)),
    ("U17-PMW-DP", privacy, "advanced_composition", _scaled(0.9)),
    ("U17-PMW-DP", privacy, "pure_composition_delta", _scaled(0.1)),
    ("U17-PMW-DP", mechanisms, "report_noisy_max_probabilities", lambda f: lambda s, *, epsilon, **o: f(s, epsilon=2 * epsilon, **o)),
]


ALL_MUTANTS = [(identifier, query_release, name, wrong) for identifier, name, wrong in MUTANTS] + OTHERS


@pytest.mark.parametrize("identifier, owner, name, wrong", ALL_MUTANTS, ids=[f"{m[0]}-{m[2]}" for m in ALL_MUTANTS])
def test_wrong_formula_is_caught(monkeypatch, identifier, owner, name, wrong):
    monkeypatch.setattr(owner, name, wrong(getattr(owner, name)))
    with pytest.raises(AssertionError):
        CARDS[identifier].check()


# ---- the oracles themselves, on cases done by hand --------------------------------------------------

def test_hunt_by_hand():
    # p^1 = (1/2, 1/2): (1, 0) is 1/4 too high.  Weights 1/3, 1, so p^2 = (1/4, 3/4): no query is off, the first is taken.
    average, chosen, errors = _release.hunt(np.array([0.25, 0.75]), np.eye(2), 2, math.log(3))
    assert average == pytest.approx([0.375, 0.625]) and chosen == [0, 0] and errors == pytest.approx([0.25, 0.0])


def test_sequences_by_hand():
    # Errors 1/4 and -1/4 of p^1; with rate 2 ln 3 the weights are √3 and 1/√3: probabilities 3/4 and 1/4.
    law, errors = _release.sequences(np.array([0.25, 0.75]), np.eye(2), 2, math.log(3), 2 * math.log(3))
    # after the first query p^2 = (1/4, 3/4): no error, a coin; after the second (3/4, 1/4): errors ±1/2, odds 9 to 1
    assert law == pytest.approx([3 / 8, 3 / 8, 9 / 40, 1 / 40])
    assert errors == pytest.approx([1 / 8, 1 / 8, 3 / 8, 3 / 8])
    # chosen first 2, 1, 0 times
    assert _release.first_choices(0.25, 2, math.log(3), 2 * math.log(3)) == pytest.approx([1 / 40, 3 / 8 + 9 / 40, 3 / 8])


def test_delta_by_hand():
    assert _release.delta(np.array([0.5, 0.5]), np.array([0.25, 0.75]), 0.0) == pytest.approx(0.25)
    assert _release.delta(np.array([0.5, 0.5]), np.array([0.25, 0.75]), math.log(2)) == 0


def test_lambert_by_hand():
    assert _release.lambert(math.e) == pytest.approx(1) and _release.lambert(2 * math.e**2) == pytest.approx(2)


def test_epoch_by_hand():
    # Lap - Lap > c has probability e^-c (1/2 + c/4); below and above are all there is.
    assert _release.epoch([], -2.0) == pytest.approx(math.exp(-2), rel=1e-7)
    assert _release.epoch([0.0]) == pytest.approx(0.5, rel=1e-7)
    assert _release.epoch([1.0], 0.5) + _release.epoch([1.0, 0.5]) == pytest.approx(_release.epoch([1.0]), rel=1e-7)


def test_online_by_hand():
    # (1, 0) is 1/4 too high: an update with η = ln 3 puts p on p*, and the query is then answered from p.
    queries = iter([np.array([1.0, 0.0])] * 2)
    answers, moved = _release.online(np.array([0.25, 0.75]), lambda p: next(queries, None), 0.2, math.log(3), lambda kind: 0.0)
    assert answers == [(0.25, 0.25), (pytest.approx(0.25), 0.25)] and moved == [0]


def test_counted_by_hand():
    before = _release.Counted.operations
    a, b = _release.Counted(2), _release.Counted(3)
    assert (a * b + a / 4 - b).value == 3.5 and (a * -1).exp().value == math.exp(-2) and b > a
    assert _release.Counted.operations - before == 7
