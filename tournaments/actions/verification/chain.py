"""Findings of a verification, and the verification of the hash chain."""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from tournaments.models import LedgerEntry, Tournament, User
from tournaments.models.round import DRAWN

from ..core.ledger import commitment, entry_digest
from ..core.origin import OriginIds
from ..ledger_kinds import ERASED, IMPORTED

Key = TypeVar("Key", bound=Hashable)
Recorded = TypeVar("Recorded")
Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Finding:
    """A difference from the ledger: the kind of row, where it is, and a description."""

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
    """Yield the findings of `compare` for each recorded row, and findings for rows that are missing or not recorded.

    A row is recorded if the ledger has it. `key` returns the key of a row, `label` a text about the place of a key.
    """
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
    """Yield a finding for each field whose stored value differs from the one recorded in the ledger."""
    for name, value in recorded.items():
        if stored[name] != value:
            yield Finding(kind, place, f"its {name} is not what was recorded")


def pick(facts: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """Return the facts with these names; older ledger entries may lack some."""
    return {name: facts[name] for name in names if name in facts}


def unrecorded(kind: str, place: str) -> Finding:
    """Return the finding that the ledger does not record a stored row."""
    return Finding(kind, place, "the ledger does not know it")


def missing_row(kind: str, place: str) -> Finding:
    """Return the finding that a row recorded in the ledger is missing."""
    return Finding(kind, place, "was recorded and is gone")


def drawn_at(path: str) -> list[str]:
    """Return the query paths of the columns about a round's draw, with `path` in front.

    Queries of many rows leave out these columns, because they are large.
    """
    return [f"{path}__{column}" for column in DRAWN]


def check_chain(
    tournament: Tournament, links: Sequence[LedgerEntry], intact: Sequence[LedgerEntry]
) -> Iterator[Finding]:
    """Yield findings for missing, reordered or changed ledger entries, and for a head that is not the last entry."""
    previous, erased, unchanged = "", _erased(intact), {link.pk for link in intact}
    for number, link in enumerate(links, start=1):
        place = f"ledger {link.sequence}"
        if link.sequence != number:
            yield Finding("sequence", place, f"link {number} is missing")
        if link.previous != previous:
            yield Finding("chain", place, "does not follow on the link before it")
        if link.pk not in unchanged:
            yield Finding("digest", place, "was changed after it was written")
        if is_disclosed(link) and commitment(link.disclosure.salt, link.disclosure.personal) != link.commitment:
            yield Finding("disclosure", place, "its text, user or device was changed")
        if link.commitment and not is_disclosed(link) and link.sequence not in erased:
            yield Finding("disclosure", place, "its text, user or device is gone and not as erased")
        previous = link.digest
    if (len(links), previous) != (tournament.ledger_length, tournament.ledger_head):
        yield Finding("head", "ledger", "the tournament names another head")


def _erased(intact: Sequence[LedgerEntry]) -> set[int]:
    """Return the numbers of ledger entries recorded elsewhere as erased, or as imported without personal data."""
    erasures = (link.facts["links"] for link in intact if link.kind == ERASED)
    imported = max((link.sequence for link in intact if link.kind == IMPORTED), default=0)
    return {*range(1, imported), *(sequence for sequences in erasures for sequence in sequences)}


def is_intact(link: LedgerEntry, origin: OriginIds | None) -> bool:
    """Whether a ledger entry's content still matches its digest."""
    return entry_digest(link, origin) == link.digest


def is_disclosed(link: LedgerEntry) -> bool:
    """Whether the personal part of a ledger entry is still stored."""
    return hasattr(link, "disclosure")


def existing_accounts(links: Collection[LedgerEntry]) -> frozenset[int]:
    """Return those ids of accounts in these ledger entries whose accounts still exist."""
    named = {link.personal.get("user") for link in links}
    numbers = [number for number in named if isinstance(number, int)]
    return frozenset(User.objects.filter(pk__in=numbers).values_list("pk", flat=True))


def expected_personal(
    link: LedgerEntry, accounts: Collection[int], *, account: str = "user", **texts: str
) -> dict[str, object]:
    """Return the values that a row must have by a ledger entry's personal part; {} if that was erased.

    `texts` maps columns of the row to names in the personal part. For a deleted account the value is None.
    """
    if link.commitment and not is_disclosed(link):
        return {}
    user = link.personal.get("user")
    expected: dict[str, object] = {field: link.personal.get(name, "") for field, name in texts.items()}
    return {**expected, account: user if user in accounts else None}
