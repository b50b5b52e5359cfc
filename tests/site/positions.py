"""How many positions each slider of a made site has: python tests/site/positions.py SITE

A row for each slider of each page: how many of its positions are baked for the group of curves that has the fewest and
for the one that has the most, and at how many of them runs stand; then those with fewer than `FEWEST`."""

from __future__ import annotations

import base64
import json
import re
import sys
import zlib
from pathlib import Path
from statistics import median

FEWEST = 21
MOVED = {"epsilons": "ε", "etas": "η"}  # of the desk and of the racetrack


def described(script: str) -> dict:
    """The table that a script holds."""
    return json.loads(zlib.decompress(base64.b64decode(re.search(r'", "(.*)"\);', script)[1])))


def sliders(site: Path):
    """(page, table, slider, its values as text, baked positions of each group that it moves, of the runs) of each."""
    for path in sorted(site.rglob("*.html")):
        for name in dict.fromkeys(re.findall(r'data-(?:experiment|table)="(.+?)"', path.read_text(encoding="utf-8"))):
            table = described((site / "tables" / f"{name}.js").read_text(encoding="utf-8"))
            layout, page = table["layout"], path.relative_to(site).with_suffix("").as_posix()
            for key, symbol in MOVED.items():
                if key in layout:
                    yield page, name, symbol, layout[key], [len(layout[key])], []
            for control in layout.get("controls", ()):
                if not control.get("menu"):
                    moves = [[len(group["kept"][group["names"].index(control["name"])]) for group in groups
                              if group and control["name"] in group["names"]]
                             for groups in (table["curves"], [table.get("runs")])]
                    yield page, name, control["name"], control["texts"], *moves


def main(site: Path) -> None:
    """Print the rows, and the few."""
    counts = {}
    for page, table, name, texts, curves, runs in sliders(site):
        baked = f"{min(curves)} to {max(curves)}" if curves else "marker"
        print(f"{page:38} {table:24} {name:12} {len(texts):4}   baked {baked:12} runs {runs[0] if runs else '-'}")
        counts[f"{table}.{name}"] = len(texts)
    print(f"{len(counts)} sliders, {median(counts.values())} positions at the median; fewer than {FEWEST}:",
          *(f"{name} {count}" for name, count in counts.items() if count < FEWEST), sep="\n  ")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
