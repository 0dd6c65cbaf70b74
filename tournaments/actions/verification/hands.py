"""Every version of a hand against what the ledger says of it."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.models import Hand, LedgerEntry, Tournament

from ..ledger import digest
from .chain import personal_of
from .findings import Finding, differences, missing_row, unrecorded
from .people import existing_accounts, expected_account
from .rulings import RULINGS, check_ruling

STANDS = ("submitted", "confirmed")
LEDGERED_FIELDS = ("tally", "scores", "seat", "confirmed_seat", "recorded_at", "confirmed_at")
Place = tuple[int, int, int, int]


@dataclass(slots=True)
class Version:
    """What the ledger says of one version of a hand."""

    written: LedgerEntry
    facts: dict[str, Any]
    state: str
    is_current: bool = False
    ruling: LedgerEntry | None = None

    def as_recorded(self) -> dict[str, object]:
        """What the version's row must hold."""
        named = {name: self.facts[name] for name in LEDGERED_FIELDS if name in self.facts}
        return {
            **named,
            "state": self.state,
            "place among the versions": self.is_current,
            "source": self.written.facts["source"],
        }


def _replay(links: Sequence[LedgerEntry]) -> dict[Place, Version]:
    """Each version of each hand by round, table, hand and version, as the last link leaves it."""
    versions: dict[Place, Version] = {}
    standing: dict[tuple[int, ...], Version] = {}
    for link in links:
        if "tally" not in link.facts:
            continue
        place = _place(link.facts)
        version = versions.get(place)
        if version is None:
            versions[place] = version = Version(link, link.facts, link.facts["state"])
            _enter_version(version, standing, place[:3], kind=link.kind)
        version.facts, version.state = link.facts, link.facts["state"]
        version.is_current = version.is_current and version.state != Hand.State.VOID
        if link.kind in RULINGS:
            version.ruling = link
    return versions


def _place(facts: dict[str, Any]) -> Place:
    return facts["round"], facts["table"], facts["hand"], facts["version"]


def _enter_version(new: Version, standing: dict[tuple[int, ...], Version], hand: tuple[int, ...], *, kind: str) -> None:
    """What a new version does to the one that stood: replaced, countered, or contested."""
    before = standing.get(hand)
    before = before if before and before.is_current else None
    if new.state in STANDS:
        if before:
            before.is_current = False
            before.state = "disputed" if kind == "hand_countered" else "corrected"
        new.is_current, standing[hand] = True, new
    elif new.state == Hand.State.DISPUTED and before:
        before.state = "disputed"


def check_hands(tournament: Tournament, links: Sequence[LedgerEntry]) -> Iterator[Finding]:
    """Versions that differ from their links, that no link speaks of, and that are gone."""
    recorded = _replay(links)
    rows = Hand.objects.filter(table__round__tournament=tournament).select_related("table__round", "ruling")
    known = existing_accounts(links)
    for hand in rows:
        where = _place_of(hand)
        place = _label(where)
        version = recorded.pop(where, None)
        if version is None:
            yield unrecorded("hand", place)
            continue
        yield from differences("hand", place, version.as_recorded(), _stored(hand))
        yield from _compare_personal(hand, version, known)
        yield from check_ruling(hand, version.ruling, known, place=place)
    for missing in recorded:
        yield missing_row("hand", _label(missing))


def _place_of(hand: Hand) -> Place:
    return hand.table.round.number, hand.table.number, hand.number, hand.version


def _label(where: Place) -> str:
    return "round {} table {} hand {} version {}".format(*where)


def _stored(hand: Hand) -> dict[str, object]:
    return {
        "scores": hand.scores,
        "seat": hand.seat,
        "confirmed_seat": hand.confirmed_seat,
        "tally": digest(hand.tally),
        "recorded_at": hand.recorded_at.isoformat(),
        "confirmed_at": hand.confirmed_at.isoformat() if hand.confirmed_at else None,
        "state": hand.state,
        "place among the versions": hand.is_current,
        "source": hand.source,
    }


def _compare_personal(hand: Hand, version: Version, known: Collection[int]) -> Iterator[Finding]:
    """Device, user and reason against what was disclosed, as long as it is."""
    personal = personal_of(version.written)
    if personal is None:
        return
    recorded = {"device": personal.get("device", ""), "reason": personal.get("text", "")}
    stored = {"device": hand.device, "reason": hand.reason, "user": hand.recorded_by_id}
    yield from differences("hand", _label(_place_of(hand)), recorded | expected_account(personal, known), stored)
