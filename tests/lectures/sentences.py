"""Sentences of all pages, drawn with a seed, for somebody who derives each of them again.

python tests/lectures/sentences.py [HOW_MANY] [SEED]      prints page, cell, sentence, separated by tabs
"""

import random
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from pages import pages, source  # noqa: E402

ENDS = re.compile(r"(?<=[.!?])\s+(?=[A-Z$*\"(\[])|\n\s*\n|\n\s*(?:[-*|#]|\d+\.)\s")
HOLLOW = re.compile(r"^(?:\*?Try\*?|\*\*Predict|Symbols stand|Next:|Previous|Builds on|#|\||\[|!)|\?\W*$")


def cells(page):
    """(cell, text) of what a reader reads: prose, and of outputs the cards and the words of pictures."""
    for i, cell in enumerate(page.notebook["cells"]):
        if cell["cell_type"] == "markdown":
            yield i, re.sub(r"```.*?```", " ", source(cell), flags=re.S)
        for output in cell.get("outputs", []):
            data = {k: "".join(v) if isinstance(v, list) else v for k, v in output.get("data", {}).items()}
            text, shown = data.get("text/plain", ""), output.get("metadata", {}).get("image/png", {})
            if "Statement(" in text:
                yield i, re.sub(r"<[^>]+>", " ", data["text/html"].replace("</p>", "\n\n"))
            elif "alt" in shown:
                yield i, shown["alt"]


def sentences() -> list[tuple[str, int, str]]:
    """Every sentence with something to be true about it: five words at least, no question, no link line."""
    found = [(page.name, i, " ".join(piece.split()))
             for page in pages() for i, text in cells(page) for piece in ENDS.split(text)]
    return [(p, i, s) for p, i, s in found if len(s.split()) >= 5 and not HOLLOW.search(s)]


if __name__ == "__main__":
    many, seed = map(int, sys.argv[1:] + ["120", "26"][len(sys.argv) - 1:])
    for row in sorted(random.Random(seed).sample(sentences(), many)):
        print(*row, sep="\t")
