"""A player over the years: places in seasons, the best evenings, and how often the player came."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from tournaments.actions.people.past_results import Played
from tournaments.actions.seasons.champions import champions_of_seasons
from tournaments.actions.seasons.standing import rows_of
from tournaments.models import Player, Season

MOST_SEASONS, BEST = 5, 5
PODIUM = 3


@dataclass(frozen=True, slots=True)
class PlayerSeason:
    """A season with the place (or None) and the number of evenings in the player's best row."""

    season: Season
    place: int | None
    attended: int
    evenings: int
    is_champion: bool = False


def seasons_of(player: Player) -> list[PlayerSeason]:
    """Return the latest `MOST_SEASONS` seasons in which the player has a result, latest first."""
    came = Season.objects.filter(evenings__tournament__entries__entry_players__player=player)
    read = (_read(season, player) for season in came.select_related("club").distinct())
    found = list(islice(filter(None, read), MOST_SEASONS))
    champions = champions_of_seasons(each.season.pk for each, _record in found)
    return [
        replace(each, is_champion=each.season.pk in champions and record in champions[each.season.pk].players)
        for each, record in found
    ]


def _read(season: Season, player: Player) -> tuple[PlayerSeason, int] | None:
    """Return a season with the record for which the player's results count there; None if this record has no row."""
    record = season.joined().get(player.pk, player.pk)
    evenings, rows = rows_of(season, record)
    if not rows:
        return None
    return PlayerSeason(season, rows[0]["place"], sum(row["attended"] for row in rows), evenings), record


@dataclass(frozen=True, slots=True)
class Record:
    """How many finished evenings a player attended, won, and ended in the top three; and the best evenings."""

    came: int
    won: int
    on_podium: int
    best: Sequence[Played]


def record_of(history: Sequence[Played]) -> Record | None:
    """Return the record in these evenings; None until more than `BEST` are over.

    Of equal places, the place among more entries is better.
    """
    places = [(each.place, -each.field, each) for each in history if each.place and each.is_over]
    if len(places) <= BEST:
        return None
    ordered = sorted(places, key=lambda placed: placed[:2])
    on_podium = [placed for placed in places if placed[0] <= PODIUM]
    won = sum(placed[0] == 1 for placed in places)
    return Record(len(places), won, len(on_podium), [each for *_place, each in ordered[:BEST]])
