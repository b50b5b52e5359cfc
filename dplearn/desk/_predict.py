"""What a reader is asked before the picture is shown: one of a few choices, or points of curves to drag.

The browser's half is assets/predict.js.  What a reader answers stays there: it is neither sent nor kept.
"""

from __future__ import annotations

from . import _validate as check
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
    words = list(check.instance("predict", predict, (tuple, list), "a tuple of choices, or places by curve"))
    texts = all(isinstance(w, str) and w for w in words)
    if not texts or not 2 <= len(words) <= CHOICES or len(set(words)) < len(words):
        raise ValueError(f"predict must have 2 to {CHOICES} different choices, each of them words; got {predict!r}")
    return {"choices": words}


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
