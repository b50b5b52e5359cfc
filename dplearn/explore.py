"""`explore(experiment)`: sliders, a live chart, a static picture, all from one description.

The widget is a view of an `Experiment`.  When a slider moves, the browser sends the new setting;
this module answers at once with the computed curves, then draws runs in small chunks on the
kernel's event loop.  Between two chunks the next slider event is heard, and a newer setting drops
the work of an older one.  Runs that were drawn for a setting are kept, so coming back is free.

Where no kernel runs (GitHub, nbviewer, print), the same output carries the picture as PNG with its description
as alternative text, if the notebook ran where DPLEARN_STILLS is set: matplotlib is loaded for that alone.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from dataclasses import replace

import numpy as np
import traitlets

from . import _validate as check
from . import simulate
from ._static import joined
from ._widget import Widget, in_turn
from .figures import style
from .figures.chart import chart_frame
from .figures.labels import label_places
from .experiment import Choice, Experiment

SEED = 2026
KEPT_SETTINGS = 64
MOVING = 0.4  # seconds after a move in which the next one is likely: the kernel stays mostly free
SEND_EVERY = 0.12  # seconds between two refinements of the picture: the eye follows, the browser rests


class Explorer(Widget):
    """The widget that `explore` returns.

    Attributes
    ----------
    experiment : the `Experiment` shown.
    setting : the present setting (attributes named as the parameters).
    """

    _esm = joined("dom.js", "chart.js", "explorer.js")
    _css = joined("explorer.css")
    layout_data = traitlets.Dict().tag(sync=True)
    positions = traitlets.Dict().tag(sync=True)

    def __init__(self, experiment: Experiment, *, seed: int = SEED, **setting):
        self.experiment = check.instance("experiment", experiment, Experiment)
        self.seed = check.integer("seed", seed, 0)
        self.setting = self._start = experiment.setting(**setting)
        self._runs: OrderedDict[tuple, tuple[int, simulate.Moments]] = OrderedDict()
        self._task: asyncio.Task | None = None
        self._newest: tuple = ()  # what the browser asked last: (view, sequence)
        self._from_browser = False
        super().__init__(layout_data=self._layout(), positions=self._positions())
        self.on_msg(self._hear)

    # --- what a reader's code can do -----------------------------------------------------------

    @in_turn
    def set(self, **values) -> Explorer:
        """Move sliders from code; raises ValueError outside their ranges, and then nothing moves."""
        self.setting = self.experiment.setting(**{**vars(self.setting), **values})
        self.positions = self._positions()
        self.send({"type": "moved", "positions": self.positions})
        return self

    def picture(self, runs: int | None = None):
        """The picture at the present setting, with at least `runs` runs drawn (the printed picture's number if not
        said).

        Never more than the experiment's full number; Ctrl-C keeps the runs drawn so far for the next call.
        """
        s = self.experiment.simulation
        wanted = None if runs is None else check.integer("runs", runs, 1)
        if s is not None:
            wanted = min(wanted or s.static_runs, s.total_runs(self.setting))
            while self._drawn() < wanted:
                self._draw_chunk()
        return self.experiment.picture(self.setting, self._estimate())

    def __repr__(self) -> str:
        return self.experiment.code(self.setting)

    def _repr_mimebundle_(self, **kwargs):
        data, metadata = super()._repr_mimebundle_(**kwargs)
        if not style.stills_wanted():
            return {**data, "text/plain": repr(self)}, metadata
        from .figures import static

        picture = self.picture()
        return static.with_still((data, metadata), repr(self), static.static_figure(picture),
                                 static.alt_text(self.experiment, picture))

    # --- the browser's side ----------------------------------------------------------------------

    def _layout(self) -> dict:
        e = self.experiment
        controls = [{
            "name": p.name, "meaning": p.meaning, "menu": isinstance(p, Choice), "symbol": getattr(p, "symbol", ""),
            "texts": [p.text(v) for v in p.values], "unit": getattr(p, "unit", ""),
        } for p in e.parameters]
        looked = style.looks(e.series)
        rows = [{"key": s.key, "label": s.label, "mark": s.mark, **vars(looked[s.key])} for s in e.series]
        if e.simulation is not None:
            look = style.Look(style.COLORS[e.simulation.role], (), style.WIDTHS["simulation"])
            rows.append({"key": "simulation", "label": e.simulation.label, "mark": "line", **vars(look)})
        return {"title": e.title, "question": e.question, "controls": controls, "rows": rows, "frame": chart_frame(e),
                "simulated": e.simulation is not None, "marked": isinstance(e.x, str)}

    def _positions(self) -> dict:
        """The slider position nearest to each value of the present setting."""
        return {p.name: p.position(getattr(self.setting, p.name)) for p in self.experiment.parameters}

    def notify_change(self, change) -> None:
        """Positions that the browser sent are not sent back to it."""
        if not (change["name"] == "positions" and self._from_browser):
            super().notify_change(change)

    def _hear(self, _, content: dict, buffers) -> None:
        kind, asked = content.get("type"), (content.get("view"), content.get("sequence"))
        try:
            if kind == "set":
                self._move(asked, content["positions"])
            elif kind == "show":
                self._show(asked)
            elif kind == "reset":
                self.set(**vars(self._start))
        except Exception as error:  # the sliders stay alive, and the reader sees what went wrong
            self._answer("failed", asked, words=f"{type(error).__name__}: {error}")

    def _answer(self, kind: str, asked: tuple, *buffers: bytes, **words) -> None:
        """A message that belongs to what a view asked."""
        self.send({"type": kind, "view": asked[0], "sequence": asked[1], **words}, list(buffers))

    def _move(self, asked: tuple, positions: dict) -> None:
        """Take up the sliders that moved; the others keep their values, which may lie between two positions."""
        moved = {p.name: p.values[positions[p.name]]
                 for p in self.experiment.parameters if positions[p.name] != self.positions[p.name]}
        self.setting = self.experiment.setting(**{**vars(self.setting), **moved})
        self._from_browser = True
        try:
            self.positions = dict(positions)
        finally:
            self._from_browser = False
        self._show(asked)

    def _show(self, asked: tuple) -> None:
        """Send the curves at once, then draw runs while nobody asks for anything newer."""
        self._newest = asked
        self._send_picture(asked)
        if self.experiment.simulation is None:
            return
        if self._task is not None:
            self._task.cancel()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return  # no event loop: a script or a test, which asks for `picture` itself
        self._task = loop.create_task(self._refine(asked))

    async def _refine(self, asked: tuple) -> None:
        """Draw chunks until all runs are there, something newer is asked, or a chunk fails."""
        total = self.experiment.simulation.total_runs(self.setting)
        sent, started = 0.0, time.monotonic()
        try:
            await asyncio.sleep(0.002)  # the curves leave on another thread: let them go first
            while asked == self._newest:
                if self._drawn() < total:
                    self._draw_chunk()
                done = self._drawn() >= total
                if done or time.monotonic() - sent > SEND_EVERY:
                    self._send_estimate(asked, total)
                    sent = time.monotonic()
                if done:
                    return
                # Long enough for a waiting slider event to be taken up; while the thumb may still move, most of the
                # time.
                await asyncio.sleep(0.02 if time.monotonic() - started < MOVING else 0.001)
        except Exception as error:
            self._answer("failed", asked, words=f"{type(error).__name__}: {error}")

    @in_turn
    def _send_picture(self, asked: tuple) -> None:
        picture = self.experiment.picture(self.setting, self._estimate())
        self._shown = self.setting, picture
        y_axis = picture.y_axis
        xs = np.concatenate([[], *(line.x for line in picture.lines)]).astype("<f4")
        ys = np.concatenate([[], *(style.line_places(line, y_axis) for line in picture.lines)]).astype("<f4")
        self._answer(
            "picture", asked, xs.tobytes(), ys.tobytes(), positions=self.positions, runs_of=repr(self._key()),
            sizes=[len(line.x) for line in picture.lines], keys=[line.series.key for line in picture.lines],
            labels=label_places(picture), marker=picture.marker, code=picture.code, words=picture.words,
            readings={key: [value, drawn] for key, _, value, drawn in style.readings(picture)},
            texts={p.name: p.text(getattr(self.setting, p.name)) for p in self.experiment.parameters})

    @in_turn
    def _send_estimate(self, asked: tuple, total: int) -> None:
        estimate, (setting, picture) = self._estimate(), self._shown
        if setting is not self.setting:  # moved by code meanwhile
            picture = self.experiment.picture(self.setting)
        picture = replace(picture, estimate=estimate)  # the curves are computed once a move, not once a refinement
        columns = [picture.estimate_x, *style.band_places(picture).values()]
        self._answer(
            "estimate", asked, np.concatenate(columns).astype("<f4").tobytes(), runs_of=repr(self._key()),
            runs=estimate.runs, total=total, band=estimate.label, labels=label_places(picture),
            reading=picture.readings()[-1][-1])

    # --- runs ---------------------------------------------------------------------------------------

    def _key(self) -> tuple:
        """What the runs depend on: the setting without the marker's place on the x axis."""
        return tuple(v for k, v in vars(self.setting).items() if k != self.experiment.x)

    def _drawn(self) -> int:
        kept = self._runs.get(self._key())
        return kept[1].runs if kept else 0

    def _estimate(self) -> simulate.Estimate | None:
        """What the runs kept for this setting say."""
        kept = self._runs.get(self._key())
        return self.experiment.estimate(kept[1]) if kept else None

    @in_turn
    def _draw_chunk(self) -> None:
        """Draw the next chunk of the present setting from its own stream and keep it."""
        key, s = self._key(), self.experiment.simulation
        chunk, moments = self._runs.get(key, (0, None))
        size = min(s.chunk_runs(self.setting), s.total_runs(self.setting) - self._drawn())
        if size <= 0:  # another thread drew the last one
            return
        part = simulate.one_chunk(self.experiment.draw(self.setting), self.seed, self.experiment.name, chunk, size)
        self._runs[key] = (chunk + 1, part if moments is None else moments + part)
        self._runs.move_to_end(key)
        while len(self._runs) > KEPT_SETTINGS:
            self._runs.popitem(last=False)


def explore(experiment: Experiment, *, seed: int = SEED, **setting) -> Explorer:
    """Show an experiment with sliders.

    Parameters
    ----------
    experiment : an `Experiment` of `dplearn.experiments`.
    seed : of the simulation's streams; the same seed shows the same runs.
    **setting : start values of the parameters, e.g. ``epsilon=0.5``; defaults where nothing is said.

    Returns
    -------
    Explorer
        A widget; `Explorer.set` moves its sliders from code, `Explorer.picture` gives its numbers.

    Raises
    ------
    ValueError
        For a parameter that the experiment does not have, or a value outside its range.
    """
    return Explorer(experiment, seed=seed, **setting)
