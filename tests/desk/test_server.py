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


GATEWAY = type("Gateway", (), {})


def app(connection):
    return SimpleNamespace(web_app=SimpleNamespace(settings={server.SETTING: connection}),
                           log=logging.getLogger("test"))


@pytest.mark.parametrize("other, wanted", [(ZMQChannelsWebsocketConnection, server.PromptConnection), (None, None),
                                           (GATEWAY, GATEWAY)])
def test_it_replaces_jupyters_own_connection_and_leaves_another_choice_alone(other, wanted):
    theirs = app(other)
    server._load_jupyter_server_extension(theirs)
    assert theirs.web_app.settings[server.SETTING] is wanted


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
    enabled = json.loads(installed.read_text(encoding="utf-8"))["ServerApp"]["jpserver_extensions"]
    assert enabled == {"dplearn.server": True}
    assert server._jupyter_server_extension_points() == [{"module": "dplearn.server"}]
