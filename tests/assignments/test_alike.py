"""Planted pairs are found, independent solutions are not, and the page says so of a class."""

import ast
import importlib
import re

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
        if not alike.pairs({"a": code, "b": PLANTED[change](code)}, given(assignment)):
            missed.append((assignment.short, question))
    assert not missed


def test_independent_solutions_are_not():
    """The public solution beside answers in other styles, which were written without it."""
    tried = 0
    for assignment, question in QUESTIONS:
        for name, cells in importlib.import_module(f"answers.{assignment.short}").RIGHT.get(question, {}).items():
            code = "\n".join(cells.values())
            tried += min(len(alike.prints(code)), len(alike.prints(assignment.solution(question)))) >= alike.FEWEST
            assert not alike.pairs({"a": assignment.solution(question), name: code}, given(assignment))
    assert tried >= 10


def test_copies_of_the_public_solution_are_shown_once_each(tmp_path):
    """Six who took it are six lines and not 21; two who took a friend's are one more."""
    assignment, question = QUESTIONS[0]
    public = {f"copy {i}": assignment.solution(question) for i in range(6)}
    friends = {f"friend {i}": assignment.solution(QUESTIONS[1][1]) for i in range(2)}  # to another question
    graded = [batch.Graded(f"{who}.ipynb", who, answers={question: code}, who=who)
              for who, code in (public | friends).items()]
    alike.write(assignment, graded, tmp_path)
    page = (tmp_path / "alike.html").read_text()
    assert page.count("<details>") == 7 and "friend 0" in page
