"""What is given back: a gradebook (CSV), a page of feedback for each student, a summary for the instructor."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, select_autoescape

from . import fence
from .assignment import Assignment
from .question import Proof

PAGES = Environment(loader=FileSystemLoader(Path(__file__).parent), autoescape=select_autoescape(["html"]))
COLUMNS = ("student", "file", "late", "total", "of", "notes")  # those of the questions stand behind the second


def points_of(row: dict, assignment: Assignment) -> list:
    """The points of each question in a row of the gradebook; "" where nobody has looked."""
    return [row[q.id] for q in assignment.questions]


def write(assignment: Assignment, graded: list, out: Path, by_hand: dict | None = None,
          late: dict | None = None) -> str:
    """Everything into OUT; a line that says what was found.

    `by_hand` holds points for proofs, by (student, question): one without is open, and its cell of the gradebook empty;
    `late` what lateness costs each student whose time is known.
    """
    by_hand, late = by_hand or {}, late or {}
    rows = []
    for one in graded:
        points = {**{m.question: m.points for m in one.marks},
                  **{q.id: by_hand.get((one.who, q.id), "") for q in assignment.questions if isinstance(q, Proof)}}
        cost, timed = late.get(one.who) or 0, one.who in late
        rows.append({"student": one.who, "file": one.file, **{q.id: points[q.id] for q in assignment.questions},
                     "late": -cost if timed else "",
                     "total": sum(p for p in points.values() if p != "") - cost, "of": assignment.points,
                     "notes": "; ".join(one.notes)})
    with (out / "gradebook.csv").open("w", newline="", encoding="utf-8-sig") as file:
        table = csv.DictWriter(file, [*COLUMNS[:2], *(q.id for q in assignment.questions), *COLUMNS[2:]])
        table.writeheader()
        table.writerows(rows)
    (out / "feedback").mkdir(exist_ok=True)
    for one, row in zip(graded, rows):
        page = PAGES.get_template("feedback.html").render(
            assignment=assignment, one=one, row=row, marks={m.question: m for m in one.marks},
            by_hand={q.id: isinstance(q, Proof) for q in assignment.questions},
                ungraded="" in points_of(row, assignment))
        (out / "feedback" / f"{one.who}.html").write_text(page, encoding="utf-8")
    questions = [{"question": q, "got": [r[q.id] for r in rows if r[q.id] != ""],
                  "closed": Counter(m.failed for g in graded for m in g.marks if m.question == q.id and m.failed)}
                 for q in assignment.questions]
    (out / "summary.html").write_text(PAGES.get_template("summary.html").render(
        assignment=assignment, rows=rows, questions=questions, warning=fence.warning()), encoding="utf-8")
    noted = sum(bool(r["notes"]) for r in rows)
    files = ", ".join(str(out / name) for name in ("gradebook.csv", "feedback", "summary.html"))
    return f"{len(rows)} submissions, {noted} with notes: {files}"
