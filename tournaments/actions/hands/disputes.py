"""Directors' decisions in disputes: one version of a hand becomes current; a decision can be undone."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from scoring.values import Checks
from tournaments.models import Hand, LedgerEntry, Round, Table, Tournament
from tournaments.models.prepared import insert

from ..core.actor import Actor
from ..core.refusals import Conflict, Problem
from ..core.rows import hands_at, locked_table, save_fields
from ..core.unseen import stale_version
from .hands import Shown
from .help_calls import settle_dispute
from .tallies import Entered, log, new_version, score_tally, standing_of

DECIDED: Final = "dispute_decided"
UNDONE: Final = "decision_undone"
TOLD_FOR = timedelta(minutes=15)
"""How long a decision is shown on the desk with the button that undoes it."""


def decide(shown: Shown, version: int, *, by: Actor) -> Hand:
    """Settle a dispute: make this version's tally current and confirmed; return the current hand.

    `shown` is the current version that the director saw. Repeating a decision changes nothing. Raises Stale if another
    version is current or the hand has no such version, Conflict if the hand is not disputed.
    """
    with transaction.atomic():
        table = locked_table(shown.table_id)
        versions = hands_at(table, shown.number)
        standing, chosen = _find(versions, shown), _version(versions, shown.number, version)
        if _is_settled_so(standing, chosen):
            return standing
        if standing.version != shown.version:
            raise stale_version(shown.number)
        if standing.state != Hand.State.DISPUTED:
            message = _("Hand %(hand)d is no longer disputed: correct it and give the reason.")
            raise Conflict(Problem("not_disputed", message, {"hand": shown.number}))
        return _settle(table, versions, standing, chosen, by)


def _find(versions: Sequence[Hand], shown: Shown) -> Hand:
    for hand in standing_of(versions):
        if hand.number == shown.number:
            return hand
    raise stale_version(shown.number)


def _version(versions: Sequence[Hand], number: int, version: int) -> Hand:
    """Return the version of this number, if it is no correction request. Raises Stale."""
    for hand in versions:
        if (hand.number, hand.version) == (number, version) and hand.state != Hand.State.REQUESTED:
            return hand
    raise stale_version(number)


def _is_settled_so(standing: Hand, chosen: Hand) -> bool:
    return standing.state == Hand.State.CONFIRMED and standing.tally == chosen.tally


def _settle(table: Table, versions: Sequence[Hand], standing: Hand, chosen: Hand, by: Actor) -> Hand:
    if chosen is standing:
        settle_dispute(standing, standing_of(versions))
        save_fields(standing, state=Hand.State.CONFIRMED, confirmed_at=timezone.now())
        decided = standing
    else:
        decided = _copy(table, versions, chosen, standing, Hand.State.CONFIRMED, by)
    log(decided, DECIDED, by=by, chosen=chosen.version, instead_of=standing.version, before=standing.scores)
    return decided


def _copy(table: Table, versions: Sequence[Hand], of: Hand, standing: Hand, state: Hand.State, by: Actor) -> Hand:
    """Store an earlier version's tally as a new version and make it current."""
    entered = Entered(number=of.number, tally=of.tally, seat=of.seat, replaces=standing.version)
    current = standing_of(versions)
    score = score_tally(table, current, entered, is_correction=True, checks=Checks.STORED)
    settle_dispute(standing, current)
    save_fields(standing, is_current=False, state=Hand.State.CORRECTED)
    copy = new_version(table, versions, entered, score, by=by, state=state)
    copy.is_current = True
    insert(copy)
    return copy


def undo(shown: Shown, *, by: Actor) -> Hand:
    """Undo the director's decision on a hand; return the hand, disputed as before.

    Raises Stale if another version is current than the one shown, Conflict if there is no decision to undo or the round
    is closed.
    """
    with transaction.atomic():
        table = locked_table(shown.table_id)
        versions = hands_at(table, shown.number)
        standing = _find(versions, shown)
        if standing.version != shown.version:
            raise stale_version(shown.number)
        _refuse_after_close(table.round)
        before = _version(versions, shown.number, _decision(table, standing).facts["instead_of"])
        undone = _dispute_again(table, versions, standing, before, by)
        log(undone, UNDONE, by=by)
    return undone


def _refuse_after_close(round_: Round) -> None:
    if round_.state == Round.State.CLOSED:
        message = _("Round %(round)d is closed: reopen it first.")
        raise Conflict(Problem("round_closed", message, {"round": round_.number}))


def _decision(table: Table, standing: Hand) -> LedgerEntry:
    """Return the ledger entry of the decision that made this version current. Raises Conflict if there is none."""
    at = {"round": table.round.number, "table": table.number, "hand": standing.number, "version": standing.version}
    of_this = {f"facts__{name}": value for name, value in at.items()}
    last = LedgerEntry.objects.filter(tournament=table.round.tournament_id, **of_this).order_by("-sequence").first()
    if last is None or last.kind != DECIDED or standing.state != Hand.State.CONFIRMED:
        message = _("No decision of the director applies to the current version of hand %(hand)d.")
        raise Conflict(Problem("not_decided", message, {"hand": standing.number}))
    return last


def _dispute_again(table: Table, versions: Sequence[Hand], standing: Hand, before: Hand, by: Actor) -> Hand:
    if before is standing:
        save_fields(standing, state=Hand.State.DISPUTED, confirmed_at=None)
        return standing
    return _copy(table, versions, before, standing, Hand.State.DISPUTED, by)


def decided_hands(tournament: Tournament) -> list[Hand]:
    """Return the hands of the round in play that are current by a recent decision, newest first, in two queries."""
    since = timezone.now() - TOLD_FOR
    words = LedgerEntry.objects.filter(tournament=tournament, kind__in=(DECIDED, UNDONE), at__gte=since)
    last: dict[tuple[int, ...], LedgerEntry] = {}
    for word in words.order_by("sequence"):
        place = tuple(word.facts[name] for name in ("round", "table", "hand"))
        last.pop(place, None)
        last[place] = word
    decided = {(*place, word.facts["version"]): word.at for place, word in last.items() if word.kind == DECIDED}
    return _standing_by(tournament, decided) if decided else []


def _standing_by(tournament: Tournament, places: Mapping[tuple[int, ...], datetime]) -> list[Hand]:
    """Return the current hands at these places, without those recorded after the decision.

    Those belong to a later draw of the round.
    """
    playing = Hand.objects.current().filter(
        table__round__tournament=tournament, table__round__state=Round.State.PUBLISHED, state=Hand.State.CONFIRMED
    )
    tables = {table for _round, table, _hand, _version in places}
    found = playing.filter(table__number__in=tables).select_related("table__round")
    told = [hand for hand in found if (at := places.get(_place(hand))) and hand.recorded_at <= at]
    return sorted(told, key=lambda hand: list(places).index(_place(hand)), reverse=True)


def _place(hand: Hand) -> tuple[int, ...]:
    return hand.table.round.number, hand.table.number, hand.number, hand.version
