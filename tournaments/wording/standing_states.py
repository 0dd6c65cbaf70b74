"""The state of standings as a code and a sentence, for pages, paper, pictures, screens and the API."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext, gettext_lazy, ngettext

from tournaments.actions.hands.closing import closing_at
from tournaments.actions.hands.tables import TableInPlay
from tournaments.models import ShownStandings, Standing, Tournament

from .standing_words import PlayedNow
from .words import Words, figure


class StandingsCode(StrEnum):
    """The state of standings. If they are `settled` or `final`, a director must confirm each change."""

    WAITING = "waiting"
    IN_PLAY = "in_play"
    PROVISIONAL = "provisional"
    SETTLED = "settled"
    FINAL = "final"
    HIDDEN = "hidden"


@dataclass(frozen=True, slots=True)
class State:
    """The state of the standings that a reader may see, also those of a round in play."""

    code: StandingsCode
    number: int
    latest: Standing | None

    @property
    def text(self) -> str:
        """The state as a sentence."""
        match self.code:
            case StandingsCode.WAITING:
                return gettext("No standings yet.")
            case StandingsCode.HIDDEN:
                return gettext("Standings are hidden until the prize-giving.")
            case StandingsCode.FINAL:
                return gettext("Final standings.")
            case StandingsCode.SETTLED:
                return gettext("After round %(number)s.") % {"number": self.number}
        head = self.latest.head if self.latest else {"after_round": self.number, "outstanding_tables": 0}
        if self.code == StandingsCode.IN_PLAY:
            return PlayedNow({**head, "rows": []}, after_round=self.number).sentence
        return _provisional(self.number, head["outstanding_tables"])


def _provisional(number: int, tables: int) -> str:
    if not tables:
        return gettext("Provisional after round %(number)s.") % {"number": number}
    sentence = ngettext(
        "Provisional after round %(number)s: one table has not finished.",
        "Provisional after round %(number)s: %(tables)s tables have not finished.",
        tables,
    )
    return sentence % {"number": number, "tables": tables}


def state_of(tournament: Tournament, shown: ShownStandings, *, hidden: bool) -> State:
    """Return the state of these standings; `hidden` says whether results are hidden from the reader.

    The tournament must be read `with_last_round`.
    """
    return State(_code(tournament, shown, hidden=hidden), shown.after_round, shown.latest)


def _code(tournament: Tournament, shown: ShownStandings, *, hidden: bool) -> StandingsCode:
    if hidden:
        return StandingsCode.HIDDEN
    if shown.in_play:
        return StandingsCode.IN_PLAY
    if not shown.after_round:
        return StandingsCode.WAITING
    if shown.after_round > tournament.settled_round:
        return StandingsCode.PROVISIONAL
    is_last = shown.after_round == tournament.last_round
    return StandingsCode.FINAL if tournament.is_over and is_last else StandingsCode.SETTLED


def state_for_everybody(tournament: Tournament, shown: ShownStandings) -> State:
    """Return the state for readers who are not members of the club."""
    return state_of(tournament, shown, hidden=tournament.standings_hidden_after is not None)


WITHOUT_HAND: Mapping[str, Words] = {
    "absent": gettext_lazy("This table was closed before a result counted: it counts like an absence."),
    "field-average": gettext_lazy(
        "This table was closed before a result counted: it counts the average of all who played the round."
    ),
    "number": gettext_lazy("This table was closed before a result counted: it counts %(number)s."),
}
UNFINISHED: Mapping[str, Words] = {
    "as-played": gettext_lazy("This table is closed: what is missing, disputed or not confirmed does not count."),
    "as-unplayed": gettext_lazy(
        "This table was closed before it had finished: it counts as if nothing had been played. It counts as "
        "played if that is worse for the player, or if no table of the round has finished."
    ),
}


def closing_text(play: TableInPlay) -> str:
    """Return how a table that was closed with missing hands is scored, as text; "" for other tables."""
    closing = closing_at(play.table)
    if closing is None or not play.lacks_hands:
        return ""
    if play.has_counted:
        timed = not play.table.closing and play.table.number in play.table.round.closing.get("timed", ())
        return str(UNFINISHED["as-played" if timed else closing.unfinished])
    number = "" if closing.amount is None else figure(str(closing.amount.normalize()))
    return str(WITHOUT_HAND[closing.unplayed]) % {"number": number}
