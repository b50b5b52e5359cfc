"""The site's pages as a reader opens them from a disk or in a folder of a host, with all other hosts refused: links,
formulas, figures, accessibility, a phone's width; and what a page says where scripts or a newer browser are missing."""

import json
import re
from contextlib import closing
from html import unescape
from urllib.parse import unquote, urlencode

import lab
import pytest
import small
from axe_playwright_python.sync_playwright import Axe

from dplearn import experiments
from dplearn.statements import statements
from tools.site import pages, places
from tools.site.__main__ import NOTES, found

NOTEBOOKS = [path.with_suffix("").as_posix() for path in found()]
NAMES = ["index", "statements", "instructors", "assignments/index", "assignments/goals", *NOTEBOOKS]
LECTURE = "01-pac-and-occam"
ALIVE = "f => f.querySelector('.dplearn[data-ready=true]')"


# ---- what is written


def text(site, name: str) -> str:
    return (site / f"{name}.html").read_text(encoding="utf-8")


def ids(made: str) -> list[str]:
    return [unquote(unescape(name)) for name in re.findall(r'\bid="([^"]*)"', made)]


@pytest.mark.parametrize("name", [
    *NAMES, *(f"{path.parent.name}/{path.stem}" for path in (*found("assignments"), *NOTES))])
def test_every_link_leads_somewhere_and_no_formula_is_left_as_tex(site, name):
    page, made = site / f"{name}.html", text(site, name)
    links = re.findall(r'<(?:a|link|img|script)\b[^>]*\b(?:href|src)="([^"]+)"', made)
    assert len(links) > 5 and len(ids(made)) == len(set(ids(made)))
    for link in map(unescape, links):
        if re.match(r"https?:|data:|mailto:", link):
            continue
        target, _, anchor = link.partition("#")
        path = (page.parent / unquote(target)).resolve() if target else page
        assert path.is_file(), link
        if anchor and path.suffix == ".html":
            here = re.sub(r"\?\w+=.*", "", unquote(anchor))  # without the setting of an explorer
            assert here in ids(path.read_text(encoding="utf-8")), link
    shown = re.sub(r"<(pre|code|script)\b.*?</\1>|<annotation\b.*?</annotation>|<[^>]*>", "", made, flags=re.S)
    assert not re.search(r"\\(frac|le|ge|mathrm|varepsilon|ln|sum|alpha|begin)\b", shown) and "ns0:" not in made


def test_the_releases_are_there_as_they_are_committed(site):
    made = text(site, "assignments/index")
    releases = sorted((places.ROOT / "notebooks" / "assignments").glob("*.ipynb"))
    assert len(releases) == made.count('class="assignment"') == 8
    for path in releases:
        assert (site / "assignments" / path.name).read_bytes() == path.read_bytes()
        assert re.search(rf'href="{path.name}" download', made)
    for part in re.findall(r'<section class="assignment".*?</section>', made, re.S):
        assert re.search(r"\d+ points · about [\d.]+ hours", part) and "<table>" in part


# ---- what lives

LETTERS = """figure => [...figure.querySelectorAll('svg text')].filter((t) => t.textContent.trim())
    .map((t) => parseFloat(getComputedStyle(t).fontSize) * Math.hypot(t.getScreenCTM().a, t.getScreenCTM().b))"""
WIDE = """figure => [...figure.querySelectorAll('svg .background:not(.role-legend *)')].every(
    (e) => e.getBoundingClientRect().right <= figure.getBoundingClientRect().right + 1)"""  # no plot of a chart is cut
HEIGHTS = """() => [...document.querySelectorAll('.dplearn:has(table)')].map((root) =>
    root.querySelector('table').getBoundingClientRect().bottom - root.getBoundingClientRect().top)"""
TOPS = """figure => [figure, [...figure.querySelectorAll('input, select, button, [role=slider]')].find(
    (e) => e.checkVisibility() && !e.disabled)].map((e) => Math.round(e.getBoundingClientRect().top + scrollY))"""


def first_touch(page, name: str) -> None:
    """How far down stand the first living picture, explorer or prediction, and its first slider, menu, choice, button
    or point to drag: on the second screen of a phone, and both at most 700 px down at 1280 x 800."""
    figure = page.locator(":is(.waits, figure.widget, figure.living):visible").first
    figure.scroll_into_view_if_needed()
    lab.until(figure, "f => f.classList.contains('living') ? f.chart : f.querySelector('input, select, button')")
    assert figure.evaluate(WIDE)
    phone, before = figure.evaluate(TOPS), page.viewport_size
    page.set_viewport_size({"width": 1280, "height": 800})
    lab.frames(page)
    desktop = figure.evaluate(TOPS)
    page.set_viewport_size(before)
    print(f"\n{name:36} picture {desktop[0]:5}, control {desktop[1]:5}; on a phone {phone[0]:5}, {phone[1]:5}", end="")
    assert max(phone) < 2 * before["height"] and max(desktop) <= 700


def moves(control) -> None:
    """An arrow key changes a slider or a menu."""
    before = control.input_value()
    control.press("ArrowLeft" if before == control.get_attribute("max") else "ArrowRight")
    lab.until(control, f"e => e.value !== {before!r}")


@pytest.fixture(scope="module")
def phone(browser):
    with lab.Watched(browser, 360, 844, reduced_motion="reduce") as window:
        yield window


@pytest.mark.parametrize("name", NAMES)
def test_a_page_on_a_phone_from_a_disk(phone, site, grids, made, name):
    """Every explorer, widget and living picture lives, explorers read as Python does and stand where an address says;
    the first one and all charts move by a key.  (With `-s`: how far down the first of them stands, and the
    addresses.)"""
    page = phone.page
    page.goto((site / f"{name}.html").as_uri())
    assert page.locator("h1").count() == 1
    if name in NOTEBOOKS:
        first_touch(page, name)
    for figure in lab.past(page).locator("figure.widget").all():
        figure.scroll_into_view_if_needed()
        lab.until(figure, ALIVE)
        lab.skip(figure)
        assert figure.locator(".missing").is_hidden()
        if experiment := figure.get_attribute("data-experiment"):
            grid = grids[experiment]
            start = grid.experiment.setting(**json.loads(figure.get_attribute("data-setting")))
            assert figure.evaluate(small.ROWS) == small.readings(grid, start)
    for slider in page.locator('figure.widget input[type="range"]:not([max="0"])').all()[:1]:
        moves(slider)
    for figure in page.locator("figure.living").all():
        figure.scroll_into_view_if_needed()
        lab.until(figure, "f => f.chart")
        control = figure.locator(".vega-bind [type=range], .vega-bind select").first
        assert control.evaluate("e => e.labels[0].innerText.trim()")
        moves(control)
        assert min(figure.evaluate(LETTERS)) > 11.9
        assert figure.locator("svg").get_attribute("aria-hidden") and figure.locator("[aria-live]").text_content()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    named = next((small.explorers_of(p) for p in made if p.path.with_suffix("").as_posix() == name), {})
    for id_, (experiment, start) in named.items():
        moved = small.elsewhere(experiment, start)
        address = f"{id_}?{urlencode(moved)}"
        page.evaluate("hash => { location.hash = hash; }", address)
        shown, wanted = small.standing(page, address), experiments.ALL[experiment].setting(**{**start, **moved})
        assert all(small.same(shown.pop(k), v) for k, v in vars(wanted).items()) and not shown
        print(f"\n  {name}.html#{address}", end="")
        page.wait_for_function("""id => { const { top } = document.getElementById(id).getBoundingClientRect();
          return 0 <= top && top < innerHeight; }""", arg=id_)
    page.set_viewport_size({"width": 1280, "height": 720})
    lab.frames(page)
    assert max(page.evaluate(HEIGHTS), default=0) <= 720
    page.set_viewport_size({"width": 360, "height": 844})
    phone.assert_clean()


@pytest.mark.parametrize("width, height, most, motion", [(1280, 800, 700, "no-preference"), (390, 844, 844, "reduce")])
def test_the_start_page_asks_shows_and_begins_on_one_screen(browser, site, width, height, most, motion):
    """A press on one's own ring switches the answer, and is told once, while the others are still being asked; for who
    wants no motion everybody answers at once."""
    with lab.Watched(browser, width, height, reduced_motion=motion) as window:
        page = window.page
        page.goto((site / "index.html").as_uri())
        figure, begin = page.locator("figure.living"), page.locator("a.begin")
        lab.until(figure, "f => f.querySelector('[aria-live]')")
        figure.evaluate("""f => { f.said = []; new MutationObserver(([{ target }]) => f.said.push(target.textContent))
            .observe(f.querySelector('[aria-live]'), { childList: true }); }""")
        figure.locator(".ring_marks path").click()
        lab.until(figure, "f => f.said.length && f.chart.signal('asked') === 200")
        assert figure.evaluate("f => [f.chart.signal('you'), f.querySelector(':checked').value]") == ["no", "no"]
        assert ["hardly differ" in words for words in figure.evaluate("f => f.said")] == [True]
        places = [part.bounding_box() for part in (figure.locator("svg"), begin)]
        assert all(place["y"] + place["height"] <= most for place in places), places
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_page_in_a_folder_of_a_host(browser, site):
    with lab.served(site.parent) as address, lab.Watched(browser) as window:
        here, asked, lost, page = f"{address}{site.name}/", [], [], window.page
        page.on("request", lambda request: asked.append(request.url))
        page.on("response", lambda answer: answer.status >= 400 and lost.append(answer.url))
        for name in (LECTURE, "deeper/1a-cheap-classes"):
            page.goto(f"{here}{name}.html")
            for figure in page.locator("figure.widget").all():
                figure.scroll_into_view_if_needed()
                lab.until(figure, ALIVE)
        assert lost == [] and [url for url in asked if not url.startswith((here, "data:", "blob:"))] == []
        assert window.context.cookies() == [] and page.evaluate("document.cookie + localStorage.length") == "0"


@pytest.mark.parametrize("name, theme, part", [
    ("index", "dark", "html"), ("03-experts-horse-racing", "dark", "figure.widget"),
    ("deeper/5c-which-release", "light", "html")])
def test_axe_finds_nothing_serious(site, browser, name, theme, part):
    with closing(lab.Watched(browser, color_scheme=theme)) as window:
        window.page.goto((site / f"{name}.html").as_uri())
        lab.past(window.page).evaluate("document.querySelectorAll('main details').forEach((d) => { d.open = true; })")
        found = Axe().run(window.page, part).response["violations"]
    assert [(v["id"], v["nodes"][0]["html"][:200]) for v in found if v["impact"] in ("serious", "critical")] == []


def test_theme_folds_and_font(browser, site):
    """The theme stays from page to page; a link into a folded part opens it; formulas have their font."""
    with lab.Watched(browser) as window:
        page = window.page
        page.goto((site / "index.html").as_uri())
        page.select_option("#theme", "dark")
        page.goto((site / f"{LECTURE}.html").as_uri())
        assert page.input_value("#theme") == "dark"
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(21, 24, 28)"
        page.evaluate("document.querySelector('details.answer:not([open]) p').id = 'inside'; location.hash = 'inside'")
        page.wait_for_function("document.getElementById('inside').closest('details').open")
        page.evaluate("document.fonts.ready.then(() => 0)")
        loaded = "[...document.fonts].filter((f) => f.status === 'loaded').map((f) => f.family).join()"
        assert "dplearn Math" in page.evaluate(loaded)


# ---- what is missing is said


@pytest.mark.parametrize("way", ["scripts switched off", "a script that is blocked", "no IntersectionObserver"])
def test_without_its_scripts_a_page_says_so_and_can_be_read(browser, site, way):
    with lab.Watched(browser, java_script_enabled=way != "scripts switched off") as window:
        page = window.page
        if way == "a script that is blocked":
            page.route("**/static/site.js", lambda route: route.fulfill(body="let let;", content_type="text/plain"))
        elif way == "no IntersectionObserver":
            page.add_init_script("delete globalThis.IntersectionObserver")
        page.goto((site / f"{LECTURE}.html").as_uri())
        figures = page.locator("figure.widget, figure.living").all()
        assert figures
        for figure in figures:
            assert figure.locator("img").is_visible() and figure.locator(".missing").inner_text() == pages.STAYS
        page.locator("main details:not([open]) > summary").first.click()
        assert page.locator("main details[open]").count() and not page.locator("#theme").is_visible()
        if way != "scripts switched off":
            window.errors.clear()
            return
        page.goto((site / "statements.html").as_uri())
        assert page.locator("article.card:visible").count() == len(statements())
        assert not page.locator("form.filter").is_visible()
