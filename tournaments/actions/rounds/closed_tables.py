"""Closing a table before its round. The director decides how hands that were not played count."""

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
    """Close a table of a round in play, so that the round does not wait for it; return the table.

    `extra_facts` are added to the ledger entry. Closing it again with the same choices does nothing. Raises Invalid if
    `closing` is not valid. Raises Conflict if the table is not in play, has finished, or was closed with other choices.
    """
    refuse(closing.problems())
    with transaction.atomic():
        table = locked_table(table.pk)
        stored = closing.stored(table.round.tournament)
        if table.closing == stored:
            return table
        _refuse_unfit(table)
        save_fields(table, closing=stored)
        _log(table, CLOSED, by=by, closing=stored, **extra_facts)
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
    """Put a closed table into play again, with its hands; return it. A table that is not closed stays as it is.

    Raises Conflict once the round is closed.
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
    """Return the ledger entry that records the closing of the table."""
    at = {"facts__round": table.round.number, "facts__table": table.number}
    return table.round.tournament.ledger.filter(kind=CLOSED, **at).latest("sequence")


def _log(table: Table, kind: OfRounds, *, by: Actor, **more: object) -> None:
    facts = {"round": table.round.number, "table": table.number, **more}
    ledger.append(table.round.tournament_id, kind, by=by, facts=facts)


def is_closed(table: Table) -> Problem:
    """Return the problem that the table is closed, for an action that needs a table in play."""
    message = _("Table %(table)d is closed: reopen it first.")
    return Problem("table_closed", message, {"table": table.number})
