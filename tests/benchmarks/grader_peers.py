"""Nbgrader alone and Otter alone: the assignment of one question as each wants it, a notebook graded by each.

Both get our own checks as hidden tests, a test a gate, run in the student's kernel as both do.
"""

import copy
import inspect
import json
import os
import re
import subprocess
import sys
import textwrap
import time
import tomllib
from pathlib import Path

import nbformat
import psutil
from nbgrader.api import Gradebook, MissingEntry

from assignments.checks import a2
from assignments.grading import checking, notebook, question

ROOT = Path(__file__).resolve().parents[2]
QUESTION, FUNCTION = a2.TOP_TWO, "top_two_law"
CELL_SECONDS, MOST_SECONDS = 10, 60

PASSED = """\
def passed({function}):
    import itertools, types
    from collections.abc import Sequence
    import numpy as np
    from dplearn.privacy import Relation
{pieces}
    checking = types.SimpleNamespace(law=law, private=private)
    class Ask:
        def __call__(self, name, *args):
            return {function}(*args)
        def each(self, name, calls):
            return [{function}(*args) for args in calls]
    class Case:
        RELATION = Relation.{relation}
        def rng(self, *words):
            return np.random.default_rng(list("/".join(words).encode()))
    gates = 0
    try:
        for fault in {check}(Ask(), Case()):
            gates += 1
    except Wrong as fault:
        return gates, str(fault)
    return gates, ""
"""


def hidden(assignment) -> str:
    """`passed(function)`: how many gates of our check it passes, and why not more, with nothing imported from here."""
    pieces = (question.Wrong, question.need, checking._some, checking.law, checking.private, a2.peeled, a2._profiles,
              QUESTION.check)
    return PASSED.format(function=FUNCTION, check=QUESTION.check.__name__,
                         relation=assignment.case("").RELATION.name,
                         pieces=textwrap.indent("\n".join(map(inspect.getsource, pieces)), "    "))


def run(command: list, folder: Path, lib: Path, log: Path, seconds: float = MOST_SECONDS) -> tuple[int | None, float]:
    """Exit code (None: ended from outside, with all that it started) and wall time; what it prints goes to `log`."""
    environment = {**os.environ, "PYTHONPATH": str(lib), "MPLBACKEND": "agg",
                   "PATH": os.pathsep.join([str(Path(command[0]).parent), os.environ["PATH"]])}
    start = time.perf_counter()
    with log.open("wb") as file:
        process = subprocess.Popen([str(c) for c in command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                   stdout=file, stderr=subprocess.STDOUT)
        code = None
        try:
            code = process.wait(seconds)
        except subprocess.TimeoutExpired:
            for one in [*psutil.Process(process.pid).children(recursive=True), psutil.Process(process.pid)]:
                one.kill()
            process.wait()
    return code, time.perf_counter() - start


def library(folder: Path) -> Path:
    """A folder with `dplearn` and without our checks, for the kernels of others."""
    folder.mkdir()
    (folder / "dplearn").symlink_to(ROOT / "dplearn")
    return folder


def last_words(log: Path) -> str:
    """The error that a program ended with, without the paths of this machine."""
    lines = [line.strip() for line in log.read_text(encoding="utf-8", errors="replace").splitlines() if line.strip()]
    errors = [line for line in lines if re.match(r"[\w.]+(Error|Exception|Died): |\[\w+ \| ERROR\] One", line)]
    return re.sub(r"(/[\w.-]+)+/", "", (errors or lines or [""])[-1])[:160]


class Nbgrader:
    """A course of nbgrader's in a folder; `release` is what it hands out."""

    name = "nbgrader"

    def __init__(self, assignment, folder: Path, lib: Path):
        self.assignment, self.folder, self.lib = assignment.name, folder, lib
        self.command = [Path(sys.executable), "-m", "nbgrader"]
        source = folder / "source" / self.assignment / f"{self.assignment}.ipynb"
        source.parent.mkdir(parents=True)
        (folder / "nbgrader_config.py").write_text(
            f"c = get_config()\nc.CourseDirectory.root = {str(folder)!r}\n"
            f"c.ClearSolutions.code_stub = {{'python': 'raise NotImplementedError'}}\n"
            f"c.ExecutePreprocessor.timeout = c.Execute.timeout = {CELL_SECONDS}\n")
        source.write_text(nbformat.writes(self.source(assignment)))
        code, _ = run([*self.command, "generate_assignment", self.assignment], folder, lib, folder / "log")
        if code != 0:
            raise RuntimeError(f"nbgrader must make the assignment; got {last_words(folder / 'log')}")
        self.release = nbformat.read(folder / "release" / self.assignment / source.name, 4)

    @staticmethod
    def source(assignment):
        """The source with the visible check's cell worth the first gate, and a cell for each other gate."""
        made = copy.deepcopy(assignment.source)
        first = next(c for c in made.cells if notebook.tests(c))
        for i, points in enumerate(QUESTION.gates.values(), 1):
            cell = first if i == 1 else copy.deepcopy(first)
            lines = f"gates, words = 0, ''\n{hidden(assignment)}\ngates, words = passed({FUNCTION})\n" if i == 1 else ""
            test = f"### BEGIN HIDDEN TESTS\n{lines}assert gates >= {i}, words\n### END HIDDEN TESTS"
            cell.source = f"{first.source}\n{test}" if i == 1 else f"# Checked after you have handed in.\n{test}"
            cell.metadata.nbgrader.points = points
            if i > 1:
                cell.metadata.nbgrader.grade_id, cell.id = f"{QUESTION.id}-gate-{i}", f"gate-{i}"
                made.cells.append(cell)
        return made

    def hand_in(self, student: str, data: bytes) -> None:
        path = self.folder / "submitted" / student / self.assignment / f"{self.assignment}.ipynb"
        path.parent.mkdir(parents=True)
        path.write_bytes(data)

    def autograde(self, *options: str) -> tuple[int | None, float]:
        """The command, for all or some students."""
        return run([*self.command, "autograde", self.assignment, *options], self.folder, self.lib, self.folder / "log")

    def points(self, student: str) -> float | None:
        """What the gradebook holds; None where autograding left nothing."""
        if not (self.folder / "autograded" / student / self.assignment).exists():
            return None
        with Gradebook(f"sqlite:///{self.folder / 'gradebook.db'}") as book:
            try:
                return book.find_submission(self.assignment, student).score
            except MissingEntry:
                return None

    def grade(self, student: str, data: bytes) -> tuple[float | None, float, str]:
        """Points (None: no grade), wall seconds, words where something broke."""
        self.hand_in(student, data)
        code, seconds = self.autograde(f"--student={student}")
        words = "stopped from outside" if code is None else last_words(self.folder / "log") if code else ""
        return self.points(student), seconds, words


class Otter:
    """Otter's assignment and autograder in a folder; graded by `otter run`, which is Otter without Docker."""

    name = "Otter"

    def __init__(self, assignment, folder: Path, lib: Path, python: Path):
        self.assignment, self.folder, self.lib = assignment.name, folder, lib
        self.command = [python, "-m", "otter"]
        folder.mkdir()
        source = folder / f"{self.assignment}.ipynb"
        source.write_text(nbformat.writes(self.source(assignment)))
        code, _ = run([*self.command, "assign", "--no-run-tests", "--no-pdfs", source, folder / "dist"], folder, lib,
                      folder / "log")
        found = sorted((folder / "dist" / "autograder").glob("*.zip"))
        if code != 0 or not found:
            raise RuntimeError(f"Otter must make the assignment; got {last_words(folder / 'log')}")
        self.autograder = found[0]
        self.release = nbformat.read(folder / "dist" / "student" / source.name, 4)
        for cell in self.release.cells:  # so that what is done to our check cells is done to Otter's
            if cell.source.startswith("grader.check("):
                cell.metadata.nbgrader = next(c for c in assignment.source.cells if notebook.tests(c)).metadata.nbgrader

    @staticmethod
    def source(assignment):
        """In Otter's format: raw cells around prompt, solution and tests; a hidden test a gate, exception-based."""
        cells = {notebook.name(c): copy.deepcopy(c) for c in assignment.source.cells}
        solution = cells[QUESTION.id]
        solution.source = solution.source.replace("### BEGIN", "# BEGIN").replace("### END", "# END")
        raw = nbformat.v4.new_raw_cell
        made = [raw("# ASSIGNMENT CONFIG\nexport_cell: false\ncheck_all_cell: false\ntests:\n  ok_format: false"),
                cells["student"], cells["setup"],
                raw(f"# BEGIN QUESTION\nname: {QUESTION.id}\npoints: {QUESTION.points}"), cells[f"{QUESTION.id}-task"],
                raw("# BEGIN SOLUTION"), solution, raw("# END SOLUTION"), raw("# BEGIN TESTS")]
        for i, points in enumerate(QUESTION.gates.values(), 1):
            config = f'""" # BEGIN TEST CONFIG\npoints: {points}\nhidden: true\n""" # END TEST CONFIG\n'
            made.append(nbformat.v4.new_code_cell(
                f"{config}def test_gate_{i}({FUNCTION}):\n{textwrap.indent(hidden(assignment), '    ')}\n"
                f"    gates, words = passed({FUNCTION})\n    assert gates >= {i}, words"))
        made += [raw("# END TESTS"), raw("# END QUESTION")]
        return nbformat.v4.new_notebook(cells=made, metadata=assignment.source.metadata)

    def grade(self, student: str, data: bytes) -> tuple[float | None, float, str]:
        """Points (None: no grade), wall seconds, words where something broke."""
        folder = self.folder / student
        folder.mkdir()
        (folder / f"{self.assignment}.ipynb").write_bytes(data)
        code, seconds = run([*self.command, "run", "-a", self.autograder, "-o", folder, f"{self.assignment}.ipynb"],
                            folder, self.lib, folder / "log")
        words = "stopped from outside" if code is None else last_words(folder / "log") if code else ""
        results = folder / "results.json"
        if not results.exists():
            return None, seconds, words
        return sum(t.get("score", 0) for t in json.loads(results.read_text())["tests"]), seconds, words


def otter_python(folder: Path) -> Path:
    """Otter, and what `dplearn` needs, in an environment of its own."""
    needs = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    subprocess.run([folder / "bin" / "python", "-m", "pip", "install", "-q", "otter-grader", *needs], check=True)
    return folder / "bin" / "python"
