"""Lecture 8: which verdicts a source and a kind of verdict light, where they stand, and how many there are."""

import numpy as np
from living.case import Case

from dplearn.figures.errata import PLACES, SAID
from dplearn.statement import SIGNS
from dplearn.statements import statements

CARDS = {s.id: s for s in statements() if s.verdict in SAID}
KINDS = {f"{SIGNS[v]} {words}": v for v, words in SAID.items()}


def asked(card, verdict, only, judged):
    return only in ("all", card.source) and judged in ("all", verdict)


def marks(rows, only, judged, turn):
    """Every verdict of every card stands there once, those of a field side by side; one of the lit ones is told."""
    which = list(zip(rows["id"], rows["second"], rows["verdict"]))
    assert sorted((i, k, KINDS[v]) for i, k, v in which) == sorted(
        (s.id, k, v) for s in CARDS.values() for k, v in enumerate(s.verdicts))
    assert all(source == CARDS[i].source for i, source in zip(rows["id"], rows["source"]))
    lit = np.array([asked(CARDS[i], v, only, judged) for i, _, v in which])
    here, fields, places = np.zeros(len(lit)), {}, []
    if lit.any():
        here[np.flatnonzero(lit)[(turn - 1) % lit.sum()]] = 1
    for i, _, v in which:
        places.append(fields.get((CARDS[i].source, v), 0))
        fields[CARDS[i].source, v] = places[-1] + 1
    return {"lit": lit, "here": here, "column": np.array(places) % PLACES, "line": np.array(places) // PLACES}


def tally(rows, only, judged, turn):
    """How many cards have a verdict first, and how many in a second reading."""
    def count(words, second):
        return sum(s.verdicts[second:second + 1] == (KINDS[words],) and asked(s, words, only, judged)
                   for s in CARDS.values())

    assert set(rows["verdict"]) == set(KINDS)
    return {name: [count(words, k) for words in rows["verdict"]] for k, name in enumerate(("first", "other"))}


CASES = [[Case(("lit", "here", "column", "line"), marks), Case(("first", "other"), tally)]]
