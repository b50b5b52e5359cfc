"""Lecture 8: which verdicts stand there for a source, and where."""

from dplearn.figures.errata import SAID
from dplearn.statement import SIGNS
from dplearn.statements import statements

CARDS = [s for s in statements() if s.verdict in SAID]


def marks(rows, only):
    """Every verdict of every card of the source stands there once, those of one row side by side."""
    which = [*zip(rows["source"], rows["verdict"], rows["second"])]
    assert sorted(which) == sorted((s.source, f"{SIGNS[v]} {SAID[v]}", k) for s in CARDS
                                   for k, v in enumerate(s.verdicts) if only in ("all", s.source))
    return {"place": [sum(other[1] == verdict for other in which[:i + 1]) for i, (_, verdict, _) in enumerate(which)]}


CASES = [[(marks, "place")]]
