"""Planted pairs are found, independent solutions are not, and the page says so of a class."""

import ast
import importlib
import re

import numpy as np
import pytest
from assignments.grading import alike, batch
from assignments.grading.assignment import assignments

QUESTIONS = [(a, q.id) for a in assignments() for q in batch.graded_questions(a)]


class Renamed(ast.NodeTransformer):
    """Another word for each name, another number for each."""

    def visit_Name(self, node):
        return ast.Name("my_" + node.id[::-1], node.ctx)

    def visit_arg(self, node):
        return ast.arg("my_" + node.arg[::-1])

    def visit_Constant(self, node):
        return ast.Constant(node.value + 7 if type(node.value) in (int, float) else node.value)


def retyped(code: str) -> str:
    """Comments and docstrings gone, lines broken elsewhere."""
    return ast.unparse(ast.parse(re.sub(r'"""(.|\n)*?"""', "", code))).replace(", ", ",\n").replace(",\n", ",   ", 3)


def reordered(code: str) -> str:
    """Statements at the top the other way round, and in each function the first half of its simple ones."""
    tree = ast.parse(code)
    tree.body.reverse()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            half = len(node.body) // 2
            node.body[:half] = node.body[:half][::-1]
    return ast.unparse(tree)


PLANTED = {"renamed": lambda code: ast.unparse(Renamed().visit(ast.parse(code))), "retyped": retyped,
           "reordered": reordered, "all three": lambda code: retyped(reordered(ast.unparse(Renamed().visit(
               ast.parse(code)))))}


def given(assignment) -> str:
    return "\n".join(cell.source for cell in assignment.release.cells if cell.cell_type == "code")


@pytest.mark.parametrize("change", PLANTED)
def test_planted_pairs_are_found(change):
    missed = []
    for assignment, question in QUESTIONS:
        code = assignment.solution(question)
        if not alike.groups({"a": code, "b": PLANTED[change](code)}, given(assignment)):
            missed.append((assignment.short, question))
    assert not missed


def test_independent_solutions_are_not():
    """The public solution beside answers in other styles, which were written without it."""
    tried = 0
    for assignment, question in QUESTIONS:
        for name, cells in importlib.import_module(f"answers.{assignment.short}").RIGHT.get(question, {}).items():
            code = "\n".join(cells.values())
            tried += min(len(alike.prints(code)), len(alike.prints(assignment.solution(question)))) >= alike.FEWEST
            assert not alike.groups({"a": assignment.solution(question), name: code}, given(assignment))
    assert tried >= 10


def test_who_shares_an_answer_is_in_one_group(tmp_path):
    """Six who took the public solution, two who took a friend's, one whose answer has 20 MB and is cut."""
    assignment, question = QUESTIONS[0]
    solved, other = assignment.solution(question), assignment.solution(QUESTIONS[1][1])
    answers = {f"copy {i}": solved for i in range(6)} | {"friend 0": other, "friend 1": other}
    graded = [batch.Graded(f"{who}.ipynb", who, answers={question: code}, who=who)
              for who, code in {**answers, "huge": solved + "\nx = 1" * 3_500_000}.items()]
    alike.write(assignment, graded, tmp_path)
    page = (tmp_path / "alike.html").read_text()
    assert re.findall(r"<summary>(.*?)</summary>", page) == [
        "100%, 8 answers: The public solution, " + "".join(f"copy {i}, " for i in range(6)) + "huge",
        "100%, 2 answers: friend 0, friend 1"]
    assert len(page) < 10 * alike.MOST_TEXT


def test_a_group_is_joined_by_its_pairs():
    """Each half of a long answer is alike with the whole, and not with the other half."""
    rng = np.random.default_rng(1)
    first, second = ("\n".join("y = " + " x ".join(rng.choice([*"+-*/%@"], 9)) for _ in range(9)) for _ in range(2))
    ((share, group),) = alike.groups({"first": first, "second": second, "both": f"{first}\n{second}"})
    assert share == 1 and len(group) == 3 and group["both"] >= set(range(1, 19))
    assert not alike.groups({"first": first, "second": second})
