"""nbgrader's gradebook and folders from our marks: its formgrader for proofs, its penalties, its export go on from
here.

OUT becomes a course of nbgrader's: source/, autograded/, gradebook.db, nbgrader_config.py.  A check cell carries our
points as its output, which is how nbgrader reads points; what a person typed there comes back by `seen`.
"""

from __future__ import annotations

import contextlib
import copy
import os
import sys
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.preprocessors import ComputeChecksums, SaveAutoGrades, SaveCells
from sqlalchemy.exc import SAWarning

from . import notebook
from .assignment import Assignment
from .hand import Hand
from .prose import safe
from .question import Proof

os.environ["PATH"] += os.pathsep + str(Path(sys.executable).parent)  # nbgrader starts alembic by its bare name

CONFIG = """# Written once by the grader; yours from then on.  https://nbgrader.readthedocs.io says what can stand here.
c = get_config()
c.CourseDirectory.root = {root!r}
"""


def save(assignment: Assignment, graded: list, out: Path) -> None:
    """All marks into OUT/gradebook.db; what was graded by hand there stays."""
    with warnings.catch_warnings(action="ignore", category=SAWarning):  # nbgrader makes rows before it says whose
        _save(assignment, graded, out.resolve())


def _save(assignment, graded, out) -> None:
    name = assignment.name
    settings = out / "nbgrader_config.py"
    if not settings.exists():
        settings.write_text(CONFIG.format(root=str(out)), encoding="utf-8")
    release, _ = ComputeChecksums().preprocess(_worth_what_checks_say(assignment), {})
    about = {"notebook": name, "assignment": name, "db_url": _url(out)}
    with Gradebook(about["db_url"]) as book:
        book.update_or_create_assignment(name)
    SaveCells().preprocess(release, {"nbgrader": about})
    _put(out / "source" / name / f"{name}.ipynb", release)
    for one in graded:
        if one.failed or not one.handed_in:
            continue  # no points are better than false ones
        with Gradebook(about["db_url"]) as book:
            book.update_or_create_student(one.page)
            book.update_or_create_submission(name, one.page)
            hand = Hand(book, name, one.page)
            for question, grade, comment in _entries(assignment, book, one.page):  # points by hand follow their answers
                hand.turn(question.id, one.answer(question.id), grade, comment)
            book.db.commit()
        made, resources = marked(assignment, release, one), {"nbgrader": {**about, "student": one.page}}
        SaveAutoGrades().preprocess(made, resources)
        with Gradebook(about["db_url"]) as book:
            hand = Hand(book, name, one.page)
            for question, grade, _ in _entries(assignment, book, one.page):
                waits = grade.auto_score is None or hand.earlier(question.id) is not None
                grade.needs_manual_grade = waits and grade.manual_score is None
            book.db.commit()
        _put(out / "autograded" / one.page / name / f"{name}.ipynb", made)


def _entries(assignment: Assignment, book, who: str) -> Iterator[tuple]:
    """Each question with its grade and comment in a row; none of a question that was added since."""
    where = (assignment.name, assignment.name, who)
    for question in assignment.questions:
        cell = question.id if isinstance(question, Proof) else f"{question.id}-check"
        with contextlib.suppress(MissingEntry):
            found = book.find_grade(cell, *where), book.find_comment(question.id, *where)
            yield question, *found


def _worth_what_checks_say(assignment: Assignment) -> nbformat.NotebookNode:
    """The release with the points of today's checks, which may have changed since it was made."""
    release, points = copy.deepcopy(assignment.release), {q.id: q.points for q in assignment.questions}
    for cell in release.cells:
        if cell.metadata.get("nbgrader", {}).get("grade"):
            cell.metadata.nbgrader.points = points[notebook.name(cell).removesuffix("-check")]
    return release


def marked(assignment: Assignment, release, one) -> nbformat.NotebookNode:
    """The release with what the student wrote in it (words made safe to show), what its locked cells print for this
    student, and our points as what its check cells put out."""
    made, marks, printed = copy.deepcopy(release), {m.question: m for m in one.marks}, assignment.drawn(one.student)[1]
    for cell in made.cells:
        name = notebook.name(cell)
        if notebook.tests(cell):
            mark = marks[name.removesuffix("-check")]
            cell.outputs = [nbformat.v4.new_output("stream", name="stdout", text=mark.words + "\n"),
                            nbformat.v4.new_output("execute_result", {"text/plain": str(mark.points)})]
        elif cell.cell_type == "code":
            said = printed.get(name)
            cell.outputs = [nbformat.v4.new_output("stream", name="stdout", text=said)] if said else []
        if name in one.answers:
            wrote = one.answers[name]
            cell.source = wrote if cell.cell_type == "code" else safe(wrote, one.pictures.get(name, {}))
    return made


@dataclass
class Seen:
    """What the gradebook knows of a submission beyond our marks: `points` that a person gave for what is handed in now,
    and for `earlier` answers, and `comments`, by question."""

    points: dict[str, float] = field(default_factory=dict)
    earlier: dict[str, float] = field(default_factory=dict)
    comments: dict[str, str] = field(default_factory=dict)


def seen(assignment: Assignment, out: Path) -> dict[str, Seen]:
    """Of each row, by what its files are called."""
    if not (out / "gradebook.db").exists():
        return {}
    with Gradebook(_url(out.resolve())) as book:
        try:
            submissions = book.assignment_submissions(assignment.name)
        except MissingEntry:
            return {}
        return {each.student.id: _seen(assignment, book, each.student.id) for each in submissions}


def _seen(assignment, book, who: str) -> Seen:
    found, hand = Seen(), Hand(book, assignment.name, who)
    for question, grade, comment in _entries(assignment, book, who):
        if grade.manual_score is not None:
            found.points[question.id] = grade.manual_score
        elif (earlier := hand.earlier(question.id)) is not None:
            found.earlier[question.id] = earlier
        if comment.manual_comment:
            found.comments[question.id] = comment.manual_comment
    return found


def _url(out: Path) -> str:
    return f"sqlite:///{out / 'gradebook.db'}"


def _put(path: Path, made) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(nbformat.writes(made) + "\n", encoding="utf-8")
