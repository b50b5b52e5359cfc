"""The site's pages as a reader opens them from a disk: links, formulas, scripts, accessibility, a phone's width."""

import re
from contextlib import closing
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import lab
import nbformat
import pytest
from axe_playwright_python.sync_playwright import Axe

from tools.site import pages, words
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
        line = figures.first.locator(".missing")
        line.wait_for(state="visible")
        assert "The printed picture stays" in line.inner_text() and figures.first.locator("img").is_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", LOOKED_AT)
def test_axe_finds_nothing_serious(site, browser, name, theme):
    with closing(lab.Watched(browser, 1200, 900)) as window:
        window.page.emulate_media(color_scheme=theme)
        window.page.goto((site / f"{name}.html").as_uri())
        found = Axe().run(window.page).response["violations"]
    assert [(v["id"], v["nodes"][0]["html"][:200]) for v in found if v["impact"] in ("serious", "critical")] == []


# ---- words


def test_formulas_become_mathml_and_what_cannot_be_read_stops_the_build():
    made = words.markdown(r"The share $\frac{1}{2}$, `a $b$`, and 5 \$." + "\n\n$$x^2$$")
    assert made.count("<math") == 2 and "<mfrac>" in made and "a $b$" in made
    assert "<math" in words.formulas(r"<b>$n &lt; 2$</b>") and "<math" not in words.formulas("<code>$n$</code>")
    for wrong in (r"\left( x", r"\nonsense{x}", "x_1_2"):
        with pytest.raises(words.Unreadable, match="the formula"):
            words.mathml(wrong)


def test_a_new_explorer_needs_no_line_of_its_own(tmp_path, monkeypatch):
    cell = nbformat.v4.new_code_cell("explore(experiments.occam, d=5)", outputs=[nbformat.v4.new_output(
        "display_data", {"image/png": PIXEL, "text/plain": "explore(experiments.occam, d=5)"},
        metadata={"image/png": {"alt": "a picture", "width": 810}})])
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("# A page"), cell])
    (tmp_path / "notebooks").mkdir()
    nbformat.write(notebook, tmp_path / "notebooks" / "x.ipynb")
    monkeypatch.setattr(pages, "ROOT", tmp_path)
    page = pages.made(Path("x.ipynb"))
    assert page.explorers == [("occam", {"d": 5})] and 'alt="a picture"' in page.body
    assert "data-setting=\"{&quot;d&quot;: 5}\"" in page.body


PIXEL = ("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
