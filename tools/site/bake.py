"""Baked tables: what an explorer says at a grid of settings, worked out beforehand and packed for a page.

`grids.py` chooses the settings.  Here curves are computed and runs are drawn, and for each cell between baked settings
it is tried on the baked values themselves whether the page may interpolate there (`smooth`).

`packed` writes numbers with as many digits as the page shows and the eye needs (`digits.py`); static/baked.js answers
explorer.js from them as a kernel would.
"""

from __future__ import annotations

import numpy as np

from dplearn.experiment import Choice, Experiment
from dplearn.figures.style import HEIGHT, band_places, scale
from dplearn.session import SEED, Session

from .digits import as_script, rounded
from .grids import Grid, Group, stencil

NEAR = 0.02  # of a value, that an interpolated one may be off
MARKS = 30  # on a slider, where runs stand: more would be a comb
FLAT = 1e-3  # of a linear axis: values below it are not held to that


def curves(grid: Grid, group: Group) -> np.ndarray:
    """The group's curves at its settings, shape (curves, settings, places)."""
    settings = [grid.setting(group, corner) for corner in group.corners()]
    return np.stack([[grid.experiment.series[i].curve(s, grid.x) for s in settings] for i in group.series])


@np.errstate(all="ignore")
def smooth(grid: Grid, group: Group, y: np.ndarray) -> list[str]:
    """For each of the group's curves y a sign for each cell, at its lowest corner: "1" where it may be interpolated:
    the values at its corners are near what those beside them, on each slider, say of them."""
    e, shape = grid.experiment, [len(k) for k in group.kept]
    z, back = (np.log(y), np.exp) if e.y.log else (y, np.positive)
    z = z.reshape(len(y), *shape, -1)
    good = np.ones(z.shape[:-1], bool)
    for axis, (name, kept) in enumerate(zip(group.names, group.kept), start=1):
        places = grid.places[name]
        if len(kept) == len(places):  # nothing lies between
            continue
        good &= len(kept) > 2
        for i in range(1, len(kept) - 1):
            others = [j for j in range(len(kept)) if j != i]
            nodes = stencil([places[kept[j]] for j in others], places[kept[i]], e.parameter(name).log)
            said = sum(weight * np.take(z, others[j], axis) for j, weight in nodes)
            good[(slice(None),) * axis + (i,)] &= near(e, back(said), back(np.take(z, i, axis)))
        good &= np.take(good, [*range(1, len(kept)), -1], axis)
    good &= np.reshape([e.series[i].mark == "line" for i in group.series], (-1,) + (1,) * len(shape))
    return ["".join("01"[sign] for sign in row) for row in good.reshape(len(y), -1).astype(int)]


def near(e: Experiment, y: np.ndarray, truth: np.ndarray) -> np.ndarray:
    """Whether curves are drawn where they should be, to two pixels, and read as they should, to `NEAR`."""
    u, v = scale(e.y, y), scale(e.y, truth)
    seen = (v > -0.02) & (v < 1.02)
    small = FLAT * (e.y.high - e.y.low) if not e.y.log else 0.0
    off = seen & (np.abs(y - truth) > NEAR * np.maximum(np.abs(truth), small))
    far = HEIGHT * np.abs(np.clip(u, -0.02, 1.02) - np.clip(v, -0.02, 1.02)) > 2
    return ~(off | far | (np.isnan(y) != np.isnan(truth))).any(axis=-1)


def layout(grid: Grid) -> dict:
    """What explorer.js asks first, with the values that pages start with among the positions."""
    whole = Session(grid.experiment, lambda content, buffers: None).layout()
    runs = dict(zip(grid.runs.names, grid.runs.kept)) if grid.runs else {}
    for control, p in zip(whole["controls"], grid.experiment.parameters):
        values = grid.places[p.name]
        control |= {"values": list(values), "texts": [p.text(v) for v in values]}
        if not isinstance(p, Choice) and 1 < len(runs.get(p.name, values)) <= min(MARKS, len(values) - 1):
            control["stops"] = runs[p.name]
    return whole


def to_the_eye(e: Experiment, values: np.ndarray) -> list:
    """Curves with the digits that are read, or more where those would move a point that is seen by a third of a pixel.
    """
    short = rounded(values)
    u, v = scale(e.y, values), scale(e.y, np.array(short, float))
    seen = (u > -0.05) & (u < 1.05)
    return short if HEIGHT * np.abs(u - v)[seen].max(initial=0) < 1 / 3 else rounded(values, 5)


def packed(grid: Grid) -> str:
    """The table as a script for a page."""
    e, groups = grid.experiment, []
    for group in grid.groups:
        y = curves(grid, group)
        groups.append({"names": group.names, "series": group.series, "kept": group.kept,
                       "smooth": smooth(grid, group, y), "y": [to_the_eye(e, curve) for curve in y]})
    described = {
        "layout": layout(grid), "x": grid.x.tolist(), "curves": groups,
        "values": {n: [repr(v) for v in values] for n, values in grid.places.items()},
        "logs": [p.name for p in e.parameters if getattr(p, "log", False)],
        "defaults": {p.name: repr(p.check(p.default)) for p in e.parameters}}
    if e.simulation:
        settings = [grid.setting(grid.runs, corner) for corner in grid.runs.corners()]
        estimates = [e.simulate(s, seed=SEED, runs=grid.runs_at(s)) for s in settings]
        described["runs"] = {
            "names": grid.runs.names, "kept": grid.runs.kept, "x": e.simulated_x.tolist(),
            # What is read, then what is drawn, which is mostly the same and packs away.
            "bands": to_the_eye(e, np.stack([[est.mean, est.low, est.high, *band_places(e.y, est).values()]
                                             for est in estimates])),
            "counts": [est.runs for est in estimates], "band": estimates[0].label.rpartition(", ")[0]}
    return as_script(e.name, described)
