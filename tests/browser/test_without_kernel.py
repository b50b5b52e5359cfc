"""What a reader sees without a kernel, in a saved notebook and on a static page."""

import shutil
from contextlib import closing

import lab
import nbformat
from lab import until
from nbconvert import HTMLExporter

LECTURES = sorted((lab.ROOT / "notebooks").glob("*.ipynb"))


def explorers(path) -> list[str]:
    """The explorers of a notebook, each as the code line that its saved output shows."""
    outputs = [o for c in nbformat.read(path, 4).cells if c.cell_type == "code" for o in c.outputs]
    shown = [o.get("data", {}).get("text/plain", "") for o in outputs]
    return [text for text in shown if text.startswith(("explore(experiments.", "racetrack(", "release_desk("))]


def test_a_lecture_as_a_static_page(browser, tmp_path):
    """By nbconvert's default template, not executed; scripts from other machines are refused."""
    page, shown = tmp_path / "page.html", explorers(LECTURES[3])
    page.write_text(HTMLExporter().from_filename(str(LECTURES[3]))[0], encoding="utf-8")
    with closing(lab.Watched(browser)) as window:
        window.page.goto(page.as_uri())
        window.page.wait_for_function("() => [...document.images].every((i) => i.complete)")
        widths = window.page.evaluate("""() => [...document.querySelectorAll('.jp-OutputArea-output img')].map(
            (i) => [i.naturalWidth, Math.round(i.getBoundingClientRect().width)])""")
        empty = window.page.evaluate("""() => [...document.querySelectorAll('.jp-OutputArea-child')].filter(
            (o) => !o.innerText.trim() && !o.querySelector('img, svg, table') || o.getBoundingClientRect().height < 8
            ).map((o) => o.outerHTML.slice(0, 300))""")
    assert empty == [] and "Error displaying widget" not in page.read_text(encoding="utf-8")
    assert widths.count([2 * 810, 810]) >= len(shown) > 2 and min(widths) > [200]


def test_a_saved_lecture_in_lab_shows_pictures_and_its_living_one_hears_keys(window, folder, clean):
    """Nothing is run: of a widget the picture stands in; Vega draws, and Lab's own shortcuts leave the keys alone."""
    shutil.copy(LECTURES[0], folder / "saved.ipynb")
    window.show("saved.ipynb")
    picture = window.page.locator(".jp-OutputArea-output img").first
    picture.scroll_into_view_if_needed()
    assert picture.bounding_box()["width"] > 400
    control = window.page.locator(".vega-bind input[type=range]").first
    control.scroll_into_view_if_needed()
    for forth, back in (("ArrowRight", "ArrowLeft"), ("ArrowUp", "ArrowDown")):
        before = control.input_value()
        control.press(back if before == control.get_attribute("max") else forth)
        until(control, f"e => e.value !== {before!r}")
    assert control.evaluate("e => e === document.activeElement && e.labels[0].innerText.trim()")


# Explorers with a kernel: test_explorer.py.  All cells: nbval.  Every experiment: tests/test_all_experiments.py and
# tests/site.
