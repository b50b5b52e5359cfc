"""The glossary: terms of notebooks/glossary.md, letters of the pages' tables of symbols, and their marks on the pages.

A term is a link to its entry where a section first uses it; letters are looked up by their MathML when a reader points
at one.  What they say comes from one script, loaded when it is first asked for (`script`).
"""

from __future__ import annotations

import functools
import html
import json
import re
from dataclasses import dataclass
from pathlib import Path

from . import words
from .places import ROOT, lead

SOURCE = Path("notebooks") / "glossary.md"
ENTRY = re.compile(r"^## (.+)\n\*(.+?)\*(?: · ([\d ]+))?\n(.+)$", re.M)
# What is no prose: headings, links, formulas, code, summaries, figures, tables; the text between tags else.
PIECE = re.compile(r"<(h[1-6]|a|math|code|pre|summary|figure|script|table|button)\b.*?</\1>|<[^>]*>|[^<]+", re.S)
GLUED = re.compile(r'<span class="glued">(.*?)</span>', re.S)
SECTION = re.compile(r"(?=<h2\b)")
TABLE = re.compile(r"<table>\s*<thead>\s*<tr>\s*<th[^>]*>symbol</th>.*?</table>", re.S)


@dataclass(frozen=True)
class Term:
    """An entry: its name, the forms by which pages use it, the lectures it is of (all if none), what it says."""

    name: str
    forms: tuple[str, ...]
    lectures: tuple[int, ...]
    text: str

    @property
    def anchor(self) -> str:
        return re.sub(r"\W+", "-", self.name.lower())

    def used_in(self, number: int) -> bool:
        """Whether pages of this lecture use the word in this sense."""
        return not self.lectures or number in self.lectures


@functools.cache
def terms() -> tuple[Term, ...]:
    """Of the glossary, in its order."""
    text = (ROOT / SOURCE).read_text(encoding="utf-8")
    return tuple(Term(name, tuple(forms.split("; ")), tuple(map(int, lectures.split())), said)
                 for name, forms, lectures, said in ENTRY.findall(text))


def marked(body: str, number: int, up: str) -> str:
    """A page's body with the first use of each term in each section as a link to its entry."""
    forms = {form.lower(): term for term in terms() if term.used_in(number) for form in term.forms}
    longest = sorted(forms, key=len, reverse=True)
    use = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, longest))})(?![\w-])", re.I)

    def section(part: str) -> str:
        seen = set()

        def term(found: re.Match) -> str:
            one = forms[found[0].lower()]
            if one in seen:
                return found[0]
            seen.add(one)
            return f'<a class="term" href="{up}glossary.html#{one.anchor}">{found[0]}</a>'

        return PIECE.sub(lambda piece: piece[0] if piece[0].startswith("<") else use.sub(term, piece[0]), part)

    return "".join(map(section, SECTION.split(body)))


def letters(body: str) -> dict[str, str]:
    """Of a page's tables of symbols: each letter's MathML -> what it means; of several in a row, divided by
    semicolons, each its own part."""
    found = {}
    for table in TABLE.findall(body):
        for row in re.findall(r"<tr>(.*?)</tr>", table, re.S)[1:]:
            cells = [GLUED.sub(r"\1", cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", row, re.S)]
            said = cells[2] if len(cells) > 2 else cells[1]
            here = re.findall(r"<math[^>]*>(.*?)</math>", cells[0], re.S) or [f"<mi>{cells[0].strip()}</mi>"]
            here = [one for made in map(key, here) for one in ([made] if "(" in made else made.split("<mo>,</mo>"))]
            parts = re.split(r"(?<!&gt);\s+", said)
            for one, meaning in zip(here, parts if len(parts) == len(here) else [said] * len(here)):
                found.setdefault(one, meaning)
    return found


def key(inner: str) -> str:
    """The MathML of a letter without what tells one use of it from another."""
    return re.sub(r"</?mrow>", "", re.sub(r"\s[a-z]+=\"[^\"]*\"", "", inner)).strip()


def script() -> str:
    """What the entries say, as a classic script that a page loads when it is asked."""
    said = {term.anchor: re.sub(r"\s*<a .*?</a>", "", text(term)) for term in terms()}
    return f"dplearnGlossary({json.dumps(said, ensure_ascii=False)});\n"


@functools.cache
def text(term: Term) -> str:
    """What an entry says, as HTML of a page at the site's root."""
    return words.linked(words.markdown(term.text), lambda href: lead(href, SOURCE, ""))


def meanings(pages: list[tuple[str, str, dict]]) -> dict[str, list[str]]:
    """Each letter -> what it means where; `pages` are name, address and letters of each page that has a table."""
    found: dict[str, list[str]] = {}
    for name, address, here in pages:
        for one, meaning in here.items():
            found.setdefault(one, []).append(f'<a href="{address}">{name}</a>: {meaning}')
    return dict(sorted(found.items(), key=lambda item: re.sub("<[^>]*>", "", item[0]).lower()))


def page(letters: dict[str, list[str]]) -> str:
    """The glossary's page: terms, and letters with what they mean from lecture to lecture."""
    rows = [f'<dt id="{term.anchor}">{html.escape(term.name)}</dt><dd>{text(term)}</dd>' for term in terms()]
    table = [f"<tr><td><math>{one}</math></td><td>{'<br>'.join(said)}</td></tr>" for one, said in letters.items()]
    return (f'<h1>Glossary</h1>\n<h2 id="terms">Terms</h2>\n<dl class="glossary">{"".join(rows)}</dl>\n'
            f'<h2 id="letters">Letters</h2>\n<div class="wide"><table class="letters"><thead><tr><th>letter</th>'
            f'<th>what it is</th></tr></thead><tbody>{"".join(table)}</tbody></table></div>')
