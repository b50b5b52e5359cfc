"""What a reader sees without a kernel, in a saved notebook and on a static page, and every explorer of lectures 0 to 8
with one."""

import json
import re
from contextlib import closing
from pathlib import Path

import lab
import nbformat
import pytest
from lab import until
from nbconvert import HTMLExporter


LECTURES = sorted((lab.ROOT / "notebooks").glob("*.ipynb"))


@pytest.fixture(scope="module")
def export():
    """``export(notebook, folder)``: the path of the static page of a notebook by nbconvert's default template, not
    executed.  One converter: it compiles its template once."""
    converter = HTMLExporter()

    def write(path: Path, folder: Path) -> Path:
        page = folder / "page.html"
        page.write_text(converter.from_filename(str(path))[0], encoding="utf-8")
        return page

    return write


def look_at(browser, page_file: Path):
    """(pictures, outputs without anything to see) of a static page; scripts from other machines are refused."""
    with closing(lab.Watched(browser)) as window:
        window.page.goto(page_file.as_uri())
        window.page.wait_for_function("() => [...document.images].every((i) => i.complete)")
        pictures = window.page.evaluate("""() => [...document.querySelectorAll('.jp-OutputArea-output img')].map(
            (i) => ({alt: i.alt, width: i.naturalWidth, shown: i.getBoundingClientRect().width}))""")
        empty = window.page.evaluate("""() => [...document.querySelectorAll('.jp-OutputArea-child')].filter(
            (o) => !o.innerText.trim() && !o.querySelector('img, svg, table') || o.getBoundingClientRect().height < 8
            ).map((o) => o.outerHTML.slice(0, 300))""")
        return pictures, empty


def explorers(path: Path) -> list[str]:
    """The explorers of a notebook, each as the code line that its saved output shows."""
    outputs = [o for c in nbformat.read(path, 4).cells if c.cell_type == "code" for o in c.outputs]
    shown = [o.get("data", {}).get("text/plain", "") for o in outputs]
    return [text for text in shown if text.startswith(("explore(experiments.", "racetrack(", "release_desk("))]


def test_a_static_page_shows_the_picture(browser, export, executed, tmp_path):
    page = export(executed, tmp_path)
    pictures, empty = look_at(browser, page)
    assert len(pictures) == 3 and empty == [] and "widgets" not in nbformat.read(executed, 4).metadata
    assert all(p["width"] == 2 * 810 and abs(p["shown"] - 810) < 2 for p in pictures)
    assert "Error displaying widget" not in page.read_text(encoding="utf-8")


def test_a_saved_notebook_opened_in_lab_shows_the_picture(browser, address, executed):
    """Before anything is run: the widget has no model, the picture stands in."""
    with closing(lab.Watched(browser)) as window:
        window.page.goto(address(executed.name))
        window.page.wait_for_selector(".jp-OutputArea-output img")
        assert window.page.locator(".jp-OutputArea-output img").first.bounding_box()["width"] > 400
        assert window.strangers == []


@pytest.mark.parametrize("path", [LECTURES[3], LECTURES[5]], ids=lambda p: p.stem)
def test_a_lecture_as_a_static_page(browser, export, tmp_path, path):
    pictures, empty = look_at(browser, export(path, tmp_path))
    assert empty == []
    assert len(pictures) >= len(explorers(path))
    assert [p for p in pictures if p["width"] < 200] == []


# ---- with a kernel: the explorers of the lectures (nbval runs every cell, tests/site reads every experiment's table)

# Without the pictures for readers without a kernel, which nbval has drawn.
IMPORTS = """import anywidget
from dplearn import experiments
from dplearn.explore import Explorer, explore
from dplearn.racetrack import racetrack
from dplearn.release_desk import release_desk
Explorer._repr_mimebundle_ = anywidget.AnyWidget._repr_mimebundle_"""


@pytest.fixture(scope="module")
def all_explorers(opened):
    """One notebook with the explorers of all lectures, open and run: (window, {lecture: places of its explorers among
    the cells})."""
    cells, places = [IMPORTS], {}
    for path in LECTURES:
        places[path] = range(len(cells), len(cells) + len(explorers(path)))
        cells += explorers(path)
    with opened("explorers.ipynb", cells, ".dplearn") as window:
        yield window, places


def answers_a_key(window, place):
    """The explorer of this cell draws, names its controls, and a key on its first slider changes its code line."""
    cell = window.page.locator(".jp-Notebook .jp-Cell").nth(place)
    cell.scroll_into_view_if_needed()  # Lab makes what stands far below once it comes into view
    root = cell.locator(".dplearn")
    until(root, "r => r.dataset.ready === 'true' && r.querySelector('code').textContent")
    before = root.locator("code").inner_text()
    target = root.locator("input[type=range]").first
    target.focus()
    root.page.keyboard.press("ArrowLeft" if target.input_value() == target.get_attribute("max") else "ArrowRight")
    until(root,
          f"r => r.querySelector('code').textContent !== {json.dumps(before)} && !r.querySelector('.note').textContent")
    assert not re.search(r"- (slider|combobox|button)(:| *$)", root.aria_snapshot(), re.M)


@pytest.mark.parametrize("path", LECTURES, ids=lambda p: p.stem)
def test_the_explorers_of_a_lecture_answer(all_explorers, path):
    window, places = all_explorers
    for place in places[path]:
        answers_a_key(window, place)
    window.assert_clean()
