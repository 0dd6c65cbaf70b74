"""A standing as the bytes that everybody reads."""

import gzip
import json
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, cast

from scoring.bounds import ENDLESS
from tournaments import ranking
from tournaments.models import Tournament, standing_bytes

from .outlooks import plan_of

SMALL = 200_000
"""Bytes up to which a document is compressed as far as it goes; that takes eight times as long as `QUICKLY`."""
QUICKLY, FAR = 5, 9
HUNDREDTHS = 100
MARKS = "withdrawn", "stand_in", "disqualified", "not_played"


def standing_bodies(tournament: Tournament, results: ranking.Results, names: Mapping[int, str]) -> dict[int, bytes]:
    """The document after each public round, as bytes by round number; round 0 where there is none.

    A pure function of what counts; the revision is set before it when it is published.
    """
    standings = ranking.rank_every_round(
        results,
        tournament.ranking_scoring,
        tuple(tournament.tie_breaks),
        lot_seed=tournament.lot_seed,
        plan=plan_of(tournament, results),
    )
    rows = Rows(names)
    return {each.after_round: rows.document(tournament, each) for each in standings}


class Rows:
    """The rows of standings as JSON; of each entry its last is kept, and used again where only its place changed."""

    def __init__(self, names: Mapping[int, str]) -> None:
        """Take the entries' names."""
        self.names = names
        self._kept: dict[int, tuple[tuple[Any, ...], bytes]] = {}

    def document(self, tournament: Tournament, standing: ranking.RankedList) -> bytes:
        """The standing as JSON."""
        head = {
            "tournament": tournament.slug,
            "after_round": standing.after_round,
            "provisional": standing.provisional,
            "outstanding_tables": standing.outstanding_tables,
            "playing": standing.playing,
            "played_evenly": _played_evenly(standing.rows),
            "entries_played": sum(not row.not_played for row in standing.rows),
        }
        rows = (self._row(row, standing.outlook.get(row.entry)) for row in standing.rows)
        return standing_bytes.joined(_json(head), rows)

    @staticmethod
    def read(document: bytes) -> list[dict[str, Any]]:
        """Return the rows of a document."""
        return cast("list[dict[str, Any]]", json.loads(document)["rows"])

    def _row(self, row: ranking.StandingsRow, outlook: ranking.Outlook | None) -> bytes:
        marks = [getattr(row, mark) for mark in MARKS]
        content = (row.score, row.hands, row.played, row.rounds, row.penalty, [*row.tie_breaks.items()], marks)
        kept = self._kept.get(row.entry)
        if kept is None or kept[0] != content:
            kept = self._kept[row.entry] = content, _content(row, self.names[row.entry])
        end = b',"outlook":%b' % _json(_outlook(outlook)) if outlook else b""
        return standing_bytes.row(_number(row.place), kept[1], _number(row.moved), end)


def _played_evenly(rows: Iterable[ranking.StandingsRow]) -> bool:
    """Whether all who are still in and have played have played the same number of rounds."""
    return len({row.played for row in rows if row.place is not None and not row.withdrawn and row.played}) <= 1


def _number(value: int | None) -> bytes:
    return b"null" if value is None else b"%d" % value


def _content(row: ranking.StandingsRow, name: str) -> bytes:
    """What stands between an entry's place and how far it moved; of the marks those that it has."""
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
    }
    return _json(content)[1:-1]


def _counts(row: ranking.StandingsRow) -> Iterator[tuple[str, str]]:
    """What was counted, where the decimal of the mean is another number."""
    for code, number in row.counts.items():
        if row.tie_breaks[code] != number or HUNDREDTHS % number.denominator:
            yield code, str(number)


def _outlook(outlook: ranking.Outlook) -> dict[str, Any]:
    """The places and the scores that are still possible; None for a score without a bound."""
    ends = {"least": outlook.lowest, "most": outlook.highest}
    scores = {name: ranking.decimal(end) if abs(end) < ENDLESS else None for name, end in ends.items()}
    return {"best": outlook.best, "worst": outlook.worst, **scores}


def _round(score: ranking.RoundScore) -> dict[str, Any]:
    """A round's worth, exactly where the decimal is not, and what was played."""
    shown: dict[str, Any] = {"round": score.round, "score": _decimal(score.value), "source": score.source}
    if score.value is not None and HUNDREDTHS % score.value.denominator:
        shown["exact"] = str(score.value)
    return shown | _played(score.game) if score.game else shown


def _played(game: ranking.PlayedTable) -> dict[str, Any]:
    """The table at which an entry sat and how many hands it had; its total and place where these are not the worth."""
    table, side = game.table, game.side
    if not table.hands:
        return {"table": table.table}
    shown = {"table": table.table, "hands": game.hands}
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
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def canonical(value: object) -> bytes:
    """Return the one JSON spelling of a value."""
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def compressed(body: bytes) -> bytes:
    """The same with gzip, equal bytes for equal ones."""
    return gzip.compress(body, FAR if len(body) <= SMALL else QUICKLY, mtime=0)
