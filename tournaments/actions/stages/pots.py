"""Pots: entries in order of strength are divided into pots, and each pot is dealt out to the groups."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext_noop as _

from scoring.reader import Reader
from tournaments.models import Entry, Season, Tournament
from tournaments.pairing.values import Rng

from ..seasons.standing import published
from ..standings.ratings import mean_ratings
from .stage_results import NO_PLACE, latest_documents, results_of

POTS = ("list", "rating", "season", "standing", "lot")
"""The orders by which groups can be balanced: the list with its seeds, club ratings, the standings of a season or a
tournament, or a lot."""
OF_OTHERS = ("season", "standing")
Who = tuple[int, ...]
End = tuple[str, str, int]
"""A pot, or a part of a club."""
Taken = defaultdict[End, dict[int, int]]
"""For each pot and each part, the index of its entry in each group."""


def read_pots(reader: Reader, tournament: Tournament) -> str:
    """Return the kind of pots; report a season or tournament that the club does not have."""
    pots = str(reader.at("pots", default="list").choice(POTS))
    if pots == "rating" and not mean_ratings(tournament):
        reader.at("pots").report("not_rated", _("The club does not rate this game."))
    if pots in OF_OTHERS and not places_of_others(tournament, pots, reader.at("of").raw):
        message = _("Choose a season or another tournament of the club that has standings.")
        reader.at("of").report("no_standing", message)
    return pots


def places_of_others(tournament: Tournament, pots: str, of: object) -> dict[Who, int]:
    """Return places in the published standings of a season or tournament of the club, by player ids; {} if none."""
    if not isinstance(of, str):
        return {}
    if pots == "season":
        season = Season.objects.filter(club=tournament.club_id, slug=of).first()
        rows = json.loads((season and published(season)) or b"{}").get("rows", ())
        return {tuple(sorted(row["players"])): row["place"] for row in rows if row["place"]}
    other = list(tournament.club.tournaments.filter(slug=of).exclude(pk=tournament.pk))
    return {each.who: each.place for each in results_of(other, latest_documents(other)) if each.place}


def in_pots(tournament: Tournament, entries: Sequence[Entry], pots: str, of: object, seed: int) -> list[Entry]:
    """Return the entries in order: the strongest first, then those without a place, and last those that withdrew.

    Because withdrawn entries are last, active entries are spread evenly: groups differ by at most one.
    """
    ordered = _strongest_first(tournament, entries, pots, of, seed)
    return sorted(ordered, key=lambda entry: entry.status != Entry.Status.ACTIVE)


def _strongest_first(
    tournament: Tournament, entries: Sequence[Entry], pots: str, of: object, seed: int
) -> Sequence[Entry]:
    if pots == "rating":
        order = list(mean_ratings(tournament))
        return sorted(entries, key=lambda entry: order.index(entry.pk) if entry.pk in order else len(order))
    if pots == "lot":
        return Rng(seed).shuffled(entries)
    places = places_of_others(tournament, pots, of) if pots in OF_OTHERS else {}
    return sorted(entries, key=lambda entry: (_place(entry, places), entry.seed is None, entry.seed or 0, entry.number))


def _place(entry: Entry, places: Mapping[Who, int]) -> int:
    """Return the place of an entry's players as one competitor; else the average of their places."""
    who = tuple(sorted(place.player_id for place in entry.entry_players.all()))
    own = [places.get((player,), NO_PLACE) for player in who]
    return places.get(who, sum(own) // max(1, len(own)))


def dealt(entries: Sequence[Entry], count: int, seed: int) -> list[list[Entry]]:
    """Return `count` groups; from each pot of `count` entries, the lot puts one into each group.

    Members of a club are spread evenly too, with a difference of at most one. This is always possible: it is an edge
    colouring of the graph of pots and parts of clubs, each of at most `count` entries, with groups as colours (König's
    theorem).
    """
    rng, ends = Rng(seed), [*_pots_and_parts(entries, count)]
    taken: Taken = defaultdict(dict)
    for entry in rng.shuffled(range(len(entries))):
        pot, part = ends[entry]
        of_pot, of_part = (rng.shuffled([at for at in range(count) if at not in taken[end]]) for end in ends[entry])
        group = next((at for at in of_pot if at in of_part), of_pot[0])
        if group in taken[part]:
            _exchange(taken, ends, part, group, of_part[0])
        taken[pot][group] = taken[part][group] = entry
    groups = {(pot, group): entries[at] for pot, _part in ends for group, at in taken[pot].items()}
    return [[entry for (_pot, at), entry in groups.items() if at == group] for group in range(count)]


def _pots_and_parts(entries: Sequence[Entry], count: int) -> Iterator[tuple[End, End]]:
    """Yield the pot of each entry, and its part: at most `count` members of a club, or one entry without a club."""
    members: Counter[str] = Counter()
    for at, entry in enumerate(entries):
        part = members[entry.home_club] // count if entry.home_club else at
        members[entry.home_club] += 1
        yield ("pot", "", at // count), ("part", entry.home_club, part)


def _exchange(taken: Taken, ends: Sequence[tuple[End, End]], part: End, one: int, other: int) -> None:
    """Make group `one` free for a part that already has no entry in group `other`.

    Along the path that starts at the part, both groups are exchanged.
    """
    path, end, group = [], part, one
    while (entry := taken[end].get(group)) is not None:
        path.append((entry, group))
        end, group = ends[entry][ends[entry][0] == end], one + other - group
    for entry, group in path:
        for end in ends[entry]:
            if taken[end].get(group) == entry:
                del taken[end][group]
    for entry, group in path:
        for end in ends[entry]:
            taken[end][one + other - group] = entry
