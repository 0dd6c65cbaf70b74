"""Versions of hands: a tally is written once, whatever happens to it later."""

from typing import Any, cast

from django.utils import timezone

from scoring.core import HandScore
from tournaments.models import Hand, Table

from . import ledger
from .actor import Actor
from .judging import Entered
from .locks import locked


def locked_table(table_id: int) -> Table:
    """The table with its row locked; every write to its hands begins here. Raises Gone.

    Its round is read only once the lock is held: whoever closed the round had it until then.
    """
    locked(Table.objects.only("pk"), table_id)
    whole = Table.objects.select_related("round__tournament").prefetch_related("seats")
    return whole.get(pk=table_id)


def new_version(table: Table, entered: Entered, score: HandScore, *, by: Actor, state: Hand.State) -> Hand:
    """The next version of a hand, not stored yet; call it under the table's lock."""
    tally: dict[str, Any] = score.tally.as_json()
    now = timezone.now()
    return Hand(
        table=table,
        number=entered.number,
        version=_next_number(table, entered.number),
        state=state,
        is_current=state not in (Hand.State.REQUESTED, Hand.State.DISPUTED),
        lines=tally["lines"],
        facts=tally["hand"],
        scores=list(score.scores),
        seat=cast("int | None", entered.seat),
        recorded_by=by.user,
        device=by.device,
        source=by.source,
        reason=entered.why,
        recorded_at=now,
        confirmed_at=now if state == Hand.State.CONFIRMED else None,
    )


def _next_number(table: Table, hand: int) -> int:
    versions = table.hands.filter(number=hand).order_by("-version")
    return (versions.values_list("version", flat=True).first() or 0) + 1


def retire(hand: Hand, *, state: Hand.State = Hand.State.CORRECTED) -> None:
    """Let a version stand no longer; it stays on record in this state."""
    hand.is_current, hand.state = False, state
    hand.save(update_fields=["is_current", "state"])


def log(hand: Hand, kind: str, *, by: Actor, text: str = "", **more: object) -> None:
    """Enter what happened to a hand in the ledger."""
    table = hand.table
    facts = {
        "round": table.round.number,
        "table": table.number,
        "hand": hand.number,
        "version": hand.version,
        "state": hand.state,
        "tally": ledger.digest(hand.tally),
        "scores": hand.scores,
        "seat": hand.seat,
        "confirmed_seat": hand.confirmed_seat,
        "recorded_at": hand.recorded_at.isoformat(),
        "confirmed_at": hand.confirmed_at.isoformat() if hand.confirmed_at else None,
        **more,
    }
    ledger.append(table.round.tournament_id, kind, by=by, facts=facts, text=text or hand.reason)
