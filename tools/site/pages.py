"""A notebook as a page: words, folded code, cards, pictures, and a figure for each explorer.

The page is made from the committed notebook and its saved outputs; nothing is run.  What an output's text calls
(`explore(experiments.occam, d=5)`) says which table its figure lives from, so a new explorer needs no line here.
"""

from __future__ import annotations

import ast
import base64
import hashlib
import html
import json
import os
import re
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

import nbformat

from dplearn import experiments

from . import words

ROOT = Path(__file__).resolve().parents[2]
WIDGETS = re.compile(r"(explore|racetrack|release_desk)\(")
ANCHOR = re.compile(r'<a class="anchor-link" href="(#[^"]*)">[^<]*</a>')
HEADING = re.compile(r'<h([1-3])[^>]* id="([^"]*)">(.*?)<a class="anchor-link"', re.S)
ANSWER = re.compile(r"\*\*Answer[s]?[.:]?\*\*")


@dataclass
class Page:
    """A page under way: where it stands, what it says, what it asks for."""

    notebook: Path  # from ROOT/notebooks
    title: str = ""
    promise: str = ""
    body: str = ""
    contents: list[tuple[int, str, str]] = field(default_factory=list)  # level, anchor, words
    explorers: list[tuple[str, dict]] = field(default_factory=list)  # experiment, start
    pictures: dict[str, bytes] = field(default_factory=dict)

    @property
    def path(self) -> PurePosixPath:
        """Where it stands in the site."""
        return PurePosixPath(self.notebook.as_posix()).with_suffix(".html")

    @property
    def up(self) -> str:
        """From here to the site's root."""
        return "../" * (len(self.path.parts) - 1)


def made(notebook: Path) -> Page:
    """The page of a notebook (its path from the folder of notebooks)."""
    page, cells = Page(notebook), nbformat.read(ROOT / "notebooks" / notebook, 4).cells
    try:
        page.body = "\n".join(_cell(page, cell) for cell in cells)
        page.body = words.linked(page.body, lambda href: lead(href, page))
    except words.Unreadable as error:
        raise words.Unreadable(f"{notebook}: {error}") from None
    page.title = page.contents[0][2]
    page.promise = next(iter(re.findall(r"<em>(.+?)</em>", page.body, re.S)), "")
    return page


def _cell(page: Page, cell) -> str:
    if cell.cell_type == "markdown":
        return _words(page, cell.source)
    tags, shown = cell.metadata.get("tags", []), [_output(page, output) for output in cell.outputs]
    if any('class="widget' in part for part in shown) and len(cell.source.splitlines()) == 1:
        return "\n".join(shown)  # its code stands below the figure
    open_ = " open" if "exercise" in tags else ""
    name = "solution" if "solution" in tags else "your turn" if open_ else "code"
    code = f'<details class="code"{open_}><summary>{name}</summary>{words.colored(cell.source)}</details>'
    return f'<div class="cell">{code}{"".join(shown)}</div>'


def _words(page: Page, source: str) -> str:
    made = words.markdown(source)
    for level, anchor, text in HEADING.findall(made):
        page.contents.append((int(level), anchor, text))
    made = ANCHOR.sub(r'<a class="anchor" href="\1" aria-label="Link to this section">#</a>', made)
    made = made.replace("<table>", '<div class="wide" tabindex="0"><table>').replace("</table>", "</table></div>")
    if ANSWER.match(source):
        return f'<details class="answer"><summary>Answer</summary>{ANSWER_HTML.sub("", made, count=1)}</details>'
    return f'<div class="words">{made}</div>'


ANSWER_HTML = re.compile(r"<strong>Answer[s]?[.:]?</strong>\s*")


def _output(page: Page, output) -> str:
    if output.output_type == "stream":
        return f'<pre class="printed" tabindex="0">{html.escape(output.text)}</pre>'
    if output.output_type == "error":
        return f'<pre class="printed" tabindex="0">{html.escape(output.ename)}: {html.escape(output.evalue)}</pre>'
    data, text = output.data, output.data.get("text/plain", "")
    if "image/png" in data:
        return _picture(page, data["image/png"], output.metadata.get("image/png", {}), text)
    if "text/html" in data:
        return f'<div class="card">{words.formulas(data["text/html"])}</div>'
    if "text/markdown" in data:
        return _words(page, data["text/markdown"])
    return f'<pre class="printed" tabindex="0">{html.escape(text)}</pre>'


def _picture(page: Page, data: str, about: dict, text: str) -> str:
    """A picture, in a file of its own; of an explorer, in the figure that its table brings to life."""
    content = base64.b64decode(data)
    name = hashlib.sha256(content).hexdigest()[:16] + ".png"
    page.pictures[name] = content
    lazy = ' loading="lazy"' if len(page.pictures) > 1 else ""
    width, high = about.get("width", 810), _height(content) / 2
    image = (f'<img src="{page.up}pictures/{name}" alt="{html.escape(about.get("alt", text))}" width="{width}" '
             f'height="{high:.0f}"{lazy}>')
    if not WIDGETS.match(text):
        return f'<figure class="drawn">{image}</figure>'
    kind, name, start = called(text)
    if kind != "explore":
        return (f'<figure class="widget {kind}">{image}<figcaption class="missing">This one moves in a notebook: '
                f'<code>{html.escape(text)}</code></figcaption></figure>')
    page.explorers.append((name, start))
    said = html.escape(json.dumps(start, ensure_ascii=False))
    return (f'<figure class="widget explorer" data-experiment="{name}" data-setting="{said}">{image}'
            f'<figcaption class="missing" hidden></figcaption></figure>')


def _height(png: bytes) -> int:
    return int.from_bytes(png[20:24], "big")


def called(text: str) -> tuple[str, str, dict]:
    """What a widget's line of code calls: its kind, the experiment's name, the start values as the experiment has
    them."""
    call = ast.parse(text.strip(), mode="eval").body
    start = {k.arg: ast.literal_eval(k.value) for k in call.keywords}
    if call.func.id != "explore":
        return call.func.id, "", start
    experiment = experiments.ALL[call.args[0].attr]
    return "explore", experiment.name, {k: experiment.parameter(k).check(v) for k, v in start.items()}


def lead(href: str, page: Page) -> str:
    """Where a notebook's link leads in the site."""
    if re.match(r"[a-z]+:|#", href):
        return href
    target, hash_, anchor = href.partition("#")
    path = Path(os.path.normpath((ROOT / "notebooks" / page.notebook).parent / target))
    if not path.exists():
        raise words.Unreadable(f"the link {href!r} leads nowhere")
    if path == ROOT / "README.md":
        return f"{page.up}index.html"
    if path.suffix == ".ipynb":
        inside = path.relative_to(ROOT / "notebooks").as_posix()
        kept = inside if inside.startswith("assignments/") else inside.removesuffix(".ipynb") + ".html"
        return page.up + kept + hash_ + anchor
    return f"{page.up}{path.relative_to(ROOT).as_posix()}{hash_}{anchor}"
