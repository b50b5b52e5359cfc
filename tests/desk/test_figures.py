"""The static picture and the live chart: one language, nothing clipped, the same bytes each time."""

import functools
import io
import json
from dataclasses import replace

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from PIL import Image

from dplearn import experiments
from dplearn.experiment import Axis, Experiment, Parameter, Series, Simulation
from dplearn.explore import explore
from dplearn.figures import chart, errata, labels, stills, style
from dplearn.statements import statements

EXPORTED = list(experiments.ALL.values())
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


@functools.cache  # many tests look at the same pictures
def picture_of(experiment, runs=None, **values):
    setting, runs_of = experiment.setting(**values), experiment.simulation
    estimate = runs_of and experiment.simulate(setting, seed=1, runs=runs or min(8, runs_of.total_runs(setting)))
    return experiment.picture(setting, estimate)


@functools.cache
def drawn(experiment):
    """The static picture at the defaults, once for all who only look; who adds to a figure draws one of their own."""
    return laid_out(stills.still_figure(picture_of(experiment)))


def laid_out(figure):
    """Every text in its place, as Agg puts it, without a pixel."""
    FigureCanvasAgg(figure)
    figure.draw_without_rendering()
    return figure


# ---- the chart


@pytest.mark.parametrize("experiment", [DEMO, *EXPORTED], ids=lambda e: e.name)
def test_axes_are_labelled_at_few_round_numbers_inside_their_ends(experiment):
    frame = chart.chart_frame(experiment)
    json.dumps(frame, allow_nan=False)
    for axis in (frame["x"], frame["y"]):
        values, texts = zip(*axis["ticks"])
        assert 3 <= len(values) <= chart.MOST_TICKS + 1 and len(set(texts)) == len(texts)
        assert list(values) == sorted(values)
        slack = 1e-9 * max(abs(axis["low"]), abs(axis["high"]))
        assert axis["low"] <= values[0] + slack and values[-1] <= axis["high"] + slack
        assert all(np.isclose(round_to_one(v), v, rtol=1e-9) for v in np.diff(values) if not axis["log"])
        assert all(np.isclose(round_to_one(v), v, rtol=1e-9) for v in values if axis["log"])


def round_to_one(value):
    """The number with one significant digit next to it."""
    return float(f"{value:.0e}")


def test_the_static_picture_has_the_ticks_of_the_live_chart():
    axes, frame = drawn(DEMO).axes[0], chart.chart_frame(DEMO)
    for ruler, axis in ((axes.xaxis, frame["x"]), (axes.yaxis, frame["y"])):
        labels_said = [label.get_text() for label in ruler.get_ticklabels()]
        assert [list(pair) for pair in zip(ruler.get_ticklocs(), labels_said)] == axis["ticks"]


def test_the_frame_of_the_demo_by_hand():
    frame = chart.chart_frame(DEMO)
    assert frame["outer"] == [style.CHART_WIDTH, style.CHART_HEIGHT] and frame["dotted"]
    assert (frame["width"], frame["height"]) == (style.WIDTH, style.HEIGHT)
    assert frame["x"]["ticks"] == [[1.0, "1"], [10.0, "10"], [100.0, "100"], [1000.0, "1,000"]]
    assert frame["y"]["ticks"][:2] == [[1e-4, "10⁻⁴"], [1e-3, "0.001"]] and frame["y"]["ticks"][-1] == [1.0, "1"]


def test_colors_dashes_and_widths_are_the_same_in_both_renderings():
    layout, axes = explore(DEMO).session.layout(), drawn(DEMO).axes[0]
    rows = {row["key"]: row for row in layout["rows"]}
    for series, line in zip(DEMO.series, picture_of(DEMO).lines):
        row = rows[series.key]
        stills = [still.get_color() for still in axes.lines if len(still.get_xdata()) > 30
                  and np.isclose(still.get_ydata()[5], line.y[5], rtol=1e-9)]
        assert row["color"] in stills and row["mark"] == series.mark
        if series.mark != "points":
            assert row["width"] == style.WIDTHS[series.kind] and list(row["dash"]) == list(style.DASHES[series.kind])
    assert rows["simulation"]["color"] == style.COLORS["simulation"]
    said = {a.get_text(): a.get_color() for a in axes.texts}
    assert said["simulation"] == style.COLORS["simulation"] and said["sharpened"] == style.COLORS["private"]


# ---- labels


def box_of(p, picture):
    return labels.box({**p, "u": float(style.scale(picture.x_axis, p["x"])),
                       "v": float(style.scale(picture.y_axis, p["y"]))})


@pytest.mark.parametrize("heights", [[0.5] * 4, [1.0, 1.0, 0.99], [0.0, 0.0], [0.2, 0.9], list(np.linspace(0, 1, 12))])
def test_labels_in_the_margin_are_spread_in_order(heights):
    places = style.spread_labels([{"v": v} for v in sorted(heights)], style.LABEL_HEIGHT)
    found = [p["v"] for p in places]
    assert (np.diff(found) >= style.LABEL_HEIGHT - 1e-12).all() and max(found) <= 1


def test_labels_do_not_lie_on_each_other_nor_on_curves():
    for a in (0.012, 0.03, 0.1, 0.25, 0.5):
        picture = picture_of(DEMO, a=a)
        places = labels.label_places(picture)
        assert {p["key"] for p in places} >= {"printed", "sharp", "exact"}
        boxes = [box_of(p, picture) for p in places]
        for i, (l, r, f, c) in enumerate(boxes):
            assert l >= 0 and 0 - style.LABEL_HEIGHT <= f and c <= 1 + style.LABEL_HEIGHT
            for l2, r2, f2, c2 in boxes[i + 1:]:
                assert not (l < r2 - 1e-9 and l2 < r - 1e-9 and f < c2 - 1e-9 and f2 < c - 1e-9)


def of_curves(y_axis, *curves, x=Axis("x", 0.0, 1.0)):
    """A picture with these curves, each (short, function of x), x from 0 to 1."""
    series = tuple(Series(short, short, short, lambda s, x, f=f: f(x) + 0 * x) for short, f in curves)
    return picture_of(Experiment("c", "T", "Q?", (N,), y_axis, series, x))


def test_labels_of_curves_that_merge_keep_the_order_of_the_curves():
    fan = [("low", lambda x: 0.5 - 0.1 * np.maximum(0, 0.6 - x)),
           ("high", lambda x: 0.5 + 0.5 * np.maximum(0, 0.6 - x)), ("middle", lambda x: 0.5 + 0 * x)]
    for order in ([0, 1, 2], [2, 1, 0], [1, 2, 0]):
        places = {p["text"]: p["y"]
                  for p in labels.label_places(of_curves(Axis("y", 0.0, 1.0), *[fan[i] for i in order]))}
        assert places["low"] < places["middle"] < places["high"]
        assert places["middle"] == pytest.approx(0.5)  # pushed to both sides, not all upwards
    apart = of_curves(Axis("y", 0.0, 1.0), ("falls", lambda x: 1 - 0.9 * x), ("rises", lambda x: 0.2 + 0.1 * x))
    falls, rises = sorted(labels.label_places(apart), key=lambda p: p["text"])
    assert falls["y"] < rises["y"]  # curves that have crossed are labelled as they end


def test_where_no_run_hit_an_upper_limit_is_drawn_as_one():
    picture = picture_of(DEMO, a=0.5)
    places, unseen = style.band_places(picture), picture.estimate.mean == 0
    for name in ("low", "high", "mean"):
        assert np.isnan(places[name][unseen]).all() and np.isfinite(places[name][~unseen]).all()
    assert unseen.any() and np.isnan(places["limit"][~unseen]).all()
    np.testing.assert_array_equal(places["limit"][unseen], picture.estimate.high[unseen])
    hung = np.isfinite(places["caret"])
    assert hung.any() and not hung[~unseen].any() and (places["caret"][hung] == places["limit"][hung]).all()
    said = " ".join(p["text"] for p in labels.label_places(picture) if p["key"] == "simulation")
    assert said.replace("simulation", "").strip() == f"0 of {picture.estimate.runs} runs: 99% upper limit"
    lines = [line for line in laid_out(stills.still_figure(picture)).axes[0].lines
             if line.get_color() == style.COLORS["simulation"]]
    assert sum(line.is_dashed() for line in lines) == 1


def test_an_upper_limit_at_one_place_alone_is_labelled_there():
    picture = picture_of(DEMO)
    mean = np.where(np.arange(len(picture.estimate_x)) == 7, 0, 0.5)
    alone = replace(picture, estimate=replace(picture.estimate, mean=mean))
    (limit,) = [p for p in labels.label_places(alone) if "upper limit" in p["text"]]
    assert limit["x"] == pytest.approx(picture.estimate_x[7], rel=0.02) and np.isfinite(limit["y"])


def test_limits_and_carets_of_means_that_are_zero():
    def places(mean, reach, y_axis=DEMO.y, **more):
        estimate = replace(picture_of(DEMO).estimate, mean=mean, low=mean / 2, high=mean + reach, **more)
        return style.band_places(replace(picture_of(DEMO), y_axis=y_axis, estimate=estimate))

    zero = np.zeros(21)
    alone = places(np.where(np.arange(21) == 7, 0, 0.5), 0.01)  # between others
    assert np.flatnonzero(np.isfinite(alone["caret"])).tolist() == [7]
    linear = places(zero, 0.01, Axis("y", 0.0, 1.0))
    assert (linear["mean"] == 0).all() and np.isnan(linear["limit"]).all()
    assert np.isnan(places(zero, 0.0, band="normal")["limit"]).all()


@pytest.mark.parametrize("experiment", EXPORTED, ids=lambda e: e.name)
def test_the_curves_of_the_course_look_different(experiment):
    found = style.looks(experiment.series)
    assert len({(s.mark == "points", found[s.key]) for s in experiment.series}) == len(experiment.series)


# ---- the static picture


def outside(figure):
    """Texts and rulers that leave a figure that was laid out."""
    renderer, (width, height) = figure.canvas.get_renderer(), figure.canvas.get_width_height()
    axes = figure.axes[0]
    parts = {"x axis": axes.xaxis.get_tightbbox(renderer), "y axis": axes.yaxis.get_tightbbox(renderer),
             "axes": axes.get_tightbbox(renderer)}
    parts |= {t.get_text(): t.get_window_extent(renderer) for t in [*figure.texts, *axes.texts] if t.get_text()}
    assert len(parts) > 5
    return [f"{name!r} at {np.round(b.extents)} of {width} x {height}" for name, b in parts.items()
            if b.x0 < -1 or b.y0 < -1 or b.x1 > width + 1 or b.y1 > height + 1]


@pytest.mark.parametrize("experiment", [DEMO, *EXPORTED], ids=lambda e: e.name)
def test_no_text_of_a_static_picture_is_clipped_nor_meets_another_in_the_table(experiment):
    assert outside(drawn(experiment)) == []
    rows = {}
    for text in drawn(experiment).texts:
        rows.setdefault(round(text.get_position()[1], 6), []).append(text.get_window_extent())
    for boxes in rows.values():
        boxes.sort(key=lambda b: b.x0)
        assert all(a.x1 < b.x0 for a, b in zip(boxes, boxes[1:]))


def test_a_curve_that_is_nowhere_drawn_has_no_label_and_no_row_but_a_word():
    curves = [("here", lambda x: 1.5), ("above", lambda x: 5.0), ("undefined", lambda x: np.nan),
              ("through", lambda x: np.where(x < 0.5, 0.0, 9.0))]
    picture = of_curves(Axis("y", 1.0, 2.0), *curves)
    assert [(key, drawn) for key, _, _, drawn in style.readings(picture)] == [("here", True), ("above", False),
            ("undefined", False), ("through", True)]
    assert [p["text"] for p in labels.label_places(picture)] == ["here"]
    figure = stills.still_figure(picture)
    said = [t.get_text() for t in figure.texts]
    assert "here" in said and "above" not in said and any(t.startswith("not in this picture: above (not drawn here); "
                                                                       "undefined") for t in said)
    assert len(figure.findobj(lambda a: a in figure.artists)) == 2  # pieces of curves in the table
    at_marker = of_curves(Axis("y", 1.0, 2.0), ("5", lambda x: 5.0), x="n")
    assert style.readings(at_marker) == [("5", "5", "5, beyond the axes", False)]


def test_the_png_is_deterministic_and_of_its_size():
    figures = [stills.still_figure(picture_of(DEMO)) for _ in range(2)]
    first, second = map(stills.png, figures)
    assert first == second
    for scale in (1.0, 2.0):
        size = Image.open(io.BytesIO(stills.png(figures[0], scale=scale))).size
        assert size == tuple(np.round(figures[0].get_size_inches() * 100 * scale).astype(int))


def test_the_picture_says_title_band_setting_and_values():
    figure = stills.still_figure(picture_of(DEMO, runs=120))
    words = " ".join(t.get_text() for t in figure.findobj(lambda a: hasattr(a, "get_text")))
    for part in ("Waiting for the first head", "99% band (Clopper-Pearson, pointwise), 120 runs", "at n = 30, α = 0.1",
                 "(1 - α)^n, sharpened", "0.0424"):
        assert part in words
    assert "does not apply" in stills.alt_text(DEMO, picture_of(DEMO, n=500))
    text = stills.alt_text(DEMO, picture_of(DEMO))
    assert text.startswith("Waiting for the first head. probability of waiting longer against examples, n. Values at "
                           "n = 30: ")
    assert "(1 - α)^n, sharpened: 0.0424" in text and "simulated waits: " in text


@pytest.mark.parametrize("value, text",
                         [(1, "1"), (0.001, "0.001"), (10000, "10,000"), (1e5, "10⁵"), (1e-4, "10⁻⁴"), (1e12, "10¹²")])
def test_ticks_by_hand(value, text):
    assert chart.tick_text(value, Axis("n", 1e-9, 1e15, log=True)) == text


@pytest.mark.parametrize("tex, words", [
    (r"at $\varepsilon \le 1$", "at ε ≤ 1"), (r"$\frac12$", "1/2"),
    (r"$\frac{\sqrt n}{2\alpha}e^{-\alpha n}$", "(√n/(2α))e^(-αn)"),
    (r"$2\ln|C|/\alpha^2$", "2 ln|C|/α²"), (r"$\ln\frac{1+p}{1-p}$", "ln((1+p)/(1-p))"), (r"$\{0,1\}^d$", "{0,1}^d"),
])
def test_a_formula_under_the_pointer_has_no_tex(tex, words):
    assert errata.plain(tex) == words


def test_no_reason_on_the_map_of_verdicts_keeps_tex():
    shown = errata.verdicts(statements()).to_dict()["datasets"].values()
    for row in (row for rows in shown for row in rows):
        assert not set(r"\\$❴❵") & set(row["statement"] + row["reason"]), row["id"]
