"""The results of a season's evenings, and the competitors that they are for."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import NamedTuple

Who = tuple[int, ...] | str
"""A competitor: the ids of a player or of partners, or the name of a club."""
exact = lru_cache(maxsize=10_000)(Fraction)
"""The number of an exact text; cached, because most scores are small integers."""


class EveningResult(NamedTuple):
    """The row of an entry in the published standings of an evening.

    `who` are its players, ascending; numbers are exact texts. `apart` is what the score has besides the rounds.
    """

    who: tuple[int, ...]
    club: str
    place: int
    score: str
    apart: str = "0"
    difference: str | None = None
    guest: bool = False


class PlayedRound(NamedTuple):
    """The worth of a round of an evening, and the number of the table; 0 without a table."""

    number: int
    table: int
    value: str


@dataclass(frozen=True)
class RankedEvening:
    """An evening of a season with its results; `rounds` gives the rounds of each result, in the same order.

    `most` is the highest score that was possible, None without a limit. `low_wins` is true if the lowest score is best.
    """

    key: int
    part: int
    results: Sequence[EveningResult]
    factor: Fraction = Fraction(1)
    low_wins: bool = False
    most: Fraction | None = None
    read_rounds: Callable[[], Sequence[Sequence[PlayedRound]]] = tuple

    @cached_property
    def rounds(self) -> dict[Who, Sequence[PlayedRound]]:
        """The rounds of each competitor; read only if they are needed."""
        return {result.who: rounds for result, rounds in zip(self.results, self.read_rounds(), strict=True)}

    @cached_property
    def by_competitor(self) -> dict[Who, EveningResult]:
        """The result of each competitor."""
        return {result.who: result for result in self.results}


def alone(evening: RankedEvening) -> RankedEvening:
    """Return the evening with each partner alone: all players of an entry have its result."""
    owners = [(at, player) for at, result in enumerate(evening.results) for player in result.who]
    if len(owners) == len(evening.results):
        return evening
    results = [evening.results[at]._replace(who=(player,)) for at, player in owners]

    def read_rounds() -> list[Sequence[PlayedRound]]:
        rounds = evening.read_rounds()
        return [rounds[at] for at, _player in owners]

    return replace(evening, results=results, read_rounds=read_rounds)
