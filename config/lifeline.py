"""How a process ends with the one that started it."""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def end_with_parent(parent: int | None = None) -> None:
    """Have the kernel send this process a SIGTERM when its parent dies, kill -9 included.

    `parent` is who must still be there: when it died before we could ask, end at once. Only Linux
    knows how; elsewhere nothing is asked.
    """
    if _libc is None:
        return
    _libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if parent is not None and os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGTERM)
