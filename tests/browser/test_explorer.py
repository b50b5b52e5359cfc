"""The explorer in JupyterLab: real keys, real frames, and what a reader with a screen reader hears.

Its numbers and the names of its controls are tried on the site, where the same script runs (tests/site)."""

import json

import lab
import pytest
from demo_course import few
from lab import frames, until

from dplearn.figures import style

ALPHA = few.parameter("alpha")
START, LAST = ALPHA.position(ALPHA.default), len(ALPHA.values) - 1
CELLS = ["from demo_course import few\nfrom dplearn.explore import explore\nw = explore(few)\nw", "w", "w.set(d=3);"]


@pytest.fixture(scope="module")
def page(opened):
    """The demo notebook, open and run; tests share it.  Nothing glides, unless a test asks for it."""
    page = opened("demo.ipynb", CELLS, lab.EXPLORER, 2)
    page.emulate_media(reduced_motion="reduce")
    yield page
    page.emulate_media(reduced_motion="no-preference")


@pytest.fixture
def one(page, clean):
    """The first explorer, all runs drawn, at its start."""
    root = page.locator(".dplearn").nth(0)
    root.scroll_into_view_if_needed()
    root.get_by_role("button", name="Reset").click()
    code_is(root)
    settle(root)
    return root


def slider(root, name="alpha"):
    return root.locator(f'[data-name="{name}"]')


def code_is(root, **moved):
    """Wait for the code line of this setting."""
    until(root, f"r => r.querySelector('code').textContent === {json.dumps(few.code(few.setting(**moved)))}")


def settle(root):
    """Until all that belongs to the newest setting is painted, its runs too."""
    until(root, "r => r.getAttribute('aria-busy') === 'false'")
    frames(root.page)


def press(root, key):
    """Press a key on the slider of α and wait for the code line of its new position, which is returned."""
    slider(root).focus()
    root.page.keyboard.press(key)
    position = int(slider(root).input_value())
    code_is(root, alpha=ALPHA.values[position])
    return position


def photo(root, left, top, right, bottom):
    """A part of the chart, of its sides given in the chart's units."""
    root.locator(".chart").scroll_into_view_if_needed()
    box = root.locator(".chart").bounding_box()
    unit = box["width"] / style.CHART_WIDTH
    return root.page.screenshot(clip={"x": box["x"] + left * unit, "y": box["y"] + top * unit,
                                      "width": (right - left) * unit, "height": (bottom - top) * unit})


def test_keys_move_a_slider_and_everything_follows(one):
    near, far = range(START + 1, START + LAST // 5 + 1), range(START - LAST // 5, START + LAST // 5 + 1)
    for key, wanted in (("ArrowRight", [START + 1]), ("ArrowUp", [START + 2]), ("ArrowLeft", [START + 1]),
                        ("ArrowDown", [START]), ("PageUp", near), ("PageDown", far), ("End", [LAST]), ("Home", [0])):
        assert press(one, key) in wanted, key
    said, text = slider(one).get_attribute("aria-valuetext"), ALPHA.text(ALPHA.low)
    assert said == f"α = {text}" and text in one.locator("output").all_inner_texts()
    settle(one)
    until(one, f"r => r.querySelector('.stage').ariaLabel.includes('α = {text}')")  # once the thumb rests
    spoken = one.locator("[aria-live=polite]").inner_text()
    assert f"{few.simulation.label}: " in spoken and f"α = {text}" not in spoken  # said once


def test_nothing_moves_on_the_page_and_axes_stand_still(one):
    heights, axes = set(), set()
    sizes = "() => [...document.querySelectorAll('.dplearn, .jp-Notebook')].map((e) => e.scrollHeight)"
    for name, key in (("n", "End"), ("alpha", "Home"), ("alpha", "ArrowRight"), ("d", "End")):
        slider(one, name).focus()
        one.page.keyboard.press(key)
        for _ in range(4):  # as often as it may, while the answer comes
            heights.add((*one.page.evaluate(sizes), *map(round, one.bounding_box().values())))
            frames(one.page)
        settle(one)
        axes.add((photo(one, 0, 0, style.LEFT - 4, style.CHART_HEIGHT),
                  photo(one, 0, style.LIVE + 16, style.CHART_WIDTH, style.CHART_HEIGHT)))
    assert len(heights) == 1 and len(axes) == 1


def test_a_newer_setting_drops_older_work(one):
    """Twenty keys without a pause: fewer answers than keys, and what stands there in the end belongs to the last."""
    one.evaluate("(r) => { window.answers = []; r.addEventListener('dplearn:painted', (e) => "
                 "window.answers.push([e.detail.kind, e.detail.newest])); }")
    slider(one).evaluate("""(input) => { for (let i = 0; i < 20; i++) { input.value = Number(input.value) + 1;
      input.dispatchEvent(new Event('input', {bubbles: true})); } }""")
    code_is(one, alpha=ALPHA.values[START + 20])
    settle(one)
    answers = one.page.evaluate("() => window.answers")
    assert 1 <= sum(kind == "picture" for kind, _ in answers) <= 4 and answers[-1] == ["estimate", True]


def test_a_second_view_follows_the_first(one):
    second = one.page.locator(".dplearn").nth(1)
    second.scroll_into_view_if_needed()
    press(second, "Home")
    code_is(one, alpha=ALPHA.low)
    settle(one)
    settle(second)
    assert slider(one).input_value() == "0"
    plot = style.LEFT + 10, 12, style.LEFT + style.WIDTH - 2, style.LIVE + 5
    assert photo(one, *plot) == photo(second, *plot)


def test_a_prediction_comes_before_truth_and_answer(opened, folder, clean):
    """Answered by keys; the cell below waits for it."""
    asks = CELLS[0].replace("explore(few)", "explore(few, predict={'exact': (10, 100)})")
    page = opened("asks.ipynb", [asks], lab.EXPLORER)
    assert page.evaluate("""() => { const { content, model } = globalThis.jupyterapp.shell.currentWidget;
      model.sharedModel.insertCell(1, { cell_type: 'markdown', source: '**Answer.** So it is.' });
      return content.widgets.length; }""") >= 2
    root, answer = page.locator(".dplearn"), page.locator(".jp-MarkdownCell")
    until(answer, "c => c.querySelector('.jp-RenderedMarkdown strong')")
    assert few.title not in root.inner_html() and not answer.locator("strong").is_visible()
    page.get_by_role("slider", name="exact at 10,").focus()
    for key in ("ArrowRight", "Tab", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    until(root, "r => r.matches('.told') && r.getAttribute('aria-busy') === 'false'")
    assert root.locator(".title").inner_text() == few.title and answer.locator("strong").is_visible()


def test_what_a_cell_prints_waits_for_its_prediction(opened, folder, clean):
    page = opened("prints.ipynb", ["from dplearn.lecture import predict\npredict('one', 'two')\nprint('it is', 2)"],
                  ".dplearn.asking")
    root, prints = page.locator(".dplearn"), page.get_by_text("it is 2", exact=True)
    until(page.locator(".jp-OutputArea"), "a => a.textContent.includes('it is 2')")
    assert not prints.is_visible()
    page.get_by_role("radio", name="one").focus()
    for key in ("ArrowDown", "Enter"):
        page.keyboard.press(key)
    assert root.inner_text() == "You said: two." and prints.is_visible()
