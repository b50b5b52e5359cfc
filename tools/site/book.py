"""The course as a book: python -m tools.site.book [--to site/course.pdf]

Every lecture with its companions after it in one PDF, printed by Chromium: the site's own pages, figures as the
notebooks drew them, folds open, links within it.  Chromium cannot print the number of a page that a link leads to, so
the book is printed twice: the second time with the numbers that the first has found.
"""

from __future__ import annotations

import argparse
import base64
import html
import os
import re
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path, PurePosixPath
from urllib.parse import quote, unquote

import pypdf
from playwright.sync_api import sync_playwright

from dplearn.statements import statements

from ..ensure_chromium import ensure
from . import assets, front, glossary, pages
from .__main__ import found
from .mathml import Unreadable
from .pages import Page
from .places import README, ROOT

UNPRINTED = re.compile(r'<script\b.*?</script>|<p class="missing.*?</p>', re.S)
LARGER = re.compile(r'<a href="[^"]*" title="larger">(.*?)</a>', re.S)
REFERENCE = re.compile(r'(<a\b[^>]*?\shref=")([^"]*)"')
WEB = re.search(r"^\[site\]: (\S+?)/?$", README, re.M)


def anchor(page: PurePosixPath, place: str = "") -> str:
    """A place of a page, in the book; a link that moves an explorer leads to it."""
    return f"{page.stem}.{unquote(place).partition('?')[0]}".rstrip(".")


def chapter(page: Page, printed: set[PurePosixPath]) -> str:
    """A page as a chapter: its anchors with its name, links to pages of the book within it, others to the web."""
    def led(found: re.Match) -> str:
        href = html.unescape(found[2])
        if re.match("[a-z]+:", href):
            return found[0]
        target, _, place = href.partition("#")
        other = PurePosixPath(os.path.normpath(page.path.parent / unquote(target))) if target else page.path
        if other in printed:
            return f'{found[1]}#{quote(anchor(other, place))}"'
        return f'{found[1]}{html.escape(f"{WEB[1]}/{other}" + f"#{place}" * bool(place))}"'

    body = LARGER.sub(r"\1", UNPRINTED.sub("", page.head + page.body))
    body = body.replace("<details", "<details open").replace('loading="lazy"', "")
    body = re.sub(r'\sid="([^"]*)"', lambda m: f' id="{html.escape(anchor(page.path, html.unescape(m[1])))}"', body)
    body = re.sub(r'src="[^"]*?pictures/([^"]*)"', lambda m: "src=\"data:image/png;base64,"
                  f"{base64.b64encode(page.pictures[m[1]]).decode()}\"", body)
    return f'<section class="chapter" id="{anchor(page.path)}">{REFERENCE.sub(led, body)}</section>'


def whole(all_pages: list[Page]) -> partial[str]:
    """The book's HTML but for `numbers`, the pages of its anchors, none the first time: each lecture before its
    companions, the glossary last; in the contents each statement too."""
    order = sorted(all_pages, key=lambda page: (page.number, page.up, page.path.name))
    letters = glossary.meanings([(page.title, page.path, page.letters) for page in order])
    order.append(Page(Path("glossary.ipynb"), "Glossary", body=glossary.page(letters), contents=[(1, "", "Glossary")]))
    printed = {page.path for page in order}
    lines = [(level, anchor(page.path, place if level > 1 else ""), words, level == 1 and bool(page.up))
             for page in order for level, place, words in page.contents if level < 3 - bool(page.up)]
    cards = {name: anchor(page.path, name) for page in order for name in page.cards}
    printer = partial(
        front.TEMPLATES.get_template("book.html.j2").render, style=assets.files()["site.css"], promise=front.promise(),
        lines=lines, cards=[(cards[s.id], s) for s in statements() if s.id in cards], quote=quote,
        chapters=[(re.sub("<[^>]*>", "", page.title), chapter(page, printed)) for page in order])
    made = printer(numbers={})
    led = {unquote(place) for place in re.findall(r'<a\b[^>]*\shref="#([^"]*)"', made)}
    if lost := led - set(map(html.unescape, re.findall(r'\sid="([^"]*)"', made))):
        raise Unreadable(f"links of the book that lead nowhere: {', '.join(sorted(lost)[:5])}")
    return printer


def places(pdf: Path) -> dict[str, int]:
    """The page of each anchor that a link of the book leads to, from 1."""
    read = pypdf.PdfReader(pdf)
    return {unquote(name.removeprefix("/")): read.get_destination_page_number(place) + 1
            for name, place in read.named_destinations.items()}


def bind(all_pages: list[Page], to: Path) -> int:
    """Print the book; how many pages it has."""
    to.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=ensure(), args=["--no-sandbox"])
        page, written, numbers, made = browser.new_page(), Path(folder) / "book.html", {}, whole(all_pages)
        for _ in range(2):
            written.write_text(made(numbers=numbers), encoding="utf-8")
            page.goto(written.as_uri(), wait_until="load", timeout=600_000)
            page.pdf(path=to, prefer_css_page_size=True, print_background=True, outline=True, tagged=True)
            before, numbers = numbers, places(to)
        browser.close()
    if before != numbers:
        raise Unreadable("the contents' page numbers moved the pages")
    return len(pypdf.PdfReader(to).pages)


def main() -> None:
    said = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    said.add_argument("--to", type=Path, default=ROOT / "site" / "course.pdf")
    said, begun = said.parse_args(), time.time()
    with ProcessPoolExecutor(2) as pool:
        all_pages = list(pool.map(pages.made, found()))
    try:
        count = bind(all_pages, said.to)
    except Unreadable as error:
        sys.exit(f"no book: {error}")
    print(f"{count} pages, {said.to.stat().st_size / 2**20:.0f} MB, {time.time() - begun:.0f} s: {said.to}")


if __name__ == "__main__":
    main()
