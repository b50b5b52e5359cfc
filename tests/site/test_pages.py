"""The site's pages as a reader opens them from a disk or in a folder of a host, with all other hosts refused: links,
formulas, figures, accessibility, a phone's width; and what a page says where scripts or a newer browser are missing."""

import json
import re
from contextlib import closing
from functools import partial
from html import unescape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import unquote, urlencode

import lab
import pytest
import small
from axe_playwright_python.sync_playwright import Axe

from dplearn import experiments
from dplearn.statements import statements
from tools.site import pages, places
from tools.site.__main__ import NOTES, found

NAMES = ["index", "statements", "instructors", "assignments/index", "assignments/goals",
         *(path.with_suffix("").as_posix() for path in found())]
LECTURE = "01-pac-and-occam"
ALIVE = "f => f.querySelector('.dplearn[data-ready=true]')"


@pytest.fixture
def visit(site, browser):
    """``visit(name, **options)``: a page from the disk in a window of its own; no error, and nobody else is asked."""
    windows = []

    def go(name, *before, width=1000, **options):
        window = lab.Watched(browser, width, 800, **options)
        windows.append(window)
        for script in before:
            window.page.add_init_script(script)
        window.page.goto((site / f"{name}.html").as_uri())
        return lab.past(window.page)

    yield go
    for window in windows:
        window.close()
        window.assert_clean()


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


def test_before_and_after_follow_the_lectures(site):
    def turn(name):
        made = text(site, name)
        return [(found := re.search(rf'rel="{rel}" href="([^"]*)"', made)) and found[1] for rel in ("prev", "next")]

    assert turn("00-start-here") == [None, "01-pac-and-occam.html"]
    assert turn("02-private-pac") == ["01-pac-and-occam.html", "03-experts-horse-racing.html"]
    assert turn("deeper/2a-generalization") == ["../02-private-pac.html", "../deeper/2b-averages-and-parities.html"]
    assert turn("deeper/2c-three-proofs") == ["../02-private-pac.html", "../03-experts-horse-racing.html"]
    assert turn("08-errata") == ["07-exppw.html", None]


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


def moves(control) -> None:
    """An arrow key changes a slider or a menu."""
    before = control.input_value()
    control.press("ArrowLeft" if before == control.get_attribute("max") else "ArrowRight")
    lab.until(control, f"e => e.value !== {before!r}")


@pytest.mark.parametrize("name", NAMES)
def test_a_page_on_a_phone_from_a_disk(visit, grids, made, name):
    """Every explorer, widget and living picture lives, explorers read as Python does and stand where an address says;
    the first one and all charts move by a key."""
    page = visit(name, width=360)
    assert page.locator("h1").count() == 1
    for figure in page.locator("figure.widget").all():
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
        control = figure.locator(".vega-bind input, .vega-bind select").first
        assert control.evaluate("e => e.labels[0].innerText.trim()")
        moves(control)
        assert min(figure.evaluate(LETTERS)) > 11.9
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    named = next((small.explorers_of(p) for p in made if p.path.with_suffix("").as_posix() == name), {})
    for id_, (experiment, start) in named.items():
        moved = small.elsewhere(experiment, start)
        address = f"{id_}?{urlencode(moved)}"
        page.evaluate("hash => { location.hash = hash; }", address)
        shown, wanted = small.standing(page, address), vars(experiments.ALL[experiment].setting(**{**start, **moved}))
        assert shown.keys() == wanted.keys() and all(small.same(shown[k], v) for k, v in wanted.items()), shown
        page.wait_for_function("""id => { const { top } = document.getElementById(id).getBoundingClientRect();
          return 0 <= top && top < innerHeight; }""", arg=id_)


class Quiet(SimpleHTTPRequestHandler):
    """Files, and no word about them."""

    def log_message(self, *_):
        """Nothing."""


def test_a_page_in_a_folder_of_a_host(browser, site):
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=site.parent)) as server, \
            lab.Watched(browser) as window:
        Thread(target=server.serve_forever, daemon=True).start()
        here, asked, lost, page = f"http://127.0.0.1:{server.server_port}/{site.name}/", [], [], window.page
        page.on("request", lambda request: asked.append(request.url))
        page.on("response", lambda answer: answer.status >= 400 and lost.append(answer.url))
        for name in ("index", LECTURE, "deeper/1a-cheap-classes"):
            page.goto(f"{here}{name}.html")
            for figure in page.locator("figure.widget").all():
                figure.scroll_into_view_if_needed()
                lab.until(figure, ALIVE)
        assert lost == [] and [url for url in asked if not url.startswith((here, "data:", "blob:"))] == []
        assert window.context.cookies() == [] and page.evaluate("document.cookie + localStorage.length") == "0"
        server.shutdown()


@pytest.mark.parametrize("name, theme, part", [
    ("index", "dark", "html"), ("03-experts-horse-racing", "dark", "figure.widget"),
    ("deeper/5c-which-release", "light", "html"), ("statements", "light", "html"),
    ("assignments/index", "light", "html")])
def test_axe_finds_nothing_serious(site, browser, name, theme, part):
    with closing(lab.Watched(browser, color_scheme=theme)) as window:
        window.page.goto((site / f"{name}.html").as_uri())
        lab.past(window.page).evaluate("document.querySelectorAll('main details').forEach((d) => { d.open = true; })")
        window.page.evaluate("document.querySelectorAll('article.card:nth-of-type(n + 12)').forEach((c) => c.remove())")
        found = Axe().run(window.page, part).response["violations"]
    assert [(v["id"], v["nodes"][0]["html"][:200]) for v in found if v["impact"] in ("serious", "critical")] == []


GROUND = "getComputedStyle(document.body).backgroundColor"
NO_STORAGE = ("Object.defineProperty(globalThis, 'localStorage', "
              "{ get() { throw new DOMException('', 'SecurityError'); } })")


def test_the_theme_stays_from_page_to_page(visit, site):
    page = visit("index")
    page.select_option("#theme", "dark")
    page.goto((site / "deeper" / "1a-cheap-classes.html").as_uri())
    assert page.input_value("#theme") == "dark" and page.evaluate(GROUND) == "rgb(21, 24, 28)"
    page = visit(LECTURE, NO_STORAGE, color_scheme="light")
    page.select_option("#theme", "dark")
    assert page.evaluate(GROUND) == "rgb(21, 24, 28)"


def test_a_link_into_a_folded_part_opens_it_and_formulas_have_their_font(visit):
    page = visit(LECTURE)
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
        for name in (LECTURE, "index"):
            page.goto((site / f"{name}.html").as_uri())
            figures = page.locator("figure.widget, figure.living").all()
            assert figures
            for figure in figures:
                assert figure.locator("img").is_visible()
                assert figure.locator(".missing").inner_text() == pages.STAYS
            page.locator("main details:not([open]) > summary").first.click()
            assert page.locator("main details[open]").count() and not page.locator("#theme").is_visible()
        page.goto((site / "statements.html").as_uri())
        assert page.locator("article.card:visible").count() == len(statements())
        assert not page.locator("form.filter").is_visible() and window.strangers == []
        window.errors.clear()


def test_while_scripts_may_still_come_the_line_takes_no_space(browser, site):
    with lab.Watched(browser) as window:
        page, held = window.page, []
        page.route("**/static/site.js", lambda route: held.append(route))
        page.goto((site / f"{LECTURE}.html").as_uri(), wait_until="commit")
        page.wait_for_selector("footer")
        lines = page.locator("figure.explorer .missing")
        assert held and lines.count() and not any(line.is_visible() for line in lines.all())
        held[0].continue_()
        page.locator("figure.explorer").first.scroll_into_view_if_needed()
        lab.until(page.locator("figure.explorer").first, ALIVE)


@pytest.mark.parametrize("why, said", [("delete globalThis.DecompressionStream", "this browser is too old to unpack"),
                                       ("", "its table could not be read")])
def test_without_a_table_the_printed_picture_stays(browser, site, why, said):
    with lab.Watched(browser) as window:
        window.page.add_init_script(why)
        window.page.route("**/tables/*.js", lambda route: route.abort())
        window.page.goto((site / f"{LECTURE}.html").as_uri())
        figure = window.page.locator("figure.explorer").first
        figure.scroll_into_view_if_needed()
        line = figure.locator(".missing:not(.unscripted)")
        line.wait_for(state="visible")
        assert said in line.inner_text() and "The printed" in line.inner_text() and figure.locator("img").is_visible()
