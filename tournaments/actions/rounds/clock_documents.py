"""Clocks as documents. A document contains the state after the last change, and stays valid while time passes."""

from typing import Any

from tournaments.models import Clock, Round
from tournaments.models.clock import MINUTE

from .clock import warning_minutes


def clock_of(round_: Round | None) -> Clock | None:
    """Return the clock of a round; None if the round is not in play or its clock was never started."""
    if round_ is None or round_.state != Round.State.PUBLISHED:
        return None
    return getattr(round_, "clock", None)


def clock_hands(round_: Round | None) -> dict[str, Any] | None:
    """Return the values from which the time left is computed; None if the round is not in play or has no clock.

    `left` is in milliseconds, at the time `since`; if `since` is None the clock stands still.
    """
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
    """Return the whole clock: the values of `clock_hands`, all others, and the extra time of tables.

    Return None if there is no clock.
    """
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
    """Return the tables with their values, in order of number."""
    return sorted(tables.items(), key=lambda each: int(each[0]))
