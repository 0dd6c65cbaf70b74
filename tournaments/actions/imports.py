"""Importing an evening from paper: all of it or nothing."""

from collections.abc import Callable, Iterator
from itertools import chain

from django.db import transaction

from tournaments.models import Club, Tournament

from . import hands
from .actor import Actor
from .candidates import Candidate
from .draws.drafts import draw_round
from .draws.requests import ByHand
from .evening_documents import PaperTable, read_evening
from .names import name_key
from .problems import Invalid
from .registration import register
from .rounds import close_round, publish_round
from .tallies import Entered
from .tournaments import create_tournament
from .vp_tables import known_tables


def import_results(
    raw: object, *, club: Club, name: str, by: Actor, progress: Callable[[int, int], None] | None = None
) -> Tournament:
    """The finished tournament that this document describes.

    Raises Invalid with every fault and its place, before anything is written. `progress` hears
    how many of all hands are stored.
    """
    evening = read_evening(raw, name=name, vp_tables=known_tables(club))
    if isinstance(evening, list):
        raise Invalid(evening)
    with transaction.atomic():
        tournament = create_tournament(club=club, raw=evening.plan, by=by)
        candidates = [Candidate(names=(player,)) for player in evening.players]
        entries = register(tournament, candidates, by=by)
        seats = {name_key(entry.name): entry.pk for entry in entries}
        stored = chain.from_iterable(_store_round(tournament, tables, seats, by=by) for tables in evening.rounds)
        for done, _hand in enumerate(stored, start=1):
            if progress:
                progress(done, evening.hands)
    tournament.refresh_from_db()
    return tournament


def _store_round(
    tournament: Tournament, tables: tuple[PaperTable, ...], seats: dict[str, int], *, by: Actor
) -> Iterator[object]:
    """Draw, publish, play and close one round; yields after each hand."""
    seated = tuple(tuple(seats[name_key(name)] for name in table.seats) for table in tables)
    out = tuple(set(seats.values()) - set(chain.from_iterable(seated)))
    round_ = draw_round(tournament, by=by, by_hand=ByHand(seated, out))
    publish_round(round_, by=by)
    for table, paper in zip(round_.tables.order_by("number"), tables, strict=True):
        for number, tally in enumerate(paper.hands, start=1):
            yield hands.record(table, Entered(number=number, tally=tally), by=by)
    close_round(round_, by=by, anyway=True)
