"""What is given back: a gradebook (CSV), a page of feedback for each student, a summary for the instructor."""

from __future__ import annotations

import csv
import unicodedata
from collections import Counter
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, select_autoescape

from . import fence
from .assignment import Assignment
from .gradebook import Seen
from .intake import late_by_name
from .question import Proof

PAGES = Environment(loader=FileSystemLoader(Path(__file__).parent), autoescape=select_autoescape(["html"]))
# Those of the questions stand behind the second.  `machine`: what the checks gave; `total`: empty while a proof waits.
COLUMNS = ("student", "file", "late", "penalty", "machine", "total", "of", "page", "notes")
MOST_NAME, MOST_NOTES = 200, 2000


def write(assignment: Assignment, graded: list, out: Path, seen: dict[str, Seen], left: dict[str, str] | None = None,
          said: list[str] | None = None) -> str:
    """Everything into OUT; a line that says what was found.  A proof that nobody has looked at has an empty cell.

    `left` names what was left out and why, `said` is what the terminal was told before.
    """
    seen, left = {one.page: seen.get(one.page, Seen()) if one.handed_in else Seen() for one in graded}, left or {}
    rows = [_row(assignment, one, seen[one.page]) for one in graded]
    with (out / "gradebook.csv").open("w", newline="", encoding="utf-8-sig") as file:
        table = csv.DictWriter(file, [*COLUMNS[:2], *(q.id for q in assignment.questions), *COLUMNS[2:]],
                               extrasaction="ignore")
        table.writeheader()
        table.writerows({column: cell(text) for column, text in row.items()} for row in rows)
    pages = out / "feedback"
    pages.mkdir(exist_ok=True)
    for one, row in zip(graded, rows):
        page = PAGES.get_template("feedback.html").render(
            assignment=assignment, one=one, row=row, seen=seen[one.page], marks={m.question: m for m in one.marks},
            notes="" if one.failed else row["told"])  # of a failure the instructor alone needs to know more
        (pages / row["page"]).write_text(page, encoding="utf-8") if one.handed_in else None
    for old in {path.name for path in pages.glob("*.html")} - {row["page"] for row in rows}:
        (pages / old).unlink()  # of a row that is there no longer
    questions = [_question(q, list(zip(graded, rows)), seen) for q in assignment.questions]
    failed, came = [one for one in graded if one.failed], [one for one in graded if one.handed_in]
    (out / "summary.html").write_text(PAGES.get_template("summary.html").render(
        assignment=assignment, rows=rows, questions=questions, warning=fence.warning(), left=left, said=said or [],
        came=came, failed=failed), encoding="utf-8")
    waits = sum(row["total"] == "" for row in rows) - len(failed) - (len(graded) - len(came))
    files = ", ".join(str(out / name) for name in ("gradebook.csv", "feedback", "summary.html"))
    noted = sum(bool(row["notes"]) for one, row in zip(graded, rows) if one.handed_in)
    counts = ((f"{len(came)} submissions", True), (f"{noted} with notes", True),
              (f"{waits} with a proof that waits", waits),
              (f"{len(graded) - len(came)} handed in nothing", came != graded),
              (f"{len(left)} left out", left), (f"{len(failed)} GRADER FAILED", failed))
    return f"{', '.join(words for words, there in counts if there)}: {files}"


def _question(question, found: list, seen: dict[str, Seen]) -> dict:
    """A line of the summary: the points of those who were graded, and what became of the others; a mean of proofs is
    that of the points that a person gave."""
    if not isinstance(question, Proof):
        closed = Counter(m.failed for one, _ in found for m in one.marks if m.question == question.id and m.failed)
        return {"question": question, "got": [float(row[question.id]) for _, row in found if row[question.id] != ""],
                "rest": ", ".join(f"{gate}: {n}" for gate, n in closed.most_common())}
    found = [(seen[one.page].points.get(question.id), row) for one, row in found if one.handed_in and not one.failed]
    rest = Counter("wait" if row[question.id] == "" else "wrote nothing" for given, row in found if given is None)
    return {"question": question, "got": [given for given, _ in found if given is not None],
            "rest": ", ".join(f"{n} {what}" for what, n in rest.most_common())}


def _row(assignment: Assignment, one, seen: Seen) -> dict:
    """A line of the gradebook: a person's points stand before the machine's; nothing written is worth nothing."""
    machine = {m.question: m.points for m in one.marks}
    written = {q.id: 0 for q in assignment.questions if isinstance(q, Proof) and one.handed_in and not one.failed
               and q.id not in one.answers}
    points = {q.id: seen.points.get(q.id, (machine | written).get(q.id, "")) for q in assignment.questions}
    notes = [*one.notes,
             *(f"points of {id} given by hand: {points[id]:g}; the checks gave {got}"
               for id, got in machine.items() if points[id] != got),
             *(f"{id}: {given:g} points were given for an earlier answer" for id, given in seen.earlier.items())]
    late = "" if seen.hours is None else f"{seen.hours:.1f}".removesuffix(".0")
    if seen.hours:
        notes.append(f"handed in {seen.hours:.1f} hours late")
    elif seen.hours is None and late_by_name(one.file):
        late, notes = "LATE", [*notes, "the file's name says that it came late, not by how much"]
    told, notes = notes, [*notes, *one.private]
    whole = not one.failed and "" not in points.values()
    return {"student": _cut(one.id, MOST_NAME), "file": _cut(one.file, MOST_NAME),
            **{id: p if p == "" else f"{p:g}" for id, p in points.items()}, "late": late,
            "penalty": f"{seen.penalty:g}" if seen.hours is not None else "",
            "machine": f"{sum(machine.values()):g}" if one.handed_in and not one.failed else "",
            "total": f"{sum(points.values()) - seen.penalty:g}" if whole else "", "of": assignment.points,
            "page": f"{one.page}.html" if one.handed_in else "", "notes": _cut("; ".join(notes), MOST_NOTES),
            "told": _cut("; ".join(told), MOST_NOTES)}  # to the student: nothing about others


def cell(text) -> str:
    """What a table program shows as it stands: no formula, no control character, no novel."""
    text = "".join(c for c in str(text) if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cs"))
    text = _cut(text, MOST_NOTES)
    first = unicodedata.normalize("NFKC", text.lstrip()[:1])
    return f"'{text}" if first in ("=", "+", "-", "@") or text[:1] in ("\t", "\n") else text


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[:most - 3] + "..."
