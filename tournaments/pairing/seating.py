"""A round in the making: players at tables, and which of them may trade places."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.pairing.hall import Hall, Seats
from tournaments.pairing.shape import turn

USUAL, UNUSUAL = 1, 2  # kinds of tables; a player's kinds are their sum

BARRED = 1_000_000  # the price of a pair that may never sit together
AGAIN = 1_000  # of a pair that met in the round just before


@dataclass(slots=True)
class Seating:
    """The tables of a round, in the order of their numbers, and those who sit out.

    `kind` says what each table is, `kinds` at which of them each player may be; a pinned player
    never moves. `prices` is what two players at one table cost.
    """

    hall: Hall
    tables: Seats
    sit_out: list[int]
    where: list[int]
    kind: list[int]
    kinds: list[int]
    pinned: list[bool]
    prices: list[dict[int, int]]

    def price(self, one: int, other: int) -> int:
        """What it costs that the two sit together."""
        clubs = self.hall.clubs
        same_club = clubs[one] >= 0 and clubs[one] == clubs[other]
        return self.prices[one].get(other, 0) + BARRED * same_club

    def table_price(self, number: int) -> int:
        """The price of all pairs at a table."""
        return sum(self.price(one, other) for one, other in combinations(self.tables[number], 2))

    def may_trade(self, one: int, other: int) -> bool:
        """Whether the two may take each other's places."""
        here, there = self.where[one], self.where[other]
        return (
            here != there
            and self.kind[here] & self.kinds[other] != 0
            and self.kind[there] & self.kinds[one] != 0
            and not self.pinned[one]
            and not self.pinned[other]
        )

    def change(self, one: int, other: int) -> int:
        """How the price changes if the two trade places."""
        price, total = self.price, 0
        for companion in self.tables[self.where[one]]:
            if companion != one:
                total += price(other, companion) - price(one, companion)
        for companion in self.tables[self.where[other]]:
            if companion != other:
                total += price(one, companion) - price(other, companion)
        return total

    def trade(self, one: int, other: int) -> None:
        """Let the two take each other's places."""
        here, there = self.where[one], self.where[other]
        self.tables[here][self.tables[here].index(one)] = other
        self.tables[there][self.tables[there].index(other)] = one
        self.where[one], self.where[other] = there, here


def seat(hall: Hall, order: Sequence[int]) -> Seating:
    """The players in this order, table after table, fixed ones at theirs.

    Whoever's turn it is sits out or at an unusual table, taken from the end of the order.
    """
    shape = hall.shape
    backwards = list(reversed(order))
    due = turn(backwards, shape.sit_outs, hall.past.sit_outs)
    out = {*due.must, *due.may[: due.more]}
    tables: Seats = [[] for _ in shape.sizes]
    for player in order:
        if player in hall.fixed and player not in out:
            tables[hall.fixed[player]].append(player)
    sizes = _sizes(shape.sizes, tables)
    pinned = [player in hall.fixed for player in range(len(order))]
    loose = [player for player in backwards if player not in out and not pinned[player]]
    kind = [USUAL if size == hall.sizes[0] else UNUSUAL for size in sizes]
    kinds = _fill(tables, sizes, loose, hall)
    where = [-1] * len(order)
    for number, table in enumerate(tables):
        for player in table:
            where[player] = number
    sit_out = [player for player in order if player in out]
    return Seating(hall, tables, sit_out, where, kind, kinds, pinned, prices_of(hall))


def _sizes(sizes: Sequence[int], fixed: Seats) -> list[int]:
    """The size of each table: the largest go where most players are fixed."""
    by_need = sorted(range(len(sizes)), key=lambda number: -len(fixed[number]))
    given = [0] * len(sizes)
    for number, size in zip(by_need, sorted(sizes, reverse=True), strict=True):
        given[number] = size
    return given


def _fill(tables: Seats, sizes: Sequence[int], backwards: Sequence[int], hall: Hall) -> list[int]:
    """Fill the tables, from the end, and tell at which kinds of tables each player may be."""
    usual = hall.sizes[0]
    need = sum(
        size - len(table) for table, size in zip(tables, sizes, strict=True) if size != usual
    )
    due = turn(backwards, need, hall.past.short_tables)
    kinds = [USUAL] * len(hall.ids)
    if need:
        for player in due.must:
            kinds[player] = UNUSUAL
        for player in due.may:
            kinds[player] = USUAL + UNUSUAL
    short = [*due.must, *due.may[: due.more]]
    chosen = set(short)
    others = [player for player in backwards if player not in chosen]
    queues = {True: iter(others), False: iter(short)}
    for table, size in reversed(list(zip(tables, sizes, strict=True))):
        queue = queues[size == usual]
        while len(table) < size:
            table.append(next(queue))
    return kinds


def prices_of(hall: Hall) -> list[dict[int, int]]:
    """What every pair costs that met before or is kept apart; clubs are reckoned apart."""
    prices = [dict(met) for met in hall.past.meetings]
    for player, price in enumerate(prices):
        for other in hall.past.last[player]:
            price[other] = price.get(other, 0) + AGAIN
        for other in hall.forbidden[player]:
            price[other] = price.get(other, 0) + BARRED
    return prices


def impossible_pairs(seating: Seating) -> list[tuple[int, int]]:
    """The pairs at one table that may never sit together."""
    return [
        pair
        for table in seating.tables
        for pair in combinations(sorted(table), 2)
        if seating.hall.barred(*pair)
    ]
