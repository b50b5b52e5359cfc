"""What the search finds: sections, statements, exercises, terms, letters; a script that a page loads when asked."""

from __future__ import annotations

import html
import json
import re

from dplearn.statements import statements

from . import words
from .glossary import terms, text
from .pages import Page
from .places import README

HEADING = re.compile(r'<h([123])[^>]* id="([^"]*)">(.*?)</h\1>', re.S)
INLINE = re.compile(r"</?(m[a-z]+|span|code|em|strong|b|i)\b[^>]*>")  # no space there
SILENT = re.compile(r'<(script|pre|style)\b.*?</\1>|<a class="anchor".*?</a>|<details class="code">.*?</details>|'
                    r'<[^>]*>', re.S)
WORDS = 120  # of a section that are searched


def plain(made: str) -> str:
    """The words of a piece of HTML; formulas by their letters."""
    return " ".join(html.unescape(SILENT.sub(" ", INLINE.sub("", made))).split())


def script(pages: list[Page], letters: dict[str, list[str]], notes: dict[str, str]) -> str:
    """Each place: its kind, title, page, address and words; `letters` are what each means, `notes` whole
    pages for teachers."""
    cards = {name: (page, made) for page in pages for name, made in page.cards.items()}
    found = [place("term", term.name, "Glossary", f"glossary.html#{term.anchor}", text(term), " ".join(term.forms))
             for term in terms()]
    found += [place("letter", one, "Glossary", "glossary.html#letters", " ".join(said), "letter symbol")
              for one, said in letters.items()]
    how = words.markdown(re.search(r"## Two commands\n(.*?)\n## ", README, re.S)[1])
    found.append(place("section", "Install it, or run it elsewhere", "Private learning", "index.html#run", how,
                       "setup download pip conda Python JupyterLab Binder Colab"))
    read = [(page.title, page.path, page.head + page.body, "section") for page in pages]
    read += [("", path, re.search(r"<main.*</main>", made, re.S)[0], "note") for path, made in notes.items()]
    for whole, path, made, kind in read:
        parts = HEADING.split(made)
        for anchor, title, body in zip(parts[2::4], parts[3::4], parts[4::4]):
            found.append(place("exercise" if title.startswith("Exercise ") else kind, title,
                               whole or parts[3], f"{path}#{anchor}", body))
    found += [place("statement", f"{s.id}: {s.title}", cards[s.id][0].title, f"{cards[s.id][0].path}#{s.id}",
                    cards[s.id][1], f"{s.verdict.value} {s.where}") for s in statements()]
    return f"dplearnPlaces({json.dumps(found, ensure_ascii=False)});\n"


def place(kind: str, title: str, page: str, href: str, body: str, also: str = "") -> dict[str, str]:
    """One of them; `also` are other words for it."""
    return {"kind": kind, "title": plain(title), "page": plain(page), "href": href, "also": also,
            "text": " ".join(plain(body).split()[:WORDS])}
