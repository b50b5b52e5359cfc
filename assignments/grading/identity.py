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
HEADS = ("sis login id", "login", "username", "student", "id number", "id", "email address", "email")  # hold ids


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
    """Whom the course knows: `ids` as it spells them, in its order; `forms` that a student may write to `ids`.

    `people` are the rows of the file as it has them, a platform's own too; ids stand below `head`.
    """

    ids: tuple[str, ...] = ()
    forms: dict[str, str] = field(default_factory=dict)
    people: tuple[dict[str, str], ...] = ()
    head: str = ""

    def find(self, student: str) -> str | None:
        """The id of who wrote this name."""
        return self.forms.get(normal(student))

    @classmethod
    def read(cls, path: Path) -> Roster:
        """From a CSV, a platform's own too: the first column that is named in HEADS and filled holds ids; the others
        say the same in other words."""
        data = path.read_bytes()
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("cp1252", errors="replace")  # as Excel writes it
        lines = text.splitlines()
        table = [{head: cell or "" for head, cell in row.items() if head} for row in
                 csv.DictReader(lines, delimiter=max(",;\t", key="".join(lines[:1]).count))]
        people = [{normal(head): cell.strip() for head, cell in row.items()} for row in table]
        people = [row for row in people if "student, test" not in map(normal, row.values())]  # a line of Canvas's own
        head = next((head for head in HEADS if any(row.get(head) for row in people)), "")
        people = [row for row in people if row.get(head)]
        own = {normal(row[head]): row[head] for row in people}  # an id is its owner's, whoever else is called so
        if not own or len(own) < len(people):
            raise ValueError(f"the roster must hold an id a line, each once, below one of {', '.join(HEADS)}; "
                             f"{path.name} has {len(people)} ids, {len(own)} of them different")
        forms = defaultdict(set)
        for row in people:
            for form in _forms(row):
                forms[form].add(row[head])
        meant = {form: next(iter(some)) for form, some in forms.items() if len(some) == 1}
        return cls(tuple(own.values()), meant | own, tuple(table), next(h for h in table[0] if normal(h) == head))


def _forms(row: dict[str, str]) -> set[str]:
    """What a student may write: any cell, "Last, First" the other way round, first and last name together."""
    turned = [" ".join(reversed(cell.split(",", 1))) for cell in row.values() if cell.count(",") == 1]
    given, family = row.get("first name", ""), row.get("last name", "")
    return {normal(form) for form in [*row.values(), *turned, f"{given} {family}", f"{family}, {given}"]} - {"", ","}


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
