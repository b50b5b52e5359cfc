"""A notebook as a page: words, folded code, cards, pictures, and a figure for each explorer.

The page is made from the committed notebook and its saved outputs; nothing is run.  What an output's text calls
(`explore(experiments.occam, d=5)`) says which table its figure lives from, so a new explorer needs no line here.
"""

from __future__ import annotations

import ast
import base64
import hashlib
import html
import io
import json
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

import nbformat
from PIL import Image

from dplearn import experiments
from dplearn._predict import asked
from dplearn.figures.vegalite import MIME

from . import exercises, glossary, places, words
from .mathml import Unreadable

POSITIONAL = {"release_desk": ("columns",)}
WIDGETS = re.compile(r"(explore|racetrack|release_desk)\(")
ANCHOR = re.compile(r'<a class="anchor-link" href="(#[^"]*)">[^<]*</a>')
HEADING = re.compile(r'<h([1-3])[^>]* id="([^"]*)">(.*?)<a class="anchor-link"', re.S)
FOR_LAB = re.compile(r'<p>To run the code.*?</p>|'
                     r'\s*<a [^>]*>This page on the web</a>(; <a [^>]*>how to run it</a>)?\.', re.S)
DRAWN = re.compile(r'(<figure class="drawn"[^>]*>)(<img src="([^"]*)"[^>]*>)')
LARGER = r'\1<a href="\3" title="larger">\2</a>'  # small on a phone; no link of the notebook's, so none to be led
IN_A_NOTEBOOK = ('<p class="missing">An answer is written and checked in a notebook: '
                 '<a href="#run">run this page</a>.</p>')
ANSWER = re.compile(r"\*\*Answer[^*]*\*\*")  # "**Answer.**", or with the right choice: "**Answer: thresholds.**"
ANSWER_HTML = re.compile(r"(<strong>)Answer: |<strong>Answer[.:]?</strong>\s*")
ALONE = re.compile(r"(explore|racetrack|release_desk|card|source)\(")  # what it shows says all
HEAVY = 60_000  # bytes of a picture
# Hidden by the style where scripts run; no figcaption, which would name the figure all the same.
STAYS = "This figure does not move here: the script of this page has not run. The printed picture stays."
UNSCRIPTED = f'<p class="missing unscripted">{STAYS}</p>'
CARD = re.compile(r"Statement\(([A-Z0-9.-]+): ")


@dataclass
class Page:
    """A page under way: where it stands, what it says, what it asks for."""

    notebook: Path  # from the folder of notebooks
    title: str = ""
    promise: str = ""
    head: str = ""  # its first cell: title, promise, minutes, what it builds on
    body: str = ""
    contents: list[tuple[int, str, str]] = field(default_factory=list)  # level, anchor, words
    explorers: list[tuple[str, dict]] = field(default_factory=list)  # experiment, start
    widgets: dict[str, tuple[str, dict]] = field(default_factory=dict)  # by table: racetrack or release_desk, start
    pictures: dict[str, bytes] = field(default_factory=dict)
    anchors: Counter = field(default_factory=Counter)
    cards: dict[str, str] = field(default_factory=dict)  # by statement
    exercises: str = ""  # the script that they need, if it has any
    letters: dict[str, str] = field(default_factory=dict)  # of its table of symbols

    @property
    def path(self) -> PurePosixPath:
        """Where it stands in the site."""
        return PurePosixPath(self.notebook.as_posix()).with_suffix(".html")

    @property
    def number(self) -> int:
        """Of the lecture that it is or stands beside."""
        return int(re.search(r"\d+", self.path.name)[0])

    @property
    def up(self) -> str:
        """From here to the site's root."""
        return "../" * (len(self.path.parts) - 1)


def made(notebook: Path) -> Page:
    """The page of a notebook (its path from the folder of notebooks)."""
    page = Page(notebook)
    place = Path("notebooks") / notebook
    try:
        read = nbformat.read(places.ROOT / place, 4)
    except Exception as error:
        raise Unreadable(f"{notebook} is no notebook: {str(error)[:100]!r}") from None
    cells, name = read.cells, page.path.with_suffix("").as_posix()
    page.exercises = exercises.script(name, read) if any(map(exercises.key, cells)) else ""
    try:
        made = [words.linked(_named(_cell(page, cell), cell), lambda href: places.lead(href, place, page.up))
                for cell in cells]
    except Unreadable as error:
        raise Unreadable(f"{notebook}: {error}") from None
    page.head, page.body = FOR_LAB.sub("", made[0]), DRAWN.sub(LARGER, "\n".join(made[1:]))
    page.title = page.contents[0][2]
    page.letters = glossary.letters(page.body)
    page.body = glossary.marked(page.body, page.number, page.up)
    page.promise = next(iter(re.findall(r"<em>(.+?)</em>", page.head, re.S)), "")
    return page


def _named(made: str, cell) -> str:
    """What a cell became, with the cell's name: a report of a mistake says it."""
    return re.sub(r"^<(\w+[^>]*)>", lambda m: f'<{m[1]} data-cell="{cell.id}">', made)


def _cell(page: Page, cell) -> str:
    if answer := exercises.key(cell):
        return _exercise(page, cell, answer)
    if cell.cell_type == "markdown":
        return _words(page, cell.source)
    asks, source = _prediction(cell)
    shown = "".join(_output(page, output) for output in cell.outputs if output is not asks)
    code, (name, place) = words.colored(source), _kind(cell)
    alone = ALONE.match(source) and len(ast.parse(source).body) == 1
    if asks:  # its choices come first, then the code in sight, and what it shows when they are made
        choices = html.escape(json.dumps(_literals(asks.data["text/plain"]), ensure_ascii=False))
        code, before = ("", code) if place == "open" and not alone else (code, "")
        shown = f'<div class="waits" data-choices="{choices}">{before}{shown}</div>'
    if alone and shown:
        return shown
    if place == "open":
        return f'<div class="cell">{code}{shown}</div>'
    inside, above = (code + shown, "") if place == "with its output" else (code, shown)  # a picture, then its code
    return f'<div class="cell">{above}<details class="code"><summary>{name}</summary>{inside}</details></div>'


def _exercise(page: Page, cell, answer: str) -> str:
    """What the reader writes, as it begins; static/exercises.js makes an editor of it."""
    words_alone = cell.cell_type == "markdown"
    shown = f"<pre>{html.escape(cell.source)}</pre>" if words_alone else words.colored(cell.source)
    kind = "words" if words_alone else "checked" if exercises.UNWRITTEN in cell.source else "code"
    return (f'<div class="cell exercise" data-page="{page.path.with_suffix("")}" data-answer="{answer}" '
            f'data-kind="{kind}">{shown}{IN_A_NOTEBOOK}</div>')


def _prediction(cell) -> tuple:
    """The output of a cell that asks first (`dplearn.lecture.predict`), or None, and its code without the question."""
    asks = next((o for o in cell.outputs if o.get("data", {}).get("text/plain", "").startswith("predict(")), None)
    return asks, cell.source.partition(")\n")[2] if asks else cell.source


def _literals(call: str) -> list:
    return [ast.literal_eval(each) for each in ast.parse(call, mode="eval").body.args]


def _kind(cell) -> tuple[str, str]:
    """What a reader wants of a cell of code: its name if it is folded, and what is.

    Code that computes what the page talks of stays open, the reader's own cell too; imports, drawing, checks fold."""
    tags, kinds = cell.metadata.get("tags", []), {kind for o in cell.outputs for kind in o.get("data", {})}
    if "solution" in tags:
        title = re.match(r"# (.+)", cell.source)
        return html.escape(title[1]) if title else "a solution in code", "with its output"
    if re.search(r"^(_ = )?report\(|^def check_\d", cell.source, re.M):
        return "the check", "with its output"
    if "exercise" in tags:
        return "", "open"
    if not cell.outputs and re.match(r"(from|import) ", cell.source):
        return "set-up", "code"
    if kinds & {"image/png", "text/html", "text/markdown"}:
        return "code", "code"
    return "", "open"


def _words(page: Page, source: str) -> str:
    made = _distinct(page, words.markdown(source))
    for level, anchor, text in HEADING.findall(made):
        page.contents.append((int(level), anchor, text))
    made = ANCHOR.sub(r'<a class="anchor" href="\1" aria-label="Link to this section">#</a>', made)
    made = words.scrolling(made).replace("<p><strong>Predict", '<p class="predict"><strong>Predict')
    if ANSWER.match(source):
        made = ANSWER_HTML.sub(lambda m: m[1] or "", made, count=1)
        return f'<details class="answer"><summary>Answer</summary>{made}</details>'
    return f'<div class="words">{made}</div>'


def _distinct(page: Page, made: str) -> str:
    """Each heading with an anchor of its own: the second "The answer" is The-answer-2."""
    def named(found: re.Match) -> str:
        page.anchors[found[2]] += 1
        nth = page.anchors[found[2]]
        return found[0] if nth == 1 else f'{found[1]}{found[2]}-{nth}{found[3]}{found[2]}-{nth}"'

    return re.sub(r'(<h\d[^>]* id=")([^"]*)(">.*?<a class="anchor-link" href="#)[^"]*"', named, made, flags=re.S)


def _output(page: Page, output) -> str:
    if output.output_type == "stream":
        return f'<pre class="printed">{html.escape(output.text)}</pre>'
    data, text = output.data, output.data.get("text/plain", "")
    if MIME in data:
        return _living(page, data, output.metadata.get("image/png", {}))
    if "image/png" in data:
        return _picture(page, data["image/png"], output.metadata.get("image/png", {}), text)
    if "text/html" in data:
        return _card(page, words.formulas(data["text/html"]), text)
    if "text/markdown" in data:
        return _words(page, data["text/markdown"])
    return f'<pre class="printed">{html.escape(text)}</pre>'


def _card(page: Page, made: str, text: str) -> str:
    """A statement's card under its id, once a page; or what else a notebook shows as HTML."""
    card = CARD.match(text)
    if not card:
        return f'<div class="card wide">{made}</div>'
    name = "" if card[1] in page.cards else f' id="{card[1]}"'
    page.cards[card[1]] = made
    return f'<div class="card"{name}>{made}</div>'


def _image(page: Page, data: str, about: dict, text: str) -> str:
    """A picture, in a file of its own; a heavy one in 256 colors, which the eye does not tell."""
    content = base64.b64decode(data)
    drawn = Image.open(io.BytesIO(content))
    width = about.get("width", 810)
    high = width * drawn.height / drawn.width
    if len(content) > HEAVY:
        drawn.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(lighter := io.BytesIO(), "PNG", optimize=True)
        content = lighter.getvalue()
    name = hashlib.sha256(content).hexdigest()[:16] + ".png"
    page.pictures[name] = content
    lazy = ' loading="lazy"' if len(page.pictures) > 1 else ""
    return (f'<img src="{page.up}pictures/{name}" alt="{html.escape(about.get("alt", text))}" width="{width}" '
            f'height="{high:.0f}"{lazy} decoding="async">')


def _picture(page: Page, data: str, about: dict, text: str) -> str:
    """A picture as it stands; of an explorer, in the figure that its table brings to life."""
    image = _image(page, data, about, text)
    if not WIDGETS.match(text):
        return f'<figure class="drawn">{image}</figure>'
    kind, name, start = called(text)
    predict = start.pop("predict", None)
    said = html.escape(json.dumps(start, ensure_ascii=False))
    if kind == "explore":
        page.explorers.append((name, start))
        nth = sum(other == name for other, _ in page.explorers)
        lives = f'class="widget explorer" id="{name if nth == 1 else f"{name}-{nth}"}" data-experiment="{name}"'
        if predict:
            lives += f' data-predict="{html.escape(json.dumps(predict, ensure_ascii=False))}"'
    else:
        table = f"{kind}-{hashlib.sha256(said.encode()).hexdigest()[:8]}"
        page.widgets[table] = (kind, start)
        lives = f'class="widget" data-kind="{kind}" data-table="{table}"'
    return f'<figure {lives} data-setting="{said}">{image}{UNSCRIPTED}</figure>'


def _living(page: Page, data: dict, about: dict) -> str:
    """A chart that Vega draws where scripts run, its printed picture until then."""
    image = _image(page, data["image/png"], about, "")
    spec = json.dumps(data[MIME], ensure_ascii=False).replace("<", "\\u003c").replace(".ipynb#", ".html#")
    return f'<figure class="living"><script type="application/json">{spec}</script>{image}{UNSCRIPTED}</figure>'


def called(text: str) -> tuple[str, str, dict]:
    """What a widget's line of code calls: its kind, the experiment's name, the start values as the experiment has
    them."""
    call = ast.parse(text.strip(), mode="eval").body
    start = {k.arg: ast.literal_eval(k.value) for k in call.keywords}
    if call.func.id != "explore":
        named = zip(POSITIONAL.get(call.func.id, ()), map(ast.literal_eval, call.args), strict=False)
        return call.func.id, "", dict(named) | start
    experiment = experiments.ALL[call.args[0].attr]
    predict = asked(experiment, start.pop("predict", None))
    said = {k: experiment.parameter(k).check(v) for k, v in start.items()}
    return "explore", experiment.name, said | ({"predict": predict} if predict else {})
