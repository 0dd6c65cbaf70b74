"""Penalties against what the ledger says was given and cancelled, when and by whom."""

from collections.abc import Collection, Iterator, Sequence
from decimal import Decimal
from operator import attrgetter

from tournaments.models import LedgerEntry, Penalty, Tournament

from ..ledger import moment
from .chain import existing_accounts, expected_personal
from .findings import Finding, compare_rows, differences


def check_penalties(tournament: Tournament, links: Sequence[LedgerEntry]) -> Iterator[Finding]:
    """Penalties that differ from their links, that no link speaks of, and that are gone."""
    given = {link.facts["penalty"]: link for link in links if link.kind == "penalty_given"}
    cancelled = {link.facts["penalty"]: link for link in links if link.kind == "penalty_cancelled"}
    known = existing_accounts([*given.values(), *cancelled.values()])

    def compare(link: LedgerEntry, penalty: Penalty) -> Iterator[Finding]:
        recorded = _given(link, known) | _cancelled(cancelled.get(penalty.pk), known)
        return differences("penalty", _label(penalty.pk), recorded, _stored(penalty))

    rows = tournament.penalties.select_related("round")
    return compare_rows("penalty", given, rows, key=attrgetter("pk"), label=_label, compare=compare)


def _label(pk: int) -> str:
    return f"penalty {pk}"


def _given(link: LedgerEntry, known: Collection[int]) -> dict[str, object]:
    facts = link.facts
    told = {name: facts[name] for name in ("round", "issued_at") if name in facts}
    personal = expected_personal(link, known, account="issuer", reason="text")
    return {"entry": facts["entry"], "amount": Decimal(facts["amount"]), **told, **personal}


def _cancelled(link: LedgerEntry | None, known: Collection[int]) -> dict[str, object]:
    if link is None:
        return {"cancellation": False, "who cancelled it": None}
    times = {name: link.facts[name] for name in ("cancelled_at",) if name in link.facts}
    return {"cancellation": True, **times, **expected_personal(link, known, account="who cancelled it")}


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
