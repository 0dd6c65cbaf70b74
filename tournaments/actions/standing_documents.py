"""A standing as the bytes that everybody reads."""

import gzip
import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tournaments import ranking
from tournaments.models import Tournament

SMALL = 200_000
"""Bytes up to which a document is compressed as far as it goes; that takes eight times as long as `QUICKLY`."""
QUICKLY, FAR = 5, 9


def standing_bodies(tournament: Tournament, results: ranking.Results, names: Mapping[int, str]) -> dict[int, bytes]:
    """The document after each public round, as bytes by round number; round 0 where there is none.

    A pure function of what counts; the revision is set before it when it is published.
    """
    standings = ranking.rank_every_round(
        results, tournament.ranking_scoring, tuple(tournament.tie_breaks), lot_seed=tournament.lot_seed
    )
    rows = Rows(names)
    return {each.after_round: rows.document(tournament, each) for each in standings}


class Rows:
    """The rows of standings as JSON; of each entry its last is kept, and used again where only its place changed."""

    def __init__(self, names: Mapping[int, str]) -> None:
        """Take the entries' names."""
        self.names = names
        self._kept: dict[int, tuple[tuple[Any, ...], bytes, bytes]] = {}

    def document(self, tournament: Tournament, standing: ranking.Standing) -> bytes:
        """The standing as JSON."""
        head = {
            "tournament": tournament.slug,
            "after_round": standing.after_round,
            "provisional": standing.provisional,
            "outstanding_tables": standing.outstanding_tables,
        }
        return b'%b,"rows":[%b]}' % (_json(head)[:-1], b",".join(map(self._row, standing.rows)))

    def _row(self, row: ranking.Row) -> bytes:
        content = (row.score, row.hands, row.rounds, row.penalty, row.tie_breaks, row.withdrawn, row.stand_in)
        kept = self._kept.get(row.entry)
        if kept is None or kept[0] != content:
            kept = self._kept[row.entry] = (content, *_parts(row, self.names[row.entry]))
        _content, middle, end = kept
        return b'{"place":%b,%b,"moved":%b,%b}' % (_number(row.place), middle, _number(row.moved), end)


def _number(value: int | None) -> bytes:
    return b"null" if value is None else b"%d" % value


def _parts(row: ranking.Row, name: str) -> tuple[bytes, bytes]:
    """What stands between an entry's place and how far it moved, and what stands after that."""
    middle = {
        "entry": row.entry,
        "name": name,
        "score": ranking.decimal(row.score),
        "score_exact": str(row.score),
        "hands": row.hands,
        "rounds": [{"round": r.round, "score": _decimal(r.value), "source": r.source} for r in row.rounds],
        "penalty": ranking.decimal(row.penalty),
        "tie_breaks": {code: _decimal(value) for code, value in row.tie_breaks.items()},
    }
    end = {"withdrawn": row.withdrawn, "stand_in": row.stand_in}
    return _json(middle)[1:-1], _json(end)[1:-1]


def _decimal(value: Fraction | None) -> str | None:
    return None if value is None else ranking.decimal(value)


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def compressed(body: bytes) -> bytes:
    """The same with gzip, equal bytes for equal ones."""
    return gzip.compress(body, FAR if len(body) <= SMALL else QUICKLY, mtime=0)
