"""The last big action, as it is shown to directors."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.models import Tournament

from ..chronicle.reading import DIRECTOR, Line, lines_of
from ..chronicle.who import NOBODY
from ..core.refusals import Problem
from ..ledger_kinds.told import Values
from .last_thing import last_thing


@dataclass(frozen=True, slots=True)
class Offer:
    """The last big action as a line of the log, the effect of undoing it, and the obstacle if it cannot be undone."""

    line: Line
    effect: str
    obstacle: Problem | None


def undo_line(tournament: Tournament) -> Line | None:
    """Return the action that can be undone, as a line that names nobody; None if there is none."""
    last = last_thing(tournament)
    if last is None or last.obstacle:
        return None
    return next(lines_of(tournament, [last.link], DIRECTOR, NOBODY))


def read_offer(tournament: Tournament) -> Offer | None:
    """Return the last big action, even if it cannot be undone; None if there is none."""
    last = last_thing(tournament)
    if last is None:
        return None
    (line,) = lines_of(tournament, [last.link], DIRECTOR)
    return Offer(line, gettext(last.effect) % Values(last.link.facts), last.obstacle)
