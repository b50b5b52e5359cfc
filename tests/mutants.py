"""A check that cannot fail proves nothing: put a wrong formula in, and see the card's check catch it."""

from importlib import import_module

import numpy as np
import pytest
from nonsense import with_deeper

from dplearn import statements


def sides(owner) -> list:
    """This module, and what companions add to it."""
    return [import_module(name) for name in with_deeper([owner.__name__])]


def cards(room) -> set[str]:
    """The ids of a room's cards, its companions' among them."""
    return {s.id for side in sides(import_module(f"{room.__name__}.statements")) for s in side.STATEMENTS}


def caught(mutants):
    """A test of (card, owner, name, wrong): `wrong` makes the wrong one out of the right one, or is a factor.

    Put in by name; of a formula its body, as claims hold the formula itself.
    """

    @pytest.mark.parametrize("identifier, owner, name, wrong", mutants, ids=[f"{m[0]}-{m[2]}" for m in mutants])
    def test_a_wrong_formula_is_caught(monkeypatch, identifier, owner, name, wrong):
        card = statements.card(identifier)  # before anything is wrong: its module may be loaded here
        owner = owner if hasattr(owner, name) else next(side for side in sides(owner) if hasattr(side, name))
        original = getattr(owner, name)
        record = getattr(original, "record", None)
        right = original if record is None else record.body

        def scaled(*arguments, **options):
            value = right(*arguments, **options)
            return value + np.log(wrong) if record and record.log else value * wrong

        changed = wrong(right) if callable(wrong) else scaled
        if record is None:
            monkeypatch.setattr(owner, name, changed)
        else:
            monkeypatch.setitem(vars(record), "body", changed)
        with pytest.raises(AssertionError):
            card.check()

    return test_a_wrong_formula_is_caught
