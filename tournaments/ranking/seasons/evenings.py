"""The results of a season's evenings, and the competitors who have them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm
from typing import NamedTuple

from tournaments.ranking import numbers

Who = tuple[int, ...] | str
"""A competitor: the ids of a player or of partners, or the name of a club."""
CACHED_EVENINGS = 100
"""The most evenings whose results a process caches; a season has no more evenings."""
Number = int | Fraction
"""An exact number; whole ones are mostly `int`, which takes a fraction of the time to add and compare."""


SCALE = lcm(*range(1, 13), 100)
"""The factor that makes most amounts integers, mostly below 2**30: such integers sort twice as fast as others."""


@lru_cache(maxsize=10_000)
def exact(text: str) -> Number:
    """Return the number that an exact text denotes; cached, because most scores are small integers."""
    return as_number(Fraction(text))


def as_number(number: Number) -> Number:
    """Return the number; as an `int` if it is whole."""
    return number.numerator if number.denominator == 1 else number


def scaled(number: Number) -> Number:
    """Return `SCALE` times the number."""
    return numbers.scaled(number, SCALE)


def unscaled(number: Number) -> Number:
    """Return the number whose `scaled` value is given."""
    whole, rest = divmod(number, SCALE)
    return Fraction(number, SCALE) if rest else whole


class EveningResult(NamedTuple):
    """The row of an entry in the published standings of an evening.

    `who` are the ids of its players, ascending. Numbers are exact texts. `apart` is the part of the score that does not
    come from rounds.
    """

    who: tuple[int, ...]
    club: str
    place: int
    score: str
    apart: str = "0"
    difference: str | None = None
    guest: bool = False


class PlayedRound(NamedTuple):
    """The score in one round of an evening, and the number of the table; 0 if the entry had no table."""

    number: int
    table: int
    value: str


@dataclass(frozen=True, eq=False)
class RankedEvening:
    """An evening of a season with its results.

    `rounds` gives the rounds of each result, in the same order. `most` is the highest score that was possible, None if
    there is no limit. `low_wins` is true if the lowest score is best. `of_entries` has the results before partners were
    separated, () if they were not. An evening is equal only to itself, so that caches need not compare results.
    """

    key: int
    part: int
    results: Sequence[EveningResult]
    factor: Fraction = Fraction(1)
    low_wins: bool = False
    most: Fraction | None = None
    read_rounds: Callable[[], Sequence[Sequence[PlayedRound]]] = tuple
    of_entries: Sequence[EveningResult] = ()

    @property
    def entries(self) -> Sequence[EveningResult]:
        """The result of each entry: that of partners once."""
        return self.of_entries or self.results

    @cached_property
    def rounds(self) -> dict[Who, Sequence[PlayedRound]]:
        """The rounds of each competitor, read only when needed."""
        return {result.who: rounds for result, rounds in zip(self.results, self.read_rounds(), strict=True)}

    @cached_property
    def by_competitor(self) -> dict[Who, EveningResult]:
        """The result of each competitor."""
        return {result.who: result for result in self.results}

    @cached_property
    def winners(self) -> int:
        """How many entries share the first place."""
        return sum(result.place == 1 for result in self.entries)


@lru_cache(maxsize=CACHED_EVENINGS)
def alone(evening: RankedEvening) -> RankedEvening:
    """Return the evening with partners as separate competitors: each player of an entry has its result."""
    owners = [(at, player) for at, result in enumerate(evening.results) for player in result.who]
    if len(owners) == len(evening.results):
        return evening
    results = [evening.results[at]._replace(who=(player,)) for at, player in owners]

    def read_rounds() -> list[Sequence[PlayedRound]]:
        rounds = evening.read_rounds()
        return [rounds[at] for at, _player in owners]

    return replace(evening, results=results, read_rounds=read_rounds, of_entries=evening.results)
