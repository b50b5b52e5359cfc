"""What was handed out is what is graded: the class's notebook found, and held against today's source and key."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

from . import notebook
from .assignment import RELEASES, Assignment


class Unfit(Exception):
    """Handout, key and source do not belong together; the words say so, with the command that mends it."""


def handed_out(assignment: Assignment, where: Path | None) -> tuple[Assignment, str]:
    """The assignment with the notebook that its class got, from a folder or a file; a line where only words differ.

    Raises `Unfit` where grading would measure students by something that they never had.
    """
    key, short = assignment.klass, assignment.short
    if where is None and key != "open":
        raise Unfit(f"CLASS is {key!r}: say with HANDOUT=folder where the notebooks are that this class got "
                    f"(made by: make assignments A={short} CLASS={_word(key)} TO=folder)")
    where = where or RELEASES
    path = where / f"{assignment.name}.ipynb" if where.is_dir() else where
    to = f" CLASS={_word(key)} TO={_word(str(path.parent))}" if key != "open" else ""
    make = f"make assignments A={short}{to}"
    if not path.is_file():
        raise Unfit(f"HANDOUT must hold {assignment.name}.ipynb; {where} does not. Was it never made? Then: {make}")
    try:
        given = notebook.read(path)
    except notebook.Unreadable as error:
        raise Unfit(f"HANDOUT: {error}. Made anew by: {make}") from None
    found = next((json.loads(m[1]) for c in given.cells if (m := re.search(r'^CLASS = (".*")$', c.source, re.M))), None)
    if found != key:
        raise Unfit(f"CLASS is {key!r}, and {path} was made for the key {found!r}: grade with "
                    f"CLASS={_word(str(found))}, or give the HANDOUT of this class")
    today = replace(assignment, handout=None).release
    if _asked(given) != _asked(today):
        names = sorted({name for name, _ in set(_asked(given)) ^ set(_asked(today))})
        raise Unfit(f"{path} is not what today's source makes ({', '.join(names[:8])}). Handed out? Put source "
                    "and checks back as they were (git log -- assignments), or hand out anew. Not handed out yet? "
                    f"{make}{' FORCE=1' if to else ''}")
    changed = sorted(set(locked_cells(given).items()) ^ set(locked_cells(today).items()))
    words = ", ".join(sorted({name for name, _ in changed}))
    return replace(assignment, handout=path), (f"The handout's words differ from today's source in {words}; graded by "
                                               "the handout") if words else ""


def _asked(made) -> list[tuple[str, str]]:
    """What decides over points: locked code, and which cells are answers."""
    return [(notebook.name(c), c.source.strip() if notebook.locked(c) else "") for c in made.cells
            if notebook.name(c) and not notebook.tests(c)
            and (c.cell_type == "code" or not notebook.locked(c))]


def locked_cells(made) -> dict[str, str]:
    """What a student cannot change, by name."""
    return {notebook.name(c): c.source.strip() for c in made.cells if notebook.locked(c)}


def _word(text: str) -> str:
    """As a shell wants it."""
    return text if re.fullmatch(r"[\w./-]+", text) else "'" + text.replace("'", "'\\''") + "'"
