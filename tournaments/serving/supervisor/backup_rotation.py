"""Regular backups: the last ones, one of each hour and one of each day are kept, also in a second folder."""

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
STALE = 3600  # seconds after which a draft is one of a process that was killed
ROOM = 4  # times the size of the last backup that must be free, so that backups do not fill the disk of the database


def back_up_and_rotate() -> None:
    """Write a backup in the data folder, copy it to the second folder, and delete old ones in both.

    Raises CommandError if there is no backup, and also if only its copy is missing or an old one could not be deleted.
    """
    os.nice(10)  # play comes first
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
    except ValueError:  # of another program
        return None


def times_to_keep(times: Iterable[datetime], now: datetime) -> set[datetime]:
    """Return the last eight of these times, and the last one of each hour and day in which there is one.

    These are the last 24 hours and the last 30 days that have one: a clock set forward, or a month without a new
    backup, empties no folder. What is later than now counts for none of them and is kept: the clock is, or was, wrong.
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
    """Delete the backups beside the new one that are not kept; raises CommandError if this fails."""
    found = backups_in(new.parent)
    try:
        for time in found.keys() - times_to_keep(found, timezone.now()):
            if found[time] != new:  # which the clock may call an old one
                found[time].unlink(missing_ok=True)
    except OSError as fault:
        raise CommandError(f"An old backup in {new.parent} could not be deleted: {fault}") from fault


def _delete_drafts(folder: Path) -> None:
    """Delete drafts that were left behind."""
    for draft in folder.glob(".tavolo-*"):
        with suppress(OSError):  # it has just been renamed, or cannot be deleted: what is written next reports that
            if timezone.now().timestamp() - draft.stat().st_mtime > STALE:
                draft.unlink()


def _need_room(folder: Path) -> None:
    last = next(iter(backups_in(folder).values()), None)
    needed = ROOM * last.stat().st_size if last else 0
    if shutil.disk_usage(folder).free < needed:
        raise CommandError(f"No backup was made, because {folder} has less than {needed >> 20} MB left.")


def _copy(file: Path, copy: Path) -> None:
    """Copy the backup to the second folder, under its name once it is on the disk and the same; delete old ones there.

    Raises CommandError if this fails. The folder is not made: it may be where a disk is to be mounted.
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
    with suppress(DatabaseError):  # the copy is good without
        record_backup(COPY)
    _rotate(copy)
