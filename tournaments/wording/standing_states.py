"""The state of standings: one code and one sentence, for pages, paper, pictures, screens and the API."""

from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext, ngettext

from tournaments.models import Leading, Standing, Tournament

from .standing_words import PlayedNow


class Code(StrEnum):
    """The state of standings; `settled` and `final` ones change only if a director confirms the change."""

    WAITING = "waiting"
    IN_PLAY = "in_play"
    PROVISIONAL = "provisional"
    SETTLED = "settled"
    FINAL = "final"
    HIDDEN = "hidden"


@dataclass(frozen=True, slots=True)
class State:
    """The state of the standings that a reader is shown, with those of a round in play."""

    code: Code
    number: int
    latest: Standing | None

    @property
    def text(self) -> str:
        """The same in a sentence."""
        match self.code:
            case Code.WAITING:
                return gettext("No standings yet.")
            case Code.HIDDEN:
                return gettext("Standings are hidden until the prize-giving.")
            case Code.FINAL:
                return gettext("Final standings.")
            case Code.SETTLED:
                return gettext("After round %(number)s.") % {"number": self.number}
        head = self.latest.head if self.latest else {"after_round": self.number, "outstanding_tables": 0}
        if self.code == Code.IN_PLAY:
            return PlayedNow({**head, "rows": []}, after_round=self.number).told
        return _provisional(self.number, head["outstanding_tables"])


def _provisional(number: int, tables: int) -> str:
    if not tables:
        return gettext("Provisional after round %(number)s.") % {"number": number}
    told = ngettext(
        "Provisional after round %(number)s: one table has not finished.",
        "Provisional after round %(number)s: %(tables)s tables have not finished.",
        tables,
    )
    return told % {"number": number, "tables": tables}


def state_of(tournament: Tournament, shown: Leading, *, hidden: bool) -> State:
    """Return how these standings stand; `hidden` where results are kept from the reader.

    The tournament is `with_last_round`.
    """
    return State(_code(tournament, shown, hidden=hidden), shown.after_round, shown.latest)


def _code(tournament: Tournament, shown: Leading, *, hidden: bool) -> Code:
    if hidden:
        return Code.HIDDEN
    if shown.in_play:
        return Code.IN_PLAY
    if not shown.after_round:
        return Code.WAITING
    if shown.after_round > tournament.settled_round:
        return Code.PROVISIONAL
    is_last = shown.after_round == tournament.last_round  # type: ignore[attr-defined]  # of with_last_round
    return Code.FINAL if tournament.is_over and is_last else Code.SETTLED


def state_for_everybody(tournament: Tournament, shown: Leading) -> State:
    """Return the state for readers who are not of the club."""
    return state_of(tournament, shown, hidden=tournament.standings_hidden_after is not None)
