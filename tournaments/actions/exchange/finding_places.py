"""The places in an imported document that correspond to the findings of a verification."""

import re
from collections.abc import Iterable, Iterator, Mapping

from ..core.origin import OriginIds
from ..verification import Finding
from .document_reading import HAND, Document, Place
from .row_ids import OWN_ID, REFERENCES

Columns = tuple[str, ...]
ROWS: Mapping[str, tuple[str, Columns]] = {
    **dict.fromkeys(("sequence", "chain", "digest", "disclosure"), ("ledger", ("sequence",))),
    "head": ("ledger", ()),
    "plan": ("tournament", ()),
    "entry": ("entries", ("number",)),
    "round": ("rounds", ("number",)),
    "table": ("tables", ("round", "number")),
    "clock": ("clocks", ("round",)),
    "seats": ("seats", ("round", "table", "number")),
    "players": ("seat_players", ("round", "entry")),
    "lineups": ("seats", ("round", "entry")),
    "sit_out": ("sit_outs", ("round", "entry")),
    "hand": ("hands", HAND),
    "scores": ("hands", HAND[:-1]),
    "announcement": ("announcements", HAND),
    "ruling": ("rulings", HAND),
    "penalty": ("penalties", ("id",)),
    "decision": ("decisions", ("id",)),
    "standings": ("standings", ("after_round",)),
}
"""For each kind of finding, the section that it is about, and the columns whose values its place begins with."""


def places_of(findings: Iterable[Finding], document: Document, origin: OriginIds) -> Iterator[Place]:
    """Yield the place of each finding, without repetition: the section, and its row if the finding is about a row."""
    return iter(dict.fromkeys(_places(findings, document, origin)))


def _places(findings: Iterable[Finding], document: Document, origin: OriginIds) -> Iterator[Place]:
    first_rows: dict[tuple[str, Columns], dict[tuple[int, ...], int]] = {}
    for finding in findings:
        section, columns = ROWS.get(finding.kind, (finding.kind, ()))
        numbers = re.findall(r"[0-9]+", finding.place)[: len(columns)]
        named = columns[: len(numbers)]
        if named and (section, named) not in first_rows:
            rows = [tuple(row[name] for name in named) for row in document[section]]
            first_rows[section, named] = {row: at for at, row in reversed(list(enumerate(rows)))}
        there = tuple(_there(section, name, int(number), origin) for name, number in zip(named, numbers, strict=True))
        at = first_rows[section, named].get(there) if named else None
        yield (section,) if at is None else (section, at)


def _there(section: str, column: str, number: int, origin: OriginIds) -> int:
    """Return the number that a column has in the document: for the id of a stored row its original id."""
    kind = OWN_ID[section] if column == "id" else REFERENCES.get(column)
    return origin.original(kind, number) if kind else number
