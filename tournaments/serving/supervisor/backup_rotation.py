"""Regular backups, also in a second folder, of which the latest, and one of each hour and day, are kept."""

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
ROOM = 4  # the disk must have this many times the size of the last backup free, because the database needs it, too


def back_up_and_rotate() -> None:
    """Write a backup in the data folder, copy it to the second folder, and delete old ones in both.

    Raises CommandError if the backup failed, or if only its copy or the deletion of an old backup failed.
    """
    os.nice(10)  # a low priority, because play comes first
    file = new_file(f"{timezone.now():{FORM}}")
    _delete_drafts(file.parent)
    _need_room(file.parent)
    back_up(file)
    _rotate(file)
    if settings.SECOND_BACKUP_DIR:
        _copy(file, settings.SECOND_BACKUP_DIR / file.name)


def backups_in(folder: Path) -> dict[datetime, Path]:
    """Return the backups in a folder by their time, the newest first."""
    found = {_time(file.name): file for file in folder.glob("tavolo-*")}
    return {time: found[time] for time in sorted(filter(None, found), reverse=True)}


def _time(name: str) -> datetime | None:
    matched = NAME.fullmatch(name)
    try:
        return datetime.strptime(matched[1], FORM).replace(tzinfo=UTC) if matched else None
    except ValueError:  # no time: the file of another program
        return None


def times_to_keep(times: Iterable[datetime], now: datetime) -> set[datetime]:
    """Return the latest eight of these times, and the last of each of the latest 24 hours and 30 days that have one.

    Hours and days without a backup are not counted, so that a clock set forward, or a month without a backup, does not
    empty the folder. Times later than now are kept in addition, because the clock is or was wrong.
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
    """Delete the old backups in the new one's folder that need not be kept; raises CommandError if this fails."""
    found = backups_in(new.parent)
    try:
        for time in found.keys() - times_to_keep(found, timezone.now()):
            if found[time] != new:  # with a wrong clock, the new one may seem old
                found[time].unlink(missing_ok=True)
    except OSError as fault:
        raise CommandError(f"An old backup in {new.parent} could not be deleted: {fault}") from fault


def _delete_drafts(folder: Path) -> None:
    """Delete temporary files that were left behind."""
    for draft in folder.glob(".tavolo-*"):
        with suppress(OSError):  # just renamed, or a fault that the next write reports
            if timezone.now().timestamp() - draft.stat().st_mtime > STALE:
                draft.unlink()


def _need_room(folder: Path) -> None:
    last = next(iter(backups_in(folder).values()), None)
    needed = ROOM * last.stat().st_size if last else 0
    if shutil.disk_usage(folder).free < needed:
        raise CommandError(f"No backup was made, because {folder} has less than {needed >> 20} MB left.")


def _copy(file: Path, copy: Path) -> None:
    """Copy the backup to the second folder, and delete old backups there.

    The copy gets its name once it is on the disk and equal to the backup. Raises CommandError if this fails. A missing
    folder is not created, because it may be the mount point of a disk.
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
    with suppress(DatabaseError):  # the copy is good even if it is not on record
        record_backup(COPY)
    _rotate(copy)
