"""What a process asks of Linux: to end when its parent dies, and to close stalled connections."""

import ctypes
import os
import signal
import socket
import stat
import sys
from contextlib import suppress
from pathlib import Path

PR_SET_PDEATHSIG = 1
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


def close_stalled_connections(seconds: float) -> bool:
    """Have the kernel close this process's coming connections when nothing is read for that long.

    Returns whether a listening socket was found.
    """
    if sys.platform != "linux":
        return True
    listening = [number for file in _DESCRIPTORS.iterdir() if _listens(number := int(file.name))]
    for number in listening:
        with socket.socket(fileno=os.dup(number)) as listener:
            # Also when the client still acknowledges, but has no room: connections inherit it.
            patience = round(seconds * 1000)
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, patience)
    return bool(listening)


def _listens(number: int) -> bool:
    with suppress(OSError):
        if stat.S_ISSOCK(os.fstat(number).st_mode):
            with socket.socket(fileno=os.dup(number)) as one:
                return bool(one.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN))
    return False
