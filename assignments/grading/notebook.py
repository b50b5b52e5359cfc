"""Reading what arrives, and putting the student's cells into the untouched release.

Whatever a platform or an editor did to the file (a byte order mark, CRLF, an old nbformat, metadata lost, cells
copied, edited, deleted, moved), the cells that were handed out locked are taken from the release, and the student's
own are run in the student's order.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from pathlib import Path

import nbformat


class Unreadable(Exception):
    """No notebook can be made of the file; the words say why."""


@dataclass(frozen=True)
class Submission:
    """A student's notebook, ready to run: `cells` of code with their names, answers in words by question, what was
    noticed."""

    student: str
    cells: list[tuple[str, str]]
    texts: dict[str, str]
    notes: list[str] = field(default_factory=list)


def read(path: Path) -> nbformat.NotebookNode:
    """A notebook of the present format, from any file that once was one."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unreadable("the file is no UTF-8 text: hand in the .ipynb file itself") from None
    try:
        notebook = nbformat.reads(text, as_version=4)
        cells = [nbformat.from_dict({"cell_type": "code", "metadata": {}, **cell}) for cell in notebook.cells]
        for cell in cells:
            source = cell.get("source", "")
            cell.source = ("".join(source) if isinstance(source, list) else source).replace("\r\n", "\n")
    except Exception as error:  # a damaged file may break the reader anywhere
        raise Unreadable(f"the file is no notebook ({type(error).__name__}: {str(error)[:200]})") from None
    notebook.cells = cells
    return notebook


def name(cell) -> str:
    """The cell's name in the assignment, "" for a cell of the student's own."""
    return cell.metadata.get("nbgrader", {}).get("grade_id", "")


def locked(cell) -> bool:
    return bool(cell.metadata.get("nbgrader", {}).get("locked"))


def tests(cell) -> bool:
    """A visible check: it is the student's, and grading does not run it."""
    about = cell.metadata.get("nbgrader", {})
    return bool(about.get("grade")) and not about.get("solution")


def submission(path: Path, release) -> Submission:
    """The student's cells among those of the release."""
    cells = read(path).cells
    known = {name(cell): cell for cell in release.cells if name(cell)}
    by_text = {cell.source.strip(): name(cell) for cell in release.cells if locked(cell)}
    names = [name(cell) if name(cell) in known else by_text.get(cell.source.strip(), "") for cell in cells]
    notes = []
    if not any(name(cell) for cell in cells):
        notes.append("the cells had lost their metadata: they were told apart by their text")
    given, wanted = _class(cells), _class(release.cells)
    if given not in (None, wanted):
        notes.append(f"this is the notebook of the class {given}; graded with the constants of {wanted}")
    run, texts = [], {}
    for cell, own in zip(cells, names):
        about = known.get(own)
        if about is not None and locked(about):
            if not tests(about) and about.cell_type == "code":
                run.append((own, about.source))
        elif cell.cell_type == "code":
            run.append((own, cell.source))
        elif about is not None and cell.source.strip() != about.source.strip():
            texts[own] = cell.source
    texts = {**_loose_texts(cells, names, known), **texts}
    missing = [(name(c), c.source) for c in release.cells
               if locked(c) and c.cell_type == "code" and not tests(c) and name(c) not in {own for own, _ in run}]
    back = _put_back(cells, names, release)
    if back:
        notes.append(f"locked cells were changed or missing, and were put back: {', '.join(back)}")
    return Submission(_student(cells), missing + run, texts, notes)


def _put_back(cells, names, release) -> list[str]:
    """The names of locked cells (code, checks and text alike) that are not as they were handed out.  The key of another
    class has a note of its own."""
    found: dict[str, set[str]] = {}
    for cell, own in zip(cells, names):
        found.setdefault(own, set()).add(_keyless(cell))
    return [name(c) for c in release.cells if locked(c) and name(c) and found.get(name(c)) != {_keyless(c)}]


def _keyless(cell) -> str:
    return re.sub(r"^CLASS = .+$", "CLASS", cell.source.strip(), flags=re.M)


def _class(cells) -> str | None:
    """The key of the class that a notebook was made for."""
    return next((found[1] for cell in cells if (found := re.search(r"^CLASS = (.+)$", cell.source, re.M))), None)


def _loose_texts(cells, names, known) -> dict[str, str]:
    """Words in cells of the student's own that stand right behind the task of a question to be graded by hand."""
    found, task = {}, ""
    for cell, own in zip(cells, names):
        if own:
            task = own.removesuffix("-task") if own.endswith("-task") else own
        elif cell.cell_type == "markdown" and task in known and known[task].cell_type == "markdown":
            found[task] = found.get(task, "") + cell.source + "\n\n"
    return found


def _student(cells) -> str:
    """The name that the student wrote: the last text given to STUDENT."""
    found = ""
    for cell in cells:
        for line in re.findall(r"^STUDENT\s*=\s*(.+)$", cell.source, re.M) if cell.cell_type == "code" else ():
            try:
                found = str(ast.literal_eval(line.split("#")[0].strip())).strip()
            except (ValueError, SyntaxError):
                pass
    return found
