"""Publishing the standings of seasons: one snapshot after each evening, replaced when anything behind it changes."""

from collections.abc import Mapping, Sequence
from time import monotonic

import structlog
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from tournaments.hints import hint
from tournaments.models import Season, SeasonEvening, SeasonStanding
from tournaments.ranking.seasons import Who

from ..core.actor import CLOCK
from ..core.rows import consistent_read, lock_all, save_fields
from . import log
from .season_results import counts_now, read_results
from .standing import Counted, bases, document, places_in

events = structlog.stdlib.get_logger(__name__)
REFRESH_SEASON = "tournaments.tasks.refresh_season"
MAX_MOVED = 100
"""The most places that the log lists of one change."""


def mark_seasons(tournament_id: int) -> None:
    """Make the standings of an evening's seasons due, in the transaction that changes the evening.

    Call this with the tournament locked; a season is locked after it.
    """
    seasons = Season.objects.filter(evenings__tournament=tournament_id)
    for pk in seasons.order_by("pk").values_list("pk", flat=True):
        mark_season(pk)


def mark_season(season_id: int) -> None:
    """Make the standing of a season due, and ask the worker for it."""
    Season.objects.filter(pk=season_id).update(revision=F("revision") + 1)
    hint(REFRESH_SEASON, season_id)


def refresh(season_id: int) -> bool:
    """Publish the standing of a season after each evening; return False if none is due or a later one is published.

    Reads in one consistent read, computes outside any transaction, and writes in a short one.
    """
    start = monotonic()
    with consistent_read():
        season = Season.objects.stale().select_related("club").filter(pk=season_id).first()
        if season is None:
            return False
        evenings = read_evenings(season)
        stored = {each.evening_id: each for each in season.standings.defer("body")}
    counted = Counted.of(season, evenings)
    documents = list(_changed(season, counted, stored))
    with transaction.atomic():
        is_latest = _publish(season, evenings, documents)
    if is_latest:
        events.info("season_published", season=season.slug, evenings=len(documents), took=round(monotonic() - start, 3))
    return is_latest


def read_evenings(season: Season, *, anew: bool = False) -> list[SeasonEvening]:
    """Return the evenings that count, in order; results that were published since, or all if `anew`, are read again."""
    evenings = [each for each in season.evenings.in_order() if counts_now(each.tournament)]
    for evening in evenings:
        revision = evening.tournament.published_revision
        if anew or evening.read_revision != revision:
            evening.results, evening.read_revision = read_results(evening, season), revision
    return [evening for evening in evenings if evening.results]


def _changed(season: Season, counted: Counted, stored: Mapping[int, SeasonStanding]) -> Sequence[SeasonStanding]:
    """Return the standings of all evenings; those that are out of date have a new body, to be stored."""
    evenings = [evening for evening, _read in counted.evenings]
    standings, earlier, is_read = [], dict[Who, int | None](), True
    for number, (evening, basis) in enumerate(zip(evenings, bases(season, counted), strict=True), 1):
        standing = stored.get(evening.pk) or SeasonStanding(season=season, evening=evening)
        if standing.basis == basis and standing.number == number:
            is_read = False
        else:
            if not is_read:
                earlier, is_read = places_in(bytes(stored[evenings[number - 2].pk].body)), True
            standing.body = document(season, counted, number, earlier)
            earlier = places_in(standing.body)
            standing.number, standing.basis, standing.published_at = number, basis, timezone.now()
        standings.append(standing)
    return standings


def _publish(season: Season, evenings: Sequence[SeasonEvening], standings: Sequence[SeasonStanding]) -> bool:
    """Write the standings; return False if a later revision is published."""
    now = lock_all(Season.objects.filter(pk=season.pk, published_revision__lt=season.revision))
    if not now:
        return False
    before = season.standings.order_by("number").last()
    for evening in evenings:
        SeasonEvening.objects.filter(pk=evening.pk).update(results=evening.results, read_revision=evening.read_revision)
    there = set(season.evenings.values_list("pk", flat=True))
    for standing in standings:
        if "body" not in standing.get_deferred_fields() and standing.evening_id in there:
            standing.save()
    season.standings.exclude(evening__in=[standing.evening_id for standing in standings]).delete()
    if before and standings and standings[-1].evening_id == before.evening_id:
        _log_moves(now[0], before, standings[-1])
    save_fields(now[0], published_revision=season.revision)
    return True


def _log_moves(season: Season, before: SeasonStanding, after: SeasonStanding) -> None:
    """Add the places that moved to the log, if the latest standing was published before and is another now."""
    if "body" in after.get_deferred_fields():
        return
    old, new = places_in(bytes(before.body)), places_in(bytes(after.body))
    moved = [[who, old.get(who), new.get(who)] for who in [*new, *(old.keys() - new.keys())]]
    moved = [each for each in moved if each[1] != each[2]]
    if moved:
        facts = {"after": after.evening.tournament.slug, "places": moved[:MAX_MOVED], "number": len(moved)}
        log.append(season, "places_moved", by=CLOCK, facts=facts)
