"""A page in steps for a class at 1280 x 720: letters for the last row, a clicker's keys, all back in its place."""

import json

import pytest

# Of words and explorers; what is drawn in one piece (living pictures, the racetrack, the desk) is as large as fits.
LETTERS = """(() => { const large = document.querySelector('.present .large'), style = large && getComputedStyle(large);
    const by = large ? new DOMMatrix(style.transform).a : 1; const kinds =
        ':is(p, li, h1, h2, label, output, text:not(.axis))';
    return [...document.querySelectorAll(`.present :is(.read, .explorer) ${kinds}`)]
        .filter(one => one.getClientRects().length && one.textContent.trim())
        .map(one => Math.round(10 * by * parseFloat(getComputedStyle(one).fontSize)) / 10); })()"""
# What the screen cannot hold: nothing of an explorer may be cut off.
CUT = """(() => { const view = document.querySelector('.present .view').getBoundingClientRect();
    return [...document.querySelectorAll('.present .explorer .dplearn > *')].filter(one => one.getClientRects().length)
        .map(one => Math.round(one.getBoundingClientRect().bottom - view.bottom)).filter(over => over > 4); })()"""


@pytest.fixture
def stage(window, site):
    """A lecture on a screen of 1280 x 720, presented from its first line."""
    def opened(name):
        window.page.set_viewport_size({"width": 1280, "height": 720})
        window.page.goto((site / f"{name}.html").as_uri())
        window.page.wait_for_function("document.querySelector('.offer-steps:not([hidden])')")
        window.page.keyboard.press("p")
        window.page.wait_for_selector("dialog.present[open] .view > *")
        return window.page
    return opened


def settled(page):
    """Until the picture of the step stands still: three frames in a row with the same style."""
    page.wait_for_function("""() => new Promise(done => requestAnimationFrame(() => { const style = () =>
        document.querySelector('.present .view').firstElementChild.style.cssText, was = style();
        requestAnimationFrame(() => requestAnimationFrame(() => done(style() === was))); }))""")


def place(page):
    return tuple(int(n) for n in page.locator(".present .turns output").inner_text().split(" of "))


def test_every_step_is_read_from_afar(stage):
    page = stage("01-pac-and-occam")
    _, steps = place(page)
    assert steps > 12
    small, cut, pictures = {}, {}, 0
    for step in range(1, steps + 1):
        assert place(page) == (step, steps)
        for _ in range(2):  # a prediction and its truth
            if page.locator(".present .explorer").count():
                page.wait_for_selector(".present .explorer .chart")
                pictures += 1
            settled(page)
            small |= {step: letters for letters in [min(page.evaluate(LETTERS), default=24)] if letters < 23.9}
            cut |= {step: over for over in [page.evaluate(CUT)] if over}
            skip = page.locator(".present button", has_text="Skip")
            if not skip.count():
                break
            skip.first.click()
            skip.first.wait_for(state="detached")
        page.keyboard.press("PageDown")
    assert pictures and not small and not cut, (small, cut)


def test_keys_turn_and_everything_returns_to_its_place(stage):
    page = stage("01-pac-and-occam")
    order = "JSON.stringify([...document.querySelectorAll('main :is(figure, .waits)')].map(one => one.className))"
    page.keyboard.press("Escape")
    before = json.loads(page.evaluate(order))
    page.keyboard.press("p")
    for key, step in (("ArrowRight", 2), (" ", 3), ("ArrowLeft", 2), ("PageDown", 3)):
        page.keyboard.press(key)
        assert place(page)[0] == step
    slider = page.locator(".present input[type=range]").first  # of the story's picture
    slider.wait_for()
    was = slider.input_value()
    slider.focus()
    page.keyboard.press("ArrowRight")
    assert place(page)[0] == 3 and slider.input_value() != was, "arrows are the slider's"
    page.keyboard.press("PageDown")
    assert place(page)[0] == 4, "a clicker's keys turn, wherever the focus is"
    page.keyboard.press("Escape")
    assert not page.locator("dialog.present[open]").count()
    assert json.loads(page.evaluate(order)) == before
    page.locator("#search").focus()
    page.keyboard.press("p")
    assert not page.locator("dialog.present[open]").count(), "who writes is not on a stage"
