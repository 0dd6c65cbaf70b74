"""What keeps Tavolo from doing all its work, with what to do about it."""

from datetime import timedelta

from django.conf import settings
from django.db import Error, connection
from django.db.models.functions import Now
from django.utils.translation import gettext_noop as _

from config.disk import disk_fault
from tournaments.models import Heartbeat

from .problems import Problem

SILENCE = timedelta(seconds=10)
PULSE = 4.0  # seconds between two signs of life
WORKER, SWEEP = "worker", "sweep"
UNHEARD = {
    WORKER: _(
        "The worker has not answered for %(seconds)d seconds: long draws wait. If this lasts, stop "
        "Tavolo and start it again."
    ),
    SWEEP: _(
        "The sweep has not answered for %(seconds)d seconds: no round is published, closed or drawn "
        "by itself. Do it by hand; if this lasts, stop Tavolo and start it again."
    ),
}


def record_heartbeat(program: str) -> None:
    """Note that the worker or the sweep is alive and can write."""
    Heartbeat.objects.bulk_create(
        [Heartbeat(program=program, at=Now())], update_conflicts=True, unique_fields=["program"], update_fields=["at"]
    )


def find_unheard() -> list[Problem]:
    """The programs that have not been heard for ten seconds."""
    # One from the future is as old as it is ahead.
    within = Heartbeat.objects.filter(at__range=(Now() - SILENCE, Now() + SILENCE))
    heard = set(within.values_list("program", flat=True))
    seconds = {"seconds": int(SILENCE.total_seconds())}
    return [
        Problem(f"{program}_unheard", message, seconds) for program, message in UNHEARD.items() if program not in heard
    ]


def find_disk_fault() -> list[Problem]:
    """That the disk of the data folder is full or cannot be written, if anything is kept there."""
    if settings.REDIS_URL and connection.vendor != "sqlite":
        return []
    why = disk_fault(settings.DATA_DIR)
    return [Problem("not_stored", why)] if why else []


def shortcomings() -> list[Problem]:
    """All that is wrong now; nothing when Tavolo is ready."""
    try:
        return [*find_unheard(), *find_disk_fault()]
    except Error:
        return [Problem("no_database", _("The database does not answer: start it again."))]
