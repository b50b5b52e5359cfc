"""Hostile, dishonest and merely odd submissions, invented without a look at the grader.

Each is data: a name, what it is after, the most points that it may deserve, and a maker of its files.  The grader is
known here from what students and teachers are told alone: it reads all notebooks below a folder, runs their cells in
a process apart, calls their functions many times, and hands proofs to a teacher's browser.

What is right earns its points, whoever hands it in.  So `most` names the questions that the trick is in; all others
of its file are the public solutions and earn full points.  A cheat that has the form of an answer deserves
some gates of its question, which are not known here: its most is one point below the question's.  A question at its
full points in `most` is one for which both are fair, to count and not to count.

No trick does lasting harm where there is no fence: children end by themselves within two minutes, folders lie in the
temporary folder, nothing of others is deleted, only `terabytes` could ask for more memory than there is.  What would
show that a trick worked has OWNED in it: a file OWNED-..., a title of a page, a request to http://owned.invalid.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from textwrap import indent

from assignments.grading.assignment import Assignment

ROOT = Path(__file__).resolve().parents[2]
# Function and arguments of each question that is tampered with below.
CALLS = dict(top_two="top_two_law(counts, epsilon)", sampler="top_two_sample(counts, rate, rng, size)",
             household="household_law(x, y, N, epsilon, g)", circle="circle_chance(hours, y, query, day, clamp, "
             "epsilon)",
             held="held_law(losses, B, epsilon)", convict="convict(x, y, epsilon, delta)", worst="worst(N, n, alpha)",
             server="may_answer(history, kind, cost)", labels="best_labels(start, n, clamp, epsilon)",
             mechanism="mechanism_law(counts, epsilon, delta)", accuracy="accurate_law(counts, epsilon)")


@dataclass(frozen=True)
class Made:
    """An assignment as a student gets it (`release`: the class's own, else the open one), and its public solutions."""

    assignment: str = "a2"
    release: Path | None = None

    @cached_property
    def _cells(self) -> list[dict]:
        return json.loads((self.release or self._only(ROOT / "notebooks/assignments")).read_text("utf-8"))["cells"]

    def _only(self, folder: Path) -> Path:
        found, = folder.glob(f"{self.assignment}-*.ipynb")
        return found

    @cached_property
    def questions(self) -> dict[str, int]:
        "Id of a question (its answer's grade_id) to its points; those graded by hand, too."
        tags = [cell["metadata"]["nbgrader"] for cell in self._cells]
        return {tag["grade_id"].removesuffix("-check"): tag["points"] for tag in tags if tag["grade"]}

    @cached_property
    def proofs(self) -> list[str]:
        return [q for q in self.questions if any(is_cell(cell, q) and cell["cell_type"] == "markdown"
            for cell in self._cells)]

    @cached_property
    def _solutions(self) -> dict[str, str]:
        path = self._only(ROOT / "assignments/source")
        solved = Assignment(path.stem).solution  # of the form that the open class has
        return {q: "\n".join(line for line in solved(q).split("\n") if "### " not in line) for q in self.questions}

    def solution(self, question: str) -> str:
        return self._solutions[question]

    def notebook(self, answers: dict[str, str], student: str, texts: dict[str, str] | None = None, **changes) -> dict:
        "The release with these answers and texts by grade_id; `changes` are keys of the notebook itself."
        written = answers | (texts or {}) | {"student": f"STUDENT = {student!r}"}
        path = self.release or self._only(ROOT / "notebooks/assignments")
        made = json.loads(path.read_text("utf-8"))                      # fresh: what is made is changed in place
        for cell in made["cells"]:
            tag = cell["metadata"].get("nbgrader", {}).get("grade_id")
            if tag in written:
                cell["source"] = written[tag]
        return made | changes

    def right(self, student: str, code: dict[str, str] | None = None, texts: dict[str, str] | None = None) -> dict:
        "All public solutions, but for those in `code`, in which SOLUTION stands for the public one."
        code = {q: text.replace("SOLUTION", self.solution(q)) for q, text in (code or {}).items()}
        return self.notebook({q: self.solution(q) for q in self.questions} | code, student, texts)


@dataclass(frozen=True, eq=False)
class Invention:
    name: str
    kind: str                             # file, identity, proof, process, privacy, sampler, others
    tries: str                            # what it is after, in one sentence
    most: dict[str, int] | None           # most points by question; those not named deserve full points, None: all do
    make: Callable[[Made], dict[str, bytes]]       # path to content
    assignment: str = "a2"
    student: str = ""                     # what STUDENT says in the file that `most` is about; "" if it can say nothing
    beside: tuple[str, ...] = ()          # others who handed in right answers with it, and must keep their points


INVENTIONS: list[Invention] = []
A2 = dict(leaks=8, top_two=8, sampler=4, household=5)
EITHER, ZERO = dict(top_two=8), dict(top_two=0)
PLAIN = "return honest(counts, epsilon)"
NOTHING, ANY = dict.fromkeys(A2, 0), A2   # cannot be read: no points; half readable: no points are as fair as all


def dump(notebook) -> bytes:
    return json.dumps(notebook, ensure_ascii=False).encode("utf-8", "surrogatepass")


def invent(kind, name, tries, most=None, *, code=None, texts=None, change=None, pack=dump, path=None, more=None,
           student=None, assignment="a2", beside=()):
    """Add an invention: right answers but for `code` and `texts`, changed in place by `change`, made bytes by `pack`,
    stored at `path`, with the files of `more` beside it."""
    student = name if student is None else student

    def make(made: Made) -> dict[str, bytes]:
        notebook = made.right(student, code, {} if texts is None else {made.proofs[0]: texts})
        notebook = notebook if change is None else change(notebook) or notebook
        return {path or f"{name}/{assignment}.ipynb": pack(notebook)} | (more(made) if more else {})

    INVENTIONS.append(Invention(name, kind, tries, most, make, assignment, student, tuple(beside)))


def around(question, body, above=""):
    "The public solution, called `honest`, and over it a function of this body."
    call = CALLS[question]
    return {question: f"SOLUTION\n{above}\nhonest = {call.partition('(')[0]}\ndef {call}:\n{indent(body, '    ')}"}


def cell(source, kind="code", **metadata):
    made = dict(cell_type=kind, id=f"own-{abs(hash_of(source)):x}", metadata=metadata, source=source)
    return made | (dict(execution_count=None, outputs=[]) if kind == "code" else {})


def hash_of(text):                        # hash() differs from process to process
    return sum(ord(c) * (i + 1) for i, c in enumerate(text))


def is_cell(cell, grade_id):
    return cell["metadata"].get("nbgrader", {}).get("grade_id") == grade_id


def find(notebook, grade_id):
    return next(i for i, c in enumerate(notebook["cells"]) if is_cell(c, grade_id))


def insert(source, kind="code", at=None, before=None, **metadata):
    "A change: one more cell, at a place, before a cell, or at the end."
    def change(notebook):
        place = find(notebook, before) if before else len(notebook["cells"]) if at is None else at
        notebook["cells"].insert(place, cell(source, kind, **metadata))
    return change


def edit(grade_id, **keys):
    "A change: other keys of one cell (a function of the old value, or the new one)."
    def change(notebook):
        c = notebook["cells"][find(notebook, grade_id)]
        for key, value in keys.items():
            c[key] = value(c.get(key)) if callable(value) else value
    return change


def beside(*students, folder="beside"):
    "Right submissions of others."
    return lambda made: {f"{folder}-{i}/{made.assignment}.ipynb": dump(made.right(s)) for i, s in enumerate(students)}
