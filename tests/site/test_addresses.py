"""Addresses that carry a setting: by loading and by going there an explorer stands where its address says (all of them:
test_pages.py); Back returns to what was seen; links of the text name explorers and values of their sliders."""

import re
from html import unescape
from urllib.parse import parse_qsl

import lab
import pytest
from small import explorers_of, same, standing

from dplearn import experiments
from dplearn.statements import statements

TO_AN_EXPLORER = re.compile(r'href="#([\w-]+)\?(\w+=[^"]*)"')
LECTURE = "01-pac-and-occam"


@pytest.fixture(scope="module")
def here(site, browser):
    with lab.Watched(browser, 1000, 800, reduced_motion="reduce") as window:
        window.open_page = lambda name, hash_="": window.page.goto((site / f"{name}.html").as_uri() + hash_)
        yield window


def past_its_prediction(page):
    figure = page.locator("#memorizer")
    figure.scroll_into_view_if_needed()
    figure.get_by_role("button", name="Skip").click()
    lab.until(figure, "f => f.querySelector('.dplearn')?.setting && f.querySelector('.foot button:nth-of-type(3)')")
    return figure


def test_links_of_the_text_name_explorers_of_the_page_and_stops_of_their_sliders(made):
    """Lectures 0 to 7 have such links."""
    having = []
    for page in made:
        shown, links = explorers_of(page), TO_AN_EXPLORER.findall(page.head + page.body)
        having += [page.path.stem] if links else []
        for target, query in links:
            values = parse_qsl(unescape(query), strict_parsing=True)
            assert target in shown and values, (page.path, target)
            for parameter, value in values:
                stops = experiments.ALL[shown[target][0]].parameter(parameter).values
                assert any(same(value, stop) for stop in stops), (page.path, target, parameter, value)
    assert [name[:2] for name in having if name[1].isdigit()] == [f"0{i}" for i in range(8)] and len(having) >= 12


def test_a_link_of_the_text_moves_and_back_returns_to_what_was_seen(here, site):
    page = here.page
    here.open_page(LECTURE)
    figure = past_its_prediction(page)
    slider = figure.locator('input[type="range"]:not([max="0"])').first
    name, start = slider.get_attribute("data-name"), figure.evaluate("f => f.querySelector('.dplearn').setting()")
    slider.focus()
    before = page.evaluate("history.length")
    page.keyboard.press("ArrowRight" if slider.input_value() == "0" else "ArrowLeft")
    page.wait_for_function("location.hash.startsWith('#memorizer?')")
    seen, address = figure.evaluate("f => f.querySelector('.dplearn').setting()"), page.evaluate("location.hash")
    assert seen != start and page.evaluate("history.length") == before  # a move is no step of the history
    assert dict(parse_qsl(address.partition("?")[2])) == {name: seen[name]}

    page.evaluate("hash => document.querySelector('.head p').insertAdjacentHTML('beforeend', "
                  "`<a id='drive' href='${hash}'>Move it back</a>`)", f"#memorizer?{name}={start[name]}")
    page.locator("#drive").press("Enter")
    standing(page, "memorizer")
    page.wait_for_function("name => document.activeElement.dataset.name === name", arg=name)
    assert figure.evaluate("f => f.querySelector('.dplearn').setting()") == start
    page.go_back()
    assert standing(page, address[1:]) == seen
    page.goto((site / "index.html").as_uri())
    page.go_back()
    assert standing(page, address[1:]) == seen
    page.reload()
    assert standing(page, address[1:]) == seen
    figure.get_by_role("button", name="Reset").click()
    assert standing(page, "memorizer") == start
    here.context.grant_permissions(["clipboard-read", "clipboard-write"])
    figure.get_by_role("button", name="Copy link").click()
    figure.get_by_role("button", name="Copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.endswith(f"{LECTURE}.html#memorizer") and copied == page.url


def test_the_filters_of_the_statements_stand_in_the_address(here, site):
    page = here.page
    here.open_page("statements")
    assert page.locator("article.card").first.get_attribute("data-verdict") == "false as printed"
    count, seen = page.locator(".filter output"), []
    for filter_, value in (("verdict", "false as printed"), ("source", "LN")):
        page.select_option(f'[data-filter="{filter_}"]', value)
        seen.append((page.evaluate("location.hash"), count.inner_text()))
    assert dict(parse_qsl(seen[1][0][2:])) == {"source": "LN", "verdict": "false as printed"}
    wanted = [s.id for s in statements() if (s.source, s.verdict.value) == ("LN", "false as printed")]
    shown = page.locator("article.card:visible").evaluate_all("all => all.map(c => c.id)")
    assert sorted(shown) == sorted(wanted) and seen[1][1] == f"{len(wanted)} of {len(statements())}"
    assert seen[0][1] != seen[1][1]

    def stands(at):
        page.wait_for_function("([hash, said]) => location.hash === hash && "
                               "document.querySelector('.filter output').textContent === said", arg=at)
    page.go_back()
    stands(seen[0])
    here.open_page("index")
    here.open_page("statements", seen[1][0])
    stands(seen[1])
