"""Publishing the standings of a season as a snapshot, which is replaced when any input changes."""

import json
from collections.abc import Sequence
from time import monotonic

import structlog
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from tournaments.hints import hint
from tournaments.models import Season, SeasonEvening, SeasonStanding

from ..core.actor import CLOCK
from ..core.rows import consistent_read, lock_all, save_fields
from . import log
from .season_results import counts_now, read_results
from .standing import Counted, basis, changed_places, document

events = structlog.stdlib.get_logger(__name__)
REFRESH_SEASON = "tournaments.tasks.refresh_season"
MAX_MOVED = 100
"""The most places of one change that the log lists."""


def mark_seasons(tournament_id: int) -> None:
    """Mark the standings of all seasons of an evening as due. Call it in the transaction that changes the evening.

    The tournament must be locked already; its seasons are locked after it.
    """
    seasons = Season.objects.filter(evenings__tournament=tournament_id)
    for pk in seasons.order_by("pk").values_list("pk", flat=True):
        mark_season(pk)


def read_again(evenings: QuerySet[SeasonEvening]) -> None:
    """Mark the results of these evenings to be read again, and the standings of their seasons as due."""
    for pk in sorted(set(evenings.values_list("season", flat=True))):
        mark_season(pk)  # first, because a refresh locks in this order too
    evenings.update(read_revision=0)


def mark_season(season_id: int) -> None:
    """Mark the standings of a season as due, and queue their refresh for the worker."""
    Season.objects.filter(pk=season_id).update(revision=F("revision") + 1)
    hint(REFRESH_SEASON, season_id)


def refresh(season_id: int) -> bool:
    """Publish the standings of a season; return False if none are due, or if a later revision is published already.

    It reads in one snapshot, computes outside any transaction, and writes in a short transaction.
    """
    start = monotonic()
    with consistent_read():
        season = Season.objects.stale().select_related("club").filter(pk=season_id).first()
        if season is None:
            return False
        evenings = read_evenings(season)
        before = SeasonStanding.objects.filter(season=season).first()
    after = _standing(season, evenings, before)
    with transaction.atomic():
        is_latest = _publish(season, evenings, before, after)
    if is_latest:
        events.info("season_published", season=season.slug, took=round(monotonic() - start, 3))
    return is_latest


def read_evenings(season: Season, *, anew: bool = False) -> list[SeasonEvening]:
    """Return the evenings that count, in order; newly published results are read, or with `anew` all results.

    While the standings of an evening are due, the results read last continue to count. An evening whose results were
    never read does not count.
    """
    over = [each for each in season.evenings.in_order() if counts_now(each.tournament)]
    evenings = [each for each in over if each.results or not each.tournament.is_stale]
    for evening in evenings:
        tournament = evening.tournament
        if anew or (evening.read_revision != tournament.published_revision and not tournament.is_stale):
            evening.results, evening.read_revision = read_results(evening, season), tournament.published_revision
    return evenings


def _standing(season: Season, evenings: Sequence[SeasonEvening], before: SeasonStanding | None) -> SeasonStanding:
    """Return the standings after these evenings; `before` itself if all inputs are the same."""
    counted = Counted.of(season, evenings)
    new_basis = basis(counted)
    if before and before.basis == new_basis:
        return before
    return SeasonStanding(
        pk=before.pk if before else None,
        season=season,
        evenings=[each.pk for each in counted.evenings],
        basis=new_basis,
        body=document(counted),
        published_at=timezone.now(),
    )


def _publish(
    season: Season, evenings: Sequence[SeasonEvening], before: SeasonStanding | None, after: SeasonStanding
) -> bool:
    """Write the standings and the results that were read; return False if other standings were published meanwhile."""
    now = lock_all(Season.objects.filter(pk=season.pk, published_revision__lt=season.revision))
    stored = SeasonStanding.objects.filter(season=season).values_list("basis", flat=True).first()
    if not now or stored != (before and before.basis):
        return False  # the sweep will repeat the refresh
    stored_revisions = dict(season.evenings.values_list("pk", "read_revision"))
    anew = [each for each in evenings if each.read_revision != stored_revisions.get(each.pk)]
    corrected = _corrected(anew)
    for evening in anew if now[0].revision == season.revision else ():  # else they may be due again
        read = {"results": evening.results, "read_revision": evening.read_revision}
        SeasonEvening.objects.filter(pk=evening.pk).update(**read)
    if after is not before:
        after.save()
        if before and after.evenings and after.evenings[-1] in before.evenings:  # no evening was added at the end
            _log_moves(now[0], before, after, evenings, corrected)
    save_fields(now[0], published_revision=season.revision)
    return True


def _corrected(evenings: Sequence[SeasonEvening]) -> list[str]:
    """Return the slugs of the evenings whose results differ from the stored results."""
    stored = dict(SeasonEvening.objects.filter(pk__in=[each.pk for each in evenings]).values_list("pk", "results"))
    return [each.tournament.slug for each in evenings if stored.get(each.pk) not in (None, b"", each.results)]


def _log_moves(
    season: Season,
    before: SeasonStanding,
    after: SeasonStanding,
    evenings: Sequence[SeasonEvening],
    corrected: Sequence[str],
) -> None:
    """Log the places that differ from the previous standings, and the evenings whose results were corrected."""
    moved = changed_places(bytes(before.body), bytes(after.body))
    if moved:
        last = [each for each in evenings if each.results][-1]
        places = [[*map(json.loads, each)] for each in moved[:MAX_MOVED]]
        facts = {"after": last.tournament.slug, "places": places, "number": len(moved)}
        facts |= {"corrected": corrected} if corrected else {}
        log.append(season, "places_moved", by=CLOCK, facts=facts)
