"""What a process asks of the kernel, where that is Linux: to end with its parent, to drop stalled connections."""

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
    """Have the kernel send this process a SIGTERM when its parent dies, kill -9 included.

    `parent` is who must still be there: when it died before we could ask, end at once.
    """
    if _libc is None:
        return
    _libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if parent is not None and os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGTERM)


def close_stalled_connections(seconds: float) -> bool:
    """Have the kernel close this process's coming connections when nothing is read for that long.

    Answers whether somebody listens yet.
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
