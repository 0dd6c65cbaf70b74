"""Who did what in the rounds that count, found by entry and round."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from tournaments.ranking.numbers import mean
from tournaments.ranking.results import Results, Scoring, TableResult, table_scores


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """An entry's part in a table with counted hands: its side, its score of the table, and that of the round, which an
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


class RoundIndex:
    """The rounds that count, in order, with everything that happened in them.

    `played` holds an entry's tables by round, `waiting` the (entry, round) whose table has no counted hand yet.
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
                self._seat(table)

    def _seat(self, table: TableResult) -> None:
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

    @cached_property
    def last_seen(self) -> dict[int, int]:
        """By entry, the latest round in which it played, sat out or was given an award."""
        played = {(entry, number) for entry, games in self.played.items() for number in games}
        latest: dict[int, int] = {}
        for entry, number in played | self.waiting | self.sit_outs | self.awards.keys():
            latest[entry] = max(number, latest.get(entry, 0))
        return latest

    @cached_property
    def means(self) -> dict[int, Fraction]:
        """By entry that played, the mean of what it got in the rounds that it played."""
        return {
            entry: mean([game.round_score for game in games.values()]) for entry, games in self.played.items() if games
        }

    @cached_property
    def fields(self) -> dict[int, list[Fraction]]:
        """By round with a result, what each entry that played in it got: the field of the round."""
        fields: dict[int, list[Fraction]] = defaultdict(list)
        for games in self.played.values():
            for number, game in games.items():
                fields[number].append(game.round_score)
        return fields

    @cached_property
    def averages(self) -> dict[int, Fraction]:
        """By round with a result, the mean of its field."""
        return {number: mean(field) for number, field in self.fields.items()}

    @cached_property
    def worst(self) -> dict[int, Fraction]:
        """By round with a result, the worst of its field."""
        worst = max if self.scoring.low_score_wins else min
        return {number: worst(field) for number, field in self.fields.items()}
