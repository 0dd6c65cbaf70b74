"""What a table announces before a hand, such as its bids: locked, and changed only openly."""

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
from .tallies import Entered, in_lines, locked_announcement, refuse_unseen, skipped


def announce(table: Table, entered: Entered, *, by: Actor) -> tuple[Announcement, bool]:
    """What is locked after a director or scorer has entered it, and whether it is new.

    The same again changes nothing. Raises Invalid with every fault; Conflict for a round that is
    not in play, a skipped hand, or one that was entered already; PreconditionRequired where
    something else is locked and `replaces` is not said, Stale where it is another version.
    """
    with transaction.atomic():
        table = locked_table(table.pk)
        if not table.is_in_play:
            message = _("What is announced before play is locked while the round is being played.")
            raise Conflict(Problem("round_not_in_play", message))
        return write(table, entered, by=by)


def write(table: Table, entered: Entered, *, by: Actor, seat: int | None = None) -> tuple[Announcement, bool]:
    """What is locked now and whether it is new; call it under the table's lock."""
    lines = _read_lines(table, entered)
    standing = locked_announcement(table, entered.number)
    if standing and standing.lines == lines:
        return standing, False
    message = _("Something else is locked before hand %(hand)d: compare before you change it.")
    unnamed = Problem("announcement_stands", message, {"hand": entered.number})
    refuse_unseen(standing, entered.replaces, unnamed=unnamed, changed=stale_announcement(entered.number))
    if standing:
        save_fields(standing, is_current=False)
    new = Announcement.objects.create(
        table=table,
        number=entered.number,
        version=standing.version + 1 if standing else 1,
        lines=lines,
        seat=seat,
        device=by.device,
        recorded_by=by.user,
        source=by.source,
        recorded_at=timezone.now(),
    )
    _log(new, by=by)
    return new, True


def _read_lines(table: Table, entered: Entered) -> list[dict[str, Any] | None]:
    """The lines in their place among the table's hands; raises Conflict or Invalid."""
    hands = list(table.hands.current().order_by("number"))
    if 1 <= entered.number <= len(hands):
        message = _("Hand %(hand)d has been entered: what was announced before it stays.")
        raise Conflict(Problem("hand_stands", message, {"hand": entered.number}))
    if entered.number != len(hands) + 1:
        raise Conflict(skipped(len(hands) + 1))
    tournament = table.round.tournament
    read = read_lines(tournament.rules, table_state(tournament, table, hands), entered.tally)
    if isinstance(read, list):
        raise Invalid(in_lines(read))
    return [None if line is None else dict(line) for line in read]


def stale_announcement(number: int) -> Stale:
    """The refusal for naming another version of the announcement than the one that is locked."""
    message = _("What was announced before hand %(hand)d was changed meanwhile: look at it again.")
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
