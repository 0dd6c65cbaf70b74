"""The certain part of each entry's score, and the lowest and the highest score with which it can end.

In this module more is always better: a `sign` of -1 negates the scores. For the worst places the opposite sign is used.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.ranking.numbers import ZERO, total
from tournaments.ranking.outlook.plan import RoundPlan
from tournaments.ranking.outlook.worths import Worths, worths
from tournaments.ranking.results import Entrant, TableResult
from tournaments.ranking.sheet import EntryRecord, RoundScore, ScoreSheet

Range = tuple[Fraction, Fraction]
Key = tuple[int, int]
NOTHING: Range = (ZERO, ZERO)


@dataclass(slots=True)
class ScoreParts:
    """The parts of an entry's score: `given` is certain, `vague` has a range, `earned` is from rounds it played.

    `played` is the number of rounds that it played, including those at open tables. `averaged` is the number of rounds
    whose score is the average of its own rounds. `seats` has its open tables, each with its side there.
    """

    given: Fraction = ZERO
    vague: Range = NOTHING
    earned: Fraction = ZERO
    played: int = 0
    averaged: int = 0
    seats: list[tuple[Key, int]] = field(default_factory=list)

    def add_range(self, least: Fraction, most: Fraction) -> None:
        """Add a score to `vague` that is between `least` and `most`."""
        self.vague = (self.vague[0] + least, self.vague[1] + most)


@dataclass(frozen=True, slots=True)
class Contender:
    """An entry with the lowest and the highest score with which it can end.

    To end with at most a given score, it may get at most `score * share - had` from its open tables and from tables to
    come. The open tables give it at least `at_tables`. With `is_away` it may miss rounds to come, with `is_free` it may
    miss them or sit them out. With `may_not_play` it may end without a counted hand, and so without a place.
    """

    entry: int
    least: Fraction
    most: Fraction
    share: Fraction
    had: Fraction
    at_tables: Fraction
    seats: tuple[tuple[Key, int], ...]
    is_away: bool
    is_free: bool
    may_not_play: bool


class Contest:
    """The contenders, the open tables, and the bounds of a table to come; all of them are multiplied by the sign."""

    def __init__(self, sheet: ScoreSheet, plan: RoundPlan, tables: Mapping[Key, TableResult], *, sign: int) -> None:
        self._sheet, self._sign, self._open_rounds = sheet, sign, {number for number, _table in tables}
        self.rounds = max(plan.rounds - len(sheet.index.rounds), 0)
        self.fresh = [self._turned(worths(bounds, sheet.scoring)) for bounds in plan.fresh]
        self.tables = {key: self._turned(worths(plan.bounds_of(each), sheet.scoring)) for key, each in tables.items()}
        everybody = sheet.everybody
        expected = {e.id for e in everybody if self._is_expected(e)}
        self.away = {e.id for e in everybody if e.id in expected and (e.away or e.from_round > self._next)}
        self.playing = expected - self.away
        self.spare = max(n % size for n in self._numbers() for size in plan.sizes) if plan.seats_all else len(everybody)
        ranked = [entrant for entrant in everybody if entrant.id in expected and not entrant.stand_in]
        self.contenders = [each for each in map(self._contender, ranked) if each]

    def _is_expected(self, entrant: Entrant) -> bool:
        """Whether an entry is still in and will play the rounds to come; one that has left ends behind all others."""
        through = self._sheet.through
        return entrant.out_after(through) is None and not (self.rounds and entrant.has_left_by(through + 1))

    @property
    def _next(self) -> int:
        return max(self._sheet.index.rounds, default=0) + 1

    def _numbers(self) -> range:
        """Return the possible numbers of entries in a round to come, from none to all of the entries that are away."""
        return range(len(self.playing), len(self.playing) + len(self.away) + 1)

    def _turned(self, worths: Worths) -> Worths:
        return worths if self._sign > 0 else worths.negated

    @property
    def fresh_range(self) -> Range:
        """The least and the most that one side can get at a table to come."""
        return min(each.least[0] for each in self.fresh), max(each.most[0] for each in self.fresh)

    def _contender(self, entrant: Entrant) -> Contender | None:
        """Return the entry as a contender; None if it has not played and can no longer play."""
        line = self._sheet.line_of(entrant)
        had = self._holding(entrant, line)
        if not (line.has_played or had.seats or self.rounds):
            return None
        is_away = self.rounds > 0 and entrant.id in self.away
        is_free = is_away or (self.rounds > 0 and self.spare > 0)
        tables = [self.tables[key] for key, _side in had.seats]
        sides = [side for _key, side in had.seats]
        low = total(each.least[side] for each, side in zip(tables, sides, strict=True))
        high = total(each.most[side] for each, side in zip(tables, sides, strict=True))
        played = had.played + self.rounds
        share = Fraction(played, played + had.averaged) if played else Fraction(1)
        return Contender(
            entry=entrant.id,
            least=min(self._ends(had, entrant, low, worst=True)),
            most=max(self._ends(had, entrant, high, worst=False)),
            share=share,
            had=(had.given + had.vague[0]) * share + had.earned,
            at_tables=low,
            seats=tuple(had.seats),
            is_away=is_away,
            is_free=is_free,
            may_not_play=is_free and not (line.has_played or had.seats),
        )

    def _ends(self, had: ScoreParts, entrant: Entrant, at_tables: Fraction, *, worst: bool) -> Iterator[Fraction]:
        """Yield the entry's worst or best final score, for each number of rounds that it can sit out or miss."""
        place = 0 if worst else 1
        resting = range(self.rounds + 1) if self.spare else range(1)
        for rests in resting:
            for away in range(self.rounds - rests + 1) if entrant.id in self.away else range(1):
                plays = self.rounds - rests - away
                own = had.earned + at_tables + (plays * self.fresh_range[place] if plays else 0)
                number, elsewhere = had.played + plays, had.given + had.vague[place] + away * self._absent(place)
                averaged = had.averaged
                if self._sheet.scoring.sit_out == "own-average":
                    averaged += rests
                else:
                    elsewhere += rests * self._sit_out(place)
                mean = own / number if number else self._anything(place)
                yield elsewhere + own + (averaged * mean if averaged else 0)

    def _sit_out(self, place: int) -> Fraction:
        rule = self._sheet.scoring.sit_out
        return rule * self._sign if isinstance(rule, Fraction) else self.fresh_range[place]

    def _absent(self, place: int) -> Fraction:
        rule = self._sheet.scoring.absent
        return rule * self._sign if isinstance(rule, Fraction) else self.fresh_range[place]

    def _anything(self, place: int) -> Fraction:
        """Return the lowest score (`place` 0) or the highest (1) of any round, for an entry that plays no round."""
        ranges = [self._of_round(number) for number in self._sheet.index.rounds]
        if self.rounds:
            ranges.append(self.fresh_range)
        ends = [each[place] for each in ranges if each is not None]
        return (max if place else min)(ends, default=ZERO)

    def _holding(self, entrant: Entrant, line: EntryRecord) -> ScoreParts:
        had = ScoreParts()
        had.given = self._sign * (line.penalty if self._sheet.scoring.low_score_wins else -line.penalty)
        for score in line.rounds:
            self._add(had, entrant.id, score)
        return had

    def _add(self, had: ScoreParts, entry: int, score: RoundScore) -> None:
        index, at = self._sheet.index, (entry, score.round)
        game = score.game or index.waiting.get(at)
        settled = (score.value or ZERO) * self._sign
        key = (score.round, game.table.table) if game else None
        if score.source == "table" and key in self.tables and game:
            had.seats.append((key, game.side))
            had.played += 1
        elif score.source == "table" or (score.source == "award" and game and at not in index.forfeited):
            had.earned += settled
            had.played += 1
        elif score.source == "sit-out" and self._sheet.scoring.sit_out == "own-average":
            had.averaged += 1
        elif at in index.awards or not self._is_vague(score):
            had.given += settled
        else:
            had.add_range(*(self._of_round(score.round) or NOTHING))

    def _is_vague(self, score: RoundScore) -> bool:
        """Whether the score for this round depends on the results of others, and a table of the round is still open."""
        scoring = self._sheet.scoring
        rule = scoring.sit_out if score.source == "sit-out" else scoring.absent
        return score.source != "award" and not isinstance(rule, Fraction) and score.round in self._open_rounds

    def _of_round(self, number: int) -> Range | None:
        """Return the least and the most of all results in a round; None if it has no open table and no results."""
        ends: list[Fraction] = []
        for (round_, _table), each in self.tables.items():
            if round_ == number:
                ends += [*each.least, *each.most]
        for games in self._sheet.index.played.values():
            if number in games:
                ends.append(games[number].round_score * self._sign)
        return (min(ends), max(ends)) if ends else None
