"""A page in steps for a class at 1280 x 720: letters for the last row, a clicker's keys, all back in its place."""

import letters
import pytest

ORDER = "[...document.querySelectorAll('main :is(figure, .waits)')].map(one => one.className)"


def presented(window, site, name):
    """The steps of a page on the stage (letters.py)."""
    return letters.steps(window.page, (site / f"{name}.html").as_uri())


def place(page):
    return tuple(int(n) for n in page.locator(".present .turns output").inner_text().split(" of "))


def test_every_step_is_read_from_afar(window, site):
    """Explorers and living pictures too, and what an explorer asks stands above it; nothing is out of sight."""
    pictures, asked, page = 0, 0, window.page
    for step, size, words, cut in presented(window, site, "01-pac-and-occam"):
        assert size >= 23.9 and cut <= 4, (step, size, words, cut)
        pictures += page.locator(".present .living svg").filter(visible=True).count()
        if page.locator(".present .explorer .asking").count():
            assert page.locator(".present .large > .predict").is_visible()
            asked += 1
    assert step > 12 and pictures == 2 and asked


@pytest.mark.parametrize("name, kind", [("03-experts-horse-racing", "racetrack"), ("deeper/5c-which-release", "desk")])
def test_racetrack_and_desk_are_read_from_afar(window, site, name, kind):
    for _, size, words, cut in presented(window, site, name):
        if window.page.locator(f".present .{kind}").filter(visible=True).count():
            assert size >= 23.9 and cut <= 4, (size, words, cut)
            return
    pytest.fail(f"no step shows the {kind}")


def test_keys_turn_and_everything_returns_to_its_place(window, site):
    page = window.page
    next(presented(window, site, "01-pac-and-occam"))
    page.keyboard.press("Escape")
    before = page.evaluate(ORDER)
    page.keyboard.press("p")
    for key, step in (("ArrowRight", 2), (" ", 3), ("ArrowLeft", 2), ("PageDown", 3)):
        page.keyboard.press(key)
        assert place(page)[0] == step
    page.evaluate(letters.SETTLED)
    slider = page.locator(".present input[type=range]").first  # of the story's picture
    was = slider.input_value()
    slider.focus()
    page.keyboard.press("ArrowRight")
    assert place(page)[0] == 3 and slider.input_value() != was, "arrows are the slider's"
    moved = slider.input_value()
    page.keyboard.press("PageDown")
    assert place(page)[0] == 4, "a clicker's keys turn, wherever the focus is"
    page.keyboard.press("Escape")
    assert not page.locator("dialog.present[open]").count()
    assert page.evaluate(ORDER) == before
    assert page.locator("main .living input").first.input_value() == moved, "drawn anew, it stands where it stood"
    page.locator("#search").focus()
    page.keyboard.press("p")
    assert not page.locator("dialog.present[open]").count(), "who writes is not on a stage"
