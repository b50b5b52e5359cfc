"""A page of the course, read from its file: cells, prose, cards as shown, explorers, and the minutes that they take."""

import html
import json
import re
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "notebooks"

# What a page may hold up to its exercises, or up to its appendix where it has none.
BUDGET = {"cells": 40, "words": 2_500, "explorers": 5, "cards": 3, "minutes": 60, "lines": 15, "asserts": 3}
EXPLORER = re.compile(r"\b(?:explore|racetrack|release_desk)\(")
LIVING = re.compile(r"\bliving\(")
CARD = re.compile(r"\bcard\(\s*[\"']([\w.-]+)[\"']")
PREDICTION = re.compile(r"\Apredict\(.*?\)\n", re.S)  # a question, no code
FORMULA = re.compile(r"\$\$.+?\$\$|\$[^$]+\$", re.S)
# Fitted to a reader's clock on the nine lectures (37 to 75 minutes): off by 5 on average, and by 13 on lecture 2, which
# reads faster.  An explorer costs six minutes, a formula five seconds, a line of code six.  A living picture is given
# three, not fitted: a student who saw nine of them alone took three to six for four settings of each.
MINUTES = {"words": 1 / 120, "formulas": 1 / 12, "explorers": 6, "living": 3, "code": 1 / 10}
STATED = re.compile(r"\*\*(\d+) minutes\*\*")


def source(cell) -> str:
    return "".join(cell["source"])


def told(cell) -> str:
    """A cell's words; of links that move an explorer (#occam?alpha=0.2) their own words alone."""
    return re.sub(r"\[([^]]*)\]\(#[\w-]+\?\w+=[^)]*\)", r"\1", source(cell))


def shown_words(card_html: str) -> int:
    """The words of a card that a reader sees before unfolding it."""
    shown = re.sub(r"<details\b.*?</details>", " ", card_html, flags=re.S)
    return len(html.unescape(re.sub(r"<[^>]+>", " ", shown)).split())


class Page:
    """One notebook of the course."""

    def __init__(self, path: Path, notebook: dict | None = None):
        self.path, self.notebook = path, notebook or json.loads(path.read_text(encoding="utf-8"))

    @property
    def name(self) -> str:
        """Its place in `notebooks/` without the ending: ``deeper/1a-cheap-classes``."""
        return self.path.relative_to(FOLDER).with_suffix("").as_posix()

    @property
    def is_lecture(self) -> bool:
        """One of the seven lectures: not the opening page, the errata, a companion."""
        return re.match(r"0[1-7]-", self.name) is not None

    @property
    def is_companion(self) -> bool:
        return self.name.startswith("deeper/")

    def cells(self, kind: str) -> list[tuple[int, dict]]:
        return [(i, c) for i, c in enumerate(self.notebook["cells"]) if c["cell_type"] == kind]

    @cached_property
    def body(self) -> list[dict]:
        """The cells that count: up to the exercises, or to the appendix."""
        cells = self.notebook["cells"]
        ends = (i for i, c in enumerate(cells) if c["cell_type"] == "markdown"
                and re.match(r"\s*## (Exercises|Appendix)\b", source(c)))
        return cells[:next(ends, len(cells))]

    @cached_property
    def headings(self) -> list[tuple[int, str]]:
        """(level, text) of each markdown heading, fenced code left out."""
        texts = (re.sub(r"^```.*?^```", "", source(c), flags=re.S | re.M) for _, c in self.cells("markdown"))
        return [(len(h), t.strip()) for text in texts for h, t in re.findall(r"^(#{1,6})\s+(.+)$", text, re.M)]

    @cached_property
    def prose(self) -> str:
        """All markdown of the page, a blank line between cells."""
        return "\n\n".join(told(c) for _, c in self.cells("markdown"))

    @cached_property
    def statements(self) -> list[str]:
        """The ids of the cards on the page."""
        return [name for _, c in self.cells("code") for name in CARD.findall(source(c))]

    @cached_property
    def spent(self) -> dict[str, int]:
        """What the page holds of each thing that `BUDGET` bounds."""
        code = [c for c in self.body if c["cell_type"] == "code"]
        outputs = [o for c in code for o in c.get("outputs", [])]
        cards = ["".join(o["data"]["text/html"])
                 for o in outputs if "Statement(" in "".join(o.get("data", {}).get("text/plain", ""))]
        prose = "\n\n".join(source(c) for c in self.body if c["cell_type"] == "markdown")
        lines = [sum(bool(line.strip()) for line in PREDICTION.sub("", source(c)).splitlines()) for c in code]
        shown = sum("".join(o.get("data", {}).get("text/markdown", "")).count("\n") for o in outputs)
        costs = {"words": len(prose.split()) + sum(map(shown_words, cards)), "formulas": len(FORMULA.findall(prose)),
                 "code": sum(lines) + shown} | {
                     name: sum(len(mark.findall(source(c))) for c in code)
                     for name, mark in (("explorers", EXPLORER), ("living", LIVING))}
        return {
            "cells": len(self.body), "cards": len(cards), **costs,
            "minutes": round(sum(MINUTES[k] * cost for k, cost in costs.items())), "lines": max(lines, default=0),
            "asserts": sum(source(c).count("assert ") for c in code),
        }

    @property
    def stated_minutes(self) -> int | None:
        """The minutes that its head states as ``**63 minutes**``."""
        stated = STATED.search(source(self.notebook["cells"][0]))
        return int(stated[1]) if stated else None


def pages() -> list[Page]:
    """All pages: the lectures in their order, then the companions."""
    return [Page(p) for p in [*sorted(FOLDER.glob("*.ipynb")), *sorted(FOLDER.glob("deeper/*.ipynb"))]]


if __name__ == "__main__":  # the budget of each page, for those who write one
    print(f"{'':44}" + "".join(f"{k:>10}" for k in pages()[0].spent) + "    stated")
    for page in pages():
        marks = "".join(f"{str(v) + ('!' if v > BUDGET.get(k, v) else ''):>10}" for k, v in page.spent.items())
        print(f"{page.name:44}{marks}{str(page.stated_minutes):>10}")
