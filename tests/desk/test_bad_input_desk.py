"""Nonsense for the desk."""

import altair as alt
import pytest

import nonsense
from dplearn import lecture
from dplearn.explore import Explorer
from dplearn.figures import chart, stills
from dplearn.racetrack import Racetrack
from dplearn.release_desk import ReleaseDesk
from nonsense import Each, calls
from questions import QUESTION

GOOD = {
    "experiment": QUESTION, "figure": stills.still_figure(QUESTION.picture(QUESTION.setting())), "chart": alt.Chart(),
    "seed": 1, "alt": "a line", "columns": Each((4, ("male", "white", "full_time"))),
    "method": "mwem", "degree": 2,
    "n_experts": 4, "eta": Each((0.5, "printed")), "world": "steady", "round": 3, "identifier": "LN-T1",
    "predict": Each((("few", "many"), {"p": (1, 10)})), "assignment": "a2", "klass": "open", "student": "ada",
}
TABLE = {
    "explore": calls({"n": 5, "share": 0.3}),
    "Explorer.set": calls({"n": 5, "share": 0.3, "side": "t"}),
    "Racetrack": calls({"T": 20}), "Racetrack.set": calls({"seed": 2, "eta": 0.3, "world": "mixed"}),
    "ReleaseDesk": calls({"T": 5}),
    "ReleaseDesk.set": calls({"columns": 5, "epsilon": 0.3, "T": 7, "method": "mwem", "degree": 1}),
    "report": calls({"check_answer": lambda answer: None, "mine": 1}, callback=("check_answer",),
                    free=("mine", "no_such_option")),
    "source": calls({"function": lecture.source}),
}


@pytest.fixture(scope="module", autouse=True)
def drawn_once():
    """With one chart for `QUESTION`: hundreds of explorers are made."""
    with pytest.MonkeyPatch.context() as patch:
        frame, whole = chart.chart_frame(QUESTION), chart.chart_frame
        patch.setattr("dplearn.session.chart_frame",
                      lambda experiment: frame if experiment is QUESTION else whole(experiment))
        yield


globals().update(nonsense.tests(
    TABLE, "dplearn.explore", "dplearn.racetrack", "dplearn.release_desk", "dplearn.lecture", "dplearn.statements",
    good=GOOD,
    text=("alt", "assignment", "klass", "student"),
    things=(Explorer(QUESTION), Racetrack(4, 20), ReleaseDesk(3, T=2)),
    results=("Drawing", "Explorer", "Source", "Table", "racetrack", "release_desk",
             "predict")))  # test_explore.py tries its choices
