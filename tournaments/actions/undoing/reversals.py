"""How each kind of big action is undone: the effect, what prevents it, and the function that does it."""

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
from ..setup import tournaments
from ..standings import standings
from . import entry_reversals, of_rounds
from .earlier import hidden_before, status_before
from .undo_problems import superseded

Obstacle = Callable[[Tournament, LedgerEntry], Problem | None]
Perform = Callable[..., object]


@dataclass(frozen=True, slots=True)
class Reversal:
    """The reversal of a kind: a message with its effect, a check for obstacles, and the function that performs it.

    `effect` is formatted with the ledger entry's facts. `perform` takes the tournament, the ledger entry and the actor;
    with `round_goes` also the keyword `decided`.
    """

    effect: str
    obstacle: Obstacle
    perform: Perform
    round_goes: bool = False


def _unarchive(tournament: Tournament, link: LedgerEntry, by: Actor) -> None:
    tournaments.unarchive_tournament(tournament, status_before(tournament, link), by=by, undoes=link.sequence)


def _not_archived(tournament: Tournament, _link: LedgerEntry) -> Problem | None:
    return None if tournament.status == Tournament.Status.ARCHIVED else superseded()


def _plan_as_before(tournament: Tournament, link: LedgerEntry, by: Actor) -> None:
    rounds = link.facts[tournaments.ENDED_FROM]
    tournaments.update_tournament(tournament, {"rounds": rounds}, by=by, undoes=link.sequence)


def _planned_otherwise(tournament: Tournament, link: LedgerEntry) -> Problem | None:
    is_as_ended = tournament.rounds_planned == link.facts["rounds_planned"]
    return None if is_as_ended and tournament.status != Tournament.Status.ARCHIVED else superseded()


def _hide_as_before(tournament: Tournament, link: LedgerEntry, by: Actor) -> None:
    standings.hide_after(tournament, hidden_before(tournament, link), by=by, undoes=link.sequence)


def _hidden_otherwise(tournament: Tournament, link: LedgerEntry) -> Problem | None:
    return None if tournament.standings_hidden_after == link.facts["after_round"] else superseded()


def _tick_back(tournament: Tournament, link: LedgerEntry, by: Actor) -> None:
    ticked = tournament.entries.filter(pk__in=link.facts["entries"])
    registration.check_in(tournament, ticked, here=not link.facts["checked_in"], by=by, undoes=link.sequence)


REPLACED, DROPPED_WITH = "entry_replaced", "draft_dropped_with"
"""Keys that are no ledger kinds: a withdrawal with a replacement; a draft dropped with the decisions on it."""

REVERSALS: Final[Mapping[str, Reversal]] = {
    "round_closed": Reversal(
        _("Round %(round)s is in play again. Every hand stays as it is."), of_rounds.followed, of_rounds.reopen
    ),
    "table_closed": Reversal(
        _("Table %(table)s of round %(round)s is in play again. Every hand stays as it is."),
        of_rounds.reopened_since,
        of_rounds.reopen_table,
    ),
    "round_reopened": Reversal(
        _("Round %(round)s is closed again, with the hands that it had."), of_rounds.changed_since, of_rounds.close
    ),
    "round_published": Reversal(
        _("Round %(round)s is a draft again, which nobody else sees. Its clock is gone, and its phones wait."),
        of_rounds.played,
        of_rounds.unpublish,
    ),
    "round_drawn": Reversal(
        _("The draft of round %(round)s is dropped, and what was changed in it."),
        of_rounds.no_draft,
        of_rounds.drop,
        round_goes=True,
    ),
    "draft_dropped": Reversal(
        _("The draft of round %(round)s is there again, with the same tables."), of_rounds.not_again, of_rounds.redraw
    ),
    DROPPED_WITH: Reversal(
        _("The draft of round %(round)s is there again, with the same tables. What was decided on it counts again."),
        of_rounds.not_again,
        of_rounds.redraw,
    ),
    "entry_removed": Reversal(
        _("The entry is on the list again, as it was."), entry_reversals.cannot_return, entry_reversals.restore
    ),
    "entry_changed": Reversal(
        _("The player is in again, as before."), entry_reversals.drawn_without, entry_reversals.take_back
    ),
    REPLACED: Reversal(
        _("The player is in again, in the same place. Whoever came instead is off the list."),
        entry_reversals.played_since,
        entry_reversals.give_back,
    ),
    "entries_withdrawn": Reversal(
        _("All who were withdrawn together are in again, but for those who were changed since."),
        entry_reversals.drawn_without_all,
        entry_reversals.take_all_back,
    ),
    "entries_checked_in": Reversal(
        _("The ticks are as they were before."), lambda _tournament, _link: None, _tick_back
    ),
    "player_left": Reversal(
        _("The player sits at the table again, and plays later rounds as before. A forfeit is taken back."),
        entry_reversals.departed_since,
        entry_reversals.come_back,
    ),
    "tournament_changed": Reversal(
        _("%(ended_from)s rounds are planned again, and the tournament goes on."), _planned_otherwise, _plan_as_before
    ),
    "tournament_archived": Reversal(_("The tournament is open again."), _not_archived, _unarchive),
    "standings_hidden": Reversal(_("The standings are shown as before."), _hidden_otherwise, _hide_as_before),
    "standings_shown": Reversal(_("The standings are hidden as before."), _hidden_otherwise, _hide_as_before),
}


def reversal_of(link: LedgerEntry) -> Reversal:
    """Return how the action of a ledger entry is undone."""
    if TAKEN_BACK in link.facts:
        return REVERSALS[DROPPED_WITH]
    return REVERSALS[REPLACED if "replaced_by" in link.facts else link.kind]
