"""Three classes that nobody attended: right, plausibly wrong, hostile; each submission with the points it must get.

usage: python -m tests.assignments.synthetic NAME FOLDER [--size N] [--class KEY] [--only right hostile] [--write]
       python -m tests.assignments.synthetic NAME FOLDER --compare OUT/gradebook.csv

Writes FOLDER/right, FOLDER/wrong, FOLDER/hostile and FOLDER/expected.csv, grades each into FOLDER/out, and prints each
difference between the points expected and given.  With --write it grades nothing: FOLDER is then one batch for `make
grade`, whose gradebook --compare holds against what is expected.
"""

from __future__ import annotations

import argparse
import copy
import csv
import json
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import nbformat

from assignments.grading import batch, gradebook, notebook, release, report
from assignments.grading.assignment import Assignment, assignments
from assignments.grading.question import Proof


@dataclass(frozen=True)
class Paper:
    """A submission: the file's bytes, what it tries, the most points a question, whether exactly these, words of
    feedback."""

    file: str
    what: str
    data: bytes
    points: dict[str, int]
    exact: bool = True
    cause: dict[str, str] = None  # type: ignore[assignment]  # by question


# ---- what hostile code tries; each stands in the cell of one question --------------------------------

def _body(code: str) -> Callable[[str, str], str]:
    """The question's functions do this instead."""
    lines = textwrap.dedent(code).strip().splitlines()
    return lambda name, solution: f"def {name}(*args, **more):\n" + "".join(f"    {line}\n" for line in lines)


def _before(code: str) -> Callable[[str, str], str]:
    """This stands above the solution."""
    return lambda name, solution: textwrap.dedent(code).removeprefix("\n") + "\n" + solution


SPOILS = {  # costs the question
    "a stub": _body("raise NotImplementedError"),
    "a constant": _body("return 0"),
    "not a number": _body("return float('nan')"),
    "another shape": _body("return [[1.0]]"),
    "an endless loop in the function": _body("""
        while True:
            pass"""),
    "an endless loop in the cell": _before("""
        while True:
            pass"""),
    "exit() in the function": _body("exit()"),
    "the process ended in the function": _body("""
        import os
        os._exit(0)"""),
    "the process ended in the cell": _before("""
        import os
        os._exit(1)"""),
    "memory hunger": _body("return [bytearray(1 << 28) for _ in range(10**6)]"),
    "twenty hungry processes": _body("""
        import os, time
        for _ in range(20):
            if os.fork() == 0:
                held = bytearray(b'x') * (1 << 29)
                time.sleep(600)
        time.sleep(600)"""),
    "looks into the grader's frames": _body("""
        import gc, inspect
        found = [f.frame.f_locals for f in inspect.stack()] + [o for o in gc.get_objects() if isinstance(o, dict)]
        for names in found:
            for key in ('right', 'expected', 'losses', 'laws', 'truth'):
                if isinstance(names.get(key), dict):
                    return names[key]
        return None"""),
    "looks for the checks on the disk": _body("""
        import glob, re
        for path in glob.glob('/**/checks/*.py', recursive=True) + glob.glob('/**/source/*.ipynb', recursive=True):
            text = open(path).read()
            if 'SOLUTION' in text or 'QUESTIONS' in text:
                return text
        return None"""),
    "patches the checker": _before("""
        import builtins, numpy as np
        from dplearn import privacy
        privacy.audit = lambda *a, **k: type('R', (), dict(ok=True, true_epsilon=0.0))()
        np.isclose = np.allclose = lambda *a, **k: True
        builtins.abs = lambda x: 0
        """),
    "an object equal to everything": _body("""
        class Yes(float):
            __eq__ = __le__ = __ge__ = __lt__ = __gt__ = lambda self, other: True
        return Yes(1.0)"""),
    "asks the network": _body("""
        import urllib.request
        return urllib.request.urlopen('http://127.0.0.1:8888/').read()"""),
    "answers before it is asked": _body(r"""
        import os
        for number in range(3, 30):
            try:
                os.write(number, b'["value", [1.0]]\n' * 3)
            except OSError:
                pass
        return 0"""),
    "answers without end, and does not listen": _body(r"""
        import os
        for number in range(3, 30):
            try:
                while True:
                    os.write(number, b'["value", [1.0]]\n' * 1000)
            except OSError:
                pass
        return 0"""),
    "a thousand processes": _body("""
        import os, time
        for _ in range(1000):
            if os.fork() == 0:
                time.sleep(600)
        return 0"""),
}
HARMLESS = {  # costs nothing: the answer is right
    "a warning on stderr": _before("""
        import sys, warnings
        warnings.warn('deprecated')
        print('!', file=sys.stderr)"""),
    "a gigabyte of output": _before("""
        for _ in range(1000):
            print('x' * 10**6)"""),
    "a picture": _before("""
        %matplotlib inline
        import matplotlib.pyplot as plt
        _ = plt.plot([1, 2])"""),
}
SPOILED_AFTER = {"patches the checker": "return 0"}


def _with(papers: dict[str, str], release, student: str):
    """The release with answers, a student's name written in."""
    made = copy.deepcopy(release)
    for cell in made.cells:
        name = notebook.name(cell)
        if name == "student":
            cell.source = f"STUDENT = {student!r}"
        elif name in papers:
            cell.source = papers[name]
    return made


def _bytes(made) -> bytes:
    return (nbformat.writes(made) + "\n").encode()


def _file(student: str, assignment: Assignment) -> str:
    return f"{student}/{assignment.name}.ipynb"


def right(assignment: Assignment, size: int) -> Iterator[Paper]:
    """Solutions, through everything that editors and platforms do to a file."""
    graded = [q for q in assignment.questions if not isinstance(q, Proof)]
    full, answers = {q.id: q.points for q in graded}, {q.id: assignment.solution(q.id) for q in graded}
    for i in range(size):
        student = f"right-{i:02d}"
        what, change = list(VESSELS.items())[i % len(VESSELS)]
        file, data = change(_with(answers, release.release(assignment), student), student, assignment)
        yield Paper(file, what, data, full)


def wrong(assignment: Assignment, size: int) -> Iterator[Paper]:
    """In turn each plausible mistake of each question, the other questions right."""
    graded = [q for q in assignment.questions if not isinstance(q, Proof)]
    mistakes = [(q, m) for q in graded for m in q.mistakes]
    for i in range(size):
        q, m = mistakes[i * max(1, len(mistakes) // size) % len(mistakes)]
        answers = {other.id: assignment.solution(other.id) for other in graded}
        answers[q.id] = m.code(answers[q.id])
        student = f"wrong-{i:02d}"
        made = _with(answers, release.release(assignment), student)
        yield Paper(_file(student, assignment), f"{q.id}: {m.name}", _bytes(made),
                    {other.id: other.points for other in graded} | {q.id: m.most}, False, {q.id: m.cause})


def hostile(assignment: Assignment, size: int) -> Iterator[Paper]:
    """In turn each hostile cell, in place of each question; and files that are no notebooks."""
    graded = [q for q in assignment.questions if not isinstance(q, Proof)]
    full = {q.id: q.points for q in graded}
    tries = [(name, make, 0) for name, make in SPOILS.items()] + [(name, make, 1) for name, make in HARMLESS.items()]
    for i in range(max(size - len(BROKEN), len(tries))):
        q, (name, make, harmless) = graded[i % len(graded)], tries[i % len(tries)]
        function = _function(assignment.solution(q.id))
        body = make(function, assignment.solution(q.id))
        if name in SPOILED_AFTER:
            body = body.replace(assignment.solution(q.id), _body(SPOILED_AFTER[name])(function, ""))
        answers = {other.id: assignment.solution(other.id) for other in graded} | {q.id: body}
        student = f"hostile-{i:02d}"
        made = _with(answers, release.release(assignment), student)
        yield Paper(_file(student, assignment), f"{q.id}: {name}", _bytes(made),
                    full | ({} if harmless else {q.id: 0}), True)
    for i, (name, data) in enumerate(BROKEN.items()):
        yield Paper(_file(f"broken-{i}", assignment), name, data, dict.fromkeys(full, 0))


def _function(solution: str) -> str:
    return re.findall(r"^def (\w+)", solution, re.M)[-1]


# ---- what happens to a file on its way ---------------------------------------------------------------

def _plain(made, student, assignment):
    return _file(student, assignment), _bytes(made)


def _without_metadata(made, student, assignment):
    for cell in made.cells:
        cell.metadata = {}
    return _file(student, assignment), _bytes(made)


def _format_3(made, student, assignment):
    text = nbformat.v3.writes_json(nbformat.convert(made, 3))
    return _file(student, assignment), text.encode()


def _crlf(made, student, assignment):
    for cell in made.cells:
        cell.source = cell.source.replace("\n", "\r\n")
    return _file(student, assignment), _bytes(made).replace(b"\n", b"\r\n")


def _renamed(made, student, assignment):
    return f"{student.replace('-', '')}_LATE_20417_990{student[-2:]}_{assignment.name}-2.ipynb", _bytes(made)


def _in_folder(made, student, assignment):
    return f"{student}_40217_assignsubmission_file_/My {assignment.name} (1).ipynb", _bytes(made)


def _scratch(made, student, assignment):
    place = next(i for i, c in enumerate(made.cells) if notebook.name(c) == assignment.questions[0].id)
    copied = copy.deepcopy(made.cells[place])
    copied.source = "def scratch():\n    return 1 / 0\nscratch()"
    made.cells.insert(place, copied)
    made.cells.append(nbformat.v4.new_code_cell("this is no Python"))
    return _file(student, assignment), _bytes(made)


def _tests_gone(made, student, assignment):
    made.cells = [c for c in made.cells if not notebook.tests(c)]
    return _file(student, assignment), _bytes(made)


def _tests_edited(made, student, assignment):
    for cell in made.cells:
        if notebook.tests(cell):
            cell.source = "import os; os._exit(0)"
    return _file(student, assignment), _bytes(made)


def _locked_edited(made, student, assignment):
    for cell in made.cells:
        if notebook.locked(cell) and cell.cell_type == "code" and not notebook.tests(cell):
            cell.source += "\nimport os; os._exit(0)"
    return _file(student, assignment), _bytes(made)


def _locked_gone(made, student, assignment):
    made.cells = [c for c in made.cells if not (notebook.locked(c) and c.cell_type == "code")]
    return _file(student, assignment), _bytes(made)


def _own_cells(made, student, assignment):
    for i in range(len(made.cells), 0, -1):
        made.cells.insert(i, nbformat.v4.new_code_cell(f"mine_{i} = {i}"))
        made.cells.insert(i, nbformat.v4.new_markdown_cell("what I thought"))
    return _file(student, assignment), _bytes(made)


VESSELS = {
    "as it was handed out": _plain,
    "a byte order mark": lambda *a: (_plain(*a)[0], b"\xef\xbb\xbf" + _plain(*a)[1]),
    "CRLF": _crlf, "metadata lost": _without_metadata, "nbformat 3": _format_3, "renamed by a platform": _renamed,
    "in a platform's folder": _in_folder, "a scratch copy that fails": _scratch, "checks deleted": _tests_gone,
    "checks edited": _tests_edited, "locked cells edited": _locked_edited, "locked cells deleted": _locked_gone,
    "cells of one's own": _own_cells,
}
BROKEN = {"an empty file": b"", "half a file": b'{"cells": [{"cell_type": "code", "sour',
          "no notebook": b"%PDF-1.7 \xff\xfe", "another JSON": json.dumps({"hello": [1, 2]}).encode()}


def table(assignment: Assignment, folder: Path, only: list[str]) -> list[str]:
    """Each class graded: a line each, then every difference between expected and given."""
    lines, faults = [], []
    for name in only:
        out = folder / "out" / name
        graded = batch.grade(assignment, folder / name, out, workers=batch.default_workers())
        gradebook.save(assignment, graded, folder / name, out)
        report.write(assignment, graded, out, gradebook.seen(assignment, out))
        differ = compare(folder / "expected.csv", out / "gradebook.csv")
        faults += differ
        lines.append(f"{name}: {len(graded)} submissions, {len(differ)} differences")
    return lines + faults


def compare(expected: Path, book: Path) -> list[str]:
    """Differences between the points expected and given, a line each; a gradebook is that of the class that its folder
    is named after, or else of all."""
    faults = []
    with book.open(encoding="utf-8-sig", newline="") as file:
        given = {row["file"]: row for row in csv.DictReader(file)}
    with expected.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    one = book.parent.name in CLASSES
    for row in rows:
        if one and row["class"] != book.parent.name:
            continue
        got = given.get(row["file"] if one else f"{row['class']}/{row['file']}")
        for q, most in json.loads(row["points"]).items():
            points = int(got[q]) if got and got[q] else -1
            if not (points == most if row["exact"] == "True" else points <= most):
                faults.append(f"{row['class']} {row['file']} ({row['what']}): {q} got {points}, expected {most}")
    return faults


CLASSES = {"right": right, "wrong": wrong, "hostile": hostile}


def main() -> None:
    said = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    said.add_argument("name")
    said.add_argument("folder", type=Path)
    said.add_argument("--size", type=int, default=40)
    said.add_argument("--class", dest="klass", default="open")
    said.add_argument("--only", nargs="+", choices=CLASSES, default=list(CLASSES))
    said.add_argument("--write", action="store_true", help="grade nothing")
    said.add_argument("--compare", type=Path, metavar="CSV", help="a gradebook of FOLDER, graded as one batch")
    said = said.parse_args()
    assignment = next(a for a in assignments(said.klass) if said.name in (a.name, a.short))
    if said.compare:
        print("\n".join(compare(said.folder / "expected.csv", said.compare)) or "as expected")
        return
    write(assignment, said.folder, said.size, said.only)
    if not said.write:
        print("\n".join(table(assignment, said.folder, said.only)))


def write(assignment: Assignment, folder: Path, size: int, only: Iterable[str] = tuple(CLASSES)) -> None:
    """The classes, and what is expected of each submission."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "expected.csv").open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["class", "file", "what", "points", "exact", "cause"])
        for name in only:
            for paper in CLASSES[name](assignment, size):
                path = folder / name / paper.file
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(paper.data)
                table.writerow([name, paper.file, paper.what, json.dumps(paper.points), paper.exact,
                                json.dumps(paper.cause)])


if __name__ == "__main__":
    main()
