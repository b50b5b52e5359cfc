"""The glossary and the search: complete, used, found; by keys alone."""

import re
import tomllib
from contextlib import closing
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import nbformat
import pytest

from tools.site import glossary, places
from tools.site.__main__ import found

ASKED = tomllib.loads((Path(__file__).parent / "asked.toml").read_text(encoding="utf-8"))
BOLD = re.compile(r"(?<!^)\*\*([^*]+?)\*\*", re.M)
TEX = {r"$\varepsilon$": "ε", r"$(\varepsilon,\delta)$": "(ε, δ)", r"$\gamma$": "γ"}
# Bold words that are emphasis, parts of a picture, sources, names of a page's own: nothing to look up.
NO_TERMS = set("""move ε up|dark and dashed|solid and thin|n|p|everybody's|One line|points|Choose at random|Predict
runaway|real|(ε, δ)-close|how many rounds|Before you look|range|error|closed|expected
halved the sensitivity|Few cells,|is|at most 1|next|publish|one|Vote|Walk|Publish|Name the neighbors
gap|forget everything|fair coins|all|LN|DR14|U17|best mix|even mix|a lazy answer|an update|once
Noise on cells|Projected|Fitted|measuring|
replay|average|walk|zeros first|majority last|heapsort""".replace("\n", "|").split("|"))


def test_each_term_that_a_page_sets_in_bold_has_its_entry():
    forms, bold = {form.lower() for term in glossary.terms() for form in term.forms}, set()
    for notebook in found():
        cells = nbformat.read(places.ROOT / "notebooks" / notebook, 4).cells[1:]
        for text in (c.source for c in cells if c.cell_type == "markdown"):
            if not re.match(r"\s*## (Appendix|References|Solutions)", text):
                bold |= {" ".join(words.split()) for words in BOLD.findall(text)}
    for tex, letter in TEX.items():
        bold = {words.replace(tex, letter) for words in bold}
    short = {words for words in bold if re.fullmatch(r"[\w'’ε(), -]+", words) and len(words.split()) < 4}
    assert {words for words in short if words.lower() not in forms} - NO_TERMS == set()
    assert len(short & forms) > 40


def test_each_entry_is_used_and_each_letter_of_a_table_has_one(site, made):
    mark = re.compile(r'class="term" href="[^"#]*glossary\.html#([^"]*)"')
    marks = {unquote(anchor) for page in made for anchor in mark.findall(page.body)}
    assert marks == {term.anchor for term in glossary.terms()}
    assert len({term.name.lower() for term in glossary.terms()}) == len(glossary.terms()) > 90
    text = (site / "glossary.html").read_text(encoding="utf-8")
    entries = re.findall(r"<tr><td><math>(.*?)</math></td>", text)
    letters = {one for page in made for one in page.letters}
    assert sorted(entries) == sorted(letters) and len(letters) > 80


@pytest.fixture
def lecture(site, window):
    window.page.goto((site / "05-pmw-query-release.html").as_uri())
    return window.page


def ask(page, words: str) -> list[str]:
    """Addresses of what is found, best first."""
    return page.evaluate("""async (words) => {
      const field = document.getElementById('search'), listed = document.querySelector('.found');
      listed.replaceChildren();
      field.value = words;
      field.dispatchEvent(new Event('input'));
      while (!listed.firstChild) await new Promise((again) => setTimeout(again, 5));
      return [...listed.querySelectorAll('a')].map((link) => decodeURIComponent(link.href));
    }""", words)


def test_fifty_questions_find_their_place_among_the_first_three(lecture):
    missed = [words for words, at in ASKED.items()
              if not any(place in link for link in ask(lecture, words)[:3] for place in at)]
    assert len(ASKED) == 50 and len(missed) <= 5, missed
    assert "teaching/05" in ask(lecture, "teaching lecture 5")[0]


def test_how_to_install_it_is_found(lecture, site):
    assert ask(lecture, "install")[0].endswith("index.html#run")
    assert "<code>make lab</code>" in (site / "index.html").read_text(encoding="utf-8").partition('id="run"')[2]


def test_every_place_that_can_be_found_is_there(site):
    index = (site / "static" / "search-index.js").read_text(encoding="utf-8")
    targets = set(re.findall(r'"href": "([^"#]+)#([^"]+)"', index))
    ids = {path: set(re.findall(r'\sid="([^"]*)"', (site / path).read_text(encoding="utf-8"))) for path, _ in targets}
    assert len(targets) > 400 and [one for one in targets if one[1].replace("&", "&amp;") not in ids[one[0]]] == []


def test_the_search_is_used_by_keys(lecture):
    lecture.keyboard.press("/")
    lecture.keyboard.type("sensitivity")
    lecture.wait_for_selector(".found a")
    told = lecture.locator(".search [role=status]").inner_text()
    assert re.fullmatch(r"The first 8 of \d+ found", told) and lecture.locator(".found li").last.inner_text() == told
    lecture.keyboard.press("ArrowDown")
    assert lecture.evaluate("document.activeElement.firstChild.textContent") == "sensitivity"
    lecture.keyboard.press("ArrowUp")
    lecture.keyboard.press("Escape")
    assert lecture.locator(".found").is_hidden()
    lecture.keyboard.press("Escape")  # once more leaves the box, so that keys of the page are the page's
    assert lecture.evaluate("document.activeElement === document.body")
    lecture.locator("#search").fill("zzzqq")
    lecture.wait_for_selector("text=Nothing was found.")
    lecture.locator("#search").fill("sensitivity")
    lecture.wait_for_selector(".found a")
    lecture.keyboard.press("Enter")
    lecture.wait_for_url("**/glossary.html#sensitivity")


def test_a_term_and_a_letter_say_what_they_are_to_pointer_keys_and_finger(lecture, site, browser):
    term, note = lecture.locator("a.term", has_text="sensitivity").first, lecture.locator(".gloss")
    term.hover()
    lecture.wait_for_selector(".gloss:not([hidden])")
    assert "one record" in note.inner_text() and term.get_attribute("aria-describedby") == "gloss"
    lecture.keyboard.press("Escape")
    assert note.is_hidden()
    lecture.locator("main .words p math mi", has_text="n").first.hover()
    lecture.wait_for_selector(".gloss:not([hidden])")
    assert "records, public" in note.inner_text()
    lecture.locator("h1").hover()
    lecture.wait_for_selector(".gloss", state="hidden")
    math = lecture.locator("main math[tabindex]").first
    math.focus()
    lecture.wait_for_selector(".gloss:not([hidden])")
    assert note.inner_text()
    with closing(browser.new_context(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})) as phone:
        page = phone.new_page()
        page.goto((site / "05-pmw-query-release.html").as_uri())
        term = page.locator("a.term", has_text="sensitivity").first
        term.tap()
        page.wait_for_selector(".gloss:not([hidden])")
        box = page.locator(".gloss").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 390
        term.tap()
        page.wait_for_url("**/glossary.html#sensitivity")


def test_a_report_begins_with_page_cell_and_setting(lecture):
    figure = lecture.locator("figure.explorer").first
    figure.scroll_into_view_if_needed()
    figure.get_by_role("button", name="Skip").click()
    link = figure.locator(".foot a.report")
    link.wait_for()
    said = parse_qs(urlsplit(link.evaluate("""(link) => {
      addEventListener('click', (event) => event.preventDefault(), { once: true });
      link.click();
      return link.href;
    }""")).query)["body"][0].splitlines()
    assert said[0].startswith("Page: Lecture 5") and re.fullmatch(r"Cell: cell-\d+", said[1])
    assert said[2].startswith("Setting: explore(experiments.laplace_answers")
