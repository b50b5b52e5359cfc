"""A statement card: what a source claims, under which hypotheses, what is true of it, and a check that runs.

A `Statement` is written once and used twice: a lecture shows it as a card, the tests run its check.
The check computes; it returns `Evidence`, sentences with numbers that a reader can compare with the
claim, the first of which the card shows, and raises AssertionError where the verdict does not hold.
Most checks are data, put together from `dplearn.claim`: this lies below that on a grid, this point breaks it.

A card shows the claim, the verdict and one sentence of evidence; hypotheses, correction and further
numbers are folded.  It must read well in three places.  JupyterLab and static HTML pages show the style
and typeset the TeX between dollars; GitHub drops every style attribute, so the structure alone (a
quotation with a paragraph a row, bold names, <details>) has to carry the card; a terminal shows verdict, title, place
and claim.  No color of text is set, so the card follows a light and a dark page alike, and the verdict has a sign
besides its color.
"""

from __future__ import annotations

import functools
import re
import textwrap
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, field
from enum import Enum
from html import escape

from . import _validate

SOURCES = {
    "LN": "Lecture notes on private learning and experts (LN)",
    "N17": "K. Nissim, Private Learning, slides, Bar-Ilan Winter School 2017 (N17)",
    "DR14": "C. Dwork and A. Roth, The Algorithmic Foundations of Differential Privacy, 2014 (DR14)",
    "U17": "J. Ullman, Private Multiplicative Weights, slides 2017 (U17)",
    "DF18": "C. Dwork and V. Feldman, Privacy-preserving Prediction, 2018 (DF18)",
}



class Verdict(Enum):
    """What is true of a statement as its source prints it: one scale for all cards.

    1. What is judged is what is printed, under the hypotheses printed; "about", "roughly", "at a high level" and O(.)
       are read as their author means them.  A question claims nothing.
    2. `TYPO`: other words of the same source (its proof, its figure, its next line) say what is meant, and with a sign
       or a word replaced it holds.
    3. `LIMITED`: a hypothesis is meant but missing; with it the statement holds.  However much fails without it, that
       is never `FALSE`.
    4. `FALSE`: a counterexample lies within the printed hypotheses, and no condition that the source can mean saves it.
    5. `GAP`: true, and the printed proof does not show it.  Of a proof that is not printed nothing is said.
    6. Where the words can be read in two ways, the card has two verdicts, each with its reading.
    7. Every verdict of 2 to 5 quotes the words that it accuses.
    """

    HOLDS = "holds as printed"
    TYPO = "holds after correcting a slip of the pen"
    FALSE = "false as printed"
    LIMITED = "holds under a condition that the source leaves out"
    ASYMPTOTIC = "holds up to constants; an explicit form is given"
    GAP = "true, but the printed proof does not show it"
    OURS = "not in the source: a sharpening, with its proof"


COLORS = {
    Verdict.HOLDS: "#009E73",
    Verdict.TYPO: "#E69F00",
    Verdict.FALSE: "#D55E00",
    Verdict.LIMITED: "#E69F00",
    Verdict.ASYMPTOTIC: "#0072B2",
    Verdict.GAP: "#CC79A7",
    Verdict.OURS: "#56B4E9",
}
SIGNS = {
    Verdict.HOLDS: "✓",
    Verdict.TYPO: "✎",
    Verdict.FALSE: "✗",
    Verdict.LIMITED: "◐",
    Verdict.ASYMPTOTIC: "≈",
    Verdict.GAP: "⚠",
    Verdict.OURS: "+",
}
NOTES = {
    Verdict.HOLDS: "Remark",
    Verdict.TYPO: "Correction",
    Verdict.FALSE: "Correction",
    Verdict.LIMITED: "Correction",
    Verdict.ASYMPTOTIC: "Explicit form",
    Verdict.GAP: "Proof",
    Verdict.OURS: "Proof",
}


@dataclass(frozen=True)
class Evidence:
    """What a check computed: sentences with its numbers, the one that matters most first, and the numbers by name."""

    summary: str
    values: dict = field(default_factory=dict)


def require(holds, what: str) -> None:
    """Raise AssertionError(what) unless `holds` (also under ``python -O``, where assert is dropped)."""
    if not bool(holds):
        raise AssertionError(what)


def scientific(value: float) -> str:
    """A small or large positive number with two digits, as TeX: 7.7e-10 is $7.7 \\cdot 10^{-10}$."""
    digits, exponent = f"{value:.1e}".split("e")
    return rf"${digits} \cdot 10^{{{int(exponent)}}}$"


@dataclass(frozen=True)
class Statement:
    """A numbered statement of a source: a heading by position, and its texts and check by keyword.

    `where` is its place in the source ("Theorem 1"), `claim` the statement in our words with its
    formula as printed (TeX between dollars), `hypotheses` all that it assumes, `correction` what
    there is to add: the corrected or explicit form and why, a proof, a remark (the row's name comes
    from the verdict; empty where the printed form says it all), `words` the printed words that an accusing verdict is
    about, quoted, `readings` where two are possible: what the verdict takes the words to mean, what else they can mean,
    and the verdict then; `check` a function without arguments
    that returns `Evidence` or raises AssertionError, `page` the page that shows its card (as in
    ``deeper/1a-cheap-classes``).  An id begins with its source: ``LN-T1``.  `formulas` are those it is about; where a
    text says ``<name>``, the TeX of the one of that name stands on the card.  Texts may run over lines.
    """

    id: str
    where: str
    title: str
    verdict: Verdict
    page: str = ""
    _: KW_ONLY
    hypotheses: str
    claim: str
    check: Callable[[], Evidence] = field(compare=False)
    correction: str = ""
    words: str = ""
    readings: tuple[str, str, Verdict] | tuple[()] = ()
    formulas: tuple[Callable, ...] = field(default=(), compare=False)

    def __post_init__(self):
        if not isinstance(self.formulas, tuple) or not all(hasattr(f, "record") for f in self.formulas):
            raise ValueError(f"formulas must be a tuple of formulas; got {self.formulas!r}")
        for name in ("id", "where", "title", "hypotheses", "claim", "correction", "words", "page"):
            text = " ".join(_validate.text(name, getattr(self, name)).split())
            for formula in self.formulas:
                text = text.replace(f"<{formula.record.name}>", formula.record.tex)
            object.__setattr__(self, name, text)
        kinds = [type(part) for part in _validate.instance("readings", self.readings, tuple)]
        if kinds not in ([], [str, str, Verdict]):
            raise ValueError(f"readings must be (this reading, the other one, its verdict); got {self.readings!r}")
        _validate.choice("id", self.source, SOURCES)
        _validate.instance("verdict", self.verdict, Verdict)
        _validate.function("check", self.check)

    @property
    def source(self) -> str:
        """The source's short name, a key of `SOURCES`."""
        return self.id.partition("-")[0]

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """The verdict, and where the words can be read in another way that of the other reading."""
        return (self.verdict, *self.readings[2:])

    @functools.cached_property
    def evidence(self) -> Evidence:
        """What the check computed; it runs once a session (call `check` to run it again)."""
        return self.check()

    def _repr_html_(self) -> str:
        color, (first, rest) = COLORS[self.verdict], self._evidence_parts()
        head = f"<b>{_text(self.title)}</b> ({escape(self.source)}, {_text(self.where)})"
        said = [f'<span style="color:{COLORS[v]}">{SIGNS[v]}</span> <b>{_text(v.value)}</b>' for v in self.verdicts]
        if self.readings:
            said = [f"{words}, read as {_text(reading)}" for words, reading in zip(said, self.readings)]
        verdict = f"{'; '.join(said)}. {_text(first)}"
        printed = f"“{self.words}”" if self.words else ""
        folded = [("Assumes", self.hypotheses), ("Printed", printed), (NOTES[self.verdict], self.correction),
                  ("Checked too", rest)]
        rows = "".join(_paragraph(f"<b>{name}.</b> {_text(text)}") for name, text in folded if text)
        names = ", ".join(name for name, text in zip(("hypotheses", "words", NOTES[self.verdict].lower(), "numbers"),
                                                     (text for _, text in folded)) if text)
        frame = (f"border-left:5px solid {color};margin:8px 0;padding:4px "
                 f"14px;max-width:820px;color:inherit;background:none")
        more = f'<details><summary>{names.capitalize()}</summary>{rows}</details>' if rows else ""
        shown = "".join(map(_paragraph, (head, _text(self.claim), verdict)))
        return f'<blockquote style="{frame}">{shown}{more}</blockquote>'

    def __repr__(self) -> str:
        said = (f"{self.title} ({self.source}, {self.where})", self.claim)
        return "\n".join([f"Statement({self.id}: {' / '.join(v.value for v in self.verdicts)})", *(textwrap.fill(
            text, 100, initial_indent="  ", subsequent_indent="  ", break_long_words=False,
            break_on_hyphens=False) for text in said)])

    def _evidence_parts(self) -> tuple[str, str]:
        """The first sentence of the evidence, which a card shows, and the others."""
        first, *rest = re.split(r"(?<=\.)\s+(?=[A-Z$])", self.evidence.summary, maxsplit=1)
        return first, "".join(rest)


def _text(text: str) -> str:
    """Escaped for HTML; a browser hands `&lt;` to the typesetter as `<`, so TeX survives."""
    return escape(text, quote=False)


def _paragraph(content: str) -> str:
    return f'<p style="margin:4px 0">{content}</p>'
