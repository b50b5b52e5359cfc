"""A check that cannot fail proves nothing: put a wrong formula in, and see the card's check catch it."""

import numpy as np
import pytest

from dplearn import statements


def scaled(factor):
    """The function, times a factor."""
    return lambda original: lambda *args, **options: original(*args, **options) * factor


def caught(mutants):
    """A test of (card, owner, name, wrong): `wrong` makes the wrong one out of the right one; for a formula a factor
    will do."""

    @pytest.mark.parametrize("identifier, owner, name, wrong", mutants, ids=[f"{m[0]}-{m[2]}" for m in mutants])
    def test_a_wrong_formula_is_caught(monkeypatch, identifier, owner, name, wrong):
        original = vars(owner)[name]
        if hasattr(original, "record"):
            record, body = original.record, original.record.body
            factor = (lambda value: value + np.log(wrong)) if record.log else (lambda value: value * wrong)
            monkeypatch.setitem(vars(record), "body", lambda **arguments: factor(body(**arguments)))
        else:
            monkeypatch.setattr(owner, name, wrong(original))
        with pytest.raises(AssertionError):
            statements.card(identifier).check()

    return test_a_wrong_formula_is_caught
