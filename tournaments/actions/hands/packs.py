"""Playing with a different pack from the one in the rules, if all players at the table agree."""

from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournaments.models import Round, Table

from ..core import ledger
from ..core.actor import Actor
from ..core.refusals import Conflict, Invalid, Problem
from ..core.rows import locked_table, save_fields


def agree_on_pack(table: Table, *, other: bool, by: Actor) -> Table:
    """Record that the table plays with a different pack or, if not `other`, with the pack of the rules again.

    Return the table. Raises Invalid if the rules name no pack, Conflict unless the round is in play.
    """
    with transaction.atomic():
        table = locked_table(table.pk)
        if not table.round.rules.names_pack:
            message = _("The rules of this game name no pack: any will do.")
            raise Invalid([Problem("any_pack", message, {}, ("other_pack",))])
        if table.round.state != Round.State.PUBLISHED:
            raise Conflict(
                Problem("round_not_in_play", _("Players can agree on a pack only while the round is in play."))
            )
        if table.other_pack != other:
            save_fields(table, other_pack=other)
            facts = {"round": table.round.number, "table": table.number, "other_pack": other}
            ledger.append(table.round.tournament_id, "pack_agreed", by=by, facts=facts, changes_standings=False)
    return table
