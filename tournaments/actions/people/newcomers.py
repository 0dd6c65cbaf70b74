"""Newcomers: players without a seat in an earlier tournament of the club, who can win prizes of their own."""

from django.db.models import Exists, OuterRef
from django.db.models.functions import Coalesce

from tournaments.models import EntryPlayer, SeatPlayer, Tournament

NEWCOMERS = "new_entries"
"""The ledger fact with the entries of newcomers when the tournament finished."""


def newcomers_of(tournament: Tournament) -> set[int]:
    """Return the entries of newcomers only; after the end of the tournament, those that the ledger then recorded."""
    if tournament.is_over:
        links = tournament.ledger.filter(facts__has_key=NEWCOMERS).order_by("-sequence")
        if last := links.first():  # missing in older ledgers
            return set(last.facts[NEWCOMERS])
    return _newcomers_now(tournament)


def newcomers_fact(tournament: Tournament) -> dict[str, list[int]]:
    """Return the entries of newcomers only, found anew, as a fact for the ledger entry that finishes the tournament."""
    return {NEWCOMERS: sorted(_newcomers_now(tournament))}


def _newcomers_now(tournament: Tournament) -> set[int]:
    """Return the entries of which no player had a seat in an earlier tournament of the club.

    Other stages of the same championship do not count as earlier tournaments.
    """
    starts = Coalesce("round__tournament__starts_at", "round__tournament__created_at")
    earlier = SeatPlayer.objects.annotate(start=starts).filter(  # even if the player has left that entry since
        player=OuterRef("player"),
        round__tournament__club=tournament.club_id,
        start__lt=tournament.starts_at or tournament.created_at,
    )
    if tournament.championship is not None:
        earlier = earlier.exclude(round__tournament__championship=tournament.championship)
    places = EntryPlayer.objects.filter(tournament=tournament).annotate(played=Exists(earlier))
    played = list(places.values_list("entry_id", "played"))
    return {entry for entry, _is_known in played} - {entry for entry, is_known in played if is_known}
