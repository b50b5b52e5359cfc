"""The server extension: chosen where Jupyter's own connection stands, and only there; Nagle's algorithm off first."""

import json
import logging
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection

from dplearn import server

ROOT = Path(__file__).resolve().parents[2]


def app(connection):
    return SimpleNamespace(web_app=SimpleNamespace(settings={server.SETTING: connection}),
                           log=logging.getLogger("test"))


def test_it_replaces_jupyters_own_connection():
    mine = app(ZMQChannelsWebsocketConnection)
    server._load_jupyter_server_extension(mine)
    assert mine.web_app.settings[server.SETTING] is server.PromptConnection


@pytest.mark.parametrize("other", [None, type("Gateway", (), {})])
def test_it_leaves_another_choice_alone(other):
    theirs = app(other)
    server._load_jupyter_server_extension(theirs)
    assert theirs.web_app.settings[server.SETTING] is other


def test_nodelay_is_set_before_jupyter_connects(monkeypatch):
    calls = []
    monkeypatch.setattr(ZMQChannelsWebsocketConnection, "connect", lambda self: calls.append("connect") or "future")
    connection = server.PromptConnection.__new__(server.PromptConnection)
    connection._trait_values["websocket_handler"] = SimpleNamespace(set_nodelay=calls.append)
    assert connection.connect() == "future"
    assert calls == [True, "connect"]


def test_the_configuration_is_installed_and_names_the_extension():
    installed = Path(sys.prefix) / "etc" / "jupyter" / "jupyter_server_config.d" / "dplearn.json"
    assert installed.read_text(encoding="utf-8") == (ROOT / "etc" / "dplearn.json").read_text(encoding="utf-8")
    enabled = json.loads((ROOT / "etc"
                          / "dplearn.json").read_text(encoding="utf-8"))["ServerApp"]["jpserver_extensions"]
    assert enabled == {"dplearn.server": True} and server._jupyter_server_extension_points() == [{"module": "dplearn.server"}]
