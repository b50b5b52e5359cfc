"""The release desk in JupyterLab: columns, budget, Release, Stop, the table, the file; both themes and a narrow
window."""

import itertools
import re

import lab
import numpy as np
import pytest
from lab import code_says, until

from dplearn import query_release as qr
from dplearn.data import load_adult_bits
from dplearn.query_release.curator import DELTA, MOST_ROUNDS, column_words

# A release of 10,000 steps waits at its 60th until "Stop" is heard: else a fast kernel would have it done before a
# busy browser can press.
PATIENT = """from dplearn.query_release.curator import ReleaseRun
advance = ReleaseRun.advance
ReleaseRun.advance = lambda run, seconds: (
    advance(run, seconds) if run.planned < 10_000 else run.steps < 60 and advance(run, 0))"""
CELLS = [PATIENT, "from dplearn.release_desk import release_desk\nw = release_desk(6, T=30)\nw", "w",
         "w.set(T=40, method='mwem', degree=2);", "w.release();", "release_desk(16, epsilon=0.05, T=3)"]
BITS = load_adult_bits()


@pytest.fixture(scope="module")
def window(opened):
    """The notebook, open and run."""
    with opened("desk.ipynb", CELLS, ".desk[data-ready=true]", 3, width=1150, height=1400) as window:
        window.page.locator(".desk").first.scroll_into_view_if_needed()
        yield window


@pytest.fixture
def desk(window):
    """The desk at rest; afterwards no error and no stranger."""
    root = window.page.locator(".desk").first
    until(root, "r => !r.dataset.running")
    yield root
    window.assert_clean()


def set_plan(root, *, columns=None, **menus):
    """Boxes and menus as a reader sets them."""
    for name in columns or ():
        root.locator(f"[data-column={name}]").check()
    for name in set(BITS.names) - set(columns or BITS.names):
        root.locator(f"[data-column={name}]").uncheck()
    for name, value in menus.items():
        root.locator(f"[data-name={name}]").select_option(value)


def release(root):
    """Press Release and wait for its end; returns the releases made so far."""
    before = int(root.get_attribute("data-release"))
    root.get_by_role("button", name="Release").click()
    until(root, f"r => Number(r.dataset.release) === {before + 1} && !r.dataset.running")
    return before + 1


def number(root, key):
    return float(root.locator(f'td[data-key="{key}"]').inner_text())


def percents(root, column):
    return np.array([float(t.rstrip("%").replace("−", "-")) / 100
                     for t in root.locator(f"table.cells td.{column}").all_inner_texts()])


def test_it_opens_with_what_was_released_and_paid_for(desk):
    """The first release by showing the desk, the second by the reader's own code."""
    code_says(desk, "release_desk(6, epsilon=1.0, T=40, method='mwem', degree=2, seed=5)")
    until(desk, "r => r.dataset.release === '2'")
    assert desk.locator(".account").inner_text() == "Spent at this desk: ε = 2, δ = 2e-6 (2 releases, added up)."
    assert desk.locator("[data-column]:checked").count() == 6
    assert desk.locator("legend").inner_text() == "Columns: 6 of 16"
    assert "64 kinds of people, 15 tables, 60 questions." in desk.locator(".planned").inner_text()
    assert number(desk, "released-worst") < number(desk, "laplace-worst") < number(desk, "uniform-worst")


def test_a_second_view_follows_the_first(desk):
    second = desk.page.locator(".desk").nth(1)
    made = release(desk)
    until(second, f"r => r.dataset.release === '{made}' && !r.dataset.running")
    for key in ("released-worst", "released-mean"):
        assert number(desk, key) == number(second, key)
    assert second.locator(".account").inner_text() == desk.locator(".account").inner_text()


def test_the_table_is_counted_from_the_chosen_columns(desk):
    columns = ("male", "married", "bachelors", "full_time")
    set_plan(desk, columns=columns, degree="3", method="pmw")
    code_says(desk, "release_desk(('male', 'married', 'bachelors', 'full_time'), epsilon=1.0, T=None, method='pmw', "
              "degree=3")
    release(desk)
    asked = ("married", "bachelors", "full_time")
    which = desk.locator("[data-name=table]")
    which.select_option(label=" × ".join(column_words(c) for c in asked))
    assert desk.locator("table.cells th").all_inner_texts()[:3] == [column_words(c) for c in asked]
    wanted = [np.all([BITS.column(c) == b for c, b in zip(asked, bits)], axis=0).mean()
              for bits in itertools.product((1, 0), repeat=3)]
    true, released = percents(desk, "true"), percents(desk, "released")
    assert np.allclose(true, wanted, atol=5.1e-5) and abs(released.sum() - 1) < 8 * 5.1e-5
    assert np.abs(true - released).max() <= number(desk, "released-worst") + 1.1e-4
    assert desk.locator("table.cells tbody tr").first.inner_text().split()[:3] == ["yes"] * 3
    assert desk.locator("circle.dot").count() == 8


def test_stop_keeps_what_there_is_and_pays_for_the_steps_done(desk):
    set_plan(desk, columns=BITS.names[:12], method="pmw", degree="3")
    steps = desk.locator("[data-name=T]")
    steps.focus()
    desk.page.keyboard.press("End")
    code_says(desk, f"T={MOST_ROUNDS['pmw']}, method='pmw'")
    assert steps.get_attribute("aria-valuetext") == "steps T = 10,000"
    assert not desk.locator("[data-name=rule]").is_checked()
    before = int(desk.get_attribute("data-release"))
    desk.get_by_role("button", name="Release").click()
    until(desk, "r => r.dataset.running && r.querySelector('progress').value > 50")
    assert re.match(r"step [\d,]+ of 10,000; spent so far ε = 0\.\d+", desk.locator(".count").inner_text())
    desk.get_by_role("button", name="Stop").focus()
    desk.page.keyboard.press("Enter")
    until(desk, f"r => Number(r.dataset.release) === {before + 1} && !r.dataset.running")
    said = re.match(r"PMW stopped after ([\d,]+) of 10,000 steps at ε = ([\d.]+):",
                    desk.locator(".message").inner_text())
    done, spent = int(said[1].replace(",", "")), float(said[2])
    cost = qr.selection_guarantee(qr.step_epsilon(1.0, DELTA, 10_000), DELTA, done).epsilon
    assert 50 < done <= 60 and spent == pytest.approx(cost, rel=0.005)
    assert desk.evaluate("r => document.activeElement.textContent") == "Release"  # the keys go on where Stop was
    until(desk, "r => r.querySelector('[aria-live]').textContent.startsWith('PMW stopped after')")
    desk.locator("[data-name=rule]").check()
    code_says(desk, "T=None, method='pmw'")


def test_the_file_is_downloaded_with_its_guarantee(desk):
    set_plan(desk, columns=BITS.names[:5], method="mwem", degree="2")
    code_says(desk, "release_desk(5, epsilon=1.0, T=None, method='mwem', degree=2")
    release(desk)
    with desk.page.expect_download() as download:
        desk.get_by_role("button", name="Download synthetic data (CSV)").click()
    path = download.value.path()
    assert download.value.suggested_filename == "synthetic_mwem_epsilon_1.csv"
    first, header, *records = path.read_text(encoding="utf-8").splitlines()
    assert first.startswith("# 45222 synthetic records, nobody real: MWEM, ε = 1, δ = 1e-06 (replace-one)")
    assert header == ",".join(BITS.names[:5]) and len(records) == BITS.n
    set_plan(desk, method="laplace")
    code_says(desk, "method='laplace'")
    release(desk)
    assert desk.get_by_role("button", name="Download noisy answers (CSV)").count() == 1
    assert desk.locator("path.curve.laplace").count() == 0
    assert desk.locator("[data-name=T]").is_disabled()


def test_columns_that_are_too_few_stay(desk):
    set_plan(desk, columns=BITS.names[:3])
    code_says(desk, "release_desk(3,")
    last = desk.locator("[data-column=male]")
    last.click()
    assert last.is_checked() and desk.locator(".note").inner_text() == "At least 3 columns stay chosen."
    desk.locator("[data-column=white]").click()
    code_says(desk, "'white'")
    assert desk.locator(".note").inner_text() == ""


def test_every_control_has_a_name(desk):
    lab.assert_named(
        desk, 'group "Columns: ', 'checkbox "male"', 'combobox "how to release"', 'combobox "questions"',
        'slider "privacy budget, ε"', 'slider "steps, T"', 'button "Release"', 'button "Stop"', 'combobox "table of"',
        'table "Worst and mean error', 'table "Table of ', 'button "Copy code"')


def assert_sound(root):
    """Legible, and no label on another."""
    lab.assert_legible(root, 40, ".stage text, .stage path.curve, table.cells rect", 11)
    assert root.evaluate(OVERLAPS) == []


def test_a_narrow_window_shows_it_all(desk):
    """The longest names, a poor release; the pictures of the table leave, and come back with the room."""
    set_plan(desk, columns=("private_sector", "capital_gain_pos", "capital_loss_pos", "never_married"), method="pmw",
             degree="3")
    release(desk)
    assert_sound(desk)
    assert desk.locator("td.picture").count() == 8
    try:
        desk.page.set_viewport_size({"width": 700, "height": 1400})
        until(desk, "r => !r.querySelector('td.picture')")
        assert_sound(desk)
    finally:
        desk.page.set_viewport_size({"width": 1150, "height": 1400})
    until(desk, "r => r.querySelectorAll('td.picture').length === 8")


def test_dark_and_with_all_columns(window):
    root = window.page.locator(".desk").nth(2)
    root.scroll_into_view_if_needed()
    with lab.looking(window.page, "JupyterLab Dark", 1200):
        until(root, "r => r.dataset.release === '1'")
        assert_sound(root)
    window.assert_clean()


OVERLAPS = """(root) => {
  const boxes = [...root.querySelectorAll('.stage text.label')].map((e) => [e.textContent,
    e.getBoundingClientRect()]), found = [];
  for (const [i, [a, p]] of boxes.entries()) for (const [b, q] of boxes.slice(i + 1)) {
    if (p.left < q.right && q.left < p.right && p.top + 2 < q.bottom && q.top + 2 < p.bottom) found.push([a, b]);
  }
  return found;
}"""
