"""People who may be in a season twice: two records with the same name in its standings."""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.models import EntryPlayer, Player, Season

from ..seasons.standing import published


@dataclass(frozen=True, slots=True)
class Namesake:
    """A record in a season's standings, with the places of its rows and the number of its evenings there."""

    player: Player
    places: Sequence[int | None]
    evenings: int


def namesakes(season: Season) -> list[tuple[Namesake, Namesake]]:
    """Return pairs of records with the same name that can be one person, the one with more evenings first.

    Records that were entered in one tournament are two people.
    """
    records: dict[tuple[int, str], list[Namesake]] = defaultdict(list)
    for record in _records(season):
        records[record.player.club_id, record.player.name_key].append(record)
    doubles = [pair for found in records.values() for pair in combinations(found, 2)]
    entered = _tournaments([each.player.pk for pair in doubles for each in pair])
    return [pair for pair in doubles if entered[pair[0].player.pk].isdisjoint(entered[pair[1].player.pk])]


def _records(season: Season) -> Iterator[Namesake]:
    """Yield the records of the season's club in the standings, those with more evenings first."""
    rows = defaultdict(list)
    for row in json.loads(published(season) or b"")["rows"]:
        for player in row["players"]:
            rows[player].append(row)
    players = Player.objects.selectable().filter(club=season.club_id, pk__in=rows)
    found = [
        Namesake(each, [row["place"] for row in rows[each.pk]], sum(row["attended"] for row in rows[each.pk]))
        for each in players
    ]
    yield from sorted(found, key=lambda record: (-record.evenings, record.player.pk))


def _tournaments(players: Sequence[int]) -> dict[int, set[int]]:
    """Return the tournaments in which each of these players was entered."""
    entered: dict[int, set[int]] = defaultdict(set)
    for player, tournament in EntryPlayer.objects.filter(player__in=players).values_list("player", "tournament"):
        entered[player].add(tournament)
    return entered
