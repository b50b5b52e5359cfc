"""An assignment as one class has it: its source notebook, its checks, what it draws for a student, its solutions."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib
import io
import json
import re
from dataclasses import dataclass
from pathlib import Path

from . import notebook
from .question import Case, Proof, Question

HOME = Path(__file__).resolve().parents[1]
RELEASES = HOME.parent / "notebooks" / "assignments"
FORMS = 3  # of the question that a key picks


@dataclass(frozen=True)
class Assignment:
    """`name` is that of its files: a2-private-pac; `klass` the key of the class; `handout` the notebook that the class
    got, None for the one that the source makes today."""

    name: str
    klass: str = "open"
    handout: Path | None = None

    @property
    def short(self) -> str:
        return self.name.partition("-")[0]

    @functools.cached_property
    def form(self) -> int:
        """Which of three forms of a question this class has."""
        return int.from_bytes(hashlib.sha256(f"{self.short}\0{self.klass}".encode()).digest(), "big") % FORMS

    @functools.cached_property
    def source(self):
        """The source notebook as it is for this class: the cells of its form, its key."""
        made = notebook.read(HOME / "source" / f"{self.name}.ipynb")
        made.cells = [c for c in made.cells if c.metadata.get("form", self.form) == self.form]
        for cell in made.cells:
            cell.source = re.sub(r'^CLASS = ".*"$', lambda _: f"CLASS = {json.dumps(self.klass)}", cell.source,
                                 flags=re.M)
        return made

    @functools.cached_property
    def release(self):
        """The notebook that students were given."""
        if self.handout is not None:
            return notebook.read(self.handout)
        from .release import release  # which needs this module
        return release(self)

    @functools.cached_property
    def questions(self) -> tuple[Question | Proof, ...]:
        checks = importlib.import_module(f"{__package__.rpartition('.')[0]}.checks.{self.short}").QUESTIONS
        return tuple(q[self.form] if isinstance(q, tuple) else q for q in checks)

    @property
    def points(self) -> int:
        return sum(q.points for q in self.questions)

    def solution(self, question: str) -> str:
        """The code of the solution to a question."""
        return next(c.source for c in self.source.cells if notebook.name(c) == question)

    @property
    def given(self) -> list:
        """The cells of code that students cannot change, without the visible checks."""
        return notebook.given((self.source if self.handout is None else self.release).cells)

    def drawn(self, student: str) -> tuple[dict, dict[str, str]]:
        """What the locked cells define for a student, and what each of them prints, by the cell's name."""
        given: dict = {"STUDENT": student}
        printed = {}
        for cell in self.given:
            with contextlib.redirect_stdout(io.StringIO()) as said:
                exec(compile(cell.source, self.name, "exec"), given)
            printed[notebook.name(cell)] = said.getvalue()
        return given, printed

    def case(self, student: str, secret: str = "", answers: str = "") -> Case:
        """What was drawn for this student, from the locked cells run here; hidden cases follow from the secret and
        from the answers handed in."""
        return Case(self.drawn(student)[0], (self.short, self.klass, student, answers), secret)


def assignments(klass: str = "open") -> list[Assignment]:
    """All of them, in order."""
    return [Assignment(path.stem, klass) for path in sorted((HOME / "source").glob("*.ipynb"))]
