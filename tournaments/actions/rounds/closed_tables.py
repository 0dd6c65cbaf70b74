"""A table closed before its round: what is not played at it is worth what the director chooses."""

from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournaments.models import LedgerEntry, Round, Table

from ..core import ledger
from ..core.actor import Actor
from ..core.refusals import Conflict, Problem, refuse
from ..core.rows import locked_table, save_fields
from ..hands.closing import Closing
from ..hands.tables import play_at
from ..ledger_kinds.about_rounds import OfRounds

CLOSED: OfRounds = "table_closed"
REOPENED: OfRounds = "table_reopened"
USUAL = Closing()


def close_table(table: Table, closing: Closing = USUAL, *, by: Actor, **extra_facts: object) -> Table:
    """The table closed in a round in play, which waits for it no longer; `extra_facts` is what the ledger says with it.

    Closed again with the same closing it stays so. Raises Invalid for a closing that cannot be, and Conflict outside of
    play, for a table that has finished or that was closed with another closing.
    """
    refuse(closing.problems())
    with transaction.atomic():
        table = locked_table(table.pk)
        kept = closing.stored(table.round.tournament)
        if table.closing == kept:
            return table
        _refuse_unfit(table)
        save_fields(table, closing=kept)
        _log(table, CLOSED, by=by, closing=kept, **extra_facts)
    return table


def _refuse_unfit(table: Table) -> None:
    if table.closing:
        raise Conflict(is_closed(table))
    if not table.is_in_play:
        message = _("Round %(round)d is not in play.")
        raise Conflict(Problem("not_in_play", message, {"round": table.round.number}))
    if not play_at(table).is_outstanding:
        message = _("Table %(table)d has finished: there is nothing to close.")
        raise Conflict(Problem("table_finished", message, {"table": table.number}))


def reopen_table(table: Table, *, by: Actor, **extra_facts: object) -> Table:
    """The table in play again, with the hands that it has; one that is not closed stays as it is.

    Raises Conflict once its round is closed.
    """
    with transaction.atomic():
        table = locked_table(table.pk)
        if not table.closing:
            return table
        if table.round.state != Round.State.PUBLISHED:
            message = _("Round %(round)d is closed: reopen it first.")
            raise Conflict(Problem("round_closed", message, {"round": table.round.number}))
        save_fields(table, closing={})
        _log(table, REOPENED, by=by, **({"undoes": _closed_by(table).sequence} | extra_facts))
    return table


def _closed_by(table: Table) -> LedgerEntry:
    """The entry of the ledger with which the table was closed."""
    at = {"facts__round": table.round.number, "facts__table": table.number}
    return table.round.tournament.ledger.filter(kind=CLOSED, **at).latest("sequence")


def _log(table: Table, kind: OfRounds, *, by: Actor, **more: object) -> None:
    facts = {"round": table.round.number, "table": table.number, **more}
    ledger.append(table.round.tournament_id, kind, by=by, facts=facts)


def is_closed(table: Table) -> Problem:
    """What is said where a closed table would have to be in play."""
    message = _("Table %(table)d is closed: reopen it first.")
    return Problem("table_closed", message, {"table": table.number})
