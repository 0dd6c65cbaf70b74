"""People who may be in a season's standings twice: as two records with the same name, on one club's list or on two."""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from django.db.models import Q

from tournaments.models import EntryPlayer, Player, Season

from ..seasons.standing import published


@dataclass(frozen=True, slots=True)
class Namesake:
    """A player's record in a season's standings: where its rows are, and how many evenings it has there."""

    player: Player
    places: Sequence[int | None]
    evenings: int


def namesakes(season: Season) -> list[tuple[Namesake, Namesake]]:
    """Return pairs of records with the same name that may be one person; the first of a pair is the one to keep.

    The one to keep is on the list of the season's club, or else has more evenings. Two records entered in the same
    tournament are two people. For other clubs, only public full names are compared.
    """
    records: dict[str, list[Namesake]] = defaultdict(list)
    for record in _records(season):
        if str(record.player.pk) not in season.persons:  # the two were joined after the standings were published
            records[record.player.name_key].append(record)
    doubles = [pair for found in records.values() for pair in combinations(found, 2) if _is_asked(season, *pair)]
    entered = _tournaments([each.player.pk for pair in doubles for each in pair])
    return [pair for pair in doubles if entered[pair[0].player.pk].isdisjoint(entered[pair[1].player.pk])]


def joined_people(season: Season) -> list[tuple[Player, Player]]:
    """Return pairs of (record, the record for which its results count) in the season, by name."""
    pairs = {int(player): into for player, into in season.persons.items()}
    players = Player.objects.select_related("club").in_bulk({*pairs, *pairs.values()})
    return sorted(
        ((players[player], players[into]) for player, into in pairs.items()),
        key=lambda pair: (pair[1].shown_name, pair[0].pk),
    )


def _is_asked(season: Season, one: Namesake, other: Namesake) -> bool:
    """Whether a director of the season can decide that two records are one person."""
    return one.player.club_id != other.player.club_id or one.player.club_id == season.club_id


def _records(season: Season) -> Iterator[Namesake]:
    """Yield the records in the standings: first those of the season's club, then others.

    Both parts are sorted by the number of evenings, the greatest first.
    """
    rows = defaultdict(list)
    for row in json.loads(published(season) or b"")["rows"]:
        for player in row["players"]:
            rows[player].append(row)
    public = Q(club=season.club_id) | Q(alias="")
    found = [
        Namesake(each, [row["place"] for row in rows[each.pk]], sum(row["attended"] for row in rows[each.pk]))
        for each in Player.objects.selectable().filter(public, pk__in=rows).select_related("club")
    ]
    yield from sorted(found, key=lambda each: (each.player.club_id != season.club_id, -each.evenings, each.player.pk))


def _tournaments(players: Sequence[int]) -> dict[int, set[int]]:
    """Return the tournaments in which each of these players was entered."""
    entered: dict[int, set[int]] = defaultdict(set)
    for player, tournament in EntryPlayer.objects.filter(player__in=players).values_list("player", "tournament"):
        entered[player].add(tournament)
    return entered
