"""What the widgets of the desk share: a browser's messages and a reader's cells take turns."""

from __future__ import annotations

import threading

import anywidget

from ._turns import in_turn  # noqa: F401  (offered here)


class Widget(anywidget.AnyWidget):
    """JupyterLab hands a widget's messages to a subshell, a thread of its own, while cells run on the kernel's; without
    turns a cell's change in the middle of an answer would lose the answer, and the page would wait for it.

    `turn` is the lock that the widget shares with what it holds; one of its own, if none is given.
    """

    def __init__(self, turn=None, **traits):
        self.turn = turn or threading.RLock()
        super().__init__(**traits)

    def _handle_msg(self, msg) -> None:
        with self.turn:
            super()._handle_msg(msg)
