"""Announcements, such as bids: a table locks them before a hand, and may replace wrong ones."""

from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from scoring.announcing import announce as read_lines
from tournaments.models import Announcement, Table

from ..core import ledger
from ..core.actor import Actor
from ..core.refusals import Conflict, Invalid, Problem, Stale
from ..core.rows import locked_table, save_fields
from ..ledger_kinds import LedgerKind
from .tables import table_state
from .tallies import HandInput, in_lines, locked_announcement, refuse_unseen, skipped


def announce(table: Table, entered: HandInput, *, by: Actor) -> tuple[Announcement, bool]:
    """Record an announcement as a director or scorer; return the locked announcement and whether it is new.

    An equal announcement changes nothing.

    Raises Invalid with every fault. Raises Conflict if the table is not in play, an earlier hand is missing, or the
    hand is already entered. Raises PreconditionRequired if a different announcement is locked and `replaces` is
    missing, Stale if `replaces` names a different version.
    """
    with transaction.atomic():
        table = locked_table(table.pk)
        if not table.is_in_play:
            message = _("Bids and other announcements can be locked only while the round is in play.")
            raise Conflict(Problem("round_not_in_play", message))
        return write(table, entered, by=by)


def write(table: Table, entered: HandInput, *, by: Actor, seat: int | None = None) -> tuple[Announcement, bool]:
    """Store an announcement; return it, and whether it is new. Call it with the table locked."""
    lines = _read_lines(table, entered)
    current = locked_announcement(table, entered.number)
    if current and current.lines == lines:
        return current, False
    message = _("A different announcement is already locked for hand %(hand)d: compare before you change it.")
    unnamed = Problem("announcement_stands", message, {"hand": entered.number})
    refuse_unseen(current, entered.replaces, unnamed=unnamed, changed=stale_announcement(entered.number))
    if current:
        save_fields(current, is_current=False)
    new = Announcement.objects.create(
        table=table,
        number=entered.number,
        version=current.version + 1 if current else 1,
        lines=lines,
        seat=seat,
        device=by.device,
        recorded_by=by.user,
        source=by.source,
        recorded_at=timezone.now(),
    )
    _log(new, by=by)
    return new, True


def _read_lines(table: Table, entered: HandInput) -> list[dict[str, Any] | None]:
    """Return the checked lines of an announcement for the table's next hand; None for a side that announces nothing.

    Raises Conflict for any other hand, Invalid for faults in the lines.
    """
    hands = list(table.hands.current().order_by("number"))
    if 1 <= entered.number <= len(hands):
        message = _("Hand %(hand)d has been entered: its announcement can no longer be changed.")
        raise Conflict(Problem("hand_stands", message, {"hand": entered.number}))
    if entered.number != len(hands) + 1:
        raise Conflict(skipped(len(hands) + 1))
    read = read_lines(table.round.rules, table_state(table, hands), entered.tally)
    if isinstance(read, list):
        raise Invalid(in_lines(read))
    return [None if line is None else dict(line) for line in read]


def stale_announcement(number: int) -> Stale:
    """Return the refusal of an announcement that would replace a version that is no longer current."""
    message = _("The announcements for hand %(hand)d were changed meanwhile: look at them again.")
    return Stale(Problem("announcement_changed", message, {"hand": number}))


def _log(new: Announcement, *, by: Actor) -> None:
    table = new.table
    facts = {
        "round": table.round.number,
        "table": table.number,
        "hand": new.number,
        "version": new.version,
        "announced": new.lines,
        "seat": new.seat,
        "recorded_at": new.recorded_at.isoformat(),
    }
    kind: LedgerKind = "hand_announced" if new.version == 1 else "announcement_changed"
    ledger.append(table.round.tournament_id, kind, by=by, facts=facts, changes_standings=False)
