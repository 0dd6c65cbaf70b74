"""What a director decides, when a round or one table of it is closed, on tables that have not finished."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final, Literal, cast

from django.utils.translation import gettext_noop as _

from tournaments import ranking
from tournaments.models import Round, Table, Tournament

from ..core.amounts import is_worth
from ..core.refusals import Problem

Unplayed = Literal["absent", "field-average", "number"]
Unfinished = Literal["as-played", "as-unplayed"]
UNPLAYED: Final[Mapping[str, str]] = {
    "absent": _("what an absence from this round is worth"),
    "field-average": _("the average of all who played this round"),
    "number": _("a number"),
}
UNFINISHED: Final[Mapping[str, str]] = {
    "as-played": _("as played, with the hands that it has"),
    "as-unplayed": _("like a table without a hand, or as played where that is worse"),
}


ASKED_NOTHING: Final[dict[str, Any]] = {"unplayed": "absent", "unfinished": "as-played", "timed": []}
"""What applies where a closed round keeps nothing."""


@dataclass(frozen=True, slots=True)
class Closing:
    """What tables without a counted hand are worth, and how tables count that have some of their hands.

    `amount` is the number where one is given. Without `unfinished`, what is usual in the tournament applies.
    """

    unplayed: str = "absent"
    amount: Decimal | None = None
    unfinished: str = ""

    def problems(self) -> Iterator[Problem]:
        """What is wrong with it."""
        if self.unplayed not in UNPLAYED:
            yield Problem("not_a_choice", _("Choose one of the ways that there are."), {}, ("unplayed",))
        if self.unfinished and self.unfinished not in UNFINISHED:
            yield Problem("not_a_choice", _("Choose one of the ways that there are."), {}, ("unfinished",))
        if self.unplayed == "number" and (self.amount is None or not is_worth(self.amount)):
            yield Problem("out_of_range", _("Give a number with at most two decimals."), {}, ("amount",))
        if self.unplayed != "number" and self.amount is not None:
            message = _("Leave the number out, or choose that the table is worth a number.")
            yield Problem("not_a_choice", message, {}, ("amount",))

    def stored(self, tournament: Tournament, timed: Collection[int] = ()) -> dict[str, Any]:
        """What the round, or the table, keeps of it; tables of the numbers `timed` had played their minutes."""
        return {
            "unplayed": self.unplayed if self.amount is None else str(self.amount),
            "unfinished": self.unfinished or usual_unfinished(tournament),
            "timed": sorted(timed),
        }


def usual_unfinished(tournament: Tournament) -> Unfinished:
    """How tables with hands missing count unless the director says otherwise: they gain where the lowest wins."""
    return "as-unplayed" if tournament.low_score_wins else "as-played"


def closing_of(round_: Round) -> Closing | None:
    """What was decided when a round was closed; None for a round that is not closed."""
    return closing_before(round_) if round_.state == Round.State.CLOSED else None


def closing_at(table: Table) -> Closing | None:
    """What was decided on a table: when it was closed before its round, else with it; None where neither is closed."""
    return closing_before(table) if table.closing else closing_of(table.round)


def closing_before(closed: Round | Table) -> Closing:
    """What was decided when a round, or a table, was last closed."""
    kept = ASKED_NOTHING | closed.closing
    if kept["unplayed"] in UNPLAYED:
        return Closing(kept["unplayed"], None, kept["unfinished"])
    return Closing("number", Decimal(kept["unplayed"]), kept["unfinished"])


def closed_round(number: int, closing: dict[str, Any]) -> ranking.ClosedRound:
    """The same for the ranking, of a round or of a table of it."""
    kept = ASKED_NOTHING | closing
    worth = kept["unplayed"]
    return ranking.ClosedRound(
        round=number,
        unplayed=cast('Literal["absent", "field-average"]', worth) if worth in UNPLAYED else Fraction(worth),
        unfinished=kept["unfinished"],
        timed=frozenset(kept["timed"]),
    )
