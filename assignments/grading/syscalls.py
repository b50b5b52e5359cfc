"""A filter of system calls for `bwrap --seccomp`: what no notebook needs, and what could hide memory or touch others.

A classic BPF program, eight bytes an instruction (seccomp(2), linux/filter.h), for the machines in `NUMBERS`.
"""

from __future__ import annotations

import errno
import platform
import struct

# By name: the number on x86_64, on aarch64 (arch/x86/entry/syscalls/syscall_64.tbl, asm-generic/unistd.h).
DENIED = {
    # memory that no process and no file system of the fence is seen to hold
    "memfd_create": (319, 279), "memfd_secret": (447, 447), "shmget": (29, 194), "msgget": (68, 186),
    "semget": (64, 190), "mq_open": (240, 180),
    # other processes, first of all the first one of the namespace
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271),
    "process_madvise": (440, 440), "pidfd_getfd": (438, 438), "kcmp": (312, 272),
    # namespaces and mounts
    "unshare": (272, 97), "setns": (308, 268), "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41),
    "chroot": (161, 51), "open_tree": (428, 428), "move_mount": (429, 429), "fsopen": (430, 430),
    "fsconfig": (431, 431), "fsmount": (432, 432), "fspick": (433, 433), "mount_setattr": (442, 442),
    "name_to_handle_at": (303, 264), "open_by_handle_at": (304, 265),
    # parts of the kernel where most flaws were found
    "userfaultfd": (323, 282), "io_uring_setup": (425, 425), "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427), "bpf": (321, 280), "perf_event_open": (298, 241), "fanotify_init": (300, 262),
    "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219),
}
CLONE, CLONE3 = (56, 220), 435
NEW_NAMESPACES = 0x7E020000  # CLONE_NEWNS, CGROUP, UTS, IPC, USER, PID, NET
MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}  # column above, AUDIT_ARCH
X32 = 0x40000000  # the third table of calls on x86_64

LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
NUMBER, ARCHITECTURE, FIRST_ARGUMENT = 0, 4, 16  # places in struct seccomp_data; both machines are little-endian
ALLOW, KILL = 0x7FFF0000, 0x80000000


def program(machine: str = platform.machine()) -> bytes:
    """The filter for this machine; empty where there is none."""
    if machine not in MACHINES:
        return b""
    column, architecture = MACHINES[machine]
    steps = [(LOAD, 0, 0, ARCHITECTURE), (EQUAL, 1, 0, architecture), (RETURN, 0, 0, KILL), (LOAD, 0, 0, NUMBER),
             (AT_LEAST, 0, 1, X32), _error(errno.ENOSYS),
             (EQUAL, 0, 1, CLONE3), _error(errno.ENOSYS)]  # its flags lie in memory: libraries fall back to clone
    for numbers in DENIED.values():
        steps += [(EQUAL, 0, 1, numbers[column]), _error(errno.EPERM)]
    steps += [(EQUAL, 0, 3, CLONE[column]), (LOAD, 0, 0, FIRST_ARGUMENT), (ANY_BIT, 0, 1, NEW_NAMESPACES),
              _error(errno.EPERM), (RETURN, 0, 0, ALLOW)]
    return b"".join(struct.pack("<HBBI", *step) for step in steps)


def _error(number: int) -> tuple[int, int, int, int]:
    return RETURN, 0, 0, 0x00050000 | number
