"""Answers that are alike when names, numbers, texts and layout are taken away: for a teacher to look at.

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
from .notebook import MOST_TEXT
from .report import PAGES

# Tokens; fingerprints without which nothing is said; share from which a pair is shown.
GRAM, FEWEST, LIMIT = 10, 30, 0.5
SILENT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING}


def prints(code: str) -> dict[tuple[str, ...], set[int]]:
    """The fingerprints of a code, each with the lines on which it stands; as far as its tokens can be told."""
    found, last = [], ""
    try:
        for token in tokenize.generate_tokens(io.StringIO(code).readline):
            if token.type in SILENT or token.type == tokenize.STRING and last in ("", ":"):  # what is said, not done
                continue
            own = token.type == tokenize.OP or last == "." or keyword.iskeyword(token.string)
            last = token.string if own else tokenize.tok_name[token.type]
            found.append((last, token.start[0]))
    except (tokenize.TokenError, SyntaxError):  # of what follows there is nothing to be said
        pass
    made: dict[tuple[str, ...], set[int]] = {}
    for i in range(len(found) - GRAM + 1):
        words, lines = zip(*found[i:i + GRAM])
        made.setdefault(words, set()).update(lines)
    return made


def groups(codes: dict[str, str], given: str = "") -> list[tuple[float, dict[str, set[int]]]]:
    """The answers that are alike, one group of all whom pairs join, the most alike first: of its closest pair the share
    of the fewer fingerprints that the other has too, and by name the lines (numbers) where what is shared stands."""
    known, found = prints(given), []
    held = {who: {k: lines for k, lines in prints(code).items() if k not in known} for who, code in codes.items()}
    shared: dict[str, set[int]] = {who: set() for who in held}
    for pair in combinations(held, 2):
        fewer, both = min(len(held[who]) for who in pair), set.intersection(*(set(held[who]) for who in pair))
        if fewer >= FEWEST and len(both) >= LIMIT * fewer:
            for who in pair:
                shared[who].update(*(held[who][k] for k in both))
            joined = [group for group in found if group[1] & set(pair)]
            found = [group for group in found if group not in joined]
            found.append((max([len(both) / fewer, *(share for share, _ in joined)]),
                          set(pair).union(*(names for _, names in joined))))
    return [(share, {who: shared[who] for who in held if who in names})
            for share, names in sorted(found, key=lambda group: -group[0])]


def write(assignment: Assignment, graded: list, out: Path) -> None:
    """OUT/alike.html with the groups of each question; of a huge answer its beginning."""
    given = "\n".join(c.source for c in assignment.release.cells if c.cell_type == "code")
    tables = {}
    for question in graded_questions(assignment):
        codes = {"The public solution": assignment.solution(question.id)} | {
            one.who: one.answers.get(question.id, "")[:MOST_TEXT] for one in graded if one.handed_in}
        tables[question.id] = codes, groups(codes, given)
    (out / "alike.html").write_text(PAGES.get_template("alike.html").render(
        assignment=assignment, tables=tables, limit=LIMIT, most=MOST_TEXT), encoding="utf-8")
