"""Lecture 8: a claim that fails, and which verdicts stand there for a source, and where."""

import numpy as np

from dplearn.figures.errata import SAID, WIDE
from dplearn.statement import SIGNS
from dplearn.statements import statements

CARDS = [s for s in statements() if s.verdict in SAID]


def averages(rows, who):
    """By the steps themselves: the places where four records find the point, and their average."""
    means = {}
    for push in (1, -1):
        w, found = 0.0, []
        for record in (1, 2, 3, 4):
            found.append(w)
            w = np.clip(w + (record == who) * push / 2, -1, 1)
        means[push] = found
    return {"w": [means[push][t] for push, t in zip(rows["push"], rows["t"])],
            "average": [np.mean(means[push]) for push in rows["push"]]}


def apart(rows, who):
    assert rows["said"] == [f"The averages (lines) are {(4 - who) / 4:.2f} apart."]
    return {"half": [(4 - who) / 8]}


def dots(rows, only):
    """Every card of the source once beside its verdict, in rows about its middle, with the number of the verdict's."""
    which = [*zip(rows["source"], rows["verdict"], rows["card"])]
    assert sorted(which) == sorted((s.source, f"{SIGNS[s.verdict]} {SAID[s.verdict]}", f"{s.page}.ipynb#{s.id}")
                                   for s in CARDS if only in ("all", s.source))
    place = np.array([sum(other[1] == verdict for other in which[:i]) for i, (_, verdict, _) in enumerate(which)])
    number = np.array([sum(other[1] == verdict for other in which) for _, verdict, _ in which])
    return {"number": number, "across": place % WIDE, "down": place // WIDE - (number - 1) // WIDE / 2}


CASES = [[(averages, "name", "w", "average"), (apart, "half", "said")], [(dots, "across", "down")]]
