"""Where the labels of curves stand: beside their ends, in the order of the curves, or along them where nothing else
runs.

Places are fractions (u, v) of the plot's sides until they are returned in data units.
"""

from __future__ import annotations

from functools import cmp_to_key

import numpy as np

from ..experiment import Picture
from .style import COLORS, LABEL_HEIGHT, LETTER, MARGIN, WIDTH, band_places, looks, scale, spread_labels, unscale

GRID = np.linspace(0, 1, 161)  # where it is asked whether a label lies on a curve
# heights, from that of its rank
TRIED = np.array([0, 0.07, -0.07, -0.14, -0.21])
EVERYWHERE = np.linspace(0.97, 0.03, 48)  # where none of these is free


def label_places(picture: Picture) -> list[dict]:
    """Where each curve's short label stands: ``{key, text, x, y, color, align}``, x and y in data units.

    A curve that is inside the plot at its right end is labelled there, in the margin; labels closer
    than a line's height are spread, in the order that the curves had before they merged.  A curve that
    leaves through the floor or the ceiling is labelled along its way, where its label lies on the
    fewest others.  The upper limit of a simulation without hits says what it is.
    """
    kinds = looks(tuple(line.series for line in picture.lines))
    curves = [(l.series.key, l.series.short, kinds[l.series.key].color, l.x, l.y) for l in picture.lines]
    limit = None
    if picture.estimate is not None:
        x, color = picture.estimate_x, COLORS["simulation"]
        curves.append(("simulation", "simulation", color, x, picture.estimate.mean))
        places = band_places(picture)["limit"]
        if np.isfinite(places).any():
            limit = len(curves)
            curves.append(("simulation", _limit_text(picture.estimate), color, x, places))
    at_end, inside, on_limit, paths = [], [], [], np.full((len(curves), len(GRID)), np.nan)
    for path, (key, text, color, x, y) in enumerate(curves):
        u, v = scale(picture.x_axis, x), scale(picture.y_axis, y)
        there, seen = ~np.isnan(v), np.flatnonzero((v >= 0) & (v <= 1.0))
        if there.any():
            paths[path] = np.interp(GRID, u[there], np.clip(v[there], -1, 2), left=np.nan, right=np.nan)
        place = {"key": key, "text": text, "color": color, "path": path}
        if path == limit:
            on_limit = [(place, u, v)]
        elif text and len(seen) and u[seen[-1]] > 0.97:
            at_end.append({**place, "u": 1.0, "v": v[seen[-1]], "align": "left"})
        elif text and len(seen):
            inside.append((place, *_between(u, v, seen)))

    def above(a: dict, b: dict) -> float:
        return _order(paths[a["path"]], paths[b["path"]], a["v"] - b["v"])

    places = spread_labels(sorted(at_end, key=cmp_to_key(above)), LABEL_HEIGHT)
    for place, u, v in on_limit:
        places += _on_limit(place, u, v, paths, places)
    for rank, (place, u, v) in enumerate(inside):
        places.append(_along(place, u, v, rank, paths, places))
    return [{**{k: p[k] for k in ("key", "text", "color", "align")}, "x": unscale(picture.x_axis, p["u"]),
             "y": unscale(picture.y_axis, p["v"])}
            for p in places]


def _limit_text(estimate) -> str:
    what = "" if estimate.band == "clopper-pearson" else "mean "  # of events it is a count
    return f"{what}0 of {estimate.runs:,} runs: {100 * estimate.confidence:g}% upper limit"


def _order(path, other, at_end: float) -> float:
    """Positive where the first curve lies above the other: at the last place where they can be told apart."""
    apart = path - other
    apart = apart[np.abs(apart) > LABEL_HEIGHT / 4]  # NaN, where one of them is not there, is not larger
    return apart[-1] if len(apart) else at_end


def box(place: dict) -> tuple[float, float, float, float]:
    """Left, right, floor and ceiling of a label."""
    length, gap = LETTER * len(place["text"]) + 0.01, 0.008
    left = place["u"] + gap if place["align"] == "left" else place["u"] - gap - length
    return left, left + length, place["v"] - LABEL_HEIGHT / 2, place["v"] + LABEL_HEIGHT / 2


def _between(u, v, seen, points: int = 160) -> tuple[np.ndarray, np.ndarray]:
    """Many places along the part of a curve that is seen, so that a label is not bound to a coarse grid."""
    dense = np.linspace(u[seen[0]], u[seen[-1]], points)
    heights = np.interp(dense, u[~np.isnan(v)], v[~np.isnan(v)])
    inside = (heights >= 0) & (heights <= 1)
    return dense[inside], heights[inside]


def _burden(candidate: dict, paths: np.ndarray, others: list[dict]) -> float:
    """What a label would lie on: curves count once, labels ten times, the plot's edges a hundred times."""
    left, right, floor, ceiling = box(candidate)
    outside = left < 0 or right > 1 + MARGIN / WIDTH or floor < 0 or ceiling > 1
    labels = sum(l < right and left < r and f < ceiling and floor < c for l, r, f, c in map(box, others))
    own = candidate["path"]
    return 100 * outside + 10 * labels + crossing(paths, left, right, floor, ceiling, own).sum()


def crossing(paths: np.ndarray, left: float, right: float, floor: float, ceiling: float, own: int = -1) -> np.ndarray:
    """Which curves run through a box.  A label's own curve may touch its side, where the label begins."""
    first, last = np.searchsorted(GRID, [left, right])
    # one place more at each side: a steep curve passes between two places
    window = paths[:, max(first - 1, 0):last + 1]
    if not window.size:
        return np.zeros(len(paths), bool)
    low, high = np.fmin.reduce(window, axis=1), np.fmax.reduce(window, axis=1)
    if own >= 0:
        inside = paths[own, first:last]
        low[own], high[own] = (np.fmin.reduce(inside), np.fmax.reduce(inside)) if len(inside) else (np.inf, -np.inf)
    return (low < ceiling) & (high > floor)


def _along(place: dict, u, v, rank: int, paths: np.ndarray, others: list[dict]) -> dict:
    """A place for the label of a curve that leaves the plot: the first candidate that lies on the least."""
    home, best, least = max(0.86 - 0.13 * rank, v.min()), None, np.inf
    for lift in (0, 0.8 * LABEL_HEIGHT, -0.8 * LABEL_HEIGHT):
        for height in (*home + TRIED, *EVERYWHERE):
            # of equal ones the last: a flat curve is labelled at its end
            spot = len(v) - 1 - np.abs(v - height)[::-1].argmin()
            for align in ("left", "right"):
                candidate = {**place, "u": u[spot], "v": v[spot] + lift, "align": align}
                burden = _burden(candidate, paths, others)
                if burden < least:
                    best, least = candidate, burden
                if least == 0:
                    return best
    return best


def _on_limit(place: dict, u, v, paths: np.ndarray, others: list[dict]) -> list[dict]:
    """Above or below an upper limit at one of its ends; where curves are in the way, in the margin, in two lines."""
    there = np.flatnonzero(v <= 1)
    if not len(there):
        return []
    first, last = ((u[there[i]], v[there[i]]) for i in (0, -1))
    candidates = [[{**place, "u": x, "v": y + lift, "align": align}]
                  for lift in (0.6 * LABEL_HEIGHT, -1.1 * LABEL_HEIGHT)
                  for (x, y), align in ((last, "right"), (first, "left"))]
    if last[0] > 0.97:
        lines = place["text"].replace(": ", ":\n").split("\n")
        candidates.append([{**place, "text": text, "u": 1.0, "v": last[1] + lift * LABEL_HEIGHT, "align": "left"}
                           for text, lift in zip(lines, (0.5, -0.5))])
    return min(candidates, key=lambda c: sum(_burden(p, paths, others) for p in c))
