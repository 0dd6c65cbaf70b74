"""What a process asks of Linux: to end when its parent dies, a name, to take memory back, to close connections."""

import ctypes
import gc
import os
import signal
import socket
import stat
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

PR_SET_PDEATHSIG, PR_SET_NAME = 1, 15
INTERNET = (socket.AF_INET, socket.AF_INET6)
_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None
_DESCRIPTORS = Path("/proc/self/fd")


def end_with_parent(parent: int | None = None) -> None:
    """Have Linux send this process a SIGTERM when its parent dies, even by kill -9.

    `parent` is the parent's process id: if it has died already, end at once.
    """
    if _libc is None:
        return
    _libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if parent is not None and os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGTERM)


def name_process(name: str) -> None:
    """Have Linux show this process by a name of its own, of 15 characters at most."""
    if _libc is not None:
        _libc.prctl(PR_SET_NAME, name.encode())


def private_memory() -> int:
    """The bytes that this process alone holds; 0 where the system does not say."""
    with suppress(OSError):
        for line in Path("/proc/self/smaps_rollup").read_text().splitlines():
            if line.startswith("Private_Dirty:"):
                return int(line.split()[1]) << 10
    return 0


def return_memory() -> None:
    """Give back to the system what a long start has left unused, where the C library can."""
    gc.collect()
    if trim := getattr(_libc, "malloc_trim", None):
        trim(0)


def close_stalled_connections(seconds: float) -> bool:
    """Have the kernel close the connections that came or will come to this process when nothing is read for that long.

    Returns whether a listening socket was found.
    """
    if sys.platform != "linux":
        return True
    ports = {one.getsockname()[1] for one in _tcp_sockets() if one.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)}
    for one in _tcp_sockets():
        if one.getsockname()[1] in ports:  # the listener, whose connections inherit it, and those that came before
            # Also when the client still acknowledges, but has no room.
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(seconds * 1000))
    return bool(ports)


def _tcp_sockets() -> Iterator[socket.socket]:
    for file in _DESCRIPTORS.iterdir():
        with suppress(OSError):  # closed meanwhile
            if stat.S_ISSOCK(os.fstat(int(file.name)).st_mode):
                with socket.socket(fileno=os.dup(int(file.name))) as one:
                    if one.family in INTERNET and one.type == socket.SOCK_STREAM:
                        yield one
