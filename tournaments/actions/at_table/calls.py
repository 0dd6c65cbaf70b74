"""Calling the director from a table."""

from django.db import transaction

from tournaments.models import HelpCall, TableSession

from ..core.rows import locked_table
from ..hands.help_calls import call_director
from .table_sessions import refuse_closed


def ask_director(session: TableSession, *, seat: int | None, reason: str) -> HelpCall:
    """Call the director to the session's table; return the open call. Raises Conflict if the table is not in play."""
    with transaction.atomic():
        table = locked_table(session.table_id)
        refuse_closed(table)
        return call_director(table, seat=seat, reason=reason)
