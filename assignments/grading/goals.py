"""Which exercise and which question tests which goal of a lecture: the table `assignments/goals.md`.

usage: python -m assignments.grading.goals
"""

from __future__ import annotations

import functools
import re

from . import notebook
from .assignment import HOME, assignments

LECTURES = HOME.parent / "notebooks"
GOAL = re.compile(r"^(\d)\. (.+?) \((Exercises?) ([\d and,]+)\)[.;]$", re.M)


@functools.cache
def goals() -> dict[tuple[int, int], tuple[str, str]]:
    """Each goal by lecture and number: its words, and the exercises that test it."""
    found = {}
    for path in sorted(LECTURES.glob("0*.ipynb")):
        page = next(c.source for c in notebook.read(path).cells if c.source.startswith("## Goals"))
        found |= {(int(path.name[:2]), int(n)): (words, which) for n, words, _, which in GOAL.findall(page)}
    return found


def table() -> str:
    """A row a goal; a question stands in each row that it tests, with its points."""
    tested: dict[tuple[int, int], list[str]] = {goal: [] for goal in goals()}
    for assignment in assignments():
        for number, question in enumerate(assignment.questions, 1):
            for goal in question.goals:
                lecture, place = int(assignment.short[1:]), f"{assignment.short} question {number}"
                tested[lecture, goal].append(f"{place} ({question.points})")
    rows = [f"| {lecture} | {number}. {words} | {which} | {', '.join(tested[lecture, number])} |"
            for (lecture, number), (words, which) in goals().items()]
    return "\n".join(["# Goals, exercises, questions", "",
                      "Written by `python -m assignments.grading.goals` from lectures and checks; points in brackets.",
                      "",
                      "| lecture | goal | exercises | questions |", "|---|---|---|---|", *rows, ""])


def main() -> None:
    (HOME / "goals.md").write_text(table(), encoding="utf-8")


if __name__ == "__main__":
    main()
