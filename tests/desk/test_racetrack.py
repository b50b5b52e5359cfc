"""The racetrack without a browser: what it sends, keeps and refuses."""

import base64
import threading
import time

import numpy as np
import pytest

from dplearn import experts
from dplearn.racetrack import ETA, RULES, racetrack


@pytest.fixture
def shown():
    """A racetrack whose messages are kept: (widget, messages)."""
    w = racetrack(5, 40, seed=7)
    messages = []
    w.send = lambda content, buffers=None: messages.append(content)
    return w, messages


def hear(w, sequence="view 1", **changes):
    w._hear(w, {"type": "set", "changes": changes, "sequence": sequence}, [])


def test_code_and_repr_make_the_same_season_again():
    assert racetrack(seed=5).season["losses"] != racetrack().season["losses"]
    for w in (racetrack(), racetrack(3, 20, seed=9, eta=0.125, world="takeover", round=4)):
        again = eval(repr(w), {"racetrack": racetrack})
        assert repr(again) == repr(w) == f"{w.season['code']}, round={w.round})" and again.season == w.season


def test_set_changes_what_it_says(shown):
    w, _ = shown
    picks = w.race.picks
    assert w.set(round=12) is w and w.round == 12
    w.set(eta="printed")
    assert w.round == 12 and w.race.eta == experts.learning_rate(40, 5, rule="printed")
    assert w.season["rule"] == "printed" and np.array_equal(w.race.picks, picks)
    w.set(seed=8, round=3)
    assert w.round == 3 == w.season["round"] and not np.array_equal(w.race.picks, picks)
    assert w.set(world="steady").race.tipsters[1].name == "Guess 1" and w.round == 0


@pytest.mark.parametrize("changes", [{"position": 10**6}, {"eta": "fast"}, {"colour": 1}])
def test_what_goes_wrong_is_told(shown, changes):
    w, messages = shown
    race = w.race
    hear(w, sequence="v 9", **changes)
    assert w.race is race and messages[0]["words"]
    assert (messages[0]["type"], messages[0]["sequence"]) == ("failed", "v 9")


def test_the_slider_holds_the_rate_of_every_rule():
    for rule in RULES:
        for n, T in ((2, 200), (8, 2)):  # the least rate and the largest
            assert ETA.low <= experts.learning_rate(T, n, rule=rule) <= ETA.high


def test_the_picture_stands_in_where_no_kernel_runs(shown):
    w, _ = shown
    data, metadata = w._repr_mimebundle_()
    assert base64.b64decode(data["image/png"]).startswith(b"\x89PNG") and metadata["image/png"]["width"] == 810
    assert f"Expected regret {w.race.expected_regret[-1]:.3g} (exact)" in metadata["image/png"]["alt"]
    assert data["text/plain"] == "racetrack(n_experts=5, T=40, seed=7, eta='hoeffding', world='mixed', round=0)"


def test_a_cell_does_not_swallow_the_browsers_answer(shown, monkeypatch):
    """JupyterLab hands messages to a thread of its own; each of them is answered, whatever a cell does meanwhile."""
    w, _ = shown
    answers = []

    def send_state(key=None):
        time.sleep(0.001)  # room for the other thread
        answers.append(w.season["sequence"])

    monkeypatch.setattr(w, "send_state", send_state)
    cell = threading.Thread(target=lambda: [w.set(seed=i % 3) for i in range(100)])
    cell.start()
    for i in range(100):
        hear(w, sequence=f"ask {i}", eta="hoeffding")
    cell.join()
    assert [f"ask {i}" for i in range(100)] == [a for a in answers if a]
