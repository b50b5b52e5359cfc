"""From a source to what students get: solutions out, locks on, points in.

usage: python -m assignments.grading.release [--class KEY] [--to FOLDER] [--force] [NAME ...]     (all, to
notebooks/assignments)

nbgrader clears and locks; points, minutes and the table of questions come from the checks.  What a class gets goes to a
platform, without the course around it: links lead to the web.
"""

from __future__ import annotations

import argparse
import copy
import re
import sys
from pathlib import Path

import nbformat
from nbgrader.preprocessors import CheckCellMetadata, ClearOutput, ClearSolutions, LockCells

from . import notebook
from .assignment import RELEASES, Assignment, assignments
from .question import Proof, Question

WEB = "https://OWNER.github.io/dplearn/"
STUBS = {"code_stub": {"python": "raise NotImplementedError"}, "text_stub": "*Your answer here.*"}


def release(assignment: Assignment):
    """The notebook for students, not yet run."""
    made = copy.deepcopy(assignment.source)
    for step in (ClearOutput(), CheckCellMetadata(), LockCells(), ClearSolutions(**STUBS)):
        made, _ = step.preprocess(made, {})
    questions = {q.id: q for q in assignment.questions}
    for cell in made.cells:
        name = notebook.name(cell)
        question = questions.get(name.removesuffix("-task").removesuffix("-check"))
        if name == "head":
            cell.source = cell.source.replace("{questions}", head(assignment))
        elif question and name.endswith("-task"):
            first, _, rest = cell.source.partition("\n")
            cell.source = (f"{first} ({question.points} points, {question.minutes} minutes)\n{rest}\n\n"
                           + worth(question))
        elif question and cell.metadata.nbgrader.get("grade"):
            cell.metadata.nbgrader.points = question.points
        cell.metadata.pop("form", None)
        if assignment.klass != "open" and cell.cell_type == "markdown":
            cell.source = re.sub(r"\]\(\.\./([\w./-]+)\.ipynb", rf"]({WEB}\1.html", cell.source)
    return made


def worth(question: Question | Proof) -> str:
    """What earns points, a line: the gates in order, or the parts of a proof."""
    if isinstance(question, Proof):
        parts: dict[str, int] = {}
        for line, points in question.rubric.items():
            part = line.partition(" ")[0] if line.startswith("(") else "the proof"
            parts[part] = parts.get(part, 0) + points
        return "*Graded by hand*: " + ", ".join(f"{part} {points}" for part, points in parts.items()) + "."
    return "*Gates, in order*: " + ", ".join(f"{gate} {points}" for gate, points in question.gates.items()) + "."


def head(assignment: Assignment) -> str:
    """What the questions are worth and how each is graded."""
    minutes = sum(q.minutes for q in assignment.questions)
    rows = [f"| {i} | {q.points} | {q.minutes} | {', '.join(map(str, q.goals))} | {q.kind} |"
            for i, q in enumerate(assignment.questions, 1)]
    return "\n".join([f"**{assignment.points} points**, about {minutes / 60:.1f} hours.", "",
                      "| question | points | minutes | goals of the lecture | graded |", "|---|---|---|---|---|",
                      *rows])


def main() -> None:
    said = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    said.add_argument("names", nargs="*", metavar="NAME")
    said.add_argument("--class", dest="klass", default="open", help="the key of your class: it picks the variants")
    said.add_argument("--to", type=Path, default=RELEASES)
    said.add_argument("--force", action="store_true", help="also over a notebook of that name")
    said = said.parse_args()
    everything = assignments(said.klass)
    unknown = set(said.names) - {name for a in everything for name in (a.name, a.short)}
    if unknown:
        sys.exit(f"A must name some of {', '.join(a.short for a in everything)}; got {', '.join(sorted(unknown))}")
    if said.klass != "open" and said.to.resolve() == RELEASES:
        sys.exit("TO must say where the notebooks of your class go; notebooks/assignments holds the open class's")
    made = {said.to / f"{a.name}.ipynb": release(a) for a in everything
            if not said.names or {a.name, a.short} & set(said.names)}
    there = [str(path) for path in made if path.exists()]
    if there and not said.force and said.to.resolve() != RELEASES:  # what a class got is what it is graded by
        sys.exit(f"TO must not hold a notebook of that name: {', '.join(there)}. Was it handed out? FORCE=1 overwrites")
    if said.klass != "open" and "//OWNER." in WEB:
        print(f"The links lead to {WEB}: replace OWNER first (README, 'Put it on the web')", file=sys.stderr)
    said.to.mkdir(parents=True, exist_ok=True)
    for path, new in made.items():
        path.write_text(nbformat.writes(new).rstrip("\n") + "\n", encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
