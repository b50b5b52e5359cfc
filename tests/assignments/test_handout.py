"""Points by hand stay with their answer; what was handed out is what is graded."""

import re
import shutil
from pathlib import Path

import handed
import nbformat
import pytest
from handed import A2, RIGHT, hand_in
from proofs import PIXEL

from assignments.grading import batch, gradebook, notebook, release
from assignments.grading.__main__ import kept_secret
from assignments.grading.assignment import Assignment
from assignments.grading.handout import Unfit, handed_out

# ---- points by hand ------------------------------------------------------------------------------------


def test_points_by_hand_leave_with_their_answer_and_come_back_with_it(course):
    def after(proof: str, name: str = "a") -> tuple[dict, str]:
        shutil.rmtree(course.folder, ignore_errors=True)
        course.hand_in(name, "ada", proof)
        row = course.graded()[name]
        return row, course.page(row)

    row, _ = after("one")
    assert (row["packing"], row["total"], row["machine"]) == ("", "", "16")
    handed.give(course.out, "ada", "packing", 4, "line 2: <why>")
    row, page = after("one")
    assert (row["packing"], row["total"]) == ("4", "20") and "line 2: &lt;why&gt;" in page
    row, page = after("two")
    assert (row["packing"], row["total"]) == ("", "") and "4 points were given for an earlier answer" in row["notes"]
    assert "line 2" not in page and waiting(course.out) == {"ada"}
    handed.give(course.out, "ada", "packing", 1)
    row, page = after("one", "renamed")
    assert row["packing"] == "4" and "line 2" in page and waiting(course.out) == set()
    row, page = after("")
    assert row["packing"] == "0" and "Nothing written" in page
    handed.give(course.out, "ada", "packing", 3)
    row, page = after("")
    assert row["packing"] == "3" and "Nothing written" not in page and "5 points by the checks" not in page


def waiting(out):
    """Whom nbgrader's formgrader lists for a person to grade."""
    with gradebook.Gradebook(gradebook._url(out)) as book:
        return {s.student.id for s in book.assignment_submissions(A2.name) if s.needs_manual_grade}


def test_a_person_looks_again_where_an_answer_that_she_graded_has_changed(course):
    for name in ("ada", "bo"):
        course.hand_in(name, name)
    course.graded()
    for name in ("ada", "bo"):
        handed.give(course.out, name, "top_two", 2)
    course.hand_in("ada", "ada", top_two="right = 2")
    for _ in range(2):
        rows = course.graded()
        assert (rows["ada"]["top_two"], rows["bo"]["top_two"]) == ("8", "2") and waiting(course.out) == {"ada"}
    assert "points of top_two given by hand: 2; the checks gave 8" in rows["bo"]["notes"]


def test_a_photo_is_part_of_the_answer(tmp_path):
    attached = hand_in(tmp_path / "a.ipynb", "ada", "![x](attachment:p.png)", {"p.png": PIXEL})
    pasted = hand_in(tmp_path / "b.ipynb", "ada", f"![x](data:image/png;base64,{PIXEL})")
    one, other = (notebook.submission(path, A2.release) for path in (attached, pasted))
    assert list(one.pictures["packing"].values()) == list(other.pictures["packing"].values())
    assert PIXEL not in other.texts["packing"]
    answers = [batch.Graded("f", "ada", answers={"packing": "x"}, pictures=p).answer("packing")
               for p in ({}, one.pictures)]
    assert answers[0] != answers[1]


# ---- what was handed out -------------------------------------------------------------------------------


def made_for(klass: str, folder: Path, change=lambda made: None) -> Path:
    folder.mkdir(exist_ok=True)
    made = release.release(Assignment(A2.name, klass))
    change(made)
    nbformat.write(made, folder / f"{A2.name}.ipynb")
    return folder


def cell(made, name):
    return next(c for c in made.cells if notebook.name(c) == name)


def test_the_handout_decides(tmp_path):
    folder = made_for("f27", tmp_path)
    for where in (folder, folder / f"{A2.name}.ipynb"):
        assert handed_out(Assignment(A2.name, "f27"), where).handout == folder / f"{A2.name}.ipynb"
    made_for("f27", tmp_path, lambda made: cell(made, "leaks-task").update(source="## Other words"))
    found = handed_out(Assignment(A2.name, "f27"), folder)  # words may differ from today's source
    assert cell(found.release, "leaks-task").source == "## Other words"
    assert found.drawn("ada")[1] == Assignment(A2.name, "f27").drawn("ada")[1] != A2.drawn("ada")[1]


@pytest.mark.parametrize("klass, change, handout, words", [
    ("f27", None, False, r"say with HANDOUT=.*make assignments A=a2 CLASS=f27 TO=folder"),
    ("f27", lambda made: made.update(cells=[c for c in made.cells if notebook.name(c) != "setup"]), True, "key None"),
    ("f27", lambda made: made.update(cells=[c for c in made.cells if notebook.name(c) != "top_two"]), True,
     r"not what today's source makes \(top_two\).*git log.*make assignments A=a2 CLASS=f27 TO=.*FORCE=1"),
    ("f28", lambda made: None, True, "made for the key 'f27': grade with CLASS"),
    ("f27", None, True, r"must hold a2-private-pac.ipynb.*make assignments A=a2 CLASS=f27 TO="),
])
def test_what_does_not_belong_together_is_refused_with_what_mends_it(klass, change, handout, words, tmp_path):
    if change:
        made_for("f27", tmp_path, change)
    with pytest.raises(Unfit, match=re.compile(words, re.S)):
        handed_out(Assignment(A2.name, klass), tmp_path if handout else None)


# ---- regrading, the secret -----------------------------------------------------------------------------


def test_what_a_mark_depends_on_is_part_of_its_name(tmp_path):
    path = hand_in(tmp_path / "a.ipynb", "ada", **RIGHT)

    def kept(assignment=A2, secret="x") -> str:
        job, = batch.jobs(assignment, {"a.ipynb": path}, tmp_path, secret)
        return job.kept.name

    first = kept()
    assert first == kept() and len({first, kept(secret="y"), kept(Assignment(A2.name, "f27"))}) == 3
    path.write_text(path.read_text() + " ")
    assert kept() != first


def test_a_secret_is_made_beside_out_once(tmp_path):
    secret = kept_secret(tmp_path / "out")
    path = tmp_path / "out.secret"
    assert len(secret) == 64 and path.stat().st_mode & 0o777 == 0o600
    assert kept_secret(tmp_path / "out") == secret != kept_secret(tmp_path / "b")
    path.write_text("")
    with pytest.raises(Unfit, match="empty"):
        kept_secret(tmp_path / "out")
