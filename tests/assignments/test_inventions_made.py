"""The inventions are made: each has files, its own name and fair numbers, and is made alike every time."""

import ast

import pytest
from inventions import INVENTIONS, Made

MADE = {a: Made(a) for a in sorted({invention.assignment for invention in INVENTIONS})}


KINDS = ("file", "identity", "proof", "process", "privacy", "sampler", "others")


def test_names_are_their_own_and_kinds_are_known():
    assert len({invention.name for invention in INVENTIONS}) == len(INVENTIONS) >= 45
    assert {invention.kind for invention in INVENTIONS} == set(KINDS)
    assert sum(invention.most is None and invention.tries.startswith("harmless") for invention in INVENTIONS) >= 8


@pytest.mark.parametrize("kind", KINDS)
def test_each_is_made_alike_every_time(kind):
    for invention in (each for each in INVENTIONS if each.kind == kind):
        made, name = MADE[invention.assignment], invention.name
        files = invention.make(made)
        assert files and all(isinstance(content, bytes) for content in files.values()), name
        assert not any(path.startswith("/") or ".." in path.split("/") for path in files), f"{name}: nothing outside"
        assert files == invention.make(Made(invention.assignment)), name
        assert all(0 <= most <= made.questions[q] for q, most in (invention.most or {}).items()), name


@pytest.mark.parametrize("assignment", MADE)
def test_the_right_notebook_holds_all_solutions(assignment):
    made = MADE[assignment]
    cells = made.right("ada")["cells"]
    for question in made.questions:
        answer, = ("".join(c["source"]) for c in cells if c["metadata"].get("nbgrader", {}).get("grade_id") == question)
        assert answer == made.solution(question) and "NotImplementedError" not in answer and "### " not in answer
        if question not in made.proofs:
            ast.parse(answer)
