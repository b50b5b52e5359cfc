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
from .question import Proof

PAGES = Environment(loader=FileSystemLoader(Path(__file__).parent), autoescape=select_autoescape(["html"]))
# Those of the questions stand behind the second.  `machine`: what the checks gave; `total`: empty while a proof waits.
COLUMNS = ("student", "file", "machine", "total", "of", "page", "notes")
MOST_NAME, MOST_NOTES = 200, 2000


def write(assignment: Assignment, graded: list, out: Path, seen: dict[str, Seen], left: dict[str, str],
          said: str = "") -> str:
    """Everything into OUT; a line that says what was found.  A proof that nobody has looked at has an empty cell.

    `left` names what was left out and why, `said` is what the terminal was told before.
    """
    rows = lines(assignment, graded, seen)
    with (out / "gradebook.csv").open("w", newline="", encoding="utf-8-sig") as file:
        table = csv.DictWriter(file, [*COLUMNS[:2], *(q.id for q in assignment.questions), *COLUMNS[2:]],
                               extrasaction="ignore")
        table.writeheader()
        table.writerows({column: cell(text) for column, text in row.items()} for row in rows.values())
    pages, came = out / "feedback", [one for one in graded if one.handed_in]
    pages.mkdir(exist_ok=True)
    for old in {path.name for path in pages.glob("*.html")} - {row["page"] for row in rows.values()}:
        (pages / old).unlink()  # of a row that is there no longer
    for one in came:
        _page("feedback.html", pages / rows[one]["page"], assignment=assignment, one=one, row=rows[one],
              seen=_of(one, seen), marks={m.question: m for m in one.marks},
              notes="" if one.failed else rows[one]["told"])  # of a failure the instructor alone needs to know more
    failed = [one for one in came if one.failed]
    _page("summary.html", out / "summary.html", assignment=assignment, rows=rows.values(), came=came, failed=failed,
          questions=[_question(q, rows, seen) for q in assignment.questions], warning=fence.warning(), left=left,
          said=said)
    counts = {"submissions": len(came), "with notes": sum(rows[one]["notes"] != "" for one in came),
              "with a proof that waits": sum(rows[one]["total"] == "" for one in came) - len(failed),
              "handed in nothing": len(graded) - len(came), "left out": len(left), "GRADER FAILED": len(failed)}
    files = ", ".join(str(out / name) for name in ("gradebook.csv", "feedback", "summary.html"))
    return f"{', '.join(f'{n} {words}' for words, n in counts.items() if n)}: {files}"


def lines(assignment: Assignment, graded: list, seen: dict[str, Seen]) -> dict:
    """The gradebook's lines, by what was graded."""
    return {one: _row(assignment, one, _of(one, seen)) for one in graded}


def _of(one, seen: dict[str, Seen]) -> Seen:
    return seen.get(one.page, Seen()) if one.handed_in else Seen()


def _page(template: str, path: Path, **about) -> None:
    path.write_text(PAGES.get_template(template).render(about), encoding="utf-8")


def _question(question, rows: dict, seen: dict[str, Seen]) -> dict:
    """A line of the summary: the points of those who were graded (a proof's by a person), and what became of the
    others."""
    id, got, rest = question.id, [], Counter()
    for one, row in rows.items():
        if isinstance(question, Proof) and id not in _of(one, seen).points:
            rest["wait" if id in one.answers else "wrote nothing"] += one.handed_in and not one.failed
        elif row[id] != "":
            got.append(float(row[id]))
            rest.update(m.failed for m in one.marks if m.question == id and m.failed)
    return {"question": question, "got": got, "rest": ", ".join(f"{what}: {n}" for what, n in rest.most_common() if n)}


def _row(assignment: Assignment, one, seen: Seen) -> dict:
    """A line of the gradebook: a person's points stand before the machine's; nothing written is worth nothing."""
    graded = one.handed_in and not one.failed
    machine = {m.question: m.points for m in one.marks}
    unwritten = {q.id: 0 for q in assignment.questions if isinstance(q, Proof) and graded and q.id not in one.answers}
    points = {q.id: "" for q in assignment.questions} | machine | unwritten | seen.points
    told = [*one.notes,
            *(f"points of {id} given by hand: {points[id]:g}; the checks gave {got}"
              for id, got in machine.items() if points[id] != got),
            *(f"{id}: {given:g} points were given for an earlier answer" for id, given in seen.earlier.items())]
    whole = graded and "" not in points.values()
    return {"student": _cut(one.id, MOST_NAME), "file": _cut(one.file, MOST_NAME),
            **{id: p if p == "" else f"{p:g}" for id, p in points.items()},
            "machine": f"{sum(machine.values()):g}" if graded else "",
            "total": f"{sum(points.values()):g}" if whole else "", "of": assignment.points,
            "page": f"{one.page}.html" if one.handed_in else "",
            "notes": _cut("; ".join([*told, *one.private]), MOST_NOTES),
            "told": _cut("; ".join(told), MOST_NOTES)}  # to the student: nothing about others


def cell(text) -> str:
    """What a table program shows as it stands: no formula, no control character, no novel."""
    text = "".join(c for c in str(text) if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cs"))
    text = _cut(text, MOST_NOTES)
    first = unicodedata.normalize("NFKC", text.lstrip()[:1])
    return f"'{text}" if first in ("=", "+", "-", "@") or text[:1] in ("\t", "\n") else text


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[:most - 3] + "..."
