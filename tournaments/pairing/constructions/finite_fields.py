"""Finite fields of a prime number of elements, or of a prime's square."""

from collections.abc import Callable
from functools import lru_cache
from math import isqrt

Element = tuple[int, int]  # a + b x, with x * x = `square` in the field of p * p elements
Field = tuple[list[Element], Callable[[Element, Element], Element], list[Element]]


@lru_cache(maxsize=32)
def field_of(order: int) -> Field | None:
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
