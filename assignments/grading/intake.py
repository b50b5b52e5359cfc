"""What lies in the folder of submissions: notebooks, whatever they are called, and a line for everything else."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, field
from pathlib import Path

MAC = "what a Mac or a desktop adds: not needed"
ADDED = {".ds_store", "thumbs.db", "desktop.ini"}
BOOK = "it holds a gradebook.db: what a grader wrote, no submissions"
SKIPPED = {"__macosx": MAC, ".ipynb_checkpoints": "Jupyter's own copies: not needed"}
OTHER = "no notebook: unpack what is packed, ask for the .ipynb if a student sent this"


@dataclass(frozen=True)
class Intake:
    """`files` are notebooks by the name they are shown with, `left` says why of everything that is not graded."""

    files: dict[str, Path] = field(default_factory=dict)
    left: dict[str, str] = field(default_factory=dict)


def take(folder: Path, out: Path) -> Intake:
    """Everything below the folder but OUT; no link is followed."""
    found, own = Intake(), {os.path.realpath(out), os.path.realpath(secret_of(out))}

    def name(path: str, end: str = "") -> str:
        return shown(os.path.relpath(path, folder)) + end

    def lost(error: OSError) -> None:
        found.left[name(error.filename, "/")] = _closed(error)

    for place, folders, files in os.walk(folder, onerror=lost):
        for each in sorted(folders):
            path = os.path.join(place, each)
            why = "a link: put the folder itself there" if os.path.islink(path) else SKIPPED.get(each.lower())
            if os.path.realpath(path) in own:
                folders.remove(each)
            elif why := why or (BOOK if os.path.exists(os.path.join(path, "gradebook.db")) else None):
                found.left[name(path, "/")] = why
                folders.remove(each)
        for each in files:
            path = os.path.join(place, each)
            why = _left_out(path, each.lower())
            if why:
                found.left[name(path)] = why
            elif ".ipynb" in each.lower():
                found.files[name(path)] = Path(path)
            elif each != "timestamp.txt" and os.path.realpath(path) not in own:
                found.left[name(path)] = OTHER
    return Intake(dict(sorted(found.files.items())), dict(sorted(found.left.items())))


def _left_out(path: str, name: str) -> str:
    """Why a file is not even opened; "" for one that can be."""
    if os.path.islink(path):
        return "a link: put the file itself there"
    if name.startswith("._") or name in ADDED:
        return MAC
    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):
            return "neither file nor folder"
        os.close(os.open(path, os.O_RDONLY))
    except OSError as error:
        return _closed(error)
    return ""


def _closed(error: OSError) -> str:
    return f"cannot be opened ({error.strerror}): give yourself the right to read it"


def shown(name: str) -> str:
    """A file's name in signs that every page and terminal shows: another for each name."""
    return "".join(c if c.isprintable() and c != "\\" else
                   f"\\x{ord(c) - 0xdc00:02x}" if 0xdc80 <= ord(c) <= 0xdcff else
                   c.encode("unicode_escape").decode() for c in name)


def secret_of(out: Path) -> Path:
    """Where the grader keeps the secret that it made."""
    return out.with_name(f"{out.name}.secret")
