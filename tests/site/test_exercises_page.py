"""Exercises in a browser: solved on a lecture's page by the worker's script (with a Python of this machine in
place of Pyodide, stand_in.py), kept, taken along and brought back; and all that may go wrong on the way."""

import json
import re
from pathlib import Path

import lab
import live_page
import nbformat
import pytest
import real_exercises
import solved
from axe_playwright_python.sync_playwright import Axe
from nbclient import NotebookClient
from real_exercises import press, write

from assignments.grading.assignment import Assignment
from assignments.grading.notebook import submission
from dplearn import experiments
from tools.site import exercises, front, live, pages
from tools.site.__main__ import write as write_site

PAGE, KEY, ASSIGNMENT = "02-private-pac", "least_epsilon", "assignments/a2-private-pac"
STORED = f"dplearn-answer:{PAGE}:{KEY}"
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
FORBIDDEN = """Object.defineProperty(window, 'localStorage',
  { get() { throw new DOMException('no', 'SecurityError'); } });"""


@pytest.fixture(scope="module")
def served(made, tmp_path_factory):
    """(the folder of a site whose pages find the stand-in for Pyodide, its address)."""
    folder = tmp_path_factory.mktemp("served")
    with live_page.serving(folder) as address:
        whole = folder / "whole"
        with pytest.MonkeyPatch.context() as patch:
            patch.setitem(front.TEMPLATES.globals, "scripts", live.write(whole, f"{address}pyodide/"))
            write_site(whole, made, [pages.made(Path(f"{ASSIGNMENT}.ipynb"))])
        (whole / "tables").mkdir()
        for name in experiments.ALL:  # the explorers stay pictures here
            (whole / "tables" / f"{name}.js").write_text("")
        lecture = (whole / f"{PAGE}.html").read_text(encoding="utf-8")
        stick = re.sub(r'<script defer src="live/[^>]*></script>', "", lecture)  # without Python, as on a USB stick
        (whole / "stick.html").write_text(stick, encoding="utf-8")
        yield whole, f"{address}whole/"


@pytest.fixture
def visit(served, browser):
    """``visit(page, script, file=...)``: a window on it, in which the script ran before the page's own."""
    windows = []

    def go(page=PAGE, before="", file=False, width=1000, **options):
        window = lab.Watched(browser, width, 800, **options)
        windows.append(window)
        if before:
            window.page.add_init_script(before)
        window.page.goto((served[0] / f"{page}.html").as_uri() if file else f"{served[1]}{page}.html")
        return window.page

    yield go
    for window in windows:
        window.close()
        window.assert_clean()


def exercise(page, key=KEY):
    return page.locator(f'[data-answer="{key}"]')


def text(root) -> str:
    """What stands in the box."""
    return root.locator("textarea").input_value()


def download(page, tmp_path):
    with page.expect_download() as found:
        page.get_by_role("button", name="Download notebook").click()
    path = tmp_path / found.value.suggested_filename
    found.value.save_as(path)
    return path


def stored(page, key=STORED):
    return json.loads(page.evaluate("key => localStorage.getItem(key)", key))


def test_an_exercise_is_solved_on_the_page(visit, tmp_path):
    """The solution passes, a reload keeps it, the download passes in a kernel of its own, and Open brings it back.
    (Every exercise of every page, and wrong answers: test_exercise_cells.py.)"""
    cells = solved.notebook(PAGE).cells
    answer = exercises.answers(cells)[KEY]
    page = visit()
    root, right = exercise(page), solved.typed(cells, answer)
    write(root, right)
    assert press(root, "Check") == "The check passes."
    assert re.search(r"^\w+: passes$", root.locator(".outputs .printed").last.text_content(), re.M)
    page.reload()
    assert text(root) == right
    path = download(page, tmp_path)
    assert path.name == f"{PAGE}.ipynb"
    notebook = nbformat.read(path, 4)
    nbformat.validate(notebook)
    assert notebook.cells[answer["cell"]].source == right
    press(root, "Start again")
    assert text(root) == cells[answer["cell"]].source
    page.locator("input[type=file]").set_input_files(path)
    lab.until(page.locator(".desk"), "d => d.textContent.includes('answers taken over')")
    assert text(root) == right
    notebook.cells = [c for c in notebook.cells[:answer["cell"] + 2]
                      if c.cell_type == "code" and "explore(" not in c.source]
    done = NotebookClient(notebook, timeout=None, kernel_name="python3").execute()
    assert done.cells[-1].outputs[-1].text == "yours: passes\n"


def test_the_workflows_script_solves_a_page_and_says_what_fails(visit, served, monkeypatch):
    """A wrong answer fails, the solution passes; else it says so."""
    page = visit()
    one = exercises.answers(solved.notebook(PAGE).cells)["best_guess"]
    monkeypatch.setattr(exercises, "answers", lambda cells: {"best_guess": one})
    assert real_exercises.unsolved(page, served[1], PAGE) == []
    monkeypatch.setattr(solved, "typed", lambda *_: "def best_guess(laws, prior):\n    return 1 / 0")
    [words] = real_exercises.unsolved(page, served[1], PAGE)
    assert words.startswith(f"{PAGE}, best_guess: The check does not pass") and "ZeroDivisionError" in words


def test_nothing_of_python_or_the_editor_loads_before_it_is_asked_for(visit):
    page = visit()
    root = exercise(page)
    assert page.evaluate("typeof dplearnEditor") == "undefined" and not page.workers
    about = page.locator(".desk").text_content()
    assert "about 40 MB, once, from 127.0.0.1" in about and "Escape and then Tab leaves it" in about
    root.locator("textarea").focus()
    root.locator(".cm-content").wait_for()
    page.keyboard.press("End")
    page.keyboard.press("Tab")  # indents
    assert text(root) == "def least_epsilon(n):\n        raise NotImplementedError"
    assert text(root) == "\n".join(root.locator(".cm-line").all_text_contents())
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Run" and not page.workers
    other = page.locator('[data-answer="best_guess"]')
    other.locator("textarea").evaluate("box => { box.focus(); box.setSelectionRange(4, 14); }")  # the editor comes
    other.locator(".cm-content").wait_for()
    page.keyboard.insert_text("mine")
    assert text(other).startswith("def mine(")
    write(root, "print(6 * 7)\n[1, 2]")
    page.keyboard.press("Shift+Enter")
    lab.until(root, "e => e.querySelector('.outputs pre')")
    assert root.locator(".outputs pre").all_text_contents() == ["42\n", "[1, 2]"]
    assert len(page.workers) == 1


def test_what_an_answer_shows_and_an_error_that_keeps_it(visit):
    page = visit()
    root = exercise(page)
    chart = "import altair\naltair.Chart(altair.InlineData([{'a': 1}])).mark_bar().encode(x='a:Q')"
    write(root, chart)
    assert press(root, "Run") == "Done.", root.locator(".outputs").text_content()
    lab.until(root, "e => e.querySelector('.outputs figure').chart")  # drawn by the page's Vega
    hostile = """class H:
    def _repr_html_(self):
        return ('<b>bold</b><img src="data:," onerror="globalThis.hit=1"><script>globalThis.hit=1</script>'
                '<a href="javascript:hit=1">x</a>')
H()"""
    write(root, hostile)
    press(root, "Run")
    assert root.locator(".outputs b").text_content() == "bold" and not root.locator(".outputs script").count()
    assert page.evaluate("typeof hit") == "undefined" and root.locator(".outputs a").get_attribute("href") is None
    write(root, "def f(x):\n    return 1 / x\nf(0)")
    assert press(root, "Run") == "An error; it is shown below, and what you wrote stays."
    told = root.locator(".outputs .error").text_content()
    assert 'File "your answer least_epsilon", line 2, in f' in told
    assert told.endswith("ZeroDivisionError: division by zero")
    assert text(root).endswith("f(0)")


@pytest.mark.parametrize("how", [FULL, FORBIDDEN], ids=["full", "forbidden"])
def test_a_store_that_keeps_nothing_is_said_and_the_download_keeps_it(visit, tmp_path, how):
    page = visit(before=how)
    root = exercise(page)
    write(root, "x = 1")
    lab.until(page.locator(".desk"), "d => /not kept here.*Download/.test(d.textContent)")
    assert text(root) == "x = 1"
    cells = nbformat.read(download(page, tmp_path), 4).cells
    assert cells[exercises.answers(cells)["careful_law"]["cell"] - 3].source == "x = 1"


def test_two_tabs_lose_nothing(visit, browser, served):
    one = visit()
    two = one.context.new_page()
    two.goto(one.url)
    write(exercise(one), "first = 1")
    lab.until(exercise(two), "e => e.querySelector('textarea').value === 'first = 1'")  # nothing was typed here
    write(exercise(two), "second = 2")
    beside = exercise(one).locator(".beside details")
    beside.wait_for()
    assert text(exercise(one)) == "first = 1" and "another tab" in beside.text_content()
    write(exercise(one), "first = 11")
    lab.until(exercise(two), "e => e.querySelector('.beside details')?.textContent.includes('first = 11')")
    record = stored(one)
    assert record["text"] == "first = 11" and [other["text"] for other in record["beside"]] == ["second = 2"]
    one.reload()
    beside.locator("summary").click()
    beside.get_by_role("button", name="Show it above").click()
    assert text(exercise(one)) == "second = 2" and "first = 11" in beside.text_content()
    two.close()


def test_an_old_answer_under_a_changed_exercise_is_shown_and_both_are_kept(visit):
    record = json.dumps({"text": "old = 1", "start": "def before(): ...", "by": "x", "beside": []})
    page = visit(before=f"if (!localStorage.length) localStorage.setItem({STORED!r}, {record!r})")
    root = exercise(page)
    assert text(root) == "old = 1" and "has changed since you wrote" in root.locator(".told").text_content()
    press(root, "Start again")
    assert text(root).startswith("def least_epsilon(n):")
    page.reload()
    assert text(root).startswith("def least_epsilon(n):") and root.locator(".beside pre").text_content() == "old = 1"
    root.locator(".beside summary").click()
    root.get_by_role("button", name="Delete").click()
    assert page.evaluate("key => localStorage.getItem(key)", STORED) is None
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [f"{STORED}_before", record])  # another name
    page.reload()
    assert page.locator(".desk .beside pre").text_content() == "old = 1"


def test_a_file_brings_its_answers_and_what_fits_nowhere_is_listed(visit, tmp_path):
    page = visit()
    root = exercise(page)
    write(root, "mine = 1")
    notebook = solved.notebook(PAGE)  # from JupyterLab: no mark of ours, its cells moved
    at = exercises.answers(notebook.cells)[KEY]["cell"]
    notebook.cells[at].source = "def helper(): pass\n\ndef least_epsilon(n):\n    return 2"
    notebook.cells.insert(0, nbformat.v4.new_code_cell("scratch = 3"))
    nbformat.write(notebook, tmp_path / "theirs.ipynb")
    page.locator("input[type=file]").set_input_files(tmp_path / "theirs.ipynb")
    lab.until(page.locator(".desk"), "d => d.textContent.includes('1 of 3 answers taken over')")
    assert text(root).endswith("return 2") and root.locator(".beside pre").text_content() == "mine = 1"
    assert page.locator(".desk pre").all_text_contents() == ["scratch = 3"]
    nbformat.write(solved.notebook("03-experts-horse-racing"), tmp_path / "another.ipynb")
    page.locator("input[type=file]").set_input_files(tmp_path / "another.ipynb")
    lab.until(page.locator(".desk"), "d => /no new answer.*Lecture 3/.test(d.textContent)")


def test_from_a_disk_and_without_python_all_but_run_works(visit, tmp_path):
    page = visit("stick", file=True)
    while not page.evaluate("localStorage.opened"):  # on a busy machine Chromium loses what a new profile's first page
        page.evaluate("localStorage.opened = 1")  # stores: any page, without a script of ours too
        page.reload()
    root = exercise(page)
    write(root, "x = 1")
    run = root.get_by_role("button", name="Run")
    assert "has no Python" in run.get_attribute("title") and run.get_attribute("aria-disabled") == "true"
    run.press("Enter")
    lab.until(root, "e => e.querySelector('.told').textContent.includes('no Python for it')")
    assert text(root) == "x = 1"
    page.reload()
    assert text(root) == "x = 1"
    path = download(page, tmp_path)
    press(root, "Start again")
    page.locator("input[type=file]").set_input_files(path)
    lab.until(page.locator(".desk"), "d => d.textContent.includes('1 of 3 answers taken over')")
    assert text(root) == "x = 1"


def test_it_is_legible_in_the_dark_and_fits_a_phone(visit):
    page = visit(width=390, color_scheme="dark")
    root = exercise(page)
    write(root, "# a comment\ndef least_epsilon(n):\n    return 'text', 12.5, None, " + "long, " * 30)
    root.get_by_role("button", name="Start again").click()
    write(root, "x = 'text', 12.5, None # and a comment")
    root.locator(".beside summary").click()
    found = [Axe().run(page, part).response["violations"] for part in (f"[data-answer={KEY}]", ".desk")]
    assert [(v["id"], v["nodes"][0]["html"][:200]) for part in found for v in part] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert {b.bounding_box()["height"] >= 28 for b in root.get_by_role("button").all()} == {True}


TOP_TWO = """def top_two_law(counts, epsilon):
    weight = np.exp(epsilon / 4 * (np.array(counts) - max(counts)))
    rest = weight * (1 - np.eye(len(counts)))
    return (weight / weight.sum())[:, None] * rest / rest.sum(axis=1, keepdims=True)"""


def test_an_assignment_is_written_on_its_page_and_the_grader_takes_it(visit, tmp_path):
    page = visit(ASSIGNMENT)
    assert "the grade is your teacher's" in page.locator("#run").text_content()
    student, top_two, packing = (exercise(page, key) for key in ("student", "top_two", "packing"))
    write(student, 'STUDENT = "ada.lovelace"')
    press(student, "Run")
    constants = Assignment("a2-private-pac").drawn("ada.lovelace")[1]["setup"]
    assert student.locator(".outputs").text_content() == constants  # of this name
    write(top_two, TOP_TWO)
    assert press(top_two, "Check") == "The check passes."
    assert not packing.get_by_role("button", name="Run").count()
    packing.locator("textarea").fill("Because $a < b$.")
    page.reload()
    assert text(packing) == "Because $a < b$." and text(student).endswith('"ada.lovelace"')
    taken = submission(download(page, tmp_path), solved.notebook(ASSIGNMENT))
    assert taken.student == "ada.lovelace" and not taken.notes and taken.texts["packing"] == "Because $a < b$."
    assert dict(taken.cells)["top_two"] == TOP_TWO
