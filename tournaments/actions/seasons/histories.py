"""The places after each evening of a season, for its charts and for players' results by year."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from tournaments.models import Season, SeasonEvening
from tournaments.ranking.seasons import Who
from tournaments.ranking.seasons import places_after_each as places_in_turn

from .season_results import as_evening
from .standing import declared_now

Places = Mapping[Who, int | None]
MOST_CACHED = 4
"""The number of seasons whose places a process caches: 4 MB each for 1,000 players and 40 evenings."""


def places_after_each(season: Season, slugs: Sequence[str]) -> list[Places]:
    """Return each competitor's place after each of these evenings, given by slug; {} for an evening without results."""
    evenings = season.evenings.filter(tournament__slug__in=slugs)
    revisions = tuple(evenings.order_by("pk").values_list("pk", "read_revision"))
    return _computed(season.pk, (season.log_head, season.published_revision), revisions, tuple(slugs))


@lru_cache(maxsize=MOST_CACHED)
def _computed(
    season_id: int, _published: tuple[str, int], _revisions: tuple[tuple[int, int], ...], slugs: tuple[str, ...]
) -> list[Places]:
    """Compute the places. The log's head and the revisions are arguments only to be part of the cache key.

    Results that are read again for another home club have the same revision, so that of the season is needed too.
    """
    season = Season.objects.get(pk=season_id)
    stored = SeasonEvening.objects.filter(season=season, tournament__slug__in=slugs).exclude(results=b"")
    results = {each.tournament.slug: as_evening(each) for each in stored.select_related("tournament")}
    played = [results[slug] for slug in slugs if slug in results]
    places = places_in_turn(declared_now(season), played, lot_seed=season.lot_seed)
    return [next(places) if slug in results else {} for slug in slugs]
