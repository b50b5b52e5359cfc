"""Whose a submission is: one normal form of a name, the roster of the course, a row of one's own for each file.

What stands in STUDENT is data: constants follow from it as it was written, rows, pages and files from its normal form.
"""

from __future__ import annotations

import csv
import hashlib
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

# Letters and marks that show nothing (Unicode calls them default ignorable).
UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef]")
RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)")  # no names of files on Windows
HEADS = ("sis login id", "login", "username", "student", "id number", "id", "email address", "email")  # hold ids
FIRST, LAST = ("first name", "firstname", "given name"), ("last name", "lastname", "surname", "family name")
OTHER_HEADS = (*FIRST, *LAST, "name", "e-mail", "mail", "user", "section")
NOBODY = ("points possible", "student, test", "test student")  # lines of Canvas's own


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
        """From a CSV, a platform's own too: the first column that is named in HEADS and filled, or else the first,
        holds ids; the others say the same in other words."""
        data = path.read_bytes()
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("cp1252", errors="replace")  # as Excel writes it
        first = text.partition("\n")[0]
        rows = [[cell.strip() for cell in row]
                for row in csv.reader(text.splitlines(), delimiter=max(",;\t", key=first.count)) if any(row)]
        heads = [normal(cell) for cell in rows[0]] if rows else []
        body = rows[1:] if set(heads) & {*HEADS, *OTHER_HEADS} else rows
        body = [row for row in body if normal(row[0]) not in NOBODY]
        column = next((i for head in HEADS if head in heads for i in [heads.index(head)]
                       if any("".join(row[i:i + 1]) for row in body)), 0)
        forms = defaultdict(set)
        for row in body:
            for form in _forms(row, heads) if len(row) > column and row[column] else ():
                forms[form].add(row[column])
        ids = [row[column] for row in body if len(row) > column and row[column]]
        if not ids or len({normal(id) for id in ids}) < len(ids):
            raise ValueError(f"the roster must hold an id a line, each once; {path.name} has {len(ids)} ids, "
                             f"{len({normal(id) for id in ids})} of them different")
        own = {normal(id): id for id in ids}  # an id is its owner's, whoever else is called so
        return cls(tuple(ids), {form: next(iter(some)) for form, some in forms.items()
                                if form and len(some) == 1} | own)


def _forms(row: list[str], heads: list[str]) -> set[str]:
    """What a student may write: any cell, "Last, First" the other way round, first and last name together."""
    named = dict(zip(heads, row))
    given, family = (next((named[head] for head in some if head in named), "") for some in (FIRST, LAST))
    turned = [" ".join(reversed(cell.split(",", 1))) for cell in row if cell.count(",") == 1]
    both = [f"{given} {family}", f"{family}, {given}"] if given and family else []
    return {normal(form) for form in [*row, *turned, *both]}


def rows(claims: Iterable[tuple[str, str, str]], before: list[list[str]], taken: Iterable[str] = ()) -> list[list[str]]:
    """A row's name for each file: lists of file, whose it says that it is, a digest of the file, the row.

    `claims` are the files there now, `before` the rows of an earlier run.  A row's name stays, since points by hand
    stand under it: a file keeps its row if it says the same name or is the same file (its name may have changed by a
    new roster); one that was renamed takes it over, if nobody else may mean it; where two new files claim one student,
    neither gets the bare name.  Names in `taken` are other students'.
    """
    claims = sorted(claims)
    had = {old[0]: old for old in before}
    given = {claim: had[claim[0]][3] for claim in claims
             if claim[0] in had and (claim[1] == had[claim[0]][1] or claim[2] == had[claim[0]][2])}
    there = {file for file, _, _ in claims}
    free = [old for old in before if old[0] not in there and old[3] not in given.values()]
    new: dict[str, list] = defaultdict(list)
    for claim in claims:
        if claim not in given:
            new[claim[1]].append(claim)
    for whose, some in new.items():
        mine = [old for old in free if old[1] == whose]
        for claim in list(some):
            old = next((o for o in mine if o[2] == claim[2]), mine[0] if len(some) == 1 and len(mine) == 1 else None)
            if old is not None:
                given[claim] = old[3]
                mine.remove(old)
                some.remove(claim)
        used = {normal(row) for row in given.values()} | {normal(old[3]) for old in before}
        others = {normal(name) for name in taken} - {normal(whose)}
        for claim in some:
            n = 0 if len(some) == 1 else 1
            while normal(row := f"{whose} ({n})" if n else whose) in used | others:
                n = n + 1 if n else 2
            given[claim] = row
            used.add(normal(row))
    stays = [old for old in before if old[0] not in there and old[3] not in given.values()]
    return [[*claim, given[claim]] for claim in claims] + stays
