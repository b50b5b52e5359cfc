"""One question of assignment 2 (`top_two`, 8 points) graded by nbgrader alone, by Otter alone and by ours: one table.

usage: python tests/benchmarks/graders.py [--otter PYTHON] [--only WORDS ...] [--keep FOLDER]

All three get the same submissions, each made from the release of the one that grades it, and the same checks: ours run
in the grader's process, theirs are hidden tests in the student's kernel, one for each gate (grader_peers.py).  nbgrader
runs by `nbgrader autograde`, 10 s a cell; Otter by `otter run`, which knows no limit of time: after 60 s all is ended
from outside.  PYTHON is one that has otter-grader and what dplearn needs; without it such an environment is made (a
gigabyte).

Columns: points expected, given by each, wall seconds each took for the notebook, with its start.  A dash: no grade, and
a line below the table says why.  `!`: other than expected.  Where nbgrader gives no grade it grades that submission
once more, between two right ones, to show whether those are reached.

Left out, since without a fence they hurt the machine: memory hunger, a thousand processes.
"""

import argparse
import datetime
import os
import shutil
import subprocess
import sys
import tempfile
import time
import warnings
from importlib.metadata import version
from pathlib import Path

import nbformat

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from assignments.grading import batch, fence, notebook, release, synthetic  # noqa: E402
from assignments.grading.assignment import HOME, Assignment  # noqa: E402
from assignments.grading.synthetic import HARMLESS, SPOILED_AFTER, SPOILS, VESSELS, _before, _body  # noqa: E402
from grader_peers import FUNCTION, QUESTION, Nbgrader, Otter, library, otter_python  # noqa: E402


class OneQuestion(Assignment):
    """Assignment 2 with a single question."""

    @property
    def source(self):
        made, stays = Assignment("a2-private-pac").source.copy(), ("student", "setup")
        made.cells = [c for c in made.cells
                      if notebook.name(c) in stays or notebook.name(c).partition("-")[0] == QUESTION.id]
        return made

    @property
    def release(self):
        return release.release(self)

    questions = (QUESTION,)


# ---- what is handed in: from `synthetic`, and what only matters where tests run in the student's kernel ----

PACKAGE_CALL = """\
from dplearn import mechanisms
p = mechanisms.exponential_probabilities(args[0], score_sensitivity=1, epsilon=args[1] / 2)
return np.outer(p, p)"""
ORACLE = """\
import inspect
for frame in inspect.stack():
    for names in (frame.frame.f_locals, frame.frame.f_globals):
        if "peeled" in names:
            return names["peeled"](args[0], args[1] / (4 if RELATION is privacy.Relation.REPLACE_ONE else 2))
return 0"""
DISK = """\
import glob, json
for path in glob.glob("../../../source/*/*.ipynb") + glob.glob("HOME/source/*.ipynb"):
    for cell in json.load(open(path))["cells"]:
        code = "".join(cell["source"])
        if "BEGIN SOLUTION" in code and "def top_two_law" in code and "glob" not in code:
            names = dict(globals())
            exec(code, names)
            return names["top_two_law"](*args)
return 0"""
EMPTIES = "get_ipython().input_transformers_cleanup.append(lambda lines: ['pass\\n'])"
OTTERS = """\
try:
    from otter.test_files import exception_test
    exception_test.test_case.call_func = lambda self, names: None
except ImportError:
    pass"""
ATTACKS = {  # no answer but a constant, and something done to the grader
    "asks the checker's own oracle, by its frame": _body(ORACLE),
    "runs the instructor's solution, off the disk": _body(DISK.replace("HOME", str(HOME))),
    "empties every cell that comes after": lambda name, _: EMPTIES + "\n" + _body("return 0")(name, ""),
    "replaces Otter's call of a test": lambda name, _: OTTERS + "\n" + _body("return 0")(name, ""),
}
MISTAKES = ("no noise", "half the noise", "twice the noise", "a constant", "the same remedy twice",
            "behaves on small cases alone")
TRIED = ("a stub", "an endless loop in the function", "an endless loop in the cell", "exit() in the function",
         "the process ended in the function", "the process ended in the cell", "looks into the grader's frames",
         "patches the checker", "an object equal to everything")
FILES = ("a scratch copy that fails", "checks deleted", "checks edited", "metadata lost")


def papers(solution: str) -> dict:
    """Name -> (code of the answer, what happens to the file, points expected)."""
    full, plain = QUESTION.points, VESSELS["as it was handed out"]
    made = {"right": (solution, plain, full)}
    made |= {f"right, {what}": (solution, VESSELS[what], full) for what in FILES}
    made |= {f"right, {what}": (HARMLESS[what](FUNCTION, solution), plain, full)
             for what in ("a warning on stderr", "a gigabyte of output")}
    made["right, numpy warns when it is called"] = (
        solution.replace("    law = np", "    np.log(np.zeros(1))\n    law = np"), plain, full)
    made |= {m.name: (m.code(solution), plain, m.most) for m in QUESTION.mistakes if m.name in MISTAKES}
    made["one call of the package, squared"] = (_body(PACKAGE_CALL)(FUNCTION, ""), plain, 0)
    for what in TRIED:
        code = SPOILS[what](FUNCTION, solution)
        if what in SPOILED_AFTER:
            code = code.replace(solution, _body(SPOILED_AFTER[what])(FUNCTION, ""))
        made[what] = (code, plain, 0)
    return made | {what: (make(FUNCTION, solution), plain, 0) for what, make in ATTACKS.items()}


class Ours:
    """Ours, as `make grade` grades one notebook."""

    name = "ours"

    def __init__(self, assignment, folder: Path):
        self.assignment, self.folder, self.release = assignment, folder, assignment.release
        folder.mkdir()

    def grade(self, student: str, data: bytes):
        """Points, wall seconds, what the feedback says."""
        path = self.folder / f"{student}.ipynb"
        path.write_bytes(data)
        start = time.perf_counter()
        graded = batch.grade_one(self.assignment, path, path.name, "")
        return graded.marks[0].points, time.perf_counter() - start, graded.marks[0].words


def submission(grader, assignment, answer: str, vessel, student: str) -> bytes:
    """The file, made from what this grader hands out."""
    made = synthetic._with({QUESTION.id: answer}, grader.release, student)
    return vessel(made, student, assignment)[1]


def between_right_ones(course: Nbgrader, assignment, paper, student: str) -> str:
    """Whether nbgrader reaches the submissions before and after one that it cannot grade."""
    three = {f"{student}-{i}": p for i, p in enumerate((papers(assignment.solution(QUESTION.id))["right"], paper,
                                                        papers(assignment.solution(QUESTION.id))["right"]))}
    shutil.rmtree(course.folder / "submitted")
    for name, (answer, vessel, _) in three.items():
        course.hand_in(name, submission(course, assignment, answer, vessel, name))
    code, _ = course.autograde()
    before, this, after = (shown(course.points(name)) for name in three)
    return f"in a batch of three: exit {code}, before {before}, this {this}, after {after}"


def shown(points: float | None) -> str:
    """Points, or a dash for no grade."""
    return "-" if points is None else f"{points:.6g}"


def main() -> None:
    """Print the table."""
    said = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    said.add_argument("--otter", type=Path, metavar="PYTHON", help="a Python with otter-grader and dplearn's needs")
    said.add_argument("--only", nargs="+", default=[""], metavar="WORDS", help="submissions whose name has these")
    said.add_argument("--keep", type=Path, metavar="FOLDER", help="a new folder where everything stays")
    said = said.parse_args()
    warnings.simplefilter("ignore", nbformat.validator.DuplicateCellId)  # a scratch copy has one
    with tempfile.TemporaryDirectory() as folder:
        show(said.keep or Path(folder), said.otter, said.only)


def show(folder: Path, python: Path | None, only: list[str]) -> None:
    """Grade all three ways below the folder."""
    folder.mkdir(exist_ok=True)
    folder = folder.resolve()
    assignment, lib = OneQuestion("a2-private-pac"), library(folder / "lib")
    python = python.absolute() if python else otter_python(folder / "environment")
    graders = [Nbgrader(assignment, folder / "nbgrader", lib), Otter(assignment, folder / "otter", lib, python),
               Ours(assignment, folder / "ours")]
    otter = subprocess.check_output([python, "-c", "import otter; print(otter.__version__)"])
    print(f"nbgrader {version('nbgrader')}, Otter {otter.decode().strip()}, Python {sys.version.split()[0]}, "
          f"{datetime.date.today()}; {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
          f"{'; no fence' if fence.warning() else ''}\n")
    print("| submission | expected | nbgrader | Otter | ours | s nbgrader | s Otter | s ours |\n" + "|---" * 8 + "|")
    notes = []
    for i, (name, paper) in enumerate(papers(assignment.solution(QUESTION.id)).items()):
        if not any(words in name for words in only):
            continue
        answer, vessel, expected = paper
        found = [g.grade(f"s{i:02d}", submission(g, assignment, answer, vessel, f"s{i:02d}")) for g in graders]
        points = " | ".join(f"{shown(got)}{'' if got == expected else ' !'}" for got, _, _ in found)
        print(f"| {name} | {expected} | {points} | {' | '.join(f'{s:.1f}' for _, s, _ in found)} |", flush=True)
        notes += [f"- {name}, {g.name}: {words}" for g, (got, _, words) in zip(graders[:2], found) if got is None]
        if found[0][0] is None:
            notes.append(f"- {name}, nbgrader {between_right_ones(graders[0], assignment, paper, f's{i:02d}-again')}")
    print("\n" + "\n".join(notes) + f"\n\nload at the end {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
