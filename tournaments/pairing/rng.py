"""A generator of random numbers that is the same on every machine and every Python."""

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item")


class Rng:
    """Random choices that rest on `Random.random` alone.

    Of all its methods it is the one whose numbers Python promises never to change for a seed.
    """

    def __init__(self, seed: int) -> None:
        self.random: Callable[[], float] = random.Random(seed).random  # noqa: S311 - no secrets here

    def below(self, bound: int) -> int:
        """A whole number from 0 to `bound` - 1."""
        return int(self.random() * bound)

    def choice(self, items: Sequence[Item]) -> Item:
        """One of the items."""
        return items[int(self.random() * len(items))]

    def shuffle(self, items: list[Item]) -> None:
        """Put the items in a random order, in place."""
        random = self.random
        for last in range(len(items) - 1, 0, -1):
            other = int(random() * (last + 1))
            items[last], items[other] = items[other], items[last]

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """The items in a random order."""
        mixed = list(items)
        self.shuffle(mixed)
        return mixed
