"""Three classes graded end to end; a batch interrupted, a check changed."""

import csv
import shutil
from dataclasses import replace

import pytest
from nbgrader.utils import parse_utc

from assignments.grading import batch, gradebook, notebook, report, student, synthetic
from assignments.grading.assignment import assignments
from assignments.grading.question import Proof

A2 = next(a for a in assignments() if a.short == "a2")


def graded(folder, out, due=None):
    found = batch.grade(A2, folder, out, workers=1, progress=False)
    gradebook.save(A2, found, folder, out, due)
    report.write(A2, found, out, gradebook.seen(A2, out))
    return found


@pytest.mark.parametrize("klass", synthetic.CLASSES)
def test_a_class_gets_the_points_expected(klass, tmp_path, monkeypatch):
    monkeypatch.setattr(student, "CELL_SECONDS", 2)  # of the processor; an endless loop takes them all
    shorter = tuple(q if isinstance(q, Proof) else replace(q, seconds=2) for q in A2.questions)
    monkeypatch.setitem(A2.__dict__, "questions", shorter)
    synthetic.write(A2, tmp_path, {"right": 13, "wrong": 4, "hostile": 1}[klass])
    out = tmp_path / "out" / klass
    found = graded(tmp_path / klass, out)
    assert synthetic.compare(tmp_path / "expected.csv", out / "gradebook.csv") == []
    assert not any("GRADER FAILED" in note for one in found for note in one.notes)
    pages = sorted(p.stem for p in (out / "feedback").glob("*.html"))
    assert pages == sorted(one.who for one in found)
    summary = (out / "summary.html").read_text()
    assert f"{len(found)} submissions" in summary and "Rubric of packing" in summary


def test_an_interrupted_batch_goes_on_and_a_changed_submission_is_graded_again(tmp_path, monkeypatch):
    synthetic.write(A2, tmp_path, 3)
    for path in sorted((tmp_path / "right").iterdir())[3:]:
        shutil.rmtree(path)
    first = graded(tmp_path / "right", tmp_path / "out")
    kept = {p.name: p.stat().st_mtime_ns for p in (tmp_path / "out" / "marks").iterdir()}
    gone = sorted(kept)[0]
    (tmp_path / "out" / "marks" / gone).unlink()  # as if it had stopped before this one
    assert graded(tmp_path / "right", tmp_path / "out") == first
    again = {p.name: p.stat().st_mtime_ns for p in (tmp_path / "out" / "marks").iterdir()}
    assert {n for n in kept if kept[n] != again[n]} == {gone}
    path = tmp_path / "right" / first[0].file
    path.write_text(path.read_text().replace("rng.gumbel(", "rng.laplace("))
    marks = {m.question: m.points for m in graded(tmp_path / "right", tmp_path / "out")[0].marks}
    assert marks == {"leaks": 8, "top_two": 8, "sampler": 1, "household": 5}


def rows_of(out):
    rows = csv.DictReader((out / "gradebook.csv").open(encoding="utf-8-sig"))
    return {row["student"]: row for row in rows}


def waiting(out):
    """Whom nbgrader's formgrader lists for a person to grade."""
    with gradebook.Gradebook(gradebook._url(out)) as book:
        return {s.student.id for s in book.assignment_submissions(A2.name) if s.needs_manual_grade}


def test_what_a_person_types_in_the_formgrader_reaches_the_gradebook_and_the_page(tmp_path):
    synthetic.write(A2, tmp_path, 1)
    out = tmp_path / "out"
    who = graded(tmp_path / "right", out)[0].who
    assert gradebook.seen(A2, out)[who].points == {"packing": 0}  # nothing was written there
    gradebook.give(A2, out, who, "packing", 4, "Line 2 of the rubric: <why> is missing.")
    gradebook.give(A2, out, who, "household", 3.5)
    assert rows_of(out)[who]["total"] == "25"
    graded(tmp_path / "right", out)
    row, page = rows_of(out)[who], (out / "feedback" / f"{who}.html").read_text()
    assert (row["packing"], row["household"], row["total"]) == ("4", "3.5", "27.5")
    assert "points of household given by hand: 3.5; the checks gave 5" in row["notes"]
    assert "Line 2 of the rubric: &lt;why&gt; is missing." in page and "<b>27.5 of 30 points</b>" in page


def test_a_person_is_asked_again_where_an_answer_has_changed_alone(tmp_path):
    synthetic.write(A2, tmp_path, 2)
    out = tmp_path / "out"
    one, other = (g for g in graded(tmp_path / "right", out)[:2])
    for who in (one.who, other.who):
        gradebook.give(A2, out, who, "packing", 4)
        gradebook.give(A2, out, who, "sampler", 2)
    path = tmp_path / "right" / one.file
    path.write_text(path.read_text().replace("rng.gumbel(", "rng.laplace("))
    graded(tmp_path / "right", out)
    assert waiting(out) & {one.who, other.who} == {one.who}


def test_the_formgrader_shows_what_the_student_wrote(tmp_path):
    synthetic.write(A2, tmp_path, 1)
    who = graded(tmp_path / "right", tmp_path / "out")[0].who
    shown = notebook.read(tmp_path / "out" / "autograded" / who / A2.name / f"{A2.name}.ipynb")
    code = "".join(cell.source for cell in shown.cells if cell.cell_type == "code")
    assert "rng.gumbel(" in code and "NotImplementedError" not in code


def test_a_gate_that_is_worth_more_after_grading_is_graded_again(tmp_path, monkeypatch):
    synthetic.write(A2, tmp_path, 1)
    graded(tmp_path / "right", tmp_path / "out")
    richer = tuple(replace(q, gates={**q.gates, "private": 3}) if q.id == "household" else q for q in A2.questions)
    monkeypatch.setitem(A2.__dict__, "questions", richer)
    shutil.rmtree(tmp_path / "out" / "marks")  # as after a change of the checks' file
    graded(tmp_path / "right", tmp_path / "out")
    row, = rows_of(tmp_path / "out").values()
    assert (row["household"], row["of"]) == ("6", "31")


def test_lateness_is_said_where_the_time_is_known(tmp_path):
    synthetic.write(A2, tmp_path, 2)
    first, *_ = sorted((tmp_path / "right").iterdir())
    (first / "timestamp.txt").write_text("2026-11-20 12:00 UTC")
    graded(tmp_path / "right", tmp_path / "out")
    rows = rows_of(tmp_path / "out").values()
    assert {row["late"] for row in rows if row["file"].startswith(first.name)} == {"0"}
    assert {row["late"] for row in rows if not row["file"].startswith(first.name)} == {""}
    assert not any("late" in row["notes"] for row in rows)
    graded(tmp_path / "right", tmp_path / "out", parse_utc("2026-11-20 10:30 UTC"))
    rows = rows_of(tmp_path / "out").values()
    assert {row["notes"] for row in rows if row["late"]} == {"handed in 1.5 hours late"}
