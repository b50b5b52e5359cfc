"""What lies in the folder of submissions: notebooks, whatever they are called, and a line for everything else."""

from __future__ import annotations

import os
import shutil
import stat
import zipfile
from dataclasses import dataclass
from pathlib import Path

from .handout import Unfit

MAC = "what a Mac or a desktop adds: not needed"
SKIPPED = {**dict.fromkeys(("__macosx", ".ds_store", "thumbs.db", "desktop.ini"), MAC),
           ".ipynb_checkpoints": "Jupyter's own copies: not needed"}
BOOK = "it holds a gradebook.db: what a grader wrote, no submissions"
MOST_UNPACKED = 8 << 30
OTHER = "no notebook: unpack what is packed, ask for the .ipynb if a student sent this"


@dataclass(frozen=True)
class Intake:
    """`files` are notebooks by the name they are shown with, `left` says why of everything that is not graded."""

    files: dict[str, Path]
    left: dict[str, str]


def unpacked(packed: Path, to: Path) -> Path:
    """A folder with what a platform's zip holds, and no more; zipfile takes out what would lead elsewhere."""
    shutil.rmtree(to, ignore_errors=True)
    try:
        with zipfile.ZipFile(packed) as held:
            if (sum(file.file_size for file in held.infolist()) > MOST_UNPACKED
                    or len(held.namelist()) > len(set(held.namelist()))):
                raise ValueError(f"more than {MOST_UNPACKED >> 30} GB, or a name twice")
            held.extractall(to)
    except Exception as error:  # a damaged file may break the reader anywhere
        raise Unfit(f"FROM: {packed} cannot be unpacked here ({error}): unpack it, and give the folder") from None
    return to


def take(folder: Path, out: Path) -> Intake:
    """Everything below the folder but OUT; no link is followed."""
    kept, left, own = {}, {}, {os.path.realpath(out), os.path.realpath(secret_of(out))}
    for place, folders, files in os.walk(folder):
        for each in [*folders, *files]:
            path, inner = os.path.join(place, each), each in folders
            name = shown(os.path.relpath(path, folder)) + "/" * inner
            why, ours = _left_out(path, each.lower()), os.path.realpath(path) in own or each == "timestamp.txt"
            if inner and (why or ours):
                folders.remove(each)
            if ours:
                continue
            if why:
                left[name] = why
            elif ".ipynb" in each.lower() and not inner:
                kept[name] = Path(path)
            elif not inner:
                left[name] = OTHER
    return Intake(dict(sorted(kept.items())), dict(sorted(left.items())))


def _left_out(path: str, name: str) -> str:
    """Why a file or folder is not even opened; "" for one that can be."""
    if os.path.islink(path):
        return "a link: put there what it leads to"
    if name.startswith("._") or name in SKIPPED:
        return SKIPPED.get(name, MAC)
    try:
        if stat.S_IFMT(os.lstat(path).st_mode) not in (stat.S_IFREG, stat.S_IFDIR):
            return "neither file nor folder"
        os.close(os.open(path, os.O_RDONLY))
    except OSError as error:
        return f"cannot be opened ({error.strerror}): give yourself the right to read it"
    return BOOK if os.path.exists(os.path.join(path, "gradebook.db")) else ""


def shown(name: str) -> str:
    """A file's name in signs that every page and terminal shows: another for each name."""
    return "".join(c if c.isprintable() and c != "\\" else
                   f"\\x{ord(c) - 0xdc00:02x}" if 0xdc80 <= ord(c) <= 0xdcff else
                   c.encode("unicode_escape").decode() for c in name)


def secret_of(out: Path) -> Path:
    """Where the grader keeps the secret that it made."""
    return out.with_name(f"{out.name}.secret")
