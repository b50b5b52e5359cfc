"""Submissions for tests of what stands around a student's process, and a grader that starts none."""

from __future__ import annotations

import csv
import json
import os
import shutil
from pathlib import Path

import numpy as np
import pytest

from assignments.grading import batch, gradebook, notebook, report
from assignments.grading.assignment import Assignment, assignments
from assignments.grading.identity import Roster
from assignments.grading.question import Mark

FENCED = pytest.mark.skipif(not shutil.which("bwrap"), reason="bwrap is not here; CI installs it")
A2 = next(a for a in assignments() if a.short == "a2")
RIGHT = {q.id: "right = 1" for q in batch.graded_questions(A2)}
FULL = {q.id: str(q.points) for q in batch.graded_questions(A2)}


def solved(assignment: Assignment = A2) -> dict[str, str]:
    """The solution's code by question."""
    return {q.id: "\n".join(line for line in assignment.solution(q.id).split("\n") if "### " not in line)
            for q in batch.graded_questions(assignment)}


def paper(student: str, proof: str = "", pictures: dict[str, str] | None = None, assignment: Assignment = A2,
          **answers: str) -> dict:
    """A notebook as its JSON: a student's name, words under the proof, code by question."""
    made = json.loads(json.dumps(assignment.release))
    written = answers | {"student": f"STUDENT = {student!r}"} | ({"packing": proof} if proof else {})
    for cell in made["cells"]:
        name = cell["metadata"]["nbgrader"]["grade_id"]
        cell["source"] = written.get(name, cell["source"])
        if name == "packing" and pictures:
            cell["attachments"] = {picture: {"image/png": data} for picture, data in pictures.items()}
    return made


def hand_in(path: Path, student: str, *args, **answers) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(paper(student, *args, **answers)), encoding="utf-8")
    return path


def at_once(monkeypatch, log: Path = Path(os.devnull)) -> None:
    """Grading without a student's process: an answer that says "right" gets all points, and who asked is in the log."""
    real = batch.grade_one

    def grade_one(assignment, path, file, secret):
        try:
            found = notebook.submission(path, assignment.release)
        except notebook.Unreadable:
            return real(assignment, path, file, secret)
        code = dict(found.cells)
        marks = []
        for q in batch.graded_questions(assignment):
            right = "right" in code.get(q.id, "")
            marks.append(Mark(q.id, q.points, {gate: p * right for gate, p in q.gates.items()}))
        with log.open("a") as file_:
            file_.write(f"{file}\n")
        if "kill the grader" in code.get("leaks", ""):
            os.kill(os.getpid(), 9)
        if "break the grader" in code.get("leaks", ""):
            raise RuntimeError("the grader's own fault")
        return batch.Graded(file, found.student, marks, code | found.texts, found.notes, found.pictures,
                            batch._sha(*code.values()))

    monkeypatch.setattr(batch, "grade_one", grade_one)
    monkeypatch.setattr("nbgrader.api.get_alembic_version", lambda: "tests")  # else asked by a process, for seconds


def graded(folder: Path, out: Path, roster: Roster = Roster(), book: bool = True) -> str:
    """A batch of A2 as the command does it; the line at its end.  Without nbgrader's book where nobody looks into it:
    to make one takes seconds."""
    found = batch.grade(A2, folder, out, workers=2, roster=roster)
    if book:
        gradebook.save(A2, found, out)
    return report.write(A2, found, out, gradebook.seen(A2, out), batch.take(folder, out).left)


class Course:
    """A folder of right submissions, and what a grader without students' processes makes of it."""

    def __init__(self, place: Path, monkeypatch):
        at_once(monkeypatch, place / "log")
        self.folder, self.out = place / "in", place / "out"

    def hand_in(self, file: str, student: str, *args, **answers) -> None:
        """A notebook whose answers are right, but for these."""
        hand_in(self.folder / f"{file}.ipynb", student, *args, **RIGHT | answers)

    def graded(self, **options) -> dict[str, dict]:
        """The gradebook's lines, without the ending of their files; `said` is the line at the end."""
        self.said = graded(self.folder, self.out, **options)
        return {file.removesuffix(".ipynb"): row for file, row in rows_of(self.out).items()}

    def page(self, row: dict) -> str:
        """What the student of this line is told."""
        return (self.out / "feedback" / row["page"]).read_text()


def rows_of(out: Path) -> dict[str, dict]:
    """The gradebook's lines by file, or by row where nothing was handed in."""
    with (out / "gradebook.csv").open(encoding="utf-8-sig", newline="") as file:
        return {row["file"] or row["student"]: row for row in csv.DictReader(file)}


def give(out: Path, who: str, question: str, points: float, comment: str = "") -> None:
    """Points and a comment by hand, as the formgrader gives them; `who` as the row's files are called."""
    with gradebook.Gradebook(gradebook._url(out.resolve())) as book:
        (grade, said), = (found for asked, *found in gradebook._entries(A2, book, who) if asked.id == question)
        grade.manual_score, grade.needs_manual_grade, said.manual_comment = points, False, comment
        book.db.commit()


def follows(program, data, law: np.ndarray, rng, place) -> bool:
    """Whether 2,000 runs (each at a place of the law) can be of this law: Σ|p̂ - p| is above
    sqrt(2 (m ln 2 + ln(1/β))/n) with probability at most β, here 5e-8 (Bretagnolle, Huber and Carol; m outcomes, n
    independent runs)."""
    runs = np.array([place(program(data, rng)) for _ in range(2000)])
    off = np.abs(np.bincount(runs, minlength=law.size) / len(runs) - law.ravel()).sum()
    return off <= np.sqrt(2 * (law.size * np.log(2) - np.log(5e-8)) / len(runs))
