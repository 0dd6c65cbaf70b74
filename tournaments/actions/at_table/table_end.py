"""Agreeing on all hands of a table in one go, when it has played its last."""

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournaments.models import Confirmation, Hand, Table

from ..locks import locked_table
from ..problems import Conflict, NotLetIn, Problem
from ..tables import table_state
from .agreement import agree_to, stale
from .pins import wrong_pin
from .seats import entry_at
from .table_sessions import refuse_closed
from .voices import Voice, may_speak


def agree_to_all(versions: Mapping[int, int], voice: Voice, *, pin: str = "") -> list[Hand]:
    """The hands that a seat has confirmed together: all that wait, save those it entered itself.

    `versions` names the version of each hand that the seat has seen. Raises Stale where others stand,
    Conflict while a table that confirms at its end plays on, and NotLetIn as for a single hand.
    """
    with transaction.atomic():
        table = locked_table(voice.session.table_id)
        current = list(table.hands.current().order_by("number"))
        _refuse_too_early(table, current)
        waiting = _for_this_seat(current, voice)
        for hand in waiting:
            if versions.get(hand.number) != hand.version:
                raise stale(hand.number)
        if may_speak(table, waiting, voice, pin=pin):
            for hand in waiting:
                agree_to(hand, voice, with_pin=bool(pin))
            return waiting
    raise wrong_pin(entry_at(table, voice.seat))


def _refuse_too_early(table: Table, current: Sequence[Hand]) -> None:
    refuse_closed(table.round)
    tournament = table.round.tournament
    if tournament.confirmation == Confirmation.DIRECTOR:
        message = _("In this tournament the director confirms.")
        raise NotLetIn(Problem("director_confirms", message))
    over = table_state(tournament, table, current).over
    if tournament.confirmation == Confirmation.TABLE_END and not over:
        message = _("Play the last hand first: the table is not over.")
        raise Conflict(Problem("table_not_over", message))


def _for_this_seat(current: Sequence[Hand], voice: Voice) -> list[Hand]:
    """The hands that wait for another seat than the one that entered them."""
    waiting = [hand for hand in current if hand.state == Hand.State.SUBMITTED]
    others = [hand for hand in waiting if hand.seat != voice.seat]
    if waiting and not others:
        message = _("You entered these hands: another player confirms them.")
        raise NotLetIn(Problem("own_hand", message, pointer=("seat",)))
    return others
