"""The formats that are possible for a number of entrants, rounds and tables.

A format is one stage in which everybody plays all rounds, a knock-out from the start, or groups from which the best
qualify for a knock-out. In groups, entrants without a table sit out in turn.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from tournaments.pairing.knock_out_plan import PlannedRound, plan
from tournaments.pairing.shape import shape_of

GROUPS = (1, 2, 3, 4, 6, 8)
LEAST_ROUNDS = 2
"""The fewest rounds of a stage from which the best qualify: after a single round, luck alone would choose them."""


@dataclass(frozen=True, slots=True)
class Room:
    """The limits of a format: possible table sizes (the usual one first), rounds and tables.

    `knock_out_sizes` are the table sizes of knock-outs, () if the game allows none. If `tables` is None, there are
    enough tables.
    """

    entrants: int
    sizes: tuple[int, ...]
    knock_out_sizes: tuple[int, ...]
    rounds: int
    tables: int | None = None

    def has(self, tables: int) -> bool:
        """Whether so many tables can play at once."""
        return self.tables is None or tables <= self.tables


@dataclass(frozen=True)
class Format:
    """A format: groups, a knock-out, or groups and a knock-out of their best entrants.

    `group_sizes` has the number of entrants of each group, `rounds` the rounds that each group plays. `of_each` qualify
    from each group, and `going_on` from each table of the knock-out.
    """

    room: Room
    group_sizes: tuple[int, ...] = ()
    rounds: int = 0
    of_each: int = 0
    going_on: int = 0
    knock_out: tuple[PlannedRound, ...] = ()

    @property
    def all_rounds(self) -> int:
        """The number of rounds of the whole evening."""
        return self.rounds + len(self.knock_out)

    @property
    def byes(self) -> int:
        """The number of byes in all rounds: of entrants without a table, and of the knock-out."""
        sit_outs = sum(self.group_sizes) - sum(map(sum, self.tables))
        return self.rounds * sit_outs + sum(round_.byes for round_ in self.knock_out)

    @cached_property
    def tables(self) -> tuple[tuple[int, ...], ...]:
        """The sizes of the tables of each group in a round."""
        return tuple(self._tables(entrants, self._share(group)) for group, entrants in enumerate(self.group_sizes))

    def _tables(self, entrants: int, most: int | None) -> tuple[int, ...]:
        if most is not None and most < len(shape_of(entrants, self.room.sizes).sizes):
            entrants = min(entrants, most * self.room.sizes[0])
        return shape_of(entrants, self.room.sizes).sizes[:most]

    def _share(self, group: int) -> int | None:
        """Return how many of the tables a group may use; None if there are enough."""
        if self.room.tables is None:
            return None
        share, more = divmod(self.room.tables, len(self.group_sizes))
        return share + (group < more)

    @property
    def least_rounds(self) -> int:
        """The number of rounds that every entrant plays at least, if sit-outs are shared evenly."""
        if not self.group_sizes:
            return 1
        groups = zip(self.group_sizes, self.tables, strict=True)
        return min(self.rounds * sum(tables) // entrants for entrants, tables in groups)


def formats(room: Room) -> Iterator[Format]:
    """Yield the possible formats: one stage for everybody, knock-outs, then groups with a knock-out."""
    if room.rounds and shape_of(room.entrants, room.sizes).sizes and room.has(1):
        yield Format(room, (room.entrants,), room.rounds)
    if room.knock_out_sizes:
        yield from _knock_outs(room)
        for groups in GROUPS:
            yield from _groups(room, groups)


def _knock_outs(room: Room) -> Iterator[Format]:
    for going_on in range(1, max(room.knock_out_sizes)):
        rounds = plan(room.entrants, room.knock_out_sizes, going_on)
        if 1 < len(rounds) <= room.rounds and all(room.has(each.tables) for each in rounds):
            yield Format(room, going_on=going_on, knock_out=rounds)


def _groups(room: Room, groups: int) -> Iterator[Format]:
    """Yield the formats with this number of groups, one for each length of the knock-out.

    The knock-out has no byes, and as many entrants as possible qualify: at most half of a group.
    """
    smallest = room.entrants // groups
    if smallest <= max(room.sizes) or not room.has(groups):
        return
    longest: dict[int, Format] = {}
    going_on = max(room.knock_out_sizes) // 2
    sizes = tuple(smallest + (group < room.entrants % groups) for group in range(groups))
    for of_each in range(1, smallest // 2 + 1):
        rounds = plan(groups * of_each, room.knock_out_sizes, going_on)
        left = room.rounds - len(rounds)
        fits = rounds and left >= LEAST_ROUNDS and all(room.has(each.tables) and not each.byes for each in rounds)
        if fits:
            longest[len(rounds)] = Format(room, sizes, left, of_each, going_on, rounds)
    yield from longest.values()
