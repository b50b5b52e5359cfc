"""How much a call does, counted instead of timed: the same on a slow, a quiet and a busy machine.

Two counts bound a call of this package.  The lines of its source that are executed, each pass of a loop anew, catch a
loop that does not end and one that grows; what a line hands to numpy is bounded by the memory it may hold.  Work in C
that holds little memory is not seen: a hang there is left to the watchdogs (conftest.py, pyproject.toml).
Milliseconds are measured in tests/benchmarks, where nothing passes or fails.
"""

from __future__ import annotations

import dis
import sys
import tracemalloc
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import dplearn

PACKAGE = str(Path(dplearn.__file__).parent)


class TooMuch(Exception):
    """A call went on after the lines it may execute."""


_KNOWN: dict = {}


def has_a_loop_without_a_line(code) -> bool:
    """Whether an instruction jumps to itself, as in ``while True: pass`` on one line: Python tells of no line there."""
    if id(code) not in _KNOWN:  # by identity, and the code is kept: to hash it takes longer than to run it
        _KNOWN[id(code)] = any(i.opname.startswith("JUMP") and i.argval == i.offset
                               for i in dis.get_instructions(code)), code
    return _KNOWN[id(code)][0]


class Lines:
    """A count of executed lines of the functions in `files`; beyond `most` the call is broken off."""

    def __init__(self, most: float, files: str):
        self.count, self.most, self.files = 0, most, files

    def __call__(self, frame, event, arg):
        """For `sys.settrace`: which functions are looked at, line by line."""
        if not frame.f_code.co_filename.startswith(self.files):
            return None
        frame.f_trace_opcodes = has_a_loop_without_a_line(frame.f_code)
        return self._line

    def _line(self, frame, event, arg):
        if event in ("line", "opcode"):
            self.count += 1
            if self.count > self.most:
                code = frame.f_code
                raise TooMuch((f"more than {self.most:,} lines; the last one in {code.co_name}, line {frame.f_lineno} "
                               f"of {Path(code.co_filename).name}"))
        return self._line


@contextmanager
def counted(most: float = float("inf"), files: str = PACKAGE):
    """Count the lines that run inside; `TooMuch` is raised at the first one beyond `most`."""
    lines, before = Lines(most, files), sys.gettrace()
    sys.settrace(lines)
    try:
        yield lines
    finally:
        sys.settrace(before)


class Work(NamedTuple):
    """Lines executed, and the most bytes held at once beyond what was held before (numpy's arrays are counted)."""

    lines: int
    memory: int


def work(action: Callable[[], object]) -> Work:
    """What a call of `action` does; it is called twice, for the lines and then for the memory."""
    with counted() as lines:
        action()
    tracemalloc.start()
    try:
        action()
        return Work(lines.count, tracemalloc.get_traced_memory()[1])
    finally:
        tracemalloc.stop()
