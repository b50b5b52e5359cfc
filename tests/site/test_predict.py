"""A prediction on a page, by keys, mouse and finger: nothing tells before, the truth is drawn over it."""

import html
import json

import lab
import pytest
import small

from dplearn._predict import asked
from questions import QUESTION
from tools.site import bake

POINTS, CURVES = {"p": (1, 10, 100)}, {"p": 10, "simulation": 10}
CHOICES = ("less than a half", "more")
TITLE, PROMPT = QUESTION.title, QUESTION.question
POINT = ".handle[role=slider]"
RINGS = "r => [...r.querySelectorAll('.handle')].map((g) => g.getAttribute('transform'))"


@pytest.fixture(scope="module")
def table():
    return bake.packed(small.least(QUESTION, [{}]))


@pytest.fixture
def opened(browser, table, tmp_path):
    """``opened(predict)``: a page that asks this, an answer folded behind its figure; afterwards no script has failed,
    nobody was asked for anything and nothing is kept."""
    windows = []

    def go(predict, **options):
        window = lab.Watched(browser, 1000, 900, **options)
        windows.append(window)
        said = html.escape(json.dumps(asked(QUESTION, predict)))
        small.open_figure(window, tmp_path, f'class="explorer" data-experiment="{QUESTION.name}" data-predict="{said}"',
                          {}, {QUESTION.name: table})
        answer = '<details class="answer"><summary>Answer</summary><p><strong>more.</strong> So it is.</p></details>'
        window.page.locator("figure").evaluate("(f, answer) => f.insertAdjacentHTML('afterend', answer)", answer)
        window.page.on("request", lambda request: window.errors.append(request.url))
        return window.page

    yield go
    for window in windows:
        assert window.page.evaluate("localStorage.length + sessionStorage.length + document.cookie.length") == 0
        window.close()
        window.assert_clean()


def told(page):
    """The explorer, once the truth is shown: all that it shows, and the answer."""
    page.wait_for_selector(".dplearn.told[aria-busy=false]")
    root = page.locator(".dplearn")
    assert page.locator("details.answer").get_attribute("open") is not None
    assert root.evaluate("r => r === document.activeElement") and root.locator(".title").inner_text() == TITLE
    grid = small.least(QUESTION, [{}])
    assert page.locator("figure").evaluate(small.ROWS) == small.readings(grid, QUESTION.setting())
    return root


def test_keys_answer_and_nothing_tells_before(opened):
    page = opened(POINTS)
    figure = page.locator("figure")
    assert not {TITLE, PROMPT} & set(figure.inner_text().split("\n")) and TITLE not in figure.inner_html()
    assert figure.locator("img:visible, table, .pen[d], text.name:not(.you), code, [aria-live=polite]").count() == 0
    assert page.locator("details.answer").get_attribute("open") is None
    truth, handles = page.get_by_role("button", name="Show the truth"), page.locator(POINT)
    assert truth.is_disabled() and handles.count() == 3
    assert figure.locator(".controls").evaluate("c => c.inert")  # it is about the start
    first = handles.first
    assert first.get_attribute("aria-label") == "p at 1, coins, n"
    first.focus()
    for key, value in (("ArrowUp", "0.68"), ("PageDown", "0.58"), ("Home", "0"), ("End", "1"), ("ArrowLeft", "0.99")):
        page.keyboard.press(key)
        assert first.get_attribute("aria-valuetext") == f"{value}, mean", key
    page.keyboard.press("Tab")
    page.keyboard.press("PageUp")
    placed = page.locator(".dplearn").evaluate(RINGS)
    page.keyboard.press("Enter")
    root = told(page)
    assert root.locator(".said").inner_text() == "You said: 0.99, 0.77, 0.67. The truth: 0.5, 0.5, 0.5."
    lab.until(root, "r => r.querySelector('[aria-live=polite]').textContent.includes('p: 0.5')")  # the truth, in words
    assert root.evaluate(RINGS) == placed and root.locator("text.you").text_content() == "you"


def test_a_stroke_of_the_mouse_sketches_a_curve(opened):
    page = opened(POINTS)
    top = page.locator(".chart").bounding_box()["y"]
    first, _, last = (h.bounding_box() for h in page.locator(".handle").all())
    page.mouse.move(first["x"], first["y"] - 40)
    page.mouse.down()
    page.mouse.move(last["x"], first["y"] - 40, steps=20)
    page.mouse.move(last["x"], top - 40, steps=20)  # beyond the top
    page.mouse.up()
    page.mouse.move(first["x"], first["y"])
    values = [float(h.get_attribute("aria-valuetext").split(",")[0]) for h in page.locator(POINT).all()]
    assert values[0] == values[1] > 0.5 and values[2] == 1
    page.get_by_role("button", name="Show the truth").click()
    assert told(page).locator(".chart path.own").count() == 1


def test_a_finger_drags_a_point_and_scrolls_elsewhere(opened):
    page = opened(CURVES, has_touch=True)
    handles = page.locator(POINT)
    assert [h.get_attribute("aria-valuenow") for h in handles.all()] == ["67", "33"]  # not one on the other
    box = handles.nth(0).bounding_box()

    def drag(x):
        small.swipe(page, x, box["y"] + box["height"] / 2, 0, -40)
        lab.frames(page)
        return [int(h.get_attribute("aria-valuenow")) for h in handles.all()]

    x = box["x"] + box["width"] / 2
    assert drag(x + 150) == [67, 33]
    high, low = drag(x)
    assert low == 33 and high > 70
    page.get_by_role("button", name="Show the truth").click()
    root = told(page)
    assert root.locator("text.you").all_text_contents() == ["you: p", "you: simulation"]
    lab.until(root, "r => /You said: p .*; simulation 0.33. The truth: p 0.5; simulation 0.[3-7]/.test(r.textContent)")


def test_one_key_skips(opened):
    page = opened(POINTS)
    page.locator(POINT).first.focus()
    page.keyboard.press("Escape")
    root = told(page)
    assert root.locator(".own").count() == 0 and root.locator(".said").inner_text() == ""


@pytest.mark.parametrize("keys, said", [(["ArrowRight"], "more. That is right."),
                                        (["Space"], "less than a half. It is: more.")], ids=["right", "wrong"])
def test_a_choice_is_made_by_keys_and_judged(opened, keys, said):
    page = opened(CHOICES)
    page.get_by_role("radio", name=CHOICES[0]).focus()
    for key in (*keys, "Enter"):
        page.keyboard.press(key)
    assert told(page).locator(".said").inner_text() == f"You said: {said}"


def test_what_a_cell_shows_waits_for_its_prediction(browser, site):
    """Numbers and a living picture of lecture 2."""
    with lab.Watched(browser, 1000, 900) as window:
        page = window.page
        page.goto((site / "02-private-pac.html").as_uri())
        kinds = ["figure.living", "pre.printed"]
        cells = [page.locator(f"main > .cell:has([data-choices] {kind})").first for kind in kinds]
        shown = [cell.locator(kind) for cell, kind in zip(cells, kinds)]
        answers = [page.locator(f"main > .cell:has([data-choices] {kind}) + .answer").first for kind in kinds]
        assert [part.is_visible() for part in shown] == [False, False]
        assert [answer.get_attribute("open") for answer in answers] == [None, None]
        cells[0].get_by_role("radio").first.focus()
        for key in ("ArrowRight", "Enter"):
            page.keyboard.press(key)
        assert cells[0].locator(".told:focus").inner_text() == "You said: 10. It is: 5."
        lab.until(shown[0], "f => f.chart")  # drawn where it is seen
        assert not shown[1].is_visible()
        cells[1].get_by_role("radio").first.press("Escape")
        assert cells[1].locator(".told").inner_text() == "" and shown[1].is_visible()
        assert [answer.get_attribute("open") for answer in answers] == ["", ""]
        page.evaluate("dispatchEvent(new Event('beforeprint'))")  # paper shows the others
        assert page.locator(".waits").count() == 0
        window.assert_clean()


def test_a_link_to_a_card_that_waits_leads_to_it(browser, site):
    with lab.Watched(browser, 1000, 900) as window:
        page = window.page
        page.goto((site / "deeper" / "2c-three-proofs.html").as_uri())
        card = page.locator(".waits [id=N17-PPAC]")
        assert card.count() == 1 and not card.is_visible()
        page.evaluate("location.hash = 'N17-PPAC'")
        page.locator("[id=N17-PPAC]").wait_for()
        assert card.count() == 0 and page.locator(".waits").count() > 0  # the others wait
        window.assert_clean()
