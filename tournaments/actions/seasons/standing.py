"""The standings of a season: computed from the stored results of its evenings, published as bytes without names."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import sha256
from typing import Any, cast

from tournaments import ranking
from tournaments.models import Player, PlayerMerge, Season, SeasonEvening, SeasonStanding, Tournament
from tournaments.models.club import shown_name_of
from tournaments.ranking.seasons import (
    Declaration,
    RankedEvening,
    RemainingEvening,
    SeasonOutlook,
    SeasonRow,
    Who,
    left_evenings,
    part_outlooks,
    rank_season,
    season_outlooks,
)

from ..core.ledger import digest
from .season_results import as_evening
from .written_rows import encoded, written_rows

FORMAT = 5
"""The version of the document, raised when its fields or rules change, so that older documents are published anew."""
ROWS, NEXT_ROW, END = b',"rows":[\n', b",\n", b"\n]}"
NO_PLACE = b'{"place":null'
WHO = re.compile(rb'"who":(\[[\d,]*\]|"(?:[^"\\]|\\.)*")')
ROWS_ON_A_PAGE = 100
PLACES = re.compile(rb'\{"place":(\d+|null),' + WHO.pattern)


@dataclass(frozen=True, slots=True)
class Counted:
    """The evenings that count, in order, with their results in the form that the ranking uses.

    `left` has the evenings still to come for which places can be foreseen.
    """

    season: Season
    declared: Declaration
    evenings: Sequence[SeasonEvening]
    results: Sequence[RankedEvening]
    left: Sequence[RemainingEvening]

    @classmethod
    def of(cls, season: Season, evenings: Iterable[SeasonEvening]) -> "Counted":
        """Return those of the evenings that have results, in the same order."""
        found = [each for each in evenings if each.results]
        stored, counted = season.evenings.in_order().values_list("pk", "part", "factor"), {each.pk for each in found}
        placed = {pk: RemainingEvening(part, Fraction(factor)) for pk, part, factor in stored}
        declared, to_come = declared_now(season), [each for pk, each in placed.items() if pk not in counted]
        is_last_there = any(each.factor == declared.last_factor for each in [*placed.values()][-1:])
        left = left_evenings(declared, (each.part for each in found), to_come, is_last_there=is_last_there)
        if left and declared.counts == "share" and not _keeps_shares_within_limits(season):
            left = []
        return cls(season, declared, found, [as_evening(each) for each in found], left)

    def rank(self) -> list[SeasonRow]:
        """Return the rows of the standings after the last of these evenings."""
        return rank_season(self.declared, self.results, lot_seed=self.season.lot_seed)

    def outlooks(self, rows: Sequence[SeasonRow]) -> dict[Who, SeasonOutlook]:
        """Return what each competitor can still reach in the whole season."""
        return season_outlooks(self.declared, self.results, rows, self.left)

    def part_outlooks(self, rows: Sequence[SeasonRow]) -> list[dict[Who, SeasonOutlook]]:
        """Return what each competitor can still reach in each part."""
        return part_outlooks(self.declared, self.results, rows, self.left)


def declared_now(season: Season) -> Declaration:
    """Return the season's declaration in the form that the ranking uses.

    In its category, joined records are replaced by those that they count for.
    """
    declared = season.declared
    if not declared.category:
        return declared
    merged, joined = PlayerMerge.objects.persons(declared.category), season.joined()
    persons = (merged.get(pk, pk) for pk in declared.category)
    return replace(declared, category=frozenset(joined.get(pk, pk) for pk in persons))


def _keeps_shares_within_limits(season: Season) -> bool:
    """Whether each evening of a season is worth a share from 0 to 100 per cent, so that no score can fall."""
    every = Tournament.objects.filter(season_evenings__season=season)
    return all(tournament.ranking_scoring.keeps_shares_within_limits for tournament in every)


def basis(counted: Counted) -> str:
    """Return a digest of everything on which the standings after these evenings depend."""
    season = counted.season
    listed = sorted(counted.declared.category)
    about = [FORMAT, season.declaration, listed, season.version, season.lot_seed, season.slug]
    left = [[each.part, str(each.factor)] for each in counted.left]
    evenings = [
        [
            *(each.tournament.slug, each.tournament.name, each.part, str(each.weight)),
            sha256(bytes(each.results)).hexdigest(),
        ]
        for each in counted.evenings
    ]
    return digest([about, left, evenings])


def document(counted: Counted) -> bytes:
    """Return the standings after the last of these evenings as JSON, without names.

    Each row is on a line of its own.
    """
    slugs = [each.tournament.slug for each in counted.evenings]
    head = {
        "season": counted.season.slug,
        "after": slugs[-1] if slugs else None,
        "version": counted.season.version,
        "evenings": [
            {
                "tournament": each.tournament.slug,
                "name": each.tournament.name,
                "part": each.part + 1,
                "factor": ranking.decimal(each.weight),
            }
            for each in counted.evenings
        ],
        "planned": counted.declared.evenings,
    }
    rows = counted.rank()
    lines = written_rows(slugs, rows, counted.outlooks(rows), counted.part_outlooks(rows))
    return encoded(head)[:-1].encode() + ROWS + NEXT_ROW.join(lines) + END


def published(season: Season, after: str | None = None) -> bytes | None:
    """Return the published standings with names, the latest or those after an evening; None if there are none."""
    body = _without_names(season, after)
    return body and with_names(body)


def published_page(season: Season, after: str | None, number: int) -> dict[str, Any] | None:
    """Return one page of the published standings with names; None if there is no such page. Pages count from 1.

    `pages` is the number of pages, `total` the number of all rows, `last` the number of rows with a place.
    """
    head, _rows, rest = (_without_names(season, after) or b"").partition(ROWS)
    rows, end = rest.removesuffix(END).split(NEXT_ROW), ROWS_ON_A_PAGE * number
    shown = rows[end - ROWS_ON_A_PAGE : end] if head and number > 0 else ()
    if not shown:
        return None
    document: dict[str, Any] = json.loads(with_names(head + ROWS + NEXT_ROW.join(shown) + END))
    placed = sum(not row.startswith(NO_PLACE) for row in rows)
    return {**document, "pages": -(-len(rows) // ROWS_ON_A_PAGE), "last": placed, "total": len(rows)}


def _without_names(season: Season, after: str | None) -> bytes | None:
    """Return the latest standings, or those after an evening, without names; None if there are none.

    Standings after an evening are computed. So are the latest, if an evening was made private, hidden or removed since
    they were published.
    """
    counted = dict(season.evenings.counting().values_list("tournament__slug", "pk"))
    if after not in (None, *counted):
        return None
    slugs = [*counted][: [*counted].index(after) + 1] if after else [*counted]
    evenings = [counted[slug] for slug in slugs]
    standing = SeasonStanding.objects.filter(season=season).first()
    if standing and standing.evenings == evenings:
        return bytes(standing.body)
    return document(Counted.of(season, season.evenings.in_order().filter(pk__in=evenings)))


def changed_places(before: bytes, after: bytes) -> list[tuple[bytes, bytes, bytes]]:
    """Return each competitor whose place differs in two published standings, with both places; all are JSON."""
    old, new = _places(before), _places(after)
    every = [(who, old.get(who, b"null"), new.get(who, b"null")) for who in {**new, **old}]
    return [each for each in every if each[1] != each[2]]


def _places(body: bytes) -> dict[bytes, bytes]:
    found = map(PLACES.match, body.split(b"\n"))
    return {each[2]: each[1] for each in found if each}


def rows_of(season: Season, player: int) -> tuple[int, list[dict[str, Any]]]:
    """Return the number of evenings in the latest standings, and the player's rows in them; no other row is decoded."""
    head, *rows = (_without_names(season, None) or b"").split(b"\n")
    found = ((PLACES.match(row), row) for row in rows)
    own = [json.loads(row.rstrip(b",")) for match, row in found if match and _plays(player, _who(match[2]))]
    return len(json.loads(head + END)["evenings"]), own


def _plays(player: int, who: Who) -> bool:
    return isinstance(who, tuple) and player in who


def with_names(body: bytes) -> bytes:
    """Return published standings with those names that are public now."""
    players = {player for who in WHO.findall(body) if who[:1] == b"[" for player in json.loads(who)}
    names = names_of(players)
    return WHO.sub(lambda found: _named(_who(found[1]), names), body)


def names_of(players: Iterable[int]) -> dict[int, str]:
    """Return the public names of players by id. A merged record has the name of the record that it was merged into."""
    read = list(Player.objects.filter(pk__in=players).values_list("pk", shown_name_of(), "merge__into"))
    merged = {into for _pk, _name, into in read if into}
    persons = names_of(merged) if merged else {}
    return {pk: persons.get(into, name) for pk, name, into in read}


def name_of(who: Who, names: Mapping[int, str]) -> str:
    """Return the name of a competitor: the name of its club, or the names of its players."""
    return who if isinstance(who, str) else " – ".join(names.get(player, "?") for player in who)


def _named(who: Who, names: Mapping[int, str]) -> bytes:
    players = [] if isinstance(who, str) else list(who)
    about = {"name": name_of(who, names), "player": players[0] if len(players) == 1 else None, "players": players}
    return encoded(about)[1:-1].encode()


def _who(written: bytes) -> Who:
    read = json.loads(written)
    return tuple(read) if isinstance(read, list) else cast("str", read)
