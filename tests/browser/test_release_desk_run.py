"""The release desk in JupyterLab: columns, budget, Release, Stop, the file.

What it says of each kind of release is tried on the site, where the same script runs (tests/site)."""

import re

import pytest
from lab import code_says, until

from dplearn.data import load_adult_bits

# A release of 12 columns waits at its 50th step, where it is looked at, until "Stop" is heard: else a fast kernel would
# have it done before a busy browser can press.
PATIENT = """from dplearn.query_release.deeper.curator import ReleaseRun
advance = ReleaseRun.advance
ReleaseRun.advance = lambda run, seconds, step: (
    advance(run, seconds, step) if len(run.plan.columns) < 12 else run.steps < 50 and advance(run, 0, step))"""
CELLS = [PATIENT, "from dplearn.release_desk import release_desk\nw = release_desk(6, T=30)\nw", "w",
         "w.set(T=40, method='mwem', degree=2);", "w.release();"]
BITS = load_adult_bits()


@pytest.fixture(scope="module")
def page(opened):
    """The notebook, open and run."""
    return opened("desk.ipynb", CELLS, ".desk[data-ready=true]", 2, width=1150, height=1400)


@pytest.fixture
def desk(page, clean):
    """The desk at rest."""
    root = page.locator(".desk").first
    root.scroll_into_view_if_needed()
    until(root, "r => !r.dataset.running")
    return root


def set_plan(root, columns, **menus):
    """Boxes and menus as a reader sets them."""
    for name in columns:
        root.locator(f"[data-column={name}]").check()
    for name in set(BITS.names) - set(columns):
        root.locator(f"[data-column={name}]").uncheck()
    for name, value in menus.items():
        root.locator(f"[data-name={name}]").select_option(value)


def test_it_opens_with_what_was_paid_for_and_a_release_has_a_file(desk):
    """The first release by showing the desk, the second by the reader's own code; a second view follows the third."""
    code_says(desk, "release_desk(6, epsilon=1.0, T=40, method='mwem', degree=2, seed=5)")
    until(desk, "r => r.dataset.release === '2'")
    assert desk.locator(".account").inner_text() == "Spent at this desk: ε = 2, δ = 2e-6 (2 releases, added up)."
    assert desk.locator("[data-column]:checked").count() == 6
    columns = ("male", "married", "bachelors", "full_time")
    set_plan(desk, columns, degree="3", method="pmw")
    code_says(desk, f"release_desk({columns}, epsilon=1.0, T=None, method='pmw', degree=3")
    assert desk.locator("legend").inner_text() == "Columns: 4 of 16"
    desk.get_by_role("button", name="Release").click()
    views = desk.page.locator(".desk").all()
    for view in views:
        until(view, "r => r.dataset.release === '3' && !r.dataset.running")
    assert len(views) == 2 and len({view.locator('td[data-key="released-worst"]').inner_text() for view in views}) == 1
    with desk.page.expect_download() as download:
        desk.get_by_role("button", name="Download synthetic data (CSV)").click()
    assert download.value.suggested_filename == "synthetic_pmw_epsilon_1.csv"
    assert download.value.path().read_text(encoding="utf-8").splitlines()[1] == ",".join(columns)


def test_stop_keeps_what_there_is_and_pays_for_the_steps_done(desk):
    set_plan(desk, BITS.names[:12], method="pmw", degree="3")
    code_says(desk, "T=None, method='pmw'")
    made = int(desk.get_attribute("data-release")) + 1
    desk.get_by_role("button", name="Release").click()
    until(desk, "r => r.dataset.running && Number(r.dataset.step) >= 50")
    assert re.match(r"PMW: step [\d,]+ of 3,153; spent so far ε = 0\.\d+", desk.locator(".message").inner_text())
    desk.get_by_role("button", name="Stop").press("Enter")
    until(desk, f"r => Number(r.dataset.release) === {made} && !r.dataset.running")
    said = re.match(r"PMW stopped after (\d+) of 3,153 steps at ε = 0\.", desk.locator(".message").inner_text())
    assert int(said[1]) == 50
    assert desk.evaluate("r => document.activeElement.textContent") == "Release"  # the keys go on where Stop was
    until(desk, "r => r.querySelector('[aria-live=polite]').textContent.startsWith('PMW stopped after')")
