"""Lecture 5's own drawings.  Each function returns a figure and its description in words."""

from __future__ import annotations

from itertools import islice

import numpy as np

from ..experts import learning_rate
from ..figures.plots import BLACK, BLUE, GREEN, GREY, PINK, plots
from ..figures.vegalite import altair, menu, named, slider, span, told
from .calibration import step_epsilon
from .experiments.hunts import HOURS, day, hunted
from .multiplicative import NoisyWorst, hunt_steps, worst_query

STEPS, RECORDS, DELTA, SEED = 100, 2951, 1e-6, 5  # the last three are of the private runs
RUNS = {"exactly the worst, at η*": (1, 0), "the worst, at a tenth of η*": (0.1, 0),
        "the worst, at ten times η*": (10, 0), "privately, ε = 0.1": (1, 0.1), "privately, ε = 1": (1, 1),
        "privately, ε = 10": (1, 10)}  # η/η*, ε
PARTS = {"p*, the records": GREEN, "pᵗ, before the step": BLUE, "gains in this step": "#56B4E9",
         "loses in this step": PINK, "p̂, average of p¹..pᵗ": BLACK}
PLAIN = dict(zip(("the records", "the guess", "gains in this step", "loses in this step"), PARTS.values()))
PAST, ACROSS = ({"frame": [None, 0], "sort": [{"field": a}], "groupby": [b]} for a, b in ("tx", "xt"))


def distribution_and_queries(histogram, queries, *, names, cells):
    """A data base as bars, and under each 0/1 query the part of them that it counts: a panel for each query.

    Parameters
    ----------
    histogram : array (X,), sums to 1, X at most 40
    queries : array (k, X) of 0 and 1, k in 1..4
    names : k short texts
    cells : X short texts, written under the bars
    """
    answers = queries @ histogram
    with plots(2.9, columns=len(queries), sharey=True) as (fig, axes):
        for ax, query, name, answer in zip(axes, queries, names, answers):
            colors = np.where(query == 1, BLUE, "#DDDDDD")
            ax.bar(range(len(histogram)), histogram, color=colors, edgecolor=GREY, linewidth=0.6)
            ax.set_xticks(range(len(histogram)), cells, fontsize=8)
            ax.set_title(f"{name}\n⟨q, p*⟩ = {answer:.3f}")
            ax.grid(axis="x", visible=False)
        axes[0].set_ylabel("share of records")
    said = "; ".join(f"{name}: {answer:.3f}" for name, answer in zip(names, answers))
    return fig, (f"The same histogram of {len(histogram)} cells {len(queries)} times; the bars that a query counts "
                 f"are blue, and their heights add up to its answer. {said}.")


# ---- the hunt, step by step ------------------------------------------------------------------------

def _run(name):
    """The queries that a run chooses, as a row of the chart's data.  A query is the sum over the hours before `end`
    less that over the hours before `start`: hours start..end-1, or their negative if `end` is the smaller."""
    queries, (rate, epsilon) = hunted(), RUNS[name]
    choose = NoisyWorst(queries.width, RECORDS, step_epsilon(epsilon, DELTA, STEPS),
                        np.random.default_rng(SEED)) if epsilon else worst_query
    eta = rate * learning_rate(STEPS, HOURS, rule="hoeffding")
    steps = islice(hunt_steps(day("bikes"), queries, eta=eta, choose=choose), STEPS)
    edges = np.diff([queries.query(step.chosen) for step in steps], prepend=0, append=0)
    return {"name": name, "rate": rate, "epsilon": epsilon, "start": edges.argmax(axis=1).tolist(),
            "end": edges.argmin(axis=1).tolist()}


def _weighed(chart):
    """Vega runs the hunt from the queries that were chosen: adds up losses, weighs e^(-η · losses) before the step (w)
    and after it (v), and averages over the steps so far.  A row for each step t and hour x."""
    weight = f"exp(-datum.rate * sqrt(8 * log({HOURS}) / {STEPS}) * (datum.losses - {{}}))"
    return chart.transform_filter("datum.name == run").transform_calculate(
        t=f"sequence(1, {STEPS} + 1)").transform_flatten(["t", "start", "end"]).transform_calculate(
        x=f"sequence({HOURS})", truth=str(day("bikes").tolist())).transform_flatten(["x", "truth"]).transform_calculate(
        q="(datum.x >= datum.start) - (datum.x >= datum.end)").transform_window(
        losses="sum(q)", **PAST).transform_calculate(
        w=weight.format("datum.q"), v=weight.format(0)).transform_joinaggregate(
        W="sum(w)", V="sum(v)", groupby=["t"]).transform_calculate(
        p="datum.w / datum.W", after="datum.v / datum.V").transform_window(average="mean(p)", **PAST)


def _measured(chart):
    """A row for each step again: the chosen query's answer by p^t and its error; the sums of p^t - p* from hour 0 on,
    whose differences are the queries' errors, so that their range is the worst; the range of the average's, and
    KL(p*‖p^t)."""
    return chart.transform_calculate(
        above="datum.p - datum.truth", out="datum.average - datum.truth", part="datum.q * datum.p",
        wrong="datum.q * datum.above",
        nats="datum.truth ? datum.truth * log(datum.truth / datum.p) : 0").transform_window(
        a="sum(above)", b="sum(out)", **ACROSS).transform_aggregate(
        answer="sum(part)", off="sum(wrong)", a1="max(a)", a0="min(a)", b1="max(b)", b0="min(b)", KL="sum(nats)",
        groupby=["t", "start", "end", "epsilon"]).transform_calculate(
        worst="datum.a1 - datum.a0", error="datum.b1 - datum.b0", low="min(datum.start, datum.end)",
        high="max(datum.start, datum.end) - 1")


def _words(step):
    """What a step does, and in a private run what it spends."""
    return step.transform_calculate(
        each=f"sqrt(8 / {STEPS}) * (sqrt(datum.epsilon - log({DELTA})) - sqrt(-log({DELTA})))",
        root="sqrt(datum.t / 8) * datum.each",
        spent=f"min(datum.t * datum.each, datum.root * (datum.root + 2 * sqrt(-log({DELTA}))))",
        said="['step ' + datum.t + ' moves the answer for hours ' + datum.low + ' to ' + datum.high + ', where pᵗ is ' "
        "+ format(abs(datum.off), '.3f') + (datum.off * (datum.end - datum.start) < 0 ? ' too small' : ' too large'), "
        "'of all answers the worst: ' + format(datum.worst, '.3f') + ';  of those of p̂: ' + format(datum.error, "
        "'.3f') + ';  KL(p*‖pᵗ): ' + format(datum.KL, '.3f'), datum.epsilon ? 'the step spends ε₀ = ' + "
        "format(datum.each, '.4f') + '; so far, added up, ' + format(datum.t * datum.each, '.3f') + '; by composition, "
        "at δ = 10⁻⁶, ' + format(datum.spent, '.3f') : 'the worst is chosen for certain: not private']")


def _plainly(step):
    """What a step does, in plain words; the worst is chosen for certain."""
    return step.transform_calculate(
        said="['step ' + datum.t + ': the worst answer is that for hours ' + datum.low + ' to ' + datum.high + ', off "
        "by ' + format(datum.worst, '.3f'), 'the guess says ' + format(abs(datum.answer), '.1%') + ', the records say '"
        " + format(abs(datum.answer - datum.off), '.1%') + (datum.end < datum.start ? ': these hours gain weight, the "
        "others lose' : ': these hours lose weight, the others gain')]")


def hunt(story=False):
    """The hunt over the bikes' hours, step by step: t in 1..100; exact at three rates, and in three private runs.

    As a `story` the first 30 steps of the first run, in plain words, and no averages."""
    alt, (parts, name, last, start) = altair(), (PLAIN, "step", 30, 1) if story else (PARTS, "step t", STEPS, 8)
    true, guess, more, less, *mean = parts
    color = named("color", "part", parts, legend=alt.Legend(columns=4 - len(mean), symbolType="square",
                                                            symbolOpacity=1))
    tracks = _measured(alt.Chart())
    step, hours = (chart.transform_filter("datum.t == step") for chart in (tracks, alt.Chart()))

    def part(mark, name, field, title, high, **places):
        return mark.transform_calculate(part=f"'{name}'").encode(span("y", field, title, high=high), color, **places)

    def track(title, high, width=210, height=110, **curves):
        x = span("x", "t", name, high=last)
        line = tracks.transform_filter("datum.t <= step").mark_line(strokeWidth=1.4)
        return alt.layer(*(part(mark, of, field, title, high, x=x) for field, of in curves.items() for mark in (
            line, step.mark_point(filled=True, size=50, opacity=1))), width=width, height=height)

    share, across = ("share of all records", 0.25), alt.Scale(domain=[-0.5, HOURS - 0.5], nice=False)
    box = hours.transform_calculate(left="datum.x - 0.45", right="datum.x + 0.45", zero="0").mark_rect(clip=True)
    wide, x = {"x": alt.X("left:Q", scale=across), "x2": "right:Q"}, alt.X("x:Q", title="hour of the day", scale=across)
    bars = alt.layer(
        step.transform_calculate(left="datum.low - 0.5", right="datum.high + 0.5").mark_rect(
            color=GREY, opacity=0.2).encode(**wide),
        part(box, guess, "p", *share, y2="zero:Q", opacity=alt.value(0.35), **wide),
        part(box.transform_filter("datum.after > datum.p"), more, "p", *share, y2="after:Q", **wide),
        part(box.transform_filter("datum.after < datum.p"), less, "p", *share, y2="after:Q", **wide),
        part(hours.mark_line(interpolate="step", clip=True), true, "truth", *share, x=x),
        *(part(hours.mark_line(interpolate="step", clip=True, strokeWidth=1.4), average, "average", *share, x=x)
          for average in mean),
        width=520, height=150 if story else 190)
    if story:
        words, (first, *_), chosen = told(_plainly(step)).properties(height=30), RUNS, "worst"
        runs, control = (first,), alt.param("run", value=first)
        below = track("worst answer off by", 0.4, 520, 80, worst=guess)
    else:
        words, runs, chosen = told(_words(step)).properties(height=46), RUNS, "chosen"
        control = menu("run", dict(zip(RUNS, RUNS)), next(iter(RUNS)), "the query is chosen")
        below = alt.hconcat(track("worst error", 0.8, worst=guess, error=mean[0]), track("KL(p*‖pᵗ)", 2.3, KL=guess))
    return alt.vconcat(
        words, bars, below, data=alt.InlineData(values=tuple(map(_run, runs))),
        transform=_weighed(alt.Chart()).transform, title=f"Each step moves the {chosen} answer (grey band)").add_params(
        slider("step", 1, last, start, 1, name), control)
