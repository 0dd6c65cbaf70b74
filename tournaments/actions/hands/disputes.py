"""Directors' decisions of disputes: one version of a hand becomes current. A decision can be undone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from scoring.values import Checks
from tournaments.models import Hand, LedgerEntry, Round, Table, Tournament
from tournaments.models.prepared import insert

from ..core.actor import Actor
from ..core.optimistic_locking import about_hand, stale_version
from ..core.refusals import Conflict, Problem
from ..core.rows import hands_at, locked_table, save_fields
from ..ledger_kinds import LedgerKind
from .hands import SeenHand
from .help_calls import settle_dispute
from .tallies import HandInput, current_of, log, new_version, score_tally

DECIDED: Final = "dispute_decided"
UNDONE: Final = "decision_undone"
SETTLED_SHOWN_FOR = timedelta(minutes=15)
"""How long the desk shows a decision with the button that undoes it."""


def decide(shown: SeenHand, version: int, *, by: Actor) -> Hand:
    """Settle a dispute: the tally of this version becomes current and confirmed. Return the current hand.

    `shown` is the current version that the director saw. Repeating a decision changes nothing. Raises Stale if a
    different version is current or the hand has no such version, Conflict if the hand is not disputed.
    """
    with transaction.atomic():
        table = locked_table(shown.table_id)
        versions = hands_at(table, shown.number)
        current, chosen = _find(versions, shown, table), _version(versions, shown.number, version, table)
        if current.state == Hand.State.CONFIRMED and current.tally == chosen.tally:
            return current
        if current.version != shown.version:
            raise stale_version(shown.number, table.round)
        if current.state != Hand.State.DISPUTED:
            on_hand = _("Hand %(hand)d is no longer disputed: correct it and give the reason.")
            on_total = _("The total is no longer disputed: correct it and give the reason.")
            raise Conflict(about_hand("not_disputed", (on_hand, on_total), shown.number, table.round))
        return _settle(table, versions, current, chosen, by)


def _find(versions: Sequence[Hand], shown: SeenHand, table: Table) -> Hand:
    for hand in current_of(versions):
        if hand.number == shown.number:
            return hand
    raise stale_version(shown.number, table.round)


def _version(versions: Sequence[Hand], number: int, version: int, table: Table) -> Hand:
    """Return this version of a hand. Raises Stale if it does not exist or is a correction request."""
    for hand in versions:
        if (hand.number, hand.version) == (number, version) and hand.state != Hand.State.REQUESTED:
            return hand
    raise stale_version(number, table.round)


def _settle(table: Table, versions: Sequence[Hand], current: Hand, chosen: Hand, by: Actor) -> Hand:
    if chosen is current:
        settle_dispute(current, current_of(versions))
        save_fields(current, state=Hand.State.CONFIRMED, confirmed_at=timezone.now())
        decided = current
    else:
        decided = _copy(table, versions, chosen, current, Hand.State.CONFIRMED, by)
    log(decided, DECIDED, by=by, chosen=chosen.version, instead_of=current.version, before=current.scores)
    return decided


def _copy(table: Table, versions: Sequence[Hand], of: Hand, current: Hand, state: Hand.State, by: Actor) -> Hand:
    """Store an earlier version's tally as a new version and make it current."""
    entered = HandInput(number=of.number, tally=of.tally, seat=of.seat, replaces=current.version)
    hands = current_of(versions)
    score = score_tally(table, hands, entered, is_correction=True, checks=Checks.STORED)
    settle_dispute(current, hands)
    save_fields(current, is_current=False, state=Hand.State.CORRECTED)
    copy = new_version(table, versions, entered, score, by=by, state=state)
    copy.is_current = True
    insert(copy)
    return copy


def undo(shown: SeenHand, *, by: Actor) -> Hand:
    """Undo the director's decision on a hand; return the hand, disputed as before.

    Raises Stale if the shown version is not current, Conflict if there is no decision to undo or the round is closed.
    """
    with transaction.atomic():
        table = locked_table(shown.table_id)
        versions = hands_at(table, shown.number)
        current = _find(versions, shown, table)
        if current.version != shown.version:
            raise stale_version(shown.number, table.round)
        _refuse_after_close(table.round)
        before = _version(versions, shown.number, _decision(table, current).facts["instead_of"], table)
        undone = _dispute_again(table, versions, current, before, by)
        log(undone, UNDONE, by=by)
    return undone


def _refuse_after_close(round_: Round) -> None:
    if round_.state == Round.State.CLOSED:
        message = _("Round %(round)d is closed: reopen it first.")
        raise Conflict(Problem("round_closed", message, {"round": round_.number}))


def _decision(table: Table, current: Hand) -> LedgerEntry:
    """Return the ledger entry of the decision by which this version became current.

    Raises Conflict if there is none.
    """
    at = {"round": table.round.number, "table": table.number, "hand": current.number, "version": current.version}
    of_this = {f"facts__{name}": value for name, value in at.items()}
    last = LedgerEntry.objects.filter(tournament=table.round.tournament_id, **of_this).order_by("-sequence").first()
    if last is None or last.kind != DECIDED or current.state != Hand.State.CONFIRMED:
        on_hand = _("No decision of the director applies to the current version of hand %(hand)d.")
        on_total = _("No decision of the director applies to the current version of the total.")
        raise Conflict(about_hand("not_decided", (on_hand, on_total), current.number, table.round))
    return last


def _dispute_again(table: Table, versions: Sequence[Hand], current: Hand, before: Hand, by: Actor) -> Hand:
    if before is current:
        save_fields(current, state=Hand.State.DISPUTED, confirmed_at=None)
        return current
    return _copy(table, versions, before, current, Hand.State.DISPUTED, by)


def decided_hands(tournament: Tournament) -> list[Hand]:
    """Return the hands of rounds in play that a director decided recently, latest decision first; in two queries."""
    since = timezone.now() - SETTLED_SHOWN_FOR
    words = LedgerEntry.objects.filter(tournament=tournament, kind__in=(DECIDED, UNDONE), at__gte=since)
    last: dict[tuple[int, ...], LedgerEntry] = {}
    for word in words.order_by("sequence"):
        place = tuple(word.facts[name] for name in ("round", "table", "hand"))
        last.pop(place, None)
        last[place] = word
    decided = {(*place, word.facts["version"]): word.at for place, word in last.items() if word.kind == DECIDED}
    return _current_at(tournament, decided) if decided else []


def _current_at(tournament: Tournament, places: Mapping[tuple[int, ...], datetime]) -> list[Hand]:
    """Return the current confirmed hands at these places in rounds in play, latest decision first.

    A place is the numbers of round, table, hand and version; its value is the time of the decision. A hand recorded
    after the decision belongs to a later draw of the round and is left out.
    """
    playing = Hand.objects.current().filter(
        table__round__tournament=tournament, table__round__state=Round.State.PUBLISHED, state=Hand.State.CONFIRMED
    )
    tables = {table for _round, table, _hand, _version in places}
    found = playing.filter(table__number__in=tables).select_related("table__round")
    decided = [hand for hand in found if (at := places.get(_place(hand))) and hand.recorded_at <= at]
    return sorted(decided, key=lambda hand: list(places).index(_place(hand)), reverse=True)


def _place(hand: Hand) -> tuple[int, ...]:
    return hand.table.round.number, hand.table.number, hand.number, hand.version


OBJECTED: Final[LedgerKind] = "hand_disputed"
CONFIRMED: Final[LedgerKind] = "hand_confirmed"
AGREED: Final = "agreed"
OUTCOMES: Final[Mapping[str, str]] = {
    DECIDED: "decided",
    CONFIRMED: "decided",
    "hand_corrected": "corrected",
    "hand_voided": "struck-out",
    "hand_submitted": "replaced",
    "hand_countered": "replaced",
}
"""The outcome by kind of ledger entry. If the seat that objected confirmed itself, the outcome is `AGREED` instead."""


@dataclass(frozen=True, slots=True)
class DisputeHistory:
    """A dispute over a hand: the seats that objected (None for a director), and the ledger entry that settled it."""

    number: int
    objectors: tuple[int | None, ...]
    settled: LedgerEntry | None = None

    @property
    def outcome(self) -> str:
        """How the dispute was settled: `AGREED` or a value of `OUTCOMES`; "" while it is open."""
        if self.settled is None:
            return ""
        by_seat = self.settled.facts.get("confirmed_seat") is not None
        return AGREED if by_seat and self.settled.kind == CONFIRMED else OUTCOMES[self.settled.kind]


def dispute_histories(table: Table) -> dict[int, DisputeHistory]:
    """Return the latest dispute over each hand of a table by the hand's number, in one query."""
    at: dict[str, object] = {"facts__round": table.round.number, "facts__table": table.number}
    if table.round.published_at:  # older entries are about an earlier draw, which may have had a table of this number
        at["at__gte"] = table.round.published_at
    kinds = (OBJECTED, UNDONE, *OUTCOMES)
    found: dict[int, DisputeHistory] = {}
    links = LedgerEntry.objects.filter(tournament=table.round.tournament_id, kind__in=kinds, **at)
    for link in links.order_by("sequence"):
        number = link.facts["hand"]
        if history := _following(found.get(number), link, number):
            found[number] = history
    return found


def _following(history: DisputeHistory | None, link: LedgerEntry, number: int) -> DisputeHistory | None:
    """Return a dispute after one more ledger entry about the hand; None if the hand has not been disputed."""
    if link.kind == OBJECTED:
        before = history.objectors if history and history.settled is None else ()
        return DisputeHistory(number, tuple(dict.fromkeys((*before, link.facts.get("objector")))))
    if history is None:
        return None
    return DisputeHistory(number, history.objectors, None if link.kind == UNDONE else link)
