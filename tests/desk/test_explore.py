"""The explorer without a browser: what it sends, keeps and refuses."""

import asyncio
import base64
from dataclasses import replace

import numpy as np
import pytest
from questions import QUESTION

from dplearn import session as module
from dplearn.experiment import Simulation
from dplearn.explore import explore


class Counter:
    """Tosses coins and counts the runs."""

    def __init__(self):
        self.runs, self.wrong = 0, False

    def __call__(self, s, x, rng, runs):
        self.runs += runs
        if self.wrong:
            raise RuntimeError("drawn wrongly")
        return QUESTION.simulation.draw(s, x, rng, runs)


def build(**start):
    """An explorer of 400 runs whose messages are kept: (explorer, counter, messages)."""
    counter, messages = Counter(), []
    w = explore(replace(QUESTION, simulation=Simulation(counter, label="coins", runs=400, chunk=100, static_runs=200,
                                                        band="bernstein")), **start)
    w.send = lambda content, buffers=None: messages.append((content, buffers))
    return w, counter, messages


@pytest.fixture
def shown():
    return build()


def hear(w, **content):
    """A message from the browser, and all the work that it starts."""

    async def session():
        for c in content.pop("several", [content]):
            w._hear(w, c, [])
        if w.session._task is not None:
            await asyncio.gather(w.session._task, return_exceptions=True)

    asyncio.run(session())


def positions(w, **moved):
    return {**w.session.positions(), **moved}


# ---- what a reader's code can do


def test_set_moves_and_returns_the_explorer(shown):
    w, _, messages = shown
    assert w.set(n=50, side="t") is w
    assert vars(w.setting) == {"n": 50, "share": 0.5, "side": "t"}
    assert w.experiment.parameters[0].values[w.positions["n"]] == 50 and w.positions["side"] == 1
    moved = [({"type": "moved", "positions": w.positions}, None)]
    assert messages == moved and repr(w) == "explore(experiments.mean_of_coins, n=50, side='t')"
    with pytest.raises(ValueError, match="share must"):
        w.set(n=20, share=-1)
    assert w.setting.n == 50 and w.experiment.parameters[0].values[w.positions["n"]] == 50 and messages == moved


def test_a_start_between_two_positions_is_kept_exactly():
    w, *_ = build(share=0.123456)
    assert w.setting.share == 0.123456 and "share=0.123456" in repr(w)
    w.session.hear({"type": "set", "positions": positions(w, n=3)})  # another slider moves: this one keeps its value
    assert w.setting.share == 0.123456 and w.setting.n == w.experiment.parameters[0].values[3]


# ---- runs


def test_runs_are_kept_and_the_marker_asks_for_none(shown):
    w, counter, _ = shown
    first = w.picture().estimate.mean.tolist()
    for moved, drawn in (({}, 200), ({"n": 60}, 200), ({"share": 0.2}, 400), ({"share": 0.5}, 400)):
        again = w.set(**moved).picture().estimate
        assert (again.mean.tolist() == first) == (w.setting.share == 0.5) and counter.runs == drawn
        assert again.runs == 200
    # the full number, of which 200 were there
    assert w.picture(runs=10**6).estimate.runs == 400 and counter.runs == 600


def test_runs_are_those_of_experiment_simulate(shown):
    w, _, _ = shown
    mean = w.experiment.simulate(w.setting, seed=w.session.seed).mean
    assert w.picture(runs=400).estimate.mean.tolist() == mean.tolist()
    assert build(seed=1)[0].picture(runs=400).estimate.mean.tolist() != mean.tolist()


def test_old_settings_are_forgotten_at_last(shown, monkeypatch):
    monkeypatch.setattr(module, "KEPT_SETTINGS", 2)
    w, counter, _ = shown
    for share in (0.1, 0.2, 0.3, 0.1):
        w.set(share=share).picture()
    assert len(w.session.runs) == 2 and counter.runs == 4 * 200


# ---- the output of a cell


def test_the_output_carries_picture_words_and_text(shown):
    w, _, _ = shown
    data, metadata = w._repr_mimebundle_()
    assert base64.b64decode(data["image/png"]).startswith(b"\x89PNG")
    assert data["text/plain"] == "explore(experiments.mean_of_coins)"
    assert metadata["image/png"]["alt"].startswith("Coins. mean against coins, n. Values at n = 10: ")
    assert metadata["image/png"]["width"] == 810
    assert data.pop("application/vnd.jupyter.widget-view+json")["model_id"] == w.model_id
    again, _ = build()[0]._repr_mimebundle_()
    del again["application/vnd.jupyter.widget-view+json"]
    assert again == data


def test_no_picture_is_drawn_where_nobody_asks(shown, monkeypatch):
    monkeypatch.delenv("DPLEARN_STILLS")
    data, _ = shown[0]._repr_mimebundle_()
    assert "image/png" not in data and data["text/plain"] == "explore(experiments.mean_of_coins)"


# ---- the browser's side


def test_a_move_answers_with_curves_then_with_all_runs(shown):
    w, counter, messages = shown
    hear(w, type="set", view="v", sequence=7, positions=positions(w, share=100))
    (picture, buffers), *estimates = messages
    share = w.experiment.parameters[1]
    assert w.setting.share == share.values[100] and picture["texts"]["share"] == share.text(w.setting.share)
    x, y = (np.frombuffer(b, "<f4") for b in buffers)
    assert picture["sizes"] == [len(x)] and picture["keys"] == ["p"] and y.tolist() == [np.float32(w.setting.share)] * 5
    assert picture["code"] == repr(w) and picture["marker"] == 10 and picture["positions"]["share"] == 100
    assert [e["type"] for e, _ in messages] == ["picture"] + ["estimate"] * len(estimates)
    assert {(e["view"], e["sequence"]) for e, _ in messages} == {("v", 7)}
    last, [buffer] = estimates[-1]
    assert last["runs"] == last["total"] == 400 == counter.runs and "400 runs" in last["band"]
    assert len(buffer) == 4 * 6 * len(w.experiment.simulated_x) and last["runs_of"] == picture["runs_of"]


def test_curves_are_computed_once_a_move_however_often_runs_refine_them(shown, monkeypatch):
    w, _, messages = shown
    pictures, picture = [], type(w.experiment).picture
    monkeypatch.setattr(module, "SEND_EVERY", 0.0)
    monkeypatch.setattr(type(w.experiment), "picture", lambda *args: pictures.append(args) or picture(*args))
    hear(w, type="set", view="v", sequence=1, positions=positions(w, share=50))
    assert sum(m["type"] == "estimate" for m, _ in messages) > 1 and len(pictures) == 1


def test_a_newer_setting_drops_the_work_of_an_older_one(shown):
    w, counter, messages = shown
    several = [{"type": "set", "view": "v", "sequence": i, "positions": positions(w, share=10 * i)} for i in (1, 2, 3)]
    hear(w, several=several)
    assert [m["sequence"] for m, _ in messages if m["type"] == "picture"] == [1, 2, 3]
    assert {m["sequence"] for m, _ in messages if m["type"] == "estimate"} == {3}
    assert counter.runs == 400  # none for the first two


def test_a_marker_move_draws_nothing_and_sends_the_kept_runs(shown):
    w, counter, messages = shown
    hear(w, type="show", view="v", sequence=1)
    drawn = counter.runs
    messages.clear()
    hear(w, type="set", view="v", sequence=2, positions=positions(w, n=5))
    assert counter.runs == drawn == 400
    assert [m["type"] for m, _ in messages] == ["picture", "estimate"]
    assert all(messages[0][0]["readings"]["simulation"])


def test_positions_from_the_browser_are_not_sent_back(shown):
    w, _, messages = shown
    states = []
    w.send_state = lambda key=None: states.append(key)
    hear(w, type="set", view="v", sequence=1, positions=positions(w, share=3))
    assert w.positions["share"] == 3 and states == []
    w.set(share=0.3)
    assert states


@pytest.mark.parametrize("kind", ["curve", "draw"])
def test_a_failure_is_told_and_does_not_end_the_explorer(shown, monkeypatch, kind):
    w, counter, messages = shown
    with monkeypatch.context() as patch:
        patch.setattr(counter, "wrong", kind == "draw")
        if kind == "curve":
            patch.setitem(vars(w.experiment.series[0]), "values", lambda s, x: 1 / 0)
        hear(w, type="show", view="v", sequence=1)
    words = {"draw": "RuntimeError: drawn wrongly", "curve": "ZeroDivisionError: division by zero"}[kind]
    assert messages[-1][0] == {"type": "failed", "view": "v", "sequence": 1, "words": words}
    hear(w, type="show", view="v", sequence=2)
    assert messages[-1][0]["type"] == "estimate" and messages[-1][0]["runs"] == 400
