"""Penalties against what the ledger says was given and cancelled, when and by whom."""

from collections.abc import Collection, Iterator, Sequence
from decimal import Decimal

from tournaments.models import LedgerEntry, Penalty, Tournament

from ..ledger import moment
from .chain import personal_of
from .findings import Finding, differences, missing_row, unrecorded
from .people import existing_accounts, expected_account


def check_penalties(tournament: Tournament, links: Sequence[LedgerEntry]) -> Iterator[Finding]:
    """Penalties that differ from their links, that no link speaks of, and that are gone."""
    given = {link.facts["penalty"]: link for link in links if link.kind == "penalty_given"}
    cancelled = {link.facts["penalty"]: link for link in links if link.kind == "penalty_cancelled"}
    known = existing_accounts([*given.values(), *cancelled.values()])
    for penalty in tournament.penalties.select_related("round"):
        place = f"penalty {penalty.pk}"
        link = given.pop(penalty.pk, None)
        if link is None:
            yield unrecorded("penalty", place)
            continue
        recorded = _given(link, known) | _cancelled(cancelled.get(penalty.pk), known)
        yield from differences("penalty", place, recorded, _stored(penalty))
    for pk in given:
        yield missing_row("penalty", f"penalty {pk}")


def _given(link: LedgerEntry, known: Collection[int]) -> dict[str, object]:
    facts, personal = link.facts, personal_of(link)
    recorded: dict[str, object] = {"entry": facts["entry"], "amount": Decimal(facts["amount"])}
    recorded |= {name: facts[name] for name in ("round", "issued_at") if name in facts}
    if personal is not None:
        recorded["reason"] = personal.get("text", "")
    return recorded | expected_account(personal, known, called="issuer")


def _cancelled(link: LedgerEntry | None, known: Collection[int]) -> dict[str, object]:
    if link is None:
        return {"cancellation": False, "who cancelled it": None}
    times = {name: link.facts[name] for name in ("cancelled_at",) if name in link.facts}
    canceller = expected_account(personal_of(link), known, called="who cancelled it")
    return {"cancellation": True, **times, **canceller}


def _stored(penalty: Penalty) -> dict[str, object]:
    return {
        "entry": penalty.entry_id,
        "amount": penalty.amount,
        "round": penalty.round.number if penalty.round else None,
        "reason": penalty.reason,
        "issued_at": moment(penalty.issued_at),
        "issuer": penalty.issued_by_id,
        "cancellation": penalty.cancelled_at is not None,
        "cancelled_at": moment(penalty.cancelled_at),
        "who cancelled it": penalty.cancelled_by_id,
    }
