"""The explorer without a browser: what it sends, keeps and refuses."""

import asyncio
import base64

import numpy as np
import pytest

from dplearn import explore as module
from dplearn.explore import explore
from dplearn.experiment import Axis, Choice, Experiment, Parameter, Series, Simulation


class Counter:
    """Draws geometric waits and counts the runs it drew."""

    def __init__(self, wrong=False):
        self.runs, self.wrong = 0, wrong

    def __call__(self, s, x, rng, runs):
        self.runs += runs
        if self.wrong:
            raise RuntimeError("drawn wrongly")
        return rng.geometric(s.a, (runs, 1)) > x


def build():
    counter = Counter()
    e = Experiment(
        "demo", "Waiting", "How long?",
        (Parameter("n", "n", "examples", 1, 1000, 30, log=True, integer=True),
         Parameter("a", "α", "error", 0.01, 0.5, 0.1, log=True),
         Choice("kind", "bound", {"exp": "exponential", "power": "power"}, "exp")),
        "n", Axis("probability", 1e-4, 1.0, log=True),
        (Series("bound", "bound", "(1 - α)^n or e^(-αn)",
                lambda s, x: np.exp(-s.a * x) if s.kind == "exp" else (1 - s.a) ** x),),
        Simulation(counter, label="waits", runs=400, chunk=100, static_runs=200),
        points=31, simulated_points=11,
    )  # fmt: skip
    return e, counter


@pytest.fixture
def shown():
    """An explorer whose messages are kept: (explorer, counter, messages)."""
    e, counter = build()
    w = explore(e)
    messages = []
    w.send = lambda content, buffers=None: messages.append((content, buffers))
    return w, counter, messages


def hear(w, **content):
    """A message from the browser, and all the work that it starts."""

    async def session():
        for c in content.pop("several", [content]):
            w._hear(w, c, [])
        if w._task is not None:
            await asyncio.gather(w._task, return_exceptions=True)

    asyncio.run(session())


def positions(w, **moved):
    return {**w._positions(), **moved}


# ---- what a reader's code can do


def test_set_moves_and_returns_the_explorer(shown):
    w, _, messages = shown
    assert w.set(n=100, kind="power") is w
    assert vars(w.setting) == {"n": 100, "a": 0.1, "kind": "power"}
    assert w.experiment.parameters[0].values[w.positions["n"]] == 100 and w.positions["kind"] == 1
    assert messages[-1][0] == {"type": "moved", "positions": w.positions}
    assert repr(w) == "explore(experiments.demo, n=100, kind='power')"


def test_a_refused_set_moves_nothing(shown):
    w, _, messages = shown
    before = vars(w.setting).copy(), dict(w.positions)
    with pytest.raises(ValueError, match="a must"):
        w.set(n=50, a=-1)
    assert (vars(w.setting), dict(w.positions)) == before and messages == []


def test_a_start_between_two_positions_is_kept_exactly():
    e, _ = build()
    w = explore(e, a=0.123456)
    assert w.setting.a == 0.123456 and "a=0.123456" in repr(w)
    w._move(("v", 1), positions(w, n=3))  # another slider moves: this one keeps its value
    assert w.setting.a == 0.123456 and w.setting.n == e.parameters[0].values[3]


# ---- runs


def test_runs_are_kept_and_the_marker_asks_for_none(shown):
    w, counter, _ = shown
    first = w.picture().estimate
    assert first.runs == 200 == counter.runs
    assert w.set(n=500).picture().estimate.mean.tolist() == first.mean.tolist() and counter.runs == 200
    w.set(a=0.2).picture()
    assert counter.runs == 400
    assert w.set(a=0.1).picture().estimate.mean.tolist() == first.mean.tolist() and counter.runs == 400
    # the full number, of which 200 were there
    assert w.picture(runs=10**6).estimate.runs == 400 and counter.runs == 600


def test_runs_are_those_of_experiment_simulate(shown):
    w, _, _ = shown
    mean = w.experiment.simulate(w.setting, seed=w.seed).mean
    assert w.picture(runs=400).estimate.mean.tolist() == mean.tolist()
    other = explore(build()[0], seed=1).picture(runs=400).estimate.mean
    assert other.tolist() != mean.tolist()


def test_old_settings_are_forgotten_at_last(shown, monkeypatch):
    monkeypatch.setattr(module, "KEPT_SETTINGS", 2)
    w, counter, _ = shown
    for a in (0.1, 0.2, 0.3, 0.1):
        w.set(a=a).picture()
    assert len(w._runs) == 2 and counter.runs == 4 * 200


# ---- the output of a cell


def test_the_output_carries_picture_words_and_text(shown):
    w, _, _ = shown
    data, metadata = w._repr_mimebundle_()
    assert base64.b64decode(data["image/png"]).startswith(b"\x89PNG")
    assert data["text/plain"] == "explore(experiments.demo)"
    assert metadata["image/png"]["alt"].startswith("Waiting. probability against examples, n. Values at n = 30: ")
    assert metadata["image/png"]["width"] == 810
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == w.model_id


def test_no_picture_is_drawn_where_nobody_asks(shown, monkeypatch):
    monkeypatch.delenv("DPLEARN_STILLS")
    data, _ = shown[0]._repr_mimebundle_()
    assert "image/png" not in data and data["text/plain"] == "explore(experiments.demo)"


def test_the_output_is_the_same_each_time():
    bundles = [explore(build()[0], a=0.2)._repr_mimebundle_() for _ in range(2)]
    for data, _ in bundles:
        del data["application/vnd.jupyter.widget-view+json"]
    assert bundles[0] == bundles[1]


# ---- the browser's side


def test_a_move_answers_with_curves_then_with_all_runs(shown):
    w, counter, messages = shown
    hear(w, type="set", view="v", sequence=7, positions=positions(w, a=100))
    (picture, buffers), *estimates = messages
    setting = w.setting
    assert picture["type"] == "picture" and (picture["view"], picture["sequence"]) == ("v", 7)
    assert setting.a == w.experiment.parameters[1].values[100]
    assert picture["texts"]["a"] == w.experiment.parameters[1].text(setting.a)
    x, y = (np.frombuffer(b, "<f4") for b in buffers)
    assert picture["sizes"] == [len(x)] == [len(y)] and picture["keys"] == ["bound"]
    np.testing.assert_allclose(y, np.maximum(np.exp(-setting.a * x), 1e-6), rtol=1e-4)  # drawn to just below the axis
    assert picture["code"] == repr(w) and picture["marker"] == 30 and picture["positions"]["a"] == 100
    assert {e["type"] for e, _ in estimates} == {"estimate"} and {e["sequence"] for e, _ in estimates} == {7}
    last, [buffer] = estimates[-1]
    assert last["runs"] == last["total"] == 400 == counter.runs and "400 runs" in last["band"]
    assert len(buffer) == 4 * 6 * len(w.experiment.simulated_x)
    assert last["runs_of"] == picture["runs_of"]


def test_curves_are_computed_once_a_move_however_often_runs_refine_them(shown, monkeypatch):
    w, _, messages = shown
    pictures, picture = [], type(w.experiment).picture
    monkeypatch.setattr(module, "SEND_EVERY", 0.0)
    monkeypatch.setattr(type(w.experiment), "picture", lambda *args: pictures.append(args) or picture(*args))
    hear(w, type="set", view="v", sequence=1, positions=positions(w, a=50))
    assert sum(m["type"] == "estimate" for m, _ in messages) > 1 and len(pictures) == 1


def test_a_newer_setting_drops_the_work_of_an_older_one(shown):
    w, counter, messages = shown
    several = [{"type": "set", "view": "v", "sequence": i, "positions": positions(w, a=10 * i)} for i in (1, 2, 3)]
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
    hear(w, type="set", view="v", sequence=1, positions=positions(w, a=3))
    assert w.positions["a"] == 3 and states == []
    w.set(a=0.5)
    assert states


@pytest.mark.parametrize("kind", ["curve", "draw"])
def test_a_failure_is_told_and_does_not_end_the_explorer(kind):
    e, counter = build()
    w = explore(e)
    messages = []
    w.send = lambda content, buffers=None: messages.append(content)
    if kind == "draw":
        counter.wrong = True
    else:
        object.__setattr__(e.series[0], "values", lambda s, x: 1 / 0)
    hear(w, type="show", view="v", sequence=1)
    told = messages[-1]
    assert told["type"] == "failed" and (told["view"], told["sequence"]) == ("v", 1)
    assert told["words"] in ("RuntimeError: drawn wrongly", "ZeroDivisionError: division by zero")
    counter.wrong = False
    object.__setattr__(e.series[0], "values", lambda s, x: x * 0 + 0.5)
    hear(w, type="show", view="v", sequence=2)
    assert messages[-1]["type"] == "estimate" and messages[-1]["runs"] == 400
