"""The explorer in JupyterLab: real keys, real frames, and what a reader with a screen reader hears."""

import json
import re

import demo_course
import lab
import pytest
from lab import frames, until

from dplearn.figures import style

FEW = demo_course.few
ALPHA = FEW.parameter("alpha")
START = ALPHA.position(ALPHA.default)


@pytest.fixture
def one(demo):
    """The first explorer of the demo notebook, all runs drawn, at its start; afterwards no error and no stranger."""
    root = demo.page.locator(".dplearn").nth(0)
    root.scroll_into_view_if_needed()
    root.get_by_role("button", name="Reset").click()
    code_is(root)
    settle(root)
    yield root
    demo.assert_clean()


def slider(root, name):
    return root.locator(f'[data-name="{name}"]')


def code_is(root, **moved):
    """Wait for the code line of this setting."""
    experiment = demo_course.floor if "a" in moved else FEW
    code = experiment.code(experiment.setting(**moved))
    until(root, f"r => r.querySelector('code').textContent === {json.dumps(code)}")


def settle(root):
    """Until all that belongs to the newest setting is painted, its runs too."""
    until(root, "r => r.getAttribute('aria-busy') === 'false'")
    frames(root.page)


def press(root, name, key, **others):
    """Press a key on a slider and wait for the code line of its new position; `others` are away from their defaults."""
    experiment = demo_course.floor if name == "a" else FEW
    slider(root, name).focus()
    root.page.keyboard.press(key)
    code_is(root, **others, **{name: experiment.parameter(name).values[state(root, name)[0]]})


def state(root, name):
    """(position, output text, aria-valuetext) of a slider."""
    target = slider(root, name)
    output = root.locator(f'output[for="{target.get_attribute("id")}"]').inner_text()
    return int(target.input_value()), output, target.get_attribute("aria-valuetext")


def pixels(page, root, clip):
    """A photograph of a part of the chart; clip = (left, top, right, bottom) in parts of its sides."""
    root.locator(".chart").scroll_into_view_if_needed()
    box, (left, top, right, bottom) = root.locator(".chart").bounding_box(), clip
    wide, high = box["width"], box["height"]
    return page.screenshot(clip={"x": box["x"] + left * wide, "y": box["y"] + top * high,
                                 "width": (right - left) * wide, "height": (bottom - top) * high})


WIDE, HIGH = style.CHART_WIDTH, style.CHART_HEIGHT
# beside the plot: curves and marker end on its edges
LEFT_AXIS, BELOW = (0, 0, (style.LEFT - 4) / WIDE, 1), (0, (style.HEIGHT + 16) / HIGH, 1, 1)
PLOT = ((style.LEFT + 10) / WIDE, 12 / HIGH, (style.LEFT + style.WIDTH - 2) / WIDE, (style.HEIGHT + 5) / HIGH)


def test_keys_move_a_slider_and_everything_follows(demo, one):
    last = len(ALPHA.values) - 1
    near, far = range(START + 1, START + last // 5 + 1), range(START - last // 5, START + last // 5 + 1)
    for key, wanted in (("ArrowRight", [START + 1]), ("ArrowUp", [START + 2]), ("ArrowLeft", [START + 1]),
                        ("ArrowDown", [START]), ("PageUp", near), ("PageDown", far), ("Home", [0]), ("End", [last])):
        press(one, "alpha", key)
        position, text, spoken = state(one, "alpha")
        assert position in wanted, key
        assert text == ALPHA.text(ALPHA.values[position]) and spoken == f"{ALPHA.meaning} α = {text}"


def test_every_control_has_a_name(demo, one):
    lab.assert_named(
        one, *(f'slider "{p.label}"' for p in FEW.parameters if p.name != "world"), 'combobox "class and its world"',
        'button "Reset"', 'button "Copy code"', 'progressbar "runs drawn"',
        'table "Curves and their values at the marker"')
    assert one.get_by_role("img", name=FEW.title).count() == 1


def test_the_values_are_announced(demo, one):
    press(one, "alpha", "ArrowLeft")
    settle(one)
    spoken = one.locator("[aria-live=polite]").inner_text()
    label = one.locator(".stage").get_attribute("aria-label")
    for words in ("α = ", f"{FEW.series[-1].label}: ", f"{FEW.simulation.label}: "):
        assert words in spoken
    assert "at n = 100" in label and f"{FEW.simulation.label}: " in label


def test_nothing_moves_on_the_page_and_axes_stand_still(demo, one):
    page = demo.page
    heights, axes, places = set(), set(), set()
    for name, keys in (("n", ["End", "Home", "PageUp"]), ("alpha", ["Home", "ArrowRight", "End"]),
                       ("d", ["Home", "End"])):
        for key in keys:
            slider(one, name).focus()
            page.keyboard.press(key)
            for _ in range(4):  # as often as it may, while the answer comes
                heights.add(tuple(page.evaluate("() => [...document.querySelectorAll('.dplearn, "
                                                ".jp-WindowedPanel-inner, .jp-Notebook')].map((e) => e.scrollHeight)")))
                places.add(tuple(round(v) for v in one.bounding_box().values()))
                frames(page, 2)
            settle(one)
            axes.add((pixels(page, one, LEFT_AXIS), pixels(page, one, BELOW)))
    assert len(heights) == 1 and len(places) == 1 and len(axes) == 1


def test_a_newer_setting_drops_older_work(demo, one):
    """Twenty keys without a pause: fewer answers than keys, and what stands there in the end belongs to the last."""
    one.evaluate("(r) => { window.answers = []; r.addEventListener('dplearn:painted', (e) => "
                 "window.answers.push([e.detail.kind, e.detail.newest])); }")
    slider(one, "alpha").evaluate("""(input) => { for (let i = 0; i < 20; i++) { input.value = Number(input.value) + 1;
      input.dispatchEvent(new Event('input', {bubbles: true})); } }""")
    code_is(one, alpha=ALPHA.values[START + 20])
    settle(one)
    answers = demo.page.evaluate("() => window.answers")
    assert 1 <= sum(kind == "picture" for kind, _ in answers) <= 4 and answers[-1] == ["estimate", True]


def test_copy_code_copies_the_line(demo, one):
    demo.context.grant_permissions(["clipboard-read", "clipboard-write"])
    one.evaluate("r => { window.said = []; new MutationObserver(() => "
                 "window.said.push(r.querySelector('.foot').innerText)).observe(r.querySelector('.foot'), { "
                 "childList: true, subtree: true }); }")
    one.get_by_role("button", name="Copy code").click()
    # it stands there for a moment
    demo.page.wait_for_function("() => window.said.some((text) => text.includes('Copied'))")
    assert demo.page.evaluate("() => navigator.clipboard.readText()") == one.locator("code").inner_text()


def test_a_second_view_follows_the_first(demo, one):
    second = demo.page.locator(".dplearn").nth(2)
    second.scroll_into_view_if_needed()
    press(second, "alpha", "Home")
    code_is(one, alpha=ALPHA.low)
    settle(one)
    settle(second)
    assert slider(one, "alpha").input_value() == "0"
    assert pixels(demo.page, one, PLOT) == pixels(demo.page, second, PLOT)


@pytest.mark.parametrize("theme, width", [("JupyterLab Dark", 1250), ("JupyterLab Light", 700)])
def test_words_are_legible_in_both_themes_and_in_a_narrow_window(demo, one, theme, width):
    with lab.looking(demo.page, theme, width):
        lab.assert_legible(one, words=10)
        box = one.locator(".chart").bounding_box()
        assert abs(box["width"] / box["height"] - WIDE / HIGH) < 0.02


def test_touch_moves_a_slider(browser, address, demo):
    with lab.Watched(browser, 700, 1000, has_touch=True) as window:
        page = window.open(address("demo.ipynb"), count=2)
        root = page.locator(".dplearn").nth(0)
        root.scroll_into_view_if_needed()
        settle(root)
        box = slider(root, "alpha").bounding_box()
        page.touchscreen.tap(box["x"] + box["width"] * 0.25, box["y"] + box["height"] / 2)
        lab.code_says(root, "alpha=")
        assert abs(state(root, "alpha")[0] / (len(ALPHA.values) - 1) - 0.25) < 0.06
