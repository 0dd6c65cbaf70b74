"""Thirty-two players, ten rounds, no repeats: everybody meets all others but one.

A resolvable group divisible design of type 2^16. A. Aguado gave the first schedule (A 10 days
solution to the social golfer problem, 2004); this one was found by solving for its base tables.
The points are (x, a) with x in F_2^3, written 0 to 7 with exclusive or for addition, and a = 0 to
3. The tables of a round are those given, moved by every element of a subgroup of F_2^3; a round
with a shift is followed by its own image under it.
"""

from tournaments.pairing.requirements.shape import Rounds

Table = tuple[tuple[int, int], ...]

ALL = tuple(range(8))
BASE: tuple[tuple[tuple[int, ...], int, tuple[Table, ...]], ...] = (
    (
        ALL,
        0,
        (
            ((0, 0), (3, 0), (4, 0), (7, 0)),
            ((0, 1), (2, 1), (5, 1), (7, 1)),
            ((0, 2), (2, 2), (4, 2), (6, 2)),
            ((0, 3), (3, 3), (5, 3), (6, 3)),
        ),
    ),
    (ALL, 0, (((0, 0), (0, 2), (1, 1), (6, 3)),)),
    (ALL, 0, (((0, 0), (1, 2), (2, 1), (4, 3)),)),
    (ALL, 0, (((0, 0), (3, 1), (5, 1), (6, 0)), ((0, 2), (3, 3), (4, 3), (7, 2)))),
    (
        (0, 1, 2, 3),
        4,
        (((0, 2), (5, 0), (5, 1), (7, 3)), ((0, 0), (1, 3), (2, 0), (3, 3)), ((0, 1), (3, 1), (4, 2), (7, 2))),
    ),
    ((0, 1, 2, 3), 4, (((0, 0), (4, 2), (5, 3), (6, 1)), ((0, 1), (0, 2), (0, 3), (7, 0)))),
    (
        (0, 1, 4, 5),
        2,
        (((0, 0), (0, 3), (2, 2), (4, 1)), ((0, 2), (3, 0), (5, 2), (6, 0)), ((2, 1), (3, 3), (6, 1), (7, 3))),
    ),
)


def thirty_two() -> Rounds:
    """The ten rounds, in numbers from 0."""
    return [
        _tables(tables, [element ^ image for element in group])
        for group, shift, tables in BASE
        for image in sorted({0, shift})
    ]


def _tables(tables: tuple[Table, ...], elements: list[int]) -> list[list[int]]:
    """Every table moved by every element; a table that an element leaves as it is counts once."""
    moved = {tuple(sorted(4 * (x ^ element) + a for x, a in table)) for table in tables for element in elements}
    return [list(table) for table in sorted(moved)]
