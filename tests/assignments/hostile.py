"""Grades hostile submissions beside honest ones, and says what each got: a row for each of the red team's finds and of
the inventions.

usage: python tests/assignments/hostile.py [--kind KIND ...] [--workers N] [--keep FOLDER]

Every trick is handed in with three honest submissions, which must get all their points; a trick must get at most its
own, all other questions of its file all of theirs.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1])]

from assignments.grading import batch, gradebook, intake, report  # noqa: E402
from assignments.grading.assignment import Assignment, assignments  # noqa: E402
from findings import EVERYTHING, Finding  # noqa: E402
from inventing import Made, dump  # noqa: E402
from inventions import INVENTIONS  # noqa: E402

HONEST = ("honest-1", "honest-2", "honest-3")
SECRET = "a secret of the tests"


@dataclass(frozen=True)
class Row:
    """What one trick got: `wrong` says how that differs from what it must."""

    kind: str
    what: str
    points: str
    words: str
    wrong: str


def put(folder: Path, files: dict) -> list[str]:
    """Files written below the folder (a text is where a link leads); their names as the gradebook shows them."""
    shown = []
    for name, data in files.items():
        path = os.path.join(os.fsencode(folder), name if isinstance(name, bytes) else os.fsencode(name))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if isinstance(data, str):
            os.symlink(data, path)
        else:
            with open(path, "wb") as file:
                file.write(data)
        shown.append(intake.shown(os.path.relpath(os.fsdecode(path), folder)))
    return shown


def graded(assignment: Assignment, tricks: list, folder: Path, workers: int = 2) -> list[Row]:
    """The tricks against one assignment, in one batch with the honest ones; a row each, those of the honest last."""
    short, source, out = assignment.short, folder / "from", folder / "out"
    made = Made(short)
    full = {q.id: q.points for q in batch.graded_questions(assignment)}
    named = {trick: put(source, files_of(trick, made)) for trick in tricks}
    honest = [name for who in HONEST for name in put(source, {f"{who}/{short}.ipynb": dump(made.right(who))})]
    found = batch.grade(assignment, source, out, secret=SECRET, workers=workers, progress=False)
    gradebook.save(assignment, found, source, out)
    left = intake.take(source, out).left
    report.write(assignment, found, out, gradebook.seen(assignment, out), left)
    by_file = {one.file: one for one in found}
    rows = [
        row(trick, [by_file[n] for n in names if n in by_file], [n for n in names if n in left], full)
        for trick, names in named.items()
    ]
    for name in honest:
        got = {m.question: m.points for m in by_file[name].marks}
        rows.append(
            Row("honest", name, say(got), "; ".join(by_file[name].notes), "" if got == full else f"all of {full}")
        )
    return rows


def files_of(trick, made: Made) -> dict:
    return trick.files if isinstance(trick, Finding) else trick.make(made)


def row(trick, rows: list, left: list[str], full: dict[str, int]) -> Row:
    """What the trick got beside what it must."""
    words = "; ".join(
        [*left, *(note for one in rows for note in one.notes), *(m.words for one in rows for m in one.marks if m.words)]
    )
    wrong = ["the grader failed" for one in rows if one.failed]
    if isinstance(trick, Finding):
        kind, most, tricked = f"finding {trick.number}", trick.most, rows
    else:
        kind, most = trick.kind, trick.most or {}
        tricked = [one for one in rows if one.student == trick.student] or rows[:1]
    if not rows and not left:
        wrong.append("neither a row nor a line")
    for one in rows:
        got = {m.question: m.points for m in one.marks}
        for id, points in full.items():
            may = most.get(id, points) if one in tricked else points
            if id in most and one in tricked:
                wrong += [f"{id}: at most {may}"] if got.get(id, 0) > may else []
            elif got.get(id) != points:
                wrong.append(f"{id}: all of {points}, got {got.get(id)}")
    if isinstance(trick, Finding) and trick.note:
        wrong += [] if re.search(trick.note, words) else [f"no word of {trick.note!r}"]
    points = " + ".join(say({m.question: m.points for m in one.marks}) for one in rows)
    return Row(
        kind, trick.what if isinstance(trick, Finding) else trick.name, points or "left out", words, "; ".join(wrong)
    )


def say(got: dict[str, int]) -> str:
    return "/".join(map(str, got.values())) or "no points"


def table(rows: list[Row]) -> str:
    """Markdown."""

    def cell(text: str) -> str:
        text = " ".join(text.replace("|", "\\|").replace("<", "&lt;").split())
        return text if len(text) < 90 else text[:90] + "..."

    head = ["| kind | trick | points | words | not as it must be |", "|---|---|---|---|---|"]
    return "\n".join(
        head + [f"| {r.kind} | {cell(r.what)} | {r.points} | {cell(r.words)} | {cell(r.wrong)} |" for r in rows]
    )


def main() -> None:
    said = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    said.add_argument("--kind", nargs="*", help="findings, file, identity, proof, process, privacy, sampler, others")
    said.add_argument("--workers", type=int, default=2)
    said.add_argument("--keep", type=Path)
    said = said.parse_args()
    bad = 0
    for assignment in assignments():
        tricks = [
            *(EVERYTHING if assignment.short == "a2" and (not said.kind or "findings" in said.kind) else []),
            *(t for t in INVENTIONS if t.assignment == assignment.short and (not said.kind or t.kind in said.kind)),
        ]
        if not tricks:
            continue
        with tempfile.TemporaryDirectory() as folder:
            rows = graded(assignment, tricks, (said.keep or Path(folder)) / assignment.short, said.workers)
        print(f"\n{assignment.short}\n\n{table(rows)}", flush=True)
        bad += sum(bool(r.wrong) for r in rows)
    print(f"\n{bad} not as they must be")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
