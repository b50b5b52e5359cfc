"""How near the readings of a made site come between the settings of its tables: python tests/site/readings.py SITE

Each explorer at 50 random settings of all its sliders against Python: how many readings are exact, interpolated (≈) or
those of the nearest setting, and the largest relative error of the interpolated ones but for their rounding."""

from __future__ import annotations

import functools
import re
import sys
from pathlib import Path

import numpy as np

from dplearn.experiment import Choice, Experiment, number_text

SETTINGS = 50
AT = """(places) => {
  const root = document.querySelector(".dplearn"), inputs = [...root.querySelectorAll(":is(input, select)[data-name]")];
  return places.map((shares) => {
    inputs.forEach((input, i) => {
      const last = input.options ? input.options.length - 1 : Number(input.max), at = Math.round(shares[i] * last);
      input.value = input.options ? input.options[at].value : at;
    });
    inputs[0].dispatchEvent(new Event("input", { bubbles: true }));
    return [root.setting(), [...root.querySelectorAll("tr .value")].map((cell) => cell.textContent)];
  });
}"""


def elsewhere(e: Experiment, words: str) -> dict:
    """The parameters that a reading names: "α = 0.1, d = 5"."""
    symbols = {p.symbol: p for p in e.parameters if not isinstance(p, Choice)}
    said = {symbols[s]: float(t.replace(",", "")) for s, t in re.findall(r"(\S+) = ([\d.,e+-]*\d)", words)}
    return {p.name: p.check(int(value) if p.integer else value) for p, value in said.items()}


def compared(window, e: Experiment):
    """(kind, reading, truth) of each curve of the explorer that is open, at random settings of all its sliders."""
    places = np.random.default_rng(11).random((SETTINGS, len(e.parameters))).tolist()
    at = functools.cache(lambda *setting: e.at(**dict(setting)))
    for shown, rows in window.page.evaluate(AT, places):
        setting = {p.name: p.check(shown[p.name] if isinstance(p, Choice) else
                                   int(shown[p.name]) if p.integer else float(shown[p.name])) for p in e.parameters}
        for series, text in zip(e.series, rows):
            value, _, there = text.removesuffix(", beyond the axes").partition(" at ")
            kind = "≈" if value.startswith("≈") else "nearest" if there else "exact"
            if value not in ("", "beyond the axes", "not drawn here"):
                yield kind, value.removeprefix("≈ "), at(*(setting | elsewhere(e, there)).items())[series.key]


def off(reading: str, truth: float) -> float:
    """The relative error of a reading of two digits, but for their rounding."""
    value = float(reading.replace(",", ""))
    rounded = 0.5 * 10 ** (np.floor(np.log10(abs(value))) - 1) if value else 0.0
    return max(0.0, abs(value - truth) - rounded) / (abs(truth) or 1.0)


def agrees(reading: str, truth: float) -> bool:
    """Whether an exact reading is Python's."""
    return reading == ("does not apply" if np.isnan(truth) else number_text(truth))
def main(site: Path) -> None:
    """Print a row an explorer."""
    import tempfile

    import lab
    import small

    from dplearn import experiments

    with lab.chromium() as browser, lab.Watched(browser, 1000, 1200) as window, tempfile.TemporaryDirectory() as folder:
        for name, e in experiments.ALL.items():
            table = site / "tables" / f"{name}.js"
            if not table.exists() or not isinstance(e.x, str):
                continue
            small.open_figure(window, Path(folder), f'class="explorer" data-experiment="{name}"', {},
                              {name: table.read_text(encoding="utf-8")})
            found = list(compared(window, e))
            kinds = [kind for kind, *_ in found]
            wrong = [row for row in found if row[0] != "≈" and not agrees(*row[1:])]
            worst = max([off(*row[1:]) for row in found if row[0] == "≈"], default=0.0)
            counts = "  ".join(f"{kind} {kinds.count(kind):3}" for kind in ("exact", "≈", "nearest"))
            print(f"{name:24} {counts}  largest error of ≈ {worst:.3f}  wrong {wrong[:2]}", flush=True)


if __name__ == "__main__":
    HERE = Path(__file__).resolve()
    sys.path[:0] = map(str, (HERE.parents[2], HERE.parent, HERE.parents[1] / "browser"))
    main(Path(sys.argv[1]))
