"""Regular backups, also in a second folder. The latest are kept, and one of each hour and day."""

import filecmp
import os
import re
import shutil
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from django.conf import settings
from django.core.management import CommandError
from django.db import DatabaseError
from django.utils import timezone

from tournaments.actions.backups import COPY, record_backup

from .backups import FORM, back_up, new_draft, new_file, sync

NAME = re.compile(r"tavolo-(\d{8}-\d{6})\.(?:sqlite3|dump)")
LATEST, HOURS, DAYS = 8, 24, 30
STALE = 3600  # seconds; an older temporary file was left by a process that was killed
ROOM = 4  # this many times the size of the last backup must be free, because the database needs room too


def back_up_and_rotate() -> None:
    """Write a backup to the data folder, copy it to the second folder, and delete old backups in both.

    Raises CommandError if any of this fails, even if the backup itself is good.
    """
    os.nice(10)  # a low priority, because play is more important
    file = new_file(f"{timezone.now():{FORM}}")
    _delete_drafts(file.parent)
    _require_free_space(file.parent)
    back_up(file)
    _rotate(file)
    if settings.SECOND_BACKUP_DIR:
        _copy(file, settings.SECOND_BACKUP_DIR / file.name)


def backups_in(folder: Path) -> dict[datetime, Path]:
    """Return the backups in a folder by time, newest first."""
    found = {_time(file.name): file for file in folder.glob("tavolo-*")}
    return {time: found[time] for time in sorted(filter(None, found), reverse=True)}


def _time(name: str) -> datetime | None:
    matched = NAME.fullmatch(name)
    try:
        return datetime.strptime(matched[1], FORM).replace(tzinfo=UTC) if matched else None
    except ValueError:  # not a time: the file belongs to another program
        return None


def times_to_keep(times: Iterable[datetime], now: datetime) -> set[datetime]:
    """Return which of these times to keep: the latest eight, and the last one of each of 24 hours and 30 days.

    Only hours and days that have a backup are counted, so that neither a clock set forward nor a month without backups
    empties the folder. Times later than now are kept too, because the clock is or was wrong.
    """
    newest_first = sorted(times, reverse=True)
    past = [time for time in newest_first if time <= now]
    hours = islice(_last_of_each(past, "%Y%m%d%H"), HOURS)
    days = islice(_last_of_each(past, "%Y%m%d"), DAYS)
    return {*newest_first[: len(newest_first) - len(past)], *past[:LATEST], *hours, *days}


def _last_of_each(newest_first: Iterable[datetime], period: str) -> Iterable[datetime]:
    last: dict[str, datetime] = {}
    for time in newest_first:
        last.setdefault(time.strftime(period), time)
    return last.values()


def _rotate(new: Path) -> None:
    """Delete the backups in the folder of the new one that need not be kept. Raises CommandError if this fails."""
    found = backups_in(new.parent)
    try:
        for time in found.keys() - times_to_keep(found, timezone.now()):
            if found[time] != new:  # if the clock is wrong, the new one can seem old
                found[time].unlink(missing_ok=True)
    except OSError as fault:
        raise CommandError(f"An old backup in {new.parent} could not be deleted: {fault}") from fault


def _delete_drafts(folder: Path) -> None:
    """Delete temporary files that were left by killed processes."""
    for draft in folder.glob(".tavolo-*"):
        with suppress(OSError):  # just renamed, or a fault that the next write will report
            if timezone.now().timestamp() - draft.stat().st_mtime > STALE:
                draft.unlink()


def _require_free_space(folder: Path) -> None:
    last = next(iter(backups_in(folder).values()), None)
    needed = ROOM * last.stat().st_size if last else 0
    if shutil.disk_usage(folder).free < needed:
        raise CommandError(f"No backup was made, because {folder} has less than {needed >> 20} MB left.")


def _copy(file: Path, copy: Path) -> None:
    """Copy the backup to the second folder, and delete old backups there.

    The copy gets its name when it is on the disk and equal to the backup. Raises CommandError if this fails. If the
    folder is missing, it is not created: it may be the mount point of a disk.
    """
    _delete_drafts(copy.parent)
    try:
        with new_draft(copy) as draft:
            shutil.copyfile(file, draft)
            sync(draft)
            if not filecmp.cmp(file, draft, shallow=False):
                raise OSError("the copy is not the same")
            draft.replace(copy)
    except OSError as fault:
        raise CommandError(f"The backup {file} could not be copied to {copy.parent}: {fault}") from fault
    with suppress(DatabaseError):  # the copy is good even if its time could not be stored
        record_backup(COPY)
    _rotate(copy)
