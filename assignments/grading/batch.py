"""A folder of submissions graded: gradebook, a page of feedback for each, a summary.

usage: python -m assignments.grading.batch NAME FROM OUT [--class KEY] [--secret FILE] [--workers N]

Every notebook below FROM is graded, whatever a platform called it.  What is done is kept in OUT/marks, by all that it
depends on: an interrupted batch goes on where it stopped, and after a change of a check or a submission what it
concerns is graded again.  A broken notebook costs itself alone.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import sys
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import numpy as np
from nbgrader.utils import parse_utc
from tqdm import tqdm

from . import fence, gradebook, notebook, report
from .assignment import HOME, Assignment, assignments
from .question import Call, Case, Mark, Proof, Question, asked, asked_again
from .student import Student


@dataclass(frozen=True)
class Graded:
    """What one submission got: `marks` by question, `answers` as the student wrote them, by cell, `notes` for both
    sides."""

    file: str
    student: str
    marks: list[Mark] = field(default_factory=list)
    answers: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    who: str = ""  # the name in the gradebook: the student's, and the file's where that is missing or taken

    @classmethod
    def load(cls, path: Path) -> Graded:
        kept = json.loads(path.read_text(encoding="utf-8"))
        return cls(**{**kept, "marks": [Mark(**m) for m in kept["marks"]]})


def grade_one(assignment: Assignment, path: Path, file: str, secret: str) -> Graded:
    """One submission, called `file` in what is given back; what goes wrong in reading it is in the notes, and costs all
    points."""
    questions = [q for q in assignment.questions if not isinstance(q, Proof)]
    try:
        handed_in = notebook.submission(path, assignment.release)
    except notebook.Unreadable as error:
        return Graded(file, "", [Mark(q.id, 0, q.points, words=str(error)) for q in questions], notes=[str(error)])
    notes = list(handed_in.notes)
    if not handed_in.student:
        notes.append("STUDENT is empty: graded with the constants of the empty name")
    cells = [("student", f"STUDENT = {handed_in.student!r}"), *handed_in.cells]
    case, answered = assignment.case(handed_in.student, secret, _digest(cells)), {}
    with Student([code for _, code in cells]) as student:
        for question in questions:
            try:
                answered[question.id] = _asked(question, student, case, cells, questions)
            except Exception:  # the grader's own fault: a person must look, and the batch goes on
                answered[question.id] = Mark(question.id, 0, question.points,
                                             words="the grader failed here; your instructor knows"), [], cells
                notes.append(f"GRADER FAILED in {question.id}: {traceback.format_exc(limit=-2)}")
        notes += [f"a cell stopped with an error: {error}" for error in student.errors.values()
                  if str(error) != "not written yet"]
    marks = _again(answered, questions, case.rng("again"))
    answers = {name: code for name, code in handed_in.cells if name} | handed_in.texts
    return Graded(file, handed_in.student, marks, answers, notes)


def _asked(question: Question, student: Student, case: Case, cells: list[tuple[str, str]],
           questions: list[Question]) -> tuple[Mark, list[Call], list[tuple[str, str]]]:
    """The better of two, with the cells that ran: all, and, where that loses points, those without the answers to the
    other questions, which may have broken what this one uses."""
    got = *asked(question, student, case), cells
    others = {q.id for q in questions} - {question.id}
    if got[0].points == got[0].of or not others & {name for name, _ in cells}:
        return got
    rest = [(name, code) for name, code in cells if name not in others]
    with Student([code for _, code in rest]) as alone:
        return max(got, (*asked(question, alone, case), rest), key=lambda found: found[0].points)


def _again(answered: dict, questions: list[Question], rng: np.random.Generator) -> list[Mark]:
    """The marks after calls were asked again, each in a fresh process with the cells that it was answered by."""
    marks, seconds = {}, {q.id: q.seconds for q in questions}
    for cells in {id(cells): cells for _, _, cells in answered.values()}.values():
        some = {id: (found, calls) for id, (found, calls, own) in answered.items() if own is cells}
        with Student([code for _, code in cells]) as student:
            marks |= asked_again(some, student, seconds, rng)
    return [marks[q.id] for q in questions]


def grade(assignment: Assignment, folder: Path, out: Path, *, secret: str = "", workers: int = 2,
          progress: bool = True) -> list[Graded]:
    """Every notebook below the folder; what OUT holds the marks of already is left as it is."""
    files = submissions(folder)
    names = {path: path.relative_to(folder).as_posix() for path in files}
    (out / "marks").mkdir(parents=True, exist_ok=True)
    kept = {path: out / "marks" / f"{_plain(names[path])[:80]}-{_key(assignment, path, names[path], secret)}.json"
            for path in files}
    missing = [path for path in files if not kept[path].exists()]
    with ProcessPoolExecutor(workers) as pool, tqdm(initial=len(files) - len(missing), total=len(files),
                                                   desc=assignment.name, disable=not progress) as bar:
        jobs = {pool.submit(grade_one, assignment, path, names[path], secret): path for path in missing}
        try:
            for job in as_completed(jobs):
                _write(kept[jobs[job]], json.dumps(asdict(job.result()), ensure_ascii=False, indent=1))
                bar.update()
        except KeyboardInterrupt:
            for job in jobs:
                job.cancel()
            bar.write("stopping: the submissions under way are ended first", file=sys.stderr)
            raise
    return _named([Graded.load(path) for path in kept.values()])


def _digest(cells: list[tuple[str, str]]) -> str:
    """Of the code handed in: other code meets other hidden cases."""
    return hashlib.sha256("\0".join(code for _, code in cells).encode(errors="replace")).hexdigest()


def _named(graded: list[Graded]) -> list[Graded]:
    """Each with a name of its own in the gradebook, and a note where two bear one."""
    counts, named = Counter(g.student for g in graded), []
    for one in graded:
        alone = one.student and counts[one.student] == 1
        notes = one.notes if alone or not one.student else [*one.notes,
                                                            f"{counts[one.student]} submissions bear the name "
                                                                        f"{one.student!r}"]
        who = one.student if alone else f"{one.student} {one.file}".strip()
        named.append(replace(one, notes=notes, who=_plain(who)))
    return named


def _plain(name: str) -> str:
    """The name as a file may have it."""
    return re.sub(r"[^\w.@-]+", "_", name)


def _key(assignment: Assignment, path: Path, file: str, secret: str) -> str:
    """What the marks of a submission depend on."""
    found = hashlib.sha256(f"{assignment.name}\0{assignment.klass}\0{secret}\0{file}\0".encode())
    for part in (path, HOME / "source" / f"{assignment.name}.ipynb",
                 *sorted((HOME / "checks").glob(f"{assignment.short}*.py")), *sorted((HOME / "grading").glob("*.py"))):
        found.update(hashlib.sha256(part.read_bytes()).digest())
    return found.hexdigest()[:24]


def _write(path: Path, text: str) -> None:
    """Whole or not at all."""
    half = path.with_suffix(".half")
    half.write_text(text, encoding="utf-8")
    os.replace(half, path)


def submissions(folder: Path) -> list[Path]:
    """Every notebook below the folder."""
    return sorted(p for p in folder.rglob("*.ipynb") if ".ipynb_checkpoints" not in p.parts)


def main() -> None:
    said = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    said.add_argument("name", help="an assignment: a2, or its file's name")
    said.add_argument("folder", type=Path, metavar="FROM")
    said.add_argument("out", type=Path, metavar="OUT")
    said.add_argument("--class", dest="klass", default="open", help="the key that the release was made with")
    said.add_argument("--secret", type=Path, help="a file with the instructor's own key: it picks hidden cases")
    said.add_argument("--due", type=parse_utc, help="when it was due: '2027-01-31 23:59 CET'")
    said.add_argument("--workers", type=int, default=os.cpu_count())
    said = said.parse_args()
    found = [a for a in assignments(said.klass) if said.name in (a.name, a.short)]
    if not found:
        sys.exit(f"name must be one of {', '.join(a.short for a in assignments())}; got {said.name}")
    if not submissions(said.folder):
        sys.exit(f"FROM must hold notebooks; got none below {said.folder}")
    if fence.warning():
        print(fence.warning(), file=sys.stderr)
    secret = said.secret.read_text(encoding="utf-8").strip() if said.secret else ""
    try:
        graded = grade(found[0], said.folder, said.out, secret=secret, workers=said.workers)
    except KeyboardInterrupt:
        sys.exit("interrupted: what is graded is kept, run again to go on")
    gradebook.save(found[0], graded, said.folder, said.out, said.due)
    print(report.write(found[0], graded, said.out, gradebook.seen(found[0], said.out)))


if __name__ == "__main__":
    main()
