"""What stands around a student's process: no network, no sight of checks or other submissions, limits.

Bubblewrap (``bwrap``) gives the process an empty file system with Python, its libraries and `dplearn` put in,
read-only, a process table and a user of its own, no network.  Where bwrap is missing or not allowed to make
namespaces, limits are all there is, and `warning` says so.
"""

from __future__ import annotations

import functools
import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path

import dplearn

HERE = Path(__file__).resolve().parent
PACKAGE = Path(dplearn.__file__).resolve().parent
MEMORY = 3 << 30
FILES = 50 << 20
CPU_SECONDS = 60
PROCESSES = 128
ENVIRONMENT = {"HOME": "/tmp", "PATH": "/usr/bin:/bin", "MPLBACKEND": "agg", "MPLCONFIGDIR": "/tmp", "LANG": "C.UTF-8",
               "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1"}


def command() -> list[str]:
    """The command that starts a worker."""
    worker = [sys.executable, "-I", str(HERE / "worker.py")]
    return [*_fence(), *worker, "/course"] if _works() else [*worker, str(PACKAGE.parent)]


def warning() -> str:
    """What is missing around the student's process; empty where the fence stands."""
    if _works():
        return ""
    return ("NO FENCE: bwrap (Debian's package bubblewrap) is missing or may not make namespaces here. Submissions ran "
            "with limits on time, memory and files, and could read this machine's disk and use its network.")


def limits() -> None:
    """Run in the child before it becomes the worker."""
    for what, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_FSIZE, FILES), (resource.RLIMIT_CORE, 0),
                       (resource.RLIMIT_CPU, CPU_SECONDS), (resource.RLIMIT_NOFILE, 256),
                       (resource.RLIMIT_NPROC, PROCESSES)):
        resource.setrlimit(what, (most, most))


def _fence() -> list[str]:
    seen = {"/usr", "/etc/alternatives", "/etc/fonts", "/etc/ld.so.cache", sys.prefix, sys.base_prefix,
            os.path.realpath(sys.executable), str(HERE / "worker.py"), str(HERE / "plain.py")}
    shown = [word for path in sorted(seen) if os.path.exists(path) for word in ("--ro-bind", path, path)]
    for name in ("/bin", "/lib", "/lib64", "/sbin"):
        if os.path.islink(name):
            shown += ["--symlink", os.readlink(name), name]
        elif os.path.exists(name):
            shown += ["--ro-bind", name, name]
    return ["bwrap", "--unshare-all", "--unshare-user", "--uid", "65534", "--gid", "65534", "--hostname", "student",
            "--die-with-parent", "--new-session", "--clearenv",
            *(word for name, value in ENVIRONMENT.items() for word in ("--setenv", name, value)),
            "--tmpfs", "/tmp", *shown, "--ro-bind", str(PACKAGE), "/course/dplearn", "--proc", "/proc", "--dev", "/dev",
            "--chdir", "/tmp"]


@functools.cache
def _works() -> bool:
    """Whether bwrap is here and may do its work."""
    if shutil.which("bwrap") is None:
        return False
    return subprocess.run([*_fence(), "/usr/bin/true"], capture_output=True).returncode == 0
