"""Published standings as the bytes of a JSON document."""

import json
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, cast

from scoring.bounds import ENDLESS
from tournaments import ranking
from tournaments.models import Tournament, standing_bytes

from .outlooks import plan_of

HUNDREDTHS = 100
COMPACT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
MARKS = "withdrawn", "stand_in", "disqualified", "not_played"


def standing_bodies(tournament: Tournament, results: ranking.Results, names: Mapping[int, str]) -> dict[int, bytes]:
    """Return the JSON document of the standings after each public round, by its number; of round 0 if none is public.

    The documents depend only on the arguments; the revision is added when a document is published.
    """
    standings, _cached = ranking.rank_changed(
        results,
        tournament.ranking_scoring,
        tuple(tournament.tie_breaks),
        lot_seed=tournament.lot_seed,
        plan=plan_of(tournament, results),
    )
    rows = Rows(names)
    return {each.after_round: rows.document(tournament, each) for each in standings}


class Rows:
    """Rows of standings as JSON. The last row of each entry is cached and used again if only its place has changed."""

    def __init__(self, names: Mapping[int, str]) -> None:
        """Store the names of the entries, by id."""
        self.names = names
        self._rows_cache: dict[int, tuple[tuple[Any, ...], bytes]] = {}

    def document(self, tournament: Tournament, standing: ranking.RankedList) -> bytes:
        """Return the standings as JSON, without a revision."""
        head = {
            "tournament": tournament.slug,
            "after_round": standing.after_round,
            "provisional": standing.provisional,
            "outstanding_tables": standing.outstanding_tables,
            "playing": standing.playing,
            "played_evenly": _played_evenly(standing.rows),
            "entries_played": sum(not row.not_played for row in standing.rows),
        }
        if standing.knock_out:
            head["knock_out"] = standing.knock_out
        rows = (self._row(row, _outlook_fields(standing, row.entry)) for row in standing.rows)
        return standing_bytes.joined(_json(head), rows)

    @staticmethod
    def read(document: bytes) -> list[dict[str, Any]]:
        """Return the rows of a document."""
        return cast("list[dict[str, Any]]", json.loads(document)["rows"])

    def _row(self, row: ranking.StandingsRow, foreseen: Mapping[str, Any]) -> bytes:
        marks = [getattr(row, mark) for mark in MARKS]
        ties = [*row.tie_breaks.items()]
        content = (row.score, row.hands, row.played, row.rounds, row.penalty, ties, marks, row.reached)
        cached = self._rows_cache.get(row.entry)
        if cached is None or cached[0] != content:
            cached = self._rows_cache[row.entry] = content, _content(row, self.names[row.entry])
        end = b",%b" % _json(foreseen)[1:-1] if foreseen else b""
        return standing_bytes.row(_number(row.place), cached[1], _number(row.moved), end)


def _played_evenly(rows: Iterable[ranking.StandingsRow]) -> bool:
    """Whether all entries that have a place, have not withdrawn and have played, have played equally many rounds."""
    return len({row.played for row in rows if row.place is not None and not row.withdrawn and row.played}) <= 1


def _number(value: int | None) -> bytes:
    return b"null" if value is None else b"%d" % value


def _content(row: ranking.StandingsRow, name: str) -> bytes:
    """Return the JSON of a row between `place` and `moved`; false flags are left out."""
    content = {
        "entry": row.entry,
        "name": name,
        "score": ranking.decimal(row.score),
        "score_exact": str(row.score),
        "hands": row.hands,
        "rounds": [_round(score) for score in row.rounds],
        "penalty": ranking.decimal(row.penalty),
        "tie_breaks": {code: _decimal(value) for code, value in row.tie_breaks.items()},
        "played": row.played,
        "counts": dict(_counts(row)),
        **{mark: True for mark in MARKS if getattr(row, mark)},
        **({"reached": row.reached} if row.reached else {}),
    }
    return _json(content)[1:-1]


def _counts(row: ranking.StandingsRow) -> Iterator[tuple[str, str]]:
    """Yield the exact value behind each tie-break that is published as a rounded decimal."""
    for code, number in row.counts.items():
        if row.tie_breaks[code] != number or HUNDREDTHS % number.denominator:
            yield code, str(number)


def _outlook_fields(standing: ranking.RankedList, entry: int) -> dict[str, Any]:
    """Return the fields of a row about the places still possible or, in a knock-out, about qualifying."""
    if entry in standing.goes_on:
        return {"goes_on": standing.goes_on[entry]}
    return {"outlook": _outlook(standing.outlook[entry])} if entry in standing.outlook else {}


def _outlook(outlook: ranking.Outlook) -> dict[str, Any]:
    """Return the best and worst place and score still possible; None for a score that has no limit."""
    ends = {"least": outlook.lowest, "most": outlook.highest}
    scores = {name: ranking.decimal(end) if abs(end) < ENDLESS else None for name, end in ends.items()}
    return {"best": outlook.best, "worst": outlook.worst, **scores}


def _round(score: ranking.RoundScore) -> dict[str, Any]:
    """Return the score of a round, where it comes from, and the table; `exact` is added if the decimal is rounded."""
    shown: dict[str, Any] = {"round": score.round, "score": _decimal(score.value), "source": score.source}
    if score.value is not None and HUNDREDTHS % score.value.denominator:
        shown["exact"] = str(score.value)
    return shown | _played(score.game) if score.game else shown


def _played(game: ranking.PlayedTable) -> dict[str, Any]:
    """Return an entry's table and number of hands; with total and place if the total is not the round's score."""
    table, side = game.table, game.side
    if not table.hands:
        return {"table": table.table}
    shown = {"table": table.table} if table.total_only else {"table": table.table, "hands": game.hands}
    if game.by_totals and game.round_score == table.totals[side]:
        return shown
    place = table.places[side]
    shown |= {"total": table.totals[side], "place": place}
    if len(table.sides) == 2:
        shown["against"] = table.totals[1 - side]
    if (sharing := table.places.count(place)) > 1:
        shown["sharing"] = sharing
    return shown


def _decimal(value: Fraction | None) -> str | None:
    return None if value is None else ranking.decimal(value)


def _json(value: object) -> bytes:
    return COMPACT.encode(value).encode()
