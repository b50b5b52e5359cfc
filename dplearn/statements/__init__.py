"""The numbered statements of the sources: one file a source, one `Statement` a claim.

`card("LN-T1")` gives a statement to show, `statements()` all of them in the order in which the sources make
them, `index()` a table of them with verdict, page and check.
"""

from __future__ import annotations

from .base import SOURCES, Evidence, Statement, Verdict
from .table import Table

__all__ = ["SOURCES", "Evidence", "Statement", "Verdict", "card", "index", "statements"]


def statements() -> tuple[Statement, ...]:
    """All statements, by source and in the order in which the source makes them."""
    from . import df18, dr14, ln, n17, u17  # the sources' files import this package's base
    return (*ln.STATEMENTS, *n17.STATEMENTS, *dr14.STATEMENTS, *u17.STATEMENTS, *df18.STATEMENTS)


def card(identifier: str) -> Statement:
    """The statement with this id, e.g. ``card("LN-T1")``; ValueError lists the known ids."""
    known = {s.id: s for s in statements()}
    if not isinstance(identifier, str) or identifier not in known:
        raise ValueError(f"identifier must be one of {', '.join(known)}; got {identifier!r}")
    return known[identifier]


def index() -> Table:
    """All statements as a table to show: where each stands, its verdict, the page with its card, its check."""
    return Table(statements())
