"""A Jupyter server extension: kernel messages go out at once, so that a slider is answered at once.

Jupyter's WebSockets send with Nagle's algorithm on: a small packet waits until the one before it is
acknowledged, and a browser acknowledges up to 40 ms late.  An explorer's answer always follows a
small packet (the kernel's "busy"), so every other move of a slider would wait those 40 ms.  The
extension selects a connection class that turns the algorithm off (TCP_NODELAY) and is otherwise
Jupyter's own.  Installing dplearn enables it (etc/dplearn.json); explorers work without it, only slower.
"""

from __future__ import annotations

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection

SETTING = "kernel_websocket_connection_class"


class PromptConnection(ZMQChannelsWebsocketConnection):
    """Jupyter's WebSocket between browser and kernel, with TCP_NODELAY."""

    def connect(self):
        """As Jupyter's, after turning Nagle's algorithm off for this socket."""
        self.websocket_handler.set_nodelay(True)
        return super().connect()


def _jupyter_server_extension_points() -> list[dict]:
    return [{"module": "dplearn.server"}]


def _load_jupyter_server_extension(app) -> None:
    """Select `PromptConnection`, unless somebody has chosen another connection (a gateway, say)."""
    settings = app.web_app.settings
    if settings.get(SETTING) is ZMQChannelsWebsocketConnection:
        settings[SETTING] = PromptConnection
        app.log.info("dplearn: kernel messages go out at once (TCP_NODELAY)")
