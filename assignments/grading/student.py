"""The grader's end of a student's process: `Student.ask(name, ...)` calls a function of the notebook.

The process is started anew when it dies, without the cell that killed it, so that a broken question costs no other.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import time

import psutil

from . import fence, plain

WALL = 12  # times the processor seconds allowed: a busy machine is no fault of the student's, a sleeping process is
CELL_SECONDS = 10
GLANCE = 0.2  # seconds between two looks at a process that has not answered yet


class Refused(Exception):
    """No value came back; the words say why, to the student."""


class Died(Refused):
    """The process ended, or had to be ended."""


class Student:
    """A notebook's cells in a process behind the fence.

    Parameters
    ----------
    cells : list of str, run in this order when a function is first asked for.
    seconds : of processor time for each call of `ask`.
    """

    def __init__(self, cells: list[str], seconds: float = 10):
        self.cells, self.seconds = cells, seconds
        self.errors: dict[int, str] = {}  # of cells, by place
        self._process: subprocess.Popen | None = None

    def __enter__(self) -> Student:
        return self

    def __exit__(self, *_) -> None:
        self._end()

    def ask(self, name: str, *args):
        """The value of the student's function; `Refused` if it raises, dies, or takes too long."""
        return self.ask_each(name, [args])[0]

    def ask_each(self, name: str, calls: list[tuple]) -> list:
        """The values at each of the calls, within the time of one."""
        self._start()
        packed = [plain.pack(tuple(args)) for args in calls]
        values = self._order({"call": name, "args": packed, "seconds": self.seconds})
        if not isinstance(values, list) or len(values) != len(calls):
            raise Refused("the process answered something that nobody asked")
        return values

    def run(self, cell: str) -> None:
        """Run another cell now, in the process as it is; `Refused` if it raises."""
        self._start()
        self._order({"cell": cell, "seconds": CELL_SECONDS})

    def _start(self) -> None:
        """A process that has run all cells but those that kill it."""
        while self._process is None:
            self._process = subprocess.Popen(
                fence.command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                preexec_fn=fence.limits, env=fence.ENVIRONMENT, start_new_session=True)
            for pipe in (self._process.stdin, self._process.stdout):
                os.set_blocking(pipe.fileno(), False)
            self._read = b""
            for place, cell in enumerate(self.cells):
                if isinstance(self.errors.get(place), Died):
                    continue
                try:
                    self._order({"cell": cell, "seconds": CELL_SECONDS})
                except Died as error:
                    self.errors[place] = error
                    break
                except Refused as error:
                    self.errors[place] = error

    def _order(self, order: dict):
        try:
            kind, value = self._exchange(json.dumps(order).encode() + b"\n", order["seconds"])
        except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
            self._end()
            raise Died("the process answered something that nobody can read"
                       if isinstance(error, (ValueError, TypeError, KeyError)) else "the process is gone") from None
        if kind != "value":
            raise Refused(str(value)[:300] + self._why_missing(str(value)))
        return value

    def _why_missing(self, words: str) -> str:
        """What may have kept a function from being there."""
        if not words.startswith("NameError: there is no function"):
            return ""
        return "; " + next((f"a cell stopped with {error}" for error in self.errors.values()), "no cell defines it")

    def _exchange(self, order: bytes, seconds: float):
        """Send an order, and the next answer, within the limits of time, size and memory.

        Both pipes at once: a process that does not read, or answers what nobody asked, must not stop the grader.
        """
        last, to, pipe = time.monotonic() + WALL * seconds, self._process.stdin.fileno(), self._process.stdout
        while order or b"\n" not in self._read:
            readable, writable, _ = select.select([pipe], [to] if order else [], [], GLANCE)
            if writable:
                order = order[os.write(to, order[:1 << 16]):]
            if readable:
                more = pipe.read(1 << 20)
                if not more:
                    raise Died(self._last_words(seconds))
                self._read += more
            late, idle = time.monotonic() > last, not readable and not writable
            if late or len(self._read) > 2 * plain.MOST_BYTES or idle and self._memory() > fence.MEMORY:
                self._end()
                raise Died(f"no answer within {seconds:g} seconds of processor time" if late else
                           f"the processes together took more than {fence.MEMORY >> 30} GB of memory" if idle else
                           "the answer is too large")
        line, _, self._read = self._read.partition(b"\n")
        return plain.unpack(line)

    def _memory(self) -> int:
        """Bytes that the process and all that it started hold; the fence limits each by itself."""
        held = 0
        with contextlib.suppress(psutil.Error):
            first = psutil.Process(self._process.pid)
            for process in (first, *first.children(recursive=True)):
                with contextlib.suppress(psutil.Error):
                    held += process.memory_info().rss
        return held

    def _last_words(self, seconds: float) -> str:
        """Why a process ended by itself."""
        self._close()
        try:
            code = self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._end()
            return "your code closed the pipe to the grader"
        self._process = None
        number = -code if code < 0 else code - 128
        if number in (signal.SIGXCPU, signal.SIGKILL):
            return f"no answer within {seconds:g} seconds of processor time"
        ended = "your code ended the process"
        return ended if number <= 0 else f"the process was ended by {signal.Signals(number).name}"

    def _end(self) -> None:
        if self._process is not None:
            try:
                os.killpg(self._process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            self._process.wait()
            self._close()
            self._process = None

    def _close(self) -> None:
        """Both pipes; what was never sent to a dead process is lost."""
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.stdout.close()
