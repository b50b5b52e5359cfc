"""What every page of the course has, read from the file alone (nbval runs them)."""

import json
import re

import nbformat
import pytest
from pages import BUDGET, FOLDER, PREDICTION, Page, pages, source

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


def there(faults):
    """The sentences of a dict sentence -> whether it is so."""
    return [words for words, so in faults.items() if so]


def form_faults(page):
    """Faults any page can have, as sentences."""
    cells, metadata = page.notebook["cells"], page.notebook["metadata"]
    counts = [c.get("execution_count") for _, c in page.cells("code")]
    faults = there({
        "the first cell is not a title":
            not cells or cells[0]["cell_type"] != "markdown" or not re.match(r"# \S", source(cells[0])),
        "there is not exactly one title": sum(level == 1 for level, _ in page.headings) != 1,
        "the kernel is not named python3": metadata.get("kernelspec", {}).get("name") != "python3",
        "widget state is stored in the file": "widgets" in metadata,
        "code cells were not all executed once, from top to bottom": counts != list(range(1, len(counts) + 1)),
    })
    for i, cell in enumerate(cells):
        words = len(re.sub(r"^\|.*", "", source(cell), flags=re.M).split())  # a table may be long
        of_kind = code_cell_faults(cell) if cell["cell_type"] == "code" else {
            f"{words} words; at most 220": words > 220}
        machine = any(map(MACHINE_PATH.search, [source(cell), *output_texts(cell)]))
        faults += [f"cell {i}: {fault}" for fault in there({**of_kind, "a path of some machine": machine})]
    return faults


def budget_faults(page):
    """What is over the budget up to the exercises, and minutes that are not those of the rule."""
    faults = [f"{page.spent[name]} {name} up to the exercises; at most {most}"
              for name, most in BUDGET.items() if page.spent[name] > most]
    if page.stated_minutes != page.spent["minutes"]:
        faults.append(f"the head states {page.stated_minutes} minutes; the rule gives {page.spent['minutes']} "
                      "(the tables of README.md and lecture 0 have them too)")
    return faults


def without_alt(output):
    metadata = output.get("metadata", {})
    alt = metadata.get("image/png", {}).get("alt") or metadata.get("alt") or ""
    return "image/png" in output.get("data", {}) and len(alt) < 20


def code_cell_faults(cell):
    """Faults of one code cell and of its outputs: sentence -> whether it is so."""
    text, outputs = source(cell), cell.get("outputs", [])
    lines = sum(bool(line.strip()) for line in text.splitlines())
    return {
        "is empty": not lines, f"{lines} lines of code": lines > 25,
        "an install or shell command": INSTALL.search(text), "a call to the network": NETWORK.search(text),
        "moves a reader's sliders": MOVES_SLIDERS.search(text),
        "an error output": any(o["output_type"] == "error" for o in outputs),
        "a stderr output": any(o.get("name") == "stderr" for o in outputs),
        "a widget without a static picture":
            any(WIDGET_VIEW in o.get("data", {}) and "image/png" not in o["data"] for o in outputs),
        "a picture without alt text": any(map(without_alt, outputs)),
    }


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


def asked_and_answered(page, i: int) -> bool:
    """Whether a question stands before a cell, and its answer, which waits for the reader's, begins the next: of
    choices with the right one, by which the page judges."""
    before, asks, after = (source(page.notebook["cells"][j]) for j in (i - 1, i, i + 1))
    right = re.match(r"\*\*Answer(?:: (.+?))?\.\*\* ", after)
    chosen = PREDICTION.match(asks) or "predict=(" in asks
    return "**Predict" in before and right and (f'"{right[1]}"' in asks if chosen else not right[1])


def prediction_faults(page):
    """Questions that are words alone, and predictions that no words ask and answer."""
    for i, cell in page.cells("code"):
        asks = PREDICTION.match(source(cell)) or "predict=" in source(cell)
        if asks and not asked_and_answered(page, i):
            yield f"cell {i} asks for a prediction between two cells that do not ask and answer"
        if not asks and "**Predict" in source(page.notebook["cells"][i - 1]):
            yield f"cell {i} shows what the words before it ask"
    for i, cell in page.cells("markdown"):
        if source(cell).startswith("**Answer") and re.search(r"^#|\*\*Predict", source(cell), re.M):
            yield f"cell {i} folds a question or a section into the answer before it"


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


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_form(page):
    nbformat.validate(nbformat.read(page.path, as_version=4))
    assert form_faults(page) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_budget_and_predictions(page):
    assert budget_faults(page) + list(prediction_faults(page)) == []


@pytest.mark.parametrize("page", LECTURES, ids=lambda p: p.name)
def test_lecture(page):
    assert lecture_faults(page) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_links_lead_somewhere(page):
    """Those to a setting of an explorer: tests/site/test_addresses.py."""
    known = {p.path: anchors(p) for p in PAGES}
    for text, place, anchor in links(page):
        assert place.exists(), f"{page.name}: [{text}] leads nowhere"
        headed = not anchor or "=" in anchor or place not in known or anchor in known[place]
        assert headed, f"{page.name}: [{text}] has no heading {anchor}"


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_the_head_links_to_its_page_on_the_web(page):
    site = re.search(r"^\[site\]: (\S+)$", (FOLDER.parent / "README.md").read_text(encoding="utf-8"), re.M)[1]
    assert f"[This page on the web]({site}{page.name}.html)" in source(page.notebook["cells"][0])


@pytest.mark.parametrize("page", COMPANIONS, ids=lambda p: p.name)
def test_a_companion_is_linked_from_its_lecture_and_back(page):
    lecture = next(p for p in PAGES if p.name.startswith(f"0{page.path.name[0]}-"))
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
    """Every page once, a companion behind its lecture, as it is titled, with its minutes."""
    path = FOLDER.parent / place
    text = path.read_text(encoding="utf-8") if path.suffix == ".md" else Page(path).prose
    listed = [(title, (path.parent / link).resolve(), minutes) for title, link, minutes in table_of_pages(text)]
    assert listed == sorted(map(entry, TABLES[place]))


def test_every_statement_has_a_card_on_its_page():
    shown = {p.name: p.statements for p in PAGES}
    assert [f"{s.id} on {s.page}" for s in statements() if s.id not in shown.get(s.page, [])] == []
