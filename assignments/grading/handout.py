"""What was handed out is what is graded: the class's notebook found, and held against today's source and key."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path

from . import notebook
from .assignment import RELEASES, Assignment


class Unfit(Exception):
    """What was asked for cannot be meant; the words say so, with the command that mends it."""


def handed_out(assignment: Assignment, where: Path | None) -> Assignment:
    """The assignment with the notebook that its class got, from a folder or a file.

    Raises `Unfit` where grading would measure students by something that they never had.
    """
    key, short = assignment.klass, assignment.short
    if where is None and key != "open":
        raise Unfit(f"CLASS is {key!r}: say with HANDOUT=folder where the notebooks are that this class got "
                    f"(made by: make assignments A={short} CLASS={shlex.quote(key)} TO=folder)")
    where = where or RELEASES
    path = where / f"{assignment.name}.ipynb" if where.is_dir() else where
    make = f"make assignments A={short}"
    if key != "open":
        make += f" CLASS={shlex.quote(key)} TO={shlex.quote(str(path.parent))} FORCE=1"
    if not path.is_file():
        raise Unfit(f"HANDOUT must hold {assignment.name}.ipynb; {where} does not. Was it never made? Then: {make}")
    try:
        given = notebook.read(path)
    except notebook.Unreadable as error:
        raise Unfit(f"HANDOUT: {error}. Made anew by: {make}") from None
    if (found := notebook.class_of(given.cells)) != key:
        raise Unfit(f"CLASS is {key!r}, and {path} was made for the key {found!r}: grade with CLASS=that key, or give "
                    "the HANDOUT of this class")
    differ = set(_decides(given)) ^ set(_decides(replace(assignment, handout=None).release))
    if differ:
        raise Unfit(f"{path} is not what today's source makes ({', '.join(sorted({name for name, _ in differ})[:8])}). "
                    "Handed out? Put source and checks back as they were (git log -- assignments), or hand out anew. "
                    f"Not handed out yet? {make}")
    return replace(assignment, handout=path)


def _decides(made) -> list[tuple[str, str]]:
    """What decides over points: locked code, and which cells are answers."""
    return [(notebook.name(c), c.source.strip() if notebook.locked(c) else "") for c in made.cells
            if notebook.name(c) and not notebook.tests(c) and (c.cell_type == "code" or not notebook.locked(c))]
