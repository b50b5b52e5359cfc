"""Where the labels of curves stand: beside their ends, in the order of the curves, or along them where nothing else
runs.

Places are fractions (u, v) of the plot's sides until they are returned in data units.
"""

from __future__ import annotations

from functools import cmp_to_key

import numpy as np

from ..experiment import Picture
from .style import COLORS, LABEL_HEIGHT, LETTER, MARGIN, WIDTH, band_places, looks, scale, spread_labels, unscale

GRID = np.linspace(0, 1, 401)  # where it is asked whether a curve runs through a label
SPOTS = 32  # along a curve, where its label is tried
GAP = 0.008  # between a label and the place it belongs to


def label_places(picture: Picture) -> list[dict]:
    """Where each curve's short label stands: ``{key, text, x, y, color, align}``, x and y in data units.

    A curve that is inside the plot at its right end is labelled there, in the margin; labels closer
    than a line's height are spread, in the order that the curves had before they merged.  Any other curve
    is labelled along its way, where its label lies on the fewest others.  The upper limit of a
    simulation without hits says what it is.
    """
    curves = [(label, u, v) for label, u, v in _curves(picture) if np.isfinite(v).any()]
    paths = np.array([_path(u, v) for _, u, v in curves])
    at_end, inside = [], []
    for path, (label, u, v) in zip(paths, curves):
        seen = np.flatnonzero((v >= 0) & (v <= 1))
        if label["text"] and len(seen):
            last = {**label, "path": path, "u": 1.0, "v": v[seen[-1]], "align": "left"}
            (at_end if u[seen[-1]] > 0.97 and not label["limit"] else inside).append(last)

    places = spread_labels(sorted(at_end, key=cmp_to_key(_order)), LABEL_HEIGHT)
    for rank, label in enumerate(sorted(inside, key=lambda label: not label["limit"])):  # the longest text first
        best, least = None, np.inf
        for candidate in _candidates(label, rank):
            if (burden := _burden(candidate, paths, places)) < least:
                best, least = candidate, burden
            if not least:
                break
        places.append(best)
    return [{**{k: p[k] for k in ("key", "text", "color", "align")}, "x": unscale(picture.x_axis, p["u"]),
             "y": unscale(picture.y_axis, p["v"])} for p in places]


def _path(u, v) -> np.ndarray:
    """A curve at the places of GRID, NaN where it is not; one that lies between two of them stands at the nearest."""
    there = np.isfinite(v)
    u, v = u[there], np.clip(v[there], -1, 2)
    path = np.interp(GRID, u, v, left=np.nan, right=np.nan)
    if np.isnan(path).all():
        path[np.abs(GRID - u[0]).argmin()] = v[0]
    return path


def _curves(picture: Picture):
    """(key, text, color and whether it is a limit; u; v) of all that is drawn as a line."""
    def curve(key, text, color, x, y, limit=False):
        label = {"key": key, "text": text, "color": color, "limit": limit}
        return label, scale(picture.x_axis, x), scale(picture.y_axis, y)

    kinds, estimate = looks(tuple(line.series for line in picture.lines)), picture.estimate
    for line in picture.lines:
        yield curve(line.series.key, line.series.short, kinds[line.series.key].color, line.x, line.y)
    if estimate is not None:
        what = "" if estimate.band == "clopper-pearson" else "mean "  # of events it is a count
        said = f"{what}0 of {estimate.runs:,} runs: {100 * estimate.confidence:g}% upper limit"
        drawn = band_places(picture)
        for text, y in (("simulation", drawn["mean"]), (said, drawn["limit"])):
            yield curve("simulation", text, COLORS["simulation"], picture.estimate_x, y, text == said)


def _order(one: dict, other: dict) -> float:
    """Positive where the first curve lies above the other: at the last place where they can be told apart."""
    apart = one["path"] - other["path"]
    apart = apart[np.abs(apart) > LABEL_HEIGHT / 4]  # NaN, where one of them is not there, is not larger
    return apart[-1] if len(apart) else one["v"] - other["v"]


def box(place: dict) -> tuple[float, float, float, float]:
    """Left, right, floor and ceiling of a label."""
    length = LETTER * len(place["text"]) + 0.01
    left = place["u"] + GAP if place["align"] == "left" else place["u"] - GAP - length
    return left, left + length, place["v"] - LABEL_HEIGHT / 2, place["v"] + LABEL_HEIGHT / 2


def _candidates(label: dict, rank: int) -> list[dict]:
    """Places along a curve, beside it, above or below: the most welcome first, near a height of its own."""
    path = label["path"]
    seen = np.flatnonzero((path >= 0) & (path <= 1))
    seen = seen[np.linspace(len(seen) - 1, 0, SPOTS).astype(int)] if len(seen) else [0]  # the last one first
    near = np.argsort(np.abs(path[seen] - max(0.86 - 0.13 * rank, np.nanmin(path))), kind="stable")
    return [{**label, "u": GRID[seen[i]], "v": path[seen[i]] + lift * LABEL_HEIGHT, "align": align}
            for lift in (0, 0.8, -0.8) for i in near for align in ("left", "right")]


def _burden(candidate: dict, paths: np.ndarray, others: list[dict]) -> float:
    """What a label would lie on: curves count once, labels ten times, the plot's edges a hundred times."""
    left, right, floor, ceiling = box(candidate)
    outside = left < 0 or right > 1 + MARGIN / WIDTH or floor < 0 or ceiling > 1
    labels = sum(l < right and left < r and f < ceiling and floor < c for l, r, f, c in map(box, others))
    under = paths[:, slice(*np.searchsorted(GRID, (left, right)))]
    return 100 * outside + 10 * labels + ((under > floor) & (under < ceiling)).any(axis=1).sum()
