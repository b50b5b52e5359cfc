"""How much there is to read: code tokens (comments, docstrings and blank lines not counted) and lines.

python tools/count_code.py [--rooms]      (any Python >= 3.11)
"""

import argparse
import io
import tokenize
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOST = {"dplearn": 140_000, "tests": 165_000, "assignments": 42_000, "tools": 15_000}  # what we aim at
MOST_TOP, MOST_SCRIPT = 95_000, 1_200  # of dplearn without what companions add in `deeper`; lines of its scripts
LIBRARIES = {"codemirror.js", "minisearch.js"}
SILENT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING,
          tokenize.ENDMARKER}


def tokens(text: str) -> int:
    """Code tokens of a module; an f-string is one, as it was before Python 3.12, and a string that begins a statement,
    as docstrings do, none."""
    count, depth, begins = 0, 0, True
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        name = tokenize.tok_name[token.type]
        depth -= name == "FSTRING_END"
        if depth == 0 and name != "FSTRING_END" and token.type not in SILENT:
            count += not (begins and token.type == tokenize.STRING)
            begins = False
        begins = begins or token.type == tokenize.NEWLINE
        depth += name == "FSTRING_START"
    return count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rooms", action="store_true", help="a row for each folder and module below")
    options = parser.parse_args()
    for folder, most in MOST.items():
        paths = sorted((ROOT / folder).rglob("*.py"))
        found, lines = Counter(), 0
        for path in paths:
            text = path.read_text(encoding="utf-8")
            parts = path.relative_to(ROOT / folder).parts
            found[parts[0] + " deeper" * ("deeper" in parts)] += tokens(text)
            lines += len(text.splitlines())
        print(f"{folder}: {sum(found.values()):,} code tokens (at most {most:,}), {lines:,} lines in {len(paths)} "
              "modules")
        if folder == "dplearn":
            top = sum(count for name, count in found.items() if not name.endswith(" deeper"))
            print(f"  {top:8,}  without deeper (at most {MOST_TOP:,})")
        scripts = [p for p in (ROOT / folder).rglob("*.js") if p.name not in LIBRARIES]
        if scripts:
            lines = sum(len(p.read_text(encoding="utf-8").splitlines()) for p in scripts)
            most = f" (at most {MOST_SCRIPT:,})" if folder == "dplearn" else ""
            print(f"  {lines:8,}  lines of JavaScript{most}, libraries left out")
        if options.rooms:
            for name, count in found.most_common():
                print(f"  {count:8,}  {name}")


if __name__ == "__main__":
    main()
