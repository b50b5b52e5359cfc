"""An assignment: its source notebook, its checks, what it draws for a student, its solutions."""

from __future__ import annotations

import copy
import functools
import importlib
import json
import re
from dataclasses import dataclass
from pathlib import Path

import nbformat

from . import notebook
from .question import Case, Proof, Question

HOME = Path(__file__).resolve().parents[1]
RELEASES = HOME.parent / "notebooks" / "assignments"


@dataclass(frozen=True)
class Assignment:
    """`name` is that of its files: a2-private-pac."""

    name: str

    @property
    def short(self) -> str:
        return self.name.partition("-")[0]

    @functools.cached_property
    def source(self):
        """The source notebook."""
        return notebook.read(HOME / "source" / f"{self.name}.ipynb")

    @functools.cached_property
    def release(self):
        """The notebook that students were given."""
        return notebook.read(RELEASES / f"{self.name}.ipynb")

    def in_class(self, klass: str):
        """The release of a class, which differs from the open one in its key."""
        made = copy.deepcopy(self.release)
        for cell in made.cells:
            cell.source = for_class(cell.source, klass)
        return made

    @functools.cached_property
    def questions(self) -> tuple[Question | Proof, ...]:
        return importlib.import_module(f"{__package__.rpartition('.')[0]}.checks.{self.short}").QUESTIONS

    @property
    def points(self) -> int:
        return sum(q.points for q in self.questions)

    def solution(self, question: str) -> str:
        """The code of the solution to a question."""
        return next(c.source for c in self.source.cells if notebook.name(c) == question)

    def cells(self, klass: str, answers: dict[str, str] | None = None) -> list[str]:
        """The code of the source without its visible checks; `answers` stand in place of solutions."""
        codes = {notebook.name(c): c.source for c in self.source.cells
                 if c.cell_type == "code" and not notebook.tests(c)}
        return [for_class(code, klass) for code in {**codes, **(answers or {})}.values()]

    def case(self, klass: str, student: str, secret: str = "") -> Case:
        """What was drawn for this student, from the locked cells of the source run here."""
        given: dict = {"STUDENT": student}
        for cell in self.source.cells:
            if cell.cell_type == "code" and notebook.locked(cell) and not notebook.tests(cell):
                exec(compile(_quiet(for_class(cell.source, klass)), self.name, "exec"), given)
        return Case(given, (self.short, klass, student), secret)


def for_class(code: str, klass: str) -> str:
    """A cell with the key of a class in place of the open one."""
    return re.sub(r'^CLASS = ".*"$', lambda _: f"CLASS = {json.dumps(klass)}", code, flags=re.M)


def _quiet(code: str) -> str:
    """A set-up cell without its prints."""
    return re.sub(r"^print\(.*\)$", "", code, flags=re.M)


def assignments() -> list[Assignment]:
    """All of them, in order."""
    return [Assignment(path.stem) for path in sorted((HOME / "source").glob("*.ipynb"))]
