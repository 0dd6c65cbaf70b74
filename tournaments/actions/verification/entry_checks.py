"""Verification of entries, penalties and decisions against the ledger."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from decimal import Decimal
from operator import attrgetter
from typing import Any

from tournaments.models import Decision, Entry, LedgerEntry, Penalty, Tournament

from ..core import ledger
from ..ledger_kinds import ENTERING, kind_of
from ..ledger_kinds.kind import ChangesEntry
from ..people.names_in_turn import entry_name
from ..people.registration import STAY
from .chain import Finding, compare_rows, differences, existing_accounts, expected_personal, pick

DecisionOrPenalty = Penalty | Decision
ENTRY_FIELDS = ("number", "status", "stand_in", "benched_in", "carried", *STAY)
STAYING: dict[str, Any] = {
    "status": Entry.Status.ACTIVE,
    "until_round": None,
    "gaps": [],
    "benched_in": None,
    "carried": "",
}
LEDGERED_FIELDS = (*ENTRY_FIELDS, "players", "words")


def check_entries(tournament: Tournament, links: Sequence[LedgerEntry]) -> Iterator[Finding]:
    """Yield findings for entries that are missing, unrecorded, or differ from the ledger."""
    recorded = _replay(links)
    rows = {entry.pk: entry for entry in Entry.objects.with_players().filter(tournament=tournament)}

    def label(pk: int) -> str:
        return f"entry {rows[pk].number if pk in rows else recorded[pk]['number']}"

    def compare(recorded_entry: dict[str, Any], entry: Entry) -> Iterator[Finding]:
        return differences("entry", label(entry.pk), recorded_entry | _derived(entry), _stored(entry))

    return compare_rows("entry", recorded, rows.values(), key=attrgetter("pk"), label=label, compare=compare)


def _derived(entry: Entry) -> dict[str, object]:
    """Return those values of the entry's row that follow from its players and are not in the ledger."""
    players = [place.player for place in entry.entry_players.all()]
    positions = list(range(len(players)))
    return {"name": entry_name(players), "positions": positions, "tournament": {entry.tournament_id}}


def _stored(entry: Entry) -> dict[str, object]:
    places = list(entry.entry_players.all())
    return {
        **{name: getattr(entry, name) for name in (*ENTRY_FIELDS, "name")},
        "players": [place.player_id for place in places],
        "words": ledger.words_commitment(entry),
        "positions": [place.position for place in places],
        "tournament": {entry.tournament_id, *(place.tournament_id for place in places)},
    }


def _replay(links: Sequence[LedgerEntry]) -> dict[int, dict[str, Any]]:
    """Return the values that each entry's row must have by the ledger, by the entry's id."""
    recorded: dict[int, dict[str, Any]] = {}
    for link in links:
        replay = kind_of(link.kind).replay
        for entry in link.facts.get("removed", ()):
            recorded.pop(entry, None)
        if link.kind in ENTERING:
            for facts in link.facts["entries"]:
                recorded[facts["entry"]] = {**STAYING, **pick(facts, LEDGERED_FIELDS)}
        elif link.kind == "entry_restored":
            recorded[link.facts["entry"]] = {"carried": "", **pick(link.facts, LEDGERED_FIELDS)}
        elif replay == ChangesEntry():
            _apply(recorded.get(link.facts["entry"], {}), pick(link.facts, LEDGERED_FIELDS))
        elif replay == ChangesEntry(several=True):
            for place, entry in enumerate(link.facts["entries"]):
                stay = {name: link.facts[name][place] for name in ("until_round", "gaps") if name in link.facts}
                _apply(recorded.get(entry, {}), {"status": link.facts["status"], **stay})
        elif link.kind == "entry_removed":
            recorded.pop(link.facts["entry"], None)
    return recorded


def _apply(recorded: dict[str, Any], said: dict[str, Any]) -> None:
    """Apply a change to a recorded entry.

    After a withdrawal the last round is unknown, unless the change contains it.
    """
    if said.get("status") == Entry.Status.WITHDRAWN:
        recorded.pop("until_round", None)
    elif "status" in said:
        recorded["until_round"] = None
    recorded.update(said)


def check_penalties(tournament: Tournament, links: Sequence[LedgerEntry]) -> Iterator[Finding]:
    """Yield findings for penalties that are missing, unrecorded, or differ from the ledger."""
    rows = tournament.penalties.all()
    return _check_given("penalty", ("penalty_given", "penalty_cancelled", "penalty_reinstated"), rows, links)


def check_decisions(tournament: Tournament, links: Sequence[LedgerEntry]) -> Iterator[Finding]:
    """Yield findings for awards, forfeits, absences and disqualifications that differ from the ledger."""
    rows = tournament.decisions.all()
    return _check_given("decision", ("decision_given", "decision_taken_back", "decision_reinstated"), rows, links)


def _check_given(
    what: str, kinds: tuple[str, str, str], rows: Iterable[DecisionOrPenalty], links: Sequence[LedgerEntry]
) -> Iterator[Finding]:
    given, *changed = kinds
    issued = {link.facts[what]: link for link in links if link.kind == given}
    latest = {link.facts[what]: link for link in links if link.kind in changed}
    cancelled = {pk: link for pk, link in latest.items() if link.kind == changed[0]}
    accounts = existing_accounts([*issued.values(), *cancelled.values()])

    def compare(link: LedgerEntry, given: DecisionOrPenalty) -> Iterator[Finding]:
        recorded = _issued_facts(link, accounts) | _cancellation_facts(cancelled.get(given.pk), accounts)
        return differences(what, f"{what} {given.pk}", recorded, _stored_given(given))

    return compare_rows(what, issued, rows, key=attrgetter("pk"), label=f"{what} {{}}".format, compare=compare)


def _issued_facts(link: LedgerEntry, accounts: Collection[int]) -> dict[str, object]:
    facts = pick(link.facts, ("entry", "round", "issued_at")) | {"kind": link.facts.get("decided")}
    if facts["kind"] == Decision.Kind.DISQUALIFIED and facts["round"] is None:
        del facts["round"]  # missing in older ledgers
    amount = link.facts["amount"]
    personal = expected_personal(link, accounts, account="issuer", reason="text")
    return {**facts, "amount": None if amount is None else Decimal(amount), **personal}


def _cancellation_facts(link: LedgerEntry | None, accounts: Collection[int]) -> dict[str, object]:
    if link is None:
        return {"cancellation": False, "who cancelled it": None}
    personal = expected_personal(link, accounts, account="who cancelled it")
    return {"cancellation": True, **pick(link.facts, ("cancelled_at",)), **personal}


def _stored_given(penalty: DecisionOrPenalty) -> dict[str, object]:
    return {
        "kind": getattr(penalty, "kind", None),
        "entry": penalty.entry_id,
        "amount": penalty.amount,
        "round": penalty.round_number,
        "reason": penalty.reason,
        "issued_at": ledger.moment(penalty.issued_at),
        "issuer": penalty.issued_by_id,
        "cancellation": penalty.cancelled_at is not None,
        "cancelled_at": ledger.moment(penalty.cancelled_at),
        "who cancelled it": penalty.cancelled_by_id,
    }
