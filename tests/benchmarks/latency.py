"""From a key press to the painted frame, for every explorer of the course.

usage: python tests/benchmarks/latency.py [EXPERIMENT ...] [--presses 40]

For each experiment at its defaults and at its costliest corner (every slider at the end, every menu at the entry
that takes longest by itself): real key presses on a slider, in JupyterLab in headless Chromium, with server, kernel and
browser on this machine.  Columns:

* curves: from the slider's `input` event to the frame that shows the new curves (the animation frame in which
  they are written), p50 and p95 in ms; the budget is a p95 of 50 ms;
* runs: from the same event to the frame that shows the first simulated picture of the new setting; budget 100 ms.

Explorers forget their runs here (one setting is kept), so that no press is answered from memory.

The first rows are the floor: one line through two points, which costs the kernel nothing.  What they take, the
network, the browser and this machine at this hour take; a row is to be read beside them.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import timeit
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "browser"))

import demo_course  # noqa: E402
import lab  # noqa: E402

from dplearn import experiments  # noqa: E402
from dplearn.experiment import Choice, Experiment  # noqa: E402

CURVES_BUDGET, RUNS_BUDGET = 50, 100  # ms, 95th percentiles
PRESSES = 40
PAUSE = 100  # ms between an answer and the next key; runs are still being drawn then

# Collects, inside the page, when an input event came and when the frames that answer it were painted.
WATCH = """(root) => {
  window.seen = {input: null, curves: null, runs: null};
  root.addEventListener("input", () => { window.seen = {input: performance.now(), curves: null, runs: null}; }, true);
  root.addEventListener("dplearn:painted", (e) => {
    if (e.detail.kind === "picture") window.seen.curves ??= performance.now();
    if (e.detail.kind === "estimate" && e.detail.newest) window.seen.runs ??= performance.now();
  });
}"""


def exported() -> dict[str, Experiment]:
    """The floor, and the course's experiments by name."""
    course = {name: e for name in experiments.__all__ if isinstance(e := getattr(experiments, name), Experiment)}
    return {"floor": demo_course.floor, **course}


def cost(experiment: Experiment, **values) -> float:
    """What the curves and one chunk of runs cost the kernel; the better of two tries."""
    setting = experiment.setting(**values)

    def work():
        experiment.picture(setting)
        if experiment.simulation is not None:
            experiment.draw(setting)(np.random.default_rng(1), experiment.simulation.chunk_runs(setting))

    return min(timeit.repeat(work, number=1, repeat=2))


def costliest(experiment: Experiment) -> dict:
    """Every slider at the end, and every menu at the entry, that takes the kernel longest by itself."""
    ends = {p.name: p.values if isinstance(p, Choice) else (p.low, p.high) for p in experiment.parameters}
    return {name: max(values, key=lambda v: cost(experiment, **{name: v})) for name, values in ends.items()}


def moved_parameter(experiment: Experiment) -> str:
    """The slider that is pressed: the first one that asks for new runs, else the marker."""
    sliders = [p.name for p in experiment.parameters if not isinstance(p, Choice)]
    return next((name for name in sliders if name != experiment.x), sliders[0])


def plan(position: int, positions: int, presses: int) -> list[str]:
    """Keys that stay near the start: away from the nearer end, and back."""
    room = max(position, positions - 1 - position)
    away, back = ("ArrowLeft", "ArrowRight") if room == position else ("ArrowRight", "ArrowLeft")
    half = min(presses // 2, room)  # not past the end: such a key moves nothing
    keys = ([away] * half + [back] * half) * (presses // max(1, 2 * half) + 1)
    return keys[:presses]


ANSWERED = """(runs) => new Promise((resolve) => {
  const end = performance.now() + 5000;
  const look = () => {
    const s = window.seen, there = s.input !== null && s.curves !== null && (!runs || s.runs !== null);
    if (there || performance.now() > end) resolve(s); else setTimeout(look, 4);
  };
  look();
})"""


def press(page, target, keys: list[str], runs: bool) -> tuple[list[float], list[float]]:
    """Milliseconds to curves and to the first runs for each key; a missing answer counts as infinity."""
    curves, first = [], []
    target.focus()
    for key in keys:
        page.evaluate("() => { window.seen.input = null; }")
        page.keyboard.press(key)
        seen = page.evaluate(ANSWERED, runs)
        curves.append(seen["curves"] - seen["input"] if seen["curves"] else np.inf)
        first.append(seen["runs"] - seen["input"] if seen["runs"] else np.inf)
        page.wait_for_timeout(PAUSE)
    return curves, first if runs else []


def quantiles(values: list[float]) -> str:
    """p50 / p95, or a dash."""
    if not values:
        return f"{'-':>11}"
    return f"{np.quantile(values, 0.5, method='higher'):4.0f} / {np.quantile(values, 0.95, method='higher'):4.0f}"


def measure(page, root, moved: str, runs: bool, presses: int) -> dict:
    """Latencies of the slider `moved` of an explorer."""
    root.evaluate(WATCH)
    target = root.locator(f'[data-name="{moved}"]')
    place = int(target.input_value()), int(target.get_attribute("max")) + 1
    press(page, target, plan(*place, 4), runs)  # warm up, and back to the same place
    curves, first = press(page, target, plan(*place, presses), runs)
    return {"curves": curves, "runs": first}


def explorers(name: str, experiment: Experiment):
    """What is measured of an experiment: the setting's name, a cell, its slider, and whether it asks for runs."""
    moved = moved_parameter(experiment)
    runs = experiment.simulation is not None and moved != experiment.x
    module = "dplearn.experiments" if name in experiments.__all__ else "demo_course"
    for label, values in (("defaults", {}), ("costliest", costliest(experiment))):
        setting = vars(experiment.setting(**values))
        cell = (f"from dplearn import explore, session\nsession.KEPT_SETTINGS = 1\nfrom {module} import {name}\n"
                f"explore.explore({name}, **{setting!r})")
        yield label, cell, moved, runs


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--presses", type=int, default=PRESSES)
    options = parser.parse_args()
    chosen = {n: e for n, e in exported().items() if not options.names or n in ("floor", *options.names)}
    print(f"{options.presses} presses each; {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start; "
          f"times in ms, p50 / p95")
    print(f"{'experiment':24} {'setting':10} {'curves':>11} {'runs':>11} {'load':>4}")
    over = []
    with tempfile.TemporaryDirectory() as place, lab.chromium() as browser:
        folder = Path(place)
        shutil.copy(lab.ROOT / "tests" / "browser" / "demo_course.py", folder)
        with lab.jupyter_lab(folder) as address:
            for name, experiment in chosen.items():
                for label, cell, moved, runs in explorers(name, experiment):
                    with lab.Watched(browser) as watched:
                        path = lab.write_notebook(folder / f"{name}.ipynb", [cell])
                        page = watched.open(address(path.name))
                        page.wait_for_timeout(1500)
                        mine = measure(page, page.locator(".jp-CodeCell .dplearn"), moved, runs, options.presses)
                    print(f"{name:24} {label:10} {quantiles(mine['curves']):>11} {quantiles(mine['runs']):>11} "
                          f"{os.getloadavg()[0]:4.1f}", flush=True)
                    for kind, budget in (("curves", CURVES_BUDGET), ("runs", RUNS_BUDGET)):
                        if mine[kind] and np.quantile(mine[kind], 0.95, method="higher") > budget:
                            over.append(f"{name}, {label}: {kind} over {budget} ms")
    print("\n".join(["over budget:", *over]) if over
          else f"all within {CURVES_BUDGET} ms (curves) and {RUNS_BUDGET} ms (first runs)")


if __name__ == "__main__":
    main()
