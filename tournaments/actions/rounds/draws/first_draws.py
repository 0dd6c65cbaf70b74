"""First rounds that are drawn automatically at a set time, with the players entered by then."""

from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.expressions import Combinable

from tournaments.models import LedgerEntry, Round, Tournament

from ...ledger_kinds import IMPORTED

ONCE = ("draft_dropped", "tournament_unarchived", IMPORTED)
"""Kinds of ledger entries after which a set time that has passed no longer applies."""


def first_draws_due(now: datetime | Combinable) -> QuerySet[Tournament]:
    """Return the tournaments for which the time of the first draw has come.

    A tournament with a round is left out, even if the round could not be drawn. A tournament is also left out if, after
    that time, its draft was deleted, or it was imported or unarchived: then the director draws or sets a new time.
    """
    rounds = Round.objects.filter(tournament=OuterRef("pk"))
    since = LedgerEntry.objects.filter(tournament=OuterRef("pk"), at__gte=OuterRef("draw_at"))
    due = Tournament.objects.filter(status=Tournament.Status.PLANNED, draw_at__lte=now)
    return due.filter(~Exists(rounds), ~Exists(since.filter(kind__in=ONCE)))


def first_draw_at(tournament: Tournament, now: datetime) -> datetime | None:
    """Return when the first round is drawn automatically; None if it is not, or if there is a round already."""
    hour = tournament.draw_at
    if tournament.status != Tournament.Status.PLANNED or hour is None:
        return None
    return hour if hour > now or first_draws_due(now).filter(pk=tournament.pk).exists() else None
