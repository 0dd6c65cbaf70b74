"""Phones at a table, let in as players are: by the card, then by name."""

import pytest

from tests.again import again
from tests.halls import a_round, busca
from tournaments.actions.at_table import agreement, keys, seats, submissions, table_sessions
from tournaments.actions.at_table.seat_actors import SeatActor
from tournaments.actions.core.refusals import Conflict, Invalid, PreconditionRequired, Stale
from tournaments.actions.hands.tallies import HandInput
from tournaments.models import Hand

OTHER = [37, 1, 1, 1]


def a_phone(table, seat=None, device=None):
    """A session at this table from a phone of its own, its seat claimed."""
    device = device or f"phone {seat}"

    def scan():
        (card,) = keys.cards(table.round.tournament, [table.number])
        opened = table_sessions.open_by_secret(card.secret, device=device)
        if seat is not None:
            seats.claim_seat(opened.session, seat)
        return SeatActor(opened.session, seat if seat is not None else 0)

    return again(f"{device} at seat {seat}", scan, table)


def seat_actors(table=None, seats=(0, 1, 2, 3)):
    table = table or again("a table", lambda: a_round().tables.get(number=1))
    return [a_phone(table, seat) for seat in seats]


def enter(seat_actor, points=(10, 10, 10, 10), number=1, pin="", **more):
    tally = busca(points) if isinstance(points, list | tuple) else points
    return submissions.submit(HandInput(number=number, tally=tally, **more), seat_actor, pin=pin)


def say(seat_actor, accept=True, number=1, version=1, **more):
    given = agreement.Answer(number=number, version=version, accept=accept, **more)
    return agreement.answer(given, seat_actor)


def refused(action, *args, **kwargs):
    with pytest.raises((Conflict, Invalid, PreconditionRequired, Stale)) as caught:
        action(*args, **kwargs)
    return [problem.code for problem in caught.value.problems]


def versions():
    hands = Hand.objects.order_by("version")
    return [(h.version, h.seat, h.state, h.is_current) for h in hands]
