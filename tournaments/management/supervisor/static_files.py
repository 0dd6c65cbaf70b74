"""The static files of every application, gathered once for each version of them."""

import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

UNUSED = ["redoc", "rest_framework"]


def gather() -> None:
    """Gather, name by content and compress them, unless that has been done for these very files."""
    marker = Path(settings.STATIC_ROOT) / ".gathered"
    digest = _digest()
    if marker.exists() and marker.read_text() == digest:
        return
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=UNUSED)
    marker.write_text(digest)


def _digest() -> str:
    seen = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list(UNUSED):
            file = Path(storage.path(path)).stat()
            seen.update(f"{path} {file.st_size} {file.st_mtime_ns}\n".encode())
    return seen.hexdigest()
