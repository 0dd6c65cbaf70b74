"""Rounds that are made one by one, and taken apart and made again as long as somebody meets again.

Ruin and recreate (G. Schrimpf et al., Record breaking optimization results using the ruin and
recreate principle, Journal of Computational Physics 159, 2000): up to three rounds are made anew
after the others, and kept if they are no worse.
"""

from collections.abc import Sequence

from tournaments.pairing.dice import Dice
from tournaments.pairing.hall import Hall
from tournaments.pairing.mending import mended
from tournaments.pairing.prices import BARRED, charge, cost_of, prices_of
from tournaments.pairing.repeats import repeats_bound
from tournaments.pairing.replanning import refitted
from tournaments.pairing.seating import dealt, seat
from tournaments.pairing.shape import Rounds, Seats
from tournaments.pairing.turns import OUT, UNUSUAL, Turns

STEPS = 400  # trades tried for a round before it is left as it is
MADE = 0.2  # of the work is done when every round has been made once
HOPELESS = 4_000  # and before a round at which two sit together who may not is given up


class Rebuilding:
    """Rounds, and what their pairs cost with all they have been through."""

    def __init__(self, hall: Hall, dice: Dice, *, again: bool = False) -> None:
        self.hall, self.dice = hall, dice
        self.prices = prices_of(hall, again=again)
        self.turns = Turns(hall)
        self.rounds: Rounds = []
        self.given = self.spent = 0
        self.cost = 0

    @property
    def is_barred(self) -> bool:
        """Whether two sit together who may not; many repeats alone may cost as much."""
        return self.cost >= BARRED and any(map(self.hall.has_barred, self.rounds))

    def take(self, rounds: Rounds) -> None:
        """Go on from rounds that stay as they are."""
        for tables in rounds:
            self.turns.add(tables)
            self.rounds.append(tables)
            self._charge(len(self.rounds) - 1)
        self.given = len(self.rounds)

    def add(self, steps: int, planned: Seats | None = None) -> None:
        """Make one more round, as it was planned or from scratch."""
        if planned is not None:
            tables = refitted(planned, self.hall, self.turns, self.prices)
        else:
            order = dealt(self.hall, self.dice)
            tables = seat(self.hall, order, self.turns.times(OUT), self.turns.times(UNUSUAL))
        self.turns.add(tables)
        self.rounds.append(tables)
        self._make(len(self.rounds) - 1, steps)
        if self.hall.start and self.is_barred:
            self._discharge(len(self.rounds) - 1)
            self._put(len(self.rounds) - 1, self.hall.start)
            self._make(len(self.rounds) - 1, steps)

    def rebuild(self, steps: int) -> None:
        """Make some rounds again, and keep them unless they cost more."""
        numbers = self.dice.shuffled(range(self.given, len(self.rounds)))[: 1 + self.dice.below(3)]
        before, old = self.cost, [self.rounds[number] for number in numbers]
        for number in numbers:
            self._discharge(number)
        for number in numbers:
            self._put(number, self._shaken(self.rounds[number]))
            self._make(number, steps)
        if self.cost > before:
            for number in numbers:
                self._discharge(number)
            for number, tables in zip(numbers, old, strict=True):
                self._put(number, tables)
                self._charge(number)

    def _put(self, number: int, tables: Seats) -> None:
        self.rounds[number] = tables
        self.turns.change(number, tables)

    def _make(self, number: int, steps: int) -> None:
        self.rounds[number], spent = mended(
            self.rounds[number],
            self.prices,
            self.turns,
            number=number,
            pinned=self.hall.fixed,
            dice=self.dice,
            steps=steps,
        )
        self.spent += spent
        self._charge(number)

    def _charge(self, number: int) -> None:
        self.cost += cost_of(self.prices, self.rounds[number])
        charge(self.prices, self.rounds[number], 1)

    def _discharge(self, number: int) -> None:
        charge(self.prices, self.rounds[number], -1)
        self.cost -= cost_of(self.prices, self.rounds[number])

    def _shaken(self, tables: Seats) -> Seats:
        """The same players at tables of the same size, at random; the fixed stay."""
        fixed = self.hall.fixed
        loose = {len(table): list[int]() for table in tables}
        for table in tables:
            loose[len(table)] += [player for player in table if player not in fixed]
        for players in loose.values():
            self.dice.shuffle(players)
        return [
            [player if player in fixed else loose[len(table)].pop() for player in table]
            for table in tables
        ]


def rebuilt(
    hall: Hall, planned: Sequence[Seats | None], dice: Dice, *, given: Rounds, work: int
) -> Rounds:
    """Rounds after those given that cost as little as was found; None is one without a plan.

    They are made again for so many trades in all, `work`, or until they cost as little as can be.
    They end with the first at which two sit together who are kept apart, if it cannot be mended.
    """
    rebuilding = Rebuilding(hall, dice)
    rebuilding.take(given)
    for number, tables in enumerate(planned):
        hall.tell(number / len(planned) * MADE)
        rebuilding.add(STEPS, tables)
        while rebuilding.is_barred and rebuilding.spent < HOPELESS:
            rebuilding.rebuild(STEPS)
        if rebuilding.is_barred:
            return rebuilding.rounds[len(given) :]
    enough = repeats_bound(hall.past.meetings, _slots(rebuilding.rounds, len(hall.ids)))
    while rebuilding.cost > enough and rebuilding.spent < work:
        rebuilding.rebuild(STEPS)
        hall.tell(MADE + (1 - MADE) * min(1.0, rebuilding.spent / work))
    return rebuilding.rounds[len(given) :]


def _slots(rounds: Rounds, players: int) -> list[int]:
    """With how many others each player sits, round after round."""
    slots = [0] * players
    for tables in rounds:
        for table in tables:
            for player in table:
                slots[player] += len(table) - 1
    return slots
