"""Baked tables: what an explorer says at a grid of settings, worked out beforehand and packed for a page.

`grids.py` chooses the settings.  Here curves are computed and runs are drawn (half the number of a printed picture),
and for each cell between baked settings it is tried at a few places whether the page may interpolate there (`smooth`).

`packed` writes numbers with as many digits as the page shows and the eye needs (`digits.py`); static/baked.js answers
explorer.js from them as a kernel would.
"""

from __future__ import annotations

import itertools

import numpy as np

from dplearn.experiment import Choice, Experiment
from dplearn.figures.style import HEIGHT, band_places, scale
from dplearn.session import SEED, Session

from .digits import as_script, rounded
from .grids import ORDER, TRIES, Grid, Group

NEAR = 0.02  # of a value, that an interpolated one may be off where it is tried
MARKS = 30  # on a slider, where runs stand: more would be a comb
FLAT = 1e-3  # of a linear axis: values below it are not held to that
ROUGH, STRAIGHT, CURVED = "012"  # how a cell may be interpolated: not at all, by lines, by polynomials of ORDER points


def curves(grid: Grid, group: Group) -> np.ndarray:
    """The group's curves at its settings, shape (curves, settings, places)."""
    settings = [grid.setting(group, corner) for corner in group.corners()]
    return np.stack([[grid.experiment.series[i].curve(s, grid.x) for s in settings] for i in group.series])


@np.errstate(all="ignore")
def smooth(grid: Grid, group: Group, y: np.ndarray) -> list[str]:
    """For each of the group's curves y a sign for each cell, at its lowest corner: how it may be interpolated."""
    e, shape, rng = grid.experiment, [len(k) for k in group.kept], np.random.default_rng(SEED)
    found = [[ROUGH] * y.shape[1] for _ in group.series]
    z = (np.log(y) if e.y.log else y).reshape(len(y), *shape, -1)
    moves = [not isinstance(e.parameter(n), Choice) for n in group.names]
    cells = [range(len(k) - 1) if m and len(k) > 1 else range(len(k)) for k, m in zip(group.kept, moves)]
    for corner in itertools.product(*cells):
        ends = [(k[i], k[min(i + m, len(k) - 1)]) for i, k, m in zip(corner, group.kept, moves)]
        tried = {tuple((low + high) // 2 for low, high in ends),
                 *(tuple(int(rng.integers(a, b + 1)) for a, b in ends) for _ in range(TRIES - 2))}
        tried = {t for t in tried if not all(at in k for at, k in zip(t, group.kept))}  # else nothing lies between
        for row, i in enumerate(group.series):
            if tried and e.series[i].mark == "line":
                truths = {t: e.series[i].curve(grid.setting(group, t), grid.x) for t in tried}
                found[row][int(np.ravel_multi_index(corner, shape))] = _form(grid, group, z[row], truths)
    return ["".join(row) for row in found]


def _form(grid: Grid, group: Group, z: np.ndarray, truths: dict[tuple, np.ndarray]) -> str:
    """How a cell of a curve may be interpolated that has these truths at positions in it; z are the values at baked
    settings, or their logarithms."""
    def tried(positions, points):
        between = z
        for nodes in grid.stencils(group, dict(zip(group.names, positions)), points):
            at, weights = zip(*nodes)
            between = np.tensordot(weights, between[list(at)], 1)
        return np.exp(between) if grid.experiment.y.log else between

    for sign, points in ((CURVED, ORDER), (STRAIGHT, 2)):
        if all(near(grid.experiment, tried(at, points), truth) for at, truth in truths.items()):
            return sign
    return ROUGH


def near(e: Experiment, y: np.ndarray, truth: np.ndarray) -> bool:
    """Whether a curve is drawn where it should be, to two pixels, and reads as it should, to `NEAR`."""
    if not (np.isnan(y) == np.isnan(truth)).all():
        return False
    with np.errstate(all="ignore"):
        u, v = scale(e.y, y), scale(e.y, truth)
        seen = (v > -0.02) & (v < 1.02)
        small = FLAT * (e.y.high - e.y.low) if not e.y.log else 0.0
        off = np.abs(y - truth)[seen] > NEAR * np.maximum(np.abs(truth[seen]), small)
    far = HEIGHT * np.abs(np.clip(u, -0.02, 1.02) - np.clip(v, -0.02, 1.02)) > 2
    return not off.any() and not far.any()


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
        "layout": layout(grid), "x": grid.x.tolist(), "curves": groups, "order": ORDER,
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
