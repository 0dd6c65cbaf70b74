"""Schedules of 3q + 1 players in which everybody meets everybody once, q rounds long.

T. Beth, D. Jungnickel, H. Lenz, Design Theory (2nd ed., 1999), VII.7.5: for a prime power
q = 4n + 1 and a generator w of the field of q elements, the tables {inf, (0,0), (0,1), (0,2)}
and {(w^i, j), (-w^i, j), (w^(i+n), j+1), (-w^(i+n), j+1)}, i < n, j = 0, 1, 2, are a round; adding
each element of the field to the first coordinates gives them all.
"""

from itertools import product

from tournaments.pairing.constructions.finite_fields import Element, Field, field_of
from tournaments.pairing.requirements.shape import Rounds


def resolvable(players: int) -> Rounds | None:
    """All the rounds, in numbers from 0, or None if there is no such field."""
    order = (players - 1) // 3
    field = field_of(order) if players == 3 * order + 1 and order % 4 == 1 else None
    return None if field is None else _developed(order, field)


def _developed(order: int, field: Field) -> Rounds:
    elements, add, powers = field
    number = {element: place for place, element in enumerate(elements)}
    quarter, half = (order - 1) // 4, (order - 1) // 2

    def seat(power: int, column: int, shift: Element) -> int:
        return 3 * number[add(powers[power % (order - 1)], shift)] + column % 3

    rounds = []
    for shift in elements:
        zero = 3 * number[shift]
        tables = [[3 * order, zero, zero + 1, zero + 2]]
        for i, j in product(range(quarter), range(3)):
            tables.append(
                [
                    seat(i, j, shift),
                    seat(i + half, j, shift),
                    seat(i + quarter, j + 1, shift),
                    seat(i + quarter + half, j + 1, shift),
                ]
            )
        rounds.append(tables)
    return rounds
