"""A check that cannot fail proves nothing: put a wrong formula in, and see the card's check catch it."""

import numpy as np
import pytest

from dplearn import statements


def caught(mutants):
    """A test of (card, owner, name, wrong): `wrong` makes the wrong one out of the right one, or is a factor.

    Put in by name; of a formula its body, as claims hold the formula itself.
    """

    @pytest.mark.parametrize("identifier, owner, name, wrong", mutants, ids=[f"{m[0]}-{m[2]}" for m in mutants])
    def test_a_wrong_formula_is_caught(monkeypatch, identifier, owner, name, wrong):
        owner = owner if hasattr(owner, name) else owner.deeper
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
            statements.card(identifier).check()

    return test_a_wrong_formula_is_caught
