"""What a check of a ledger finds."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

Key = TypeVar("Key", bound=Hashable)
Recorded = TypeVar("Recorded")
Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is not as it was recorded: where it is, and what does not agree."""

    kind: str
    place: str
    detail: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a tournament's ledger was found: its length and head, how many links are erased."""

    entries: int
    head: str
    erased: int
    findings: tuple[Finding, ...]

    @property
    def holds(self) -> bool:
        """Whether everything agrees."""
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
    """What is found in the rows that the ledger knows; those that it does not know, and those that are gone."""
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
    """A finding for each field whose stored value is not the recorded one."""
    for name, value in recorded.items():
        if stored[name] != value:
            yield Finding(kind, place, f"its {name} is not what was recorded")


def pick(facts: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """Of a link's facts those of these names; older links hold fewer."""
    return {name: facts[name] for name in names if name in facts}


def unrecorded(kind: str, place: str) -> Finding:
    """Something is there that the ledger does not speak of."""
    return Finding(kind, place, "the ledger does not know it")


def missing_row(kind: str, place: str) -> Finding:
    """The ledger speaks of something that is not there."""
    return Finding(kind, place, "was recorded and is gone")
