"""Decisions and penalties on a draft that is deleted or drawn again: they are kept for the next draw or taken back.

Penalties, awards, forfeits and absences refer to a round by its number, so they can outlast its tables.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext_noop as _

from tournaments.models import Decision, Penalty, Round, Tournament

from ..core.actor import Actor
from ..core.refusals import ChoiceNeeded, Problem
from ..people import decisions, penalties

TAKEN_BACK = "taken_back"
"""The name of the ledger fact with the decisions taken back with a draft."""


class DecisionHandling(StrEnum):
    """What to do with the decisions on a draft that is deleted."""

    KEEP = "keep"
    TAKE_BACK = "take_back"


FIELD = "decisions"
"""The name of the field of a request that holds a DecisionHandling."""


class Undecided(ChoiceNeeded):
    """The refusal if decisions on the draft are in force and the request does not say what to do with them."""

    field = FIELD
    answers: Mapping[str, str] = {
        DecisionHandling.KEEP: _("Keep them for this round, however it is drawn"),
        DecisionHandling.TAKE_BACK: _("Take them back: they no longer count"),
    }


def decided_on(round_: Round) -> list[Decision | Penalty]:
    """Return the decisions in force on a round, followed by its penalties.

    Disqualifications do not belong to one round.
    """
    of = round_.tournament
    given = of.decisions.in_force().on_rounds(), of.penalties.in_force()
    return [row for rows in given for row in rows.filter(round_number=round_.number).select_related("entry")]


def settle_decisions(round_: Round, choice: str, *, by: Actor) -> dict[str, object]:
    """Keep or take back the decisions on a draft that is being deleted; return the facts for the ledger.

    `choice` is a DecisionHandling. Raises Undecided if it is not one and decisions are in force; but a round whose draw
    is running or has failed keeps its decisions by default. Call it with the round locked.
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
    """Take back a decision or cancel a penalty; return it."""
    if isinstance(given, Penalty):
        return penalties.cancel_penalty(given, by=by)
    return decisions.take_back(given, by=by)


def reinstate(tournament: Tournament, facts: Mapping[str, Any], *, by: Actor) -> None:
    """Put the decisions and penalties into force again that were taken back when a draft was deleted."""
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
    message = _("Round %(round)d has decisions (%(names)s): choose whether they stay or are taken back.")
    names = ", ".join(dict.fromkeys(row.entry.name for row in given))
    return Problem("decided_on_round", message, {"round": round_.number, "names": names}, (FIELD,))
