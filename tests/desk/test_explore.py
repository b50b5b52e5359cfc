"""The explorer without a browser: what it carries beside a session."""

import base64

import pytest
from questions import QUESTION

from dplearn.explore import explore
from dplearn.lecture import predict


@pytest.fixture
def shown():
    """An explorer whose messages and states are kept: (explorer, sent)."""
    w, sent = explore(QUESTION), []
    w.send = lambda content, buffers=None: sent.append((content, buffers))
    w.send_state = lambda key=None: sent.append(key)
    return w, sent


def test_set_moves_and_returns_the_explorer(shown):
    w, sent = shown
    assert w.set(n=50, side="t") is w
    assert vars(w.setting) == {"n": 50, "share": 0.5, "side": "t"}
    assert w.positions == w.session.positions() and w.positions["side"] == 1
    assert sent == ["positions", ({"type": "moved", "positions": w.positions}, None)]
    assert repr(w) == "explore(experiments.mean_of_coins, n=50, side='t')"
    with pytest.raises(ValueError, match="share must"):
        w.set(n=20, share=-1)
    assert w.setting.n == 50 and len(sent) == 2


def test_the_output_carries_picture_words_and_text(shown, monkeypatch):
    w, _ = shown
    data, metadata = w._repr_mimebundle_()
    assert base64.b64decode(data["image/png"]).startswith(b"\x89PNG")
    assert data["text/plain"] == "explore(experiments.mean_of_coins)"
    assert metadata["image/png"]["alt"].startswith("Coins. mean against coins, n. Values at n = 10: ")
    assert metadata["image/png"]["width"] == 810
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == w.model_id
    monkeypatch.delenv("DPLEARN_STILLS")  # no picture is drawn where nobody asks
    data, _ = w._repr_mimebundle_()
    assert "image/png" not in data and data["text/plain"] == "explore(experiments.mean_of_coins)"


def test_a_prediction_travels_with_the_explorer_and_its_line():
    w = explore(QUESTION, predict={"p": (1, 10, 100), "simulation": 20}, n=50)
    assert w.predict == {"points": {"p": [1.0, 10.0, 100.0], "simulation": [20.0]}}
    assert repr(w) == "explore(experiments.mean_of_coins, n=50, predict={'p': (1, 10, 100), 'simulation': 20})"
    assert explore(QUESTION, predict=("less", "more")).predict == {"choices": ["less", "more"]}


@pytest.mark.parametrize("predict, words", [
    ("more", "predict must be a tuple"), (("a", "a"), "2 to 6 different choices"), (("a", 2), "each of them words"),
    ({}, "1 to 3 curves; got 0"),
    ({"q": 1}, "predict's curve must be one of 'p', 'simulation'; got 'q'"),
    ({"p": 101}, r"predict's place for 'p' must be a finite number in \[1, 100\]; got 101"),
    ({"p": (1, 1)}, "in their order"), ({"p": ()}, "1 to 6 places of 'p'")])
def test_a_prediction_that_cannot_be_asked_says_why(predict, words):
    with pytest.raises(ValueError, match=words):
        explore(QUESTION, predict=predict)


def test_a_cell_that_asks_shows_the_question_and_returns_nothing(monkeypatch):
    said = []
    monkeypatch.setattr("IPython.display.display", said.append)
    assert predict("a half", "more") is None
    (asks,) = said
    assert repr(asks) == "predict('a half', 'more')" == asks._repr_mimebundle_()[0]["text/plain"]
    assert asks.choices == ["a half", "more"]
