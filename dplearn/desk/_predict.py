"""What a reader is asked before anything is shown: one of a few choices, or points of an explorer's curves to drag.

The browser's half is assets/guess.js, with predict.js for explorers and prediction.js for what else a cell shows.
What a reader answers stays there: it is neither sent nor kept.
"""

from __future__ import annotations

import anywidget
import traitlets

from . import _validate as check
from ._assets import joined
from .experiment import Experiment

CHOICES, CURVES, PLACES = 6, 3, 6  # the most that a reader is asked at once


def asked(experiment: Experiment, predict) -> dict:
    """What the browser is told of `predict`, whose two forms `dplearn.explore.explore` describes: ``{"choices": [words,
    ...]}``, or ``{"points": {curve: [places]}}``, or ``{}`` where nothing is asked.

    Raises ValueError for a curve that the experiment does not have, a place off its x axis, too many of anything.
    """
    if predict is None:
        return {}
    if isinstance(predict, dict):
        if not 1 <= len(predict) <= CURVES:
            raise ValueError(f"predict must ask for 1 to {CURVES} curves; got {len(predict)}")
        return {"points": {key: _places(experiment, key, places) for key, places in predict.items()}}
    words = check.instance("predict", predict, (tuple, list), "a tuple of choices, or places by curve")
    return {"choices": choices(words)}


def choices(predict) -> list[str]:
    """The words among which a reader chooses; raises ValueError unless they are 2 to 6, all different."""
    words = list(predict)
    texts = all(isinstance(w, str) and w for w in words)
    if not texts or not 2 <= len(words) <= CHOICES or len(set(words)) < len(words):
        raise ValueError(f"predict must have 2 to {CHOICES} different choices, each of them words; got {predict!r}")
    return words


class Prediction(anywidget.AnyWidget):
    """What `dplearn.lecture.predict` puts first in its cell: the choices, until one is made or the reader skips."""

    _esm = joined("dom.js", "guess.js", "prediction.js")
    _css = joined("explorer.css", "predict.css")
    choices = traitlets.List().tag(sync=True)

    def __repr__(self) -> str:
        return f"predict({', '.join(map(repr, self.choices))})"

    def _repr_mimebundle_(self, **kwargs):
        data, metadata = super()._repr_mimebundle_(**kwargs)
        return {**data, "text/plain": repr(self)}, metadata


def _places(experiment: Experiment, key: str, places) -> list[float]:
    """Where on the x axis a curve is guessed; one number for one place."""
    simulated = () if experiment.simulation is None else ("simulation",)
    check.choice("predict's curve", key, (*(s.key for s in experiment.series), *simulated))
    axis = experiment.x_axis
    places = places if isinstance(places, (tuple, list)) else [places]
    xs = [check.real(f"predict's place for {key!r}", x, axis.low, axis.high) for x in places]
    if not 1 <= len(xs) <= PLACES or xs != sorted(set(xs)):
        raise ValueError(f"predict must ask for 1 to {PLACES} places of {key!r}, in their order; got {places!r}")
    return xs
