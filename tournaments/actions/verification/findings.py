"""Findings of a verification."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

Key = TypeVar("Key", bound=Hashable)
Recorded = TypeVar("Recorded")
Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that differs from the ledger: where it is, and what does not agree."""

    kind: str
    place: str
    detail: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a verification: the ledger's length and head, the number of erased entries, and the findings."""

    entries: int
    head: str
    erased: int
    findings: tuple[Finding, ...]

    @property
    def holds(self) -> bool:
        """Whether there are no findings."""
        return not self.findings


def compare_rows(
    kind: str,
    recorded: Mapping[Key, Recorded],
    rows: Iterable[Row],
    *,
    key: Callable[[Row], Key],
    label: Callable[[Key], str],
    compare: Callable[[Recorded, Row], Iterator[Finding]],
) -> Iterator[Finding]:
    """Yield the findings of `compare` for recorded rows, and one for each unrecorded and each missing row."""
    remaining = dict(recorded)
    for row in rows:
        expected = remaining.pop(key(row), None)
        if expected is None:
            yield unrecorded(kind, label(key(row)))
        else:
            yield from compare(expected, row)
    for missing in remaining:
        yield missing_row(kind, label(missing))


def differences(
    kind: str, place: str, recorded: Mapping[str, object], stored: Mapping[str, object]
) -> Iterator[Finding]:
    """Yield a finding for each field whose stored value differs from the recorded one."""
    for name, value in recorded.items():
        if stored[name] != value:
            yield Finding(kind, place, f"its {name} is not what was recorded")


def pick(facts: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """Return the facts of these names; older ledger entries lack some."""
    return {name: facts[name] for name in names if name in facts}


def unrecorded(kind: str, place: str) -> Finding:
    """Return the finding for a row that the ledger does not record."""
    return Finding(kind, place, "the ledger does not know it")


def missing_row(kind: str, place: str) -> Finding:
    """Return the finding for a recorded row that is missing."""
    return Finding(kind, place, "was recorded and is gone")
