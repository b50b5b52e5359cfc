"""The web site from a disk: until a page's first picture and its first live explorer, and from a key to a frame.

usage: python tests/benchmarks/site_pages.py [PAGE ...] [--site site] [--loads 10] [--presses 20]

PAGE is a path in the site without ".html"; without one, the heaviest that have explorers.  `make site` comes first.
Chromium is headless, each load in a window that has seen nothing.  Columns, in ms, p50 / p95:

* paint: from the call for the page to the first frame with words or a picture in it; budget 1 s;
* live: from there to the frame with the curves of the page's first explorer, to which the window scrolls at once (where
  it asks for a prediction, with its axes);
* press: from a slider's `input` event until the frame with the new curves is drawn (the task after it), over all
  explorers of the page; budget 20 ms for the half, 50 ms for 95 of 100.  It holds a wait for the next frame: up to
  16.7 ms where a screen has 60 a second, 8 at the half;
* script: the part of it in which the page's own scripts run, before that wait.

With --bytes no browser is asked: what each page loads before Python, the heaviest first, in MB: at once (its words,
style, scripts), and in all once somebody has seen every figure of it and written into an exercise; budget 3 MB.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "browser"))

import lab  # noqa: E402
from latency import plan, press, quantiles  # noqa: E402

PAINT_BUDGET, PRESS_BUDGETS = 1000, (20, 50)  # ms; presses: of the half, of 95 of 100
HEAVIEST, MOST = 6, 3e6
SLIDERS = 'input[type="range"]:not([max="0"])'

# Scrolls to the first explorer as soon as there is one, and notes when it is painted, or asks.
ARRIVE = """
requestAnimationFrame(function look() {
  if (document.querySelector(".dplearn.asking")) setTimeout(() => { globalThis.live ??= performance.now(); });
  else if (!globalThis.live) requestAnimationFrame(look);
});
addEventListener("DOMContentLoaded", () => document.querySelector("figure.explorer").scrollIntoView());
addEventListener("dplearn:painted", () => { globalThis.live ??= performance.now(); }, true);
"""
# What `latency.press` reads: when the event came, when the frame that answers it had been drawn, and, in the place of
# runs, when the page's scripts had done their part.
WATCH = """(root) => {
  root.addEventListener("input", () => { window.seen = { input: performance.now(), curves: null, runs: null }; }, true);
  document.addEventListener("input", () => { window.seen.runs = performance.now(); });
  root.addEventListener("dplearn:painted", (e) => {
    if (e.detail.kind === "picture") setTimeout(() => { window.seen.curves ??= performance.now(); });
  });
  window.seen = {};
}"""
PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


def heaviest(site: Path) -> list[Path]:
    """The pages with explorers that hold the most."""
    pages = [p for p in site.rglob("*.html") if 'data-experiment="' in p.read_text(encoding="utf-8")]
    return sorted(pages, key=lambda p: -p.stat().st_size)[:HEAVIEST]


def weight(site: Path, path: Path) -> tuple[int, int]:
    """The bytes that a page loads at once, and in all but for the search."""
    text, name = path.read_text(encoding="utf-8"), path.relative_to(site).with_suffix("")
    loaded = {kind: {(path.parent / href).resolve() for href in re.findall(f'{kind}="([^"]+)"', text)} for kind in (
        '<link rel="stylesheet" href', "<script defer src", "<img src")}
    pictures = loaded.pop("<img src")
    later = {site / "tables" / f"{table}.js" for table in re.findall(r'data-(?:experiment|table)="(.+?)"', text)}
    later |= {site / "static" / "vega.js"} if 'class="living"' in text else set()
    later |= {site / "exercises" / f"{name}.js", site / "static" / "codemirror.js"} if "data-answer" in text else set()
    first = {path}.union(*loaded.values())
    return tuple(sum(file.stat().st_size for file in files) for files in (first, first | pictures | later))


def load(browser, path: Path) -> tuple[float, float]:
    """Milliseconds to the first paint, and to the first live explorer, in a window that has seen nothing."""
    with lab.Watched(browser) as window:
        window.page.add_init_script(ARRIVE)
        window.page.goto(path.as_uri())
        window.page.wait_for_function(f"() => globalThis.live && ({PAINTED})()")
        return window.page.evaluate(PAINTED), window.page.evaluate("live")


def presses(browser, path: Path, count: int) -> tuple[list[float], list[float]]:
    """Milliseconds from key to frame, and of scripts, so many for each explorer of the page, on its first slider."""
    found, scripts = [], []
    with lab.Watched(browser) as window:
        window.page.goto(path.as_uri())
        for figure in window.page.locator("figure.explorer").all():
            figure.scroll_into_view_if_needed()
            lab.until(figure, "f => f.querySelector('.dplearn[data-ready=true]')")
            lab.skip(figure)
            lab.until(figure, "f => f.querySelector('.dplearn[aria-busy=false]')")
            figure.locator(".dplearn").evaluate(WATCH)
            slider = figure.locator(SLIDERS).first
            place = int(slider.input_value()), int(slider.get_attribute("max")) + 1
            press(window.page, slider, plan(*place, 2), False)  # warm up, and back to the same place
            for times, more in zip((found, scripts), press(window.page, slider, plan(*place, count), True)):
                times += more
    return found, scripts


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pages", nargs="*")
    parser.add_argument("--site", type=Path, default=lab.ROOT / "site")
    parser.add_argument("--loads", type=int, default=10)
    parser.add_argument("--presses", type=int, default=20)
    parser.add_argument("--bytes", action="store_true")
    options = parser.parse_args()
    site = options.site.resolve()
    if not (site / "tables").is_dir():
        parser.error(f"--site must be a folder that `make site` has filled, not {site}")
    if options.bytes:
        found = sorted(((*weight(site, path), path.relative_to(site)) for path in site.rglob("*.html")),
                       key=lambda row: -row[1])
        for first, whole, name in found:
            print(f"{name!s:43} {first / 1e6:5.2f} {whole / 1e6:5.2f}{' over' * (whole > MOST)}")
        sys.exit(found[0][1] > MOST)
    print(f"{options.loads} loads a page, {options.presses} presses an explorer; {os.cpu_count()} cores; ms, p50 / p95")
    print(f"{'page':43} {'KB':>5} {'paint':>11} {'live':>11} {'press':>11} {'script':>11}  {'load':>4}")
    over = []
    with lab.chromium() as browser:
        for path in [site / f"{name}.html" for name in options.pages] or heaviest(site):
            paint, live = zip(*(load(browser, path) for _ in range(options.loads)))
            pressed, scripts = presses(browser, path, options.presses)
            name = str(path.relative_to(site))
            print(f"{name:43} {path.stat().st_size / 1e3:5.0f} {quantiles(paint):>11} {quantiles(live):>11} "
                  f"{quantiles(pressed):>11} {quantiles(scripts):>11}  {os.getloadavg()[0]:4.1f}", flush=True)
            if np.quantile(paint, 0.95, method="higher") > PAINT_BUDGET:
                over.append(f"{name}: first paint over {PAINT_BUDGET} ms")
            if (np.quantile(pressed, (0.5, 0.95), method="higher") > PRESS_BUDGETS).any():
                over.append(f"{name}: presses over {PRESS_BUDGETS[0]} / {PRESS_BUDGETS[1]} ms")
    print("\n".join(["over budget:", *over]) if over
          else f"all within {PAINT_BUDGET} ms (first paint) and {PRESS_BUDGETS[0]} / {PRESS_BUDGETS[1]} ms (presses)")


if __name__ == "__main__":
    main()
