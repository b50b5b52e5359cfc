"""The cards of the online half of lecture 5: their numbers are the known ones, and wrong formulas are caught."""

import dataclasses
import math

import numpy as np
import pytest

from dplearn import query_release, statements
from dplearn.query_release import brute as _release

CARDS = {card.id: card for card in statements.statements()}


def test_known_numbers():
    assert CARDS["U17-ONL-PRIV"].evidence.values["answers"] == pytest.approx(1.0058e-5, abs=5e-10, rel=0)


def test_costs_of_an_epoch_and_of_a_leak():
    assert CARDS["U17-ONL-PRIV"].evidence.values["cost"] == pytest.approx([0.9546, 2, 2.9534, 3, 3], abs=5e-5)
    assert CARDS["U17-ONL-SIGN"].evidence.values["leak"]["10.0"] == pytest.approx(1.362e-4, abs=5e-8)


# ---- a check that cannot fail proves nothing: put a wrong formula in, and see it caught --------------

def _scaled(factor):
    return lambda original: lambda *args, **options: original(*args, **options) * factor


def _budget(**factors):
    def wrong(original):
        def budget(**options):
            right = original(**options)
            return dataclasses.replace(right, **{name: getattr(right, name) * factor for name,
                                                 factor in factors.items()})
        return budget
    return wrong


MUTANTS = [
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


@pytest.mark.parametrize("identifier, name, wrong", MUTANTS, ids=[f"{m[0]}-{m[1]}" for m in MUTANTS])
def test_wrong_formula_is_caught(monkeypatch, identifier, name, wrong):
    monkeypatch.setattr(query_release, name, wrong(getattr(query_release, name)))
    with pytest.raises(AssertionError):
        CARDS[identifier].check()


# ---- the oracles themselves, on cases done by hand --------------------------------------------------

def test_epoch_by_hand():
    # Lap - Lap > c has probability e^-c (1/2 + c/4); below and above are all there is.
    assert _release.epoch([], -2.0) == pytest.approx(math.exp(-2), rel=1e-7)
    assert _release.epoch([0.0]) == pytest.approx(0.5, rel=1e-7)
    assert _release.epoch([1.0], 0.5) + _release.epoch([1.0, 0.5]) == pytest.approx(_release.epoch([1.0]), rel=1e-7)


def test_online_by_hand():
    # (1, 0) is 1/4 too high: an update with η = ln 3 puts p on p*, and the query is then answered from p.
    queries = iter([np.array([1.0, 0.0])] * 2)
    answers, moved = _release.online(np.array([0.25, 0.75]), lambda p: next(queries, None), 0.2, math.log(3),
                                     lambda kind: 0.0)
    assert answers == [(0.25, 0.25), (pytest.approx(0.25), 0.25)] and moved == [0]
