"""The competitors that qualify for the final of a season, by its published standings, and those that are entered."""

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
    """A competitor that may play in the final: its name, and its entry in the final if it has one.

    For a competitor on the list of a different club, `names` are the names under which it is entered. With `by_name` a
    director must enter it by hand, because somebody else has the same name, in the standings or on the list of the
    season's club.
    """

    contender: FinalContender
    name: str
    entry: Entry | None
    names: tuple[str, ...] = ()
    by_name: bool = False

    @property
    def qualifies(self) -> bool:
        """Whether it qualifies for the final."""
        return not self.contender.skipped


@dataclass(frozen=True, slots=True)
class Final:
    """The final of a season by its present rules and standings.

    `tournament` is None until one is chosen. `missing` is the number of free places, `champion` the name of a
    competitor that won every part of the season. `besides` are entries that do not qualify. `left` is the number of
    evenings still to be played. `entered` are the entries added by the action that returns the final.
    """

    season: Season
    tournament: Tournament | None
    places: Sequence[FinalPlace]
    missing: int
    champion: str
    besides: Sequence[Entry]
    left: int
    entered: Sequence[Entry] = ()

    @property
    def to_enter(self) -> list[tuple[int, FinalPlace]]:
        """The qualified competitors that are not entered yet, each with its position in the order of qualification."""
        return [
            (at, each) for at, each in enumerate(self.places, 1) if each.qualifies and not (each.entry or each.by_name)
        ]


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
    linked, holders = _linked(tournament) if tournament else ({}, {})
    by_name = {_key(each): who for who, each in entered.items()}
    entries = _entries(tournament, linked, holders, by_name) if tournament else {}
    own = {who for who, entry in entries.items() if holders.get(entry.pk, who) == who}  # the others are substitutes
    away = {who for who, entry in entries.items() if entry.status in AWAY}
    erased = {who for who in names if any(pk not in players for pk in players_of(who))}
    found = finalists(season.declared, _placed(document), out=away | erased, chosen=own - away)
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
        [entry for who, entry in entries.items() if who in own - going - away],
        document["planned"] - len(document["evenings"]),
    )


def filled_last(season: Season) -> Tournament | None:
    """Return the tournament that was last filled as the final of the season; None if there is none."""
    last = season.log.filter(kind="final_filled").order_by("number").last()
    return Tournament.objects.select_related("club").filter(pk=last.facts["tournament"]).first() if last else None


def _placed(document: Mapping[str, Any]) -> list[Placed]:
    """Return the rows of published standings in the form that the rules of a final use."""
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
    """Return the club of each player of these competitors; erased players are left out."""
    ids = {pk for who in competitors for pk in players_of(who)}
    return dict(Player.objects.filter(pk__in=ids, erased_at=None).values_list("pk", "club_id"))


def _linked(tournament: Tournament) -> tuple[dict[Who, Who], dict[int, Who]]:
    """Return, for each competitor entered in the final, the competitor in the standings for which it was entered.

    The two differ if a player is on the lists of two clubs. The second dict has the same by entry, because a substitute
    may have taken the place since. Both come from the ledger.
    """
    filled = tournament.ledger.filter(kind="entries_registered", facts__has_key="finalists")
    facts = list(filled.order_by("sequence").values_list("facts", flat=True))
    pairs = [(entry, who) for each in facts for entry, who in zip(each["entries"], each["finalists"], strict=True)]
    merged = PlayerMerge.objects.persons(pk for entry, who in pairs for ids in (entry["players"], who) for pk in ids)
    linked = {_current_ids(entry["players"], merged): _current_ids(who, merged) for entry, who in pairs}
    return linked, {entry["entry"]: _current_ids(who, merged) for entry, who in pairs}


def _current_ids(ids: Iterable[int], merged: Mapping[int, int]) -> Who:
    return tuple(sorted(merged.get(pk, pk) for pk in ids))


def _taken(season: Season, names: Iterable[Collection[str]], *, without: Iterable[Who]) -> set[str]:
    """Return the keys of those names that players of the season's club have; players in `without` are ignored."""
    others = season.club.players.selectable().filter(name_key__in=frozenset().union(*map(_key, names)))
    ids = {pk for who in without for pk in players_of(who)}
    return {key for pk, key in others.values_list("pk", "name_key") if pk not in ids}


def _entries(
    tournament: Tournament, linked: Mapping[Who, Who], holders: Mapping[int, Who], foreign: Mapping[Key, Who]
) -> dict[Who, Entry]:
    """Return the tournament's entries by their competitor in the standings.

    A competitor that is not in `linked` is looked up by name in `foreign`, which has the competitors of other clubs. An
    entry with a substitute is found by the substitute and by the competitor for which it was made, as in `holders`.
    """
    by_link, by_name = dict[Who, Entry](), dict[Who, Entry]()
    for entry in tournament.entries.order_by("number").with_players():
        players = [place.player for place in entry.entry_players.all()]
        own: Who = tuple(sorted(player.pk for player in players))
        if entry.pk in holders:
            by_link[holders[entry.pk]] = entry
        if own in linked:
            by_link[linked[own]] = entry
        else:
            by_name[foreign.get(_key(player.name for player in players), own)] = entry
    return by_name | by_link


def _key(names: Iterable[str]) -> Key:
    return frozenset(name_key(name) for name in names)


def players_of(who: Who) -> tuple[int, ...]:
    """Return the ids of a competitor's players; () if the competitor is a club."""
    return () if isinstance(who, str) else who
