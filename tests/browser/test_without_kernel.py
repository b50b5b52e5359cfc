"""What a reader sees without a kernel: in a saved notebook, on a static page, in the repository's lectures."""

import base64
import re
import subprocess
import sys
from pathlib import Path

import lab
import nbformat
import pytest

LECTURES = sorted((lab.ROOT / "notebooks").glob("*.ipynb"))


DESCRIBED = ["--template", "described", f"--TemplateExporter.extra_template_basedirs={lab.ROOT / 'tools' / 'templates'}"]


def export(path: Path, folder: Path, *options: str) -> Path:
    """The notebook as a static page, not executed: by nbconvert's default template, or as `make pages` does with DESCRIBED."""
    command = [sys.executable, "-m", "nbconvert", "--to", "html", "--output-dir", str(folder), "--output", "page.html", *options, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return folder / "page.html"


def look_at(browser, page_file: Path):
    """(pictures, outputs without anything to see, requests) of a static page; scripts from other machines are refused."""
    window = lab.Watched(browser)
    try:
        window.page.goto(page_file.as_uri())
        window.page.wait_for_function("() => [...document.images].every((i) => i.complete)")
        pictures = window.page.evaluate("""() => [...document.querySelectorAll('.jp-OutputArea-output img')].map(
            (i) => ({alt: i.alt, width: i.naturalWidth, shown: i.getBoundingClientRect().width}))""")
        empty = window.page.evaluate("""() => [...document.querySelectorAll('.jp-OutputArea-child')].filter(
            (o) => !o.innerText.trim() && !o.querySelector('img, svg, table') || o.getBoundingClientRect().height < 8).map((o) => o.outerHTML.slice(0, 300))""")
        return pictures, empty
    finally:
        window.close()


def explorers(path: Path) -> int:
    """How many outputs of a notebook are explorers."""
    outputs = [o for c in nbformat.read(path, 4).cells if c.cell_type == "code" for o in c.outputs]
    return sum(o.get("data", {}).get("text/plain", "").startswith(("explore(experiments.", "racetrack(", "release_desk(")) for o in outputs)


def test_a_static_page_shows_the_picture(browser, executed, tmp_path):
    page = export(executed, tmp_path)
    pictures, empty = look_at(browser, page)
    assert len(pictures) == 2 and empty == []
    assert all(p["width"] == 2 * 810 and abs(p["shown"] - 810) < 2 for p in pictures)
    assert "Error displaying widget" not in page.read_text(encoding="utf-8")


def test_a_page_made_by_make_pages_has_the_words_of_the_picture(browser, executed, tmp_path):
    """nbconvert's own template writes width and height of a picture, but not the alternative text of its metadata."""
    pictures, _ = look_at(browser, export(executed, tmp_path, *DESCRIBED))
    assert pictures[0]["alt"].startswith("The union bound is close once failure is rare. ")
    assert abs(pictures[0]["shown"] - 810) < 2


def test_the_saved_notebook_holds_the_picture(executed):
    outputs = [o for c in nbformat.read(executed, 4).cells for o in c.outputs]
    for output in outputs:
        assert base64.b64decode(output["data"]["image/png"]).startswith(b"\x89PNG")
        assert len(output["metadata"]["image/png"]["alt"]) > 60
    assert "widgets" not in nbformat.read(executed, 4).metadata


def test_a_saved_notebook_opened_in_lab_shows_the_picture(browser, address, executed):
    """Before anything is run: the widget has no model, the picture stands in."""
    window = lab.Watched(browser)
    try:
        window.page.goto(address(executed.name))
        window.page.wait_for_selector(".jp-Notebook", timeout=90_000)
        window.page.wait_for_selector(".jp-OutputArea-output img", timeout=20_000)
        assert window.page.locator(".jp-OutputArea-output img").first.bounding_box()["width"] > 400
        assert window.strangers == []
    finally:
        window.close()


@pytest.mark.parametrize("path", LECTURES, ids=lambda p: p.stem)
def test_a_lecture_as_a_static_page(browser, tmp_path, path):
    pictures, empty = look_at(browser, export(path, tmp_path))
    assert empty == []
    assert len(pictures) >= explorers(path)
    assert [p for p in pictures if p["width"] < 200] == []


@pytest.mark.parametrize("path", LECTURES, ids=lambda p: p.stem)
def test_a_lecture_runs_in_lab_and_its_explorers_answer(watched, address, path):
    """All cells run; every explorer draws, answers a key, and names its controls."""
    count = explorers(path)
    page = watched.open(address(path.name), ready=".jp-Notebook", count=1)
    watched.run_through()
    assert page.locator(".jp-OutputArea-output[data-mime-type='application/vnd.jupyter.stderr'], .jp-RenderedText[data-mime-type='application/vnd.jupyter.error']").count() == 0
    seen = 0
    for cell in range(page.locator(".jp-Notebook .jp-Cell").count()):
        here = page.locator(".jp-Notebook .jp-Cell").nth(cell)
        if not here.locator(".dplearn").count():
            continue
        here.scroll_into_view_if_needed()
        root = here.locator(".dplearn")
        page.wait_for_function("(r) => r.dataset.ready === 'true' && r.querySelector('code').textContent", arg=root.element_handle(), timeout=30_000)
        before = root.locator("code").inner_text()
        target = root.locator("input[type=range]").first
        target.focus()
        page.keyboard.press("ArrowLeft" if target.input_value() == target.get_attribute("max") else "ArrowRight")
        page.wait_for_function("([r, b]) => r.querySelector('code').textContent !== b", arg=[root.element_handle(), before], timeout=20_000)
        assert not re.search(r"- (slider|combobox|button)(:| *$)", root.aria_snapshot(), re.M)
        assert root.locator(".note").inner_text() == ""
        seen += 1
    assert seen == count
