"""How each kind of large action is undone: a check for obstacles, and the function that undoes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_noop as _

from tournaments.models import LedgerEntry, Tournament

from ..core.actor import Actor
from ..core.refusals import Problem
from ..people import registration
from ..rounds.decided_rounds import TAKEN_BACK
from ..setup import archiving, tournaments
from ..stages.filling import empty_stage
from ..stages.groups import unmake_groups
from ..standings import standings
from . import entry_reversals, round_reversals, stage_reversals
from .earlier import hidden_before, status_before, superseded

Obstacle = Callable[[Tournament, LedgerEntry], Problem | None]
Perform = Callable[..., object]


@dataclass(frozen=True, slots=True)
class Reversal:
    """How a kind of action is undone: `obstacle` checks whether it is possible, `perform` does it.

    `perform` is called with the tournament, the ledger entry and the actor; with `round_goes` (the round is deleted)
    also with the keyword `decided`. `effect` is a message about the effect; if it is "", that of the kind is used.
    """

    obstacle: Obstacle
    perform: Perform
    round_goes: bool = False
    effect: str = ""


def _unarchive(tournament: Tournament, link: LedgerEntry, by: Actor) -> None:
    archiving.unarchive_tournament(tournament, status_before(tournament, link), by=by, undoes=link.sequence)


def _not_archived(tournament: Tournament, _link: LedgerEntry) -> Problem | None:
    return None if tournament.status == Tournament.Status.ARCHIVED else superseded()


def _restore_plan(tournament: Tournament, link: LedgerEntry, by: Actor) -> None:
    rounds = link.facts[tournaments.ENDED_FROM]
    tournaments.update_tournament(tournament, {"rounds": rounds}, by=by, undoes=link.sequence)


def _plan_superseded(tournament: Tournament, link: LedgerEntry) -> Problem | None:
    is_as_ended = tournament.rounds_planned == link.facts["rounds_planned"]
    return None if is_as_ended and tournament.status != Tournament.Status.ARCHIVED else superseded()


def _restore_hiding(tournament: Tournament, link: LedgerEntry, by: Actor) -> None:
    standings.hide_after(tournament, hidden_before(tournament, link), by=by, undoes=link.sequence)


def _hiding_superseded(tournament: Tournament, link: LedgerEntry) -> Problem | None:
    return None if tournament.standings_hidden_after == link.facts["after_round"] else superseded()


def _restore_check_in(tournament: Tournament, link: LedgerEntry, by: Actor) -> None:
    ticked = tournament.entries.filter(pk__in=link.facts["entries"])
    registration.check_in(tournament, ticked, here=not link.facts["checked_in"], by=by, undoes=link.sequence)


REPLACED, DROPPED_WITH = "entry_replaced", "draft_dropped_with"
"""Keys that are not ledger kinds: a withdrawal with a replacement; a draft dropped with the decisions on it."""

REVERSALS: Final[Mapping[str, Reversal]] = {
    "round_closed": Reversal(round_reversals.followed, round_reversals.reopen),
    "table_closed": Reversal(round_reversals.reopened_since, round_reversals.reopen_table),
    "round_reopened": Reversal(round_reversals.changed_since, round_reversals.close),
    "round_published": Reversal(round_reversals.played, round_reversals.unpublish),
    "round_drawn": Reversal(round_reversals.no_draft, round_reversals.drop, round_goes=True),
    "draft_dropped": Reversal(round_reversals.draft_not_restorable, round_reversals.redraw),
    DROPPED_WITH: Reversal(
        round_reversals.draft_not_restorable,
        round_reversals.redraw,
        effect=_(
            "The draft of round %(round)s is there again, with the same tables. What was decided on it counts again."
        ),
    ),
    "entry_removed": Reversal(entry_reversals.cannot_return, entry_reversals.restore),
    "entry_changed": Reversal(entry_reversals.withdrawal_superseded, entry_reversals.take_back),
    REPLACED: Reversal(
        entry_reversals.played_since,
        entry_reversals.give_back,
        effect=_(
            "The player is in the tournament again, in the same place. The player who came instead is removed from "
            "the list."
        ),
    ),
    "entries_withdrawn": Reversal(entry_reversals.drawn_since_withdrawal, entry_reversals.take_all_back),
    "entries_checked_in": Reversal(lambda _tournament, _link: None, _restore_check_in),
    "player_left": Reversal(entry_reversals.hand_since_departure, entry_reversals.come_back),
    "tournament_changed": Reversal(_plan_superseded, _restore_plan),
    "tournament_archived": Reversal(_not_archived, _unarchive),
    "stage_filled": Reversal(stage_reversals.drawn_or_decided, empty_stage),
    "groups_made": Reversal(stage_reversals.groups_drawn, unmake_groups),
    "standings_hidden": Reversal(_hiding_superseded, _restore_hiding),
    "standings_shown": Reversal(_hiding_superseded, _restore_hiding),
}


def reversal_of(link: LedgerEntry) -> Reversal:
    """Return how the action of a ledger entry is undone."""
    if TAKEN_BACK in link.facts:
        return REVERSALS[DROPPED_WITH]
    return REVERSALS[REPLACED if "replaced_by" in link.facts else link.kind]
