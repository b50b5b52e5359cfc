"""The site's pages as a reader opens them from a disk: links, formulas, scripts, accessibility, a phone's width."""

import re
from contextlib import closing
from html import unescape
from urllib.parse import unquote

import lab
import pytest
from axe_playwright_python.sync_playwright import Axe

from dplearn.statements import statements
from tools.site import pages, places
from tools.site.__main__ import found, write

NAMES = ["index", "statements", "instructors", "assignments/index", "assignments/goals",
         *(path.with_suffix("").as_posix() for path in found())]
LOOKED_AT = ["index", "01-pac-and-occam", "04-private-rwm", "08-errata", "deeper/1a-cheap-classes", "statements",
             "assignments/index"]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """All pages, and no tables: every explorer has to say so."""
    folder = tmp_path_factory.mktemp("site")
    write(folder, [pages.made(path) for path in found()])
    return folder


@pytest.fixture(scope="module")
def window(browser):
    with closing(lab.Watched(browser, 360, 800)) as watched:
        yield watched


def ids(text: str) -> set[str]:
    return {unquote(unescape(name)) for name in re.findall(r'\bid="([^"]*)"', text)}


@pytest.mark.parametrize("name", NAMES)
def test_every_link_leads_somewhere(site, name):
    page = site / f"{name}.html"
    text = page.read_text(encoding="utf-8")
    links = re.findall(r'<(?:a|link|img|script)\b[^>]*\b(?:href|src)="([^"]+)"', text)
    assert len(links) > 5
    for link in map(unescape, links):
        if re.match(r"https?:|data:|mailto:", link):
            continue
        target, _, anchor = link.partition("#")
        path = (page.parent / unquote(target)).resolve() if target else page
        assert path.is_file(), link
        if anchor and path.suffix == ".html":
            assert unquote(anchor) in ids(path.read_text(encoding="utf-8")), link


@pytest.mark.parametrize("name", NAMES)
def test_no_formula_is_left_as_tex(site, name):
    text = re.sub(r"<(pre|code|script)\b.*?</\1>|<annotation\b.*?</annotation>", "",
                  (site / f"{name}.html").read_text(encoding="utf-8"), flags=re.S)
    shown = re.sub(r"<[^>]*>", "", text)
    assert not re.search(r"\\(frac|le|ge|mathrm|varepsilon|ln|sum|alpha|begin)\b", shown)
    assert "ns0:" not in text


@pytest.mark.parametrize("name", NAMES)
def test_a_page_on_a_phone_from_a_disk(site, window, name):
    page = window.page
    page.goto((site / f"{name}.html").as_uri())
    page.wait_for_load_state("load")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert window.errors == [] and window.strangers == []
    assert page.locator("h1").count() == 1
    figures = page.locator("figure.explorer")
    if figures.count():
        figures.first.scroll_into_view_if_needed()
        line = figures.first.locator(".missing:not(.unscripted)")
        line.wait_for(state="visible")
        assert "The printed picture stays" in line.inner_text() and figures.first.locator("img").is_visible()


LETTERS = """figure => [...figure.querySelectorAll('svg text')].filter((t) => t.textContent.trim())
    .map((t) => parseFloat(getComputedStyle(t).fontSize) * Math.hypot(t.getScreenCTM().a, t.getScreenCTM().b))"""


@pytest.mark.parametrize("width", [1250, 360])
@pytest.mark.parametrize("name", [path.with_suffix("").as_posix() for path in found() if f'"{pages.MIME}"' in
                                  (places.ROOT / "notebooks" / path).read_text(encoding="utf-8")])
def test_a_living_picture_lives_on_a_disk(site, browser, name, width):
    """Without a host: Vega draws each, the arrow keys move its first slider or menu, and letters stay legible."""
    with closing(lab.Watched(browser, width, 800)) as watched:
        watched.page.goto((site / f"{name}.html").as_uri())
        for figure in watched.page.locator("figure.living").all():
            figure.scroll_into_view_if_needed()
            lab.until(figure, "f => f.chart")
            assert figure.locator("svg").first.get_attribute("aria-label")
            control = figure.locator(".vega-bind input, .vega-bind select").first
            assert control.evaluate("e => e.labels[0].innerText.trim()")
            before = control.input_value()
            control.focus()
            watched.page.keyboard.press("ArrowLeft" if before == control.get_attribute("max") else "ArrowRight")
            lab.until(control, f"e => e.value !== {before!r}")
            assert min(figure.evaluate(LETTERS)) > 11.9
        assert watched.page.evaluate("document.documentElement.scrollWidth") <= width
        watched.assert_clean()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", LOOKED_AT)
def test_axe_finds_nothing_serious(site, browser, name, theme):
    with closing(lab.Watched(browser, 1200, 900)) as window:
        window.page.emulate_media(color_scheme=theme)
        window.page.goto((site / f"{name}.html").as_uri())
        window.page.evaluate("document.querySelectorAll('main details').forEach((d) => { d.open = true; })")
        found = Axe().run(window.page).response["violations"]
    assert [(v["id"], v["nodes"][0]["html"][:200]) for v in found if v["impact"] in ("serious", "critical")] == []


def test_a_reader_without_scripts_reads_everything(site, browser):
    context = browser.new_context(java_script_enabled=False, viewport={"width": 800, "height": 900})
    page = context.new_page()
    page.goto((site / "statements.html").as_uri())
    assert page.locator("article.card:visible").count() == len(statements())
    assert not page.locator("form.filter").is_visible() and not page.locator("#theme").is_visible()
    page.goto((site / "01-pac-and-occam.html").as_uri())
    assert page.locator(".contents ol").is_visible() and page.locator("figure.explorer img").first.is_visible()
    assert page.locator("figure.explorer .missing").first.is_visible()
    context.close()


def test_the_filter_shows_what_it_names(site, browser):
    with closing(lab.Watched(browser, 800, 900)) as window:
        page = window.page
        page.goto((site / "statements.html").as_uri())
        assert page.locator("article.card").first.get_attribute("data-verdict") == "false as printed"
        page.select_option('[data-filter="verdict"]', "false as printed")
        page.select_option('[data-filter="source"]', "LN")
        expected = [s.id for s in statements() if s.verdict.value == "false as printed" and s.source == "LN"]
        seen = page.locator("article.card:visible").evaluate_all("all => all.map(c => c.id)")
        assert sorted(seen) == sorted(expected)
        assert page.locator(".filter output").inner_text() == f"{len(expected)} of {len(statements())}"
        page.locator("article.card:visible .where a").first.click()
        page.wait_for_url("**/*#*")
        assert page.evaluate("document.getElementById(decodeURIComponent(location.hash.slice(1))).className") == "card"


def test_the_theme_stays_from_page_to_page(site, browser):
    with closing(lab.Watched(browser, 800, 900)) as window:
        page = window.page
        page.goto((site / "index.html").as_uri())
        page.select_option("#theme", "dark")
        page.goto((site / "deeper" / "1a-cheap-classes.html").as_uri())
        ground = "getComputedStyle(document.body).backgroundColor"
        assert page.input_value("#theme") == "dark" and page.evaluate(ground) == "rgb(21, 24, 28)"
        page.select_option("#theme", "light")
        assert page.evaluate(ground) == "rgb(255, 255, 255)"


def test_a_link_into_a_folded_part_opens_it(site, browser):
    with closing(lab.Watched(browser, 800, 900)) as window:
        page = window.page
        page.goto((site / "01-pac-and-occam.html").as_uri())
        page.evaluate("document.querySelector('details.answer:not([open]) p').id = 'inside'; location.hash = 'inside'")
        page.wait_for_function("document.getElementById('inside').closest('details').open")


def test_formulas_are_drawn_in_the_font_that_the_pages_bring(site, browser):
    with closing(lab.Watched(browser, 800, 900)) as window:
        page = window.page
        page.goto((site / "01-pac-and-occam.html").as_uri())
        page.evaluate("document.fonts.ready.then(() => 0)")
        loaded = "[...document.fonts].filter((f) => f.status === 'loaded').map((f) => f.family).join()"
        assert "dplearn Math" in page.evaluate(loaded)


@pytest.mark.parametrize("name", NAMES)
def test_every_anchor_stands_once(site, name):
    found = re.findall(r'\bid="([^"]*)"', (site / f"{name}.html").read_text(encoding="utf-8"))
    assert len(found) == len(set(found))


def test_before_and_after_follow_the_lectures(site):
    def turn(name):
        text = (site / f"{name}.html").read_text(encoding="utf-8")
        return [(found := re.search(rf'rel="{rel}" href="([^"]*)"', text)) and found[1] for rel in ("prev", "next")]

    assert turn("00-start-here") == [None, "01-pac-and-occam.html"]
    assert turn("02-private-pac") == ["01-pac-and-occam.html", "03-experts-horse-racing.html"]
    assert turn("deeper/2a-generalization") == ["../02-private-pac.html", "../deeper/2b-averages-and-parities.html"]
    assert turn("deeper/2c-three-proofs") == ["../02-private-pac.html", "../03-experts-horse-racing.html"]
    assert turn("08-errata") == ["07-exppw.html", None]


def test_the_releases_are_there_as_they_are_committed(site):
    text = (site / "assignments" / "index.html").read_text(encoding="utf-8")
    releases = sorted((places.ROOT / "notebooks" / "assignments").glob("*.ipynb"))
    assert len(releases) == text.count('class="assignment"') == 8
    for path in releases:
        assert (site / "assignments" / path.name).read_bytes() == path.read_bytes()
        assert re.search(rf'href="{path.name}" download', text)
    for part in re.findall(r'<section class="assignment".*?</section>', text, re.S):
        assert re.search(r"\d+ points · about [\d.]+ hours", part) and "question 1" in part
