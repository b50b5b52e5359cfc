"""A statement card: what a source claims, under which hypotheses, what is true of it, and a check that runs.

A `Statement` is written once and used twice: a lecture shows it as a card, the tests run its check.
The check computes; it returns `Evidence`, one line of numbers that a reader can compare with the
claim, and raises AssertionError where the verdict does not hold.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from html import escape

from .. import _validate

SOURCES = {
    "LN": "Lecture notes on private learning and experts (LN)",
    "N17": "K. Nissim, Private Learning, slides, Bar-Ilan Winter School 2017 (N17)",
    "DR14": "C. Dwork and A. Roth, The Algorithmic Foundations of Differential Privacy, 2014, chapter 11 (DR14)",
    "U17": "J. Ullman, Private Multiplicative Weights, slides 2017 (U17)",
    "DF18": "C. Dwork and V. Feldman, Privacy-preserving Prediction, 2018 (DF18)",
}


class Verdict(Enum):
    """What is true of a statement as its source prints it."""

    HOLDS = "holds as printed"
    TYPO = "holds after correcting a slip of the pen"
    FALSE = "false as printed"
    ASYMPTOTIC = "holds up to constants; an explicit form is given"
    GAP = "true, but the printed proof does not show it"


COLORS = {Verdict.HOLDS: "#009E73", Verdict.TYPO: "#E69F00", Verdict.FALSE: "#D55E00", Verdict.ASYMPTOTIC: "#0072B2", Verdict.GAP: "#CC79A7"}


@dataclass(frozen=True)
class Evidence:
    """What a check computed: one sentence with its numbers, and the numbers by name."""

    summary: str
    values: dict = field(default_factory=dict)


@dataclass(frozen=True)
class Statement:
    """A numbered statement of a source.

    `where` is its place in the source ("Theorem 1"), `claim` the statement in our words with its
    formula as printed (TeX between dollars), `hypotheses` all that it assumes, `correction` the
    corrected or sharpened form and why (empty where the printed one stands), `check` a function
    without arguments that returns `Evidence` or raises AssertionError.
    """

    id: str
    source: str
    where: str
    title: str
    hypotheses: str
    claim: str
    verdict: Verdict
    check: Callable[[], Evidence] = field(compare=False)
    correction: str = ""
    lecture: int = 0

    def __post_init__(self):
        _validate.choice("source", self.source, SOURCES)
        if not isinstance(self.verdict, Verdict):
            raise ValueError(f"verdict must be a Verdict; got {self.verdict!r}")

    def _repr_html_(self) -> str:
        return self._rows(self._html_row, f"<div style='border-left:5px solid {COLORS[self.verdict]};padding:6px 14px;margin:8px 0;max-width:820px'>"
                          f"<div><b>{escape(self.title)}</b> <span style='color:#666'>({escape(self.source)}, {escape(self.where)})</span></div>{{}}</div>")

    def _repr_markdown_(self) -> str:
        return self._rows(lambda name, text: f"\n\n**{name}.** {text}", f"**{self.title}** ({self.source}, {self.where}){{}}")

    def __repr__(self) -> str:
        return f"Statement({self.id}: {self.verdict.value})"

    def _rows(self, row: Callable, frame: str) -> str:
        rows = [("Assumes", self.hypotheses), ("Claims", self.claim), ("Verdict", self.verdict.value)]
        rows += [("Correct or sharper", self.correction)] if self.correction else []
        rows.append(("Checked here", self.check().summary))
        return frame.replace("{}", "".join(row(name, text) for name, text in rows))

    def _html_row(self, name: str, text: str) -> str:
        color = COLORS[self.verdict] if name == "Verdict" else "inherit"
        return f"<div style='margin:3px 0'><span style='color:#666'>{name}:</span> <span style='color:{color}'>{escape(text, quote=False)}</span></div>"
