"""The release desk in JupyterLab: columns, budget, Release, Stop, the file.

What it says of each kind of release is tried on the site, where the same script runs (tests/site)."""

import re

import pytest
from lab import code_says, until

from dplearn import query_release as qr
from dplearn.data import load_adult_bits
from dplearn.query_release.deeper.curator import DELTA

# A release of 10,000 steps waits at its 60th until "Stop" is heard: else a fast kernel would have it done before a
# busy browser can press.
PATIENT = """from dplearn.query_release.deeper.curator import ReleaseRun
advance = ReleaseRun.advance
ReleaseRun.advance = lambda run, seconds, step: (
    advance(run, seconds, step) if run.planned < 10_000 else run.steps < 60 and advance(run, 0, step))"""
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


def release(root):
    """Press Release and wait for its end; returns the releases made so far."""
    made = int(root.get_attribute("data-release")) + 1
    root.get_by_role("button", name="Release").click()
    until(root, f"r => Number(r.dataset.release) === {made} && !r.dataset.running")
    return made


def number(root, key):
    return float(root.locator(f'td[data-key="{key}"]').inner_text())


def test_it_opens_with_what_was_released_and_paid_for(desk):
    """The first release by showing the desk, the second by the reader's own code; a second view follows."""
    code_says(desk, "release_desk(6, epsilon=1.0, T=40, method='mwem', degree=2, seed=5)")
    until(desk, "r => r.dataset.release === '2'")
    assert desk.locator(".account").inner_text() == "Spent at this desk: ε = 2, δ = 2e-6 (2 releases, added up)."
    assert desk.locator("[data-column]:checked").count() == 6
    assert desk.locator("legend").inner_text() == "Columns: 6 of 16"
    assert "64 kinds of people, 15 tables, 60 questions." in desk.locator(".planned").inner_text()
    second, made = desk.page.locator(".desk").nth(1), release(desk)
    until(second, f"r => r.dataset.release === '{made}' && !r.dataset.running")
    assert number(desk, "released-worst") == number(second, "released-worst")
    assert second.locator(".account").inner_text() == desk.locator(".account").inner_text()


def test_the_file_of_a_release_is_downloaded(desk):
    columns = ("male", "married", "bachelors", "full_time")
    set_plan(desk, columns, degree="3", method="pmw")
    code_says(desk, f"release_desk({columns}, epsilon=1.0, T=None, method='pmw', degree=3")
    release(desk)
    with desk.page.expect_download() as download:
        desk.get_by_role("button", name="Download synthetic data (CSV)").click()
    assert download.value.suggested_filename == "synthetic_pmw_epsilon_1.csv"
    first, header, *records = download.value.path().read_text(encoding="utf-8").splitlines()
    assert first.startswith("# 45222 synthetic records, nobody real: PMW, ε = 1, δ = 1e-06 (replace-one)")
    assert header == ",".join(columns) and len(records) == BITS.n


def test_stop_keeps_what_there_is_and_pays_for_the_steps_done(desk):
    set_plan(desk, BITS.names[:12], method="pmw", degree="3")
    steps = desk.locator("[data-name=T]")
    steps.press("End")
    code_says(desk, "T=10000, method='pmw'")
    assert steps.get_attribute("aria-valuetext") == "steps T = 10,000"
    made = int(desk.get_attribute("data-release")) + 1
    desk.get_by_role("button", name="Release").click()
    until(desk, "r => r.dataset.running && Number(r.dataset.step) > 50")
    assert re.match(r"PMW: step [\d,]+ of 10,000; spent so far ε = 0\.\d+", desk.locator(".message").inner_text())
    desk.get_by_role("button", name="Stop").press("Enter")
    until(desk, f"r => Number(r.dataset.release) === {made} && !r.dataset.running")
    said = re.match(r"PMW stopped after (\d+) of 10,000 steps at ε = ([\d.]+):", desk.locator(".message").inner_text())
    cost = qr.selection_guarantee(qr.step_epsilon(1.0, DELTA, 10_000), DELTA, int(said[1])).epsilon
    assert 50 < int(said[1]) <= 60 and float(said[2]) == pytest.approx(cost, rel=0.005)
    assert desk.evaluate("r => document.activeElement.textContent") == "Release"  # the keys go on where Stop was
    until(desk, "r => r.querySelector('[aria-live=polite]').textContent.startsWith('PMW stopped after')")
    desk.locator("[data-name=rule]").check()
    code_says(desk, "T=None, method='pmw'")
