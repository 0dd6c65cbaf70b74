"""Pots: what groups are balanced by, and how each pot is dealt out to them."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from django.utils.translation import gettext_noop as _

from scoring.reader import Reader
from tournaments.models import Entry, Season, Tournament
from tournaments.pairing.values import Rng

from ..seasons.standing import published
from ..standings.ratings import mean_ratings
from .stage_results import NO_PLACE, latest_documents, results_of

POTS = ("list", "rating", "season", "standing", "lot")
"""The numbers and the order of the list, the club's ratings, a season's or a tournament's standing, or nothing."""
OF_OTHERS = ("season", "standing")
Who = tuple[int, ...]


def read_pots(reader: Reader, tournament: Tournament) -> str:
    """Return what groups are balanced by; report a season or a tournament that the club does not have."""
    choices, message = ", ".join(POTS), _("Choose one of: %(choices)s.")
    pots = str(reader.at("pots", default="list").take(POTS.__contains__, "not_a_choice", message, choices=choices))
    if pots == "rating" and not mean_ratings(tournament):
        reader.at("pots").report("not_rated", _("The club does not rate this game."))
    if pots in OF_OTHERS and not places_of_others(tournament, pots, reader.at("of").raw):
        message = _("Choose a season or another tournament of the club that has a standing.")
        reader.at("of").report("no_standing", message)
    return pots


def places_of_others(tournament: Tournament, pots: str, of: object) -> dict[Who, int]:
    """Return the places in the published standing of a season or another tournament of the club; {} without one."""
    if not isinstance(of, str):
        return {}
    if pots == "season":
        season = Season.objects.filter(club=tournament.club_id, slug=of).first()
        rows = json.loads((season and published(season)) or b"{}").get("rows", ())
        return {tuple(sorted(row["players"])): row["place"] for row in rows if row["place"]}
    other = list(tournament.club.tournaments.filter(slug=of).exclude(pk=tournament.pk))
    return {each.who: each.place for each in results_of(other, latest_documents(other)) if each.place}


def in_pots(tournament: Tournament, entries: Sequence[Entry], pots: str, of: object, seed: int) -> list[Entry]:
    """Return the entries, the strongest first; those without a place in another standing come last, as listed."""
    if pots == "rating":
        order = list(mean_ratings(tournament))
        return sorted(entries, key=lambda entry: order.index(entry.pk) if entry.pk in order else len(order))
    if pots == "lot":
        return Rng(seed).shuffled(entries)
    places = places_of_others(tournament, pots, of) if pots in OF_OTHERS else {}
    return sorted(entries, key=lambda entry: (_place(entry, places), entry.seed is None, entry.seed or 0, entry.number))


def _place(entry: Entry, places: Mapping[Who, int]) -> int:
    """Return the place of the same players, else the mean of their own ones, so that pairs have one by their season."""
    who = tuple(sorted(place.player_id for place in entry.entry_players.all()))
    own = [places.get((player,), NO_PLACE) for player in who]
    return places.get(who, sum(own) // max(1, len(own)))


def dealt(entries: Sequence[Entry], count: int, seed: int) -> list[list[Entry]]:
    """Return so many groups: of each `count` entries in order, one goes to each group by lot, clubs apart."""
    rng = Rng(seed)
    pots = [list(entries[at : at + count]) for at in range(0, len(entries), count)]
    rows = [rng.shuffled([*pot, *[None] * (count - len(pot))]) for pot in pots]
    pairs = list(combinations(range(count), 2))
    while sum(_swap(rows, row, one, other) for row in rows for one, other in pairs):
        pass
    return [[entry for row in rows if (entry := row[group])] for group in range(count)]


def _swap(rows: Sequence[list[Entry | None]], row: list[Entry | None], one: int, other: int) -> bool:
    """Exchange two entries of a pot if fewer of one club are then together; return whether that was done."""
    before = _together(rows, one) + _together(rows, other)
    row[one], row[other] = row[other], row[one]
    if _together(rows, one) + _together(rows, other) < before:
        return True
    row[one], row[other] = row[other], row[one]
    return False


def _together(rows: Sequence[list[Entry | None]], group: int) -> int:
    """Return the number of pairs of one club in a group."""
    clubs = Counter(entry.home_club for row in rows if (entry := row[group]) and entry.home_club)
    return sum(number * (number - 1) // 2 for number in clubs.values())
