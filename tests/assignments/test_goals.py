"""What is tested where: the committed table, and no goal of lectures 1 to 7 without exercise and question.

usage: python -m tests.assignments.test_goals     (writes assignments/goals.md)
"""

import re

from assignments.grading import notebook
from assignments.grading.assignment import HOME, assignments

GOAL = re.compile(r"^(\d)\. (.+?) \((Exercises?) ([\d and,]+)\)[.;]$", re.M)


def goals():
    """Each goal by lecture and number: its words, and the exercises that test it."""
    found = {}
    for path in sorted((HOME.parent / "notebooks").glob("0*.ipynb")):
        text = "\n".join(cell.source for cell in notebook.read(path).cells)
        page = text.partition("\n## Goals\n")[2].partition("\n## ")[0]
        found |= {(int(path.name[:2]), int(n)): (words, which) for n, words, _, which in GOAL.findall(page)}
    return found


def questions():
    """By goal, each question that tests it, with its points."""
    found = {}
    for assignment in assignments():
        for number, question in enumerate(assignment.questions, 1):
            for goal in question.goals:
                found.setdefault((int(assignment.short[1:]), goal), []).append(
                    f"{assignment.short} question {number} ({question.points})")
    return found


def table() -> str:
    rows = [f"| {lecture} | {number}. {words} | {which} | {', '.join(questions().get((lecture, number), []))} |"
            for (lecture, number), (words, which) in goals().items()]
    return "\n".join(["# Goals, exercises, questions", "",
                      "Written by `python -m tests.assignments.test_goals` from lectures and checks; points in "
                      "brackets.", "", "| lecture | goal | exercises | questions |", "|---|---|---|---|", *rows, ""])


def test_each_goal_has_an_exercise_and_a_question():
    assert (HOME / "goals.md").read_text(encoding="utf-8") == table(), "python -m tests.assignments.test_goals"
    found, asked = goals(), set(questions())
    assert asked <= set(found) and {goal for goal in found if 1 <= goal[0] <= 7} <= asked
    assert {lecture for lecture, _ in found} == set(range(9))


if __name__ == "__main__":
    (HOME / "goals.md").write_text(table(), encoding="utf-8")
