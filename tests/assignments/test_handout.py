"""Points by hand stay with their answer; what was handed out is what is graded; only what changed is asked again."""

import re
import shutil
from dataclasses import replace
from pathlib import Path

import handed
import nbformat
import pytest
from handed import A2, FULL, RIGHT, hand_in, rows_of
from proofs import PIXEL

from assignments.grading import batch, gradebook, notebook, reach, release, report
from assignments.grading.__main__ import kept_secret
from assignments.grading.assignment import Assignment
from assignments.grading.handout import Unfit, handed_out
from assignments.grading.question import Proof

# ---- points by hand ------------------------------------------------------------------------------------


def test_points_by_hand_leave_with_their_answer_and_come_back_with_it(tmp_path, monkeypatch):
    handed.at_once(monkeypatch)
    folder, out = tmp_path / "in", tmp_path / "out"

    def after(proof: str, name: str = "a.ipynb") -> dict:
        shutil.rmtree(folder, ignore_errors=True)
        hand_in(folder / name, "ada", proof, **RIGHT)
        handed.graded(folder, out)
        return rows_of(out)[name]

    row = after("one")
    assert (row["packing"], row["total"], row["machine"]) == ("", "", "25")
    gradebook.give(A2, out, "ada", "packing", 4, "line 2")
    row = after("one")
    assert (row["packing"], row["total"]) == ("4", "29")
    row = after("two")
    assert (row["packing"], row["total"]) == ("", "") and "4 points were given for an earlier answer" in row["notes"]
    assert "line 2" not in (out / "feedback" / "ada.html").read_text() and waiting(out) == {"ada"}
    gradebook.give(A2, out, "ada", "packing", 1)
    row = after("one", "renamed.ipynb")
    assert row["packing"] == "4" and "line 2" in (out / "feedback" / "ada.html").read_text() and waiting(out) == set()
    row = after("")
    assert row["packing"] == "0" and "Nothing written" in (out / "feedback" / "ada.html").read_text()
    gradebook.give(A2, out, "ada", "packing", 3)
    row = after("")
    page = (out / "feedback" / "ada.html").read_text()
    assert row["packing"] == "3" and "Nothing written" not in page and "5 points by the checks" not in page


def waiting(out):
    """Whom nbgrader's formgrader lists for a person to grade."""
    with gradebook.Gradebook(gradebook._url(out)) as book:
        return {s.student.id for s in book.assignment_submissions(A2.name) if s.needs_manual_grade}


def test_a_person_looks_again_where_an_answer_that_she_graded_has_changed(tmp_path, monkeypatch):
    handed.at_once(monkeypatch)
    folder, out = tmp_path / "in", tmp_path / "out"
    for name in ("ada", "bo"):
        hand_in(folder / f"{name}.ipynb", name, **RIGHT)
    handed.graded(folder, out)
    for name in ("ada", "bo"):
        gradebook.give(A2, out, name, "sampler", 2)
    hand_in(folder / "ada.ipynb", "ada", **RIGHT | {"sampler": "right = 2"})
    for _ in range(2):
        handed.graded(folder, out)
        rows = rows_of(out)
        assert (rows["ada.ipynb"]["sampler"], rows["bo.ipynb"]["sampler"]) == ("4", "2") and waiting(out) == {"ada"}
    assert "points of sampler given by hand: 2; the checks gave 4" in rows["bo.ipynb"]["notes"]


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
        found, line = handed_out(Assignment(A2.name, "f27"), where)
        assert line == "" and found.handout == folder / f"{A2.name}.ipynb"
    assert handed_out(Assignment(A2.name), made_for("open", tmp_path / "open"))[1] == ""
    made_for("f27", tmp_path, lambda made: cell(made, "leaks-task").update(source="## Other words"))
    found, line = handed_out(Assignment(A2.name, "f27"), folder)
    assert "leaks-task" in line and cell(found.release, "leaks-task").source == "## Other words"
    assert found.drawn("ada")[1] == Assignment(A2.name, "f27").drawn("ada")[1] != A2.drawn("ada")[1]


@pytest.mark.parametrize("klass, change, handout, words", [
    ("f27", None, False, r"say with HANDOUT=.*make assignments A=a2 CLASS=f27 TO=folder"),
    ("f27", lambda made: made.update(cells=[c for c in made.cells if notebook.name(c) != "setup"]), True, "key None"),
    ("f27", lambda made: made.update(cells=[c for c in made.cells if notebook.name(c) != "sampler"]), True,
     r"not what today's source makes \(sampler\).*git log.*make assignments A=a2 CLASS=f27 TO=.*FORCE=1"),
    ("f27", lambda made: cell(made, "programs").update(source="x = 1"), True, r"today's source makes \(programs\)"),
    ("f28", lambda made: None, True, "made for the key 'f27': grade with CLASS=f27"),
    ("open", lambda made: None, True, "made for the key 'f27'"),
    ("f27", None, True, r"must hold a2-private-pac.ipynb.*make assignments A=a2 CLASS=f27 TO="),
])
def test_what_does_not_belong_together_is_refused_with_what_mends_it(klass, change, handout, words, tmp_path):
    if change:
        made_for("f27", tmp_path, change)
    with pytest.raises(Unfit, match=re.compile(words, re.S)):
        handed_out(Assignment(A2.name, klass), tmp_path if handout else None)


# ---- regrading, the secret -----------------------------------------------------------------------------


def test_after_a_change_of_one_check_that_question_alone_is_asked_again(tmp_path, monkeypatch):
    log = tmp_path / "log"
    handed.at_once(monkeypatch, log)
    folder, out = tmp_path / "in", tmp_path / "out"
    for name in ("ada", "bo"):
        hand_in(folder / f"{name}.ipynb", name, **RIGHT)

    def asked(*questions) -> list[str]:
        monkeypatch.setitem(A2.__dict__, "questions", questions)
        log.write_text("")
        handed.graded(folder, out, book=False)
        return sorted(log.read_text().splitlines())

    first = A2.questions
    by = {q.id: q for q in first}
    assert len(asked(*first)) == 8 and asked(*first) == []
    richer = replace(by["household"], gates={g: p + 1 for g, p in by["household"].gates.items()})
    assert asked(*(richer if q.id == "household" else q for q in first)) == []  # points alone
    row = rows_of(out)["ada.ipynb"]
    assert int(row["household"]) == richer.points and int(row["of"]) == A2.points

    def other(ask, case):
        yield from by["sampler"].check(ask, case)

    changed = tuple(replace(q, check=other) if q.id == "sampler" else q for q in first)
    assert asked(*changed) == ["ada.ipynb sampler", "bo.ipynb sampler"]
    assert asked(*first) == []  # its old marks are still there
    (folder / "bo.ipynb").write_text((folder / "bo.ipynb").read_text() + " ")
    assert asked(*first) == sorted(f"bo.ipynb {id}" for id in FULL)


def test_a_check_depends_on_what_it_reaches_and_on_nothing_else(monkeypatch):
    from assignments.checks import a2
    from assignments.grading import checking
    before = {q.id: reach.digest(q) for q in A2.questions if not isinstance(q, Proof)}
    assert len(set(before.values())) == 4

    def changed() -> set[str]:
        return {q.id for q in A2.questions if not isinstance(q, Proof) and reach.digest(q) != before[q.id]}

    assert changed() == set()
    with monkeypatch.context() as patch:
        patch.setattr(a2, "_loss", lambda *a: 0)
        assert changed() == {"leaks"}
    with monkeypatch.context() as patch:
        patch.setattr(checking, "TOLERANCE", 1e-3)
        assert changed() >= {"top_two", "household"}
    with monkeypatch.context() as patch:
        patch.setattr(report, "COLUMNS", ())
        assert changed() == set()


def test_a_secret_is_made_beside_out_once(tmp_path):
    secret, words = kept_secret(None, tmp_path / "out")
    path = tmp_path / "out.secret"
    assert len(secret) == 64 and path.stat().st_mode & 0o777 == 0o600 and str(path) in words
    assert kept_secret(None, tmp_path / "out")[0] == secret != kept_secret(None, tmp_path / "b")[0]
    path.write_text(" mine\n")
    assert kept_secret(path, tmp_path / "out")[0] == "mine"
    path.write_text("")
    with pytest.raises(Unfit, match="empty"):
        kept_secret(path, tmp_path / "out")
