"""The server extension: chosen where Jupyter's own connection stands, and only there (that messages go out at once:
tests/binder)."""

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
