"""What a red team found, and as many tricks that were invented without a look at the grader, each handed in beside
honest submissions: what it gets, and what they get.  `python tests/assignments/hostile.py` prints the table of all."""

import functools
from dataclasses import replace

import hostile
import pytest
from findings import EVERYTHING
from inventions import INVENTIONS

from assignments.grading import batch, student, watch
from assignments.grading.assignment import assignments
from assignments.grading.question import Proof

# Those that differ most from what was found; the others go through the same code.
TRIED = """
    utf16 gzipped deep-json long-integer swapped-tags id-markup junk-cells name-commas name-zero shape-annotated
    shape-deleted like-homoglyph like-folded holds-the-pipe own-session odd-comm reads-ahead deaf digits
    signaling-nan error-names course-on-disk guarded small-types seven uneven-epsilon middle fourth-call hashed
    asked-again two-tickets cut-zeros same-doses last-bits antithetic far-repeats even-blocks left-over own-entropy
    by-choice claims-earlier claims-later other-name-at-a-call as-canvas
""".split()


@pytest.fixture
def a2(monkeypatch):
    """Assignment 2, with limits that a hostile cell reaches sooner."""
    monkeypatch.setattr(watch, "SLEEP_SECONDS", 3)
    monkeypatch.setattr(batch, "Budget", functools.partial(watch.Budget, sleep=9))
    monkeypatch.setattr(student, "CELL_SECONDS", 2)
    found = next(a for a in assignments() if a.short == "a2")
    found.__dict__["questions"] = tuple(q if isinstance(q, Proof) else replace(q, seconds=2) for q in found.questions)
    return found


def held(rows):
    assert [(row.kind, row.what, row.points, row.wrong) for row in rows if row.wrong] == []


def test_what_was_found(a2, tmp_path):
    held(hostile.graded(a2, EVERYTHING, tmp_path))
    written = "".join(
        path.read_text() for path in (tmp_path / "out").rglob("*.*") if path.suffix in (".html", ".csv", ".json")
    )
    assert (
        "HIDDEN (" not in written and "HIDDEN_" not in written and "HIDDEN[" not in written
    )  # what it was called with


def test_what_was_invented(a2, tmp_path):
    tricks = [
        trick for trick in INVENTIONS if trick.name.removeprefix(f"{trick.kind}-") in TRIED and trick.assignment == "a2"
    ]
    assert len(tricks) == len(TRIED) >= len(EVERYTHING)
    held(hostile.graded(a2, tricks, tmp_path))
