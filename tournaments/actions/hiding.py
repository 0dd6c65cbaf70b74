"""Hiding the standings near the end, and showing them again."""

from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournaments.models import Round, Tournament

from . import ledger
from .actor import Actor
from .locks import locked
from .problems import Invalid, Problem
from .rows import save_fields


def hide_standings(tournament: Tournament, *, by: Actor, after_round: int | None = None) -> Tournament:
    """The tournament, its results after this round read by the club's people alone.

    Without a round it is the last that was closed; 0 hides all. Raises Invalid for a round that is not public.
    """
    with transaction.atomic():
        tournament = _locked(tournament)
        public = list(tournament.rounds.published().values_list("number", "state"))
        if after_round is None:
            closed = [number for number, state in public if state == Round.State.CLOSED]
            after_round = max(closed, default=0)
        if after_round not in {0, *(number for number, _state in public)}:
            message = _("Choose a round that has been published, or 0 for none.")
            raise Invalid(Problem("unknown_round", message, pointer=("after_round",)))
        return _hide_after(tournament, after_round, by=by)


def show_standings(tournament: Tournament, *, by: Actor) -> Tournament:
    """The tournament with nothing hidden any more."""
    with transaction.atomic():
        return _hide_after(_locked(tournament), None, by=by)


def _locked(tournament: Tournament) -> Tournament:
    return locked(Tournament.objects.select_related("club"), tournament.pk)


def _hide_after(tournament: Tournament, after_round: int | None, *, by: Actor) -> Tournament:
    if tournament.standings_hidden_after != after_round:
        save_fields(tournament, standings_hidden_after=after_round)
        kind = "standings_shown" if after_round is None else "standings_hidden"
        ledger.append(tournament.pk, kind, by=by, facts={"after_round": after_round})
    return tournament
