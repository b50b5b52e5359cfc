"""What is ended, with all that it started, and why."""

import os
import select
import subprocess
import sys

import numpy as np
import pytest
from handed import FENCED

from assignments.grading import fence, watch
from assignments.grading.student import Budget, Died, Refused, Student


# ---- what is ended, and why --------------------------------------------------------------------------

def test_a_process_that_dies_costs_one_answer_and_leaves_no_pipe_open(monkeypatch):
    cells = ["def f(): return 1", "import os\ndef g(): os._exit(0)", "os._exit(1)", "def h(): return 2",
             "def shut(): os.closerange(0, 256)"]
    fence.warning()  # asks once whether bwrap works: not to be counted below
    started, start = [], subprocess.Popen
    monkeypatch.setattr(subprocess, "Popen", lambda *a, **k: started.append(start(*a, **k)) or started[-1])
    files = len(os.listdir("/proc/self/fd")) if os.path.exists("/proc") else 0
    with Student(cells) as process:
        assert process.ask("f") == 1
        with pytest.raises(Died, match="ended"):
            process.ask("g")
        assert process.ask("h") == 2
        with pytest.raises(Died):
            process.ask("shut")
        with pytest.raises(Refused, match="no function"):
            process.ask("nope")
    assert len(started) >= 3 and all(pipe.closed for each in started for pipe in (each.stdin, each.stdout))
    assert not files or len(os.listdir("/proc/self/fd")) == files


def test_a_process_that_talks_and_does_not_listen_stops_nobody():
    """Lines that nobody asked for fill one pipe while an order longer than a pipe waits in the other."""
    talks = ("import os\ndef f(x):\n    for number in range(3, 30):\n        try:\n"
             "            os.write(number, b'[1, 2]\\n' * 9000)\n        except OSError:\n            pass\n"
             "    return x\n")
    with Student([talks], seconds=1) as process:
        for _ in range(3):
            with pytest.raises(Refused):
                process.ask("f", np.zeros(100_000))


EVADES = """
import mmap, os, signal, sys, threading, time
def burn():
    while True:
        pass
def sleep():
    time.sleep(3600)
def stopped():
    os.kill(os.getpid(), signal.SIGSTOP)
def ignores():
    signal.signal(signal.SIGXCPU, signal.SIG_IGN)
    burn()
def forks():
    while True:
        child = os.fork()
        if child == 0:
            sum(range(4 * 10 ** 6))
            os._exit(0)
        os.waitpid(child, 0)
def fill(folder):
    for i in range(100):
        with open(f'{folder}/{i}', 'wb') as file:
            for _ in range(40):
                file.write(bytes(1 << 20))
    sleep()
def empty():
    for i in range(60_000):
        os.close(os.open(f'/tmp/{i}', os.O_CREAT))
    sleep()
def children():
    for _ in range(4):
        if os.fork() == 0:
            held = bytearray(b'x') * (120 << 20)
            sleep()
    while True:
        for number in range(3, 30):
            try:
                os.write(number, b' ')
            except OSError:
                pass
        time.sleep(.01)
def shared():
    held = mmap.mmap(-1, 120 << 20)
    held.write(b'x' * (120 << 20))
    for _ in range(4):
        if os.fork() == 0:
            sum(held[::4096])
            os._exit(0)
    for _ in range(4):
        os.wait()
    return 1
def crowd():
    for _ in range(40):
        threading.Thread(target=sleep, daemon=True).start()
    sleep()
def background():
    if os.fork() == 0:
        burn()
    return 1
def f():
    return 1
"""


@FENCED
@pytest.mark.parametrize("name, args, words", [
    ("ignores", (), "processor time"), ("forks", (), "processor time"), ("stopped", (), "slept"),
    ("crowd", (), "threads"), ("fill", ("/tmp",), "memory"), ("fill", ("/dev/shm",), "memory"),
    ("children", (), "memory")])
def test_what_takes_too_much_is_ended_with_all_that_it_started(name, args, words, monkeypatch):
    for limit, value in (("SLEEP_SECONDS", 1), ("MEMORY", 400 << 20), ("SLACK", 0.1), ("TASKS", 30)):
        monkeypatch.setattr(watch, limit, value)
    with Student([EVADES], seconds=1) as process:
        assert process.ask("f") == 1
        gone = os.pidfd_open(process._process.first)
        with pytest.raises(Died, match=words):
            process.ask(name, *args)
        assert select.select([gone], [], [], 0)[0]  # the kernel ends a namespace's first process last
        os.close(gone)
        assert process.ask("f") == 1


@FENCED
def test_empty_files_are_counted_too(monkeypatch):
    monkeypatch.setattr(watch, "PER_FILE", 10_000)
    monkeypatch.setattr(watch, "MEMORY", 400 << 20)
    with Student([EVADES], seconds=5) as process, pytest.raises(Died, match="memory"):
        process.ask("empty")


@FENCED
def test_memory_that_processes_share_is_counted_once(monkeypatch):
    monkeypatch.setattr(watch, "MEMORY", 400 << 20)
    with Student([EVADES]) as process:
        assert process.ask("shared") == 1


def test_a_process_that_ended_between_two_looks_holds_nothing():
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    assert watch._share(watch.Seen((child.pid, 0.0), 0, 0, 1 << 30, 1, False, ())) == 0


@FENCED
def test_a_submission_has_one_budget_for_all_its_processes():
    budget = Budget(cpu=1)
    with Student([EVADES], budget=budget) as process:
        assert process.ask("background") == 1
        with pytest.raises(Died):
            while True:  # what runs behind the answers is counted too
                process.ask("f")
        with pytest.raises(Died, match="300 seconds of processor time for the whole submission are used up"):
            process.ask("f")
    with Student([EVADES], budget=budget) as other, pytest.raises(Died, match="whole submission"):
        other.ask("f")


@pytest.mark.parametrize("left, words", [({"wall": 1}, "the 600 seconds"), ({"sleep": 1}, "60 seconds of sleep")])
def test_cells_that_wait_use_up_the_submissions_time(left, words):
    with Student(["import time\ntime.sleep(3600)", *["time.sleep(3600)"] * 50], budget=Budget(**left)) as process:
        with pytest.raises(Died, match=words):
            process.ask("f")
    assert len(process.errors) == 1


SURVIVES = """
import ctypes, os, signal
def survive():
    for number in range(1, 65):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            pass
    libc = ctypes.CDLL(None)
    for _ in range(2):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                libc.prctl(1, 0)  # PR_SET_PDEATHSIG
                libc.ptrace(16, 1, 0, 0)  # PTRACE_ATTACH
                try:
                    open('/proc/1/mem', 'r+b')
                except OSError:
                    pass
                while True:
                    signal.pause()
            os._exit(0)
    return 1
"""


@FENCED
def test_nothing_outlives_a_grader_that_is_killed():
    grader = subprocess.Popen([sys.executable, "-c", f"""if True:
        from assignments.grading.student import Student
        with Student([{SURVIVES!r}]) as process:
            process.ask("survive")
            print(process._process.first, flush=True)
            input()
        """], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    gone = os.pidfd_open(int(grader.stdout.readline()))
    assert not select.select([gone], [], [], 0)[0]
    grader.kill()
    grader.communicate()
    assert select.select([gone], [], [], 600)[0]
    os.close(gone)
