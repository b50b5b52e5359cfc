"""A folder of submissions graded: gradebook, a page of feedback for each, a summary.

Every notebook below FROM is graded, in a process of its own, whatever a platform called it.  What is done is kept in
OUT/marks, by all that it depends on: an interrupted batch goes on where it stopped, and a submission that changed is
asked again.  A broken notebook costs itself alone; an error of the grader's own costs nobody points.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from multiprocessing.connection import wait
from pathlib import Path

import psutil
from tqdm import tqdm

from . import fence, notebook
from .assignment import HOME, Assignment
from .identity import Roster, normal, on_disk, rows
from .intake import take
from .question import Case, Mark, Proof, Question, asked, asked_again
from .student import Student
from .watch import Budget

FAILED = "GRADER FAILED"
LAST_RESORT = 20 * 60  # seconds for one submission, whose own limits end it long before


@dataclass(frozen=True, eq=False)
class Graded:
    """What one submission got: `marks` by question (none where the grader failed), `answers` as the student wrote them,
    by cell, `pictures` in them, `notes` for both sides, `private` ones for the instructor."""

    file: str
    student: str  # as it was written
    marks: list[Mark] = field(default_factory=list)
    answers: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    pictures: dict[str, dict[str, str]] = field(default_factory=dict)
    code: str = ""  # a digest of all that was handed in to run
    who: str = ""  # the row in the gradebook and on disk: it stays
    id: str = ""  # of whom the roster, or else the notebook, says that it is: it may change
    private: list[str] = field(default_factory=list)
    handed_in: bool = True

    @property
    def failed(self) -> bool:
        """Whether the grader could not do its work."""
        return any(note.startswith(FAILED) for note in self.notes)

    @property
    def page(self) -> str:
        """What its files are called."""
        return on_disk(self.who)

    def answer(self, question: str) -> str:
        """A digest of what points by hand would be given for."""
        held = self.answers.get(question, self.code)
        return _sha(held, *sorted(self.pictures.get(question, {}).values()))


# ---- one submission ------------------------------------------------------------------------------------


def grade_one(assignment: Assignment, path: Path, file: str, secret: str) -> Graded:
    """One submission, called `file` in what is given back; what goes wrong in reading it is in the notes, and costs all
    points."""
    questions = graded_questions(assignment)
    try:
        handed_in = notebook.submission(path, assignment.release)
    except notebook.Unreadable as error:
        return Graded(file, "", [Mark(q.id, q.points, words=str(error)) for q in questions], notes=[str(error)])
    notes = list(handed_in.notes)
    if not normal(handed_in.student):
        notes.append("STUDENT is empty: graded with the constants of the empty name")
    cells = [("student", f"STUDENT = {handed_in.student!r}"), *handed_in.cells]
    code = _sha(*(code for _, code in cells))
    try:
        marks, errors = _marks(questions, cells, assignment.case(handed_in.student, secret, code))
        notes += [f"a cell stopped with an error: {error}" for error in errors if str(error) != "not written yet"]
    except Exception as error:  # a person must look, and the batch goes on
        marks, notes = [], [*notes, _failure(error, file)]
    answers = {name: code for name, code in handed_in.cells if name} | handed_in.texts
    return Graded(file, handed_in.student, marks, answers, notes, handed_in.pictures, code)


def graded_questions(assignment: Assignment) -> list[Question]:
    """Those that the machine grades."""
    return [q for q in assignment.questions if not isinstance(q, Proof)]


def _failure(error: BaseException, file: str) -> str:
    last = notebook.plain(" ".join(" ".join(traceback.format_exception(error)[-3:]).split()))
    return f"{FAILED} in {file}: {last[-600:]}"


def _marks(questions: list[Question], cells: list[tuple[str, str]], case: Case) -> tuple[list[Mark], list[Exception]]:
    """The marks, and the errors of the cells.

    Each question gets the better of two: with all cells, and, where that loses points, without the answers to the other
    questions, which may have broken what this one uses.  Then calls are asked again, in a fresh process with the same
    cells; what differs there is tried once more without the others' answers, which may have spoiled it.
    """
    budget, ids = Budget(), {q.id for q in questions}
    seconds, rng = {q.id: q.seconds for q in questions}, case.rng("again")

    def student(own: str | None = None) -> Student:
        return Student([code for name, code in cells if own is None or name == own or name not in ids], budget=budget)

    together, apart = {}, {}
    with student() as everything:
        for question in questions:
            together[question.id] = got = asked(question, everything, case)
            if got[0].points < got[0].of:
                with student(question.id) as alone:
                    again = asked(question, alone, case)
                if again[0].points > got[0].points:
                    apart[question.id] = again
                    del together[question.id]
        errors = list(everything.errors.values())
    with student() as fresh:
        marks = asked_again(together, fresh, seconds, rng)
    spoiled = {id: found for id, found in together.items() if marks[id] != found[0]}
    for id, found in (spoiled | apart).items():
        with student(id) as alone:
            again = asked_again({id: found}, alone, seconds, rng)[id]
        if id in apart:
            words = f"{again.words}\nIt got more without the cells of the other questions, and that counts."
            marks[id] = replace(again, words=words.strip())
        elif again == found[0]:
            marks[id] = again
    return [marks[q.id] for q in questions], errors


# ---- what is kept of it --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Job:
    """One submission to grade, and the file that keeps what it got."""

    assignment: Assignment
    path: Path
    file: str
    secret: str
    kept: Path

    def graded(self) -> Graded | None:
        """What is kept."""
        if not self.kept.exists():
            return None
        kept = json.loads(self.kept.read_text(encoding="utf-8"))
        return Graded(**{**kept, "marks": [Mark(**mark) for mark in kept["marks"]]})

    def run(self) -> None:
        """Grade it, and keep that."""
        try:
            got = grade_one(self.assignment, self.path, self.file, self.secret)
        except Exception as error:  # whatever a file does to the grader is no fault of the student's
            got = Graded(self.file, "", notes=[_failure(error, self.file)])
        _write(self.kept, asdict(got))


def jobs(assignment: Assignment, files: dict[str, Path], out: Path, secret: str) -> list[Job]:
    """One a submission; what it got is kept by the text of all our code, of the handout, and of itself."""
    code = [path.read_text(encoding="utf-8") for folder in (HOME, HOME.parent / "dplearn")
            for path in sorted(folder.rglob("*.py"))]
    shared = _sha(assignment.name, assignment.klass, secret, *code,
                  *(f"{notebook.name(cell)}\0{cell.source}" for cell in assignment.release.cells))
    return [Job(assignment, path, file, secret,
                out / "marks" / f"{on_disk(file)}-{_sha(shared, file, _content(path))[:24]}.json")
            for file, path in files.items()]


def _content(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _sha(*words: str) -> str:
    return hashlib.sha256("\0".join(words).encode(errors="replace")).hexdigest()


def _write(path: Path, found) -> None:
    """Whole or not at all."""
    half = path.with_suffix(".half")
    half.write_text(json.dumps(found, ensure_ascii=False, indent=1), encoding="utf-8")
    os.replace(half, path)


# ---- all of them ---------------------------------------------------------------------------------------


def grade(assignment: Assignment, folder: Path, out: Path, *, secret: str = "", workers: int = 2,
          roster: Roster = Roster()) -> list[Graded]:
    """Every notebook below the folder; what OUT holds already is left as it is, but for failures of ours."""
    (out / "marks").mkdir(parents=True, exist_ok=True)
    todo = jobs(assignment, take(folder, out).files, out, secret)
    missing = [job for job in todo if (kept := job.graded()) is None or kept.failed]
    with tqdm(initial=len(todo) - len(missing), total=len(todo), desc=assignment.name, disable=None) as bar:
        lost = run(missing, workers, bar.update)
    print(f"graded: {len(missing)}; kept: {len(todo) - len(missing)}", file=sys.stderr)
    return named([lost.get(job.file) or job.graded() for job in todo], out, roster)


def run(todo: list[Job], workers: int, done: Callable[[], object]) -> dict[str, Graded]:
    """Each job in a process of its own, so many at a time; what no process could finish, by file."""
    tqdm.monitor_interval = 0  # no thread of its own: processes are forked below
    fence.warning()  # looked at once, here
    waiting, running, lost = [*todo], {}, {}
    try:
        while waiting or running:
            while waiting and len(running) < workers:
                job = waiting.pop(0)
                process = multiprocessing.get_context("fork").Process(target=_run_alone, args=(job, os.getpid()))
                process.start()
                running[process.sentinel] = process, job
            for sentinel in wait(list(running)):
                process, job = running.pop(sentinel)
                process.join()
                if process.exitcode:
                    words = (f"no end within {LAST_RESORT // 60} minutes" if process.exitcode == -signal.SIGALRM else
                             f"its process ended by itself ({process.exitcode})")
                    lost[job.file] = Graded(job.file, "", notes=[f"{FAILED}, {job.file}: {words}"])
                done()
    finally:
        for process, _ in running.values():
            process.terminate()  # asked to end, so that it ends what it started; all of them first
        for process, _ in running.values():
            process.join(30)
            process.kill()
    return lost


def _run_alone(job: Job, parent: int) -> None:
    """In a process of its own, which ends when it is told to, at the last resort, and with the one that started it."""
    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os.kill(os.getpid(), signal.SIGTERM)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: sys.exit(1))
    signal.alarm(LAST_RESORT)
    threading.Thread(target=watch, daemon=True).start()
    job.run()


def named(graded: list[Graded], out: Path, roster: Roster) -> list[Graded]:
    """Each with its row in the gradebook, and with notes on who claims to be whom; who is on the roster and handed in
    nothing has a row too."""
    kept = out / "rows.json"
    before = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}

    def written(one: Graded) -> str:
        return (normal(one.student) or one.failed and before.get(one.file, [""])[0]
                or normal(f"no name: {one.file}"))

    def known(name: str) -> str:
        return normal(roster.find(name) or name)

    found = rows({one.file: written(one) for one in graded}, before, known, roster.ids)
    _write(kept, found)
    spelled = {normal(id): id for id in roster.ids}
    claims: dict[str, list[str]] = {}
    for one in graded:
        claims.setdefault(known(written(one)), []).append(one.file)
    made = []
    for one in graded:
        name, own, private = known(written(one)), found[one.file][1], []
        others = [file for file in claims[name] if file != one.file]
        if others and (normal(one.student) or one.failed):
            private.append(f"{len(others) + 1} files say that they are {name[:200]}'s; the others: {', '.join(others)}")
        if roster.ids and one.student and not roster.find(one.student):
            private.append(f"{one.student[:200]!r} is not on the roster")
        made.append(replace(one, private=private, who=spelled.get(own, own), id=spelled.get(name, name)))
    absent = [id for form, id in spelled.items() if form not in claims]
    return made + [Graded("", id, notes=["nothing handed in"], id=id, handed_in=False) for id in absent]


def default_workers() -> int:
    """A core each, and 3 GB of memory."""
    return max(1, min(os.cpu_count() or 1, psutil.virtual_memory().total // (3 << 30)))
