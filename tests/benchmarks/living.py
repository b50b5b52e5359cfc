"""From a key press to the painted frame, for every living picture of the course.

usage: python tests/benchmarks/living.py [PAGE ...] [--presses 40]

Each chart as its page saves it, drawn by the site's Vega in headless Chromium: real key presses on its first slider.
Columns: from the slider's `input` event to the frame that shows the change, p50 and p95 in ms; frames with changes a
second while a key arrives each 20 ms; kB of the chart.  The first row is the floor: one point that a slider moves.  A
row is to be read beside it: the budget is 10 ms more, and 20 frames a second.  Before it, what altair costs where the
first chart of a kernel is made, beside `import scipy.stats` and altair's plain import, each in a fresh process.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from contextlib import closing
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(HERE.parent), str(HERE / "browser"), str(HERE)]

import lab  # noqa: E402
import test_living as living  # noqa: E402
from latency import drag, plan, press, quantiles  # noqa: E402

from dplearn.figures.vegalite import Living, altair, rows, slider  # noqa: E402
from tools.site import assets  # noqa: E402

DRAW = """async (spec) => {
  document.body.replaceChildren();
  const place = document.body.appendChild(document.createElement("div"));
  window.seen = { input: null, curves: null, paints: 0 };
  await vegaEmbed(place, spec, { actions: false, renderer: "svg" });
  place.addEventListener("input", () => { window.seen.input = performance.now(); window.seen.curves = null; }, true);
  let waiting = false;
  new MutationObserver(() => {
    if (!waiting) requestAnimationFrame(() => {
      waiting = false; window.seen.paints += 1; window.seen.curves ??= performance.now();
    });
    waiting = true;
  }).observe(place.querySelector("svg"), { subtree: true, attributes: true, childList: true, characterData: true });
}"""


IMPORTS = {"import scipy.stats": "import scipy.stats", "import altair": "import altair",
           "figures.vegalite.altair()": "from dplearn.figures.vegalite import altair; begun = clock(); altair()"}


def seconds(statement: str) -> float:
    """The least of five, each in a process of its own."""
    code = f"from time import perf_counter as clock; begun = clock(); {statement}; print(clock() - begun)"
    run = [sys.executable, "-c", code]
    return min(float(subprocess.run(run, stdout=subprocess.PIPE, text=True, check=True, cwd=HERE.parent).stdout)
               for _ in range(5))


def floor() -> dict:
    """One point, as high as its slider."""
    alt = altair()
    chart = alt.Chart(rows(x=0.0)).transform_calculate(y="datum.x + height_").mark_point().encode(
        alt.Y("y:Q", scale=alt.Scale(domain=[0, 100]))).add_params(slider("height_", 0, 100, 50, 1, "height"))
    return Living(chart, "A point that a slider moves up and down").spec


def measured(page, spec: dict, presses: int) -> tuple[list[float], float]:
    """Milliseconds from key to frame, and frames a second of a drag."""
    page.evaluate(DRAW, spec)
    control = page.locator(".vega-bind input[type=range]").first
    low, high, step = (float(control.get_attribute(name)) for name in ("min", "max", "step"))
    keys = plan(round((float(control.input_value()) - low) / step), round((high - low) / step) + 1, presses)
    return press(page, control, keys, False)[0], drag(page, control, keys)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pages", nargs="*", help="as 03-experts-horse-racing; all where left out")
    parser.add_argument("--presses", type=int, default=40)
    asked = parser.parse_args()
    charts = {"floor": floor()} | {f"{page} {i + 1}": spec for page in asked.pages or living.LIVING
                                   for i, spec in enumerate(living.saved(page))}
    for name, statement in IMPORTS.items():
        print(f"{name:34} {seconds(statement):.2f} s")
    print(f"{'chart':34} {'p50 / p95, ms':>13} {'frames/s':>9} {'kB':>5}")
    with lab.chromium() as browser, closing(lab.Watched(browser)) as window:
        window.page.set_content("<!doctype html><title>charts</title><body></body>")
        window.page.add_script_tag(content=assets.vega())
        for name, spec in charts.items():
            times, frames = measured(window.page, spec, asked.presses)
            print(f"{name:34} {quantiles(times):>13} {frames:9.0f} {len(json.dumps(spec)) / 1e3:5.0f}", flush=True)


if __name__ == "__main__":
    main()
