"""The server extension: chosen where Jupyter's own connection stands, and only there; Nagle's algorithm off first."""

import logging
from types import SimpleNamespace

import pytest
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection

from dplearn import server


@pytest.mark.parametrize("other, wanted", [(ZMQChannelsWebsocketConnection, server.PromptConnection), ("gateway",) * 2])
def test_it_replaces_jupyters_own_connection_and_leaves_another_choice_alone(other, wanted):
    settings = {server.SETTING: other}
    app = SimpleNamespace(web_app=SimpleNamespace(settings=settings), log=logging.getLogger("test"))
    server._load_jupyter_server_extension(app)
    assert settings[server.SETTING] is wanted


def test_nodelay_is_set_before_jupyter_connects(monkeypatch):
    calls = []
    monkeypatch.setattr(ZMQChannelsWebsocketConnection, "connect", lambda self: calls.append("connect") or "future")
    connection = server.PromptConnection.__new__(server.PromptConnection)
    connection._trait_values["websocket_handler"] = SimpleNamespace(set_nodelay=calls.append)
    assert connection.connect() == "future" and calls == [True, "connect"]
