"""The start page on one screen; how far down a page the first thing stands that a reader can move
(`pytest -n0 -s` on this file prints the table)."""

import lab
import pytest

from tools.site.__main__ import found

PAGES = [path.with_suffix("").as_posix() for path in found()]
SCREENS = {"desktop": (1280, 800, 700, 800), "phone": (390, 844, 1688, 1688)}  # px: width, height; limits
WIDE = """figure => [...figure.querySelectorAll('svg .background:not(.role-legend *)')].every(
    (e) => e.getBoundingClientRect().right <= figure.getBoundingClientRect().right + 1)"""  # no plot of a chart is cut
TOPS = """figure => [figure, figure.querySelector('input, select, button')].map(
    (e) => Math.round(e.getBoundingClientRect().top + scrollY))"""


def first_touch(browser, page, width: int, height: int) -> list[int]:
    """[px to the first living picture, explorer or prediction, px to its first slider, menu, choice or button]."""
    with lab.Watched(browser, width, height) as window:
        window.page.goto(page.as_uri())
        figure = window.page.locator(":is(.waits, figure.widget, figure.living):visible").first
        figure.scroll_into_view_if_needed()
        lab.until(figure, "f => f.classList.contains('living') ? f.chart : f.querySelector('input, select, button')")
        window.page.evaluate("document.fonts.ready.then(() => 0)")
        window.assert_clean()
        assert figure.evaluate(WIDE)
        return figure.evaluate(TOPS)


@pytest.mark.parametrize("name", PAGES)
def test_the_first_thing_to_move_stands_on_the_first_screen(browser, site, name):
    """On a phone on the second."""
    for screen, (width, height, most, end) in SCREENS.items():
        figure, control = first_touch(browser, site / f"{name}.html", width, height)
        print(f"\n{name:36}{screen:9}picture {figure:5}   first control {control:5}   at most {most:5}", end="")
        assert figure <= most and control < end, (screen, figure, control)


FIRST = """(function look() {  // what the chart shows in the first frame that has it
  const { chart } = document.querySelector("figure.living") ?? {};
  if (chart) globalThis.first = chart.signal("asked"); else requestAnimationFrame(look);
})()"""
FRAMES = """() => new Promise((done) => {
    let n = 9; (function tick() { n-- ? requestAnimationFrame(tick) : done(); })(); })"""


@pytest.mark.parametrize("width, height, most", [(1280, 800, 700), (390, 844, 844)])
@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_the_start_page_asks_shows_and_begins_on_one_screen(browser, site, width, height, most, motion):
    """People answer one after the other where motion is welcome, and all at once elsewhere."""
    with lab.Watched(browser, width, height, reduced_motion=motion) as window:
        window.page.add_init_script(FIRST)
        window.page.goto((site / "index.html").as_uri())
        figure, begin = window.page.locator("figure.living"), window.page.locator("a.begin")
        lab.until(figure, "f => f.chart?.signal('asked') === 200")
        assert (window.page.evaluate("first") < 200) == (motion == "no-preference")
        places = [part.bounding_box() for part in (figure.locator("svg"), begin)]
        print([round(place["y"] + place["height"]) for place in places])
        assert all(place["y"] + place["height"] <= most for place in places)
        assert window.page.evaluate("document.documentElement.scrollWidth") <= width
        window.assert_clean()


def test_a_reader_who_moves_something_stops_the_answers(browser, site):
    with lab.Watched(browser, 1280, 800) as window:
        window.page.goto((site / "index.html").as_uri())
        figure = window.page.locator("figure.living")
        lab.until(figure, "f => f.chart")
        slider = figure.locator("input[type=range]").nth(1)
        slider.press("Home")
        slider.press("ArrowRight")
        window.page.evaluate(FRAMES)
        assert figure.evaluate("f => f.chart.signal('asked')") == 2
