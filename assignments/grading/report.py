"""What is given back: a gradebook (CSV), a page of feedback for each student, a summary for the instructor."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, select_autoescape

from . import fence
from .assignment import Assignment
from .gradebook import Seen

PAGES = Environment(loader=FileSystemLoader(Path(__file__).parent), autoescape=select_autoescape(["html"]))
COLUMNS = ("student", "file", "late", "total", "of", "notes")  # those of the questions stand behind the second


def write(assignment: Assignment, graded: list, out: Path, seen: dict[str, Seen]) -> str:
    """Everything into OUT; a line that says what was found.  A proof that nobody has looked at has an empty cell."""
    seen = {one.who: seen.get(one.who, Seen()) for one in graded}
    rows = [_row(assignment, one, seen[one.who]) for one in graded]
    with (out / "gradebook.csv").open("w", newline="", encoding="utf-8-sig") as file:
        table = csv.DictWriter(file, [*COLUMNS[:2], *(q.id for q in assignment.questions), *COLUMNS[2:]])
        table.writeheader()
        table.writerows(rows)
    (out / "feedback").mkdir(exist_ok=True)
    for one, row in zip(graded, rows):
        page = PAGES.get_template("feedback.html").render(
            assignment=assignment, one=one, row=row, seen=seen[one.who], marks={m.question: m for m in one.marks},
            ungraded=any(row[q.id] == "" for q in assignment.questions))
        (out / "feedback" / f"{one.who}.html").write_text(page, encoding="utf-8")
    questions = [{"question": q, "got": [float(r[q.id]) for r in rows if r[q.id] != ""],
                  "closed": Counter(m.failed for g in graded for m in g.marks if m.question == q.id and m.failed)}
                 for q in assignment.questions]
    (out / "summary.html").write_text(PAGES.get_template("summary.html").render(
        assignment=assignment, rows=rows, questions=questions, warning=fence.warning()), encoding="utf-8")
    noted = sum(bool(r["notes"]) for r in rows)
    files = ", ".join(str(out / name) for name in ("gradebook.csv", "feedback", "summary.html"))
    return f"{len(rows)} submissions, {noted} with notes: {files}"


def _row(assignment: Assignment, one, seen: Seen) -> dict:
    """A line of the gradebook: a person's points stand before the machine's."""
    machine = {m.question: m.points for m in one.marks}
    points = {q.id: seen.points.get(q.id, machine.get(q.id, "")) for q in assignment.questions}
    notes = [*one.notes, *(f"points of {id} given by hand: {points[id]:g}; the checks gave {got}"
                           for id, got in machine.items() if points[id] != got)]
    if seen.hours:
        notes.append(f"handed in {seen.hours:.1f} hours late")
    total = sum(p for p in points.values() if p != "") - seen.penalty
    return {"student": one.who, "file": one.file, **{id: p if p == "" else f"{p:g}" for id, p in points.items()},
            "late": "" if seen.hours is None else f"{-seen.penalty or 0:g}", "total": f"{total:g}", "of": assignment.points,
            "notes": "; ".join(notes)}
