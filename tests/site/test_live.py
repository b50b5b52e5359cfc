"""Run live: the worker's own script in Chromium, with the package's archive and real sessions behind a stand-in for
Pyodide (stand_in.py says what it is); what the build writes."""

import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path
from urllib.parse import urljoin

import lab
import live_page
import pytest

from dplearn import experiments
from dplearn.session import Session
from tools.site import live

OCCAM = ("occam", {"d": 5}, "explore(experiments.occam, d=7)")
ON, OFF = "f => f.dataset.live === 'on'", "f => !f.dataset.live"
WORDS = "f => f.querySelector('.live [role=status]').textContent"


# ---- what the build writes


def test_the_archive_is_the_package_without_data_and_scripts(tmp_path):
    assert live.package() == live.package() and live.write(tmp_path, "") == []
    names = zipfile.ZipFile(io.BytesIO(live.package())).namelist()
    assert "dplearn/desk/session.py" in names and "dplearn/ground/data/licenses" in {str(Path(n).parent) for n in names}
    assert not [n for n in names if n.endswith((".csv.gz", ".js", ".pyc"))] and len(live.package()) < 1 << 20


def test_every_experiment_starts_in_its_room_without_data(tmp_path):
    """All that a worker does before the first picture, from the archive alone."""
    zipfile.ZipFile(io.BytesIO(live.package())).extractall(tmp_path)
    assert live.rooms().keys() == experiments.ALL.keys()
    code = f"""
import json, sys, types
posted = []
sys.modules["dplearn_page"] = types.SimpleNamespace(post=lambda *m: posted.append(m))
sys.modules["pyodide"], sys.modules["pyodide.ffi"] = types.ModuleType("pyodide"), types.SimpleNamespace(to_js=list)
exec(open({str(live.STATIC / "live_worker.py")!r}).read())
for number, (name, room) in enumerate({live.rooms()!r}.items()):
    json.loads(start(number, room, name, "{{}}", f"explore(experiments.{{name}})"))
    hear(number, json.dumps({{"type": "show", "view": "v", "sequence": number}}))
print(json.dumps([json.loads(m[1]) for m in posted]))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert len(said) == len(experiments.ALL)
    lacking = {m["what"] for m in said if m["type"] == "lacking"}
    assert {m["type"] for m in said} == {"picture", "lacking"} and lacking
    assert all((live.PACKAGE / "ground" / "data" / what).exists() or what == "sklearn" for what in lacking)


# ---- in the browser


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """(a folder, its address): its pages find the stand-in at pyodide/."""
    folder = tmp_path_factory.mktemp("site")
    with live_page.serving(folder) as address:
        yield folder, address


@pytest.fixture
def page(browser, served):
    """``page(*figures, address=...)``: a window with such a page, and its figures."""
    folder, server = served
    windows = []

    def open_page(*figures, address=f"{server}pyodide/", file=False, **options):
        site = folder / f"site{len(list(folder.iterdir()))}"
        live_page.write_page(site, address, *figures)
        window = lab.Watched(browser, **options)
        windows.append(window)
        window.page.goto((site / "index.html").as_uri() if file else f"{server}{site.name}/index.html")
        return window, window.page.locator("figure.explorer").all()

    yield open_page
    for window in windows:
        window.close()


def run_live(figure):
    figure.get_by_role("button", name="Run live").click()
    lab.until(figure, ON)
    lab.until(figure, "f => f.querySelector('.dplearn[data-ready=true][aria-busy=false]')")


def settles(figure, words):
    """All runs of a setting whose code line holds these words are there."""
    lab.until(figure, f"""f => f.querySelector('.dplearn[aria-busy=false] code')?.textContent.includes({
        json.dumps(words)})""")


def readings(figure):
    return figure.locator("tbody tr").evaluate_all(
        "rows => Object.fromEntries(rows.map((r) => [r.cells[2].dataset.key, r.cells[2].textContent]))")


def assert_reads_as_python(figure, name, **setting):
    """All runs are there, and every reading is the one of a session here."""
    session = Session(experiments.ALL[name], lambda content, buffers: None, **setting)
    picture = session.picture(runs=10**9)
    content, _ = session.picture_message(session.setting, picture)
    rows = {row["key"]: content["readings"][row["key"]][0] for row in session.layout()["rows"]}
    assert readings(figure) == rows
    assert figure.locator(".dplearn:not(.before) code").text_content() == experiments.ALL[name].code(session.setting)


def test_the_explorer_goes_on_where_it_stood_with_every_position(page):
    """From the disk; others here come from a server.  Explorers of a page share one worker."""
    window, [figure, other] = page(OCCAM, ("sample_size", {}, ""), file=True)
    run_live(figure)
    assert_reads_as_python(figure, "occam", d=7)
    slider = figure.locator('[data-name="d"]')
    assert int(slider.get_attribute("max")) + 1 == len(experiments.occam.parameter("d").values)
    slider.focus()
    window.page.keyboard.press("ArrowRight")
    settles(figure, "d=8")
    assert_reads_as_python(figure, "occam", d=8)
    figure.get_by_role("button", name="Reset").click()
    settles(figure, "d=5")
    other.get_by_role("button", name="Run live").click()
    lab.until(other, "f => f.querySelector('.dplearn[data-ready=true] code')?.textContent")
    assert len(window.page.workers) == 1
    figure.get_by_role("button", name="Stop").click()
    assert figure.locator(".before").is_visible() and not figure.locator('[data-name="d"]').count()
    before = other.locator(".dplearn:not(.before) code").text_content()
    other.locator("input[type=range]").first.press("End")
    lab.until(other, f"f => f.querySelector('.dplearn:not(.before) code').textContent !== {json.dumps(before)}")
    other.get_by_role("button", name="Stop").click()
    assert live_page.without_worker(window)
    window.assert_clean()


def test_a_live_explorer_that_waits_says_for_what(page):
    window, [figure] = page(("real_threshold", {}, ""))
    held, note = [], figure.locator(".dplearn:not(.before) .note")
    window.page.clock.install()
    window.page.route("**/live/data-*.js", lambda route: held.append(route))
    figure.get_by_role("button", name="Run live").click()
    lab.until(figure, "f => /^Loading .*csv/.test(f.querySelector('.live [role=status]').textContent)")
    while not held:
        window.page.evaluate("0")  # lets Playwright hand over the request
    window.page.clock.fast_forward(5000)
    assert note.text_content() == ""  # the line beside the button says it
    held[0].continue_()
    lab.until(figure, "f => f.querySelector('.dplearn[data-ready=true] code').textContent")
    window.assert_clean()


def test_while_it_loads_the_page_lives_and_cancel_ends_it(page, served):
    window, [figure] = page(OCCAM, address=f"{served[1]}slow/")
    figure.get_by_role("button", name="Run live").click()
    lab.until(figure, "f => f.querySelector('.live [role=status]').textContent.startsWith('Loading Python')")
    assert figure.locator("progress").is_visible() and figure.locator(".before").is_visible()
    assert len(window.page.workers) == 1
    figure.get_by_role("button", name="Cancel").click()
    lab.until(figure, OFF)
    assert live_page.without_worker(window) and not figure.locator(".live progress").is_visible()
    assert figure.get_by_role("button", name="Run live").is_visible()
    window.assert_clean()


@pytest.mark.parametrize("address, wanted", [
    ("https://pyodide.invalid/", "Python could not be loaded from pyodide.invalid"),
    ("../other/", "has Pyodide 0.1; this page needs")])
def test_what_fails_is_said_and_the_table_stays(page, served, address, wanted):
    (served[0] / "other").mkdir(exist_ok=True)
    (served[0] / "other" / "pyodide.mjs").write_text("export const version = '0.1', loadPyodide = 0;")
    window, [figure] = page(OCCAM, address=urljoin(f"{served[1]}x/", address))
    figure.get_by_role("button", name="Run live").click()
    lab.until(figure, "f => f.querySelector('.live [role=status]').textContent.includes('does not run live')")
    said = figure.evaluate(WORDS)
    assert wanted in said and said.endswith("The sliders work as before.")
    assert figure.locator(".before").is_visible() and live_page.without_worker(window)
    assert figure.get_by_role("button", name="Run live").is_visible()
    assert window.errors == [] or "invalid" in address
