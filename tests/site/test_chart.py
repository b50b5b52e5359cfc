"""The chart that speaks: names at the ends of curves, values where the marker crosses them, a marker to drag, a pointer
that lights a curve, gliding.  The same script runs in JupyterLab (tests/browser/test_explorer.py)."""

import functools
import re

import lab
import numpy as np
import pytest
import small

from dplearn import experiments
from dplearn.experiment import number_text
from dplearn.figures import style
from tools.site import bake, grids

# Of the texts of a chart: [class, key, words, left, top, right, bottom, px of a letter as seen].
TEXTS = """(root) => [...root.querySelectorAll('.chart text')].map((t) => {
  const b = t.getBoundingClientRect(), m = t.getScreenCTM();
  return [t.getAttribute('class'), t.dataset.key, t.textContent.replaceAll('\u200b', ''),
          b.left, b.top, b.right, b.bottom, parseFloat(getComputedStyle(t).fontSize) * Math.hypot(m.a, m.b)]; })"""


@functools.cache
def grid_of(name: str) -> grids.Grid:
    """Where it starts; of the one that is moved here both ends of each slider, too."""
    return small.least(experiments.ALL[name], [{}], more=name == "overfit")


@functools.cache
def table(name: str) -> str:
    return bake.packed(grid_of(name))


@pytest.fixture
def shown(window, tmp_path):
    """``shown(name, width)``: the explorer in a page of this width, and its kept values."""
    before = window.page.viewport_size
    window.page.emulate_media(reduced_motion="reduce")

    def open_(name, width=1000):
        window.page.set_viewport_size({"width": width, "height": 720})
        small.open_figure(window, tmp_path, f'class="explorer" data-experiment="{name}"', {}, {name: table(name)})
        return window.page.locator(".dplearn"), grid_of(name)

    yield open_
    window.page.set_viewport_size(before)
    window.page.emulate_media(reduced_motion="no-preference")
    window.assert_clean()


def places(root, key: str) -> list[tuple[float, float]]:
    """The points of a curve's path, in pixels of the chart."""
    d = root.locator(f".curve[data-key={key}] path").last.get_attribute("d")
    return [tuple(map(float, pair.split())) for pair in re.findall(r"[ML]([-\d.]+ [-\d.]+)", d)]


@pytest.mark.parametrize("name", ["six_rates", "forecasters", "exppw_ties", "one_race"])
def test_it_stands_on_one_screen_names_at_the_ends_of_its_curves_and_apart(shown, name):
    root, grid = shown(name, 1280)
    main = root.page.add_style_tag(content="main { width: 860px }")
    lab.frames(root.page)
    assert root.bounding_box()["height"] <= 720 and root.locator(".chart").bounding_box()["height"] > 300
    assert_names_stand_apart(root, grid)
    main.evaluate("e => e.remove()")
    root.page.set_viewport_size({"width": 360, "height": 720})
    lab.until(root, "r => r.querySelector('.chart').getBoundingClientRect().right <= 360")
    lab.frames(root.page)
    assert_names_stand_apart(root, grid)


def assert_names_stand_apart(root, grid):
    texts, box = root.evaluate(TEXTS), root.locator(".chart").bounding_box()
    names = [t for t in texts if t[0] == "name"]
    wanted = {s.key: s.short for s in grid.experiment.series if s.short}
    drawn = {key for key in wanted if root.locator(f"tr:not(.absent) [data-key={key}]").count()}
    assert {t[1]: t[2] for t in names if t[1] in wanted} == {key: wanted[key] for key in drawn}
    for word in texts:
        assert box["x"] - 1 <= word[3] and word[5] <= box["x"] + box["width"] + 1 and word[7] >= 10, word
    for i, (*_, left, top, right, bottom, _) in enumerate(names):
        for *_, left2, top2, right2, bottom2, _ in names[i + 1:]:
            assert min(right, right2) - max(left, left2) < 1 or min(bottom, bottom2) - max(top, top2) < 4, names
    ends = {t[1]: places(root, t[1])[-1] for t in names if t[1] in wanted}
    for key, (x, y) in ends.items():
        _, _, _, left, top, _, bottom, _ = next(t for t in names if t[1] == key)
        if left - box["x"] > x and 0 < y < box["height"]:  # in the margin: pushed by others' lines at most
            assert abs((top + bottom) / 2 - box["y"] - y) <= 14 * len(names) / 2 + 8


def test_dots_and_values_stand_where_the_marker_crosses(shown):
    root, grid = shown("overfit")
    e = grid.experiment
    n = e.parameter("n")
    for place in (2, len(n.values) // 2, len(n.values) - 3):
        root.evaluate("""(r, place) => { const i = r.querySelector('[data-name=n]'); i.value = place;
                         i.dispatchEvent(new Event('input', {bubbles: true})); }""", place)
        setting = e.setting(**{p.name: v for p, v in zip(e.parameters, vars(e.setting(n=n.values[place])).values())})
        for key, value in e.at(**vars(setting)).items():
            dot = root.locator(f"circle.dot[data-key={key}]")
            v = float(style.scale(e.y, value))
            assert dot.get_attribute("visibility") == ("visible" if 0 <= v <= 1 else "hidden")
            if 0 <= v <= 1:
                assert abs(float(dot.get_attribute("cy")) - (10 + style.LIVE * (1 - v))) < 0.6
        said = {t[1]: t[2] for t in root.evaluate(TEXTS) if t[0] == "value"}
        read = dict(zip([s.key for s in e.series] + ["simulation"], small.readings(grid, setting)))
        assert len(said) >= 3 and all(read[key].split(" ")[0] == words for key, words in said.items())


def test_the_marker_is_dragged_and_keys_go_on(shown):
    root, grid = shown("overfit")
    page, slider, values = root.page, root.locator("[data-name=n]"), grid.places["n"]
    box = root.locator(".chart").bounding_box()
    x_of = [box["x"] + style.LEFT + style.WIDTH * float(u) for u in style.scale(grid.experiment.x_axis, values)]
    y = box["y"] + 40
    page.mouse.move(x_of[10], y)
    page.mouse.down()
    assert slider.input_value() == "10"
    for place in (30, 31, 90):
        page.mouse.move(x_of[place], y + place)
        assert slider.input_value() == str(place)
    page.mouse.up()
    page.mouse.move(x_of[20], y)  # let go: only pointed at
    setting = grid.experiment.setting(n=values[90])
    assert root.evaluate(small.ROWS) == small.readings(grid, setting)
    page.keyboard.press("ArrowRight")
    assert slider.input_value() == "91" and slider.evaluate("e => e === document.activeElement")
    page.mouse.click(box["x"] + 20, y)  # beside the plot
    assert slider.input_value() == "91"


def test_a_finger_drags_the_marker_across_and_scrolls_the_page_up(browser, tmp_path):
    with lab.Watched(browser, 390, 600, has_touch=True) as window:
        small.open_figure(window, tmp_path, 'class="explorer" data-experiment="overfit"', {},
                          {"overfit": table("overfit")})
        page, slider = window.page, window.page.locator("[data-name=n]")
        page.locator(".chart").scroll_into_view_if_needed()
        lab.frames(page)
        start, box = slider.input_value(), page.locator(".chart").bounding_box()
        small.swipe(page, box["x"] + 100, box["y"] + 150, 80, 4)
        lab.until(page.locator(".dplearn"), f"r => r.querySelector('[data-name=n]').value !== '{start}'")
        moved, top = slider.input_value(), page.evaluate("scrollY")
        small.swipe(page, box["x"] + 150, box["y"] + 150, 3, 120 if top > 60 else -120)
        page.wait_for_function(f"scrollY !== {top}")
        assert slider.input_value() == moved


def test_pointing_lights_curve_name_and_row_and_says_the_value(shown):
    root, grid = shown("six_rates")
    e, page = grid.experiment, root.page
    box, points = root.locator(".chart").bounding_box(), places(root, "basic")
    i = len(points) // 3
    x = grid.x[i]
    page.mouse.move(box["x"] + points[i][0], box["y"] + points[i][1] + 3)
    lit = """r => [...r.querySelectorAll('.lit')].map((e) =>
        `${e.tagName} ${e.dataset.key ?? e.querySelector('.value').dataset.key}`)"""
    assert {"g basic", "text basic", "circle basic", "TR basic"} <= {*root.evaluate(lit)}
    assert all(word.endswith(" basic") for word in root.evaluate(lit))
    assert root.locator(".curve[data-key=limit]").evaluate("e => getComputedStyle(e).opacity") == "0.2"
    y = next(s for s in e.series if s.key == "basic").curve(e.setting(), np.array([x]))[0]
    assert root.locator(".tip").text_content() == f"{number_text(y)} at {number_text(x, 4)}"
    for selector, key in (("text.name[data-key=limit]", "limit"), ("tr:has([data-key=kov])", "kov")):
        root.locator(selector).hover()
        assert {f"g {key}", f"TR {key}"} <= {*root.evaluate(lit)} and not root.locator("text.tip").count()
    page.mouse.move(box["x"] + style.LEFT + 300, box["y"] + 14)
    assert root.evaluate(lit) == [] and not root.locator(".chart.pointed").count()


WATCH = """(root) => {
  const path = () => root.querySelector('.curve[data-key=printed] path:last-child').getAttribute('d');
  const seen = window.seen = { before: path(), painted: null, frames: [], ghost: 0 };
  root.addEventListener('dplearn:painted', () => {
    seen.painted ??= [root.querySelector('code').textContent, path()]; });
  const step = () => {
    seen.frames.push(path());
    seen.ghost += root.querySelector('.curve path').getAnimations().length;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}"""


def test_curves_glide_from_where_they_are_and_at_once_for_who_wants_no_motion(shown):
    root, grid = shown("overfit")
    page = root.page
    for motion in ("no-preference", "reduce"):
        page.emulate_media(reduced_motion=motion)
        root.get_by_role("button", name="Reset").click()
        lab.until(root, "r => r.getAttribute('aria-busy') === 'false' && !r.getAnimations({subtree: true}).length")
        lab.frames(page, 20)
        root.evaluate(WATCH)
        slider = root.locator("[data-name=d]")
        slider.press("End")
        page.wait_for_function("""() => { const { painted, frames, before } = window.seen, last = frames.at(-1);
            return painted && last !== before && frames.slice(-4).every((d) => d === last); }""")
        seen = page.evaluate("window.seen")
        last, kinds = seen["frames"][-1], len(set(seen["frames"]))
        assert "d=" in seen["painted"][0] and (seen["painted"][1] == last) == (motion == "reduce")
        assert (kinds > 2) == (motion != "reduce") and (seen["ghost"] > 0) == (motion != "reduce")


def test_a_change_is_announced_once_and_titles_are_headings(shown):
    root, grid = shown("overfit")
    page = root.page
    assert page.get_by_role("heading", level=3).inner_text() == grid.experiment.title
    root.evaluate("""(root) => {
      window.said = [];
      const live = root.querySelectorAll(':is([aria-live], output, [role=status]):not([aria-live=off])');
      for (const e of live) new MutationObserver(() => window.said.push(e.textContent)).observe(
        e, { childList: true, characterData: true, subtree: true });
    }""")
    root.locator("[data-name=n]").focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    page.wait_for_function("() => window.said.length")
    lab.frames(page, 40)
    (said,) = page.evaluate("window.said")
    assert root.evaluate(small.ROWS)[0] in said and grid.experiment.series[0].label in said


def test_words_in_the_colors_of_curves_can_be_read():
    for e in experiments.ALL.values():
        for look in style.looks(e.series).values():
            for ground in ("#FFFFFF", style.BAND):
                assert style.contrast(style.ink(look.color, ground), ground) >= 4.5
    assert style.contrast("#767676", "#FFFFFF") == pytest.approx(4.54, abs=0.005)  # as WCAG's own table has it
    assert style.ink(style.COLORS["simulation"]) == style.COLORS["simulation"] != style.ink("#8A8A8A")
