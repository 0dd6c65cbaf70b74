"""Schedules without repeats developed from a few tables, which were found by a small search.

The points are Z_m x Z_3 and one to three fixed points. The map (x, c) -> (u x, c + 1), where u is a number with u^3 = 1
modulo m, makes one table into three. Adding 0, 1, ... m - 1 to the first coordinates makes m rounds of the first round.
No two pairs of the first round may have the same difference: the method of differences (R. C. Bose, On the construction
of balanced incomplete block designs, Annals of Eugenics 9, 1939), here for resolvable group divisible designs (G. Ge,
A. C. H. Ling, A survey on resolvable group divisible designs with block size four, Discrete Mathematics 279, 2004).

Thirty-two players have a schedule of ten rounds in which everybody meets all others but one, a resolvable group
divisible design of type 2^16. A. Aguado published the first such schedule (A 10 days solution to the social golfer
problem, 2004); this one was found by solving for its base tables. The points are (x, a) with x in F_2^3, written 0 to 7
with exclusive or for addition, and a = 0 to 3. The tables of a round are its base tables, moved by every element of a
subgroup of F_2^3; a round with a shift is followed by its image under the shift.

Each word is a table. A point is a letter for its first coordinate, a for 0, and a digit for the second.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_lowercase

from tournaments.pairing.shape import Shape
from tournaments.pairing.values import Rounds, Seats

Point = tuple[int, int]

ALL = range(8)
BASE: tuple[tuple[Sequence[int], int, str], ...] = (
    (ALL, 0, "a0d0e0h0 a1c1f1h1 a2c2e2g2 a3d3f3g3"),
    (ALL, 0, "a0a2b1g3"),
    (ALL, 0, "a0b2c1e3"),
    (ALL, 0, "a0d1f1g0 a2d3e3h2"),
    ((0, 1, 2, 3), 4, "a2f0f1h3 a0b3c0d3 a1d1e2h2"),
    ((0, 1, 2, 3), 4, "a0e2f3g1 a1a2a3h0"),
    ((0, 1, 4, 5), 2, "a0a3c2e1 a2d0f2g0 c1d3g1h3"),
)
"""The base tables of thirty-two players, with the elements that move them and a shift."""


@dataclass(frozen=True, slots=True)
class Starter:
    """The base tables of a schedule; from each of them the map gives two more tables, its images.

    A base table of three points is completed by a fixed point. The points in `closed` sit with their two images and a
    fixed point.
    """

    modulus: int
    unit: int
    tables: str
    closed: str = ""

    def rounds(self) -> Rounds:
        """Return all rounds for players numbered from 0."""
        first = self._first()
        return [[[self._number(point, shift) for point in table] for table in first] for shift in range(self.modulus)]

    def _image(self, point: Point) -> Point:
        return point[0] * self.unit % self.modulus, (point[1] + 1) % 3

    def _first(self) -> list[list[Point]]:
        first = []
        for fixed, point in enumerate(_points(self.closed)):
            image = self._image(point)
            first.append([(fixed, 3), point, image, self._image(image)])
        for word in self.tables.split():
            points = _points(word)
            for fixed in range(3):
                first.append([(fixed, 3), *points] if len(points) == 3 else points)
                points = [self._image(point) for point in points]
        return first

    def _number(self, point: Point, shift: int) -> int:
        x, column = point
        return 3 * self.modulus + x if column == 3 else 3 * ((x + shift) % self.modulus) + column


STARTERS = {
    24: Starter(7, 1, "e0d1b2 c0f2a0g0"),
    36: Starter(11, 1, "i0h2d1 j0b2k2g0 c0f1e1a1"),
    44: Starter(14, 9, "b2h1c2f1 b1j1k0k1 i0a1g0n2", "i2f2"),
    48: Starter(15, 1, "d0c2l1 b0g0m2o0 h0n0a2k1 e0i2f2j2"),
    56: Starter(18, 7, "g1k1h1o0 l0b1r0i2 j2d0l2q1 p2o2b2m0", "a2q0"),
    60: Starter(19, 1, "i0m1d2 e0c1s1a0 p0k0j2r0 l0b1h1o2 n0f1g1q1"),
    64: Starter(21, 1, "d0o1q2f0 n0u1c0r1 t0p0k0l1 i0h0b0g1 j0s2m1e1", "a0"),
    72: Starter(23, 1, "q0f2m1 c0e0o0v0 t0w2l0u1 j0r1p2i1 g0b2h0k1 s0d2a2n0"),
}


def shortened(players: int, shape: Shape, rounds: int) -> Rounds | None:
    """Return a schedule with tables of three, made by removing fixed points from a schedule with tables of four.

    Return None if impossible. If one fixed point is removed, any number of rounds can be used, because its three
    companions differ in every round. If more are removed, only the whole schedule is fair: then everybody sits once
    with each removed point. If two are removed, a fixed point that remains is an exception, because it never sits at a
    table of three.
    """
    gone = shape.sizes.count(3)
    starter = STARTERS.get(players + gone)
    if starter is None or starter.closed or set(shape.sizes) != {3, 4}:
        return None
    if rounds > starter.modulus or (gone > 1 and rounds < starter.modulus):
        return None
    return [[[point for point in table if point < players] for table in tables] for tables in starter.rounds()[:rounds]]


def thirty_two() -> Rounds:
    """Return the ten rounds for thirty-two players numbered from 0."""
    return [
        _moved_tables(words, [element ^ image for element in group])
        for group, shift, words in BASE
        for image in sorted({0, shift})
    ]


def _moved_tables(words: str, elements: Sequence[int]) -> Seats:
    """Return the tables that result if each element of a group is applied to each table, without duplicates."""
    tables = [_points(word) for word in words.split()]
    moved = {tuple(sorted(4 * (x ^ element) + a for x, a in table)) for table in tables for element in elements}
    return [list(table) for table in sorted(moved)]


def _points(word: str) -> list[Point]:
    return [(ascii_lowercase.index(letter), int(digit)) for letter, digit in zip(word[::2], word[1::2], strict=True)]
