"""Archiving and deleting tournaments."""

from collections.abc import Iterator

from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournaments.models import Entry, Round, Table, TableKey, Tournament

from ..core import ledger
from ..core.actor import Actor
from ..core.refusals import Conflict, Problem
from ..core.rows import lock_all, locked, save_fields
from ..people.newcomers import newcomers_fact
from ..push.asking import forget_phones
from ..seasons.moved_places import counted_in
from ..seasons.removed_evenings import remove_evening
from ..seasons.season_refreshing import mark_seasons
from ..standings.counting_evenings import agreed_moves
from ..webhooks.queueing import inform_of_latest_standings
from .championships import followed, renumber
from .tournaments import facts_of, follow_rounds, has_hands


def delete_tournament(tournament: Tournament, *, by: Actor) -> None:
    """Delete a tournament without hands, and remove it from its seasons; its ledger stays.

    Raises Conflict if it counts in a season, if play has begun, if another tournament follows it, or if an entry ever
    had a penalty or decision.
    """
    with transaction.atomic():
        tournament = _lock_with_all_parts(tournament.pk)
        if problems := list(_obstacles(tournament)):
            raise Conflict(problems)
        for evening in tournament.season_evenings.all():
            remove_evening(evening, by=by)
        ledger.append(tournament.pk, "tournament_deleted", by=by, facts={"slug": tournament.slug})
        sources = list(Tournament.objects.filter(followed_by__tournament=tournament))
        tournament.rounds.all().delete()
        tournament.delete()
        renumber(sources)


def _obstacles(tournament: Tournament) -> Iterator[Problem]:
    """Yield the reasons why a tournament cannot be deleted."""
    for season in counted_in(tournament):
        message = _("%(name)s counts towards the season %(season)s: take it out of the season first.")
        yield Problem("counts_in_season", message, {"name": tournament.name, "season": season.name})
    if has_hands(tournament):
        yield Problem("already_played", _("Play has begun: archive the tournament instead."))
    elif tournament.penalties.exists() or tournament.decisions.exists():
        message = _("There is a penalty or another decision: archive the tournament instead.")
        yield Problem("already_decided", message)
    elif problem := followed([tournament.pk]):
        yield problem


def _lock_with_all_parts(tournament_id: int) -> Tournament:
    """Lock the tournament after the rows that other actions lock before it, to avoid deadlocks."""
    lock_all(Round.objects.filter(tournament=tournament_id))
    lock_all(Table.objects.filter(round__tournament=tournament_id))
    lock_all(Entry.objects.filter(tournament=tournament_id))
    lock_all(TableKey.objects.filter(tournament=tournament_id))
    return locked(Tournament.objects.all(), tournament_id)


def archive_tournament(tournament: Tournament, *, by: Actor) -> Tournament:
    """Archive a tournament and return it: it can still be read, but gets no more rounds.

    Raises AgreementNeeded if it begins to count in a season whose published places change, unless `by` confirmed this.
    """
    with transaction.atomic():
        tournament = locked(Tournament.objects.select_related("club"), tournament.pk)
        if tournament.status == Tournament.Status.ARCHIVED:
            return tournament
        ended = {} if tournament.is_over else newcomers_fact(tournament)
        is_early = not (tournament.is_over or tournament.rounds.in_play().exists())
        with agreed_moves(tournament, by=by):
            save_fields(tournament, status=Tournament.Status.ARCHIVED)
            mark_seasons(tournament.pk)
        forget_phones(tournament.pk)
        facts = {**facts_of(tournament, ["status"]), **ended}
        ledger.append(tournament.pk, "tournament_archived", by=by, facts=facts, changes_standings=False)
        if is_early:
            inform_of_latest_standings(tournament)
    return tournament


def unarchive_tournament(tournament: Tournament, status: str, *, by: Actor, **extra_facts: object) -> Tournament:
    """Give an archived tournament this status, or the one that follows from its rounds now; return the tournament.

    A tournament that is not archived stays as it is.
    """
    with transaction.atomic():
        tournament = locked(Tournament.objects.select_related("club"), tournament.pk)
        if tournament.status == Tournament.Status.ARCHIVED:
            with agreed_moves(tournament, by=by):
                save_fields(tournament, status=status)
                changed = follow_rounds(tournament)  # the number of planned rounds may have changed meanwhile
                mark_seasons(tournament.pk)
            facts = {"status": status, **changed, **extra_facts}
            ledger.append(tournament.pk, "tournament_unarchived", by=by, facts=facts, changes_standings=False)
    return tournament
