"""Nonsense for the desk and the visual language."""

from collections import Counter

import numpy as np
import pytest

import nonsense
from dplearn import lecture
from dplearn.explore import Explorer
from dplearn.figures import chart, static
from dplearn.racetrack import Racetrack
from dplearn.release_desk import ReleaseDesk
from nonsense import calls
from questions import QUESTION

PICTURE = QUESTION.picture(QUESTION.setting(), QUESTION.simulate(QUESTION.setting(), seed=1, runs=20))
FIGURE = static.static_figure(PICTURE)
EXPLORED = calls({"experiment": QUESTION, "seed": 1, "n": 5, "share": 0.3})
RACED = calls({"n_experts": 4, "T": 20, "seed": 1, "eta": 0.5, "world": "steady", "round": 3},
              {"n_experts": 8, "T": 200, "seed": 1, "eta": "printed"})
RELEASED = calls({"columns": 4, "epsilon": 0.5, "T": 5, "method": "mwem", "degree": 2, "seed": 1},
                 {"columns": ("male", "white", "full_time"), "T": 9})

FIGURES = {
    "alt_text": calls({"experiment": QUESTION, "picture": PICTURE}),
    "chart_spec": calls({"experiment": QUESTION}),
    "png": calls({"fig": FIGURE, "scale": 0.25}),
    "static_figure": calls({"picture": PICTURE}),
}
DESK = {
    "Explorer": EXPLORED,
    "Explorer.picture": calls({"runs": 20}, of=Explorer(QUESTION).picture),
    "Explorer.set": calls({"n": 5, "share": 0.3, "side": "t"}, of=Explorer(QUESTION).set),
    "explore": EXPLORED,
    "Racetrack": RACED,
    "racetrack": RACED,
    "Racetrack.picture": calls(of=Racetrack(4, 20).picture),
    "Racetrack.set": calls({"seed": 2, "eta": 0.3, "world": "mixed", "round": 3}, of=Racetrack(4, 20).set),
    "ReleaseDesk": RELEASED,
    "release_desk": RELEASED,
    "ReleaseDesk.picture": calls(of=ReleaseDesk(3, T=2).picture),
    "ReleaseDesk.release": calls(of=ReleaseDesk(3, T=2).release),
    "ReleaseDesk.set": calls({"columns": 5, "epsilon": 0.3, "T": 7, "method": "mwem", "degree": 1},
                             of=ReleaseDesk(3, T=2).set),
    "drawing": calls({"figure": FIGURE, "alt": "a line"}, text=("alt",)),
    "report": calls({"check_answer": lambda answer: None, "mine": 1}, callback=("check_answer",),
                    free=("mine", "no_such_option")),
    "source": calls({"function": lecture.source}),
    "card": calls({"identifier": "LN-T1"}),
}


@pytest.fixture(scope="module", autouse=True)
def drawn_once():
    """With one chart for `QUESTION`: hundreds of explorers are made."""
    with pytest.MonkeyPatch.context() as patch:
        spec, whole = chart.chart_spec(QUESTION), chart.chart_spec
        patch.setattr("dplearn.explore.chart_spec",
                      lambda experiment: spec if experiment is QUESTION else whole(experiment))
        yield


globals().update({f"{name}_{room}": test for room, tests in {
    "figures": nonsense.tests(FIGURES, "dplearn.figures.chart", "dplearn.figures.static",
                              results=("tick_text", "with_still")),
    "desk": nonsense.tests(DESK, "dplearn.explore", "dplearn.racetrack", "dplearn.release_desk", "dplearn.lecture",
                           "dplearn.statements",
                           results=("Drawing", "Source", "Table")),
}.items() for name, test in tests.items()})


def test_the_watch_bites(monkeypatch):
    """A function that hangs, warns, answers NaN, or forgets the name in its error is seen."""
    monkeypatch.setattr(nonsense, "COUNTED", __file__)

    def hangs(x):
        while True:
            pass

    def warns(x):
        return np.log(np.zeros(1))

    def nan(x):
        return {"a": [(np.array([1.0, np.nan]),)]}

    def mute(x):
        raise ValueError("wrong")

    def other(x):
        raise KeyError("x")

    found = Counter(nonsense.verdict(calls({"x": 1}), f, {"x": 1}, "x", 1)[1].split()[0]
                    for f in (hangs, warns, nan, mute, other))
    assert found == {"TooMuch:": 1, "RuntimeWarning:": 1, "the": 2, "KeyError:": 1}
