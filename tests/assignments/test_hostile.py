"""Tricks of `tricks.toml`: each is asked its question beside an honest answer to another, and gets at most what it may.

DPLEARN_ALL_TRICKS=1 tries the rare ones too.  What files and names try is in test_intake.py, what proofs try in
tests/browser/test_formgrader.py; test_grading.py grades a class with some of each.
"""

import functools
import os
import re
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from handed import hand_in, solved

from assignments.grading import batch, student, watch
from assignments.grading.assignment import assignments

TRICKS = tomllib.loads(Path(__file__).with_name("tricks.toml").read_text(encoding="utf-8"))
ALL = "DPLEARN_ALL_TRICKS" in os.environ
TOOLS = TRICKS.pop("tools")["code"]
BY_SHORT = {a.short: a for a in assignments()}


@pytest.fixture
def hurried(monkeypatch):
    """Limits that a hostile cell reaches sooner."""
    monkeypatch.setattr(watch, "SLEEP_SECONDS", 2)
    monkeypatch.setattr(batch, "Budget", functools.partial(watch.Budget, sleep=9))
    monkeypatch.setattr(student, "CELL_SECONDS", 2)


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("name", [n for n, t in TRICKS.items() if "rare" not in t or ALL])
def test_a_trick_gets_at_most_what_it_may(name, tmp_path):
    trick = TRICKS[name]
    assignment, id = BY_SHORT[trick.get("assignment", "a2")], trick.get("question", "top_two")
    tricked = next(q for q in assignment.questions if q.id == id)
    other = next(q for q in batch.graded_questions(assignment) if q.id != id)
    asked = replace(assignment)
    vars(asked)["questions"] = (replace(tricked, seconds=2), other)
    answers = solved(assignment)
    code = trick["code"].replace("INDENTED", answers[id].replace("\n", "\n    ")).replace("SOLUTION", answers[id])
    answers[id] = TOOLS * (trick["kind"] == "process") + code
    path = hand_in(tmp_path / "a.ipynb", "ada", assignment=assignment, **answers)
    found = batch.grade_one(asked, path, "a.ipynb", "a secret of the tests")
    assert not found.failed, found.notes
    got, rest = (next(m for m in found.marks if m.question == q.id) for q in (tricked, other))
    assert got.points <= trick["most"] if "most" in trick else got.points == tricked.points, got
    assert rest.points == other.points, rest
    words = "\n".join([*found.notes, got.words])
    assert re.search(trick.get("note", ""), words)
    assert not re.search(r"(HIDDEN|OWNED)[ _]?[\[(]", words)  # what it was called with
