"""Schedules without repeats that develop from a few tables, found by a small search.

The points are Z_m x Z_3 and one to three fixed ones; (x, c) -> (u x, c + 1), u a unit with
u^3 = 1 modulo m, makes three tables of one, and adding 0, 1, ... m - 1 to the first coordinates
makes the m rounds of the first. No two pairs of the first round may have the same difference:
the method of differences (R. C. Bose, On the construction of balanced incomplete block designs,
Annals of Eugenics 9, 1939), here for resolvable group divisible designs (G. Ge, A. C. H. Ling,
A survey on resolvable group divisible designs with block size four, Discrete Mathematics 279,
2004).
"""

from dataclasses import dataclass

from tournaments.pairing.requirements.shape import Rounds, Shape

Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Starter:
    """The tables from which all others come, one of each three.

    A table of three is completed by a fixed point of its own; `closed` lists points that sit
    with their two images and a fixed point.
    """

    modulus: int
    unit: int
    tables: tuple[tuple[Point, ...], ...]
    closed: tuple[Point, ...] = ()

    def rounds(self) -> Rounds:
        """All the rounds, in numbers from 0."""
        first = self._first()
        return [[[self._number(point, shift) for point in table] for table in first] for shift in range(self.modulus)]

    def _image(self, point: Point) -> Point:
        return point[0] * self.unit % self.modulus, (point[1] + 1) % 3

    def _first(self) -> list[list[Point]]:
        first = []
        for fixed, point in enumerate(self.closed):
            image = self._image(point)
            first.append([(fixed, 3), point, image, self._image(image)])
        for table in self.tables:
            points = list(table)
            for fixed in range(3):
                first.append([(fixed, 3), *points] if len(points) == 3 else points)
                points = [self._image(point) for point in points]
        return first

    def _number(self, point: Point, shift: int) -> int:
        x, column = point
        return 3 * self.modulus + x if column == 3 else 3 * ((x + shift) % self.modulus) + column


STARTERS = {
    24: Starter(7, 1, (((4, 0), (3, 1), (1, 2)), ((2, 0), (5, 2), (0, 0), (6, 0)))),
    36: Starter(11, 1, (((8, 0), (7, 2), (3, 1)), ((9, 0), (1, 2), (10, 2), (6, 0)), ((2, 0), (5, 1), (4, 1), (0, 1)))),
    44: Starter(
        14,
        9,
        (((1, 2), (7, 1), (2, 2), (5, 1)), ((1, 1), (9, 1), (10, 0), (10, 1)), ((8, 0), (0, 1), (6, 0), (13, 2))),
        ((8, 2), (5, 2)),
    ),
    48: Starter(
        15,
        1,
        (
            ((3, 0), (2, 2), (11, 1)),
            ((1, 0), (6, 0), (12, 2), (14, 0)),
            ((7, 0), (13, 0), (0, 2), (10, 1)),
            ((4, 0), (8, 2), (5, 2), (9, 2)),
        ),
    ),
    56: Starter(
        18,
        7,
        (
            ((6, 1), (10, 1), (7, 1), (14, 0)),
            ((11, 0), (1, 1), (17, 0), (8, 2)),
            ((9, 2), (3, 0), (11, 2), (16, 1)),
            ((15, 2), (14, 2), (1, 2), (12, 0)),
        ),
        ((0, 2), (16, 0)),
    ),
    60: Starter(
        19,
        1,
        (
            ((8, 0), (12, 1), (3, 2)),
            ((4, 0), (2, 1), (18, 1), (0, 0)),
            ((15, 0), (10, 0), (9, 2), (17, 0)),
            ((11, 0), (1, 1), (7, 1), (14, 2)),
            ((13, 0), (5, 1), (6, 1), (16, 1)),
        ),
    ),
    64: Starter(
        21,
        1,
        (
            ((3, 0), (14, 1), (16, 2), (5, 0)),
            ((13, 0), (20, 1), (2, 0), (17, 1)),
            ((19, 0), (15, 0), (10, 0), (11, 1)),
            ((8, 0), (7, 0), (1, 0), (6, 1)),
            ((9, 0), (18, 2), (12, 1), (4, 1)),
        ),
        ((0, 0),),
    ),
    72: Starter(
        23,
        1,
        (
            ((16, 0), (5, 2), (12, 1)),
            ((2, 0), (4, 0), (14, 0), (21, 0)),
            ((19, 0), (22, 2), (11, 0), (20, 1)),
            ((9, 0), (17, 1), (15, 2), (8, 1)),
            ((6, 0), (1, 2), (7, 0), (10, 1)),
            ((18, 0), (3, 2), (0, 2), (13, 0)),
        ),
    ),
}


def shortened(players: int, shape: Shape, rounds: int) -> Rounds | None:
    """So many rounds with tables of three, which are tables of four without a fixed point.

    One fixed point may go from any part of a schedule: its three companions are others in every
    round. More may go from the whole of it only: everybody sits with each of them once, but for
    the fixed point that stays where two go, which never sits at a table of three.
    """
    gone = shape.sizes.count(3)
    starter = STARTERS.get(players + gone)
    if starter is None or starter.closed or set(shape.sizes) != {3, 4}:
        return None
    if rounds > starter.modulus or (gone > 1 and rounds < starter.modulus):
        return None
    return [[[point for point in table if point < players] for table in tables] for tables in starter.rounds()[:rounds]]
