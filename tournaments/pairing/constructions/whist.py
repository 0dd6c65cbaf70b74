"""Whist: everybody partners everybody once and opposes everybody twice.

For one player more than a multiple of four, as many as a field of q = 4n + 1 elements has, the
first round is (w^i, w^(i+n), -w^i, -w^(i+n)), i < n, with a generator w, and zero sits out; each
other round adds an element of the field to all (R. C. Bose and J. M. Cameron, The bridge
tournament problem and calibration designs for comparing pairs of objects, Journal of Research of
the National Bureau of Standards 69B, 1965; I. Anderson, Combinatorial Designs and Tournaments,
1997, 11). Else the first round was found by a search: modulo 4n - 1 with one point that stays
(E. H. Moore, Tactical memoranda, American Journal of Mathematics 18, 1896), or modulo 4n + 1.
"""

from tournaments.pairing.constructions.finite_fields import Field, field_of
from tournaments.pairing.requirements.shape import Rounds, Seats

STARTERS: dict[int, tuple[tuple[int, int, int, int], ...]] = {
    4: ((3, 0, 1, 2),),
    8: ((1, 2, 0, 5), (7, 6, 3, 4)),
    12: ((11, 6, 10, 9), (5, 0, 3, 1), (7, 8, 2, 4)),
    16: ((12, 11, 2, 9), (4, 5, 10, 8), (13, 1, 6, 0), (14, 7, 15, 3)),
    20: ((6, 14, 19, 7), (9, 5, 0, 13), (8, 17, 10, 11), (1, 4, 15, 3), (12, 2, 16, 18)),
    21: ((4, 13, 18, 8), (16, 2, 5, 6), (9, 7, 3, 15), (1, 17, 20, 14), (11, 19, 12, 10)),
    24: ((13, 14, 0, 15), (2, 9, 18, 21), (8, 3, 16, 20), (1, 17, 22, 12), (4, 10, 7, 6), (5, 11, 19, 23)),
    28: (
        (17, 16, 18, 9),
        (13, 12, 24, 0),
        (19, 21, 1, 4),
        (3, 8, 22, 27),
        (15, 5, 10, 26),
        (6, 25, 2, 23),
        (20, 14, 7, 11),
    ),
    32: (
        (5, 21, 23, 29),
        (4, 31, 19, 17),
        (24, 0, 27, 2),
        (20, 6, 3, 25),
        (16, 8, 7, 28),
        (12, 15, 11, 22),
        (1, 13, 26, 18),
        (10, 30, 14, 9),
    ),
    33: (
        (25, 24, 20, 32),
        (8, 9, 19, 27),
        (1, 18, 28, 30),
        (7, 10, 23, 29),
        (21, 3, 11, 16),
        (2, 22, 4, 26),
        (5, 14, 31, 17),
        (12, 6, 13, 15),
    ),
    36: (
        (26, 13, 33, 0),
        (22, 16, 8, 25),
        (35, 30, 29, 19),
        (9, 5, 17, 23),
        (24, 32, 21, 1),
        (34, 2, 4, 18),
        (6, 31, 7, 11),
        (20, 27, 14, 15),
        (28, 10, 3, 12),
    ),
    40: (
        (39, 13, 0, 26),
        (23, 6, 21, 12),
        (17, 18, 24, 36),
        (38, 15, 33, 30),
        (22, 20, 14, 19),
        (1, 8, 29, 31),
        (16, 11, 35, 28),
        (2, 10, 27, 37),
        (32, 4, 3, 7),
        (5, 25, 9, 34),
    ),
}
"""The first round of so many players, partners first and third; the highest of 4n stays."""


def whist(players: int) -> Rounds | None:
    """All the rounds, in numbers from 0, partners first and third; None if none is known."""
    if players in STARTERS:
        turn = players - 1 + players % 4
        return [_turned(STARTERS[players], turn, number) for number in range(turn)]
    field = field_of(players) if players % 4 == 1 else None
    return None if field is None else _developed(players, field)


def _turned(first: tuple[tuple[int, ...], ...], turn: int, number: int) -> Seats:
    return [[(p + number) % turn if p < turn else p for p in table] for table in first]


def _developed(order: int, field: Field) -> Rounds:
    elements, add, powers = field
    number = {element: place for place, element in enumerate(elements)}
    quarter = (order - 1) // 4
    first = [[powers[i + quarter * turn] for turn in range(4)] for i in range(quarter)]
    return [[[number[add(point, shift)] for point in table] for table in first] for shift in elements]
