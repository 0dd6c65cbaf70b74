"""The places in an imported document that correspond to the findings of a verification."""

import re
from collections.abc import Iterable, Iterator, Mapping

from ..verification import Finding
from .document_reading import HAND, Document, Place

Columns = tuple[str, ...]
ROWS: Mapping[str, tuple[str, Columns]] = {
    **dict.fromkeys(("sequence", "chain", "digest", "disclosure"), ("ledger", ("sequence",))),
    "head": ("ledger", ()),
    "plan": ("tournament", ()),
    "constraints": ("kept_apart", ()),
    "entry": ("entries", ("number",)),
    "round": ("rounds", ("number",)),
    "table": ("tables", ("round", "number")),
    "seats": ("seats", ("round", "table")),
    "players": ("seat_players", ("round",)),
    "hand": ("hands", HAND),
    "scores": ("hands", HAND[:-1]),
    "announcement": ("announcements", HAND),
    "ruling": ("rulings", HAND),
    "penalty": ("penalties", ()),
    "decision": ("decisions", ()),
    "standings": ("standings", ("after_round",)),
}
"""For each kind of finding, the section that it is about, and the columns whose values its place begins with."""


def places_of(findings: Iterable[Finding], document: Document) -> Iterator[Place]:
    """Yield the place of each finding, without repetition: the section, and its row if the finding is about a row."""
    return iter(dict.fromkeys(_places(findings, document)))


def _places(findings: Iterable[Finding], document: Document) -> Iterator[Place]:
    first_rows: dict[tuple[str, Columns], dict[tuple[int, ...], int]] = {}
    for finding in findings:
        section, columns = ROWS.get(finding.kind, (finding.kind, ()))
        numbers = tuple(int(number) for number in re.findall(r"[0-9]+", finding.place))[: len(columns)]
        named = columns[: len(numbers)]
        if named and (section, named) not in first_rows:
            rows = [tuple(row[name] for name in named) for row in document[section]]
            first_rows[section, named] = {row: at for at, row in reversed(list(enumerate(rows)))}
        at = first_rows[section, named].get(numbers) if named else None
        yield (section,) if at is None else (section, at)
