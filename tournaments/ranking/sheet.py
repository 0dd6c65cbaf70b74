"""The score sheet: the score of every entry in every round, and the sums."""

from collections import defaultdict
from collections.abc import Collection
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from typing import Any, Literal

from tournaments.ranking.numbers import ZERO, total
from tournaments.ranking.results import Entrant, PenaltyPoints, Results, TableResult
from tournaments.ranking.round_index import Decided, PlayedTable, RoundIndex, seated


@dataclass(frozen=True, slots=True)
class RoundScore:
    """An entry's score in a round, and where it comes from; `value` is None while it is not known yet.

    `game` is the table at which the entry sat, or None. Points carried over from earlier stages are a score in round 0.
    """

    round: int
    source: Literal["carried", "table", "sit-out", "award", "absent", "forfeit", "unplayed"]
    value: Fraction | None
    game: PlayedTable | None = None


@dataclass(frozen=True, slots=True)
class EntryRecord:
    """An entry's scores by round, its penalties and total score, and how many hands and rounds it played.

    `has_played` is true if it took part in a counted hand, even if a decision replaced the result of that round.
    """

    rounds: tuple[RoundScore, ...]
    penalty: Fraction
    score: Fraction
    hands: int
    played: int
    has_played: bool


Computed = defaultdict[str, dict[int, Any]]
INDIRECT = ("sit-out", "absent", "forfeit", "unplayed")
"""The sources of a round's worth that may depend on tables other than the entry's own."""


class ScoreSheet:
    """The entries and their records after round `through`, with the index of the rounds up to it, and the lots.

    It is made from the index of all rounds, so that sheets of several rounds share the tables. `own` caches values by
    code and entry that depend only on the entry's own scores; `met` caches values that also depend on the averages of
    its opponents.
    """

    def __init__(self, results: Results, index: RoundIndex, *, through: int, lot_seed: int) -> None:
        self.scoring = index.scoring
        self.index = index.through(through)
        self.through = through
        last_seen = self.index.last_seen
        self.entrants = [e for e in results.entrants if e.from_round <= max(through, 1) or e.id in last_seen]
        self._penalties = _penalties(results.penalties, through)
        self.lines = {e.id: self.line_of(e) for e in self.entrants}
        self.not_played = {e for e, line in self.lines.items() if any(r.source in INDIRECT for r in line.rounds)}
        self.own: Computed = defaultdict(dict)
        self.met: Computed = defaultdict(dict)
        self.everybody = results.entrants
        self._lot_seed = lot_seed

    def with_tables(self, tables: Collection[TableResult]) -> "ScoreSheet":
        """Return a copy in which these tables replace those with the same round, number and entries."""
        changed = copy(self)
        changed.index = self.index.with_tables(tables)
        players = seated(tables)
        relined = [e for e in self.entrants if e.id in players or e.id in self.not_played]
        changed.lines = self.lines | {e.id: changed.line_of(e) for e in relined}
        stale = {e.id for e in relined}
        changed.own = _without(stale, self.own)
        changed.met = _without(stale.union(*map(changed.index.met, players)), self.met)
        return changed

    def line_of(self, entrant: Entrant) -> EntryRecord:
        """Return the record of an entry, computed from the current index."""
        rounds = _round_scores(self.index, entrant, entrant.out_after(self.through))
        score = total(r.value for r in rounds if r.value is not None)
        penalty = self._penalties.get(entrant.id, ZERO)
        score = score + penalty if self.scoring.low_score_wins else score - penalty
        games = self.index.played[entrant.id].values()
        hands, has_played = sum(game.hands for game in games), any(r.game and r.game.has_played for r in rounds)
        return EntryRecord(rounds, penalty, score, hands, len(games), has_played)

    @cached_property
    def lots(self) -> dict[int, int]:
        """The position of each entry, from 1, in a random order that depends on the seed."""
        # The ticket of a number does not depend on other entries, so an entry that comes or goes does not change the
        # order of the others.
        tickets = {e: sha256(f"{self._lot_seed}:{e.number}".encode()).digest() for e in self.entrants}
        drawn = sorted(self.entrants, key=lambda entrant: (tickets[entrant], entrant.number))
        return {entrant.id: place for place, entrant in enumerate(drawn, start=1)}


def _without(entries: Collection[int], computed: Computed) -> Computed:
    """Return a copy of cached values without those of these entries."""
    others: Computed = defaultdict(dict)
    for code, values in computed.items():
        others[code] = dict(values)
        for entry in entries:
            others[code].pop(entry, None)
    return others


def _penalties(penalties: tuple[PenaltyPoints, ...], through: int) -> dict[int, Fraction]:
    sums: dict[int, Fraction] = defaultdict(Fraction)
    for penalty in penalties:
        if penalty.round is None or penalty.round <= through:
            sums[penalty.entry] += penalty.amount
    return sums


def _round_scores(round_index: RoundIndex, entrant: Entrant, until: int | None) -> tuple[RoundScore, ...]:
    """Return the points carried over, then the scores of the rounds that count for an entry, in order.

    An absence does not count for a stand-in, in a knock-out, or after round `until`.
    """
    scores = (_round_score(round_index, entrant, number, until) for number in round_index.rounds)
    start = (RoundScore(0, "carried", entrant.carried),) if entrant.carried else ()
    return (*start, *(score for score in scores if score))


def _round_score(round_index: RoundIndex, entrant: Entrant, number: int, until: int | None) -> RoundScore | None:
    entry = entrant.id
    game = round_index.played[entry].get(number)
    decided = round_index.decided.get((entry, number))
    if decided:
        return _decided_score(round_index, entry, number, decided)
    if game:
        return RoundScore(number, "table", game.round_score, game)
    if waiting := round_index.waiting.get((entry, number)):
        return RoundScore(number, "table", None, waiting)
    if unplayed := round_index.unplayed.get((entry, number)):
        return RoundScore(number, "unplayed", _unplayed_score(round_index, number, unplayed), unplayed)
    if (entry, number) in round_index.sit_outs:
        return RoundScore(number, "sit-out", _sit_out_score(round_index, entry, number))
    if entrant.stand_in or number in round_index.knock_out or (until is not None and number > until):
        return None
    return RoundScore(number, "absent", _absent_score(round_index, number))


def _decided_score(round_index: RoundIndex, entry: int, number: int, decided: Decided) -> RoundScore:
    given = round_index.awards.get((entry, number))
    value = _absent_score(round_index, number) if given is None else given
    at = (entry, number)
    seats = (round_index.struck, round_index.unplayed, round_index.waiting)
    game = round_index.played[entry].get(number) or next((seat[at] for seat in seats if at in seat), None)
    return RoundScore(number, decided, value, game)


def _absent_score(round_index: RoundIndex, number: int) -> Fraction | None:
    rule = round_index.scoring.absent
    return rule if isinstance(rule, Fraction) else round_index.worst(number)


def _unplayed_score(round_index: RoundIndex, number: int, game: PlayedTable) -> Fraction | None:
    """Return the score of a closed table that counts as unplayed.

    It is the score decided when closing, or the result of the hands played if that is worse.
    """
    closing = round_index.closing_of(game.table)
    rule = closing.unplayed if closing else "absent"
    worth = rule if isinstance(rule, Fraction) else round_index.average(number)
    if rule == "absent":
        worth = _absent_score(round_index, number)
    if worth is None or not game.table.hands:
        return worth
    worse = max if round_index.scoring.low_score_wins else min
    return worse(worth, game.table_score)


def _sit_out_score(round_index: RoundIndex, entry: int, number: int) -> Fraction | None:
    rule = round_index.scoring.sit_out
    if isinstance(rule, Fraction):
        return rule
    own = round_index.mean(entry) if rule == "own-average" else None
    return round_index.average(number) if own is None else own
