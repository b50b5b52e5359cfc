"""What a platform takes back: its own export with the points in it, and the pages of feedback under names by which it
finds their owners.

Canvas and Moodle are known by the columns of the roster and by the names of the files that they gave; any other roster
comes back with its own columns and ours.
"""

from __future__ import annotations

import csv
import re
import zipfile
from datetime import datetime
from pathlib import Path

from dateutil import parser

from .assignment import Assignment
from .identity import Roster, normal
from .report import cell

CANVAS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")  # beside points: nothing else is changed there
MOODLE = ("Grade", "Feedback comments")
WHEN = "Last modified (submission)"
# last_first[_LATE]_user_attachment_name as Canvas names files, "Full name_participant_assignsubmission_file" Moodle.
OWNERS = ((re.compile(r"(?:^|/)([^/_]+(?:_LATE)?_(\d+)_\d+)_[^/]*$"), "{}_feedback.html"),
          (re.compile(r"(?:^|/)([^/_]+_(\d+))_assignsubmission_file"), "{}_assignfeedback_file/feedback.html"))


def write(assignment: Assignment, rows: dict, roster: Roster, due: datetime | None, out: Path) -> list[str]:
    """Into OUT feedback.zip, upload.csv for a roster, and upload.txt, whose lines come back: what is missing in them.

    `rows` are the gradebook's lines by what was graded.  A file is whose the platform's name for it says, else whose
    STUDENT says.  Who has no total yet, two files or none, stays as the platform gave it.  `due` is when a submission
    begins to be late.
    """
    owners = {one: _owner(one.file) for one in rows}
    came = {one: page for one, (page, _) in owners.items() if one.handed_in}
    with zipfile.ZipFile(out / "feedback.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        for one, name in came.items():
            packed.write(out / "feedback" / rows[one]["page"], name or rows[one]["page"])
    told = [f"feedback.zip has a page under our name, for the file's is no platform's: {one.file}"
            for one, name in came.items() if not name and any(came.values())]
    told += _fill(assignment, rows, owners, roster, due, out) if roster.people else []
    (out / "upload.txt").write_text("\n".join([*told, ""]), encoding="utf-8")
    return told


def _owner(file: str) -> tuple[str, str]:
    """What a platform calls the page for a file, and the number of who handed it in; "" for another name."""
    return next(((form.format(found[1]), found[2]) for known, form in OWNERS if (found := known.search(file))), ("", ""))


def _fill(assignment, rows, owners, roster: Roster, due: datetime | None, out: Path) -> list[str]:
    heads, told, lines, whose, absent = roster.people[0].keys(), [], [], {}, []
    known = {re.sub(r"\D", "", person.get("ID") or person.get("Identifier", "")): person[roster.head]
             for person in roster.people}
    for one, (_, number) in owners.items():
        id = number and known.get(number) or one.id
        if id != one.id:
            told.append(f"handed in by {id}, who gets points and page; STUDENT says {one.id}: {one.file}")
        whose.setdefault(normal(id), []).append(one)
    canvas = set(CANVAS[:2]) <= heads
    points = next((head for head in heads if re.match(rf"{assignment.short}\b", head, re.I)), assignment.name)
    ours = [points] if canvas else [*(MOODLE if set(MOODLE) <= heads else ("points", "comments")), "hours late"]
    for person in roster.people:
        lines.append({head: text for head, text in person.items() if not canvas or head in (*CANVAS, points)})
        id = person[roster.head]
        came = [one for one in whose.pop(normal(id), []) if one.handed_in]
        if len(came) == 1 and (total := rows[came[0]]["total"]):
            lines[-1] |= dict(zip(ours, (total, cell(rows[came[0]]["told"]), _late(person, due))))
        elif id in roster.ids and came:
            told.append(f"upload.csv has no points for {id}: {'no total yet' if len(came) == 1 else 'several files'}")
        elif id in roster.ids:
            absent.append(id)
        elif canvas and "Points Possible" in person["Student"]:
            lines[-1][points] = assignment.points
    with (out / "upload.csv").open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, dict.fromkeys([*lines[0], *ours]), restval="")
        table.writeheader()
        table.writerows(lines)
    told += [f"not on the roster: {one.id} ({one.file})" for some in whose.values() for one in some]
    return told + [f"handed in nothing: {', '.join(absent)}"] * bool(absent)


def _late(person: dict[str, str], due: datetime | None) -> str:
    """Hours after `due` by the platform's own column, both in this machine's time; "" where nothing is known."""
    try:
        hours = (parser.parse(person.get(WHEN, "")) - due).total_seconds() / 3600
    except (ValueError, OverflowError, TypeError):  # no time there ("-"), or none asked for
        return ""
    return f"{max(0, hours):.1f}"
