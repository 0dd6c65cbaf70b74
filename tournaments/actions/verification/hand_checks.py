"""Verification of every version of a hand, every announcement and every ruling against the ledger."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.models import Announcement, Hand, LedgerEntry, Ruling, Table, Tournament

from ..core.ledger import digest, moment
from ..hands.struck_out import STRUCK_OUT
from ..ledger_kinds import kind_of
from ..ledger_kinds.kind import RequestRuled
from .chain import (
    Finding,
    compare_rows,
    differences,
    existing_accounts,
    expected_personal,
    missing_row,
    pick,
    unrecorded,
)

STANDS = ("submitted", "confirmed")
LEDGERED_FIELDS = ("tally", "scores", "seat", "confirmed_seat", "recorded_at", "confirmed_at")
Place = tuple[int, int, int, int]


@dataclass(slots=True)
class Version:
    """One version of a hand, as recorded in the ledger."""

    written: LedgerEntry
    facts: dict[str, Any]
    state: str
    is_current: bool = False
    ruling: LedgerEntry | None = None

    def as_recorded(self) -> dict[str, object]:
        """Return the values that the row of this version must have."""
        return {
            **pick(self.facts, LEDGERED_FIELDS),
            "state": self.state,
            "place among the versions": self.is_current,
            "source": self.written.facts["source"],
        }


def _replay(links: Sequence[LedgerEntry]) -> dict[Place, Version]:
    """Return each version of each hand, as it is after the last ledger entry, by (round, table, hand, version)."""
    versions: dict[Place, Version] = {}
    current: dict[tuple[int, ...], Version] = {}
    for link in links:
        for struck_out in link.facts.get(STRUCK_OUT, ()):
            _drop_struck_out(
                versions,
                current,
                (link.facts["round"], struck_out["table"], struck_out["hand"], struck_out["version"]),
                struck_out,
            )
        if "tally" not in link.facts:
            continue
        place = _place_in(link.facts)
        version = versions.get(place)
        if version is None:
            versions[place] = version = Version(link, link.facts, link.facts["state"])
            _enter_version(version, current, place[:3], kind=link.kind)
        version.facts, version.state = link.facts, link.facts["state"]
        version.is_current = version.is_current and version.state != Hand.State.VOID
        if isinstance(kind_of(link.kind).replay, RequestRuled):
            version.ruling = link
    return versions


def _drop_struck_out(
    versions: dict[Place, Version], current: dict[tuple[int, ...], Version], place: Place, struck_out: Mapping[str, Any]
) -> None:
    """Remove a struck-out version that was deleted with its table, if the tally in the ledger entry is the same."""
    version = versions.get(place)
    if version and not version.is_current and version.facts["tally"] == digest(struck_out["tally"]):
        del versions[place]
        current.pop(place[:3], None)


def _place_in(facts: Mapping[str, Any]) -> Place:
    return facts["round"], facts["table"], facts["hand"], facts["version"]


def _enter_version(new: Version, current: dict[tuple[int, ...], Version], hand: tuple[int, ...], *, kind: str) -> None:
    """Apply a new version of a hand to its current version, which may become corrected or disputed."""
    before = current.get(hand)
    before = before if before and before.is_current else None
    if new.state in STANDS or kind == "decision_undone":
        if before:
            before.is_current = False
            before.state = "disputed" if kind == "hand_countered" else "corrected"
        new.is_current, current[hand] = True, new
    elif new.state == Hand.State.DISPUTED and before:
        before.state = "disputed"


def check_hands(tournament: Tournament, links: Sequence[LedgerEntry]) -> Iterator[Finding]:
    """Yield findings for versions that are missing, unrecorded, or differ from the ledger."""
    accounts = existing_accounts(links)
    place_of = _places_in(tournament)
    rows = Hand.objects.filter(table__round__tournament=tournament).select_related("ruling")

    def compare(version: Version, hand: Hand) -> Iterator[Finding]:
        place = _label(place_of(hand))
        personal = expected_personal(version.written, accounts, device="device", reason="text")
        yield from differences("hand", place, version.as_recorded() | personal, _stored(hand))
        yield from _check_ruling(hand, version.ruling, accounts, place=place)

    return compare_rows("hand", _replay(links), rows, key=place_of, label=_label, compare=compare)


def _places_in(tournament: Tournament) -> Callable[[Hand | Announcement], Place]:
    """Return a function that returns the place of a hand or an announcement of the tournament."""
    tables = Table.objects.filter(round__tournament=tournament).values_list("pk", "round__number", "number")
    numbers = {pk: (round_, table) for pk, round_, table in tables}
    return lambda row: (*numbers[row.table_id], row.number, row.version)


def _label(place: Place) -> str:
    return "round {} table {} hand {} version {}".format(*place)


def _stored(hand: Hand) -> dict[str, object]:
    return {
        **_stored_version(hand),
        "scores": hand.scores,
        "confirmed_seat": hand.confirmed_seat,
        "tally": digest(hand.tally),
        "confirmed_at": hand.confirmed_at.isoformat() if hand.confirmed_at else None,
        "state": hand.state,
        "reason": hand.reason,
    }


def _stored_version(row: Hand | Announcement) -> dict[str, object]:
    return {
        "seat": row.seat,
        "recorded_at": row.recorded_at.isoformat(),
        "source": row.source,
        "place among the versions": row.is_current,
        "device": row.device,
        "user": row.recorded_by_id,
    }


def _check_ruling(
    requested: Hand, link: LedgerEntry | None, accounts: Collection[int], *, place: str
) -> Iterator[Finding]:
    """Yield findings for a decision on a correction request that is missing, unrecorded, or differs from the ledger."""
    row: Ruling | None = getattr(requested, "ruling", None)
    if row is None or link is None:
        if row or link:
            yield (missing_row if row is None else unrecorded)("ruling", place)
        return
    recorded = {
        "decision": kind_of(link.kind).replay == RequestRuled(accepted=True),
        **expected_personal(link, accounts, reason="text"),
    }
    if "ruled_at" in link.facts:
        recorded["time"] = link.facts["ruled_at"]
    stored = {"decision": row.accepted, "reason": row.reason, "user": row.ruled_by_id, "time": moment(row.ruled_at)}
    yield from differences("ruling", place, recorded, stored)


def check_announcements(tournament: Tournament, links: Sequence[LedgerEntry]) -> Iterator[Finding]:
    """Yield findings for announcements that are missing, unrecorded, or differ from the ledger."""
    recorded: dict[Place, LedgerEntry] = {}
    for link in links:
        gone = {(link.facts["round"], struck_out["table"]) for struck_out in link.facts.get(STRUCK_OUT, ())}
        recorded = {place: each for place, each in recorded.items() if place[:2] not in gone} if gone else recorded
        if "announced" in link.facts:
            recorded[_place_in(link.facts)] = link
    latest = {place[:3]: place for place in sorted(recorded)}
    accounts = existing_accounts([*recorded.values()])
    rows = Announcement.objects.filter(table__round__tournament=tournament)
    place_of = _places_in(tournament)

    def compare(link: LedgerEntry, row: Announcement) -> Iterator[Finding]:
        place = place_of(row)
        expected = {
            "lines": link.facts["announced"],
            **{name: link.facts[name] for name in ("seat", "recorded_at", "source")},
            "place among the versions": latest[place[:3]] == place,
            **expected_personal(link, accounts, device="device"),
        }
        return differences("announcement", _label(place), expected, {**_stored_version(row), "lines": row.lines})

    return compare_rows("announcement", recorded, rows, key=place_of, label=_label, compare=compare)
