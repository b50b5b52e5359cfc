"""The pages that no notebook holds: start, statements, assignments, for instructors; and what stands around a page."""

from __future__ import annotations

import html
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import jinja2
import nbformat

from dplearn import experiments
from dplearn.statement import Verdict
from dplearn.statements import statements

from . import words
from .pages import ANCHOR, ROOT, Page, lead

HERE = Path(__file__).parent
TEMPLATES = jinja2.Environment(loader=jinja2.FileSystemLoader(HERE / "templates"), autoescape=False, trim_blocks=True)
TEMPLATES.globals["scripts"] = []  # what pages load besides their own; "Run live" adds its configuration
README = (ROOT / "README.md").read_text(encoding="utf-8")
SHOWN_FIRST = "occam"  # the explorer of the start page: a bound, the truth, and runs between them
FALSE_FIRST = (Verdict.FALSE, Verdict.GAP, Verdict.LIMITED, Verdict.TYPO, Verdict.ASYMPTOTIC, Verdict.HOLDS,
               Verdict.OURS)


@dataclass
class Row:
    """A line of README's table of pages."""

    name: str
    page: Page
    question: str
    minutes: int


def rows(pages: dict[str, Page]) -> list[Row]:
    """README's table, in its order."""
    found = re.findall(r"^\| \[(.+?)\]\(notebooks/(\S+?)\.ipynb\) \| (.+?) \| (\d+) \|$", README, re.M)
    return [Row(name, pages[path], question, int(minutes)) for name, path, question, minutes in found]


def addresses(notebook: str) -> list[tuple[str, str]]:
    """Where a notebook runs: README's addresses, at this notebook."""
    known = dict(re.findall(r"^\[(binder|colab)\]: (\S+)$", README, re.M))
    return [("Binder", re.sub(r"notebooks(/|%2F)[^&#]*", f"notebooks/{notebook}", known["binder"])),
            ("Colab", re.sub(r"notebooks/[^&#]*", f"notebooks/{notebook}", known["colab"]))]


def lecture(page: Page, before: Row | None, after: Row | None) -> str:
    """A lecture or companion with its contents and its neighbors."""
    about = {"title": page.title, "promise": page.promise, "up": page.up, "contents": page.contents, "body": page.body}
    return TEMPLATES.get_template("lecture.html.j2").render(
        **about, before=before and {"path": before.page.path, "title": before.name},
        after=after and {"path": after.page.path, "title": after.name}, live=addresses(page.notebook.as_posix()))


def start(table: list[Row]) -> str:
    """The start page: one live explorer, the question of each lecture, what stands here and hardly elsewhere."""
    lectures = [row for row in table if "/" not in str(row.page.path)]
    grouped = [{"name": row.name, "page": row.page, "question": row.question, "minutes": row.minutes, "companions": [
        c for c in table if str(c.page.path).startswith(f"deeper/{row.page.path.name[1]}")]} for row in lectures]
    promise = re.search(r"An interactive course on \*\*private learning\*\*: (.+?\?)", README, re.S)[1]
    where = next(row.page for row in lectures if SHOWN_FIRST in dict(row.page.explorers))
    figure = re.search(rf'<figure class="widget explorer" data-experiment="{SHOWN_FIRST}".*?</figure>', where.body,
                       re.S)[0].replace(' loading="lazy"', "")
    verdicts = Counter(s.verdict for s in statements())
    return TEMPLATES.get_template("start.html.j2").render(
        title="Private learning", promise=promise[0].upper() + promise[1:].replace("\n", " "), up="", explorer=figure,
        said=experiments.ALL[SHOWN_FIRST].question, pages=[row.page for row in lectures], rows=grouped,
        counts={"explorers": len(experiments.ALL), "cards": len(statements()),
                "wrong": len(statements()) - verdicts[Verdict.HOLDS] - verdicts[Verdict.OURS]})


def all_statements(pages: dict[str, Page]) -> str:
    """All cards, those that do not hold first."""
    shown = []
    for s in sorted(statements(), key=lambda s: FALSE_FIRST.index(s.verdict)):
        page = pages[s.page]
        where = str(page.path) + ("#" + s.id if f'id="{s.id}"' in page.body else "")
        shown.append({"id": s.id, "source": s.source, "verdict": s.verdict.value, "page": where,
                      "lecture": re.sub("<[^>]*>", "", page.title).partition(":")[0],
                      "html": words.formulas(s._repr_html_())})
    filters = {name: sorted({s[name] for s in shown}) for name in ("source", "verdict", "lecture")}
    return TEMPLATES.get_template("statements.html.j2").render(
        title="Statements", promise="What the sources claim, and what is true of it", up="", statements=shown,
        filters=filters)


def plain(title: str, up: str, source: str, place: Path) -> str:
    """A page of Markdown; its links are those of `place`, a file of the repository."""
    body = words.linked(words.markdown(source), lambda href: _from(href, place, up))
    return TEMPLATES.get_template("plain.html.j2").render(title=title, promise=title, up=up, body=_tidy(body))


def _tidy(body: str) -> str:
    body = ANCHOR.sub("", body)
    return body.replace("<table>", '<div class="wide" tabindex="0"><table>').replace("</table>", "</table></div>")


def _from(href: str, place: Path, up: str) -> str:
    """A link of a file of the repository, as it stands in the site."""
    if re.match(r"[a-z]+:|#", href):
        return href
    target, hash_, anchor = href.partition("#")
    path = (ROOT / place.parent / target).resolve().relative_to(ROOT).as_posix()
    known = {"README.md": "index.html", "assignments/for-instructors.md": "instructors.html",
             "assignments/for-students.md": "assignments/index.html", "assignments/goals.md": "assignments/goals.html"}
    if path in known:
        return up + known[path]
    if path.startswith("notebooks/") and path.endswith(".ipynb"):
        inside = path.removeprefix("notebooks/")
        page = inside.removesuffix(".ipynb") + ".html" + hash_ + anchor
        return up + (inside if inside.startswith("assignments/") else page)
    return f"{up}{path}{hash_}{anchor}"


def assignments() -> str:
    """The releases to download, each with what its first cell says; and what students must know."""
    parts = []
    for path in sorted((ROOT / "notebooks" / "assignments").glob("*.ipynb")):
        head = nbformat.read(path, 4).cells[0].source
        head = re.sub(r"^# ", "## ", head)
        parts.append(f"{head}\n\n[Download {path.name}]({path.name})")
    students = (ROOT / "assignments" / "for-students.md").read_text(encoding="utf-8")
    text = "# Assignments\n\nThe open class's notebooks; your course may hand out its own.\n\n" + "\n\n".join(parts)
    text += "\n\n" + re.sub(r"^# ", "## ", students)
    page = Page(Path("assignments/x.ipynb"))
    body = words.linked(words.markdown(text), lambda href: href if href.endswith(".ipynb") and "/" not in href
                        else lead(href, page))
    return TEMPLATES.get_template("plain.html.j2").render(title="Assignments", promise="Eight graded assignments",
                                                          up="../", body=_tidy(body))
