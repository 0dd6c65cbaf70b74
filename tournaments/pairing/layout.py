"""From groups of players to a round: table numbers and seats."""

from tournaments.pairing.core import Round
from tournaments.pairing.dice import Dice
from tournaments.pairing.hall import Hall
from tournaments.pairing.seats import even_seats
from tournaments.pairing.shape import Seats
from tournaments.pairing.table_numbers import numbered


def laid_out(hall: Hall, tables: Seats, dice: Dice) -> Round:
    """One round with its tables numbered and everybody on a seat."""
    placed = numbered(tables, hall.past.numbers, hall.fixed, dice)
    return named(hall, even_seats(placed, hall.past.seats, dice))


def named(hall: Hall, tables: Seats) -> Round:
    """A round of numbers as a round of entrants; who has no seat sits out."""
    seated = {player for table in tables for player in table}
    return Round(
        tuple(tuple(hall.ids[player] for player in table) for table in tables),
        tuple(id_ for player, id_ in enumerate(hall.ids) if player not in seated),
    )
