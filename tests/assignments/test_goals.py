"""What is tested where: the committed table, and no goal of lectures 1 to 7 without exercise and question."""

from assignments.grading import goals
from assignments.grading.assignment import HOME, assignments


def test_each_goal_has_an_exercise_and_a_question():
    assert (HOME / "goals.md").read_text(encoding="utf-8") == goals.table(), "python -m assignments.grading.goals"
    found = goals.goals()
    asked = {(int(a.short[1:]), goal) for a in assignments() for q in a.questions for goal in q.goals}
    assert asked <= set(found) and {goal for goal in found if 1 <= goal[0] <= 7} <= asked
    assert {lecture for lecture, _ in found} == set(range(9))
