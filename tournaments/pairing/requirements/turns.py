"""Turns at sitting out and at unusual tables: counting and exchanging them, and a first round with fair turns."""

from collections import Counter
from collections.abc import Sequence

from tournaments.pairing.instance import Instance
from tournaments.pairing.shape import take_turns
from tournaments.pairing.values import Rng, Seats

USUAL, UNUSUAL, OUT = 0, 1, 2  # the kinds of place in a round


class Turns:
    """The turns of each player in the past and in the rounds being made.

    Turns are fair if nobody has a second turn before everybody has had one, and so on. A player may give a turn to
    another one only if turns stay fair.
    """

    def __init__(self, instance: Instance) -> None:
        players = len(instance.ids)
        self.usual = instance.sizes[0]
        self.before = [[0] * players, instance.past.short_tables, instance.past.sit_outs]
        self.taken: list[list[set[int]]] = [[set() for _ in range(players)] for _ in range(3)]
        self.kinds: list[list[int]] = []  # by round: the kind of each table; index -1 is for sitting out

    def times(self, kind: int) -> list[int]:
        """Return how many turns of this kind each player has had, including past ones."""
        taken = zip(self.before[kind], self.taken[kind], strict=True)
        return [before + len(rounds) for before, rounds in taken]

    def add(self, tables: Seats) -> None:
        """Count another round."""
        self.kinds.append([])
        self._record(len(self.kinds) - 1, tables)

    def change(self, number: int, tables: Seats) -> None:
        """Replace the counts of a round by those of its new tables."""
        for kind in (UNUSUAL, OUT):
            for rounds in self.taken[kind]:
                rounds.discard(number)
        self._record(number, tables)

    def _kind(self, table: list[int]) -> int:
        return USUAL if len(table) == self.usual else UNUSUAL

    def _record(self, number: int, tables: Seats) -> None:
        self.kinds[number] = [self._kind(table) for table in tables] + [OUT]
        out = set(range(len(self.taken[OUT])))
        for table in tables:
            out.difference_update(table)
            if self._kind(table) == UNUSUAL:
                for player in table:
                    self.taken[UNUSUAL][player].add(number)
        for player in out:
            self.taken[OUT][player].add(number)

    def may_trade(self, number: int, one: int, here: int, other: int, there: int) -> bool:
        """Whether two players, who sit at the tables `here` and `there` of a round, may exchange places."""
        kind, kind_2 = self.kinds[number][here], self.kinds[number][there]
        return kind == kind_2 or (
            self._may_hand(kind, number, one, other) and self._may_hand(kind_2, number, other, one)
        )

    def _may_hand(self, kind: int, number: int, giver: int, taker: int) -> bool:
        """Whether a player may pass on its last turn at this kind of seat, to a player with exactly one turn less.

        True also for a seat of the usual kind, which does not count as a turn.
        """
        if kind == USUAL:
            return True
        before, taken = self.before[kind], self.taken[kind]
        times = before[giver] + len(taken[giver])
        return times == before[taker] + len(taken[taker]) + 1 and max(taken[giver]) == number

    def trade(self, number: int, one: int, here: int, other: int, there: int) -> None:
        """Record that two players have exchanged places."""
        kind, kind_2 = self.kinds[number][here], self.kinds[number][there]
        if kind != kind_2:
            self._hand(kind, number, one, other)
            self._hand(kind_2, number, other, one)

    def _hand(self, kind: int, number: int, giver: int, taker: int) -> None:
        if kind != USUAL:
            self.taken[kind][giver].remove(number)
            self.taken[kind][taker].add(number)


class FixedTurns(Turns):
    """Turns that cannot be given to others: only players with the same kind of place may exchange places."""

    def _may_hand(self, kind: int, number: int, giver: int, taker: int) -> bool:  # noqa: ARG002
        return False


def seat_players(instance: Instance, order: Sequence[int], sit_outs: Sequence[int], unusual: Sequence[int]) -> Seats:
    """Return tables filled in this order of players, table after table; fixed players sit at their tables.

    Players whose turn it is sit out or sit at an unusual table; among players with equally many turns, these are the
    last in the order. `sit_outs` and `unusual` have the turns of each player so far.
    """
    shape = instance.shape
    out = take_turns(list(reversed(order)), shape.sit_outs, sit_outs)
    tables: Seats = [[] for _ in shape.sizes]
    for player in order:
        if player in instance.fixed and player not in out:
            tables[instance.fixed[player]].append(player)
    loose = [player for player in order if player not in out and player not in instance.fixed]
    sizes = _sizes(instance, tables, loose, unusual)
    _fill_tables(tables, sizes, loose, instance.sizes[0], unusual)
    return tables


def _sizes(instance: Instance, fixed: Seats, loose: Sequence[int], times: Sequence[int]) -> list[int]:
    """Return the size of each table.

    Tables with more fixed players than the usual size get a larger one. Then unusual sizes go to tables whose fixed
    players have sat least often at tables of an unusual size; of equal tables the one with the highest number.
    """
    sizes, usual = instance.shape.sizes, instance.sizes[0]
    needed = sum(size for size in sizes if size != usual)
    had = sorted(times[player] for player in loose)[:needed]

    def turn_of(number: int) -> tuple[int, int, int, int]:
        here = fixed[number]
        most = max((times[player] for player in here), default=max(had, default=0))
        return -max(0, len(here) - usual), most, len(here), -number

    assigned = [usual] * len(sizes)
    left = sorted(range(len(sizes)), key=turn_of)
    small = sorted(size for size in sizes if size < usual)
    for size in [*small, *sorted((size for size in sizes if size > usual), reverse=True)]:
        taken = next(number for number in left if len(fixed[number]) <= size)
        assigned[taken] = size
        left.remove(taken)
    return assigned


def _fill_tables(tables: Seats, sizes: Sequence[int], loose: Sequence[int], usual: int, times: Sequence[int]) -> None:
    need = sum(size - len(table) for table, size in zip(tables, sizes, strict=True) if size != usual)
    unusual = take_turns(list(reversed(loose)), need, times)
    rest = {odd: iter([player for player in loose if (player in unusual) is odd]) for odd in (False, True)}
    for table, size in zip(tables, sizes, strict=True):
        while len(table) < size:
            table.append(next(rest[size != usual]))


def deal_clubs(instance: Instance, rng: Rng) -> list[int]:
    """Return a random order of players in which few players of one club share a table.

    Clubs are dealt out like cards, largest first, one player to each table in turn. So players of a club never meet if
    it has at most as many players as there are tables.
    """
    order, clubs = rng.shuffled(range(len(instance.ids))), instance.clubs
    members = Counter(clubs)
    order.sort(key=lambda player: (clubs[player] < 0, -members[clubs[player]], clubs[player]))
    tables = max(1, len(instance.shape.sizes))
    return [player for first in range(tables) for player in order[first::tables]]
