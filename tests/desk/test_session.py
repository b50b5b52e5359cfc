"""A session without Jupyter: its messages, and an asyncio loop of any kind for its runs."""

import asyncio
import json
from dataclasses import replace

import pytest
from questions import QUESTION

from dplearn import session as module
from dplearn.session import Session

COINS = replace(QUESTION, simulation=replace(QUESTION.simulation, runs=400, chunk=100, static_runs=200))


def build(experiment=COINS, **start):
    messages = []
    return Session(experiment, lambda content, buffers: messages.append((content, buffers)), **start), messages


def test_messages_for_any_setting_are_those_that_are_sent():
    session, sent = build(n=20)
    n, share, _ = session.experiment.parameters
    there = session.experiment.setting(n=n.values[42], share=share.values[22])

    async def hear():
        session.hear({"type": "set", "view": "v", "sequence": 1, "positions": session.positions(there)})
        await session._task

    asyncio.run(hear())
    baker, nothing = build()
    picture = baker.experiment.picture(there)
    made = [baker.picture_message(there, picture),
            baker.estimate_message(there, replace(picture, estimate=baker.estimate(there, runs=400)))]
    assert nothing == [] and baker.setting.n == 10
    told = [({**content, "view": "v", "sequence": 1}, [a.tobytes() for a in arrays]) for content, arrays in made]
    assert told == [sent[0], sent[-1]]
    assert all(a.dtype == "<f4" for _, arrays in made for a in arrays)
    assert json.loads(json.dumps([content for content, _ in told])) == [content for content, _ in told]


def test_an_estimate_is_kept_and_never_more_than_all_runs():
    session, _ = build()
    elsewhere = session.experiment.setting(share=0.1)
    assert session.estimate(elsewhere).runs == 200 and session.runs.drawn(elsewhere) == 200
    assert session.runs.drawn(session.setting) == 0
    assert session.estimate(elsewhere, runs=10**6).runs == 400
    assert session.estimate(elsewhere, runs=1).runs == 400


@pytest.mark.parametrize("took, waits", [(0.01, False), (1.0, True)])
def test_runs_that_a_thumb_would_feel_wait_until_it_rests(took, waits, monkeypatch):
    session, _ = build()
    session._chunk_seconds, slept = took, []

    async def sleep(seconds):
        slept.append((seconds, session.runs.drawn(session.setting)))

    async def hear():
        monkeypatch.setattr(module.asyncio, "sleep", sleep)
        session.hear({"type": "show", "view": "v", "sequence": 1})
        await session._task

    asyncio.run(hear())
    assert slept[0] == (module.FREE * took if waits else 0.002, 0) and session.runs.drawn(session.setting) == 400


def test_an_experiment_without_runs_has_no_estimate():
    session, sent = build(replace(QUESTION, simulation=None))
    assert session.estimate(session.setting) is None and session.picture().estimate is None
    session.hear({"type": "show", "view": "v", "sequence": 1})
    assert [content["type"] for content, _ in sent] == ["picture"] and not session.layout()["simulated"]


def test_what_a_browser_asks_wrongly_is_answered():
    session, sent = build()
    before = vars(session.setting)
    for positions in ({}, {**session.positions(), "n": 10**6}):
        session.hear({"type": "set", "view": "v", "sequence": 1, "positions": positions})
        assert sent.pop()[0]["type"] == "failed" and vars(session.setting) == before
    session.hear({"type": "what?"})
    assert sent == []


@pytest.mark.parametrize("bad, words", [({"experiment": 3}, "experiment"), ({"send": 3}, "send"),
                                        ({"seed": -1}, "seed"), ({"n": 1e9}, "n must")])
def test_a_session_is_refused_what_it_cannot_use(bad, words):
    with pytest.raises(ValueError, match=words):
        Session(**{"experiment": COINS, "send": print, **bad})


def test_reset_goes_back_to_the_start():
    session, sent = build(n=20)
    session.set(n=50, side="t")
    session.hear({"type": "reset"})
    assert vars(session.setting) == vars(COINS.setting(n=20))
    assert sent[-1] == ({"type": "moved", "positions": session.positions()}, [])
