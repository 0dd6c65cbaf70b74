"""The times of the last backups, stored so that every program can report them."""

from datetime import datetime

from django.utils.translation import gettext_noop as _

from tournaments.models import Heartbeat

from .core.refusals import Problem
from .readiness import record_heartbeat

BACKUP, COPY = "backup", "copy"
LAST = {BACKUP: _("Last backup: %(time)s UTC."), COPY: _("Last copy of a backup in the second folder: %(time)s UTC.")}


def record_backup(kind: str) -> None:
    """Store the current time as the time of the last backup or, by `kind`, of the last copy in the second folder."""
    record_heartbeat(kind)


def last_backups() -> dict[str, datetime | None]:
    """Return the time of the last backup (key BACKUP) and of the last copy (key COPY); None if there is none."""
    return {**dict.fromkeys(LAST), **dict(Heartbeat.objects.filter(program__in=LAST).values_list("program", "at"))}


def backup_lines() -> list[Problem]:
    """Return two lines for people: the age of the last backup, and of the last copy."""
    times = {kind: f"{at:%Y-%m-%d %H:%M}" for kind, at in last_backups().items() if at}
    return [Problem(f"last_{kind}", LAST[kind], {"time": time}) for kind, time in times.items()]
