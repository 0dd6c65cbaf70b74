"""The data folder belongs to one running Tavolo."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.management import CommandError


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold the folder for this process; the kernel lets it go however the process ends.

    Raises CommandError, naming the process that holds it.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with (folder / "serve.lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as taken:
            lock.seek(0)
            raise CommandError(
                f"Tavolo is already running on {folder} (process {lock.read().strip()}); "
                "TAVOLO_DATA_DIR names another folder."
            ) from taken
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield
