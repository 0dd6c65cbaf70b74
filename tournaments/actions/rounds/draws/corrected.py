"""Whether results by which a round was drawn have been corrected since."""

from typing import get_args

from django.db.models import Max, Q

from tournaments import pairing
from tournaments.models import Round, Tournament

from ...ledger_kinds.about_hands import OfHands
from ...ledger_kinds.about_penalties import OfPenalties

CLOSINGS = ("table_closed", "table_reopened")
"""Kinds of ledger entries after which an unfinished table counts in another way."""


def corrected_since(round_: Round) -> bool:
    """Whether earlier results have changed since this round was drawn by standings; false for a closed round.

    The closing of unfinished tables changes results, because they then count as the director decided.
    Changes before a director last kept the draw or repaired the round by scores do not count.
    """
    if round_.method not in pairing.BY_STANDING or round_.number == 1:
        return False
    if round_.state not in (Round.State.DRAFT, Round.State.PUBLISHED):
        return False
    return results_changed(round_.tournament, round_.number)


def results_changed(tournament: Tournament, number: int, dropped: int | None = None) -> bool:
    """Whether results before the round of this number have changed since it was drawn.

    For a deleted draft, `dropped` is the sequence of the ledger entry of its deletion.
    """
    links = tournament.ledger.all()
    settled = Q(kind__in=("round_drawn", "draw_kept")) | Q(kind="round_reseated", facts__rescored=True)
    settled &= Q(facts__round=number) if dropped is None else Q(facts__round=number, sequence__lt=dropped)
    last = links.filter(settled).aggregate(last=Max("sequence"))["last"] or 0
    results = Q(kind__in=(*get_args(OfHands), *CLOSINGS)) | Q(kind="round_closed", facts__missing__gt=0)
    earlier = results & Q(facts__round__lt=number) | Q(kind__in=get_args(OfPenalties))
    return links.filter(earlier, sequence__gt=last).exists()
