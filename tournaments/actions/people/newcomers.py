"""Newcomers: players without a seat in an earlier tournament of the club, who can win prizes of their own."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_noop as _

from tournaments.models import Entry, EntryPlayer, Player, SeatPlayer, Tournament

from ..core.actor import Actor
from ..core.ledger import digest
from ..core.refusals import Problem

Status = Tournament.Status


def newcomers_of(among: Sequence[Tournament]) -> set[int]:
    """Return the entries of new players only: no player of theirs had a seat in an earlier tournament of the club.

    Other stages of the same championship do not count as earlier tournaments.
    """
    starts = Coalesce("round__tournament__starts_at", "round__tournament__created_at")
    earlier = SeatPlayer.objects.annotate(start=starts).filter(  # even if the player has left that entry since
        player=OuterRef("player"),
        round__tournament__club=among[0].club_id,
        start__lt=min(each.starts_at or each.created_at for each in among),
    )
    if among[0].championship is not None:
        earlier = earlier.exclude(round__tournament__championship=among[0].championship)
    known: set[int] = set()
    entries: set[int] = set()
    places = EntryPlayer.objects.filter(tournament__in=among).annotate(played=Exists(earlier))
    for entry, played in places.values_list("entry_id", "played"):
        entries.add(entry)
        known |= {entry} if played else set()
    return entries - known


@contextmanager
def agreed_newcomers(*records: Player, by: Actor) -> Iterator[None]:
    """In this block give the places of one of these records to the other, as a merge does.

    Raises AgreementNeeded at the end if other entries are newcomers in finished tournaments that have prizes for them,
    and the actor has not confirmed this.
    """
    finished = [(each, _stages_of(each)) for each in _finished(records)]
    before = [newcomers_of(stages) for _tournament, stages in finished]
    yield
    problems = [
        problem
        for (tournament, stages), was in zip(finished, before, strict=True)
        for problem in _changes(tournament, was, newcomers_of(stages))
    ]
    if problems:
        agreement = digest([[problem.message, problem.params] for problem in problems])[:20]
        by.require_agreement(problems, agreement, _("Change who is a newcomer"))


def _finished(records: Sequence[Player]) -> list[Tournament]:
    """Return the finished tournaments with prizes for newcomers in which these records, or in whose stages, entered."""
    entered = Tournament.objects.filter(pk__in=EntryPlayer.objects.filter(player__in=records).values("tournament"))
    stages = entered.exclude(championship=None).values("championship")
    near = Q(pk__in=entered.values("pk")) | Q(championship__in=stages)
    over = Tournament.objects.filter(near, status__in=(Status.FINISHED, Status.ARCHIVED)).exclude(prizes={})
    return [each for each in over.order_by("pk") if each.prizes.get("newcomers")]


def _stages_of(tournament: Tournament) -> list[Tournament]:
    """Return the tournament or, if its prizes are for all stages, the stages of its championship."""
    if tournament.championship is None or not tournament.prizes.get("stages"):
        return [tournament]
    return list(Tournament.objects.filter(championship=tournament.championship))


def _changes(tournament: Tournament, before: set[int], after: set[int]) -> Iterator[Problem]:
    no_longer = _("%(tournament)s: %(name)s is no longer a newcomer, so others may win the prizes for newcomers.")
    from_now_on = _("%(tournament)s: %(name)s is a newcomer from now on, and may win a prize for newcomers.")
    for entry in Entry.objects.filter(pk__in=before ^ after).order_by("pk"):
        message = no_longer if entry.pk in before else from_now_on
        yield Problem("changes_newcomers", message, {"tournament": tournament.name, "name": entry.name})
