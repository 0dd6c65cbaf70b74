"""The score of unfinished tables, which a director decides when closing a round or one of its tables."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any, Final, Literal, cast

from django.utils.translation import gettext_noop as _

from tournaments import ranking
from tournaments.models import Round, Table, Tournament

from ..core.reasons import is_valid_award
from ..core.refusals import Problem

Unfinished = Literal["as-played", "as-unplayed"]
UNPLAYED: Final[Mapping[str, str]] = {
    "absent": _("the score of an absence from this round"),
    "field-average": _("the average of all who played this round"),
    "number": _("a number"),
}
UNFINISHED: Final[Mapping[str, str]] = {
    "as-played": _("as played, with the results that it has"),
    "as-unplayed": _("as if nothing had been played, or as played, whichever is worse for the player"),
}


ASKED_NOTHING: Final[dict[str, Any]] = {"unplayed": "absent", "unfinished": "as-played", "timed": []}
"""The defaults for a closed round or table that stores no choice."""


@dataclass(frozen=True, slots=True)
class Closing:
    """A director's choices for unfinished tables.

    `unplayed` says how a table without a counted hand is scored, `unfinished` how one with only some of its hands is
    scored. `amount` is the score if `unplayed` is "number". If `unfinished` is "", the tournament's default is used.
    """

    unplayed: str = "absent"
    amount: Decimal | None = None
    unfinished: str = ""

    def problems(self) -> Iterator[Problem]:
        """Yield the faults of these choices."""
        if self.unplayed not in UNPLAYED:
            yield Problem("not_a_choice", _("Choose one of the ways offered."), {}, ("unplayed",))
        if self.unfinished and self.unfinished not in UNFINISHED:
            yield Problem("not_a_choice", _("Choose one of the ways offered."), {}, ("unfinished",))
        if self.unplayed == "number" and (self.amount is None or not is_valid_award(self.amount)):
            yield Problem("out_of_range", _("Enter a number with at most two decimals."), {}, ("amount",))
        if self.unplayed != "number" and self.amount is not None:
            message = _("Leave the number out, or choose a number as the score of the table.")
            yield Problem("not_a_choice", message, {}, ("amount",))

    def stored(self, tournament: Tournament, timed: Collection[int] = ()) -> dict[str, Any]:
        """Return the choices in the form stored with a round or table.

        `timed` are the tables whose time had run out.
        """
        return {
            "unplayed": self.unplayed if self.amount is None else str(self.amount),
            "unfinished": self.unfinished or usual_unfinished(tournament),
            "timed": sorted(timed),
        }


def usual_unfinished(tournament: Tournament) -> Unfinished:
    """Return the default for `unfinished`: "as-unplayed" if the lowest score wins, otherwise "as-played".

    With "as-played", missing hands would be an advantage where the lowest score wins.
    """
    return "as-unplayed" if tournament.low_score_wins else "as-played"


def closing_of(round_: Round) -> Closing | None:
    """Return the choices with which a round was closed; None if it is not closed."""
    return closing_before(round_) if round_.state == Round.State.CLOSED else None


def closing_at(table: Table) -> Closing | None:
    """Return the choices for a table, which was closed by itself or with its round; None if it is open."""
    return closing_before(table) if table.closing else closing_of(table.round)


def closing_before(closed: Round | Table) -> Closing:
    """Return the choices made when a round or table was last closed, even if it has been reopened."""
    stored = ASKED_NOTHING | closed.closing
    if stored["unplayed"] in UNPLAYED:
        return Closing(stored["unplayed"], None, stored["unfinished"])
    return Closing("number", Decimal(stored["unplayed"]), stored["unfinished"])


def is_stored_closing(closing: Mapping[str, Any]) -> bool:
    """Whether a round or table can have these stored choices; {} is valid."""
    stored = ASKED_NOTHING | dict(closing)
    unplayed, timed = stored["unplayed"], stored["timed"]
    if not isinstance(unplayed, str) or not isinstance(timed, list) or any(type(each) is not int for each in timed):
        return False
    try:
        read = Closing(unplayed) if unplayed in UNPLAYED else Closing("number", Decimal(unplayed))
    except InvalidOperation:
        return False
    return stored["unfinished"] in [*UNFINISHED] and not any(read.problems())


def closed_round(number: int, closing: dict[str, Any]) -> ranking.ClosedRound:
    """Return what was chosen when a round or table was closed, in the form that the ranking uses."""
    stored = ASKED_NOTHING | closing
    worth = stored["unplayed"]
    return ranking.ClosedRound(
        round=number,
        unplayed=cast('Literal["absent", "field-average"]', worth) if worth in UNPLAYED else Fraction(worth),
        unfinished=stored["unfinished"],
        timed=frozenset(stored["timed"]),
    )
