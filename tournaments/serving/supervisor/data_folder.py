"""The data folder, which a running installation locks, and the collected static files in it."""

import fcntl
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import CommandError, call_command
from django.db.utils import DatabaseError

from tournaments.outages import why_not_stored

LOCK = "serve.lock"
UNUSED = ["redoc", "rest_framework"]


@contextmanager
def lock_folder(folder: Path) -> Iterator[int]:
    """Lock the folder until the block or the process ends; yield the file descriptor of the lock.

    Raises CommandError if another process has the lock; the message names it.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with (folder / LOCK).open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as taken:
            lock.seek(0)
            raise CommandError(
                f"Another command of Tavolo uses {folder} (process {lock.read().strip()}): "
                "stop it, or name another folder in TAVOLO_DATA_DIR."
            ) from taken
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield lock.fileno()


@contextmanager
def requiring_data_folder() -> Iterator[None]:
    """Raise CommandError if this block fails because it cannot write to the data folder."""
    try:
        yield
    except (OSError, DatabaseError) as fault:
        if why_not_stored(fault) is None:
            raise
        raise CommandError(f"Tavolo cannot write to its data folder {settings.DATA_DIR}: {fault}") from fault


def gather_static_files() -> None:
    """Collect static files, name them by content and compress them, unless this has been done for these files."""
    marker = Path(settings.STATIC_ROOT) / ".gathered"
    digest = _digest()
    if marker.exists() and marker.read_text() == digest:
        return
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=UNUSED)
    marker.write_text(digest)


def _digest() -> str:
    content = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list(UNUSED):
            file = Path(storage.path(path)).stat()
            content.update(f"{path} {file.st_size} {file.st_mtime_ns}\n".encode())
    return content.hexdigest()
