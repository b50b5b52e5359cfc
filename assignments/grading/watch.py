"""Looks at a student's processes from outside, some twenty times a second, whatever they say or do not say.

Counted is the whole tree: tasks, processor time, memory with that of its file systems, sleep.  What goes beyond a
limit is ended, and `Watch.reason` says why.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass

GLANCE = 0.05  # seconds between two looks
MEMORY = 3 << 30
PER_FILE = 1 << 10  # an empty one takes that of the kernel
TASKS = 128  # processes and threads
SLACK = 1.0  # seconds of processor time for what runs between two looks, or beside the student's code
WALL = 12  # times the processor seconds allowed: a busy machine is no fault of the student's
SLEEP_SECONDS = 10  # of an order, in which nothing of the student's wants a processor
SUBMISSION_SECONDS, SUBMISSION_CPU, SUBMISSION_SLEEP = 600, 300, 60
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Budget:
    """What is left to a submission, for all its cells, processes and gates together, in seconds."""

    wall: float = SUBMISSION_SECONDS
    cpu: float = SUBMISSION_CPU
    sleep: float = SUBMISSION_SLEEP

    def spent(self) -> str:
        """Which of them is used up, in words; empty where none is."""
        for left, most, words in ((self.wall, SUBMISSION_SECONDS, ""), (self.sleep, SUBMISSION_SLEEP, " of sleep"),
                                  (self.cpu, SUBMISSION_CPU, " of processor time")):
            if left <= 0:
                return f"the {most} seconds{words} for the whole submission are used up"
        return ""


@dataclass
class Order:
    """What the student's processes have taken since the grader asked for something."""

    seconds: float  # of processor time allowed
    cpu: float = 0
    wall: float = 0
    sleep: float = 0

    def excess(self) -> str:
        if self.cpu > self.seconds + SLACK:
            return f"no answer within {self.seconds:g} seconds of processor time"
        if self.sleep > SLEEP_SECONDS:
            return f"your code slept for {SLEEP_SECONDS} seconds"
        return f"no answer within {WALL * self.seconds:g} seconds" if self.wall > WALL * self.seconds else ""


@dataclass(frozen=True)
class Seen:
    """A process at one look; times in seconds, memory in bytes."""

    key: tuple[int, float]  # number and start: numbers are used again
    cpu: float
    reaped: float  # processor time of children that it has waited for
    held: int
    tasks: int
    awake: bool  # a task runs, wants a processor, or waits for a disk
    children: tuple[int, ...]


class Watch(threading.Thread):
    """Watches the tree below `first` until `close`; on excess calls `end`, which must end it all.

    `disks` are open folders of the file systems that the processes may write to and that lie in memory.
    """

    def __init__(self, first: int, disks: list[int], budget: Budget, end):
        super().__init__(daemon=True, name=f"watch of {first}")
        self.reason = ""
        self.fault: Exception | None = None  # the grader's own
        self.order: Order | None = None
        self._first, self._disks, self._budget, self._end_all = first, disks, budget, end
        self._live: dict[tuple[int, float], Seen] = {}
        self._gone = self._cpu = 0.0  # processor time of those that ended; of all
        self._closed = threading.Event()

    def run(self) -> None:
        before = time.monotonic()
        while not self._closed.wait(GLANCE) and not self.reason:
            now = time.monotonic()
            try:
                self.glance(min(now - before, 1.0))  # the grader itself may have been stopped
            except Exception as error:  # no watch, no process
                self.fault, self.reason = error, "the watch failed"
            before = now
        if self.reason:
            self._end_all()

    def close(self) -> list[tuple[int, float]]:
        """Stop looking; what was there at the last look."""
        self._closed.set()
        if self.is_alive():
            self.join()
        return list(self._live)

    def glance(self, passed: float) -> None:
        """One look, `passed` seconds after the one before."""
        order = self.order
        seen = {each.key: each for each in _tree([self._first, *(pid for pid, _ in self._live)], self._live)}
        self._gone += sum(last.cpu for key, last in self._live.items() if key not in seen)
        self._live = seen
        # Who ignores the end of its children hides them from the second sum, who outlives a look from none.
        cpu = max(self._gone + sum(p.cpu for p in seen.values()), sum(p.cpu + p.reaped for p in seen.values()))
        spent, self._cpu = max(cpu - self._cpu, 0), max(cpu, self._cpu)
        slept = 0 if any(p.awake for p in seen.values()) else passed
        self._budget.cpu -= spent
        if order is not None:
            self._budget.wall -= passed
            self._budget.sleep -= slept
            order.cpu, order.wall, order.sleep = order.cpu + spent, order.wall + passed, order.sleep + slept
        self.reason = order.excess() if order is not None else ""
        self.reason = self.reason or self._budget.spent() or self._crowd()

    def _crowd(self) -> str:
        """Too many, or too much memory."""
        if sum(p.tasks for p in self._live.values()) > TASKS:
            return f"more than {TASKS} processes and threads at once"
        disks = sum((s.f_blocks - s.f_bfree) * s.f_frsize + (s.f_files - s.f_ffree) * PER_FILE
                    for s in map(os.fstatvfs, self._disks))
        for held in (lambda process: process.held, _share):  # what they share is counted for each, then once
            if disks + sum(map(held, self._live.values())) <= MEMORY:
                return ""
        return f"the processes together took more than {MEMORY >> 30} GB of memory"


def end_all(keys: list[tuple[int, float]]) -> None:
    """End those of these processes that are still there: without a namespace nothing else does."""
    for pid, start in keys:
        with contextlib.suppress(OSError, IndexError):
            if _look(pid).key == (pid, start):
                os.kill(pid, signal.SIGKILL)


def _share(process: Seen) -> int:
    """Bytes of memory, those shared by n processes for an nth."""
    try:
        with open(f"/proc/{process.key[0]}/smaps_rollup") as file:
            return 1024 * sum(int(line.split()[1]) for line in file if line.startswith(("Pss:", "SwapPss:")))
    except PermissionError:
        return process.held
    except OSError:  # it ended since that look, and holds nothing
        return 0


def _tree(pids: list[int], known: dict) -> Iterator[Seen]:
    """Every living process among these and below them, once."""
    done, starts = set(), dict(known)
    while pids:
        pid = pids.pop()
        if pid in done:
            continue
        done.add(pid)
        with contextlib.suppress(OSError, IndexError):
            seen = _look(pid)
            if starts.get(pid, seen.key[1]) == seen.key[1]:  # else another has got its number
                pids += seen.children
                yield seen


def _look(pid: int) -> Seen:
    fields = _fields(f"/proc/{pid}/stat")
    states, children, tasks = {fields[0]}, [], os.listdir(f"/proc/{pid}/task")
    for task in tasks:
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            if len(tasks) > 1:
                states.add(_fields(f"/proc/{pid}/task/{task}/stat")[0])
            children += map(int, _bytes(f"/proc/{pid}/task/{task}/children").split())
    held = [int(line.split()[1]) for line in _bytes(f"/proc/{pid}/status").split(b"\n")
            if line.startswith((b"VmRSS:", b"VmSwap:"))]
    user, system, reaped_user, reaped_system = (int(ticks) / TICKS for ticks in fields[11:15])
    return Seen((pid, float(fields[19])), user + system, reaped_user + reaped_system, 1024 * sum(held), len(tasks),
                bool(states & {b"R", b"D"}), tuple(children))


def _fields(path: str) -> list[bytes]:
    """Of a `stat` file, from the state on; what stands before may hold anything."""
    return _bytes(path).rpartition(b")")[2].split()


def _bytes(path: str) -> bytes:
    with open(path, "rb", buffering=0) as file:
        return file.read()
