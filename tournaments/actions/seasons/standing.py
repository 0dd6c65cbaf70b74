"""The standing of a season as bytes: computed from the stored results of its evenings, published without names."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from django.db.models import Q

from tournaments import ranking
from tournaments.models import Player, Season, SeasonEvening, Visibility
from tournaments.models.club import shown_name_of
from tournaments.ranking.seasons import (
    Declaration,
    LeftEvening,
    Ranked,
    RankedEvening,
    SeasonLine,
    SeasonOutlook,
    SeasonRow,
    Who,
    left_evenings,
    rank_season,
    season_outlooks,
)

from ..core.ledger import digest
from .season_results import as_evening

ROWS = b',"rows":['
SHUT = [each for each in Visibility.values if each != Visibility.PUBLIC]
WHO = re.compile(rb'"who":(\[[\d,]*\]|"(?:[^"\\]|\\.)*")')
PLACES = re.compile(rb'\{"place":(\d+|null),' + WHO.pattern)


@dataclass(frozen=True, slots=True)
class Counted:
    """The evenings that count, in order, with their results as the ranking takes them; `planned` are all evenings."""

    declaration: Declaration
    lot_seed: int
    evenings: Sequence[tuple[SeasonEvening, RankedEvening]]
    planned: Sequence[SeasonEvening]

    @classmethod
    def of(cls, season: Season, evenings: Iterable[SeasonEvening]) -> "Counted":
        """Return the counted evenings among these, which have their results and are in order."""
        found = ((evening, as_evening(evening)) for evening in evenings)
        counted = [(stored, read) for stored, read in found if read]
        return cls(season.declared, season.lot_seed, counted, list(season.evenings.defer("results")))

    def rank(self, number: int, earlier: Mapping[Who, int | None]) -> list[SeasonRow]:
        """Return the rows after this many evenings."""
        evenings = [read for _stored, read in self.evenings[:number]]
        return rank_season(self.declaration, evenings, lot_seed=self.lot_seed, earlier=earlier)

    def left(self, number: int) -> list[LeftEvening]:
        """Return the evenings that are left after this many."""
        played = {stored.pk: stored.part for stored, _read in self.evenings[:number]}
        known = (LeftEvening(each.part, each.weight) for each in self.planned if each.pk not in played)
        return left_evenings(self.declaration, played.values(), known)

    def outlooks(self, number: int, rows: Sequence[SeasonRow]) -> dict[Who, SeasonOutlook]:
        """Return the outlooks of the rows after this many evenings."""
        parts = [read.part for _stored, read in self.evenings[:number]]
        return season_outlooks(self.declaration, parts, rows, self.left(number))


def bases(season: Season, counted: Counted) -> list[str]:
    """Return, for each counted evening, a digest of all that the standing after it is computed from."""
    found, before = [], digest([season.declaration, season.version, season.lot_seed, season.slug])
    for number, (evening, _read) in enumerate(counted.evenings, 1):
        about = [evening.tournament.slug, evening.tournament.name, evening.part, str(evening.weight)]
        before = digest([before, about, bytes(evening.results).hex()])
        left = [[each.part, str(each.factor)] for each in counted.left(number)]
        found.append(digest([before, left]))
    return found


def document(season: Season, counted: Counted, number: int, earlier: Mapping[Who, int | None]) -> bytes:
    """Return the standing after this many evenings as JSON, without names."""
    evenings = [stored for stored, _read in counted.evenings[:number]]
    head = {
        "season": season.slug,
        "after": evenings[-1].tournament.slug,
        "version": season.version,
        "evenings": [
            {
                "tournament": each.tournament.slug,
                "name": each.tournament.name,
                "part": each.part + 1,
                "factor": ranking.decimal(each.weight),
            }
            for each in evenings
        ],
        "planned": counted.declaration.evenings,
    }
    slugs = [json.dumps(each.tournament.slug) for each in evenings]
    rows = counted.rank(number, earlier)
    outlooks = counted.outlooks(number, rows)
    written = (_row(row, slugs, outlooks.get(row.line.who)) for row in rows)
    return _json(head)[:-1] + ROWS + b",".join(written) + b"]}"


def empty_document(season: Season) -> bytes:
    """Return the standing before the first evening."""
    head: dict[str, object] = {"season": season.slug, "after": None, "version": season.version, "evenings": []}
    return _json({**head, "planned": season.declared.evenings, "rows": []})


def published(season: Season, after: str | None = None) -> bytes | None:
    """Return the published standing with names, the latest or after an evening; None if there is none after it.

    An evening that was closed to the public or hidden since is left out at once, with the evenings after it.
    """
    standings = season.standings.order_by("number")
    shut = Q(evening__tournament__visibility__in=SHUT) | Q(evening__tournament__standings_hidden_after__isnull=False)
    first_shut = standings.filter(shut).values_list("number", flat=True).first()
    if first_shut is not None:
        standings = standings.filter(number__lt=first_shut)
    if after is not None:
        standings = standings.filter(evening__tournament__slug=after)
    last = standings.last()
    if last is None:
        return None if after else empty_document(season)
    return with_names(bytes(last.body))


def places_in(body: bytes) -> dict[Who, int | None]:
    """Return the place of each competitor in a published standing; only this is decoded."""
    return {_who(who): None if place == b"null" else int(place) for place, who in PLACES.findall(body)}


def with_names(body: bytes) -> bytes:
    """Return a published standing with the names that are shown to everybody now."""
    players = {player for who in WHO.findall(body) if who[:1] == b"[" for player in json.loads(who)}
    names = names_of(players)
    return WHO.sub(lambda found: _named(_who(found[1]), names), body)


def names_of(players: Iterable[int]) -> dict[int, str]:
    """Return the shown names of players by id."""
    return dict(Player.objects.filter(pk__in=players).values_list("pk", shown_name_of()))


def name_of(who: Who, names: Mapping[int, str]) -> str:
    """Return the name of a competitor: of a club, or of its players."""
    return who if isinstance(who, str) else " – ".join(names.get(player, "?") for player in who)


def _named(who: Who, names: Mapping[int, str]) -> bytes:
    players = [] if isinstance(who, str) else list(who)
    about = {"name": name_of(who, names), "player": players[0] if len(players) == 1 else None, "players": players}
    return _json(about)[1:-1]


def _who(written: bytes) -> Who:
    read = json.loads(written)
    return tuple(read) if isinstance(read, list) else cast("str", read)


def _row(row: SeasonRow, slugs: Sequence[str], outlook: SeasonOutlook | None) -> bytes:
    """Return a row; the cells are formatted by hand, as there may be ten thousands."""
    line, ranked = row.line, row.ranked
    who = list(line.who) if isinstance(line.who, tuple) else line.who
    begin = {
        "place": ranked.place,
        "who": who,
        "score": ranking.decimal(ranked.score),
        "score_exact": str(ranked.score),
        "attended": len(line.places),
    }
    if line.added:
        begin["added"] = ranking.decimal(ranking.total(line.added.values()))
    end: dict[str, Any] = {"tie_breaks": _tie_breaks(ranked), "moved": row.moved}
    if row.parts:
        end["parts"] = [
            part and {"place": part.place, "score": ranking.decimal(part.score), "tie_breaks": _tie_breaks(part)}
            for part in row.parts
        ]
    if outlook:
        end["outlook"] = _outlook(outlook)
    cells = ",".join(_cells(line, slugs)).encode()
    return b'%b,"evenings":[%b],%b' % (_json(begin)[:-1], cells, _json(end)[1:])


def _tie_breaks(ranked: Ranked) -> dict[str, str | None]:
    return {code: None if value is None else ranking.decimal(value) for code, value in ranked.tie_breaks.items()}


def _outlook(outlook: SeasonOutlook) -> dict[str, Any]:
    ends = {"least": ranking.decimal(outlook.least), "most": ranking.decimal(outlook.most)}
    return {"best": outlook.best, "worst": outlook.worst, **ends}


def _cells(line: SeasonLine, slugs: Sequence[str]) -> Iterator[str]:
    """Yield each evening of a line: the place, what it is worth, and whether it counts; its rounds if they count."""
    counted = {unit[1:] for unit in line.counted}
    decimal = ranking.decimal
    for at, units in line.by_evening():
        place = line.places[at]
        rounds = [
            f'{{"round":{unit.round},"points":"{decimal(unit.value)}","counts":{_true(unit[1:] in counted)}}}'
            for unit in units
            if unit.round
        ]
        worth = decimal(units[0].value if len(units) == 1 else ranking.total(unit.value for unit in units))
        counts = _true(any(unit[1:] in counted for unit in units))
        more = f',"rounds":[{",".join(rounds)}]' if rounds else ""
        written = "null" if place is None else str(place)
        yield f'{{"tournament":{slugs[at]},"place":{written},"points":"{worth}","counts":{counts}{more}}}'


def _true(value: bool) -> str:  # noqa: FBT001
    return "true" if value else "false"


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
