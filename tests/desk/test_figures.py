"""The static picture and the live chart: one language, nothing clipped, the same bytes each time."""

import functools
import json

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from dplearn import experiments
from dplearn.experiment import Axis, Experiment, Parameter, Series, Simulation
from dplearn.figures import chart, stills, style

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


# ---- labels


def test_names_stand_in_the_order_of_the_ends_pushed_to_both_sides_and_say_who_has_left():
    picture = of_curves(Axis("y", 0.0, 1.0), ("middle", lambda x: 0.5), ("high", lambda x: 1 - 0.49 * x),
                        ("low", lambda x: 0.49 * x), ("gone", lambda x: 3 * x), ("under", lambda x: 0.5 - x))
    names = {t.get_text(): t.get_position()[1] for t in stills.still_figure(picture).axes[0].texts}
    assert sorted(names, key=names.get) == ["under ↓", "low", "middle", "high", "gone ↑"]
    assert names["middle"] == pytest.approx(0.5) and names["high"] - 0.5 == pytest.approx(0.5 - names["low"])


def test_where_no_run_hit_an_upper_limit_is_drawn_as_one():
    picture = picture_of(DEMO, a=0.5)
    places, unseen = style.band_places(picture.y_axis, picture.estimate), picture.estimate.mean == 0
    for name in ("low", "high", "mean"):
        assert (np.isnan(places[name]) == unseen).all()
    assert unseen.any() and np.isnan(places["limit"][~unseen]).all()
    np.testing.assert_array_equal(places["limit"][unseen], picture.estimate.high[unseen])
    hung = np.isfinite(places["caret"])
    assert hung.any() and not hung[~unseen].any() and (places["caret"][hung] == places["limit"][hung]).all()
    said = [t.get_text() for t in stills.still_figure(picture).axes[0].texts]
    assert any(text.endswith(f"{picture.estimate.runs} runs; dotted: upper limit where no run hit") for text in said)
    linear = style.band_places(Axis("y", 0.0, 1.0), picture.estimate)  # that has a place for 0
    assert (linear["mean"][unseen] == 0).all() and np.isnan(linear["limit"]).all()


# ---- the static picture


@ALL
def test_no_text_of_a_static_picture_is_clipped_nor_meets_another(experiment):
    figure = laid_out(picture_of(experiment, runs=2))
    renderer, box, axes = figure.canvas.get_renderer(), figure.bbox, figure.axes[0]
    table, below = figure.legends[0].get_window_extent(renderer), axes.xaxis.get_tightbbox(renderer)
    texts = [t for t in (*axes.texts, axes._left_title, *figure.texts) if t.get_text()]
    assert len(texts) > 3
    boxes = [below, table, axes.yaxis.get_tightbbox(renderer), *(t.get_window_extent(renderer) for t in texts)]
    for b in boxes:
        assert -1 <= b.x0 and -1 <= b.y0 and b.x1 <= box.x1 + 1 and b.y1 <= box.y1 + 1, b
    named = [(b.x0, b.x1, b.y0 + 1.5, b.y1 - 1.5) for b in boxes]  # letters of two lines, not their leading
    for i, (l, r, floor, top) in enumerate(named):
        assert not [o for o in named[:i] if l < o[1] and o[0] < r and floor < o[3] and o[2] < top], experiment.name


def test_a_curve_that_is_nowhere_drawn_has_no_name_and_a_row_that_says_so():
    curves = [("here", lambda x: 1.5), ("above", lambda x: 5.0), ("undefined", lambda x: np.nan),
              ("through", lambda x: np.where(x < 0.5, 0.0, 9.0))]
    picture = of_curves(Axis("y", 1.0, 2.0), *curves)
    assert [drawn for *_, drawn in style.readings(picture)] == [True, False, False, True]
    figure = stills.still_figure(picture)
    assert [t.get_text() for t in figure.axes[0].texts] == ["here", "through ↑"]
    assert [t.get_text() for t in figure.legends[0].get_texts()] == [
        "here", "above: not drawn here", "undefined: not drawn here", "through"]
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
    assert "(1 - α)^n, sharpened: 0.0424" in stills.alt_text(DEMO, picture_of(DEMO))
