"""The index of the statements as a page shows it: one row each, with verdict, page and check."""

from __future__ import annotations

from html import escape

from .base import COLORS, SIGNS, Statement

HEAD = ("Statement", "In words", "Verdict", "Card on", "Check")


class Table:
    """Rows of statements; HTML on a page, a line each in a terminal."""

    def __init__(self, statements: tuple[Statement, ...]):
        self.statements = statements

    def __repr__(self) -> str:
        return "\n".join(f"{s.id:18} {SIGNS[s.verdict]} {s.verdict.value:50} {s.page:40} {_check(s)}" for s in self.statements)

    def _repr_html_(self) -> str:
        head = "".join(f'<th style="text-align:left">{name}</th>' for name in HEAD)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(map(_row, self.statements))}</tbody></table>"


def _check(statement: Statement) -> str:
    """Where the check stands: file and function."""
    return f"{statement.check.__module__.rpartition('.')[2]}.{statement.check.__name__}"


def _row(s: Statement) -> str:
    cells = (
        f"<b>{escape(s.id)}</b><br>{escape(s.where)}",
        escape(s.title),
        f'<span style="color:{COLORS[s.verdict]}">{SIGNS[s.verdict]}</span> {escape(s.verdict.value)}',
        f'<a href="{escape(s.page)}.ipynb">{escape(s.page.rpartition("/")[2])}</a>',
        f"<code>{escape(_check(s))}</code>",
    )
    return "<tr>" + "".join(f'<td style="text-align:left">{cell}</td>' for cell in cells) + "</tr>"
