"""Decisions on a draft that is dropped or drawn again: they stay for the round's next draw, or are taken back with it.

Penalties, awards, forfeits and absences name a round by its number, so they hold whatever its tables are.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, ClassVar

from django.utils.translation import gettext_noop as _

from tournaments.models import Decision, Penalty, Round, Tournament

from ..core.actor import Actor
from ..core.refusals import ChoiceNeeded, Problem
from ..people import decisions, penalties

TAKEN_BACK = "taken_back"
"""Where the ledger says what was taken back with a draft."""


class DecisionHandling(StrEnum):
    """What becomes of the decisions on a draft that goes."""

    KEEP = "keep"
    TAKE_BACK = "take_back"


FIELD = "decisions"
"""What a request calls the choice."""


class Undecided(ChoiceNeeded):
    """Decisions are in force on the draft, and nobody has said what becomes of them."""

    field = FIELD
    answers: ClassVar[Mapping[str, str]] = {
        DecisionHandling.KEEP: _("Keep them for this round, however it is drawn"),
        DecisionHandling.TAKE_BACK: _("Take them back: they no longer count"),
    }


def decided_on(round_: Round) -> list[Decision | Penalty]:
    """Return the decisions in force on a round, awards first; a disqualification is of more than a round."""
    of = round_.tournament
    given = of.decisions.in_force().on_rounds(), of.penalties.in_force()
    return [row for rows in given for row in rows.filter(round_number=round_.number).select_related("entry")]


def settle_decisions(round_: Round, choice: str, *, by: Actor) -> dict[str, object]:
    """Keep or take back what was decided on a draft that goes; what the ledger says of it.

    Call it under the round's lock. Raises Undecided where something is in force and `choice` is none. A round without
    tables has waited with its decisions since it lost them: they stay.
    """
    given = decided_on(round_)
    if not given:
        return {}
    if round_.state != Round.State.DRAFT:
        choice = choice or DecisionHandling.KEEP
    if choice not in list(DecisionHandling):
        raise Undecided(_problem(round_, given))
    if choice == DecisionHandling.KEEP:
        return {"decisions": str(choice)}
    taken = [row for row in given if take_back(row, by=by)]
    return {"decisions": str(choice), TAKEN_BACK: _ids(taken)}


def take_back(given: Decision | Penalty, *, by: Actor) -> Decision | Penalty:
    """A decision of either kind taken back."""
    if isinstance(given, Penalty):
        return penalties.cancel_penalty(given, by=by)
    return decisions.take_back(given, by=by)


def reinstate(tournament: Tournament, facts: Mapping[str, Any], *, by: Actor) -> None:
    """Let what was taken back with a draft count again."""
    taken = facts.get(TAKEN_BACK, {})
    for decision in tournament.decisions.filter(pk__in=taken.get("decisions", [])):
        decisions.reinstate(decision, by=by)
    for penalty in tournament.penalties.filter(pk__in=taken.get("penalties", [])):
        penalties.reinstate(penalty, by=by)


def _ids(given: Sequence[Decision | Penalty]) -> dict[str, list[int]]:
    return {
        "decisions": [row.pk for row in given if isinstance(row, Decision)],
        "penalties": [row.pk for row in given if isinstance(row, Penalty)],
    }


def _problem(round_: Round, given: Sequence[Decision | Penalty]) -> Problem:
    message = _("Something was decided on round %(round)d (%(names)s): say whether it stays or is taken back.")
    names = ", ".join(dict.fromkeys(row.entry.name for row in given))
    return Problem("decided_on_round", message, {"round": round_.number, "names": names}, (FIELD,))
