"""Lecture 1's own drawings.  Each function returns a figure and its description in words."""

from __future__ import annotations

import numpy as np

from ..concepts import Thresholds
from ..figures.plots import BLUE, GREEN, GREY, INK, ORANGE, note, plots
from ..figures.style import ink
from ..figures.vegalite import altair, either, menu, named, rows, slider, span, told
from . import occam_engine

ENDS = {1: "one: cuts", 2: "two: intervals", 3: "three: an interval and a cut", 4: "four: two intervals"}
SAILORS = {"shape": ["square", "circle"], "fill": [INK, "white"], "stroke": ["white", INK]}


def version_space(doses, *, target: int, alpha: float, N: int = 64):
    """Examples of a threshold on 1..N come one by one: which cuts fit them all, and which of the two strips beside the
    target, each of mass just above α, is empty.  A slider goes through the samples.

    Parameters
    ----------
    doses : integer array (samples, T) in 1..N
    target : int, the cut that labels them, at least 0.14 N + 1 from the ends
    alpha : float in [0.02, 0.14]
        A cut is bad if it mislabels more than this share of 1..N.
    """
    alt, x = altair(), np.asarray(doses)
    samples, T = x.shape
    reach = int(alpha * N + 1e-9)  # of the farthest good cut
    edges = [target - reach - 0.5, target + 0.5, target + reach + 1.5]
    dose = span("x", "x", "dose x", 0, N + 1)
    # Row t = 0 says nothing: a dose of 0 is no larger than any cut.
    shown = rows(s=np.arange(1, samples + 1)[:, None], t=np.arange(T + 1), x=np.pad(x, ((0, 0), (1, 0))))
    seen = alt.Chart(shown).transform_filter("datum.s == sample && datum.t <= n").transform_calculate(
        ill=f"datum.x <= {target}", least="datum.ill ? datum.x : 0", most=f"datum.ill ? {N} : datum.x - 1"
    ).transform_window(low="max(least)", high="min(most)").transform_calculate(
        end="datum.high + 1", below=f"datum.low > {edges[0]}", above=f"datum.end < {edges[2]}",
        fails="!datum.below || !datum.above")
    verdict = named("color", "fails", {False: BLUE, True: ORANGE}, legend=None)
    now = seen.transform_filter("datum.t == n").encode(verdict)
    strips = now.transform_fold(["below", "above"], ["side", "hits"]).transform_calculate(
        a=f"{edges}[datum.side == 'below' ? 0 : 1]", b=f"{edges}[datum.side == 'below' ? 1 : 2]").mark_rect(
        fillOpacity=0.3, stroke=GREEN, y=21, y2=128).encode(
        x="a:Q", x2="b:Q", color=either("datum.hits", GREEN, "white"))
    sailors = seen.transform_filter("datum.t > 0").transform_window(
        floor="row_number()", groupby=["x"]).transform_calculate(
        y="datum.floor - 0.6", label="datum.ill ? 'fell ill' : 'stayed well'").mark_point(
        size=60, opacity=1, strokeWidth=1.5).encode(
        dose, span("y", "y", None, -2.2, 6, axis=None), *(named(channel, "label", dict(zip(
            ("fell ill", "stayed well"), looks))) for channel, looks in SAILORS.items()))
    fit = now.mark_bar(height=10, y=139).encode(x="low:Q", x2="end:Q")
    said = now.transform_calculate(
        said="'cuts that fit: ' + datum.low + ' … ' + datum.high + (datum.fails ? ', bad ones too: we fail' : "
             "', all good')")
    name = alt.Chart(rows(x=target + 0.5)).mark_text(text=f"target {target}", color=ink(GREEN), y=10).encode(dose)
    words = told(said.encode(color=either("datum.fails", ink(ORANGE), ink(BLUE))), 9, 151)
    line = alt.layer(strips, name, sailors, fit, words, height=170)
    path = alt.layer(
        seen.mark_bar(height=3.2).encode(
            verdict, x2="end:Q", x=span(
                "x", "low", "cuts that fit, from the last who fell ill to the first who stayed well", 0, N + 1),
            y=span("y", "t", "examples seen", T + 0.5, -0.5)),
        alt.Chart(rows(edge=edges)).mark_rule(color=GREEN, strokeWidth=1).encode(x="edge:Q"), height=130)
    return alt.vconcat(line, path, title=alt.Title(
        "Which cut-offs still fit, as examples come",
        subtitle="strip beside the target: green once an example hits it")).add_params(
        slider("n", 0, T, 3, 1, "examples n"), slider("sample", 1, samples, 1, 1, "sample"))


def dichotomies():
    """All labelings of n points on a line, and which of them a class makes: those that change no more often than it has
    ends, read from the right, beyond which stands 0.  Their number, counted up to 8 points, leaves 2^n at the VC
    dimension.
    """
    alt, most = altair(), 8
    # A labeling is a number's binary digits, the leftmost point's last; it changes where its sum with its half, without
    # carrying, has a 1.
    each = alt.Chart(alt.sequence(2, 2 ** (most + 1), as_="m")).transform_calculate(
        points="length(format(datum.m, 'b')) - 1", which="datum.m - pow(2, datum.points)",
        changes="length(split(format(datum.which ^ (datum.which >> 1), 'b'), '1')) - 1",
        made="datum.changes <= ends ? 1 : 0")
    drawn = each.transform_filter("datum.points == n").transform_calculate(x="sequence(n)").transform_flatten(
        ["x"]).transform_calculate(
        y="datum.which >> datum.x & 1", joined="datum.y && datum.which >> (datum.x + 1) & 1",
        across="(datum.x + 0.5) / n * 0.9", to="datum.across + 0.9 / n", down="1 - (datum.which + 0.5) / pow(2, n)"
    ).encode(
        span("x", "across", axis=None), span("y", "down", axis=None),
        *(named(channel, "made", {0: ORANGE, 1: BLUE}, legend=None) for channel in ("color", "fill")))
    labels = alt.layer(
        drawn.transform_filter("datum.joined && datum.made").mark_rule(strokeWidth=5, opacity=0.3).encode(x2="to:Q"),
        drawn.mark_point(size=40, opacity=1, aria=False).encode(fillOpacity=either("datum.y", 1, 0)),
        drawn.transform_filter("datum.x == 0 && !datum.made").mark_text(text="✗").encode(alt.XDatum(0.97)),
        width=230, height=260)
    count = each.transform_aggregate(dichotomies="sum(made)", all="count()", groupby=["points"]).encode(
        span("x", "points", "points, n", 1, most))
    y = alt.Y("dichotomies:Q", title="dichotomies, and 2ⁿ (grey)",
              scale={"type": "log", "base": 2, "domain": [1, 2**most]})
    here = count.transform_filter("datum.points == n").transform_calculate(
        said="datum.dichotomies + ' of ' + datum.all").encode(y, text="said:N")
    grown = alt.layer(
        count.mark_line(color=GREY).encode(y="all:Q"), count.mark_line(color="#000000", strokeWidth=1.4).encode(y),
        count.transform_filter("datum.points == ends").mark_rule(color=GREEN),
        here.mark_circle(color=BLUE, size=70, opacity=1),
        here.mark_text(color=BLUE, align="left", dx=8, dy=10), width=260, height=260)
    return alt.hconcat(labels, grown, title=alt.Title(
        "Beyond the VC dimension (green) labelings are missing",
        subtitle="filled: 1, ring: 0, ✗: not in the class")).add_params(
        slider("n", 1, 5, 2, 1, "points n"), menu("ends", ENDS, 2, "class, by its number of ends"))


def survivors_map(worlds: dict, alpha: float, runs: int, seed: int):
    """Which bad hypotheses still fit after n examples: one row a run, one column a bad hypothesis.

    Parameters
    ----------
    worlds : dict
        Title to (`World`, n): the world and the number of examples in a sample.
    alpha : float
        Error above which a hypothesis is bad.
    runs : int
        Rows of the picture.
    seed : int
        Of the runs' stream.

    Notes
    -----
    Thresholds stand in their own order, with a line where the target and the good cuts would be; of other classes no
    order means anything.
    """
    from matplotlib.colors import to_rgb

    words = []
    with plots(3.7, columns=len(worlds)) as (fig, axes):
        for ax, (title, (world, n)) in zip(axes, worlds.items()):
            bad = np.flatnonzero(world.bad(alpha))
            alive = occam_engine.survivors(world, n, np.random.default_rng(seed), runs)[:, bad]
            failed = int(alive.any(axis=1).sum())
            crowd = f"{alive.sum() / max(failed, 1):.1f}"
            ax.imshow(np.where(alive[..., None], to_rgb(ORANGE), 0.93), aspect="auto", interpolation="nearest")
            ax.set_title(f"{title}, n = {n}\n{failed} of {runs} samples fail, {crowd} survivors each", fontsize=9.5)
            order = "hypotheses, in any order"
            if isinstance(world.concept_class, Thresholds):
                order, place = "cuts, from low to high", np.searchsorted(bad, world.target) - 0.5
                ax.axvline(place, color=GREEN, linewidth=1.6)
                note(ax, "target (good cuts left out)", (place, runs - 1), (5, 2), color=GREEN)
            ax.grid(False)
            ax.set(xlabel=f"the {bad.size} bad {order}", ylabel="one row a sample", xticks=[], yticks=[])
            words.append(f"{title}, {n} examples: {failed} of {runs} samples fail, with {crowd} bad survivors each on "
                         f"average")
    return fig, f"Bad hypotheses that still fit, one row a sample. {'; '.join(words)}."
