"""What a reader types into an exercise: the page's own solution, or a wrong answer beside it, under the name that the
exercise begins with."""

from __future__ import annotations

import ast
import re

import nbformat

from tools.site import exercises
from tools.site.places import ROOT


def notebook(page: str):
    """The notebook of a page, as it is committed."""
    return nbformat.read(ROOT / "notebooks" / f"{page}.ipynb", 4)


def pages() -> list[str]:
    """Pages with exercises, assignments left out."""
    names = [path.relative_to(ROOT / "notebooks").with_suffix("") for path in sorted(ROOT.glob("notebooks/**/*.ipynb"))]
    return [name.as_posix() for name in names if name.parts[0] != "assignments" and exercises.answers(
        notebook(name.as_posix()).cells)]


def solution(cells, check: str):
    """The cell that runs a check on its solution and on wrong answers."""
    name = re.search(r"report\((\w+)", check)[1]
    [found] = [c for c in cells if "solution" in c.metadata.get("tags", []) and f"report({name}," in c.source]
    return found


def typed(cells, answer: dict, wrong: bool = False) -> str:
    """What the exercise begins with importing, then the solutions under the names that its check asks for; or the first
    of the wrong answers."""
    begin, cell = cells[answer["cell"]], solution(cells, answer["check"])
    kept = [ast.get_source_segment(one.source, n) for one, kinds in (
        (begin, (ast.Import, ast.ImportFrom)), (cell, (ast.FunctionDef, ast.Import, ast.ImportFrom, ast.Assign)))
        for n in ast.parse(one.source).body if isinstance(n, kinds) and "report(" not in ast.unparse(n)]
    asked = {name: next(iter(answers.values())) for name, answers in _reports(answer["check"])}
    for name, answers in _reports(cell.source):
        kept.append(f"{asked[name]} = {next(v for k, v in answers.items() if k.startswith('solution') != wrong)}")
    return "\n\n".join(kept)


def _reports(source: str) -> list[tuple[str, dict[str, str]]]:
    """Of each call of `report`: the check, and answers by name."""
    calls = [n for n in ast.walk(ast.parse(source))
             if isinstance(n, ast.Call) and getattr(n.func, "id", "") == "report"]
    return [(n.args[0].id, {k.arg: ast.unparse(k.value) for k in n.keywords if k.arg not in ("seed", "allowed")})
            for n in calls]


def printed(cell) -> str:
    """What a cell printed when it was committed."""
    return "".join(output.text for output in cell.outputs if output.output_type == "stream")
