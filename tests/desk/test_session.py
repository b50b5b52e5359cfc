"""A session without Jupyter: its messages, and an asyncio loop of any kind for its runs."""

import asyncio
import json
from dataclasses import replace

import numpy as np
import pytest
from questions import QUESTION

from dplearn import session as module
from dplearn.session import Session

DRAWN = []  # how many runs a chunk had


def draw(s, x, rng, runs):
    DRAWN.append(runs)
    return QUESTION.simulation.draw(s, x, rng, runs)


COINS = replace(QUESTION, simulation=replace(QUESTION.simulation, draw=draw, runs=400, chunk=100, static_runs=200))
N, SHARE, _ = COINS.parameters


def build(experiment=COINS, **start):
    """A session whose messages are kept: (session, messages)."""
    messages = []
    DRAWN.clear()
    return Session(experiment, lambda content, buffers: messages.append((content, buffers)), **start), messages


def hear(session, *messages):
    """Messages from the browser, and all the work that they start."""
    async def work():
        for sequence, content in enumerate(messages):
            session.hear({"view": "v", "sequence": sequence, **content})
        if session._task is not None:
            await asyncio.gather(session._task, return_exceptions=True)

    asyncio.run(work())


def move(session, **places):
    return {"type": "set", "positions": {**session.positions(), **places}}


def test_a_move_answers_with_curves_then_with_all_runs_in_messages_that_any_session_makes():
    session, sent = build(n=20)
    hear(session, move(session, n=42, share=100))
    there = COINS.setting(n=N.values[42], share=SHARE.values[100])
    assert session.setting == there and [c["type"] for c, _ in sent] == ["picture"] + ["estimate"] * (len(sent) - 1)
    curves, runs, [y] = sent[0][0], sent[-1][0], {*np.frombuffer(sent[0][1][1], "<f4").tolist()}
    assert y == np.float32(there.share) and curves["texts"]["share"] == SHARE.text(there.share)
    assert curves["keys"] == ["p"] and curves["code"] == COINS.code(there) and curves["marker"] == there.n
    assert runs["runs"] == runs["total"] == 400 == sum(DRAWN) and "400 runs" in runs["band"]
    assert runs["runs_of"] == curves["runs_of"]

    baker, nothing = build()
    picture = COINS.picture(there)
    made = [baker.picture_message(there, picture),
            baker.estimate_message(there, replace(picture, estimate=baker.estimate(there, runs=400)))]
    told = [({**content, "view": "v", "sequence": 0}, [a.tobytes() for a in arrays]) for content, arrays in made]
    assert told == [sent[0], sent[-1]] and nothing == [] and baker.setting.n == 10
    assert json.loads(json.dumps([content for content, _ in told])) == [content for content, _ in told]


def test_runs_are_those_of_the_experiment_kept_and_never_more_than_all(monkeypatch):
    session, _ = build()
    elsewhere = COINS.setting(share=0.1)
    assert session.estimate(elsewhere).runs == 200 and session.runs.drawn(session.setting) == 0
    whole = session.estimate(elsewhere, runs=10**6)
    assert whole.runs == session.estimate(elsewhere, runs=1).runs == sum(DRAWN) == 400
    assert whole.mean.tolist() == COINS.simulate(elsewhere, seed=module.SEED).mean.tolist()
    monkeypatch.setattr(module, "KEPT_SETTINGS", 2)
    for share in (0.1, 0.2, 0.3):
        session.estimate(COINS.setting(share=share))
    assert [session.runs.drawn(COINS.setting(share=share)) for share in (0.1, 0.2, 0.3)] == [0, 200, 200]


def test_a_marker_move_draws_nothing_and_sends_the_kept_runs():
    session, sent = build()
    hear(session, {"type": "show"})
    sent.clear()
    hear(session, move(session, n=5))
    assert sum(DRAWN) == 400 and [m["type"] for m, _ in sent] == ["picture", "estimate"]
    assert all(sent[0][0]["readings"]["simulation"])


def test_curves_are_computed_once_a_move_however_often_runs_refine_them(monkeypatch):
    session, sent = build()
    pictures, picture = [], type(COINS).picture
    monkeypatch.setattr(module, "SEND_EVERY", 0.0)
    monkeypatch.setattr(type(COINS), "picture", lambda *args: pictures.append(args) or picture(*args))
    hear(session, move(session, share=50))
    assert sum(m["type"] == "estimate" for m, _ in sent) > 1 and len(pictures) == 1


def test_runs_that_a_thumb_would_feel_wait_until_it_rests(monkeypatch):
    session, _ = build()
    session._chunk_seconds, slept = 1.0, []

    async def sleep(seconds):
        slept.append((seconds, sum(DRAWN)))

    monkeypatch.setattr(module.asyncio, "sleep", sleep)
    hear(session, {"type": "show"})
    assert slept[0] == (module.FREE, 0) and sum(DRAWN) == 400


def fails(*_):
    raise ZeroDivisionError("drawn wrongly")


@pytest.mark.parametrize("broken", [
    replace(COINS, simulation=replace(COINS.simulation, draw=fails)),
    replace(COINS, series=(replace(COINS.series[0], values=fails),))], ids=["runs", "curve"])
def test_a_failure_is_told(broken):
    session, sent = build(broken)
    hear(session, {"type": "show"})
    words = "ZeroDivisionError: drawn wrongly"
    assert sent[-1][0] == {"type": "failed", "view": "v", "sequence": 0, "words": words}


def test_what_a_browser_asks_wrongly_is_answered():
    session, sent = build()
    for positions in ({}, {**session.positions(), "n": 10**6}):
        session.hear({"type": "set", "view": "v", "sequence": 1, "positions": positions})
        assert sent.pop()[0]["type"] == "failed" and session.setting == COINS.setting()
    session.hear({"type": "what?"})
    assert sent == []


def test_reset_goes_back_to_the_start_which_may_lie_between_two_positions():
    session, sent = build(share=0.123456)
    hear(session, move(session, n=3))  # another slider moves: this one keeps its value
    assert session.setting == COINS.setting(share=0.123456, n=N.values[3])
    session.set(n=50, side="t")
    session.hear({"type": "reset"})
    assert session.setting == COINS.setting(share=0.123456)
    assert sent[-1] == ({"type": "moved", "positions": session.positions()}, [])
