"""What stands around a student's process: no network, no sight of checks or other submissions, limits.

Bubblewrap (``bwrap``) gives the process an empty file system with Python, its libraries and `dplearn` put in,
read-only, a process table and a user of its own, no network, and a filter of system calls.  Where systemd lets this
user, a control group of its own holds memory and tasks.  The worker sets limits for itself before it runs any cell,
so that they count what the student started and nothing of this user's.  Where bwrap is missing or not allowed to make
namespaces, limits and the watch are all there is, and `warning` says so and why.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import dplearn

from . import syscalls
from .watch import MEMORY, TASKS

HERE = Path(__file__).resolve().parent
PACKAGE = Path(dplearn.__file__).resolve().parent
CPU_SECONDS = 60  # of one process; the watch counts all of them together
LIMITS = {"RLIMIT_AS": MEMORY, "RLIMIT_FSIZE": 50 << 20, "RLIMIT_CORE": 0, "RLIMIT_CPU": CPU_SECONDS,
          "RLIMIT_NOFILE": 256, "RLIMIT_NPROC": TASKS}
READY_SECONDS = 60
ENVIRONMENT = {"HOME": "/tmp", "PATH": "/usr/bin:/bin", "MPLBACKEND": "agg", "MPLCONFIGDIR": "/tmp", "LANG": "C.UTF-8",
               "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1"}
BUS = ("XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS")  # where systemd listens; bwrap takes them out again


class GraderError(Exception):
    """No student's process could be started or watched: the grader's failure, whatever the student wrote."""


def warning() -> str:
    """What is missing around the student's process, and why; empty where the fence stands."""
    _, fenced, why = _how()
    if fenced:
        return "" if syscalls.program() else ("HALF A FENCE: there is no filter of system calls for this machine "
                                              "(x86_64 and aarch64 have one).")
    return ("NO FENCE: bwrap (Debian's package bubblewrap) is missing or may not make namespaces here"
            f"{f' ({why})' if why else ''}. Submissions ran with limits on time, memory and files, and could read this "
            "machine's disk and use its network.")


def start() -> Fenced:
    """A worker that is ready for orders, or `GraderError`."""
    if sys.platform != "linux":
        raise GraderError("students' processes are started and watched on Linux alone: grade in a container")
    before, fenced, _ = _how()
    return Fenced(before, fenced)


class Fenced:
    """A worker behind the fence: `popen` with its pipes, `first` of its processes, `disks` that lie in memory.

    Nothing that a student wrote has run when it is ready: what fails before is the grader's.
    """

    def __init__(self, before: list[str], fenced: bool):
        self.first, self.disks, self._pidfd, self._lock = 0, [], -1, threading.Lock()
        (info, info_to), (rules, rules_to) = os.pipe(), os.pipe()
        worker = [sys.executable, "-I", str(HERE / "worker.py"), json.dumps(LIMITS)]
        command = [*before, *_bwrap(info_to, rules), *worker, "/course"] if fenced else [*worker, str(PACKAGE.parent)]
        with os.fdopen(info, "rb") as info, tempfile.TemporaryFile() as errors:
            try:
                os.write(rules_to, syscalls.program())
                os.close(rules_to)
                self.popen = subprocess.Popen(
                    command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, pass_fds=(info_to, rules),
                    env=ENVIRONMENT | {name: os.environ[name] for name in BUS if name in os.environ and before},
                    start_new_session=True)
            except OSError as error:
                raise GraderError(f"no student's process could be started: {error}") from None
            finally:
                os.close(info_to)
                os.close(rules)
            for pipe in (self.popen.stdin, self.popen.stdout):
                os.set_blocking(pipe.fileno(), False)
            try:
                self._greet(info, fenced)
            except (OSError, ValueError, KeyError) as error:
                self.end()
                errors.seek(0)
                words = errors.read(1 << 16).decode("utf-8", "replace").strip()[-300:]
                raise GraderError(f"no student's process could be started: {words or error}") from None

    def _greet(self, info, fenced: bool) -> None:
        """Wait for the worker's first line, and find the namespace's first process."""
        said, pipe = b"", self.popen.stdout
        while not said.endswith(b"\n"):
            if not select.select([pipe], [], [], READY_SECONDS)[0]:
                raise ValueError(f"it was not ready within {READY_SECONDS} seconds")
            more = pipe.read(100)
            if not more:
                raise ValueError("it ended before it was ready")
            said += more
        if said != b"ready\n":
            raise ValueError(f"its first line must be ready; got {said[:100]!r}")
        self.first = json.load(info)["child-pid"] if fenced else self.popen.pid
        if fenced:
            below = Path(f"/proc/{self.first}/task/{self.first}/children").read_text().split()
            self.disks = [os.open(f"/proc/{below[0]}/root{path}", os.O_PATH) for path in ("/tmp", "/dev/shm")]
            self._pidfd = os.pidfd_open(self.first)

    def kill(self) -> None:
        """End the namespace: the kernel ends all in it.  From any thread."""
        with self._lock:
            if self._pidfd >= 0:
                with contextlib.suppress(ProcessLookupError):
                    signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)
            else:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(self.popen.pid, signal.SIGKILL)  # bwrap's children die with it

    def end(self) -> None:
        """End it all, wait until it is gone, close what is open."""
        self.kill()
        with self._lock:
            if self._pidfd >= 0:
                select.select([self._pidfd], [], [], READY_SECONDS)
                os.close(self._pidfd)
                self._pidfd = -1
        self.popen.wait()
        self.close()

    def close(self) -> None:
        """Both pipes; what was never sent to a dead process is lost."""
        with contextlib.suppress(BrokenPipeError):
            self.popen.stdin.close()
        self.popen.stdout.close()
        while self.disks:
            os.close(self.disks.pop())


def _bwrap(info: int, rules: int) -> list[str]:
    seen = {"/usr", "/etc/alternatives", "/etc/fonts", "/etc/ld.so.cache", sys.prefix, sys.base_prefix,
            os.path.realpath(sys.executable), str(HERE / "worker.py"), str(HERE / "plain.py")}
    shown = [word for path in sorted(seen) if os.path.exists(path) for word in ("--ro-bind", path, path)]
    for name in ("/bin", "/lib", "/lib64", "/sbin"):
        if os.path.islink(name):
            shown += ["--symlink", os.readlink(name), name]
        elif os.path.exists(name):
            shown += ["--ro-bind", name, name]
    return [shutil.which("bwrap") or "bwrap", "--unshare-all", "--unshare-user", "--uid", "65534", "--gid", "65534",
            "--hostname", "student",
            "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--info-fd", str(info),
            *(("--seccomp", str(rules)) if syscalls.program() else ()),
            *(word for name in BUS for word in ("--unsetenv", name)),
            "--tmpfs", "/tmp", *shown, "--ro-bind", str(PACKAGE), "/course/dplearn",
            # The first process ends with the grader: it must stay out of reach.  Written to is /tmp and /dev/shm: what
            # root's process writes below /proc/sys, without any capability, is the machine's.
            "--proc", "/proc", "--tmpfs", "/proc/1", "--remount-ro", "/proc/1", "--remount-ro", "/proc",
            "--dev", "/dev", "--tmpfs", "/dev/shm", "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/tmp"]


def _scope() -> list[str] | None:
    """A control group of its own, where systemd makes one."""
    found = shutil.which("systemd-run")
    return found and [found, *([] if os.geteuid() == 0 else ["--user"]), "--scope", "--quiet", "--collect",
                      "--no-ask-password",
                      *(word for limit in (f"MemoryMax={MEMORY}", "MemorySwapMax=0", f"TasksMax={TASKS + 8}")
                        for word in ("-p", limit)), "--"]


@functools.cache
def _how() -> tuple[list[str], bool, str]:
    """What stands before bwrap, whether bwrap does its work, and if not, why: all as for a student, worker included."""
    if shutil.which("bwrap") is None:
        return [], False, "there is no bwrap"
    why = ""
    for before in filter(lambda words: words is not None, (_scope(), [])):
        try:
            Fenced(before, True).end()
            return before, True, ""
        except GraderError as error:
            why = str(error)
    return [], False, why
