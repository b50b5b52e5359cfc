"""`explore(experiment)`: sliders, a live chart, a static picture, all from one description.

The widget is a view of an `Experiment`: it carries what a `dplearn.session.Session` says to the browser and back.

Where no kernel runs (GitHub, nbviewer, print), the same output carries the picture as PNG with its description
as alternative text, if the notebook ran where DPLEARN_STILLS is set: matplotlib is loaded for that alone.
"""

from __future__ import annotations

from types import SimpleNamespace

import traitlets

from ._assets import joined
from ._predict import asked
from ._widget import Widget, in_turn
from .experiment import Experiment, Picture
from .session import Session


class Explorer(Widget):
    """The widget that `explore` returns.

    Attributes
    ----------
    experiment : the `Experiment` shown.
    setting : the present setting (attributes named as the parameters).
    session : the `Session` that answers the browser.
    """

    _esm = joined("dom.js", "chart.js", "links.js", "guess.js", "predict.js", "explorer.js")
    _css = joined("explorer.css", "predict.css")
    layout_data = traitlets.Dict().tag(sync=True)
    positions = traitlets.Dict().tag(sync=True)
    predict = traitlets.Dict().tag(sync=True)

    def __init__(self, experiment: Experiment, *, predict=None, **setting):
        self.session = Session(experiment, self._say, **setting)
        self._from_browser, self._asks = False, predict
        super().__init__(self.session.turn, layout_data=self.session.layout(), positions=self.session.positions(),
                         predict=asked(experiment, predict))

    @property
    def experiment(self) -> Experiment:
        """What is shown."""
        return self.session.experiment

    @property
    def setting(self) -> SimpleNamespace:
        """Where the sliders stand."""
        return self.session.setting

    # --- what a reader's code can do -----------------------------------------------------------

    @in_turn
    def set(self, **values) -> Explorer:
        """Move sliders from code; raises ValueError outside their ranges, and then nothing moves."""
        self.session.set(**values)
        return self

    def picture(self, runs: int | None = None) -> Picture:
        """The picture at the present setting, with at least `runs` runs drawn (the printed picture's number if not
        said).

        Never more than the experiment's full number; Ctrl-C keeps the runs drawn so far for the next call.
        """
        return self.session.picture(runs)

    def __repr__(self) -> str:
        code = self.experiment.code(self.setting)
        return code if self._asks is None else f"{code[:-1]}, predict={self._asks!r})"

    def _still(self) -> tuple:
        from .figures import stills

        picture = self.picture()
        return stills.still_figure(picture), stills.alt_text(self.experiment, picture)

    # --- the browser's side ----------------------------------------------------------------------

    def _hear(self, _, content: dict, buffers) -> None:
        self._from_browser = content.get("type") != "reset"
        try:
            self.session.hear(content)
            self.positions = self.session.positions()
        finally:
            self._from_browser = False

    def _say(self, content: dict, buffers: list[bytes]) -> None:
        if content["type"] == "moved":
            self.positions = content["positions"]
        self.send(content, buffers or None)

    def notify_change(self, change) -> None:
        """Positions that the browser sent are not sent back to it."""
        if not (change["name"] == "positions" and self._from_browser):
            super().notify_change(change)


def explore(experiment: Experiment, *, predict=None, **setting) -> Explorer:
    """Show an experiment with sliders.

    Parameters
    ----------
    experiment : an `Experiment` of `dplearn.experiments`.
    predict : what the reader is asked before anything is shown: a few choices, ``("thresholds", "parities")``, or the
        places where a curve is guessed by dragging points, by its key: ``{"exact": (1, 10, 100)}``, ``{"exact": 30}``.
        The guess stays in the page; it is neither sent nor kept.
    **setting : start values of the parameters, e.g. ``epsilon=0.5``; defaults where nothing is said.

    Returns
    -------
    Explorer
        A widget; `Explorer.set` moves its sliders from code, `Explorer.picture` gives its numbers.

    Raises
    ------
    ValueError
        For a parameter or a curve that the experiment does not have, or a value outside its range.
    """
    return Explorer(experiment, predict=predict, **setting)
