"""The Python half of "Run live": sessions by number; messages go to the page as JSON and bytes.

It runs inside Pyodide, started by live_worker.js, which gives `dplearn_page.post`.
"""

import ast
import json
import re
from functools import partial
from importlib import import_module

from dplearn_page import post
from pyodide.ffi import to_js

from dplearn.experiment import Experiment
from dplearn.session import Session

# What an experiment may ask for that is not loaded from the start: a library, a file of data.
LACKING = re.compile(r"No module named '(\w+)|(\w+\.csv\.gz)|The module '(\w+)'")
sessions: dict[int, Session] = {}
heard: dict[int, dict] = {}  # the newest request of each, to be heard again once what it lacked is there


def start(number: int, room: str, name: str, given: str, code: str) -> str:
    """A session of an experiment, `given` (JSON) as its reset, standing where a code line says: its layout and
    positions."""
    rooms = vars(import_module(f"dplearn.{room}.experiments"))
    experiment = next(e for e in rooms.values() if isinstance(e, Experiment) and e.name == name)
    session = Session(experiment, partial(say, number), **json.loads(given))
    if code:
        session.setting = experiment.setting(**said(code))
    sessions[number] = session
    return strict({"layout_data": session.layout(), "positions": session.positions()})


def said(code: str) -> dict:
    """The values in a line such as ``explore(experiments.occam, d=5)``."""
    return {word.arg: ast.literal_eval(word.value) for word in ast.parse(code, mode="eval").body.keywords}


def hear(number: int, content: str) -> None:
    """A message of the explorer with this number."""
    heard[number] = json.loads(content)
    sessions[number].hear(heard[number])


def again(number: int) -> None:
    """What it lacked is there now."""
    if number in sessions:
        sessions[number].hear(heard[number])


def end(number: int) -> None:
    """The explorer is gone: nothing more is drawn for it."""
    session = sessions.pop(number, None)
    if session is not None:
        session.leave()


def say(number: int, content: dict, buffers: list) -> None:
    """Send a message of a session; what failed for want of a library or a file asks for that instead."""
    lacking = LACKING.search(content.get("words", "")) if content["type"] == "failed" else None
    if lacking:
        content = {"type": "lacking", "what": next(filter(None, lacking.groups())), "failed": content}
    post(number, strict(content), to_js(buffers))


def strict(content: dict) -> str:
    """JSON as a browser reads it: no NaN; numpy's numbers as numbers."""
    return json.dumps(content, allow_nan=False, default=lambda value: value.item())
