"""The grader's end of a student's process: `Student.ask(name, ...)` calls a function of the notebook.

The process is started anew when it dies, without the cell that killed it, so that a broken question costs no other.
Nothing that it says is trusted: words to the student about a call are made here, and hold nothing but the type of an
error, out of a known list, and a line of what the student handed in.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess

from . import fence, plain, watch
from .watch import GLANCE, Budget, Order, Watch

CELL_SECONDS = 10
UNREADABLE = "the process answered something that nobody can read"
NO_MESSAGES = "(messages are not shown: they could carry hidden cases)"


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
    budget : what the whole submission may still take; to be shared by all that run parts of it.
    """

    def __init__(self, cells: list[str], seconds: float = 10, budget: Budget | None = None):
        self.cells, self.seconds = cells, seconds
        self.budget = budget or Budget()
        self.errors: dict[int, str] = {}  # of cells, by place
        self._process: fence.Fenced | None = None

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
        order = {"call": name, "args": [plain.pack(tuple(args)) for args in calls]}
        return self._order(order, self.seconds, len(calls))

    def _run(self, place: int) -> None:
        self._order({"cell": self.cells[place], "place": place}, CELL_SECONDS, 0)

    def _start(self) -> None:
        """A process that has run all cells but those that kill it."""
        if self._process is not None and (self._watch.reason or self._read or self._waits()):
            self._end()  # it was ended, ended itself, or spoke between two orders: the next answer would be another's
        while self._process is None:
            if self.budget.spent():
                raise Died(self.budget.spent())
            self._process, self._read = fence.start(), b""
            self._watch = Watch(self._process.first, self._process.disks, self.budget, self._process.kill)
            self._watch.start()
            for place in range(len(self.cells)):
                if isinstance(self.errors.get(place), Died):
                    continue
                try:
                    self._run(place)
                except Died as error:
                    self.errors[place] = error
                    break
                except Refused as error:
                    self.errors[place] = error

    def _waits(self) -> bool:
        """Whether there is something to read, be it the end."""
        return bool(select.select([self._process.popen.stdout], [], [], 0)[0])

    def _order(self, order: dict, seconds: float, wanted: int) -> list:
        """So many values; `Refused` with words for the student."""
        self._watch.order = Order(seconds)
        try:
            said = json.loads(self._exchange(json.dumps(order).encode() + b"\n", seconds))
            fault = self._fault(said, order, wanted)
            values = [] if fault else [plain.unpack(value) for value in said["values"]]
            if not fault and len(values) != wanted:
                raise ValueError("another number of values")
        except OSError:
            raise Died(self._died() or self._last_words()) from None
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            self._end()
            raise Died(UNREADABLE) from None
        finally:
            self._watch.order = None
        if fault:
            raise Refused(fault)
        return values

    def _fault(self, said: dict, order: dict, wanted: int) -> str:
        """What went wrong, in words; empty where values came.  Errors of the types that `_order` names if it is none of
        the worker's answers."""
        if "missing" in said:
            return f"NameError: there is no function {order['call']}; " + next(
                (f"a cell stopped with {error}" for error in self.errors.values()), "no cell defines it")
        call = said.get("call", 0)
        if "values" not in said and type(call) is not int or not 0 <= call <= max(wanted - 1, 0):
            raise ValueError("a call that nobody made")
        which = f"in call {call + 1} of {wanted}: " if wanted > 1 else ""
        if "refused" in said:
            return which + str(plain.NotPlain(said["refused"]))
        return which + self._error(said, "cell" in order) if "error" in said else ""

    def _error(self, said: dict, shown: bool) -> str:
        """An error's type and line; its own words only where the process knew no hidden input."""
        name = said["error"] if said["error"] in plain.ERRORS else "an exception"
        if name == "NotImplementedError" and not said["words"]:
            return "not written yet"
        if name == "SystemExit":
            return "it calls exit() or quit(); take that out"
        cell, line = said["cell"], said["line"]
        where = ""
        if type(cell) is int and type(line) is int and 0 <= cell < len(self.cells):
            lines = self.cells[cell].split("\n")
            line += next((place for place, text in enumerate(lines) if text.strip()), 0)  # Jupyter leaves these out
            if 0 < line <= len(lines):
                where = f" in line {line} of your cell, {_printable(lines[line - 1].strip())[:80]!r}"
        if not shown:
            return f"{name}{where} {NO_MESSAGES}"
        words = _printable(str(said["words"]).partition("\n")[0])[:300]
        return f"{name}{where}: {words}" if words else name + where

    def _exchange(self, order: bytes, seconds: float) -> bytes:
        """Send an order, and the next answer, within the limits of the watch.

        Both pipes at once: a process that does not read, or answers what nobody asked, must not stop the grader.
        """
        to, pipe = self._process.popen.stdin.fileno(), self._process.popen.stdout
        while order or b"\n" not in self._read:
            readable, writable, _ = select.select([pipe], [to] if order else [], [], GLANCE)
            if self._watch.reason:
                raise Died(self._died())
            if writable:
                order = order[os.write(to, order[:1 << 16]):]
            if readable:
                more = pipe.read(1 << 20)
                if not more:
                    raise Died(self._died() or self._last_words())
                self._read += more
            if len(self._read) > 2 * plain.MOST_BYTES:
                self._end()
                raise Died("the answer is too large")
        line, _, self._read = self._read.partition(b"\n")
        return line

    def _died(self) -> str:
        """Why the watch ended the process; empty where it did not."""
        reason, fault = self._watch.reason, self._watch.fault
        if reason:
            self._end()
        if fault is not None:
            raise fence.GraderError(f"the watch of a student's process failed: {fault!r}") from fault
        return reason

    def _last_words(self) -> str:
        """Why a process ended by itself."""
        try:
            code = self._process.popen.wait(timeout=5)
        except subprocess.TimeoutExpired:
            return "your code closed the pipe to the grader"
        finally:
            self._end()
        number = -code if code < 0 else code - 128
        if number == signal.SIGXCPU:
            return f"a process took more than {fence.CPU_SECONDS} seconds of processor time"
        try:
            return f"the process was ended by {signal.Signals(number).name}"
        except ValueError:
            return "your code ended the process"

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            watch.end_all(self._watch.close())
            self._process.end()
            self._process = None


def _printable(words: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in words)
