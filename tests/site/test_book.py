"""The course as a book, of two of its pages; and a page printed alone."""

import io
from collections import Counter
from urllib.parse import unquote

import pypdf
import pytest
from letters import sizes

from tools.site import book

NAMES = ("02-private-pac", "2c-three-proofs")
CODE = 7.6  # points; prose is as large as its font asks for small letters of one height: 9.4 in DejaVu Serif, or 11
PROSE, CARDS, TABLES = 1.125, 0.9688, 0.9375  # as the style sets them


@pytest.fixture(scope="module")
def chosen(made):
    return [page for page in made if page.path.stem in NAMES]


@pytest.fixture(scope="module")
def bound(chosen, tmp_path_factory):
    to = tmp_path_factory.mktemp("book") / "course.pdf"
    assert book.bind(chosen, to) == len(pypdf.PdfReader(to).pages)
    return pypdf.PdfReader(to)


def test_each_page_of_the_course_is_a_chapter_with_its_companions_after_it(bound, chosen):
    starts = {page.path.stem: bound.named_destinations["/" + page.path.stem] for page in chosen}
    at = {stem: bound.get_destination_page_number(place) for stem, place in starts.items()}
    assert at["02-private-pac"] < at["2c-three-proofs"]


def test_its_links_lead_somewhere_and_the_contents_say_on_which_page(bound):
    led = 0
    for number, page in enumerate(bound.pages):
        for note in (one.get_object() for one in page.get("/Annots", [])):
            if "/Dest" in note and isinstance(note["/Dest"], str):
                assert note["/Dest"] in bound.named_destinations
                led += number < 3
    assert led > 15
    words = bound.pages[1].extract_text()
    for name, place in bound.named_destinations.items():
        if name.endswith(("Summary", "Goals", "References")) and "2c" not in name:
            line = unquote(name.rpartition(".")[2])
            assert f"{line}{bound.get_destination_page_number(place) + 1}" in words.replace(" ", "").replace("\n", "")


def test_folds_are_open_and_every_picture_is_there(bound, chosen):
    starts = [bound.get_destination_page_number(bound.named_destinations[f"/{NAMES[0]}{part}"])
              for part in ("", ".Solutions")]
    words = "".join(bound.pages[start + i].extract_text() for start in starts for i in range(5))
    assert "def solution_1" in words and "Exercise 1: a solution" in words
    assert "does not move here" not in words
    pictures = {name: content for page in chosen for name, content in page.pictures.items()}
    parts = [page["/Resources"].get("/XObject", {}) for page in bound.pages]  # named by number, each drawn once
    drawn = {part.raw_get(name).idnum for part in parts for name in part if part[name]["/Subtype"] == "/Image"}
    assert len(drawn) >= len(pictures) > 3


def test_a_link_of_the_book_that_leads_nowhere_is_refused(chosen):
    page = next(p for p in chosen if p.path.stem == "2c-three-proofs")
    with pytest.raises(book.Unreadable, match="nowhere: 2c-three-proofs.no-such"):
        book.whole([book.Page(page.notebook, page.title, head="", body='<a href="#no-such">x</a>')])


def test_a_page_alone_prints_at_one_scale(site, window):
    window.page.goto((site / f"{NAMES[0]}.html").as_uri())
    window.page.wait_for_selector("html[data-scripts=run]")
    printed = pypdf.PdfReader(io.BytesIO(window.page.pdf(format="A4"))).pages
    assert len(printed) <= 15
    commonest = [sizes(page).most_common(1)[0][0] for page in printed]
    prose = Counter(commonest).most_common(1)[0][0]
    assert 9 <= prose <= 11
    for size in set(commonest) - {CODE}:
        assert min(abs(size / prose - other / PROSE) for other in (PROSE, CARDS, TABLES)) < 0.01
