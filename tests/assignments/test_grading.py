"""Three classes graded end to end, in students' processes; what a person adds."""


import handed
import pytest

import synthetic
from assignments.grading import batch, fence, gradebook, notebook, report, student
from assignments.grading.assignment import assignments

A2 = next(a for a in assignments() if a.short == "a2")


def graded(folder, out):
    found = batch.grade(A2, folder, out, workers=2, progress=False)
    gradebook.save(A2, found, folder, out)
    report.write(A2, found, out, gradebook.seen(A2, out))
    return found


@pytest.mark.parametrize("klass", synthetic.CLASSES)
def test_a_class_gets_the_points_expected(klass, tmp_path, monkeypatch):
    cheap = "a constant", "exit() in the function", "patches the checker", "a warning on stderr"  # see test_hostile.py
    for tries in ("SPOILS", "HARMLESS"):
        monkeypatch.setattr(synthetic, tries, {n: v for n, v in getattr(synthetic, tries).items() if n in cheap})
    hard = "metadata lost", "a scratch copy that fails", "locked cells deleted", "cells of one's own"
    monkeypatch.setattr(synthetic, "VESSELS", {n: synthetic.VESSELS[n] for n in hard})  # all: see test_notebook.py
    synthetic.write(A2, tmp_path, {"right": 4, "wrong": 2, "hostile": 1}[klass], [klass])
    out = tmp_path / "out" / klass
    found = graded(tmp_path / klass, out)
    assert synthetic.compare(tmp_path / "expected.csv", out / "gradebook.csv") == []
    assert not any("GRADER FAILED" in note for one in found for note in one.notes)
    pages = sorted(p.stem for p in (out / "feedback").glob("*.html"))
    assert pages == sorted(one.page for one in found)
    summary = (out / "summary.html").read_text()
    assert f"{len(found)} submissions" in summary and "Rubric of packing" in summary


def test_what_is_kept_is_not_asked_again_and_a_changed_submission_is(tmp_path):
    synthetic.write(A2, tmp_path, 2)
    folder, out = tmp_path / "right", tmp_path / "out"
    first = graded(folder, out)
    kept = {p.name: p.stat().st_mtime_ns for p in (out / "marks").iterdir()}
    path = folder / first[0].file
    path.write_text(path.read_text().replace("rng.gumbel(", "rng.laplace("))
    again = graded(folder, out)
    now = {p.name: p.stat().st_mtime_ns for p in (out / "marks").iterdir()}
    assert again[1] == first[1] and now.items() >= kept.items()
    assert {m.question: m.points for m in again[0].marks} == {"leaks": 8, "top_two": 8, "sampler": 1, "household": 5}
    shown = notebook.read(out / "autograded" / again[0].page / A2.name / f"{A2.name}.ipynb")
    code = "".join(cell.source for cell in shown.cells if cell.cell_type == "code")
    assert "rng.laplace(" in code and "NotImplementedError" not in code


def test_what_a_person_types_in_the_formgrader_reaches_the_gradebook_and_the_page(tmp_path, monkeypatch):
    handed.at_once(monkeypatch)
    out = tmp_path / "out"
    handed.hand_in(tmp_path / "in" / "a.ipynb", "ada", "my proof", household="right = 1")
    handed.graded(tmp_path / "in", out)
    gradebook.give(A2, out, "ada", "packing", 4, "Line 2 of the rubric: <why> is missing.")
    gradebook.give(A2, out, "ada", "household", 3.5)
    assert handed.rows_of(out)["a.ipynb"]["total"] == ""  # the proof waits
    said = handed.graded(tmp_path / "in", out)
    row, page = handed.rows_of(out)["a.ipynb"], (out / "feedback" / "ada.html").read_text()
    assert (row["packing"], row["household"], row["machine"], row["total"]) == ("4", "3.5", "5", "7.5")
    note = "points of household given by hand: 3.5; the checks gave 5"
    assert note in row["notes"] and note in page and "waits" not in said
    assert "Line 2 of the rubric: &lt;why&gt; is missing." in page and "<b>7.5 of 30 points</b>" in page


def test_a_failure_of_the_fence_is_the_graders(tmp_path, monkeypatch):
    """No student gets a zero for a process that never started."""
    def start():
        raise student.GraderError("no student's process could be started: as a test")

    monkeypatch.setattr(fence, "start", start)
    handed.hand_in(tmp_path / "in" / "a.ipynb", "ada", household="right = 1")
    found = batch.grade(A2, tmp_path / "in", tmp_path / "out", workers=1, progress=False)
    assert found[0].marks == [] and found[0].failed and "as a test" in found[0].notes[0]
