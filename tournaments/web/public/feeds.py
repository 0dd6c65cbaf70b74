"""Public tournaments as iCalendar (RFC 5545)."""

from collections.abc import Iterable
from datetime import UTC, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.urls import reverse
from icalendar import Calendar, Event

from tournaments.models import Hand, Tournament
from tournaments.models.ledger import LedgerEntry
from tournaments.wording.words import translated

MAX_EVENTS = 200
PLAN = ("tournament_created", "tournament_changed", "tournament_archived", "tournament_unarchived")
"""The kinds of ledger entries for changes of what a calendar shows of a tournament."""
STATUS = Tournament.Status


def with_day(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Return the latest `MAX_EVENTS` public tournaments with a start.

    Each has the last ledger entry about its plan.
    """
    link = LedgerEntry.objects.filter(tournament=OuterRef("pk"), kind__in=PLAN).order_by("-sequence")
    hands = Hand.objects.filter(table__round__tournament=OuterRef("pk"))
    listed = Tournament.objects.listed_for(AnonymousUser()).filter(pk__in=tournaments.values("pk"))
    columns = {"changed": Subquery(link.values("sequence")[:1]), "changed_at": Subquery(link.values("at")[:1])}
    found = listed.filter(starts_at__isnull=False).select_related("club")
    return found.annotate(**columns, was_played=Exists(hands))[:MAX_EVENTS]


def feed(title: str, tournaments: Iterable[Any]) -> bytes:
    """Return the tournaments as an iCalendar file with this title. The same data gives the same bytes."""
    calendar = Calendar()
    columns = {"version": "2.0", "prodid": "-//Tavolo//Tavolo//IT", "method": "PUBLISH", "x-wr-calname": title}
    for name, value in columns.items():
        calendar.add(name, value)
    calendar.add("refresh-interval", timedelta(hours=1), parameters={"value": "DURATION"})
    for tournament in tournaments:
        calendar.add_component(_event(tournament))
    return bytes(calendar.to_ical())


def _event(tournament: Any) -> Event:
    """Return the tournament as an iCalendar event.

    Its times are in UTC, because local times can be ambiguous. Its `sequence` is the number of the ledger entry that
    last changed the plan.
    """
    club, event = tournament.club, Event()
    changed_at = (tournament.changed_at or tournament.created_at).astimezone(UTC)
    columns = {
        "uid": f"{tournament.created_at:%Y%m%dT%H%M%S%f}-{tournament.pk}@tavolo",
        "sequence": tournament.changed or 0,
        "dtstamp": changed_at,
        "last-modified": changed_at,
        "summary": tournament.name,
        "description": f"{translated(tournament.rules.title)}, {club.name}",
        "location": ", ".join(filter(None, (club.name, club.city))),
        "url": settings.TAVOLO_URL + reverse("tournament", args=[tournament.address]),
        "status": "CANCELLED" if is_cancelled(tournament) else "CONFIRMED",
        "dtstart": tournament.starts_at.astimezone(UTC),
    }
    for name, value in columns.items():
        event.add(name, value)
    if tournament.round_minutes:
        event.add("duration", timedelta(minutes=tournament.round_minutes * tournament.rounds_planned))
    return event


def is_cancelled(tournament: Any) -> bool:
    """Whether the tournament was archived before a hand was recorded."""
    return tournament.status == STATUS.ARCHIVED and not tournament.was_played
