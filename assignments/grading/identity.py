"""Whose a submission is: one normal form of a name, the roster of the course, a row of one's own for each file.

What stands in STUDENT is data: constants follow from it as it was written, rows, pages and files from its normal form.
"""

from __future__ import annotations

import csv
import hashlib
import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

# Letters and marks that show nothing (Unicode calls them default ignorable).
UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef]")
RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)")  # no names of files on Windows


def normal(text: str) -> str:
    """The form in which names are compared and stored: case, width, space and the unseen make no difference."""
    for _ in range(3):  # each step may leave letters and marks for the others
        text = UNSEEN.sub("", unicodedata.normalize("NFKC", text).casefold())
        text = "".join(" " if c.isspace() else c for c in text if c.isspace() or unicodedata.category(c)[0] != "C")
    return " ".join(unicodedata.normalize("NFKC", text).split())


def on_disk(text: str) -> str:
    """A name for files and folders: another for each normal form, at most 64 bytes, good on every system."""
    text = normal(text)
    plain = re.sub(r"[^a-z0-9._-]+", "-", text)
    if plain == text and re.fullmatch(r"[a-z0-9_]([a-z0-9._-]{0,62}[a-z0-9_-])?", text) and not RESERVED.match(text):
        return text
    return f"{plain.replace('.', '-').strip('-')[:39]}~{hashlib.sha256(text.encode()).hexdigest()[:24]}"


@dataclass(frozen=True)
class Roster:
    """Whom the course knows: `ids` as it spells them, in its order; `forms` that a student may write to `ids`."""

    ids: tuple[str, ...] = ()
    forms: dict[str, str] = field(default_factory=dict)

    def find(self, student: str) -> str | None:
        """The id of who wrote this name."""
        return self.forms.get(normal(student))

    @classmethod
    def read(cls, path: Path) -> Roster:
        """From a CSV with a line of heads: the first column holds ids, the others say the same in other words."""
        with path.open(encoding="utf-8-sig", newline="") as file:
            people = [[cell.strip() for cell in row] for row in list(csv.reader(file))[1:] if row and row[0].strip()]
        own = {normal(id): id for id, *_ in people}  # an id is its owner's, whoever else is called so
        if not own or len(own) < len(people):
            raise ValueError(f"the roster must hold an id a line, each once, in its first column; {path.name} has "
                             f"{len(people)} ids, {len(own)} of them different")
        meant = defaultdict(set)
        for id, *names in people:
            for name in filter(None, map(normal, names)):
                meant[name].add(id)
        return cls(tuple(own.values()), {name: min(ids) for name, ids in meant.items() if len(ids) == 1} | own)


def rows(claims: dict[str, str], before: dict[str, list[str]], known: Callable[[str], str],
         taken: Iterable[str] = ()) -> dict[str, list[str]]:
    """By file, the name written in it and the row's.

    `claims` are the names in the files there now, `before` the rows of an earlier run, `known` says whose a name is.  A
    row's name stays, since points by hand stand under it: a file keeps its row while the same name stands in it; the
    only new file of a student takes over the row of the only one that is gone; where two new files claim one student,
    neither gets the bare name.  Names in `taken` are other students'.
    """
    found = {file: before[file] for file, name in claims.items() if file in before and before[file][0] == name}
    free: dict[str, list[str]] = defaultdict(list)  # files that are gone, by student
    for file, (name, _) in before.items():
        if file not in claims:
            free[known(name)].append(file)
    new: dict[str, list[str]] = defaultdict(list)
    for file in sorted(claims.keys() - found.keys()):
        new[known(claims[file])].append(file)
    used = {row for _, row in before.values()}
    gone = {file: before[file] for some in free.values() for file in some}
    for whose, files in new.items():
        if len(files) == len(free[whose]) == 1:
            found[files[0]] = [claims[files[0]], gone.pop(free[whose][0])[1]]
            continue
        n, others = int(len(files) > 1), {normal(name) for name in taken} - {whose}
        for file in files:
            while (row := f"{whose} ({n})" if n else whose) in used | others:
                n = max(n + 1, 2)
            found[file] = [claims[file], row]
            used.add(row)
    return gone | found
