"""The pages that no notebook holds: start, statements, assignments, for instructors; and what stands around a page."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import jinja2

from dplearn import experiments
from dplearn.statement import SOURCES, Verdict
from dplearn.statements import statements

from . import glossary, words
from .mathml import Unreadable
from .pages import ANCHOR, Page
from .places import README, ROOT, addresses, lead

HERE = Path(__file__).parent
TEMPLATES = jinja2.Environment(loader=jinja2.FileSystemLoader(HERE / "templates"), autoescape=False, trim_blocks=True)
TEMPLATES.globals |= {"source": re.search(r"^\[repository\]: (\S+)$", README, re.M)[1],
                      "home": re.search(r"^\[site\]: (\S+)$", README, re.M)[1],
                      "version": re.search(r"^version: (\S+)$", (ROOT / "CITATION.cff").read_text(), re.M)[1]}
TEMPLATES.globals["scripts"] = []  # what pages load besides their own; "Run live" adds its configuration
FALSE_FIRST = (Verdict.FALSE, Verdict.GAP, Verdict.LIMITED, Verdict.TYPO, Verdict.ASYMPTOTIC, Verdict.HOLDS,
               Verdict.OURS)


@dataclass
class Row:
    """A line of README's table of pages."""

    name: str
    page: Page
    question: str
    minutes: int


@dataclass
class Release:
    """An assignment: its page, the lecture that it needs, the table of its questions."""

    page: Page
    lecture: Row
    points: int
    hours: str
    questions: str


def rows(pages: dict[str, Page]) -> list[Row]:
    """README's table, in its order."""
    found = re.findall(r"^\| \[(.+?)\]\(notebooks/(\S+?)\.ipynb\) \| (.+?) \| (\d+) \|$", README, re.M)
    return [Row(name, pages[path], question, int(minutes)) for name, path, question, minutes in found]


def companions(table: list[Row], number: int) -> list[Row]:
    """The pages beside a lecture."""
    return [row for row in table if row.page.up and row.page.number == number]


def lecture(page: Page, table: list[Row]) -> str:
    """A lecture or companion with its contents and its neighbors.  Lectures follow lectures; a companion comes from
    its lecture and leads to the next companion, the last to the next lecture."""
    lectures = [row for row in table if not row.page.up]
    line = table if page.up else lectures
    at = next(i for i, row in enumerate(line) if row.page is page)
    letters = page.letters or lectures[page.number].page.letters
    return _around(page, letters=json.dumps(letters, ensure_ascii=False).replace("<", "\\u003c"),
                   before=lectures[page.number] if page.up else line[at - 1] if at else None,
                   after=line[at + 1] if at + 1 < len(line) else None,
                   companions=[row for row in companions(table, page.number) if row.page is not page])


def assignment(page: Page) -> str:
    """An assignment to write on its page."""
    return _around(page, handed_in=True)


def _around(page: Page, **more) -> str:
    return TEMPLATES.get_template("lecture.html.j2").render(page=page, live=addresses(page.notebook.as_posix()), **more)


def promise() -> str:
    """What the course asks, in README's words."""
    said = re.search(r"An interactive course on \*\*private learning\*\*: (.+?\?)\s", README, re.S)[1]
    return said[0].upper() + said[1:].replace("\n", " ")


def start(table: list[Row], releases: list[Release], book: Path) -> str:
    """The start page: lecture 0's first picture, each lecture's question, what stands here and hardly elsewhere; the
    book where it has been made."""
    lectures = [row for row in table if not row.page.up]
    picture = re.search(r'<figure class="living".*?</figure>', lectures[0].page.body, re.S)[0]
    verdicts = Counter(s.verdict for s in statements())
    sound = verdicts[Verdict.HOLDS] + verdicts[Verdict.OURS] + verdicts[Verdict.FALSE]
    return TEMPLATES.get_template("start.html.j2").render(
        promise=promise(), picture=picture.replace(' loading="lazy"', ""), first=lectures[1].page,
        pages=[row.page for row in lectures], rows=[(row, companions(table, row.page.number)) for row in lectures],
        live=addresses(f"{lectures[0].page.notebook}"),
        book=book.name if book.exists() else "", megabytes=round(book.stat().st_size / 2**20) if book.exists() else 0,
        counts={"explorers": len(experiments.ALL), "cards": len(statements()), "false": verdicts[Verdict.FALSE],
                "else": len(statements()) - sound, "assignments": len(releases),
                "points": sum(r.points for r in releases)})


def all_statements(pages: dict[str, Page]) -> str:
    """All cards, as the pages show them that they name; those that do not hold first."""
    shown = []
    for s in sorted(statements(), key=lambda s: FALSE_FIRST.index(s.verdict)):
        page = pages[s.page]
        if s.id not in page.cards:
            raise Unreadable(f"{page.notebook} shows no card {s.id}, which names it")
        shown.append({"id": s.id, "source": s.source, "verdict": s.verdict.value, "page": f"{page.path}#{s.id}",
                      "lecture": re.sub("<[^>]*>", "", page.title).partition(":")[0], "html": page.cards[s.id]})
    filters = {"source": sorted({s["source"] for s in shown}), "verdict": [v.value for v in FALSE_FIRST],
               "lecture": sorted({s["lecture"] for s in shown}, key=lambda name: (name.split()[0] != "Lecture", name))}
    tally = [(v.value, sum(s["verdict"] == v.value for s in shown)) for v in FALSE_FIRST]
    return TEMPLATES.get_template("statements.html.j2").render(
        statements=shown, filters=filters, tally=tally, sources=SOURCES.values())


def the_glossary(letters: dict[str, list[str]]) -> str:
    """Terms and letters; `letters` as in `glossary.meanings`."""
    return TEMPLATES.get_template("plain.html.j2").render(title="Glossary", body=glossary.page(letters))


def plain(place: Path) -> tuple[str, str]:
    """A file of Markdown in the repository as a page, and where that stands in the site."""
    name, source = lead(place.name, place, ""), (ROOT / place).read_text(encoding="utf-8")
    up, title = "../" * name.count("/"), source.partition("\n")[0].removeprefix("# ")
    return name, TEMPLATES.get_template("plain.html.j2").render(title=title, up=up, body=body(up, source, place))


def body(up: str, source: str, place: Path) -> str:
    """Markdown as HTML; its links are those of `place`, a file of the repository."""
    made = words.linked(words.markdown(source), lambda href: lead(href, place, up))
    return words.scrolling(ANCHOR.sub("", made))


def released(page: Page, table: list[Row]) -> Release:
    """What the first cell of an assignment says."""
    points, hours = re.search(r"<strong>(\d+) points</strong>, about ([\d.]+) hours", page.head).groups()
    needs = re.search(r'Needs .*?href="\.\./([^"]*)"', page.head, re.S)[1]
    questions = re.search(r'<div class="wide">.*?</div>', page.head, re.S)[0]
    return Release(page, next(r for r in table if str(r.page.path) == needs), int(points),
                   hours.removesuffix(".0"), questions)


def assignments(releases: list[Release]) -> str:
    """The assignments to write or to download, and what students must know."""
    source = re.sub(r"^# ", "## ", (ROOT / "assignments" / "for-students.md").read_text(encoding="utf-8"))
    return TEMPLATES.get_template("assignments.html.j2").render(
        releases=releases, students=body("../", source, Path("assignments/for-students.md")))
