"""The last big thing that was done, as a director is told of it."""

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
    """What was done, when and by whom; what undoing it does; and why it cannot be undone, where it cannot."""

    line: Line
    effect: str
    obstacle: Problem | None


def undo_line(tournament: Tournament) -> Line | None:
    """What can be undone, in one line that names nobody; None where nothing can."""
    last = last_thing(tournament)
    if last is None or last.obstacle:
        return None
    return next(lines_of(tournament, [last.link], DIRECTOR, NOBODY))


def read_offer(tournament: Tournament) -> Offer | None:
    """What can be undone, or no longer; None where nothing big was done."""
    last = last_thing(tournament)
    if last is None:
        return None
    (line,) = lines_of(tournament, [last.link], DIRECTOR)
    return Offer(line, gettext(last.effect) % Values(last.link.facts), last.obstacle)
