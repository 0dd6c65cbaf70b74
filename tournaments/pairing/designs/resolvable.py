"""Schedules of 3q + 1 players in which everybody meets everybody once, q rounds long.

T. Beth, D. Jungnickel, H. Lenz, Design Theory (2nd ed., 1999), VII.7.5: for a prime power
q = 4n + 1 and a generator w of the field of q elements, the tables {inf, (0,0), (0,1), (0,2)}
and {(w^i, j), (-w^i, j), (w^(i+n), j+1), (-w^(i+n), j+1)}, i < n, j = 0, 1, 2, are a round; adding
each element of the field to the first coordinates gives them all.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import product
from math import isqrt

from tournaments.pairing.shape import Rounds

Element = tuple[int, int]  # a + b x, with x * x = `square` in the field of p * p elements


def resolvable(players: int) -> Rounds | None:
    """All the rounds, in numbers from 0, or None if there is no such field."""
    order = (players - 1) // 3
    field = _field(order) if players == 3 * order + 1 and order % 4 == 1 else None
    return None if field is None else _developed(order, *field)


def _developed(
    order: int,
    elements: list[Element],
    add: Callable[[Element, Element], Element],
    powers: list[Element],
) -> Rounds:
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


@lru_cache
def _field(
    order: int,
) -> tuple[list[Element], Callable[[Element, Element], Element], list[Element]] | None:
    """Elements, addition and the powers of a generator; of prime order or a prime's square."""
    root = isqrt(order)
    prime = root if root * root == order else order
    if not _is_prime(prime):
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


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, isqrt(number) + 1))
