"""Who qualifies for the final of a season, by its published standing, and who is entered there."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.models import Entry, Player, Season, Tournament
from tournaments.ranking.seasons import FinalContender, Placed, Who, finalists

from ..seasons.standing import published

AWAY = (Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED)


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """A competitor that was looked at for the final, with its name and its entry there, None without one.

    `by_name` if it is on the list of another club, so that it must be entered by name.
    """

    contender: FinalContender
    name: str
    entry: Entry | None
    by_name: bool = False

    @property
    def goes(self) -> bool:
        """Whether it goes to the final."""
        return not self.contender.skipped


@dataclass(frozen=True, slots=True)
class Final:
    """The final of a season as its declaration and its standing have it now.

    `tournament` is None until one is chosen; `missing` is how many could go besides, `champion` the name of the
    competitor that won every part. `besides` are entries that the declaration does not send there. `left` is the number
    of evenings that are still to be played.
    """

    season: Season
    tournament: Tournament | None
    places: Sequence[FinalPlace]
    missing: int
    champion: str
    besides: Sequence[Entry]
    left: int

    @property
    def to_enter(self) -> list[tuple[int, FinalPlace]]:
        """The places of those who go and are not entered, with their number in the order."""
        return [(at, each) for at, each in enumerate(self.places, 1) if each.goes and not (each.entry or each.by_name)]


def read_final(season: Season, tournament: Tournament | None = None) -> Final:
    """Return the final of the season; by default in the tournament that was filled last."""
    tournament = tournament or filled_last(season)
    document = json.loads(published(season) or b"")
    names: dict[Who, str] = {tuple(row["players"]) or row["name"]: row["name"] for row in document["rows"]}
    players = _players(names)
    entries = _entries(tournament) if tournament else {}
    away = {who for who, entry in entries.items() if entry.status in AWAY}
    erased = {who for who in names if any(pk not in players for pk in players_of(who))}
    found = finalists(season.declared, _placed(document), out=away | erased, chosen=entries.keys() - away)
    foreign = {who for who in names if any(players.get(pk) != season.club_id for pk in players_of(who))}
    going = {each.who for each in found.contenders if not each.skipped}
    return Final(
        season,
        tournament,
        [FinalPlace(each, names[each.who], entries.get(each.who), each.who in foreign) for each in found.contenders],
        found.missing,
        names.get(found.champion, "") if found.champion else "",
        [entry for who, entry in entries.items() if who not in going | away],
        document["planned"] - len(document["evenings"]),
    )


def filled_last(season: Season) -> Tournament | None:
    """Return the tournament that was last filled as the season's final, if it is still there."""
    last = season.log.filter(kind="final_filled").order_by("number").last()
    return Tournament.objects.select_related("club").filter(pk=last.facts["tournament"]).first() if last else None


def _placed(document: Mapping[str, Any]) -> list[Placed]:
    """Return the rows of a published standing as the rules of the final take them."""
    return [
        Placed(
            tuple(row["players"]) or row["name"],
            row["place"],
            row["attended"],
            tuple(part and part["place"] for part in row.get("parts", ())),
        )
        for row in document["rows"]
    ]


def _players(competitors: Collection[Who]) -> dict[int, int]:
    """Return the club of each player of these competitors, without those who were erased."""
    ids = {pk for who in competitors for pk in players_of(who)}
    return dict(Player.objects.filter(pk__in=ids, erased_at=None).values_list("pk", "club_id"))


def _entries(tournament: Tournament) -> dict[Who, Entry]:
    """Return the entries of the tournament by their players."""
    listed = tournament.entries.order_by("number").with_players()
    return {tuple(sorted(place.player_id for place in entry.entry_players.all())): entry for entry in listed}


def players_of(who: Who) -> tuple[int, ...]:
    """Return the ids of a competitor's players; () for a club."""
    return () if isinstance(who, str) else who
