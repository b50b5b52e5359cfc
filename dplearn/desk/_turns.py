"""A reader's cells and a browser's messages take turns where they run in two threads."""

from __future__ import annotations

import functools
from collections.abc import Callable


def in_turn(method: Callable) -> Callable:
    """A method that no message interrupts: it holds its object's `turn`, a `threading.RLock`."""

    @functools.wraps(method)
    def taken(self, *args, **kwargs):
        with self.turn:
            return method(self, *args, **kwargs)

    return taken
