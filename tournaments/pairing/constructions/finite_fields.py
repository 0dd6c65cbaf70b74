"""Schedules over finite fields, in which all players meet equally often.

With 3q + 1 players everybody meets everybody once in q rounds (T. Beth, D. Jungnickel, H. Lenz, Design Theory, 2nd ed.,
1999, VII.7.5): for a prime power q = 4n + 1 and a generator w of the field of q elements, the tables {inf, (0,0),
(0,1), (0,2)} and {(w^i, j), (-w^i, j), (w^(i+n), j+1), (-w^(i+n), j+1)}, i < n, j = 0, 1, 2, are a round; adding each
element of the field to the first coordinates gives all rounds.

Whist: everybody partners everybody once and opposes everybody twice. If the number of players is 4n + 1 and there is a
field of q = 4n + 1 elements, the first round is (w^i, w^(i+n), -w^i, -w^(i+n)), i < n, and zero sits out; each other
round adds an element of the field to all players (R. C. Bose and J. M. Cameron, The bridge tournament problem and
calibration designs for comparing pairs of objects, Journal of Research of the National Bureau of Standards 69B, 1965;
I. Anderson, Combinatorial Designs and Tournaments, 1997, 11). Otherwise the first round was found by a search: modulo
4n - 1 with one fixed point (E. H. Moore, Tactical memoranda, American Journal of Mathematics 18, 1896), or modulo 4n +
1.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import product
from math import isqrt

from tournaments.pairing.constructions.catalogue import read_tables
from tournaments.pairing.values import Rounds

Element = tuple[int, int]  # the element a + b x of the field with p * p elements, where x * x = `square`
Field = tuple[list[Element], Callable[[Element, Element], Element], list[Element]]

WHIST_STARTERS = {
    4: "dabc",
    8: "bcafhgde",
    12: "lgkjfadbhice",
    16: "mlcjefkinbgaohpd",
    20: "gothjfanirklbepdmcqs",
    21: "ensiqcfgjhdpbruoltmk",
    24: "noapcjsvidqubrwmekhgfltx",
    28: "rqsjnmyatvbediwBpfkAgzcxuohl",
    32: "fvxDeFtryaBcugdzqihCmplwbnAskEoj",
    33: "zyuGijtBbsCEhkxDvdlqcweAfoFrmgnp",
    36: "AnHawqizJEDtjfrxyGvbIcesgFhluBopCkdm",
    40: "NnaAxgvmrsyKMpHEwuotbiDFqlJCckBLGedhfzjI",
}
"""The first round by number of players, written as in the catalogue; first and third at a table are partners. For 4n
players, the last player is the fixed point."""


@lru_cache(maxsize=32)
def field_of(order: int) -> Field | None:
    """Return the elements, the addition, and the powers of a generator of a field with `order` elements.

    Return None if the order is not p or p * p for a prime p.
    """
    root = isqrt(order)
    prime = root if root * root == order else order
    if prime < 2 or not all(prime % divisor for divisor in range(2, isqrt(prime) + 1)):
        return None
    second = range(prime if prime != order else 1)
    elements = [(a, b) for b in second for a in range(prime)]
    squares = {a * a % prime for a in range(prime)}
    square = next((a for a in range(prime) if a not in squares), 0)

    def add(one: Element, other: Element) -> Element:
        return (one[0] + other[0]) % prime, (one[1] + other[1]) % prime

    def times(one: Element, other: Element) -> Element:
        a, b = one
        c, d = other
        return (a * c + b * d * square) % prime, (a * d + b * c) % prime

    for element in elements:
        powers = [(1, 0)]
        while len(powers) < order and (following := times(powers[-1], element)) != (1, 0):
            powers.append(following)
        if len(powers) == order - 1:
            return elements, add, powers
    return None


def resolvable(players: int) -> Rounds | None:
    """Return all rounds for players numbered from 0; None if no field fits their number."""
    order = (players - 1) // 3
    field = field_of(order) if players == 3 * order + 1 and order % 4 == 1 else None
    if field is None:
        return None
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
            places = ((i, j), (i + half, j), (i + quarter, j + 1), (i + quarter + half, j + 1))
            tables.append([seat(power, column, shift) for power, column in places])
        rounds.append(tables)
    return rounds


def whist(players: int) -> Rounds | None:
    """Return all rounds of a whist tournament for players numbered from 0; None if none is known.

    Partners are first and third, second and fourth.
    """
    if players in WHIST_STARTERS:
        turn = players - 1 + players % 4
        first = read_tables(WHIST_STARTERS[players], [4] * (players // 4))
        return [[[(p + n) % turn if p < turn else p for p in table] for table in first] for n in range(turn)]
    field = field_of(players) if players % 4 == 1 else None
    if field is None:
        return None
    elements, add, powers = field
    number = {element: place for place, element in enumerate(elements)}
    quarter = (players - 1) // 4
    starter = [[powers[i + quarter * turn] for turn in range(4)] for i in range(quarter)]
    return [[[number[add(point, shift)] for point in table] for table in starter] for shift in elements]
