"""The student's process: what crosses the wire, what stands around it, what is ended, and whose fault it is."""

import json
import os
import platform
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from assignments.grading import fence, plain, syscalls, watch
from assignments.grading.student import Budget, Died, GraderError, Refused, Student

FENCED = pytest.mark.skipif(not shutil.which("bwrap"), reason="bwrap is not here; CI installs it")


# ---- what crosses ------------------------------------------------------------------------------------

@pytest.mark.parametrize("value", [None, True, 3, 2.5, float("inf"), "ε", (1, [2.0, "x"]), {(1, 2): {"a": None}},
                                   np.arange(6).reshape(2, 3), np.array([0.5, np.nan]), np.float64(2), np.bool_(True),
                                   np.zeros((0, 3)), np.array([1 << 63], dtype=np.uint64), np.array([True, False])])
def test_plain_values_cross(value):
    back = plain.unpack(plain.pack(value))
    np.testing.assert_equal(back, value)
    assert type(back) is (type(value) if not isinstance(value, np.generic) else type(value.item()))


@pytest.mark.parametrize("value, arrives", [
    (Fraction(1, 4), 0.25), (Decimal("0.25"), 0.25), (np.longdouble("0.25"), 0.25), (np.float16(0.25), 0.25),
    (np.longdouble("1e4000"), np.inf), (np.array(0.25, dtype=np.longdouble), 0.25), (np.array(True), True),
    (np.int8(3), 3), (np.uint64(3), 3), (np.array(3), 3), (np.array(Fraction(1, 4)), 0.25), (np.str_("x"), "x")])
def test_a_number_in_any_spelling_arrives_as_pythons_own(value, arrives):
    back = plain.unpack(plain.pack(value))
    assert back == arrives and type(back) is type(arrives)


@pytest.mark.parametrize("value", [np.array([0.25, 3], dtype=kind) for kind in (np.longdouble, np.float32, np.float16)]
                         + [np.array([Fraction(1, 4), 3])])
def test_an_array_of_any_width_arrives_as_floats(value):
    back = plain.unpack(plain.pack(value))
    assert back.dtype == float and back.tolist() == [0.25, 3]


class Own:
    pass


@pytest.mark.parametrize("value, words", [
    (Own(), "an object of a class of its own"), (lambda: 1, "call it"), ({1, 2}, "got set: return a list: sorted"),
    (np.array(["x"]), "array of text"), (np.array([1j]), "array of complex numbers"), (1j, "got complex"),
    ([Own()], "of its own"), (range(3), "range: return a list"), ({}.items(), "dict_items: return a list"),
    ((i for i in "ab"), "generator: return a list"), (np.array([Own()]), "array of objects"), (b"x", "return text"),
    (np.ma.masked_array([1.0], [True]), "masked array"), (Fraction(10) ** 400, "beyond the range of floats"),
    (Decimal("sNaN"), "NaN that signals"), ("x" * plain.MOST_BYTES, "larger than 32 MB")])
def test_what_does_not_cross_is_named_with_what_is_wanted(value, words):
    with pytest.raises(plain.NotPlain, match="a number, text, list, tuple, dict or array of numbers is wanted") as said:
        plain.pack(value)
    assert words in str(said.value)


def test_a_list_within_itself_does_not_cross():
    value = []
    value.append(value)
    with pytest.raises(plain.NotPlain, match="nested too deep"):
        plain.pack(value)


def test_a_subclass_arrives_as_what_it_is_of():
    class Yes(float):
        def __eq__(self, other):
            return True

    class Mixed(list, Own):
        pass

    class Law(dict):
        pass

    assert type(plain.unpack(plain.pack(Yes(2.0)))) is float
    assert type(plain.unpack(plain.pack(Law(a=1)))) is dict
    assert plain.unpack(plain.pack(Mixed([1]))) == [1]


NO_VALUES = ["", "[", "{}", "[1]", "[" * 100_000, "1" * 5000, '{"rng": [1]}', '{"set": [1]}',
             '{"list": [{"rng": [1]}]}',
             '{"list": 3}', '{"list": "abc"}', '{"list": [1], "more": 2}', '{"dict": [1]}', '{"dict": [[1, 2, 3]]}',
             '{"dict": [[{"list": []}, 1]]}', *('{"array": %s, "kind": "%s", "shape": %s}' % each for each in (
                 ("[1]", "f", "[2]"), ("[1]", "f", "[-1]"), ("[]", "f", "[0, 99999999999]"), ("[[1]]", "f", "[1]"),
                 ('["1"]', "f", "[1]"), ("[0.5]", "i", "[1]"), ("[1]", "O", "[1]"), ("[9e999]", "i", "[1]"),
                 ("[99999999999999999999999]", "i", "[1]"), ("[1]", "f", "[true]"), ("3", "f", "[1]"),
                 ("[1" + "0" * 400 + "]", "f", "[1]")))]


@pytest.mark.parametrize("line", NO_VALUES, ids=lambda line: line[:40] or "empty")
def test_a_line_that_pack_never_wrote_is_refused(line):
    with pytest.raises((ValueError, TypeError)):
        plain.unpack(line)


def test_half_of_a_pair_of_signs_arrives_as_text_that_can_be_written():
    assert plain.unpack(json.dumps({"list": ["a\ud800"]})) == ["a?"]


def test_a_seed_is_a_generator_for_the_student_alone():
    packed = plain.pack(plain.Seed(1, 2))
    assert plain.unpack(packed, generators=True).random() == np.random.default_rng((1, 2)).random()


SAYS = "import os\ndef f():\n    for number in range(3, 30):\n        try:\n            os.write(number, %r)\n" \
       "        except OSError:\n            pass\n    return 1\n"


@pytest.mark.parametrize("line", [b"[]", b"3", b'{"values": 3}', b'{"values": []}', b'{"values": [1]}', b'{"call": 7}',
                                  b'{"values": ["{\\"rng\\": [1]}"]}', b'{"error": [], "words": 1}', b'{"refused": {}}',
                                  b'{"error": "ValueError"}', b"[" * 100_000, b'{"error": "OSError", "call": -1}'])
def test_what_the_process_says_without_being_one_of_the_workers_answers_ends_it(line):
    with Student([SAYS % (line + b"\n")]) as process:
        with pytest.raises(Died, match="nobody can read"):
            process.ask("f")


def test_words_from_the_process_about_a_call_do_not_reach_the_student():
    forged = json.dumps({"error": "secret 7", "words": "secret 7", "cell": 10**30, "line": "secret 7"})
    with Student([SAYS % (forged.encode() + b"\n")]) as process, pytest.raises(Refused) as said:
        process.ask("f")
    assert "7" not in str(said.value)
    with Student(["class Own7(KeyError):\n    pass\ndef g(x):\n\n    raise Own7(x)",
                  "def h(x):\n    raise NotImplementedError",
                  "def own(x):\n    return type('Own7', (), {})()"]) as process:
        with pytest.raises(Refused) as said:
            process.ask("g", 7_000_007)
        assert str(said.value) == ("KeyError in line 5 of your cell, 'raise Own7(x)' "
                                   "(messages are not shown: they could carry hidden cases)")
        with pytest.raises(Refused, match="^not written yet$"):
            process.ask("h", 1)
        with pytest.raises(Refused, match="got an object of a class of its own$"):
            process.ask("own", 7)


def test_an_error_of_a_cell_shows_its_words():
    with Student(["x = 1\n1 / 0", "raise ValueError('a\\ud800' + 'b' * 999)", "def f(:", "exit()"]) as process:
        with pytest.raises(Refused, match="no function f; a cell stopped with ZeroDivisionError in line 2"):
            process.ask("f")
    assert str(process.errors[0]).endswith("'1 / 0': division by zero")
    assert "a bbb" in str(process.errors[1]) and len(str(process.errors[1])) < 450
    assert "SyntaxError in line 1" in str(process.errors[2]) and "exit()" in str(process.errors[3])


def test_one_bad_item_among_many_is_named():
    with Student(["def f(x):\n    return {1: 1, 2: {3}}[x]\n"]) as process:
        assert process.ask_each("f", [(1,), (1,)]) == [1, 1]
        with pytest.raises(Refused, match="^in call 3 of 3: KeyError in line 2"):
            process.ask_each("f", [(1,), (1,), (5,)])
        with pytest.raises(Refused, match="^in call 2 of 3: .* got set"):
            process.ask_each("f", [(1,), (2,), (5,)])


# ---- what stands around it ---------------------------------------------------------------------------

LOOK = """
import errno, os, resource, socket, ctypes
call = ctypes.CDLL(None, use_errno=True).syscall
def look():
    return sorted(os.listdir('/')), os.getuid(), os.path.exists('/root/.ssh'), len(socket.if_nameindex())
def write(path):
    with open(path, 'w') as file:
        file.write('x')
def writable():
    found = []
    for folder, *_ in os.walk('/'):
        try:
            write(folder + '/x')
            found.append(folder)
        except OSError:
            pass
    return found
def limits(names):
    return [resource.getrlimit(getattr(resource, name)) for name in names]
def denied(number, *args):
    ctypes.set_errno(0)
    return call(number, *args) == -1 and ctypes.get_errno() == errno.EPERM
def first():
    return os.listdir('/proc/1'), sorted(os.listdir('/proc/self/fd'))
"""


@FENCED
def test_the_fence_hides_the_disk_and_the_network():
    """Held where bwrap works; CI installs it."""
    assert not fence.warning(), fence.warning()
    with Student([LOOK]) as process:
        names, user, keys, networks = process.ask("look")
        assert user == 65534 and not keys and networks <= 1 and "home" not in names
        with pytest.raises(Refused, match="OSError in line 7"):
            process.ask("write", "/usr/x")
        assert {path for path in process.ask("writable") if not path.startswith("/tmp/")} == {"/tmp", "/dev/shm"}
        inside, files = process.ask("first")
        assert inside == [] and len(files) == 7  # four to nowhere, two to the grader, the folder itself


@FENCED
def test_limits_are_set_inside():
    names = list(fence.LIMITS)
    if tuple(map(int, re.findall(r"\d+", platform.release())[:2])) < (5, 14):
        names.remove("RLIMIT_NPROC")  # would count the user's tasks outside
    with Student([LOOK]) as process:
        for name, (soft, hard) in zip(names, process.ask("limits", names), strict=True):
            assert soft == hard <= fence.LIMITS[name], name


CROWD = """
import resource, subprocess, sys
from assignments.grading import fence
from assignments.grading.student import Refused, Student
many = 'import threading\\nthreading.stack_size(65536)\\n' \\
       'for _ in range(3000): threading.Thread(target=threading.Event().wait, daemon=True).start()\\n' \\
       'print(flush=True)\\ninput()'
beside = subprocess.Popen([sys.executable, '-c', many], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
beside.stdout.readline()
print(fence.warning() or 'a fence')
with Student(["import os, signal\\ndef f():\\n    return 1\\ndef forks():\\n    while os.fork(): pass\\n"
              "    signal.pause()"]) as process:
    print(process.ask('f'))
    try:
        process.ask('forks')
    except Refused as error:
        print(str(error).partition(' ')[0])
beside.kill()
"""


@FENCED
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be another user")
def test_a_user_with_three_thousand_tasks_has_a_fence_with_limits_of_its_own(tmp_path):
    """In a mount namespace where what this Python needs can be reached by that user, wherever it lies."""
    script, places = "umask 022\n", [sys.base_prefix, sys.prefix, os.getcwd()]
    for i, place in enumerate(places):
        (tmp_path / str(i)).mkdir()
        script += f"mount --bind '{place}' '{tmp_path}/{i}'\n"
    script += "mount -t tmpfs -o mode=755 tmpfs /root\n"
    for i, place in enumerate(places):
        if place.startswith("/root/"):
            script += f"mkdir -p '{place}' && mount --bind '{tmp_path}/{i}' '{place}'\n"
    script += f"exec setpriv --reuid 4242 --regid 4242 --clear-groups env HOME=/tmp '{sys.executable}' -c \"$0\""
    done = subprocess.run(["unshare", "-m", "sh", "-ec", script, CROWD], capture_output=True, text=True)
    assert done.stdout.split("\n") == ["a fence", "1", "BlockingIOError", ""], done.stderr


@FENCED
@pytest.mark.skipif(platform.machine() not in syscalls.MACHINES, reason="no filter for this machine")
def test_system_calls_that_hide_memory_or_touch_others_are_denied():
    column, _ = syscalls.MACHINES[platform.machine()]
    with Student([LOOK]) as process:
        for name, numbers in syscalls.DENIED.items():
            assert process.ask("denied", numbers[column], 0, 0, 0, 0, 0), name
        assert process.ask("denied", syscalls.CLONE[column], 0x10000000, 0, 0, 0, 0)
        assert not process.ask("denied", syscalls.CLONE3, 0, 0)


def verdict(program: bytes, number: int, architecture: int, argument: int) -> int:
    """What the kernel would make of a call."""
    data, held, place = {syscalls.NUMBER: number, syscalls.ARCHITECTURE: architecture,
                         syscalls.FIRST_ARGUMENT: argument}, 0, 0
    steps = list(struct.iter_unpack("<HBBI", program))
    while True:
        code, yes, no, value = steps[place]
        place += 1
        if code == syscalls.LOAD:
            held = data[value]
        elif code == syscalls.RETURN:
            return value
        else:
            holds = {syscalls.EQUAL: held == value, syscalls.AT_LEAST: held >= value,
                     syscalls.ANY_BIT: bool(held & value)}[code]
            place += yes if holds else no


@pytest.mark.parametrize("machine", syscalls.MACHINES)
def test_the_filter_of_each_machine(machine):
    program, (column, architecture) = syscalls.program(machine), syscalls.MACHINES[machine]

    def said(number, argument=0, architecture=architecture):
        return verdict(program, number, architecture, argument)

    denied = {numbers[column] for numbers in syscalls.DENIED.values()}
    for number in range(600):
        usual = {syscalls.CLONE3: 0x50026, **dict.fromkeys(denied, 0x50001)}.get(number, syscalls.ALLOW)
        assert said(number) == usual, number
        assert said(number, architecture=0x40000003) == syscalls.KILL
        assert said(number | syscalls.X32) == 0x50026
    clone, thread, fork = syscalls.CLONE[column], 0x3D0F00, signal.SIGCHLD
    assert {said(clone, thread), said(clone, fork)} == {syscalls.ALLOW}
    assert {said(clone, fork | flag) for flag in (0x20000, *(1 << bit for bit in range(25, 31)))} == {0x50001}
    assert syscalls.program("riscv64") == b""


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
def burn(*_):
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
            last = time.process_time() + .2
            while time.process_time() < last:
                pass
            os._exit(0)
        os.waitpid(child, 0)
def spread():
    for _ in range(3):
        if os.fork() == 0:
            burn()
    sleep()
def fill(folder):
    for i in range(100):
        with open(f'{folder}/{i}', 'wb') as file:
            for _ in range(40):
                file.write(bytes(1 << 20))
    sleep()
def children(trickle=False):
    for _ in range(4):
        if os.fork() == 0:
            held = bytearray(b'x') * (120 << 20)
            sleep()
    while trickle:
        for number in range(3, 30):
            try:
                os.write(number, b' ')
            except OSError:
                pass
        time.sleep(.01)
    sleep()
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
    ("burn", (), "processor time"), ("ignores", (), "processor time"), ("forks", (), "processor time"),
    ("spread", (), "processor time"), ("sleep", (), "slept"), ("stopped", (), "slept"), ("crowd", (), "threads"),
    ("fill", ("/tmp",), "memory"), ("fill", ("/dev/shm",), "memory"), ("children", (), "memory"),
    ("children", (True,), "memory")])
def test_what_takes_too_much_is_ended_with_all_that_it_started(name, args, words, monkeypatch):
    for limit, value in (("SLEEP_SECONDS", 2), ("MEMORY", 400 << 20), ("SLACK", 0.1), ("TASKS", 30)):
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
def test_memory_that_processes_share_is_counted_once(monkeypatch):
    monkeypatch.setattr(watch, "MEMORY", 400 << 20)
    with Student([EVADES]) as process:
        assert process.ask("shared") == 1


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


# ---- whose fault it is -------------------------------------------------------------------------------

@pytest.fixture
def asked_again():
    """Whether the fence stands is found out anew, here and after."""
    fence._how.cache_clear()
    yield
    fence._how.cache_clear()


def on_path(folder, name, script, monkeypatch):
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")


def test_a_fence_that_cannot_stand_is_said_with_its_reason(tmp_path, monkeypatch, asked_again):
    on_path(tmp_path, "bwrap", "echo 'bwrap: Creating new namespace failed' >&2; exit 1", monkeypatch)
    assert "NO FENCE" in fence.warning() and "Creating new namespace failed" in fence.warning()
    with Student(["def f():\n    return 1"]) as process:
        assert process.ask("f") == 1


@FENCED
def test_a_start_that_fails_is_tried_again_and_then_the_graders_failure(tmp_path, monkeypatch):
    assert not fence.warning()
    with monkeypatch.context() as here:
        on_path(tmp_path, "bwrap", f"test -e {tmp_path}/once && exec {shutil.which('bwrap')} \"$@\"\n"
                                   f"touch {tmp_path}/once; echo 'bwrap: no space left' >&2; exit 1", here)
        with Student(["def f():\n    return 1"]) as process:
            assert process.ask("f") == 1
        on_path(tmp_path, "bwrap", "echo 'bwrap: no space left' >&2; exit 1", here)
        with Student(["def f():\n    return 1"]) as process, pytest.raises(GraderError, match="bwrap: no space left"):
            process.ask("f")


@FENCED
def test_systemd_gives_each_process_a_control_group_where_it_can(tmp_path, monkeypatch, asked_again):
    """A stand-in for systemd-run, which tests seldom have: it keeps its arguments, and runs what stands behind `--`."""
    on_path(tmp_path, "systemd-run", f'echo "$@" >> {tmp_path}/asked; env > {tmp_path}/seen\n'
                                     'while [ "$1" != -- ]; do shift; done; shift; exec "$@"', monkeypatch)
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/run/user/1")
    with Student(["import os\ndef f():\n    return 'XDG_RUNTIME_DIR' in os.environ"]) as process:
        assert process.ask("f") is False
    asked = (tmp_path / "asked").read_text()
    assert "--scope" in asked and f"MemoryMax={watch.MEMORY}" in asked and "MemorySwapMax=0" in asked
    assert ("--user" in asked) == (os.geteuid() != 0) and "TasksMax=136" in asked
    assert "XDG_RUNTIME_DIR=/run/user/1" in (tmp_path / "seen").read_text()


def test_a_watch_that_fails_is_the_graders_failure(monkeypatch):
    with Student([EVADES]) as process:
        assert process.ask("f") == 1
        monkeypatch.setattr(watch, "_tree", None)
        with pytest.raises(GraderError, match="the watch"):
            process.ask("sleep")
