"""Figures for the charts of a tournament, from its published standings, and for meetings also from the seats."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import Any

from tournaments.models import ShownStandings, Standing, Tournament

from ..hands.meetings import Place, SeatedPlayer, TableMeetings, met_at_changed_tables

Row = Mapping[str, Any]
Pair = tuple[int, int]
MOST_STEPS = 10
NICE = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class MeetingRecord:
    """How often an entry was ahead of another one at a common table, behind it, and tied with it."""

    ahead: int = 0
    behind: int = 0
    level: int = 0

    @property
    def times(self) -> int:
        """How often they met."""
        return self.ahead + self.behind + self.level

    @property
    def mark(self) -> str:
        """The symbol for a cell of the chart, by the majority of the meetings: `ahead`, `behind` or `level`."""
        return "ahead" if self.ahead > self.behind else "behind" if self.behind > self.ahead else "level"


Meetings = Mapping[tuple[int, int], MeetingRecord]


def played(shown: ShownStandings) -> list[Row]:
    """Return the rows with a place in the standings that the reader may see; [] before the first round is complete."""
    return ranked(shown.standing.document["rows"]) if shown.standing and shown.after_round else []


def ranked(rows: Iterable[Row]) -> list[Row]:
    """Return the rows that have a place."""
    return [row for row in rows if row["place"] is not None]


def standings_until(tournament: Tournament, shown: ShownStandings) -> list[Standing]:
    """Return the standings after each round, in order, up to those that the reader may see."""
    standings = tournament.standings.filter(after_round__gt=0, after_round__lte=shown.after_round)
    return list(standings.order_by("after_round"))


def places_after(standing: Standing) -> dict[int, int | None]:
    """Return the place of each entry after a round; None if it has none."""
    return {row["entry"]: row["place"] for row in standing.document["rows"]}


def lowest_wins(tournament: Tournament) -> bool:
    """Return whether the lowest score is the best in this tournament."""
    return tournament.ranking_scoring.low_score_wins


def met_by(tournament: Tournament, shown: ShownStandings) -> Meetings:
    """Return the meetings of the entries with a place, by (row index, row index) in the standings, from 0."""
    at_changed_tables = met_at_changed_tables(tournament, shown.after_round + 1)
    return met(played(shown), at_changed_tables, low_wins=lowest_wins(tournament))


def met(rows: Sequence[Row], at_changed_tables: TableMeetings, *, low_wins: bool) -> Meetings:
    """Return the meetings of the entries in these rows, by (row index, row index), from 0.

    `at_changed_tables` has the pairs that met at tables where players of another entry sat in a seat. Such a player is
    compared by the score of the seat.
    """
    worths: dict[Place, dict[int, Fraction]] = defaultdict(dict)
    for row in rows:
        for score in row["rounds"]:
            if _was_played(score) and score["score"] is not None:
                worth = Fraction(score.get("exact") or score["score"])
                worths[score["round"], score["table"]][row["entry"]] = -worth if low_wins else worth
    at = {row["entry"]: number for number, row in enumerate(rows)}
    ahead: Counter[tuple[int, int]] = Counter()
    level: Counter[tuple[int, int]] = Counter()
    for table, at_table in worths.items():
        for (one, other), (own, others) in _compared(at_table, at_changed_tables.get(table)).items():
            if one in at and other in at:
                ahead[at[one], at[other]] += own > others
                level[at[one], at[other]] += own == others
    return {pair: MeetingRecord(ahead[pair], ahead[pair[::-1]], level[pair]) for pair in level}


def _was_played(score: Row) -> bool:
    """Whether the entry's table was played; the number of hands is None if the table has only a total."""
    return bool(score["hands"] if "hands" in score else score["source"] == "table")


def _compared(
    worth: Mapping[int, Fraction], met: Iterable[tuple[SeatedPlayer, SeatedPlayer]] | None
) -> dict[Pair, tuple[Fraction, ...]]:
    """Return, for each pair of entries that met at a table, the scores of the seats in which they met.

    If they met in several seats, those that belong to the entries themselves count.
    """
    if met is None:
        return {(one, other): (worth[one], worth[other]) for one, other in permutations(worth, 2)}
    own_last = sorted(
        met, key=lambda two: (sum(seated.entry == seated.of for seated in two), sorted(seated.of for seated in two))
    )
    return {
        (one.entry, other.entry): (worth[one.of], worth[other.of])
        for one, other in own_last
        if one.entry != other.entry and {one.of, other.of} <= worth.keys()
    }


def step_size(scores: Sequence[Fraction]) -> int:
    """Return the smallest of 1, 2, 5, 10, 20 … that gives at most `MOST_STEPS` steps."""
    size, at = 1, 0
    while max(scores) // size - min(scores) // size >= MOST_STEPS:
        at += 1
        size = NICE[at % len(NICE)] * 10 ** (at // len(NICE))
    return size


def step_counts(scores: Sequence[Fraction]) -> dict[int, int]:
    """Return the number of scores in each step that has any, by the step's lowest score."""
    size = step_size(scores)
    counts: dict[int, int] = {}
    for score in scores:
        low = int(score // size) * size
        counts[low] = counts.get(low, 0) + 1
    return counts
