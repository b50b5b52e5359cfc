"""Reading what arrives, and putting the student's cells into the untouched release.

Whatever a platform or an editor did to the file (a byte order mark, CRLF, metadata lost or odd, cells
copied, edited, deleted, moved), the cells that were handed out locked are taken from the release, and the student's
own are run in the student's order.  Of a file that somebody handed in, plain texts alone are taken, by `cells`.
"""

from __future__ import annotations

import ast
import base64
import binascii
import json
import re
from dataclasses import dataclass, field
from pathlib import Path

import nbformat

MOST_BYTES, MOST_CELLS, MOST_TEXT = 25 << 20, 5000, 50_000
PICTURE, PICTURES = 5 << 20, {"image/png": b"\x89PNG\r\n\x1a\n", "image/jpeg": b"\xff\xd8\xff"}
# No half of a pair of UTF-16, no control character but tab, line feed and form feed.
NO_TEXT = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


class Unreadable(Exception):
    """No notebook can be made of the file; the words say why."""


@dataclass(frozen=True)
class Submission:
    """A student's notebook, ready to run: `cells` of code with their names, answers in words by question, the pictures
    in them by name, as addresses, what was noticed.  `student` is the name as written, which constants follow."""

    student: str
    cells: list[tuple[str, str]]
    texts: dict[str, str]
    notes: list[str] = field(default_factory=list)
    pictures: dict[str, dict[str, str]] = field(default_factory=dict)


def read(path: Path) -> nbformat.NotebookNode:
    """One of our own notebooks, or one that was handed out."""
    try:
        return nbformat.read(path, as_version=4)
    except Exception as error:  # a damaged file may break the reader anywhere
        raise Unreadable(f"{path.name} is no notebook ({type(error).__name__}: {str(error)[:200]})") from None


def cells(path: Path) -> list[nbformat.NotebookNode]:
    """The cells of a file that somebody handed in: kind, source, name and pictures, and nothing else that it holds."""
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise Unreadable(f"the file has more than {MOST_BYTES >> 20} MB: clear the outputs, and hand it in again")
    try:
        found = json.loads(data, parse_int=float)
    except (ValueError, RecursionError, MemoryError) as error:
        raise Unreadable(f"the file is no notebook ({type(error).__name__}: {plain(str(error))[:200]})") from None
    listed = found.get("cells") if isinstance(found, dict) else None
    if not isinstance(listed, list):
        raise Unreadable("the file is no notebook (it has no list of cells)")
    if len(listed) > MOST_CELLS:
        raise Unreadable(f"the notebook has more than {MOST_CELLS} cells")
    return [_cell(cell) for cell in listed if isinstance(cell, dict)]


def _cell(raw: dict) -> nbformat.NotebookNode:
    source = raw.get("source", "")
    source = "".join(s for s in source if isinstance(s, str)) if isinstance(source, list) else source
    about = raw.get("metadata")
    about = about.get("nbgrader") if isinstance(about, dict) else None
    named = about.get("grade_id") if isinstance(about, dict) else None
    return nbformat.NotebookNode(
        cell_type="code" if raw.get("cell_type", "code") == "code" else "markdown",
        source=plain(source) if isinstance(source, str) else "", pictures=_attached(raw.get("attachments")),
        metadata={"nbgrader": nbformat.NotebookNode(grade_id=named)} if isinstance(named, str) else {})


def plain(text: str) -> str:
    """Text that every file, page and process can take; lines end in a line feed."""
    return NO_TEXT.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))


def _attached(found) -> dict[str, str]:
    """What is attached to a cell and is a picture, by name, as an address."""
    pictures = {}
    for name, kinds in found.items() if isinstance(found, dict) else ():
        for kind, data in kinds.items() if isinstance(kinds, dict) else ():
            if address := picture(kind, "".join(data) if isinstance(data, list) and all(
                    isinstance(line, str) for line in data) else data):
                pictures[plain(name)] = address
    return pictures


def picture(kind: str, data) -> str:
    """The address of a PNG or JPEG that is one by its first bytes, and not too large; "" for anything else."""
    if kind not in PICTURES or not isinstance(data, str) or len(data) > PICTURE * 3 // 2:
        return ""
    try:
        held = base64.b64decode(re.sub(r"\s", "", data), validate=True)
    except (binascii.Error, ValueError):
        return ""
    good = held.startswith(PICTURES[kind]) and len(held) <= PICTURE
    return f"data:{kind};base64,{base64.b64encode(held).decode()}" if good else ""


def name(cell) -> str:
    """The cell's name in the assignment, "" for a cell of the student's own."""
    return cell.metadata.get("nbgrader", {}).get("grade_id", "")


def locked(cell) -> bool:
    return bool(cell.metadata.get("nbgrader", {}).get("locked"))


def tests(cell) -> bool:
    """A visible check: it is the student's, and grading does not run it."""
    about = cell.metadata.get("nbgrader", {})
    return bool(about.get("grade")) and not about.get("solution")


def given(cells) -> list:
    """The code that was handed out locked, without the visible checks."""
    return [cell for cell in cells if cell.cell_type == "code" and locked(cell) and not tests(cell)]


def submission(path: Path, release) -> Submission:
    """The student's cells among those of the release."""
    found = cells(path)
    if not any(cell.source.strip() for cell in found):
        raise Unreadable("the notebook has no cells with anything in them")
    known = {name(cell): cell for cell in release.cells if name(cell)}
    by_text = {cell.source.strip(): name(cell) for cell in release.cells if locked(cell)}
    names = [name(cell) if name(cell) in known else by_text.get(cell.source.strip(), "") for cell in found]
    notes = []
    if not any(name(cell) for cell in found):
        notes.append("the cells had lost their metadata: they were told apart by their text")
    theirs, wanted = class_of(found), class_of(release.cells)
    stranger = theirs not in (None, wanted)
    if stranger:
        notes.append(f"this is the notebook of the class {str(theirs)[:100]!r}; graded with the locked cells of "
                     f"{wanted!r}")
    run, texts, own_texts, pictures = [], {}, {}, {}
    for cell, own, question in zip(found, names, _standing(names)):
        about = known.get(own)
        pictures.setdefault(question, {}).update(cell.pictures)
        if about is not None and locked(about):
            if given([about]):
                run.append((own, about.source))
        elif cell.cell_type == "code":
            run.append((own, cell.source))
        elif about is None and question in known and known[question].cell_type == "markdown":
            own_texts[question] = own_texts.get(question, "") + cell.source + "\n\n"
        elif about is not None and cell.source.strip() != about.source.strip():
            texts[own] = cell.source
    texts = {q: _lifted(text, pictures.setdefault(q, {})) for q, text in {**own_texts, **texts}.items()}
    for question in [q for q, text in texts.items() if len(text) > MOST_TEXT]:
        notes.append(f"the text of {question} was cut after {MOST_TEXT:,} signs")
        texts[question] = texts[question][:MOST_TEXT]
    missing = [(name(c), c.source) for c in given(release.cells) if name(c) not in {own for own, _ in run}]
    back = _put_back(found, names, release)
    if back and not stranger:
        notes.append(f"locked cells were changed or missing, and were put back: {', '.join(back)}")
    student, odd = _student(found)
    notes += [f"the line {odd[:100]} gives no plain text: write STUDENT = \"your.name\""] if odd else []
    return Submission(student, missing + run, texts, notes, {q: p for q, p in pictures.items() if p and q in texts})


def _lifted(text: str, pictures: dict[str, str]) -> str:
    """The text with the pictures that stand in it by themselves among those that are attached."""
    def lift(found) -> str:
        name = f"pasted-{len(pictures)}"
        pictures[name] = picture(*found.groups())
        return f"attachment:{name}" if pictures[name] else "data:"
    return re.sub(r"data:([a-z]+/[a-z]+);base64,([\w+/=]*)", lift, text)


def _standing(names: list[str]) -> list[str]:
    """Of each cell, the question under whose task it stands."""
    found, last = [], ""
    for own in names:
        last = own.removesuffix("-task").removesuffix("-check") or last
        found.append(last)
    return found


def _put_back(cells, names, release) -> list[str]:
    """The names of locked cells (code, checks and text alike) that are not as they were handed out."""
    found = {(own, cell.source.strip()) for cell, own in zip(cells, names)}
    return [name(c) for c in release.cells if locked(c) and name(c)
            and {text for own, text in found if own == name(c)} != {c.source.strip()}]


def class_of(cells) -> str | None:
    """The key of the class that a notebook was made for."""
    found = [_value(key) for cell in cells for key in re.findall(r"^CLASS = (.+)$", cell.source, re.M)]
    return found[0] if found else None


def _student(cells) -> tuple[str, str]:
    """The name as the student wrote it, which constants follow: the last text (or whole number) given to STUDENT; a
    line that gives none."""
    found, odd = "", ""
    for cell in [cell for cell in cells if cell.cell_type == "code"]:
        for line, text in re.findall(r"^(STUDENT\b[\w: ]*=(.*))$", cell.source, re.M):
            value = _value(text.strip())
            if isinstance(value, (str, int)) and not isinstance(value, bool):
                found, odd = re.sub("[\ud800-\udfff]", "\ufffd", str(value)), ""
            else:
                odd = line
    return found, odd


def _value(text: str):
    """The plain value of an expression, None where it has none."""
    try:
        return ast.literal_eval(text[:3000])  # a longer number has no text, a longer list a thousandfold of memory
    except Exception:  # a display of what cannot be hashed, twenty thousand signs
        return None
