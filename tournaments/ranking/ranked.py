"""Standings after ranking: the rows in order, and the places still possible."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.ranking.outlook.places import Outlook
from tournaments.ranking.sheet import RoundScore
from tournaments.ranking.tie_breaks import TIE_BREAKS


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """An entry's row in the standings.

    `place` is None for stand-ins, disqualified entries, and entries without a counted hand (`not_played`). But
    `not_played` entries have a place in standings made for a draw, and after a bye in a knock-out. `rounds` and
    `penalty` add up to the score. `hands` and `played` are how many hands and rounds the entry played. Every tie-break
    has a value even if it was not needed; only head to head is then None. `moved` is the number of places gained since
    the round before, None without a place in both standings. `reached` is the last round of a knock-out that the entry
    played or had a bye in, 0 if none.
    """

    place: int | None
    entry: int
    score: Fraction
    hands: int
    tie_breaks: dict[str, Fraction | None]
    rounds: tuple[RoundScore, ...]
    penalty: Fraction
    withdrawn: bool
    stand_in: bool
    moved: int | None
    disqualified: bool = False
    played: int = 0
    not_played: bool = False
    reached: int = 0

    @property
    def counts(self) -> dict[str, Fraction]:
        """The sum behind each tie-break that is an average over the rounds played."""
        means = [(code, value) for code, value in self.tie_breaks.items() if TIE_BREAKS[code].by_round]
        return {code: value * self.played for code, value in means if value is not None}


GoesOn = dict[int, bool | None]
"""By entry, whether it certainly qualifies; None while that is open."""


@dataclass(frozen=True, slots=True)
class RankedList:
    """The standings after a round. Their order: entries still in, withdrawn, not played, stand-ins, disqualified.

    They are provisional until all their rounds are closed. `outstanding_tables` is the number of tables that have not
    finished, `playing` the number of those in the last round. `knock_out` has the rounds of a knock-out. `outlook` has,
    by entry, the places still possible; {} without a plan, or if `outlooks` returns {}. `goes_on` says which entries
    certainly qualify from the last round of a knock-out, None while this is open.
    """

    after_round: int
    provisional: bool
    outstanding_tables: int
    rows: tuple[StandingsRow, ...]
    playing: int = 0
    knock_out: tuple[int, ...] = ()
    outlook: Mapping[int, Outlook] = field(default_factory=dict)
    goes_on: Mapping[int, bool | None] = field(default_factory=dict)
