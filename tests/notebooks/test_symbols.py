"""One letter, one meaning: within a page's table of symbols, and from lecture to lecture unless the table says so."""

import re

import pytest
from pages import pages, source

LECTURES = [p for p in pages() if not p.is_companion]


def symbols(page) -> dict[str, str]:
    """Symbol -> what it is, of the page's table: its name in code, or its meaning where it has none."""
    text = next(source(c) for _, c in page.cells("markdown") if re.match(r"\s*## Appendix: symbols", source(c)))
    found = {}
    for row in re.findall(r"^\| *(?!symbol|-)(.+?) *\|$", text, re.M):
        symbol, code, meaning = [cell.strip() for cell in re.split(r"(?<!\\) *\| *", row)][:3]
        letters = [m.strip("$") for m in re.findall(r"\$[^$]+\$|[^\s$,;:()]+(?=$|,)", symbol.partition("(")[0])]
        names = re.findall(r"`([^`]+)`", code)
        what = names if len(names) == len(letters) else [code.replace("`", "") or meaning] * len(letters)
        for letter, name in zip(letters, what):
            assert letter not in found, f"{letter} stands in two rows"
            found[letter] = name
    return found


def note(page, letter: str) -> bool:
    """Whether the row of a letter, or the lines below the table, name the lecture where it was something else."""
    text = next(source(c) for _, c in page.cells("markdown") if re.match(r"\s*## Appendix: symbols", source(c)))
    said = [line for line in text.splitlines() if f"${letter}$" in line or f"| {letter} |" in line]
    return any(re.search(r"\b[Ll]ectures? \d", line) for line in said)


@pytest.mark.parametrize("page", LECTURES, ids=lambda p: p.name)
def test_a_symbol_that_has_changed_says_so(page):
    earlier = {}
    for before in LECTURES[:LECTURES.index(page)]:
        earlier |= symbols(before)
    changed = {s: (earlier[s], name) for s, name in symbols(page).items() if s in earlier and earlier[s] != name}
    assert {s: names for s, names in changed.items() if not note(page, s)} == {}
