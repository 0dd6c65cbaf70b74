"""What is told of a clock: how it stood after the last act, so that it stays true while time goes by."""

from typing import Any

from tournaments.models import Clock, Round
from tournaments.models.clock import MINUTE

from .clock import warning_minutes


def clock_of(round_: Round | None) -> Clock | None:
    """The clock of a round in play, None where it was not started."""
    if round_ is None or round_.state != Round.State.PUBLISHED:
        return None
    return getattr(round_, "clock", None)


def clock_hands(round_: Round | None) -> dict[str, Any] | None:
    """What tells, with the time, how much is left: `left` milliseconds at `since`, or now where that is None."""
    clock = clock_of(round_)
    if round_ is None or clock is None:
        return None
    return {
        "version": clock.version,
        "since": clock.runs_since,
        "left": 0 if clock.ended_at else clock.left,
        "warning": warning_minutes(round_.tournament) * MINUTE,
    }


def clock_document(round_: Round | None) -> dict[str, Any] | None:
    """The same with all else that is told of it, and what single tables have beyond it, by their numbers."""
    clock, hands = clock_of(round_), clock_hands(round_)
    if round_ is None or clock is None or hands is None:
        return None
    tables = {} if clock.ended_at else clock.tables
    return {
        "round": round_.number,
        **hands,
        "minutes": clock.minutes,
        "extra": clock.extra,
        "ends_at": clock.ends_at(),
        "ended": clock.ended_at is not None,
        "tables": [{"table": int(number), "beyond": beyond} for number, beyond in sorted_tables(tables)],
    }


def sorted_tables(tables: dict[str, int]) -> list[tuple[str, int]]:
    """Tables with what they have, by number."""
    return sorted(tables.items(), key=lambda each: int(each[0]))
