"""Numbers in the prose of a page: who holds each of them.

A number that a reader finds in the prose is held in one of three ways.

* A **claim** quotes a sentence and computes its number.  The page's file in `tests/lectures/pages/` has a dict
  ``CLAIMS``: quote with fields -> the values of the fields by name, or a function without arguments that returns them,

      "errs by {exact:.3f}, allowed is {bound:.3f}": experiments.occam.at(n=200),

  or, where all braces of the quote are fields, in their order (one value, or a tuple):

      "asks for {n} examples": pac.occam_sample_size(64, 0.1, 0.05),

  Fields have format specs ({n:,}, {p:.0%}); braces that name no value (TeX) stay as they are.  The quote, filled in,
  must stand on the page: it fails when the number is wrong, and when the sentence is no longer there.  A quote without
  fields ("about a third") has the value True (a numpy one, too).
* A **comparison** ("PMW errs least", "the walk loses to the vote") has a `Comparison` as its value: who wins, in which
  field of rivals, at which settings, over how many seeds.  A test holds that every sentence that compares has one, or
  stands in the file's ``PLAIN`` with the reason why it names no winner.

  Whoever owns a number is asked for it: a slider (`experiments.occam.at`), a formula, a card (`evidence`, `checked`),
  or a cell of the page, which nbval runs again (`prints`); only what none of them says is computed in the file.
* **Given**: a choice, never a result: a setting, a world's definition, a task.  Each line of ``GIVEN`` must stand on
  the page, and none may hold a number of three digits, zeros at its ends aside, that a claim of the page computes.
* **Printed**: a number with three digits or more (a fraction: two) that the code cell just before or just after the
  paragraph prints.

What is no number of this kind is declared below: numbers of statements, sections, exercises, years, in code, and
labels 0 and 1.
Words such as "twice" are not looked for, but a claim can quote them.
"""

import re
import runpy
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from pages import FOLDER, Page, told

from dplearn.query_release.deeper import curator
from dplearn.statements import card

AMONG = {  # what the package offers for one task: a comparison "among" them names all
    "release": lambda: set(curator.METHODS),
}
COMPARES = re.compile(r"\b(?:wins?|won|beats?|beaten|outperforms?|better|worse|tight(?:er|est)?|loses? to|"
                      r"(?:is|are) (?:enough|needed))\b", re.I)
PAGES = Path(__file__).resolve().parent / "pages"
NUMBER = re.compile(r"\b10\^\{?-?\d+\}?|"
                    r"(?<![\w.,])[-−]?(?:\d{1,3}(?:(?:,|\{,\})\d{3})+|\d+)(?:\.\d+)?(?![\w]*[A-Za-z_])|"
                    r"(?<![\w.,\d])\.\d+")
PRINTED = re.compile(r"-?\d+(?:,\d{3})*(?:\.\d+)?(?:e[-+]?\d+)?")
CHOICE = r"\*\*Answer: [^*]+\*\*"  # that is right, once more and in round numbers: those after it are held
DECLARED = re.compile("|".join([
    r"```.*?```", r"`[^`\n]*`",  # code
    r"\[[^\]]*\]\([^)]*\)", r"https?://\S+", r"<[^>]+>",  # links, tags
    r"^#{1,6} [^\n]*$", r"^\s*\d+[.)]\s", r"^\s*\(\d\)\s", r"(?<=\s)\(\d\)(?=\s)",  # headings, items of a list
    r"\b(?:Lectures?|Exercises?|Sections?|§§?|Chapters?|Theorems?|Lemmas?|Lemmata|Coroll?ar(?:y|ies)|Definitions?|"
    r"Claims?|Propositions?|Algorithms?|Steps?|Slides?|Examples?|Parts?|Tables?|Figures?|Facts?|Goals?|Questions?|"
    r"Cells?|Days?|pp?\.|vol\.)[ ~]\(?\d+(?:\.\d+)*\)?(?:(?:,| and| to| or|–|-)+ ?\d+(?:\.\d+)*\b)*",
    r"\b(?:LN|N17|DR14|U17|DF18)(?:-[\w.-]+)?\b",
    "^" + CHOICE,
    r"\*\*\d+ minutes\*\*", r"\(\d+ minutes\)", r"\b\d+ minutes\b(?=[^.\n]*exercise)",
]), re.M | re.S | re.I)
YEAR = re.compile(r"(?<![\w.,])(?:1[5-9]|20)\d\d(?![\d,.]\d|\w)")  # thousands have a comma
LABEL = re.compile(r"(?<![\w.,])[01](?![\d%]|[.,]\d)|(?<=[01],)[01](?![\d.,%])")
# TeX: a lone digit is a part of a formula (2 in 2e^{-x}); what stands after a relation, or has two digits, is a number.
TEX = re.compile(r"\$\$.+?\$\$|\$[^$\n]+(?:\n[^$\n]+)?\$", re.S)
TEX_CONSTANT = re.compile(r"(?<![\d.,])\d(?![\d.,]|\{,\})")
AFTER_RELATION = re.compile(r"(?:=|<|>|\\approx|\\leq?|\\geq?|≈|≤|≥)\s*$")


def held(page: Page) -> tuple[dict, str, dict]:
    """Claims, given quotes, and what only looks like a comparison, in the page's file; none where there is no file."""
    path = PAGES / (re.sub(r"\W", "_", page.name) + ".py")
    said = runpy.run_path(str(path)) if path.exists() else {}
    return said.get("CLAIMS", {}), said.get("GIVEN", ""), said.get("PLAIN", {})


def output(name: str) -> str:
    """All that the cells of a page print: the notebooks' own test runs them again."""
    return "\n".join(text for _, cell in Page(FOLDER / f"{name}.ipynb").cells("code") for text in texts(cell))


def prints(name: str):
    """start -> the numbers of the line that starts so (of the `nth`), of all that the cells of a page print."""

    def row(start: str, nth: int = 0) -> list[float]:
        line = [line.strip() for line in output(name).splitlines() if line.strip().startswith(start)][nth]
        return [float(n.replace(",", "")) for n in PRINTED.findall(line.removeprefix(start))]

    return row


def curves(experiment, **setting) -> dict:
    """All computed curves at a setting, each at all its places, by key."""
    return {line.series.key: line.y for line in experiment.picture(experiment.setting(**setting)).lines}


def simulated(experiment, x: float, *, seed: int, runs: int, **setting) -> dict:
    """Mean and band of so many runs, at the simulated place next to x."""
    found = experiment.simulate(experiment.setting(**setting), seed=seed, runs=runs)
    place = np.abs(np.log(experiment.simulated_x / x)).argmin()
    return {"mean": found.mean[place], "low": found.low[place], "high": found.high[place]}


@dataclass(frozen=True)
class Comparison:
    """Who wins (least value; `least=False`: largest), in which field, at which settings.

    `of` says what is compared, the same for all: "mean", "path", "truth" or "bound".  `field` has a function of each
    rival: called with a setting's values it gives a number, for a "mean" that of `seeds` runs, or each of theirs.
    `among` names a task of `AMONG`: all that the package offers for it must be in the field.  It is true where the
    winner is before every rival, at every setting.
    """

    winner: str
    field: dict[str, Callable]
    of: str
    settings: tuple = ({},)
    seeds: int = 0
    least: bool = True
    among: str = ""

    def __call__(self) -> bool:
        assert self.of in ("mean", "path", "truth", "bound") and len(self.field) >= 2 and self.winner in self.field
        assert (self.of == "mean") == (self.seeds > 0), "a mean says over how many seeds, and nothing else has any"
        missing = AMONG[self.among]() - set(self.field) if self.among else set()
        assert not missing, f"rivals without a place in the field: {sorted(missing)}"
        sign = 1 if self.least else -1
        return all(sign * found[self.winner] < sign * value for found in (self.values(**s) for s in self.settings)
                   for name, value in found.items() if name != self.winner)

    def values(self, **setting) -> dict[str, float]:
        """The value of each rival at a setting."""
        found = {name: np.asarray(value(**setting), dtype=float) for name, value in self.field.items()}
        wrong = [name for name, value in found.items() if value.shape not in ((), (self.seeds,))]
        assert not wrong, f"not one value for each of {self.seeds} seeds: {wrong}"
        return {name: float(value.mean()) for name, value in found.items()}


def unfounded(page: Page, claims: dict, plain: dict) -> list[str]:
    """Sentences of the page that compare, and neither a `Comparison` quotes nor ``PLAIN`` (a piece of it -> why)."""
    def bare(text: str) -> str:
        """Without code, and of links their words alone."""
        return " ".join(re.sub(r"```.*?```|`[^`\n]*`|\[(?=[^\]]*\]\()|\]\([^)]*\)", " ", text, flags=re.S).split())

    ends = r"(?<=[.!?:;])\s+|\n\s*\n|\n\s*(?:[-*|#]|\d+\.)\s"
    prose = re.sub("```.*?```|" + CHOICE, " ", page.prose, flags=re.S)
    sentences = [bare(s).lstrip("*-|# ") for s in re.split(ends, prose)]
    quotes = [bare(q) for q in [*(q for q, v in claims.items() if isinstance(v, Comparison)), *plain]]
    return [s for s in sentences if COMPARES.search(s) and not s.endswith("?")
            and not any(q in s or s in q for q in quotes)]


def evidence(identifier: str) -> dict:
    """The numbers of a card's check, by name."""
    return card(identifier).evidence.values


def checked(identifier: str) -> bool:
    """A claim that the check of a card makes: it runs through."""
    return isinstance(evidence(identifier), dict)


def fill(quote: str, values) -> tuple[str, list[tuple[int, int]]]:
    """The quote with its fields filled in, and where they stand in it."""
    fields = list(re.finditer(r"\{(\w+)(?::([^{}]*))?\}", quote))
    values = values() if callable(values) else values
    if isinstance(values, (bool, np.bool_)):
        assert values, f"not so: {quote}"
        return quote, [(0, len(quote))]  # without fields the whole quote is what was checked
    if not isinstance(values, dict):
        values = dict(zip((f[1] for f in fields), values if isinstance(values, tuple) else (values,), strict=True))
    text, spans, last = "", [], 0
    for found in fields:
        if found[1] in values:
            text += quote[last:found.start()]
            piece = format(values[found[1]], found[2] or "")
            spans.append((len(text), len(text) + len(piece)))
            text, last = text + piece, found.end()
    return text + quote[last:], spans


def places(quote: str, prose: str) -> list[re.Match]:
    """Where a quote stands in the prose, line ends aside."""
    return list(re.finditer(r"\s+".join(map(re.escape, quote.split())), prose))


def spans_on_page(quote: str, spans: list[tuple[int, int]], prose: str) -> list[tuple[int, int]]:
    """The fields' spans in the prose, at each place where the filled quote stands."""
    def letters(end: int) -> int:
        return len("".join(quote[:end].split()))  # white space may differ, letters do not

    found = []
    for place in places(quote, prose):
        at = [i for i in range(*place.span()) if not prose[i].isspace()]
        found += [(at[letters(a)], at[letters(b) - 1] + 1) for a, b in spans if b > a]
    return found


def printed(text: str, outputs: list[str]) -> bool:
    """Whether a neighboring cell prints this number, which has three digits or more, or two of a fraction."""
    bare = text.lstrip("-−")
    digits = re.sub(r"\D", "", bare).lstrip("0")
    return len(digits) >= 3 - ("." in bare) and any(
        re.search(rf"(?<![\d.,]){re.escape(form)}(?![\d]|[.,]\d)", o) for o in outputs
        for form in {bare, re.sub(r"[{},]", "", bare)})


def texts(cell: dict) -> list[str]:
    """What a code cell prints: streams and plain text, which nbval compares; a card's numbers are no results."""
    found = ["".join(o.get("text", "")) + "".join(o.get("data", {}).get("text/plain", ""))
             for o in cell.get("outputs", [])]
    return [text for text in found if not text.startswith("Statement(")]


def numbers(page: Page) -> list[tuple[int, int, list[str]]]:
    """The numbers in the prose that somebody must hold: start, end, and what the neighboring code cells print."""
    found, offset, cells = [], 0, page.notebook["cells"]
    for i, cell in page.cells("markdown"):
        text = told(cell)
        before = next((c for c in reversed(cells[:i]) if c["cell_type"] == "code"), {})
        after = next((c for c in cells[i:] if c["cell_type"] == "code"), {})
        outputs = texts(before) + texts(after)
        covered = [m.span() for m in DECLARED.finditer(text)]
        formulas = list(TEX.finditer(text))
        covered += [m.span() for m in YEAR.finditer(text) if not any(f.start() < m.start() < f.end() for f in formulas)]
        for tex in formulas:
            covered += [(tex.start() + c.start(), tex.start() + c.end()) for c in TEX_CONSTANT.finditer(tex[0])
                        if not AFTER_RELATION.search(tex[0][:c.start()])]
        # A lone 0 or 1 that is no value of something is a label, a bit, an end of an interval.
        covered += [m.span() for m in LABEL.finditer(text) if not AFTER_RELATION.search(text[:m.start()])]
        for number in NUMBER.finditer(text):
            if not any(a <= number.start() and number.end() <= b or a <= number.end() - 1 < b for a, b in covered):
                found.append((offset + number.start(), offset + number.end(), outputs))
        offset += len(text) + 2  # the blank line that joins cells in `Page.prose`
    return found


def filled(claims: dict, given: str = "") -> list[tuple[str, list[tuple[int, int]]]]:
    """All quotes of a page with their numbers, computed now."""
    return [fill(*claim) for claim in claims.items()] + [(q, [(0, len(q))]) for q in given.strip().splitlines()]


def faults(page: Page, quotes: list[tuple[str, list[tuple[int, int]]]]) -> list[str]:
    """Quotes that are not on the page, and numbers on the page that nobody holds."""
    spans = [s for q, fields in quotes for s in spans_on_page(q, fields, page.prose)]
    loose = [(start, end) for start, end, outputs in numbers(page) if not any(a < end and start < b for a, b in spans)
             and not printed(page.prose[start:end], outputs)]
    computed = {q[a:b] for q, fields in quotes for a, b in fields}
    copied = [f"{n} is computed, not given: {q}" for q, fields in quotes if fields == [(0, len(q))]
              for n in computed.intersection(NUMBER.findall(q)) if len(n.strip("0.,")) > 2]
    return copied + [f"not on the page: {q}" for q, _ in quotes if not places(q, page.prose)] + [
        f"nobody holds {page.prose[a:b]} (a claim, or a piece of the sentence in GIVEN): "
        f"{' '.join(page.prose[max(0, a - 60):b + 40].split())}" for a, b in loose]
