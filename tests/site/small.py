"""What tests of the site share: tables of few settings, what an address says, a page with one figure."""

from __future__ import annotations

import html
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from dplearn import experiments
from dplearn._assets import joined
from dplearn.experiment import Choice, Experiment
from dplearn.figures import style
from dplearn.session import SEED
from tools.site import assets, grids, pages

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>table</title>
<link rel="stylesheet" href="page.css"><main><figure {attributes} data-setting="{start}"><img alt="printed">
<p class="missing unscripted"></p></figure></main><script src="page.js"></script>"""
READY = ".dplearn[data-ready=true], .missing:not(.unscripted)"
ROWS = "f => [...f.querySelectorAll('tr .value')].map((cell) => cell.textContent)"


def least(e: Experiment, starts: list[dict], more: bool = False) -> grids.Grid:
    """An experiment baked where pages start it, with one slider that is baked at another position; with `more` all
    entries of its menus, and both ends of all sliders."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(grids, "cost", lambda *_: 1.0)  # nothing is timed: few are kept
        reads = grids.reads  # at three places, where a table asks at all
        patch.setattr(grids, "reads", lambda e, work, x: reads(e, work, x[[0, len(x) // 2, -1]]))
        whole = grids.grid_for(e, starts, numbers=1, seconds=1e-9)
    begins = [vars(e.setting(**start)) for start in starts]
    slider = next(p.name for p in e.parameters if not isinstance(p, Choice))

    def few(group):
        kept = []
        for name in group.names:
            places = range(len(whole.places[name]))
            at = {whole.places[name].index(b[name]) for b in begins}
            if more:
                at |= set(places if isinstance(e.parameter(name), Choice) else (0, places[-1]))
            elif name == slider and len(at) == 1:
                at |= {next(i for i in places if i not in at)}
            kept.append(tuple(sorted(at)))
        return replace(group, kept=tuple(kept))

    return replace(whole, groups=tuple(map(few, whole.groups)), runs=whole.runs and few(whole.runs), share=0.0)


def readings(grid: grids.Grid, setting) -> list[str]:
    """What Python reads at a setting, with as many runs as a table has."""
    e = grid.experiment
    estimate = e.simulate(setting, seed=SEED, runs=grid.runs_at(setting)) if e.simulation else None
    return [value for _, _, value, _ in style.readings(e.picture(setting, estimate))]


# ---- addresses


THERE = ("([id, query]) => location.hash === `#${id}${query}` && "
         "document.getElementById(id).querySelector('.dplearn[data-ready=true]')?.setting")


def explorers_of(made: pages.Page) -> dict[str, tuple[str, dict]]:
    """By the name in an address: experiment and start."""
    seen, named = Counter(), {}
    for name, start in made.explorers:
        seen[name] += 1
        named[name if seen[name] == 1 else f"{name}-{seen[name]}"] = name, start
    return named


def elsewhere(name: str, start: dict) -> dict:
    """All sliders of an explorer at other stops than those that a page starts it with."""
    e = experiments.ALL[name]
    begins = vars(e.setting(**start))
    return {p.name: next(v for v in p.values[len(p.values) // 3:] if v != begins[p.name])
            for p in e.parameters if not isinstance(p, Choice)}


def standing(page, address: str) -> dict:
    """What the sliders of an address's explorer say, once it is there and the address as it was."""
    name, _, query = address.partition("?")
    page.wait_for_function(THERE, arg=[name, query and f"?{query}"])
    return page.evaluate("async (id) => { const f = document.getElementById(id); await f.alive; "
                         "return f.querySelector('.dplearn').setting(); }", name)


def same(shown: str, value) -> bool:
    """Whether a word of an address says this value."""
    return shown == value if isinstance(value, str) else float(shown) == value


# ---- one figure


def swipe(page, x, y, dx, dy, steps=6):
    """Touches of a finger as a browser gets them: from a place, by steps, and off."""
    client = page.context.new_cdp_session(page)
    for k in range(steps + 1):
        client.send("Input.dispatchTouchEvent", {"type": "touchMove" if k else "touchStart", "touchPoints": [
            {"x": x + dx * k / steps, "y": y + dy * k / steps}]})
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    client.detach()


def write_tables(folder: Path, tables: dict[str, str]) -> None:
    """Each in the file where a page looks for it."""
    (folder / "tables").mkdir(exist_ok=True)
    for name, text in tables.items():
        (folder / "tables" / f"{name}.js").write_text(text, encoding="utf-8")


def open_figure(window, folder: Path, attributes: str, start: dict, tables: dict[str, str]) -> None:
    """A page with one figure and the site's script, opened from the disk until its figure lives or says why not."""
    write_tables(folder, tables)
    if not (folder / "page.js").exists():
        styles = joined("explorer.css", "predict.css", "racetrack.css", "release_desk.css")
        (folder / "page.css").write_text(styles, encoding="utf-8")
        (folder / "page.js").write_text(assets.script(), encoding="utf-8")
    said = html.escape(json.dumps(start))
    (folder / "page.html").write_text(PAGE.format(attributes=attributes, start=said), encoding="utf-8")
    window.page.goto((folder / "page.html").as_uri())
    window.page.wait_for_selector(READY)
