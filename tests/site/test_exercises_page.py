"""Exercises in a browser: solved on the page of each lecture by the worker's script (with a Python of this machine in
place of Pyodide, stand_in.py), kept, taken along and brought back; and all that may go wrong on the way."""

import json
import re

import lab
import live_page
import nbformat
import pytest
import solved
from nbclient import NotebookClient

from dplearn import experiments
from tools.site import exercises, front, live
from tools.site.__main__ import _put
from tools.site.__main__ import write as write_site

PAGE, KEY = "02-private-pac", "least_epsilon"
STORED = f"dplearn-answer:{PAGE}:{KEY}"
LECTURES = [page for page in solved.pages() if "/" not in page]
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
FORBIDDEN = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });"


@pytest.fixture(scope="module")
def served(made, tmp_path_factory):
    """(the folder of a site whose pages find the stand-in for Pyodide, its address)."""
    folder = tmp_path_factory.mktemp("served")
    with live_page.serving(folder) as address:
        whole = folder / "whole"
        write_site(whole, made)
        (whole / "tables").mkdir()
        for name in experiments.ALL:  # the explorers stay pictures here
            (whole / "tables" / f"{name}.js").write_text("")
        with pytest.MonkeyPatch.context() as patch:
            patch.setitem(front.TEMPLATES.globals, "scripts", live.write(whole, f"{address}pyodide/"))
            table = front.rows({page.notebook.with_suffix("").as_posix(): page for page in made})
            for page in made:
                if page.exercises and not page.up:
                    _put(whole / page.path, front.lecture(page, table))
        yield whole, f"{address}whole/"


@pytest.fixture
def visit(served, browser):
    """``visit(page, script, file=...)``: a window on it, in which the script ran before the page's own."""
    windows = []

    def go(page=PAGE, before="", file=False, folder=served[0], width=1000, **options):
        window = lab.Watched(browser, width, 800, **options)
        windows.append(window)
        if before:
            window.page.add_init_script(before)
        window.page.goto((folder / f"{page}.html").as_uri() if file else f"{served[1]}{page}.html")
        return window.page

    yield go
    for window in windows:
        window.close()
        window.assert_clean()


def exercise(page, key=KEY):
    return page.locator(f'[data-answer="{key}"]')


def write(root, text: str) -> None:
    """Into the editor, as a reader who pastes."""
    if not root.locator(".cm-content").count():
        root.locator("textarea").focus()
    root.locator(".cm-content").focus()
    root.page.keyboard.press("ControlOrMeta+a")
    root.page.keyboard.insert_text(text)


def press(root, name: str) -> str:
    """A button, until its work is done: the line below."""
    root.get_by_role("button", name=name, exact=True).click()
    lab.until(root, "e => !e.hasAttribute('aria-busy')")
    return root.locator(".told").text_content()


def text(root) -> str:
    """What stands in the box."""
    return root.locator("textarea").evaluate("box => box.hidden ? box.nextElementSibling.querySelector('.cm-content').cmView"
                                             ".view.state.doc.toString() : box.value")


def download(page, tmp_path):
    with page.expect_download() as found:
        page.get_by_role("button", name="Download notebook").click()
    path = tmp_path / found.value.suggested_filename
    found.value.save_as(path)
    return path


def stored(page, key=STORED):
    return json.loads(page.evaluate("key => localStorage.getItem(key)", key))


@pytest.mark.parametrize("name", LECTURES)
def test_an_exercise_of_each_lecture_is_solved_on_the_page(visit, tmp_path, name):
    """The wrong answer fails in the check's words, the solution passes, a reload keeps it, the download passes in a
    kernel of its own, and Open brings it back."""
    cells = solved.notebook(name).cells
    key, answer = next(iter(exercises.answers(cells).items()))
    solution = solved.solution(cells, answer["check"])
    page = visit(name)
    root = exercise(page, key)
    write(root, solved.typed(solution, answer["check"], wrong=True))
    assert press(root, "Check").startswith("The check does not pass")
    assert re.search(r"^\w+: fails: .+", root.locator(".outputs").text_content(), re.M)
    right = solved.typed(solution, answer["check"])
    write(root, right)
    assert press(root, "Check") == "The check passes."
    assert re.search(r"^\w+: passes$", root.locator(".outputs .printed").last.text_content(), re.M)
    page.reload()
    assert text(exercise(page, key)) == right
    path = download(page, tmp_path)
    assert path.name == f"{name}.ipynb"
    notebook = nbformat.read(path, 4)
    nbformat.validate(notebook)
    assert notebook.cells[answer["cell"]].source == right
    press(root, "Start again")
    assert text(root) == cells[answer["cell"]].source
    page.locator("input[type=file]").set_input_files(path)
    lab.until(page.locator(".desk"), "d => d.textContent.includes('answers taken over')")
    assert text(root) == right
    if name == PAGE:
        notebook.cells = [c for c in notebook.cells[:answer["cell"] + 2] if c.cell_type == "code" and "explore(" not in c.source]
        done = NotebookClient(notebook, timeout=None, kernel_name="python3").execute()
        assert done.cells[-1].outputs[-1].text == "yours: passes\n"
    else:
        names = {}
        for part in (*answer["setup"], notebook.cells[answer["cell"]].source):
            exec(part, names)
