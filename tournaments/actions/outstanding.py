"""What stands between a round and its end."""

from django.utils.translation import gettext_noop as _

from tournaments.models import Round

from .problems import Problem
from .tables import TableInPlay, read_tables


def outstanding_tables(round_: Round) -> list[TableInPlay]:
    """The round's tables with missing, unconfirmed or disputed hands, by number."""
    tables = read_tables(round_.tournament, round_.tables.order_by("number"))
    return [table for table in tables if table.is_outstanding]


def outstanding_problem(table: TableInPlay) -> Problem:
    """What a director is told about such a table, the gravest first."""
    params = {"table": table.table.number}
    pointer = ("tables", table.table.number)
    if table.disputed:
        message = _("Table %(table)d: hand %(hand)d is disputed.")
        return Problem("disputed_hand", message, {**params, "hand": table.disputed[0]}, pointer)
    if table.unconfirmed:
        message = _("Table %(table)d: hand %(hand)d is not confirmed.")
        return Problem("unconfirmed_hand", message, {**params, "hand": table.unconfirmed[0]}, pointer)
    message = _("Table %(table)d: hand %(hand)d is missing.")
    return Problem("missing_hand", message, {**params, "hand": len(table.hands) + 1}, pointer)
