"""How a round is scored: hand by hand, or by table total."""

from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournaments.models import Kept, Round, Table

from ..core.actor import Actor
from ..core.refusals import Conflict, Problem, refuse
from ..core.rows import save_fields
from ..setup.plans import needing_hands
from .rounds import lock_with_tables, log_round, require_state


def keep_round(round_: Round, kept: str, *, by: Actor) -> Round:
    """Score the round from now on as `kept` says: hand by hand or by table total. Return the round.

    Raises Conflict if the round is closed or has no tables, or if anything was entered at a table. Raises Invalid if
    the game or a tie-break needs every hand.
    """
    with transaction.atomic():
        round_ = lock_with_tables(round_)
        if round_.kept == kept:
            return round_
        require_state(round_, Round.State.DRAFT, Round.State.PUBLISHED)
        _refuse_entered(round_)
        if kept == Kept.TOTALS:
            refuse(needing_hands(round_.tournament))
        save_fields(round_, kept=kept)
        log_round(round_, "round_kept", by=by)
    return round_


def _refuse_entered(round_: Round) -> None:
    begun = round_.tables.begun().order_by("number").first()
    if begun:
        message = _(
            "Something has already been entered at table %(table)d, so the way of scoring round %(round)d "
            "cannot change."
        )
        raise Conflict(Problem("already_played", message, {"table": begun.number, "round": round_.number}, ("kept",)))


def require_total(table: Table) -> None:
    """Raise Conflict unless the table's round is scored by table total."""
    if table.round.is_by_totals:
        return
    if table.hands.current().exists():
        message = _("Hands of table %(table)d were entered: its total follows from them.")
        raise Conflict(Problem("hands_stand", message, {"table": table.number}))
    message = _("Round %(round)d is scored hand by hand. Switch it to table totals first.")
    raise Conflict(Problem("kept_by_hands", message, {"round": table.round.number}))
