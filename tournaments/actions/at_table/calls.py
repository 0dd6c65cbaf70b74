"""A table calls the director."""

from django.db import transaction

from tournaments.models import HelpCall, TableSession

from ..core.rows import locked_table
from ..hands.help_calls import call_director
from .table_sessions import refuse_closed


def ask_director(session: TableSession, *, seat: int | None, reason: str) -> HelpCall:
    """A call from the table itself; raises Conflict once its round is closed."""
    with transaction.atomic():
        table = locked_table(session.table_id)
        refuse_closed(table)
        return call_director(table, seat=seat, reason=reason)
