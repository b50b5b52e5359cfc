"""All numbered statements of the sources, from every room: a card by its id, and the index of them all.

`card("LN-T1")` gives a statement to show, `statements()` all of them, `index()` a table with verdict, page and check.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from importlib import import_module
from itertools import groupby

from . import SIDES, _validate
from .statement import COLORS, SIGNS, SOURCES, Statement, Verdict

HEAD = ("Statement", "In words", "Verdict", "Card on", "Check")


def _in_order_of_lectures() -> Iterator[Statement]:
    """A room is imported when its first statement is asked for: a card of lecture 1 loads lecture 1."""
    for side in SIDES:
        yield from import_module(f".{side}.statements", __package__).STATEMENTS


def statements() -> tuple[Statement, ...]:
    """All statements, by source, and within one in the order of the lectures."""
    return tuple(sorted(_in_order_of_lectures(), key=lambda s: list(SOURCES).index(s.source)))


def card(identifier: str) -> Statement:
    """The statement with this id, e.g. ``card("LN-T1")``, in capitals or not."""
    wanted = _validate.text("identifier", identifier).upper()
    for statement in _in_order_of_lectures():
        if statement.id == wanted:
            return statement
    raise ValueError(f"identifier must be an id that dplearn.statements.index() lists; got {identifier!r}")


def index() -> Table:
    """All statements as a table to show: where each stands, its verdict, the page with its card, its check."""
    return Table(statements())


class Table:
    """Rows of statements; HTML on a page, a line each in a terminal."""

    def __init__(self, statements: tuple[Statement, ...]):
        self.statements = statements

    def __repr__(self) -> str:
        return "\n".join(f"{s.id:18} {SIGNS[s.verdict]} {s.verdict.value:50} {s.page:40} {s.check.__name__}"
                         f"{_second(s)}" for s in self.statements)

    def _repr_html_(self) -> str:
        head = "".join(f'<th style="text-align:left">{name}</th>' for name in HEAD)
        parts = (_source(source, list(rows)) for source, rows in groupby(self.statements, lambda s: s.source))
        return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(parts)}</tbody></table>"


def _second(statement: Statement) -> str:
    """What holds where the words are read in another way."""
    return "".join(f" (or: {v.value})" for v in statement.verdicts[1:])


def _source(source: str, rows: list[Statement]) -> str:
    """A row that names the source and counts its verdicts, then its statements."""
    verdicts = [s.verdict for s in rows]
    counts = ", ".join(f"{SIGNS[v]} {verdicts.count(v)}" for v in Verdict if v in verdicts)
    head = f'<tr><th colspan="{len(HEAD)}" style="text-align:left">{escape(SOURCES[source])}: {counts}</th></tr>'
    return head + "".join(map(_row, rows))


def _row(s: Statement) -> str:
    said = (f'<span style="color:{COLORS[s.verdict]}">{SIGNS[s.verdict]}</span> {escape(s.verdict.value)}'
            f"{escape(_second(s))}")
    cells = (
        f"<b>{escape(s.id)}</b><br>{escape(s.where)}",
        escape(s.title),
        f"<b>{said}</b>" if s.verdict is Verdict.FALSE else said,
        f'<a href="{escape(s.page)}.ipynb">{escape(s.page.rpartition("/")[2])}</a>',
        f"<code>{escape(s.check.__name__)}</code>",
    )
    return "<tr>" + "".join(f'<td style="text-align:left">{cell}</td>' for cell in cells) + "</tr>"
