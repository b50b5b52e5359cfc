"""The site in a folder of a host, with all other hosts refused; and what a page says where scripts, storage or a newer
browser are missing."""

import io
from contextlib import closing
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import lab
import numpy as np
import pytest
from PIL import Image
from test_pages import NAMES

from dplearn import experiments
from dplearn.experiment import Choice
from tools.site import bake, bake_widgets, pages
from tools.site.__main__ import found, write

PLACE = "some/folder"
LECTURE = "01-pac-and-occam"
ALIVE = "f => f.querySelector('.dplearn[data-ready=true]')"


def least(name: str, start: dict) -> bake.Grid:
    """An experiment where a page starts it, with one slider that has another position."""
    e = experiments.ALL[name]
    kept = {p: (value,) for p, value in vars(e.setting(**start)).items()}
    slider = next(p for p in e.parameters if not isinstance(p, Choice))
    kept[slider.name] = tuple(sorted({*kept[slider.name], slider.low, slider.high}))[:2]
    return bake.Grid(e, kept, None, share=0.0)


class Quiet(SimpleHTTPRequestHandler):
    """Files, and no word about them."""

    def log_message(self, *_):
        """Nothing."""


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    """All pages and small tables, in a folder of a server; its address."""
    root = tmp_path_factory.mktemp("host")
    made = [pages.made(path) for path in found()]
    write(root / PLACE, made)
    (root / PLACE / "tables").mkdir()
    for name, start in {name: start for page in made for name, start in page.explorers}.items():
        (root / PLACE / "tables" / f"{name}.js").write_text(bake.packed(least(name, start)), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:  # tables of the first plan and η, and few more
        for name, few in {"EPSILONS": (), "DRAWS": 1, "SEEDS": 1, "ETAS": (0.5,)}.items():
            patch.setattr(bake_widgets, name, few)
        for name, what in {name: what for page in made for name, what in page.widgets.items()}.items():
            (root / PLACE / "tables" / f"{name}.js").write_text(bake_widgets.packed(name, *what), encoding="utf-8")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=root)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/{PLACE}/"
        server.shutdown()


@pytest.fixture(scope="module")
def visit(browser):
    """A window, the addresses that its pages asked for, and those that did not come."""
    with closing(lab.Watched(browser)) as window:
        asked, lost = [], []
        window.page.on("request", lambda request: asked.append(request.url))
        window.page.on("requestfailed", lambda request: lost.append(request.url))
        window.page.on("response", lambda answer: answer.status >= 400 and lost.append(answer.url))
        yield window, asked, lost


@pytest.mark.parametrize("name", NAMES)
def test_a_page_in_a_folder_of_a_host(visit, host, name):
    window, asked, lost = visit
    page = window.page
    page.goto(f"{host}{name}.html")
    page.evaluate("[...document.images].forEach((image) => { image.loading = 'eager'; })")
    page.wait_for_function("[...document.images].every((image) => image.complete)")
    figures = page.locator("figure.widget").all()
    for figure in figures:
        figure.scroll_into_view_if_needed()
        lab.until(figure, f"f => ({ALIVE})(f) || !f.querySelector('.missing.unscripted')")
        assert lives(figure), figure.locator(".missing").text_content()
    if figures:
        code, slider = figures[0].locator(".foot code"), figures[0].locator('input[type="range"]:not([max="0"])')
        before = code.text_content()
        slider.press("Home" if slider.input_value() == "1" else "End")
        assert code.text_content() != before
    assert window.errors == [] and window.strangers == [] and lost == []
    assert [url for url in asked if not url.startswith((host, "data:"))] == []
    assert window.context.cookies() == [] and page.evaluate("document.cookie + localStorage.length") == "0"


def lives(figure) -> bool:
    """Whether the figure has its sliders, and no line that says otherwise."""
    return figure.locator(".dplearn").is_visible() and figure.locator(".missing").is_hidden()


# ---- what is missing is said

SCRIPTS = {"a script that throws at once": "throw new Error('too old');", "words that it does not know": "let let;"}


def closed(route):
    """The page, from a host that forbids all scripts."""
    answer = route.fetch()
    route.fulfill(response=answer, headers={**answer.headers, "content-security-policy": "script-src 'none'"})


@pytest.mark.parametrize("way", ["scripts switched off", "a script that is blocked", "scripts that the host forbids",
                                 "no IntersectionObserver", *SCRIPTS])
def test_without_its_scripts_a_page_says_so_and_can_be_read(browser, host, way):
    with closing(lab.Watched(browser, java_script_enabled=way != "scripts switched off")) as window:
        page = window.page
        if way == "scripts that the host forbids":
            page.route("**/*.html", closed)
        elif way == "a script that is blocked":
            page.route("**/static/site.js", lambda route: route.abort())
        elif way in SCRIPTS:
            page.route("**/static/site.js", lambda route: route.fulfill(body=SCRIPTS[way],
                                                                        content_type="text/javascript"))
        else:
            page.add_init_script("delete globalThis.IntersectionObserver")
        for name in (LECTURE, "index"):
            page.goto(f"{host}{name}.html")
            figures = page.locator("figure.widget").all()
            assert figures
            for figure in figures:
                assert figure.locator("img").is_visible() and figure.locator(".missing").is_visible()
                assert figure.locator(".missing").inner_text() == pages.UNSCRIPTED
            opened = page.locator("main details[open]").count()
            page.locator("main details:not([open]) > summary").first.click()
            assert page.locator("main details[open]").count() == opened + 1
            assert not page.locator("#theme").is_visible()
        page.goto(f"{host}{LECTURE}.html")
        assert page.locator("main math").first.is_visible()
        assert window.strangers == []


def test_while_scripts_may_still_come_the_line_takes_no_space(browser, host):
    with lab.Watched(browser) as window:
        page, held = window.page, []
        page.route("**/static/site.js", lambda route: held.append(route))
        page.goto(f"{host}{LECTURE}.html", wait_until="commit")
        page.wait_for_selector("footer")
        lines = page.locator("figure.explorer .missing")
        assert held and lines.count() and not any(line.is_visible() for line in lines.all())
        held[0].continue_()
        page.locator("figure.explorer").first.scroll_into_view_if_needed()
        lab.until(page.locator("figure.explorer").first, ALIVE)
        assert not any(line.is_visible() for line in lines.all())


def test_a_browser_that_cannot_unpack_a_table_says_so(browser, host):
    with lab.Watched(browser) as window:
        window.page.add_init_script("delete globalThis.DecompressionStream")
        window.page.goto(f"{host}{LECTURE}.html")
        figure = window.page.locator("figure.explorer").first
        figure.scroll_into_view_if_needed()
        figure.locator(".missing").wait_for(state="visible")
        assert "this browser is too old to unpack its table. The printed" in figure.locator(".missing").inner_text()
        assert figure.locator("img").is_visible()


STORAGE = {
    "full": "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }",
    "forbidden": "Object.defineProperty(globalThis, 'localStorage', "
                 "{ get() { throw new DOMException('', 'SecurityError'); } })",
    "with nonsense in it": "localStorage.setItem('dplearn-theme', 'puce')",
}


@pytest.mark.parametrize("storage", STORAGE)
def test_without_storage_the_theme_holds_for_the_page(browser, host, storage):
    with lab.Watched(browser, color_scheme="light") as window:
        page = window.page
        page.add_init_script(STORAGE[storage])
        page.goto(f"{host}{LECTURE}.html")
        assert page.input_value("#theme") == "auto"
        page.select_option("#theme", "dark")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(21, 24, 28)"
        figure = page.locator("figure.explorer").first
        figure.scroll_into_view_if_needed()
        lab.until(figure, ALIVE)


@pytest.mark.parametrize("theme, low, high", [("light", 128, 256), ("dark", 0, 128)])
def test_a_slider_is_as_light_as_the_page(browser, host, theme, low, high):
    with lab.Watched(browser, color_scheme=theme) as window:
        window.page.goto(f"{host}index.html")
        slider = window.page.locator('figure.explorer input[type="range"]').first
        slider.press("Home")  # all of its track is empty
        shown = np.asarray(Image.open(io.BytesIO(slider.screenshot())).convert("L"))
        track = shown[shown.shape[0] // 2, shown.shape[1] // 2:-10]
        assert low <= track.min() and track.max() < high
