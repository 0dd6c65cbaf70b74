"""Tournaments of any size in a separate database. They are inserted in bulk, because actions would take hours."""

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tournaments.models import Hand, Round, Tournament

HANDS = 4
SEATS = 4
BATCH = 2_000


@contextmanager
def database() -> Iterator[None]:
    """Use an empty SQLite database in this process, or the database that TAVOLO_DATA_DIR or DATABASE_URL names."""
    with TemporaryDirectory() as temporary:
        os.environ.setdefault("TAVOLO_DATA_DIR", str(Path(temporary)))
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        yield


def make_tournament(entries: int, rounds: int, *, unplayed: int) -> "Tournament":
    """Return a tournament in its last round, in which `unplayed` tables still have their last hand to play."""
    from tests.halls import a_club, a_tournament, a_user
    from tournaments.models import Club, Entry, Tournament

    club = Club.objects.first() or a_club(owner=a_user("dora"))
    settings = {"table": {"hands": HANDS}, "rounds": rounds, "visibility": "public"}
    tournament = a_tournament(club, players=0, name=f"{entries} entries, {rounds} rounds", **settings)
    numbers = range(1, entries + 1)
    players = [Entry(tournament=tournament, number=n, name=f"Player {n:05}") for n in numbers]
    seats = [entry.pk for entry in Entry.objects.bulk_create(players, batch_size=BATCH)]
    chance = random.Random(entries)
    for number in range(1, rounds + 1):
        chance.shuffle(seats)
        _play_round(_make_round(tournament, number, seats), chance, unplayed if number == rounds else 0)
    return Tournament.objects.get(pk=tournament.pk)


def _make_round(tournament: "Tournament", number: int, seats: list[int]) -> "Round":
    """Return a published round with four entries at each table; the remaining entries do not play."""
    from tournaments.models import Round, Seat, Table

    state = Round.State.PUBLISHED
    round_ = Round.objects.create(tournament=tournament, number=number, state=state, method="random", seed=number)
    drawn = [seats[at : at + SEATS] for at in range(0, len(seats) - SEATS + 1, SEATS)]
    tables = [Table(round=round_, number=n) for n in range(1, len(drawn) + 1)]
    tables = Table.objects.bulk_create(tables, batch_size=BATCH)
    places = [
        Seat(table=table, round=round_, number=side, side=side, entry_id=entry)
        for table, four in zip(tables, drawn, strict=True)
        for side, entry in enumerate(four)
    ]
    Seat.objects.bulk_create(places, batch_size=BATCH)
    return round_


def _play_round(round_: "Round", chance: random.Random, unplayed: int) -> None:
    from tournaments.models import Hand

    hands = []
    for table in round_.tables.order_by("number"):
        last = HANDS - 1 if table.number <= unplayed else HANDS
        hands += [_hand(table.pk, number, chance) for number in range(1, last + 1)]
    Hand.objects.bulk_create(hands, batch_size=BATCH)


def _hand(table: int, number: int, chance: random.Random) -> "Hand":
    from django.utils import timezone

    from tournaments.models import Hand

    now: Any = timezone.now()
    points = [chance.randrange(21) for _seat in range(SEATS - 1)]
    return Hand(
        table_id=table,
        number=number,
        version=1,
        state=Hand.State.CONFIRMED,
        lines=[{"points": each} for each in [*points, 63 - sum(points)]],
        scores=[chance.choice((0, 0, 0, 1, 2, 5)) for _seat in range(SEATS)],
        source="web",
        recorded_at=now,
        confirmed_at=now,
    )
