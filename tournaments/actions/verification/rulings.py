"""What directors decided on claims, when and who, against what the ledger says."""

from collections.abc import Collection, Iterator

from tournaments.models import Hand, LedgerEntry, Ruling

from ..ledger import moment
from .chain import personal_of
from .findings import Finding, differences, missing_row, unrecorded
from .people import expected_account

RULINGS = {"claim_accepted": True, "claim_declined": False}


def check_ruling(claim: Hand, link: LedgerEntry | None, known: Collection[int], *, place: str) -> Iterator[Finding]:
    """A ruling on this claim that differs from its link, has none, or is gone."""
    row: Ruling | None = getattr(claim, "ruling", None)
    if row is None or link is None:
        if row or link:
            yield (missing_row if row is None else unrecorded)("ruling", place)
        return
    yield from differences("ruling", place, _recorded(link, known), _stored(row))


def _recorded(link: LedgerEntry, known: Collection[int]) -> dict[str, object]:
    personal = personal_of(link)
    recorded: dict[str, object] = {"decision": RULINGS[link.kind], **expected_account(personal, known)}
    if "ruled_at" in link.facts:
        recorded["time"] = link.facts["ruled_at"]
    if personal is not None:
        recorded["reason"] = personal.get("text", "")
    return recorded


def _stored(ruling: Ruling) -> dict[str, object]:
    return {
        "decision": ruling.accepted,
        "reason": ruling.reason,
        "user": ruling.ruled_by_id,
        "time": moment(ruling.ruled_at),
    }
