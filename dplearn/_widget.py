"""What the widgets of the desk share: a browser's messages and a reader's cells take turns."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable

import anywidget


class Widget(anywidget.AnyWidget):
    """JupyterLab hands a widget's messages to a subshell, a thread of its own, while cells run on the kernel's; without
    turns a cell's change in the middle of an answer would lose the answer, and the page would wait for it."""

    def __init__(self, **traits):
        self._turn = threading.RLock()
        super().__init__(**traits)

    def _handle_msg(self, msg) -> None:
        with self._turn:
            super()._handle_msg(msg)


def in_turn(method: Callable) -> Callable:
    """A method that no message interrupts."""

    @functools.wraps(method)
    def taken(self, *args, **kwargs):
        with self._turn:
            return method(self, *args, **kwargs)

    return taken
