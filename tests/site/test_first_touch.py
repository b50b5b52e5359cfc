"""How far down a page the first thing stands that a reader can move; `pytest -n0 -s` on this file prints the table."""

import lab
import pytest

from tools.site.__main__ import found

LECTURES = [path.stem for path in found() if len(path.parts) == 1]
SCREENS = {"desktop": (1280, 800, 700, 800), "phone": (390, 844, 1688, 1688)}  # px: width, height; limits
TOPS = """figure => [figure, figure.querySelector('input, select, button')].map(
    (e) => Math.round(e.getBoundingClientRect().top + scrollY))"""


def first_touch(browser, page, width: int, height: int) -> list[int]:
    """[px to the first living picture or explorer, px to its first slider, menu or button]."""
    with lab.Watched(browser, width, height) as window:
        window.page.goto(page.as_uri())
        figure = window.page.locator("figure.widget, figure.living").first
        figure.scroll_into_view_if_needed()
        lab.until(figure, "f => f.querySelector('input, select, button')")
        window.page.evaluate("document.fonts.ready.then(() => 0)")
        window.assert_clean()
        return figure.evaluate(TOPS)


@pytest.mark.parametrize("name", LECTURES)
def test_the_first_thing_to_move_stands_on_the_first_screen(browser, site, name):
    """On a phone on the second."""
    for screen, (width, height, most, end) in SCREENS.items():
        figure, control = first_touch(browser, site / f"{name}.html", width, height)
        print(f"\n{name:28}{screen:9}picture {figure:5}   first control {control:5}   at most {most:5}", end="")
        assert figure <= most and control < end, (screen, figure, control)
