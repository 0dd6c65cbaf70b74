"""Removing evenings from a season; changes of published places must be confirmed."""

from collections.abc import Iterable

from django.db import transaction

from tournaments.models import Season, SeasonEvening

from ..core.actor import Actor
from ..core.rows import locked
from . import log
from .champions import refuse_if_over
from .moved_places import agree, rows_now
from .season_refreshing import mark_season


def remove_evening(evening: SeasonEvening, *, by: Actor) -> None:
    """Remove an evening from its season. Raises AgreementNeeded if published places or scores would change."""
    with transaction.atomic():
        season = locked(Season.objects.select_related("club"), evening.season_id)
        refuse_if_over(season)
        take_out(season, [locked(SeasonEvening.objects.select_related("tournament"), evening.pk)], by=by)


def take_out(season: Season, evenings: Iterable[SeasonEvening], *, by: Actor) -> None:
    """Remove these evenings from a season, which the caller must have locked. Raises as `remove_evening` does."""
    before = rows_now(season)
    removed = [(log.evening_facts(evening), evening.delete())[0] for evening in evenings]
    agree((season, before), by=by)
    for facts in removed:
        log.append(season, "evening_removed", by=by, facts=facts)
    mark_season(season.pk)
