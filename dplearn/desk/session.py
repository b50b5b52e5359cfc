"""What an explorer says to a browser, whatever carries it: a Jupyter widget, a worker in the page, a table on disk.

A `Session` holds an `Experiment` at a setting.  When a slider moves, the browser sends the new positions; the session
answers at once with the computed curves, then draws runs in small chunks on the running asyncio loop.  Between two
chunks the next slider event is heard, and a newer setting drops the work of an older one.  Runs that were drawn for a
setting are kept, so coming back is free.

From the browser (`Session.hear`), view and sequence being the browser's own marks, returned with every answer:
``{type: "set", view, sequence, positions}``, ``{type: "show", view, sequence}``, ``{type: "reset"}``.
To the browser: "picture" (curves) and "estimate" (runs so far), as `picture_message` and `estimate_message` make them;
``{type: "moved", positions}`` when code moved a slider; ``{type: "failed", words}``.

Nothing here loads a drawing library or Jupyter.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace

import numpy as np

from . import _validate as check
from . import simulate
from ._turns import in_turn
from .experiment import Choice, Experiment, Picture
from .figures import style
from .figures.chart import chart_frame

SEED = 2026  # of all streams of runs
KEPT_SETTINGS = 64
MOVING = 0.4  # seconds after a move in which the next one is likely: the carrier stays mostly free
FREE = 4  # times as long as a chunk takes
DEAR = 0.03  # seconds of a chunk that a moving thumb would feel: not even the first is drawn at once
SEND_EVERY = 0.12  # seconds between two refinements of the picture: the eye follows, the browser rests


class Runs:
    """The runs of an experiment drawn so far, by setting; the oldest of many settings are forgotten."""

    def __init__(self, experiment: Experiment):
        self.experiment = experiment
        self._kept: dict[tuple, simulate.Moments] = {}

    def key(self, setting) -> tuple:
        """What runs depend on: the setting without the marker's place on the x axis."""
        return tuple(v for k, v in vars(setting).items() if k != self.experiment.x)

    def drawn(self, setting) -> int:
        """How many there are."""
        kept = self._kept.get(self.key(setting))
        return kept.runs if kept else 0

    def estimate(self, setting) -> simulate.Estimate | None:
        """What they say; None if there are none."""
        kept = self._kept.get(self.key(setting))
        return self.experiment.estimate(kept) if kept else None

    def draw_chunk(self, setting) -> None:
        """Draw the next chunk from its own stream and keep it; nothing once all are there."""
        e, s, drawn = self.experiment, self.experiment.simulation, self.drawn(setting)
        chunk = s.chunk_runs(setting)
        size = min(chunk, s.total_runs(setting) - drawn)
        if size > 0:
            part = simulate.one_chunk(e.draw(setting), SEED, e.name, drawn // chunk, size)
            before = self._kept.pop(self.key(setting), None)  # the newest stands last
            self._kept[self.key(setting)] = part if before is None else before + part
            if len(self._kept) > KEPT_SETTINGS:
                del self._kept[next(iter(self._kept))]


def _drawn(look: style.Look) -> dict:
    """A look, and the color of what is written in it."""
    return {**vars(look), "ink": style.ink(look.color, style.BAND)}


class Session:
    """An experiment that a browser moves.

    Parameters
    ----------
    experiment : the `Experiment` shown.
    send : ``send(content, buffers)``, a dict for JSON and a list of bytes, takes what the session says.
    **setting : start values of the parameters.

    Attributes
    ----------
    setting : the present setting (attributes named as the parameters).
    runs : the `Runs` drawn so far.
    turn : the lock that is held while the session answers; for a carrier with threads of its own.
    """

    def __init__(self, experiment: Experiment, send: Callable[[dict, list], None], **setting):
        self.experiment = check.instance("experiment", experiment, Experiment)
        self.send = check.function("send", send)
        self.setting = self._start = experiment.setting(**setting)
        self.runs = Runs(experiment)
        self.turn = threading.RLock()
        self._task: asyncio.Task | None = None
        self._newest: tuple = ()  # what the browser asked last: (view, sequence)
        self._chunk_seconds = 0.0  # that the last chunk took

    # --- what code can do ------------------------------------------------------------------------

    @in_turn
    def set(self, **values) -> None:
        """Move sliders from code; raises ValueError outside their ranges, and then nothing moves."""
        self.setting = self.experiment.setting(**{**vars(self.setting), **values})
        self.send({"type": "moved", "positions": self.positions()}, [])

    def picture(self, runs: int | None = None) -> Picture:
        """The picture at the present setting, with at least `runs` runs drawn (the printed picture's number if not
        said).

        Never more than the experiment's full number; Ctrl-C keeps the runs drawn so far for the next call.
        """
        return self.experiment.picture(self.setting, self.estimate(self.setting, runs))

    def estimate(self, setting, runs: int | None = None) -> simulate.Estimate | None:
        """The simulation at a setting, with `runs` as in `picture`; None where the experiment has none."""
        s = self.experiment.simulation
        if s is None:
            return None
        wanted = min(s.static_runs if runs is None else check.integer("runs", runs, 1), s.total_runs(setting))
        while self.runs.drawn(setting) < wanted:
            self._draw_chunk(setting)
        return self.runs.estimate(setting)

    # --- what is said ------------------------------------------------------------------------------

    def layout(self) -> dict:
        """All that stays: name, title, controls with values and texts of their positions, rows of the table, the
        chart's frame, and whose slider the marker is."""
        e = self.experiment
        controls = [{
            "name": p.name, "meaning": p.meaning, "menu": isinstance(p, Choice), "symbol": getattr(p, "symbol", ""),
            "values": list(p.values), "texts": [p.text(v) for v in p.values], "unit": getattr(p, "unit", ""),
        } for p in e.parameters]
        looked = style.looks(e.series)
        rows = [{"key": s.key, "short": s.short, "label": s.label, "mark": s.mark, **_drawn(looked[s.key])}
                for s in e.series]
        if e.simulation is not None:
            look = style.Look.of("simulation", style.COLORS["simulation"])
            rows.append({"key": "simulation", "short": e.simulation.short, "label": e.simulation.label, "mark": "line",
                         **_drawn(look)})
        return {"name": e.name, "title": e.title, "question": e.question, "controls": controls, "rows": rows,
                "frame": chart_frame(e), "marker": e.x if isinstance(e.x, str) else None,
                "simulated": e.simulation is not None}

    def positions(self, setting: SimpleNamespace | None = None) -> dict[str, int]:
        """The slider position nearest to each value of a setting, the present one if none is given."""
        setting = setting or self.setting
        return {p.name: p.nearest(getattr(setting, p.name)) for p in self.experiment.parameters}

    def picture_message(self, setting: SimpleNamespace, picture: Picture) -> tuple[dict, list[np.ndarray]]:
        """The message "picture" for any setting and its `Experiment.picture`, nothing sent; a carrier adds view and
        sequence.

        Returns (content, [x, y]): the places of all curves one after the other (`sizes` says where they part) as
        little-endian float32, NaN where nothing is drawn.  The simulation's reading is the estimate's, if the picture
        holds one.
        """
        curves = [[line.x, style.line_places(line, picture.y_axis)] for line in picture.lines]
        content = {
            "type": "picture", "positions": self.positions(setting), "runs_of": repr(self.runs.key(setting)),
            "sizes": [len(x) for x, _ in curves], "keys": [line.series.key for line in picture.lines],
            "marker": picture.marker, "code": picture.code, "words": picture.words,
            "readings": {key: [value, drawn] for key, _, value, drawn in style.readings(picture)},
            "texts": {p.name: p.text(getattr(setting, p.name)) for p in self.experiment.parameters}}
        return content, [np.concatenate(column).astype("<f4") for column in zip(*curves)]

    def estimate_message(self, setting: SimpleNamespace, picture: Picture) -> tuple[dict, list[np.ndarray]]:
        """The message "estimate" for any setting and its picture, which holds an estimate; nothing sent.

        Returns (content, [columns]): one float32 array of shape (6, places), the rows x, low, high, mean, limit,
        caret.  ``dataclasses.replace(picture, estimate=...)`` spares computing the curves a second time.
        """
        estimate = picture.estimate
        content = {
            "type": "estimate", "runs_of": repr(self.runs.key(setting)), "runs": estimate.runs,
            "total": self.experiment.simulation.total_runs(setting), "band": estimate.label,
            "reading": picture.readings()[-1][-1]}
        places = style.band_places(picture.y_axis, picture.estimate).values()
        return content, [np.array([picture.estimate_x, *places]).astype("<f4")]

    def _answer(self, asked: tuple, content: dict, arrays: list[np.ndarray] = ()) -> None:
        """Send a message that belongs to what a view asked."""
        self.send({**content, "view": asked[0], "sequence": asked[1]}, [a.tobytes() for a in arrays])

    def _failed(self, asked: tuple, error: Exception) -> None:
        self._answer(asked, {"type": "failed", "words": f"{type(error).__name__}: {error}"})

    # --- what is heard -----------------------------------------------------------------------------

    @in_turn
    def hear(self, content: dict) -> None:
        """Take a message of the browser; what goes wrong is answered, and the sliders stay alive."""
        kind, asked = content.get("type"), (content.get("view"), content.get("sequence"))
        try:
            if kind == "set":
                self._move(content["positions"])
                self._show(asked)
            elif kind == "show":
                self._show(asked)
            elif kind == "reset":
                self.set(**vars(self._start))
        except Exception as error:
            self._failed(asked, error)

    def leave(self) -> None:
        """The browser is gone: no more runs are drawn for it."""
        self._newest = ()
        if self._task is not None:
            self._task.cancel()

    def _move(self, positions: dict) -> None:
        """Take up the sliders that moved; the others keep their values, which may lie between two positions."""
        now = self.positions()
        moved = {p.name: p.values[positions[p.name]]
                 for p in self.experiment.parameters if positions[p.name] != now[p.name]}
        self.setting = self.experiment.setting(**{**vars(self.setting), **moved})

    def _show(self, asked: tuple) -> None:
        """Send the curves at once, then draw runs while nobody asks for anything newer."""
        self._newest, setting = asked, self.setting
        picture = self.experiment.picture(setting, self.runs.estimate(setting))
        self._answer(asked, *self.picture_message(setting, picture))
        if self.experiment.simulation is None:
            return
        if self._task is not None:
            self._task.cancel()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return  # no event loop: a script or a test, which asks for `picture` itself
        self._task = loop.create_task(self._refine(asked, setting, picture))

    async def _refine(self, asked: tuple, setting, picture: Picture) -> None:
        """Draw chunks until all runs are there, something newer is asked, or a chunk fails."""
        total = self.experiment.simulation.total_runs(setting)
        sent, started = 0.0, time.monotonic()
        try:
            # The curves may leave on another thread: let them go first.
            await asyncio.sleep(FREE * self._chunk_seconds if self._chunk_seconds > DEAR else 0.002)
            while asked == self._newest:
                if self.runs.drawn(setting) < total:
                    self._draw_chunk(setting)
                done = self.runs.drawn(setting) >= total
                if done or time.monotonic() - sent > SEND_EVERY:
                    self._send_estimate(asked, setting, picture)
                    sent = time.monotonic()
                if done:
                    return
                # Long enough for a waiting slider event to be taken up; while the thumb may still move, most of the
                # time.
                moving = time.monotonic() - started < MOVING
                await asyncio.sleep(max(0.02, FREE * self._chunk_seconds) if moving else 0.001)
        except Exception as error:
            self._failed(asked, error)

    @in_turn
    def _send_estimate(self, asked: tuple, setting, picture: Picture) -> None:
        picture = replace(picture, estimate=self.runs.estimate(setting))  # the curves are computed once a move
        self._answer(asked, *self.estimate_message(setting, picture))

    @in_turn
    def _draw_chunk(self, setting) -> None:
        """One chunk; another thread may ask for the next."""
        started = time.monotonic()
        self.runs.draw_chunk(setting)
        self._chunk_seconds = time.monotonic() - started
