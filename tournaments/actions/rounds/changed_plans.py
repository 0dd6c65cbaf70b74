"""Changing the plan between two rounds. Before the change is stored, its effect on the remaining rounds is shown."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, NamedTuple

from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournaments.models import Tournament

from ..core.actor import Actor
from ..core.ledger import digest
from ..core.refusals import Problem
from ..setup.tournaments import update_tournament
from .still_to_play import StillToPlay, still_to_play

HOUR = 60


class PlanCost(NamedTuple):
    """What remains to be played, by the present plan and by the changed plan; None if it is unknown."""

    before: StillToPlay | None
    after: StillToPlay | None

    @property
    def problem(self) -> Problem | None:
        """The effect of the change, as a problem for the user to confirm; None if there is none or it is unknown."""
        if self.before is None or self.after is None or self.before == self.after:
            return None
        is_timed = {self.before.minutes, self.after.minutes} != {None}
        numbers = {**_in_words(self.after, ""), **_in_words(self.before, "_before")}
        return Problem("plan_costs", TIMED if is_timed else UNTIMED, numbers)


UNTIMED = _(
    "Still to be played – rounds: %(rounds)d, byes: %(byes)d. "
    "Before the change – rounds: %(rounds_before)d, byes: %(byes_before)d."
)
TIMED = _(
    "Still to be played – rounds: %(rounds)d, byes: %(byes)d, hours: %(time)s. "
    "Before the change – rounds: %(rounds_before)d, byes: %(byes_before)d, hours: %(time_before)s."
)


def _in_words(left: StillToPlay, ending: str) -> dict[str, Any]:
    minutes = left.minutes
    time = "–" if minutes is None else f"{minutes // HOUR}:{minutes % HOUR:02}"
    return {f"rounds{ending}": left.rounds, f"byes{ending}": left.byes, f"time{ending}": time}


def change_plan(tournament: Tournament, raw: Mapping[str, Any], *, by: Actor, seen: int | None = None) -> Tournament:
    """Change these parts of the plan, as `update_tournament` does, and return the tournament.

    In addition, raises AgreementNeeded if the number of rounds, byes or minutes still to be played would change.
    """
    with transaction.atomic():
        before = still_to_play(tournament)
        changed = update_tournament(tournament, raw, by=by, seen=seen)
        cost = PlanCost(before, still_to_play(changed))
        if problem := cost.problem:
            agreement = digest([asdict(each) for each in cost if each])[:20]
            by.require_agreement([problem], agreement, _("Change the plan"))
    return changed


def read_plan_cost(tournament: Tournament, raw: Mapping[str, Any], *, by: Actor) -> PlanCost:
    """Return the effect of these changes to the plan without storing them. Raises what `update_tournament` raises."""
    with transaction.atomic():
        before = still_to_play(tournament)
        cost = PlanCost(before, still_to_play(update_tournament(tournament, raw, by=by)))
        transaction.set_rollback(True)
    return cost
