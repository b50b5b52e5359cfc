"""What the widgets of the desk share: turns of messages and cells, a picture that stands in, a word on a failure."""

from __future__ import annotations

import threading

import anywidget

from ._turns import in_turn  # noqa: F401  (offered here)
from .figures.style import stills_wanted


class Widget(anywidget.AnyWidget):
    """JupyterLab hands a widget's messages to a subshell, a thread of its own, while cells run on the kernel's; without
    turns a cell's change in the middle of an answer would lose the answer, and the page would wait for it.

    `turn` is the lock that the widget shares with what it holds; one of its own, if none is given.  A widget hears
    messages by `_hear(widget, content, buffers)` and draws its picture for readers without a kernel by `_still`.
    """

    def __init__(self, turn=None, **traits):
        self.turn = turn or threading.RLock()
        super().__init__(**traits)
        self.on_msg(self._hear)

    def _handle_msg(self, msg) -> None:
        with self.turn:
            super()._handle_msg(msg)

    def _failed(self, error: Exception, sequence) -> None:
        """The page stays alive, and the reader sees what went wrong."""
        self.send({"type": "failed", "sequence": sequence, "words": f"{type(error).__name__}: {error}"})

    def _repr_mimebundle_(self, **kwargs):
        data, metadata = super()._repr_mimebundle_(**kwargs)
        if not stills_wanted():
            return {**data, "text/plain": repr(self)}, metadata
        from .figures.stills import with_still  # matplotlib is loaded for that alone

        return with_still((data, metadata), repr(self), *self._still())
