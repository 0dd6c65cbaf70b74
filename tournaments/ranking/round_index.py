"""The rounds that count: who played at which table, what it gave, and what the field of each round got."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from tournaments.ranking.numbers import mean
from tournaments.ranking.results import Results, Scoring, TableResult, table_scores


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A table as played by one entry: its side, its score of the table, and that of the round, which an
    award may have changed."""

    table: TableResult
    side: int
    table_score: Fraction
    round_score: Fraction

    def opponents(self) -> Iterator[int]:
        """The entries of the other sides; a partner is no opponent."""
        for side, entries in enumerate(self.table.sides):
            if side != self.side:
                yield from entries

    @property
    def hands(self) -> int:
        """How many hands the entry played there."""
        return sum(hand.scores[self.side] is not None for hand in self.table.hands)


class RoundIndex:
    """The rounds that count, in order, with tables, sit-outs and awards by entry.

    `played` holds an entry's tables by round, `waiting` the (entry, round) whose table has no counted hand yet.
    None of it is changed once it was made: `with_tables` shares what stays the same.
    """

    def __init__(self, results: Results, scoring: Scoring, rounds: tuple[int, ...]) -> None:
        self.rounds = rounds
        self.scoring = scoring
        self.awards: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for award in results.awards:
            if award.round in rounds:
                self.awards[award.entry, award.round] += award.value
        self.sit_outs = {(s.entry, s.round) for s in results.sit_outs if s.round in rounds}
        self.played: dict[int, dict[int, PlayedTable]] = {entrant.id: {} for entrant in results.entrants}
        self.waiting: set[tuple[int, int]] = set()
        for table in results.tables:
            if table.round in rounds:
                self.seat(table)
        self.known_means: dict[int, Fraction] = {}
        self.known_fields: dict[int, list[Fraction]] = {}

    def with_tables(self, tables: Collection[TableResult]) -> "RoundIndex":
        """The same with these in place of the tables of their numbers, at which the same entries sit."""
        changed = copy(self)
        changed.played, changed.waiting = dict(self.played), set(self.waiting)
        changed.known_means, changed.known_fields = dict(self.known_means), dict(self.known_fields)
        for table in tables:
            changed.known_fields.pop(table.round, None)
            for entry in seated([table]):
                changed.played[entry] = dict(changed.played[entry])
                changed.played[entry].pop(table.round, None)
                changed.waiting.discard((entry, table.round))
                changed.known_means.pop(entry, None)
            changed.seat(table)
        return changed

    def seat(self, table: TableResult) -> None:
        """Enter a table for each of its entries."""
        if not table.hands:
            self.waiting |= {(entry, table.round) for side in table.sides for entry in side}
            return
        scores = table_scores(table, self.scoring)
        for side, entries in enumerate(table.sides):
            for entry in entries:
                if table.round in self.played[entry]:
                    raise ValueError(f"Entry {entry} plays twice in round {table.round}")
                round_score = self.awards.get((entry, table.round), scores[side])
                self.played[entry][table.round] = PlayedTable(table, side, scores[side], round_score)

    def met(self, entry: int) -> set[int]:
        """Those whom an entry had as opponents."""
        return {opponent for game in self.played[entry].values() for opponent in game.opponents()}

    @cached_property
    def last_seen(self) -> dict[int, int]:
        """By entry, the latest round in which it played, sat out or was given an award."""
        played = {(entry, number) for entry, games in self.played.items() for number in games}
        latest: dict[int, int] = {}
        for entry, number in played | self.waiting | self.sit_outs | self.awards.keys():
            latest[entry] = max(number, latest.get(entry, 0))
        return latest

    def mean(self, entry: int) -> Fraction | None:
        """The mean of what an entry got in the rounds that it played, None where it played none."""
        games = self.played[entry]
        if entry not in self.known_means and games:
            self.known_means[entry] = mean([game.round_score for game in games.values()])
        return self.known_means.get(entry)

    def _field(self, number: int) -> list[Fraction]:
        """What each entry that played in a round got."""
        if number not in self.known_fields:
            self.known_fields[number] = [games[number].round_score for games in self.played.values() if number in games]
        return self.known_fields[number]

    def average(self, number: int) -> Fraction | None:
        """The mean of a round's field, None without a result."""
        field = self._field(number)
        return mean(field) if field else None

    def worst(self, number: int) -> Fraction | None:
        """The worst of a round's field, None without a result."""
        worst = max if self.scoring.low_score_wins else min
        return worst(self._field(number), default=None)


def seated(tables: Collection[TableResult]) -> set[int]:
    """The entries at these tables."""
    return {entry for table in tables for side in table.sides for entry in side}
