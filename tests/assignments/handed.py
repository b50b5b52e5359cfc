"""Submissions for tests of what stands around a student's process, and a grader that starts none."""

from __future__ import annotations

import csv
import json
import os
from pathlib import Path

import synthetic
from assignments.grading import batch, gradebook, notebook, report
from assignments.grading.assignment import Assignment, assignments
from assignments.grading.identity import Roster
from assignments.grading.question import Mark, Proof

A2 = next(a for a in assignments() if a.short == "a2")
RIGHT = {q.id: "right = 1" for q in A2.questions if not isinstance(q, Proof)}
FULL = {q.id: str(q.points) for q in A2.questions if not isinstance(q, Proof)}


def paper(student: str | None, proof: str = "", pictures: dict[str, str] | None = None, assignment: Assignment = A2,
          **answers: str) -> dict:
    """A notebook as its JSON: a student's name, words under the proof, code by question."""
    made = synthetic._with(answers, assignment.release, student or "")
    for cell in made.cells:
        if notebook.name(cell) == "packing" and proof:
            cell.source = proof
            if pictures:
                cell.attachments = {name: {"image/png": data} for name, data in pictures.items()}
    return json.loads(json.dumps(made))


def hand_in(path: Path, student: str | None, *args, **answers) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(paper(student, *args, **answers)), encoding="utf-8")
    return path


def at_once(monkeypatch, log: Path | None = None) -> None:
    """Grading without a student's process: an answer that says "right" gets all points, and who asked is in the log."""
    def grade_one(assignment, path, file, secret, which=None):
        which = batch.graded_questions(assignment) if which is None else which
        found = notebook.submission(path, assignment.release)
        code = dict(found.cells)
        marks = [Mark(q.id, q.points if "right" in code.get(q.id, "") else 0, q.points,
                      {g: p if "right" in code.get(q.id, "") else 0 for g, p in q.gates.items()}) for q in which]
        if log:
            with log.open("a") as file_:
                file_.write("".join(f"{file} {q.id}\n" for q in which))
        if "kill the grader" in code.get("leaks", ""):
            os.kill(os.getpid(), 9)
        if "break the grader" in code.get("leaks", ""):
            raise RuntimeError("the grader's own fault")
        return batch.Graded(file, found.student, marks, dict(found.cells) | found.texts, found.notes, found.pictures,
                            batch._sha(*(c for _, c in found.cells)))

    real = batch.grade_one

    def told(*args):
        try:
            return grade_one(*args)
        except notebook.Unreadable:
            return real(*args)

    monkeypatch.setattr(batch, "grade_one", told)


def graded(folder: Path, out: Path, due=None, roster: Roster = Roster(), book: bool = True) -> str:
    """A batch of A2 as the command does it; the line at its end.  Without nbgrader's book where nobody looks into it:
    to make one takes seconds."""
    found = batch.grade(A2, folder, out, workers=2, progress=False, roster=roster)
    if book:
        gradebook.save(A2, found, folder, out, due)
    return report.write(A2, found, out, gradebook.seen(A2, out), batch.take(folder, out).left)


def rows_of(out: Path) -> dict[str, dict]:
    """The gradebook's lines by file, or by row where nothing was handed in."""
    with (out / "gradebook.csv").open(encoding="utf-8-sig", newline="") as file:
        return {row["file"] or row["student"]: row for row in csv.DictReader(file)}
