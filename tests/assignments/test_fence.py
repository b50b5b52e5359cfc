"""The student's process: what stands around it, what is ended, and whose fault it is."""

import os
import platform
import re
import subprocess
import sys

import pytest
from handed import FENCED

from assignments.grading import fence, syscalls, watch
from assignments.grading.student import Refused, Student


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
def settings():
    found = []
    for folder, _, files in [*os.walk('/proc/self'), *os.walk('/proc/sys')]:
        for name in files:
            try:
                os.close(os.open(f'{folder}/{name}', os.O_WRONLY))
                found.append(f'{folder}/{name}')
            except OSError:
                pass
    return [path for path in found if '/fd/' not in path]
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
        assert process.ask("settings") == []
        process.ask("write", "/tmp/for-a-friend")
        inside, files = process.ask("first")
        assert inside == [] and len(files) == 7  # four to nowhere, two to the grader, the folder itself
        with Student([LOOK + "def there():\n    return os.listdir('/tmp')"]) as other:
            assert "for-a-friend" not in other.ask("there")


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
def test_a_start_that_fails_is_the_graders_failure(tmp_path, monkeypatch):
    assert not fence.warning()
    on_path(tmp_path, "bwrap", "echo 'bwrap: no space left' >&2; exit 1", monkeypatch)
    with Student(["def f():\n    return 1"]) as process, pytest.raises(fence.GraderError, match="bwrap: no space left"):
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
    with Student(["import time\ndef f():\n    return 1\ndef sleep():\n    time.sleep(3600)"]) as process:
        assert process.ask("f") == 1
        monkeypatch.setattr(watch, "_tree", None)
        with pytest.raises(fence.GraderError, match="the watch"):
            process.ask("sleep")
