"""The static picture and the live chart: one language, nothing clipped, the same bytes each time."""

import functools
import json
from dataclasses import replace

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from dplearn import experiments
from dplearn.experiment import Axis, Experiment, Parameter, Series, Simulation
from dplearn.explore import explore
from dplearn.figures import chart, errata, labels, stills, style
from dplearn.statements import statements

N = Parameter("n", "n", "examples", 1, 1000, 30, log=True, integer=True)
A = Parameter("a", "α", "error", 0.01, 0.5, 0.1, log=True)

DEMO = Experiment(
    "demo", "Waiting for the first head", "How long?", (N, A),
    Axis("probability of waiting longer", 1e-4, 1.0, log=True),
    (
        Series("printed", "printed", "e^(-αn), printed", lambda s, x: np.exp(-s.a * x)),
        Series("sharp", "sharpened", "(1 - α)^n, sharpened", lambda s, x: (1 - s.a) ** x, kind="sharp", role="private"),
        Series("exact", "exact", "exact", lambda s, x: (1 - s.a) ** x, kind="exact"),
        Series("rate", "rate only", "1/n", lambda s, x: 1 / x, kind="rate"),
        Series("base", "baseline", "1/2", lambda s, x: np.full(len(x), 0.5), kind="baseline", mark="step"),
        Series("dots", "dots", "0.3 to n = 100", lambda s, x: np.where(x < 100, 0.3, np.nan), kind="exact",
               role="attack", mark="points"),
    ),
    simulation=Simulation(lambda s, x, rng, runs: rng.geometric(s.a, (runs, 1)) > x, label="simulated waits", runs=500),
    points=41, simulated_points=21,
)  # fmt: skip
ALL = pytest.mark.parametrize("experiment", [DEMO, *experiments.ALL.values()], ids=lambda e: e.name)


@functools.cache  # many tests look at the same pictures
def picture_of(experiment, runs=8, **values):
    setting, runs_of = experiment.setting(**values), experiment.simulation
    estimate = runs_of and experiment.simulate(setting, seed=1, runs=min(runs, runs_of.total_runs(setting)))
    return experiment.picture(setting, estimate)


def laid_out(picture):
    """The static picture with every text in its place, as Agg puts it, without a pixel."""
    figure = stills.still_figure(picture)
    FigureCanvasAgg(figure)
    figure.draw_without_rendering()
    return figure


def of_curves(y_axis, *curves, x=Axis("x", 0.0, 1.0)):
    """A picture with these curves, each (short, function of x), x from 0 to 1."""
    series = tuple(Series(short, short, short, lambda s, x, f=f: f(x) + 0 * x) for short, f in curves)
    return picture_of(Experiment("c", "T", "Q?", (N,), y_axis, series, x))


# ---- the chart


@ALL
def test_axes_are_labelled_at_few_round_numbers_inside_their_ends(experiment):
    frame = chart.chart_frame(experiment)
    json.dumps(frame, allow_nan=False)
    for axis in (frame["x"], frame["y"]):
        values, texts = zip(*axis["ticks"])
        assert 3 <= len(values) <= chart.MOST_TICKS + 1 and len(set(texts)) == len(texts)
        slack = 1e-9 * max(abs(axis["low"]), abs(axis["high"]))
        assert axis["low"] <= values[0] + slack and values[-1] <= axis["high"] + slack
        assert list(values) == sorted(values)
        for number in values if axis["log"] else np.diff(values):
            assert np.isclose(float(f"{number:.0e}"), number, rtol=1e-9), "one significant digit"


def test_the_frame_of_the_demo_by_hand_and_the_static_picture_the_same():
    frame, axes = chart.chart_frame(DEMO), laid_out(picture_of(DEMO)).axes[0]
    assert frame["x"]["ticks"] == [[1.0, "1"], [10.0, "10"], [100.0, "100"], [1000.0, "1,000"]]
    assert frame["y"]["ticks"][:2] == [[1e-4, "10⁻⁴"], [1e-3, "0.001"]] and frame["y"]["ticks"][-1] == [1.0, "1"]
    for ruler, axis in ((axes.xaxis, frame["x"]), (axes.yaxis, frame["y"])):
        said = [label.get_text() for label in ruler.get_ticklabels()]
        assert [list(pair) for pair in zip(ruler.get_ticklocs(), said)] == axis["ticks"]


def test_colors_dashes_and_widths_are_the_same_in_both_renderings():
    rows, axes = explore(DEMO).session.layout()["rows"], laid_out(picture_of(DEMO)).axes[0]
    for row, series, line in zip(rows, DEMO.series, picture_of(DEMO).lines):
        assert row["color"] in [still.get_color() for still in axes.lines if len(still.get_xdata()) > 30
                                and np.isclose(still.get_ydata()[5], line.y[5], rtol=1e-9)]
        if series.mark != "points":
            assert row["width"] == style.WIDTHS[series.kind] and list(row["dash"]) == list(style.DASHES[series.kind])
    said = {a.get_text(): a.get_color() for a in axes.texts}
    assert said["simulation"] == rows[-1]["color"] == style.COLORS["simulation"]
    assert said["sharpened"] == style.COLORS["private"]


# ---- labels


def test_labels_of_curves_that_merge_keep_the_order_of_the_curves():
    fan = [("low", lambda x: 0.5 - 0.1 * np.maximum(0, 0.6 - x)),
           ("high", lambda x: 0.5 + 0.5 * np.maximum(0, 0.6 - x)), ("middle", lambda x: 0.5 + 0 * x)]
    for order in ([0, 1, 2], [2, 1, 0], [1, 2, 0]):
        picture = of_curves(Axis("y", 0.0, 1.0), *[fan[i] for i in order])
        places = {p["text"]: p["y"] for p in labels.label_places(picture)}
        assert places["low"] < places["middle"] < places["high"]
        assert places["middle"] == pytest.approx(0.5)  # pushed to both sides, not all upwards
    apart = of_curves(Axis("y", 0.0, 1.0), ("falls", lambda x: 1 - 0.9 * x), ("rises", lambda x: 0.2 + 0.1 * x))
    falls, rises = sorted(labels.label_places(apart), key=lambda p: p["text"])
    assert falls["y"] < rises["y"]  # curves that have crossed are labelled as they end


def test_where_no_run_hit_an_upper_limit_is_drawn_as_one():
    picture = picture_of(DEMO, a=0.5)
    places, unseen = style.band_places(picture), picture.estimate.mean == 0
    for name in ("low", "high", "mean"):
        assert (np.isnan(places[name]) == unseen).all()
    assert unseen.any() and np.isnan(places["limit"][~unseen]).all()
    np.testing.assert_array_equal(places["limit"][unseen], picture.estimate.high[unseen])
    hung = np.isfinite(places["caret"])
    assert hung.any() and not hung[~unseen].any() and (places["caret"][hung] == places["limit"][hung]).all()
    said = " ".join(p["text"] for p in labels.label_places(picture) if p["key"] == "simulation")
    assert said.replace("simulation", "").strip() == f"0 of {picture.estimate.runs} runs: 99% upper limit"
    linear = style.band_places(replace(picture, y_axis=Axis("y", 0.0, 1.0)))  # that has a place for 0
    assert (linear["mean"][unseen] == 0).all() and np.isnan(linear["limit"]).all()


# ---- the static picture


@ALL
def test_no_text_of_a_static_picture_is_clipped_nor_meets_another_in_the_table(experiment):
    figure = laid_out(picture_of(experiment, runs=2))
    renderer, box, axes = figure.canvas.get_renderer(), figure.bbox, figure.axes[0]
    parts = [axes, axes.xaxis, axes.yaxis, *(t for t in [*figure.texts, *axes.texts] if t.get_text())]
    assert len(parts) > 5
    for part in parts:
        b = part.get_tightbbox(renderer)
        assert -1 <= b.x0 and -1 <= b.y0 and b.x1 <= box.x1 + 1 and b.y1 <= box.y1 + 1, part
    rows = {}
    for text in figure.texts:
        rows.setdefault(round(text.get_position()[1], 6), []).append(text.get_window_extent())
    for boxes in rows.values():
        boxes.sort(key=lambda b: b.x0)
        assert all(a.x1 < b.x0 for a, b in zip(boxes, boxes[1:]))


def test_a_curve_that_is_nowhere_drawn_has_no_label_and_no_row_but_a_word():
    curves = [("here", lambda x: 1.5), ("above", lambda x: 5.0), ("undefined", lambda x: np.nan),
              ("through", lambda x: np.where(x < 0.5, 0.0, 9.0))]
    picture = of_curves(Axis("y", 1.0, 2.0), *curves)
    assert [drawn for *_, drawn in style.readings(picture)] == [True, False, False, True]
    assert [p["text"] for p in labels.label_places(picture)] == ["here"]
    said = [t.get_text() for t in stills.still_figure(picture).texts]
    assert "here" in said and "above" not in said
    assert any(t.startswith("not in this picture: above (not drawn here); undefined") for t in said)
    at_marker = of_curves(Axis("y", 1.0, 2.0), ("5", lambda x: 5.0), x="n")
    assert style.readings(at_marker) == [("5", "5", "5, beyond the axes", False)]


def test_the_picture_says_title_band_setting_and_values_in_the_same_bytes():
    figure, again = (stills.still_figure(picture_of(DEMO, runs=120)) for _ in range(2))
    assert stills.png(figure) == stills.png(again)
    words = " ".join(t.get_text() for t in figure.findobj(lambda a: hasattr(a, "get_text")))
    for part in ("Waiting for the first head", "99% band (Clopper-Pearson, pointwise), 120 runs", "at n = 30, α = 0.1",
                 "(1 - α)^n, sharpened", "0.0424"):
        assert part in words
    assert "does not apply" in stills.alt_text(DEMO, picture_of(DEMO, n=500))
    text = stills.alt_text(DEMO, picture_of(DEMO))
    assert text.startswith("Waiting for the first head. probability of waiting longer against examples, n. Values at "
                           "n = 30: ")
    assert "(1 - α)^n, sharpened: 0.0424" in text and "simulated waits: " in text


def test_no_reason_on_the_map_of_verdicts_keeps_tex():
    tex = r"at $\varepsilon \le 1$: $\frac{\sqrt n}{2\alpha}e^{-\alpha n}$, $\{0,1\}^d$, $\ln\frac{1+p}{1-p}$"
    assert errata.plain(tex) == "at ε ≤ 1: (√n/(2α))e^(-αn), {0,1}^d, ln((1+p)/(1-p))"
    shown = errata.verdicts(statements()).to_dict()["datasets"].values()
    for row in (row for rows in shown for row in rows):
        assert not set(r"\\$❴❵") & set(row["statement"] + row["reason"]), row["id"]
