"""Addresses that carry a setting: every explorer of every page stands where its address says, by loading and by going
there; Back returns to what was seen; links of the text name explorers of their page and values of their sliders.

``pytest -s tests/site/test_addresses.py`` prints the table of addresses.
"""

import re
from collections import Counter
from html import unescape
from urllib.parse import parse_qsl, urlencode

import lab
import pytest

from dplearn import experiments
from dplearn.experiment import Choice
from tools.site import pages
from tools.site.__main__ import found

PAGES = [path.with_suffix("").as_posix() for path in found()]
TO_AN_EXPLORER = re.compile(r'href="#([\w-]+)\?(\w+=[^"]*)"')
LECTURE = "01-pac-and-occam"
THERE = ("([id, query]) => location.hash === `#${id}${query}` && "
         "document.getElementById(id).querySelector('.dplearn[data-ready=true]')?.setting")


def explorers(made: pages.Page) -> dict[str, tuple[str, dict]]:
    """By the name in an address: experiment and start."""
    seen, named = Counter(), {}
    for name, start in made.explorers:
        seen[name] += 1
        named[name if seen[name] == 1 else f"{name}-{seen[name]}"] = name, start
    return named


def elsewhere(name: str, start: dict) -> dict:
    """All sliders of an explorer at other stops than those that a page starts it with."""
    e = experiments.ALL[name]
    begins = vars(e.setting(**start))
    return {p.name: next(v for v in p.values[len(p.values) // 3:] if v != begins[p.name])
            for p in e.parameters if not isinstance(p, Choice)}



@pytest.fixture
def here(site, browser):
    with lab.Watched(browser, 1000, 800, reduced_motion="reduce") as window:
        window.open_page = lambda name, hash_="": window.page.goto((site / f"{name}.html").as_uri() + hash_)
        yield window


def standing(page, address: str) -> dict:
    """What the sliders of an address's explorer say, once it is there and the address as it was."""
    name, _, query = address.partition("?")
    page.wait_for_function(THERE, arg=[name, query and f"?{query}"])
    return page.evaluate("async (id) => { const f = document.getElementById(id); await f.alive; "
                         "return f.querySelector('.dplearn').setting(); }", name)


def past_its_prediction(page):
    figure = page.locator("#memorizer")
    figure.scroll_into_view_if_needed()
    figure.get_by_role("button", name="Skip").click()
    lab.until(figure, "f => f.querySelector('.dplearn')?.setting && f.querySelector('.foot button:nth-of-type(3)')")
    return figure


def same(shown: str, value) -> bool:
    return shown == value if isinstance(value, str) else float(shown) == value


@pytest.mark.parametrize("name", PAGES)
def test_every_explorer_of_a_page_stands_where_its_address_says(here, made, name):
    """The first by loading the page, the others by going there from it."""
    page = next(p for p in made if p.path.with_suffix("").as_posix() == name)
    for number, (address, (experiment, start)) in enumerate(explorers(page).items()):
        moved = elsewhere(experiment, start)
        address += "?" + urlencode(moved)
        if number == 0:
            here.open_page(name, "#" + address)
        else:
            here.page.evaluate("hash => { location.hash = hash; }", address)
        expected = vars(experiments.ALL[experiment].setting(**{**start, **moved}))
        shown = standing(here.page, address)
        print(f"{name}.html#{address}")
        assert shown.keys() == expected.keys() and all(same(shown[k], v) for k, v in expected.items()), shown
        top = here.page.evaluate("id => document.getElementById(id).getBoundingClientRect().top", address.split("?")[0])
        assert 0 <= top < 800
    here.assert_clean()


@pytest.mark.parametrize("name", PAGES)
def test_links_of_the_text_name_explorers_of_the_page_and_stops_of_their_sliders(made, name):
    page = next(p for p in made if p.path.with_suffix("").as_posix() == name)
    shown = explorers(page)
    for target, query in TO_AN_EXPLORER.findall(page.head + page.body):
        values = parse_qsl(unescape(query), strict_parsing=True)
        assert target in shown and values, target
        experiment, _ = shown[target]
        for parameter, value in values:
            stops = experiments.ALL[experiment].parameter(parameter).values
            assert any(same(value, stop) for stop in stops), (target, parameter, value)


def test_lectures_0_to_7_have_such_links(made):
    having = [p.path.stem for p in made if TO_AN_EXPLORER.search(p.body)]
    assert [name for name in having if name in PAGES[:9]] == PAGES[:8] and len(having) >= 12


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


def test_copy_link_gives_the_address_of_this_explorer(here):
    here.context.grant_permissions(["clipboard-read", "clipboard-write"])
    here.open_page(LECTURE)
    figure = past_its_prediction(here.page)
    figure.get_by_role("button", name="Copy link").click()
    figure.get_by_role("button", name="Copied").wait_for()
    copied = here.page.evaluate("navigator.clipboard.readText()")
    assert copied.endswith(f"{LECTURE}.html#memorizer") and copied == here.page.url


def test_the_filters_of_the_statements_stand_in_the_address(here, site):
    page = here.page
    here.open_page("statements")
    count, seen = page.locator(".filter output"), []
    for filter_, value in (("verdict", "false as printed"), ("source", "LN")):
        page.select_option(f'[data-filter="{filter_}"]', value)
        seen.append((page.evaluate("location.hash"), count.inner_text()))
    assert dict(parse_qsl(seen[1][0][2:])) == {"source": "LN", "verdict": "false as printed"}
    assert seen[0][1] != seen[1][1]

    def stands(at):
        page.wait_for_function("([hash, said]) => location.hash === hash && "
                               "document.querySelector('.filter output').textContent === said", arg=at)
    page.go_back()
    stands(seen[0])
    page.go_forward()
    stands(seen[1])
    page.locator("article.card:visible .where a").first.click()
    page.wait_for_url("**/*.html#*")
    page.go_back()
    stands(seen[1])
    page.go_back()
    page.go_back()
    assert page.locator("article.card:visible").count() == page.locator("article.card").count()
    here.open_page("index")
    here.open_page("statements", seen[1][0])
    stands(seen[1])
