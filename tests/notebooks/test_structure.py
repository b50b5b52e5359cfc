"""What every page of the course has, read from the file alone (nbval runs them)."""

import ast
import copy
import json
import re

import nbformat
import pytest
from pages import BUDGET, EXPLORER, FOLDER, Page, pages, source

from dplearn import experiments
from dplearn.statements import statements

PAGES = pages()
LECTURES = [p for p in PAGES if p.is_lecture]
COMPANIONS = [p for p in PAGES if p.is_companion]

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
SECTIONS = {  # a heading that matches, case ignored
    "goals": r"goals",
    "when it breaks": r"when it breaks",
    "real data": r"real data|on real",
    "exercises": r"exercises",
    "summary": r"summary",
    "symbols": r"symbols",
    "references": r"references",
}
MACHINE_PATH = re.compile(r"(?<![\w.~/:-])/(?:work|home|root|tmp|Users|mnt|opt|private)/\w|\b[A-Z]:\\\\?Users")
INSTALL = re.compile(r"^\s*[!%]{1,2}\s*(?:pip|conda|mamba|apt|apt-get|curl|wget|git|uv)\b|\bpip[\"', ]+install\b", re.M)
NETWORK = re.compile(r"\b(?:urllib\.request|urlopen|requests\.(?:get|post)|httpx|aiohttp|socket\.create|urlretrieve"
                     r"|fetch_openml)\b")
EXERCISE = re.compile(r"\bexercises?\s+(\d+)", re.I)
EXERCISE_HEADING = re.compile(r"^### Exercise (\d+)(?:: .+)? \((required|optional), \d+ minutes\)$")
MOVES_SLIDERS = re.compile(r"\.set\(\s*\w+\s*=")


def section(page, pattern):
    """The markdown from the heading that matches to the next heading of its level or above; None without one."""
    collected, level = None, 0
    for _, cell in page.cells("markdown"):
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


def form_faults(page):
    """Faults any page can have, as sentences."""
    faults, cells = [], page.notebook["cells"]
    if not cells or cells[0]["cell_type"] != "markdown" or not re.match(r"# \S", source(cells[0])):
        faults.append("the first cell is not a title")
    if sum(level == 1 for level, _ in page.headings) != 1:
        faults.append("there is not exactly one title")
    metadata = page.notebook["metadata"]
    if metadata.get("kernelspec", {}).get("name") != "python3":
        faults.append("the kernel is not named python3")
    if "widgets" in metadata:
        faults.append("widget state is stored in the file")
    for i, cell in page.cells("markdown"):
        words = len(source(cell).split())
        if words > 220:
            faults.append(f"cell {i}: {words} words")
        if MACHINE_PATH.search(source(cell)):
            faults.append(f"cell {i}: a path of some machine")
    counts = [c.get("execution_count") for _, c in page.cells("code")]
    if counts != list(range(1, len(counts) + 1)):
        faults.append("code cells were not all executed once, from top to bottom")
    for i, cell in page.cells("code"):
        faults.extend(f"cell {i}: {fault}" for fault in code_cell_faults(cell))
    return faults


def budget_faults(page):
    """What is over the budget up to the exercises, and minutes that are not those of the rule."""
    faults = [f"{value} {name} up to the exercises; at most {BUDGET[name]}" for name,
              value in page.spent.items() if value > BUDGET[name]]
    if page.stated_minutes != page.spent["minutes"]:
        faults.append(f"the head states {page.stated_minutes} minutes; the rule gives {page.spent['minutes']}")
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


def lecture_faults(page):
    """Faults only a lecture can have: its sections, its exercises, and goals that point at them."""
    titles = [text for _, text in page.headings]
    faults = [f"no section {name}" for name, pattern in SECTIONS.items()
              if not any(re.search(pattern, t, re.I) for t in titles)]
    goals = section(page, SECTIONS["goals"]) or ""
    items = re.findall(r"^\s*(?:[-*]|\d+[.)])\s+(.*(?:\n(?!\s*(?:[-*]|\d+[.)])\s).+)*)", goals, re.M)
    if not 3 <= len(items) <= 4:
        faults.append(f"{len(items)} goals; three or four are wanted")
    exercises = [EXERCISE_HEADING.match(f"### {text}") for level,
                 text in page.headings if level == 3 and re.match(r"Exercise \d", text)]
    if not all(exercises):
        faults.append("an exercise is not headed '### Exercise N: title (required, M minutes)'")
    known = {e[1]: e[2] for e in exercises if e}
    if list(known.values()).count("required") != 3:
        faults.append("not three required exercises")
    for item in items:
        named = EXERCISE.findall(item)
        if not named:
            faults.append(f"a goal names no exercise: {item[:60]}")
        faults.extend(f"a goal names exercise {e}, which is not there" for e in named if e not in known)
    symbols = section(page, SECTIONS["symbols"]) or ""
    if len(re.findall(r"^\|.*\|\s*$", symbols, re.M)) < 3:
        faults.append("the symbols are not a table")
    return faults


def explorer_faults(page):
    """Explorers that name a value they would have anyway, and cells that move a reader's sliders."""
    for i, cell in page.cells("code"):
        if MOVES_SLIDERS.search(source(cell)):
            yield f"cell {i} moves sliders"
        if not EXPLORER.search(source(cell)):
            continue
        for call in (n for n in ast.walk(ast.parse(source(cell))) if isinstance(n, ast.Call)):
            if getattr(call.func, "id", "") == "explore" and isinstance(call.args[0], ast.Attribute):
                defaults = vars(getattr(experiments, call.args[0].attr).setting())
                for k in call.keywords:
                    if isinstance(k.value, ast.Constant) and k.arg in defaults and defaults[k.arg] == k.value.value:
                        yield f"cell {i} names {k.arg}, which has its default"


def links(page):
    """(text, place, anchor) of each link from the page to a file of the course or within the page."""
    for _, cell in page.cells("markdown"):
        for text, target in re.findall(r"\[([^\]]*)\]\(([^)\s]+)\)", source(cell)):
            if "://" not in target:
                place, _, anchor = target.partition("#")
                yield text, (page.path.parent / place).resolve() if place else page.path, anchor


def anchors(page):
    """The anchors that JupyterLab gives the page's headings."""
    return {text.replace(" ", "-") for _, text in page.headings}


def test_the_pages_are_there():
    names = [p.name for p in PAGES]
    assert names[0] == "00-start-here" and len(LECTURES) == 7 and "08-errata" in names and COMPANIONS


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_form(page):
    nbformat.validate(nbformat.read(page.path, as_version=4))
    assert form_faults(page) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_budget_and_explorers(page):
    assert budget_faults(page) + list(explorer_faults(page)) == []


@pytest.mark.parametrize("page", LECTURES, ids=lambda p: p.name)
def test_lecture(page):
    assert lecture_faults(page) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_links_lead_somewhere(page):
    known = {p.path: anchors(p) for p in PAGES}
    for text, place, anchor in links(page):
        assert place.exists(), f"{page.name}: [{text}] leads nowhere"
        headed = not anchor or place not in known or anchor in known[place]
        assert headed, f"{page.name}: [{text}] has no heading {anchor}"


@pytest.mark.parametrize("page", COMPANIONS, ids=lambda p: p.name)
def test_a_companion_is_linked_from_its_lecture_and_back(page):
    lecture = next(p for p in LECTURES if p.name.startswith(f"0{page.path.name[0]}-"))
    assert lecture.path in [place for _, place, _ in links(page)]
    assert page.path in [place for _, place, _ in links(lecture)]


TABLES = {"README.md": PAGES, "notebooks/00-start-here.ipynb": PAGES[1:]}


def table_of_pages(text):
    """(title, link, minutes) of each row ``| [title](link) | question? | minutes |``."""
    return [(title, link, int(minutes)) for title, link, minutes in re.findall(r"^\| \[([^\]]+)\]\(([^)]+\.ipynb)\) "
                                                                               r"\| [^|]+\? \| (\d+) \|$", text, re.M)]


def entry(page):
    """What a table says of a page: its number and title, its file, the minutes that its head states."""
    title = re.sub(r"^(?:Lecture \d|Companion \d[a-z]): ", "", page.headings[0][1])
    return f"{page.path.name[:2].removeprefix('0')}. {title[0].upper()}{title[1:]}", page.path, page.stated_minutes


@pytest.mark.parametrize("place", TABLES)
def test_the_table_of_pages(place):
    """Every page once, as it is titled, with its minutes."""
    path = FOLDER.parent / place
    text = path.read_text(encoding="utf-8") if path.suffix == ".md" else Page(path).prose
    listed = [(title, (path.parent / link).resolve(), minutes) for title, link, minutes in table_of_pages(text)]
    assert sorted(listed, key=str) == sorted(map(entry, TABLES[place]), key=str)


def test_every_statement_has_a_card_on_its_page():
    shown = {p.name: p.statements for p in PAGES}
    assert [f"{s.id} on {s.page}" for s in statements() if s.id not in shown.get(s.page, [])] == []


# ------------------------------------------------------------------ the checks themselves can fail


def md(text):
    return {"cell_type": "markdown", "metadata": {}, "source": text}


def code(text, outputs=(), count=1):
    return {"cell_type": "code", "metadata": {}, "source": text, "outputs": list(outputs), "execution_count": count}


def picture(alt="Two curves that fall as n grows", **more):
    return {"output_type": "display_data", "data": {"image/png": "AAAA", **more},
            "metadata": {"image/png": {"alt": alt}}}


def page_of(notebook):
    return Page(FOLDER / "01-good.ipynb", notebook)


GOOD = {
    "metadata": {"kernelspec": {"name": "python3"}},
    "cells": [
        md("# Lecture 1\nA promise. **1 minutes**"),
        md("## Goals\n1. State it (Exercise 1).\n2. Prove it\n   in one line (exercise 2).\n- Break it (Exercise 2)."),
        code("x = 1", [picture(**{WIDGET_VIEW: {"model_id": "m"}})]),
        md("## When it breaks\n"),
        md("## The same on real data"),
        md("## Exercises\n### Exercise 1 (required, 5 minutes)\n### Exercise 2: count (required, 9 minutes)\n### "
           "Exercise 3: prove (required, 20 minutes)"),
        md("## Summary"),
        md("## Appendix: symbols\n| a | b |\n|---|---|\n| n | records |"),
        md("## References"),
    ],
}


def test_a_good_notebook_passes():
    page = page_of(GOOD)
    assert form_faults(page) == budget_faults(page) == lecture_faults(page) == list(explorer_faults(page)) == []


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
    faults = form_faults(page_of(notebook))
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
    assert any(says in fault for fault in form_faults(page_of(notebook)))


@pytest.mark.parametrize(
    "index, text, says",
    [
        (1, "## Goals\n1. One (Exercise 1).\n2. Two (Exercise 2).", "2 goals"),
        (1, "## Goals\n1. One (Exercise 1).\n2. Two (Exercise 2).\n3. Three.", "names no exercise"),
        (1, "## Goals\n1. One (Exercise 1).\n2. Two (Exercise 2).\n3. Three (Exercise 4).", "exercise 4, which is not"),
        (3, "## Something else", "no section when it breaks"),
        (5, "## Exercises\n### Exercise 1 (required, 5 minutes)\n### Exercise 2 (optional, 5 minutes)\n### Exercise 3 "
         "(required, 5 minutes)", "not three required"),
        (7, "## Appendix: symbols\nnone", "not a table"),
        (8, "See the end.", "no section references"),
    ],
)
def test_lecture_faults_are_seen(index, text, says):
    notebook = copy.deepcopy(GOOD)
    notebook["cells"][index]["source"] = text
    faults = lecture_faults(page_of(notebook))
    assert len(faults) == 1 and says in faults[0]


CARD = {"output_type": "execute_result", "metadata": {}, "data": {
    "text/plain": "Statement(LN-T1: holds)", "text/html": "<b>three words shown</b><details>and more</details>"}}


@pytest.mark.parametrize(
    "added, says",
    [
        ([md("word")] * 36, "41 cells"),
        ([md("word " * 2510)], "words up to"),
        ([code("explore(experiments.occam)")] * 6, "6 explorers"),
        ([code("card('LN-T1')", [CARD])] * 4, "4 cards"),
        ([code("\n".join(f"a{i} = {i}" for i in range(16)))], "16 lines"),
        ([code("assert a\nassert b\nassert c\nassert d")], "4 asserts"),
        ([code("x = 2")] * 5, "the head states 1 minutes; the rule gives 6"),
    ],
)
def test_budget_faults_are_seen(added, says):
    notebook = copy.deepcopy(GOOD)
    notebook["cells"][3:3] = added
    assert any(says in fault for fault in budget_faults(page_of(notebook)))


def test_the_folded_part_of_a_card_is_not_counted():
    notebook = copy.deepcopy(GOOD)
    before = page_of(notebook).spent["words"]
    notebook["cells"].insert(3, code("card('LN-T1')", [CARD]))
    assert page_of(notebook).spent["words"] == before + 3 and page_of(notebook).statements == ["LN-T1"]


@pytest.mark.parametrize("text, says", [("w.set(n=3)", "moves sliders"),
                                        ("explore(experiments.occam, world='thresholds', alpha=0.2, d=8)", "names")])
def test_explorer_faults_are_seen(text, says):
    notebook = copy.deepcopy(GOOD)
    notebook["cells"].insert(3, code(text))
    assert any(says in fault for fault in explorer_faults(page_of(notebook)))
