"""Exercises done on the page: what static/exercises.js needs to run, check, keep and hand out what a reader writes.

A script for each page, `exercises/PAGE.js` (a page from a disk may fetch no file), holds its notebook without outputs
and, for each answer, its place there, the check, and the parts of earlier cells that both ask for by their names.
"""

from __future__ import annotations

import ast
import json
import re
import symtable

from .static.exercise_worker import defined, used

UNWRITTEN = "raise NotImplementedError"
NAMED = re.compile(r"`([A-Za-z_]\w*)")  # in a task's words


def key(cell) -> str:
    """What a reader's answer in this cell is kept under: its function's name, of an assignment nbgrader's; "" where
    nothing is to be written."""
    grader = cell.metadata.get("nbgrader")
    if grader:
        return "" if grader["locked"] else grader["grade_id"]
    asks = "exercise" in cell.metadata.get("tags", []) and UNWRITTEN in cell.source
    return re.search(r"^def (\w+)", cell.source, re.M)[1] if asks else ""


def answers(cells) -> dict[str, dict]:
    """Each answer of a page: the number of its `cell`, its `check`, and the `setup` that runs before it."""
    found = {}
    for at, one in enumerate(cells):
        if key(one):
            code, follows = one.cell_type == "code", cells[at + 1].source if one is not cells[-1] else ""
            # After a student's name come the constants that follow from it.
            check = follows if code and ("report(" in follows or key(one) == "student") else ""
            before = setup(cells[:at], f"{one.source}\n{check}") if code else []
            found[key(one)] = {"cell": at, "check": check, "setup": before}
    return found


def setup(before, asked: str) -> list[str]:
    """The first cell of code, the imports, and those statements of the cells before that give values to names which
    the code `asked`, the task's words or a later one of these asks for."""
    task = next((c.source for c in reversed(before) if c.cell_type == "markdown"), "")
    given = {a.arg for node in ast.walk(ast.parse(asked)) if isinstance(node, ast.FunctionDef) for a in node.args.args}
    wanted = _uses(asked) | set(NAMED.findall(task)) - given
    code = [c for c in before if c.cell_type == "code" and not key(c) and "solution" not in c.metadata.get("tags", [])]
    kept: list[str] = []
    for number, one in reversed([*enumerate(code)]):
        for node in reversed(ast.parse(one.source).body):
            part = ast.get_source_segment(one.source, node)
            if number == 0 or isinstance(node, (ast.Import, ast.ImportFrom)) or defined(part) & wanted:
                kept.append(part)
                wanted |= _uses(part)
    return kept[::-1]


def _uses(code: str) -> set[str]:
    return used(symtable.symtable(code, "", "exec"))


def script(name: str, notebook) -> str:
    """What a page loads once its reader writes: `name` is the page's, `notebook` as it is committed."""
    bare = json.loads(json.dumps(notebook))
    for cell, one in zip(bare["cells"], notebook.cells):
        if key(one) and "nbgrader" not in one.metadata:
            cell["metadata"]["answer"] = key(one)  # says whose answer it is where ids move and functions are renamed
        if one.cell_type == "code":
            cell |= {"outputs": [], "execution_count": None}
    said = json.dumps({"notebook": bare, "answers": answers(notebook.cells)}, ensure_ascii=False)
    return f"dplearnExercises({json.dumps(name)}, {said});\n"
