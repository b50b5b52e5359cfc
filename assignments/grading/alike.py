"""Answers that are alike when names, numbers, texts and layout are taken away: pairs for a teacher to look at.

Fingerprints of GRAM tokens in a row (Schleimer, Wilkerson, Aiken, "Winnowing", SIGMOD 2003, with a window of one: all
are kept).  What was handed out does not count; the public solution is compared like a student's.  To be alike is no
verdict: short answers, and those that follow a lecture, look the same in honest hands.
"""

from __future__ import annotations

import io
import keyword
import tokenize
from itertools import combinations
from pathlib import Path

from .assignment import Assignment
from .batch import graded_questions
from .report import PAGES

GRAM, FEWEST, LIMIT = 10, 30, 0.5  # tokens; fingerprints without which nothing is said; share from which a pair is shown
PLAIN = {tokenize.NAME: "n", tokenize.NUMBER: "0", tokenize.STRING: "s"}
SILENT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING}
PUBLIC = "the public solution"


def prints(code: str) -> dict[tuple[str, ...], set[int]]:
    """The fingerprints of a code, each with the lines on which it stands; as far as its tokens can be told."""
    found, last = [], ""
    try:
        for token in tokenize.generate_tokens(io.StringIO(code).readline):
            if token.type in SILENT or token.type == tokenize.STRING and last in ("", ":"):  # what is said, not done
                continue
            own = token.type == tokenize.NAME and (keyword.iskeyword(token.string) or last == ".")
            last = token.string if own else PLAIN.get(token.type, token.string)
            found.append((last, token.start[0]))
    except (tokenize.TokenError, SyntaxError):  # of what follows there is nothing to be said
        pass
    made: dict[tuple[str, ...], set[int]] = {}
    for i in range(len(found) - GRAM + 1):
        words, lines = zip(*found[i:i + GRAM])
        made.setdefault(words, set()).update(lines)
    return made


def share(a: dict, b: dict) -> float:
    """Of the fewer fingerprints, the share that the other has too; 0 where there are too few to tell."""
    fewer = min(len(a), len(b))
    return len(a.keys() & b.keys()) / fewer if fewer >= FEWEST else 0.0


def pairs(codes: dict[str, str], given: str = "") -> list[tuple[float, str, str, list, list]]:
    """The pairs that are alike, by name, the most alike first: the share, both names, the numbers of the lines in
    each."""
    known = prints(given)
    held = {who: {k: lines for k, lines in prints(code).items() if k not in known} for who, code in codes.items()}
    found = []
    for a, b in combinations(held, 2):
        if (alike := share(held[a], held[b])) >= LIMIT:
            both = held[a].keys() & held[b].keys()
            found.append((alike, a, b, *({n for k in both for n in held[who][k]} for who in (a, b))))
    return sorted(found, key=lambda pair: -pair[0])


def write(assignment: Assignment, graded: list, out: Path) -> int:
    """OUT/alike.html with the pairs of each question; how many."""
    given = "\n".join(c.source for c in assignment.release.cells if c.cell_type == "code")
    tables = {}
    for question in graded_questions(assignment):
        codes = {one.who: one.answers.get(question.id, "") for one in graded if one.handed_in}
        codes[PUBLIC] = assignment.solution(question.id)
        tables[question.id] = [(alike, *((who, list(enumerate(codes[who].split("\n"), 1)), lines)
                                         for who, lines in ((a, first), (b, second))))
                               for alike, a, b, first, second in pairs(codes, given)]
    (out / "alike.html").write_text(PAGES.get_template("alike.html").render(
        assignment=assignment, tables=tables, limit=LIMIT), encoding="utf-8")
    return sum(map(len, tables.values()))
