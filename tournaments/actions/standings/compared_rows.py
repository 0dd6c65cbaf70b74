"""Comparing rows of published standings with rows computed now; also rows that the ledger keeps of former standings."""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from tournaments.models import LedgerEntry, Standing

from ..core.ledger import canonical
from ..core.refusals import RowChange
from .standing_documents import Rows

BESIDE = ("name", "moved", "outlook", "goes_on")
"""Parts of a row that are not compared: they depend on a new name, other rows or later rounds."""
TAKEN_BACK = "standings_taken_back"
"""The fact of `round_reopened` with the rows published before, which are compared when the round is closed again."""
Row = Mapping[str, Any]
ByEntry = dict[int, Row]


def taken_back(tournament_id: int) -> dict[int, ByEntry]:
    """Return the published rows that reopening rounds removed, as the ledger stored them, by round and entry.

    For a round that was reopened several times, the last rows are returned.
    """
    reopened = LedgerEntry.objects.filter(
        tournament=tournament_id, kind="round_reopened", facts__has_key=TAKEN_BACK
    ).order_by("sequence")
    by_round: dict[int, ByEntry] = {}
    for facts in reopened.values_list("facts", flat=True):
        for number, rows in facts[TAKEN_BACK].items():
            by_round[int(number)] = {
                entry: {"place": place, "score": score, "mark": mark} for entry, place, score, mark in rows
            }
    return by_round


def rows_without_names(standing: Standing) -> list[list[Any]]:
    """Return the rows of published standings without names, in the form in which the ledger stores them."""
    return [[row["entry"], row["place"], row["score"], _mark(row)] for row in standing.document["rows"]]


def differences(
    compared: Mapping[int, ByEntry], contents: Mapping[int, bytes], names: Mapping[int, str]
) -> tuple[list[RowChange], list[list[Any]]]:
    """Return the rows that differ between `compared` and the documents in `contents`, and a mark of each difference.

    A mark is [round, entry, digest of the row before, digest of the row after].
    """
    rows, marks = [], []
    for number, before in sorted(compared.items()):
        after = by_entry(Rows.read(contents[number]))
        for entry in {**after, **before}:
            old, new = before.get(entry), after.get(entry)
            if not _are_same(old, new):
                rows.append(_change(number, entry, names.get(entry, "?"), old or {}, new or {}))
                marks.append([number, entry, _mark(old), _mark(new)])
    return rows, marks


def _are_same(old: Row | None, new: Row | None) -> bool:
    if old and new and "mark" not in old:
        return _seen(old) == _seen(new)
    return _mark(old) == _mark(new)


def _seen(row: Row) -> dict[str, Any]:
    """Return those parts of a row that are compared."""
    return {name: value for name, value in row.items() if name not in BESIDE}


def _mark(row: Row | None) -> str | None:
    """Return a digest of those parts of a row that are compared; None if there is no row."""
    if row is None:
        return None
    return row["mark"] if "mark" in row else sha256(canonical(_seen(row))).hexdigest()[:16]


def by_entry(rows: Iterable[Row]) -> ByEntry:
    return {row["entry"]: row for row in rows}


def _change(number: int, entry: int, name: str, old: Row, new: Row) -> RowChange:
    return RowChange(
        round=number,
        entry=entry,
        name=name,
        place_before=old.get("place"),
        place_after=new.get("place"),
        score_before=old.get("score"),
        score_after=new.get("score"),
    )
