"""Connections whose client reads nothing."""

import os
import socket
import stat
import sys
from contextlib import suppress
from pathlib import Path

_OPEN = Path("/proc/self/fd")


def close_unread(seconds: float) -> bool:
    """Have the kernel close this process's coming connections when nothing is read for that long.

    Answers whether somebody listens yet. Only Linux knows how; elsewhere nothing is asked.
    """
    if sys.platform != "linux":
        return True
    listening = [number for file in _OPEN.iterdir() if _listens(number := int(file.name))]
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
