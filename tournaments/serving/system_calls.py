"""System calls: end with the parent process, name this process, return memory, close connections."""

import ctypes
import gc
import os
import signal
import socket
import stat
import struct
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread

PR_SET_PDEATHSIG, PR_SET_NAME = 1, 15
SO_ATTACH_FILTER, SO_BINDTOIFINDEX = 26, 62
NO_INTERFACE = 2**31 - 1
ONLY_STARTED = (  # a classic BPF program for TCP segments: drop those that have the flag SYN, pass all others
    (0x30, 0, 0, 13),  # load the byte with the flags of TCP
    (0x45, 0, 1, 0x02),  # is SYN set?
    (0x06, 0, 0, 0),
    (0x06, 0, 0, 0xFFFF),
)
PARENT_CHECK_INTERVAL = 0.5  # seconds, on systems that are not Linux
INTERNET = (socket.AF_INET, socket.AF_INET6)
_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None
_DESCRIPTORS = Path("/proc/self/fd")


def end_with_parent(parent: int) -> None:
    """Have this process killed when its parent, the process with this id, ends or has ended.

    On Linux the kernel kills it, even if the interpreter hangs; on other systems a thread polls. Call it in the main
    thread.
    """
    if _libc is None:
        Thread(target=watch_parent, args=(parent,), daemon=True).start()
        return
    _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    _kill_orphan(parent)


def watch_parent(parent: int) -> None:
    """Poll until the parent has ended, then kill this process."""
    while True:
        _kill_orphan(parent)
        time.sleep(PARENT_CHECK_INTERVAL)


def _kill_orphan(parent: int) -> None:
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)


def name_process(name: str) -> None:
    """Set the name by which Linux lists this process, at most 15 characters."""
    if _libc is not None:
        _libc.prctl(PR_SET_NAME, name.encode())


def private_memory() -> int:
    """Return the private memory of this process in bytes; 0 on systems that do not report it."""
    with suppress(OSError):
        for line in Path("/proc/self/smaps_rollup").read_text().splitlines():
            if line.startswith("Private_Dirty:"):
                return int(line.split()[1]) << 10
    return 0


def return_memory() -> None:
    """Return unused memory to the system, if the C library can."""
    gc.collect()
    if trim := getattr(_libc, "malloc_trim", None):
        trim(0)


def close_stalled_connections(seconds: float) -> bool:
    """Let the kernel close present and future connections whose client reads nothing for `seconds`.

    Return whether a listening socket was found. On systems that are not Linux, do nothing and return True.
    """
    if sys.platform != "linux":
        return True
    ports = {one.getsockname()[1] for one in _listeners()}
    for one in _tcp_sockets():
        if one.getsockname()[1] in ports:  # the listener, for future connections, and connections accepted already
            # this also closes connections whose client acknowledges packets but has no room for data
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(seconds * 1000))
    return bool(ports)


def refuse_connections() -> None:
    """Let Linux drop or refuse new connections; those already begun are still accepted.

    If the listener were closed instead, connections not accepted yet would be reset. Clients repeat a dropped attempt.
    If the kernel permits only root to drop packets, bind the listener to an interface that does not exist.
    """
    if sys.platform != "linux":
        return
    program = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in ONLY_STARTED))
    for one in _listeners():
        address = struct.pack("HL", len(ONLY_STARTED), ctypes.addressof(program))
        try:
            one.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, address)
        except PermissionError:
            with suppress(PermissionError):  # before Linux 5.7: attempts of the last second are then reset
                one.setsockopt(socket.SOL_SOCKET, SO_BINDTOIFINDEX, NO_INTERFACE)


def _listeners() -> Iterator[socket.socket]:
    return (one for one in _tcp_sockets() if one.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN))


def _tcp_sockets() -> Iterator[socket.socket]:
    for file in _DESCRIPTORS.iterdir():
        with suppress(OSError):  # closed in the meantime
            if stat.S_ISSOCK(os.fstat(int(file.name)).st_mode):
                with socket.socket(fileno=os.dup(int(file.name))) as one:
                    if one.family in INTERNET and one.type == socket.SOCK_STREAM:
                        yield one
