"""What every notebook of the course has, read from the file alone (nbval runs them)."""

import copy
import json
import re
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
LECTURES = [p for p in NOTEBOOKS if not p.name.startswith("00-")]
OPENING = ROOT / "notebooks" / "00-start-here.ipynb"

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
SECTIONS = {  # a heading that matches, case ignored
    "goals": r"goals",
    "symbols": r"symbols in this lecture",
    "when it breaks": r"when it breaks",
    "real data": r"real data|on real",
    "exercises": r"exercises",
    "summary": r"summary",
    "references": r"references",
}
MACHINE_PATH = re.compile(r"(?<![\w.~/:-])/(?:work|home|root|tmp|Users|mnt|opt|private)/\w|\b[A-Z]:\\\\?Users")
INSTALL = re.compile(r"^\s*[!%]{1,2}\s*(?:pip|conda|mamba|apt|apt-get|curl|wget|git|uv)\b|\bpip[\"', ]+install\b", re.M)
NETWORK = re.compile(r"\b(?:urllib\.request|urlopen|requests\.(?:get|post)|httpx|aiohttp|socket\.create|urlretrieve|fetch_openml)\b")
EXERCISE = re.compile(r"\bexercises?\s+(\d+)", re.I)


def source(cell):
    return "".join(cell["source"])


def cells(notebook, kind):
    return [(i, c) for i, c in enumerate(notebook["cells"]) if c["cell_type"] == kind]


def headings(notebook):
    """(level, text) of each markdown heading, fenced code left out."""
    found = []
    for _, cell in cells(notebook, "markdown"):
        text = re.sub(r"^```.*?^```", "", source(cell), flags=re.S | re.M)
        found.extend((len(h), t.strip()) for h, t in re.findall(r"^(#{1,6})\s+(.+)$", text, re.M))
    return found


def section(notebook, pattern):
    """The markdown from the heading that matches to the next heading of its level or above; None without one."""
    collected, level = None, 0
    for _, cell in cells(notebook, "markdown"):
        for line in source(cell).splitlines():
            heading = re.match(r"(#{1,6})\s+(.+)", line)
            if collected is None and heading and re.search(pattern, heading[2], re.I):
                collected, level = [], len(heading[1])
            elif collected is not None:
                if heading and len(heading[1]) <= level:
                    return "\n".join(collected)
                collected.append(line)
    return None if collected is None else "\n".join(collected)


def output_texts(cell):
    """All text that the outputs of a cell show; pictures left out."""
    for output in cell.get("outputs", []):
        yield "".join(output.get("text", ""))
        for mime, data in output.get("data", {}).items():
            if not mime.startswith("image/") or mime == "image/svg+xml":
                yield data if isinstance(data, str) else json.dumps(data)


def form_faults(notebook):
    """Faults any notebook can have, as sentences."""
    faults = []
    first = notebook["cells"][0] if notebook["cells"] else {"cell_type": "none", "source": ""}
    if first["cell_type"] != "markdown" or not re.match(r"# \S", source(first)):
        faults.append("the first cell is not a title")
    if sum(level == 1 for level, _ in headings(notebook)) != 1:
        faults.append("there is not exactly one title")
    metadata = notebook["metadata"]
    if metadata.get("kernelspec", {}).get("name") != "python3":
        faults.append("the kernel is not named python3")
    if "widgets" in metadata:
        faults.append("widget state is stored in the file")
    for i, cell in cells(notebook, "markdown"):
        words = len(source(cell).split())
        if words > 220:
            faults.append(f"cell {i}: {words} words")
        if MACHINE_PATH.search(source(cell)):
            faults.append(f"cell {i}: a path of some machine")
    counts = [c.get("execution_count") for _, c in cells(notebook, "code")]
    if counts != list(range(1, len(counts) + 1)):
        faults.append("code cells were not all executed once, from top to bottom")
    for i, cell in cells(notebook, "code"):
        faults.extend(f"cell {i}: {fault}" for fault in code_cell_faults(cell))
    return faults


def code_cell_faults(cell):
    """Faults of one code cell and of its outputs."""
    text = source(cell)
    lines = sum(bool(line.strip()) for line in text.splitlines())
    if not lines:
        yield "is empty"
    if lines > 25:
        yield f"{lines} lines of code"
    if MACHINE_PATH.search(text) or any(MACHINE_PATH.search(t) for t in output_texts(cell)):
        yield "a path of some machine"
    if INSTALL.search(text):
        yield "an install or shell command"
    if NETWORK.search(text):
        yield "a call to the network"
    for output in cell.get("outputs", []):
        if output["output_type"] == "error":
            yield "an error output"
        if output.get("name") == "stderr":
            yield "a stderr output"
        data, metadata = output.get("data", {}), output.get("metadata", {})
        if WIDGET_VIEW in data and "image/png" not in data:
            yield "a widget without a static picture"
        if "image/png" in data:
            alt = metadata.get("image/png", {}).get("alt") or metadata.get("alt") or ""
            if len(alt) < 20:
                yield "a picture without alt text"


def lecture_faults(notebook):
    """Faults only a lecture can have: its sections, and goals that point at exercises."""
    titles = [text for _, text in headings(notebook)]
    faults = [
        f"no section {name}" for name, pattern in SECTIONS.items() if not any(re.search(pattern, t, re.I) for t in titles)
    ]
    goals = section(notebook, SECTIONS["goals"]) or ""
    items = re.findall(r"^\s*(?:[-*]|\d+[.)])\s+(.*(?:\n(?!\s*(?:[-*]|\d+[.)])\s).+)*)", goals, re.M)
    if not 3 <= len(items) <= 5:
        faults.append(f"{len(items)} goals; three to five are wanted")
    exercises = section(notebook, SECTIONS["exercises"]) or ""
    known = set(re.findall(r"^(?:#{2,6}\s+|\*\*)\s*exercise\s+(\d+)", exercises, re.I | re.M))
    for item in items:
        named = EXERCISE.findall(item)
        if not named:
            faults.append(f"a goal names no exercise: {item[:60]}")
        faults.extend(f"a goal names exercise {e}, which is not there" for e in named if e not in known)
    symbols = section(notebook, SECTIONS["symbols"]) or ""
    if len(re.findall(r"^\|.*\|\s*$", symbols, re.M)) < 3:
        faults.append("the symbols are not a table")
    return faults


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))


def test_the_opening_notebook_is_there():
    assert OPENING in NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_form(path):
    nbformat.validate(nbformat.read(path, as_version=4))
    assert form_faults(load(path)) == []


@pytest.mark.parametrize("path", LECTURES, ids=lambda p: p.stem)
def test_lecture(path):
    assert lecture_faults(load(path)) == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_links_between_notebooks_lead_somewhere(path):
    for _, cell in cells(load(path), "markdown"):
        for target in re.findall(r"\]\(([^)#\s]+\.(?:ipynb|md))(?:#[^)]*)?\)", source(cell)):
            if "://" not in target:
                assert (path.parent / target).exists(), f"{path.name} links to {target}"


# ------------------------------------------------------------------ the checks themselves can fail


def md(text):
    return {"cell_type": "markdown", "metadata": {}, "source": text}


def code(text, outputs=(), count=1):
    return {"cell_type": "code", "metadata": {}, "source": text, "outputs": list(outputs), "execution_count": count}


def picture(alt="Two curves that fall as n grows", **more):
    return {"output_type": "display_data", "data": {"image/png": "AAAA", **more}, "metadata": {"image/png": {"alt": alt}}}


GOOD = {
    "metadata": {"kernelspec": {"name": "python3"}},
    "cells": [
        md("# Lecture 1\nA promise."),
        md("## Goals\n1. State it (Exercise 1).\n2. Prove it\n   in one line (exercise 2).\n- Break it (Exercise 2)."),
        md("## Symbols in this lecture\n| a | b |\n|---|---|\n| n | records |"),
        code("x = 1", [picture(**{WIDGET_VIEW: {"model_id": "m"}})]),
        md("## When it breaks\n"),
        md("## The same on real data"),
        md("## Exercises\n### Exercise 1\n...\n\n**Exercise 2.** ..."),
        md("## Summary"),
        md("## References"),
    ],
}


def test_a_good_notebook_passes():
    assert form_faults(GOOD) == [] and lecture_faults(GOOD) == []


@pytest.mark.parametrize(
    "cell, says",
    [
        (code("y = 2", count=None), "not all executed"),
        (code("y = 2", count=7), "not all executed"),
        (code(" \n"), "is empty"),
        (code("\n".join(f"a{i} = {i}" for i in range(26))), "26 lines"),
        (code("open('/home/me/x.csv')"), "path of some machine"),
        (code("f", [{"output_type": "stream", "name": "stdout", "text": "/Users/me/1.py"}]), "path of some machine"),
        (code("f", [{"output_type": "execute_result", "data": {"text/plain": ["'/root/x'"]}}]), "path of some machine"),
        (code("%pip install dplearn"), "install or shell"),
        (code("  !apt-get update"), "install or shell"),
        (code("subprocess.run([py, '-m', 'pip', 'install', 'x'])"), "install or shell"),
        (code("urllib.request.urlopen(u)"), "network"),
        (code("f", [{"output_type": "error", "ename": "E"}]), "an error output"),
        (code("f", [{"output_type": "stream", "name": "stderr", "text": "warning"}]), "stderr"),
        (code("f", [{"output_type": "display_data", "data": {WIDGET_VIEW: {}}}]), "without a static picture"),
        (code("f", [picture(alt="")]), "without alt text"),
        (md("word " * 221), "221 words"),
        (md("see /root/notes"), "path of some machine"),
        (md("# Another title"), "exactly one title"),
    ],
)
def test_form_faults_are_seen(cell, says):
    notebook = copy.deepcopy(GOOD)
    if cell["cell_type"] == "code" and cell["execution_count"] == 1:
        cell["execution_count"] = 2
    notebook["cells"].append(cell)
    faults = form_faults(notebook)
    assert len(faults) == 1 and says in faults[0]


@pytest.mark.parametrize(
    "change, says",
    [
        (lambda n: n["metadata"]["kernelspec"].update(name="dplearn"), "not named python3"),
        (lambda n: n["metadata"].update(widgets={}), "widget state"),
        (lambda n: n["cells"].pop(0), "not a title"),
    ],
)
def test_notebook_metadata_faults_are_seen(change, says):
    notebook = copy.deepcopy(GOOD)
    change(notebook)
    assert any(says in fault for fault in form_faults(notebook))


@pytest.mark.parametrize(
    "index, text, says",
    [
        (1, "## Goals\n1. One (Exercise 1).\n2. Two (Exercise 2).", "2 goals"),
        (1, "## Goals\n1. One (Exercise 1).\n2. Two (Exercise 2).\n3. Three.", "names no exercise"),
        (1, "## Goals\n1. One (Exercise 1).\n2. Two (Exercise 2).\n3. Three (Exercise 3).", "exercise 3, which is not"),
        (2, "## Symbols in this lecture\nnone", "not a table"),
        (4, "## Something else", "no section when it breaks"),
        (8, "See the end.", "no section references"),
    ],
)
def test_lecture_faults_are_seen(index, text, says):
    notebook = copy.deepcopy(GOOD)
    notebook["cells"][index]["source"] = text
    faults = lecture_faults(notebook)
    assert len(faults) == 1 and says in faults[0]
