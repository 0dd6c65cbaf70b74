"""The competitors that qualify for the final of a season by its published standings, and those entered in it."""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.models import Entry, Player, PlayerMerge, Season, Tournament
from tournaments.ranking.seasons import FinalContender, Placed, Who, finalists

from ..core.names import name_key
from ..seasons.standing import names_of, published

Key = frozenset[str]
AWAY = (Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED)


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """A competitor considered for the final, with its name, and its entry there if it has one.

    `names` are those by which it is entered if it is on the list of a different club. `by_name` is true if a director
    must enter it by hand, because somebody else in the standings, or on the list of the season's club, has the same
    name.
    """

    contender: FinalContender
    name: str
    entry: Entry | None
    names: tuple[str, ...] = ()
    by_name: bool = False

    @property
    def goes(self) -> bool:
        """Whether it qualifies for the final."""
        return not self.contender.skipped


@dataclass(frozen=True, slots=True)
class Final:
    """The final of a season by its present declaration and standings.

    `tournament` is None until one is chosen; `missing` is how many places remain free, `champion` the name of the
    competitor that won every part. `besides` are entries that do not qualify by the declaration. `left` is the number
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
        """The places of the qualified competitors that are not entered, with their number in the order."""
        return [(at, each) for at, each in enumerate(self.places, 1) if each.goes and not (each.entry or each.by_name)]


def read_final(season: Season, tournament: Tournament | None = None) -> Final:
    """Return the final of the season; by default in the tournament that was filled last."""
    tournament = tournament or filled_last(season)
    document = json.loads(published(season) or b"")
    names: dict[Who, str] = {tuple(row["players"]) or row["name"]: row["name"] for row in document["rows"]}
    players = _players(names)
    foreign = {who for who in names if any(players.get(pk) != season.club_id for pk in players_of(who))}
    shown = names_of(players)
    keys = Counter(name_key(name) for name in shown.values())
    entered = {who: tuple(shown.get(pk, "") for pk in players_of(who)) for who in foreign}
    entered = {who: each for who, each in entered.items() if all(keys[name_key(name)] == 1 for name in each)}
    linked = _linked(tournament) if tournament else {}
    entries = _entries(tournament, linked, {_key(each): who for who, each in entered.items()}) if tournament else {}
    away = {who for who, entry in entries.items() if entry.status in AWAY}
    erased = {who for who in names if any(pk not in players for pk in players_of(who))}
    found = finalists(season.declared, _placed(document), out=away | erased, chosen=entries.keys() - away)
    taken = _taken(season, entered.values(), without=[*names, *linked])
    unclear = {who for who in foreign - entries.keys() if who not in entered or _key(entered[who]) & taken}
    going = {each.who for each in found.contenders if not each.skipped}
    return Final(
        season,
        tournament,
        [
            FinalPlace(each, names[each.who], entries.get(each.who), entered.get(each.who, ()), each.who in unclear)
            for each in found.contenders
        ],
        found.missing,
        names.get(found.champion, "") if found.champion else "",
        [entry for who, entry in entries.items() if who not in going | away],
        document["planned"] - len(document["evenings"]),
    )


def filled_last(season: Season) -> Tournament | None:
    """Return the tournament that was last filled as the season's final; None if there is none."""
    last = season.log.filter(kind="final_filled").order_by("number").last()
    return Tournament.objects.select_related("club").filter(pk=last.facts["tournament"]).first() if last else None


def _placed(document: Mapping[str, Any]) -> list[Placed]:
    """Return the rows of published standings in the form that the rules of the final require."""
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
    """Return the club of each player of these competitors, without erased players."""
    ids = {pk for who in competitors for pk in players_of(who)}
    return dict(Player.objects.filter(pk__in=ids, erased_at=None).values_list("pk", "club_id"))


def _linked(tournament: Tournament) -> dict[Who, Who]:
    """Return, for each competitor entered here, the competitor of the standings that it stands for, by the ledger."""
    filled = tournament.ledger.filter(kind="entries_registered", facts__has_key="finalists")
    facts = list(filled.order_by("sequence").values_list("facts", flat=True))
    pairs = [
        (entry["players"], who) for each in facts for entry, who in zip(each["entries"], each["finalists"], strict=True)
    ]
    merged = PlayerMerge.objects.persons(pk for pair in pairs for ids in pair for pk in ids)
    return {_now(ids, merged): _now(who, merged) for ids, who in pairs}


def _now(ids: Iterable[int], merged: Mapping[int, int]) -> Who:
    return tuple(sorted(merged.get(pk, pk) for pk in ids))


def _taken(season: Season, names: Iterable[Collection[str]], *, without: Iterable[Who]) -> set[str]:
    """Return the keys of those names that players of the season's club have too; players in `without` do not count."""
    others = season.club.players.selectable().filter(name_key__in=frozenset().union(*map(_key, names)))
    ids = {pk for who in without for pk in players_of(who)}
    return {key for pk, key in others.values_list("pk", "name_key") if pk not in ids}


def _entries(tournament: Tournament, linked: Mapping[Who, Who], foreign: Mapping[Key, Who]) -> dict[Who, Entry]:
    """Return the tournament's entries by their competitor; one that is not `linked` is found by name in `foreign`."""
    by_link, by_name = dict[Who, Entry](), dict[Who, Entry]()
    for entry in tournament.entries.order_by("number").with_players():
        players = [place.player for place in entry.entry_players.all()]
        own: Who = tuple(sorted(player.pk for player in players))
        if own in linked:
            by_link[linked[own]] = entry
        else:
            by_name[foreign.get(_key(player.name for player in players), own)] = entry
    return by_name | by_link


def _key(names: Iterable[str]) -> Key:
    return frozenset(name_key(name) for name in names)


def players_of(who: Who) -> tuple[int, ...]:
    """Return the ids of a competitor's players; () for a club."""
    return () if isinstance(who, str) else who
