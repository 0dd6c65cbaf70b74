"""A section of an exported tournament, and the readers of its rows."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from django.db.models import Model, Q

from tournaments.models.entry import PUBLIC

Columns = Mapping[str, str]
Rows = Callable[[int], Q]
"""The condition for the rows of the tournament with this id."""


@dataclass(frozen=True, slots=True)
class ExportSection:
    """A section of the document: its model, its columns by their names there, and the columns that are not exported.

    `private` columns are only in exports for directors; `seen` is the condition for rows in a public export. `state` is
    the query path from a row to its round's state, and `result_of` from a result to its round's number: a public export
    leaves out rows of rounds that are not public, and results that are hidden. A section that `is_one` holds one object
    or null.
    """

    name: str
    model: type[Model]
    columns: Columns
    rows: Rows
    order: tuple[str, ...]
    private: frozenset[str] = frozenset()
    left_out: frozenset[str] = frozenset()
    state: str = ""
    result_of: str = ""
    is_one: bool = False
    seen: Q = field(default_factory=Q)


def same(*names: str) -> Columns:
    return {name: name for name in names}


def at_path(path: str) -> Rows:
    return lambda tournament: Q(**{path: tournament})


def visible(section: ExportSection, hidden_after: int | None) -> Q:
    """Return the condition for the rows of a section in a public export, with results up to round `hidden_after`."""
    seen = section.seen & (Q(**{f"{section.state}__in": PUBLIC}) if section.state else Q())
    if section.result_of and hidden_after is not None:
        seen &= Q(**{f"{section.result_of}__lte": hidden_after}) | Q(**{f"{section.result_of}__isnull": True})
    return seen
