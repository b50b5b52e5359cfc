"""The numbers in the prose of each page are right, and each is held: `claims` says how."""

import pytest
from claims import faults, filled, held, unfounded
from pages import FOLDER, Page, pages

ALL = pages()


@pytest.mark.parametrize("page", ALL, ids=lambda p: p.name)
def test_numbers_and_comparisons_in_prose(page):
    claims, given, plain = held(page)  # computes as it loads: once a page, so both are one test
    found = faults(page, filled(claims, given))
    assert not found, "\n".join(found)
    found = unfounded(page, claims, plain)
    assert not found, "\n".join(["each needs a `Comparison`, or a piece of it in PLAIN with the reason:", *found])
    prose = " ".join(page.prose.split())
    assert [piece for piece in plain if " ".join(piece.split()) not in prose] == [] and all(plain.values())


# ------------------------------------------------------------------ the check itself can fail


def small(*markdown, output=""):
    code = {"cell_type": "code", "metadata": {}, "source": "f()",
            "outputs": [{"output_type": "stream", "name": "stdout", "text": output}]}
    cells = [{"cell_type": "markdown", "metadata": {}, "source": text} for text in markdown]
    return Page(FOLDER / "99-small.ipynb", {"cells": [*cells, code], "metadata": {}})


def test_a_claim_holds_its_number_alone():
    page = small("It takes 72 people at 5% and 35 in truth.")
    quotes = filled({"takes {n} people": lambda: {"n": 72}}, "at 5%")
    assert [f[:15] for f in faults(page, quotes)] == ["nobody holds 35"]
    assert faults(page, filled({"takes {n} people": 73}, "at 5% and 35"))[0].startswith("not on the page")
    assert faults(small("841, so 841"), filled({"{n}, so": 841}, "so 841"))
    with pytest.raises(AssertionError, match="not so"):
        filled({"in truth": False})
