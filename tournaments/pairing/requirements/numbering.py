"""From groups of players to a round: table numbers and seats."""

from tournaments.pairing.core import Round
from tournaments.pairing.instance import Instance
from tournaments.pairing.requirements.seat_balance import balance_seats
from tournaments.pairing.requirements.shape import Seats
from tournaments.pairing.requirements.table_numbers import assign_table_numbers
from tournaments.pairing.rng import Rng


def to_round(instance: Instance, tables: Seats, rng: Rng) -> Round:
    """One round with its tables numbered and everybody on a seat."""
    placed = assign_table_numbers(tables, instance.past.numbers, instance.fixed, rng)
    return with_ids(instance, balance_seats(placed, instance.past.seats, rng))


def with_ids(instance: Instance, tables: Seats) -> Round:
    """A round of numbers as a round of entrants; who has no seat sits out."""
    seated = {player for table in tables for player in table}
    return Round(
        tuple(tuple(instance.ids[player] for player in table) for table in tables),
        tuple(id_ for player, id_ in enumerate(instance.ids) if player not in seated),
    )
