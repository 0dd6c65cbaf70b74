"""Table numbers and seats, which turn groups of players into rounds.

Table numbers vary, and everybody has each seat equally often. For a whole schedule, players and tables are a graph with
an edge for each player at a table. The graph is split into halves: each player and each table has half of its edges in
each half (half an edge more or less if the number is odd). Each half is split again (L. Euler's tours; D. de Werra,
Equitable colorations of graphs, RIRO 5, 1971). The four quarters are the four seats, and a player's uses of two seats
differ by at most one.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import permutations

from tournaments.pairing.instance import Instance
from tournaments.pairing.requirements.conflicts import refuse_barred_tables
from tournaments.pairing.values import DrawnRound, Rng, Rounds, Seats

SAMPLES = 16  # free numbers compared for each table
MOST_IN_ANY_ORDER = 6  # up to this table size, all orders are compared
SWEEPS, MIN_SWEEPS = 20_000, 10  # number of sweeps: this divided by the number of tables, but at least `MIN_SWEEPS`

Orders = tuple[tuple[int, ...], ...]
Edge = tuple[int, int]  # a player, and a table of the whole schedule


def seat_round(instance: Instance, tables: Seats, rng: Rng) -> list[DrawnRound]:
    """Return one round with table numbers and seats. Raises Refusal if two players who are kept apart sit together."""
    refuse_barred_tables(instance, [tables])
    placed = assign_table_numbers(tables, instance.past.numbers, instance.fixed, rng)
    return [with_ids(instance, balance_seats(placed, instance.past.seats, rng))]


def with_ids(instance: Instance, tables: Seats) -> DrawnRound:
    """Return the round with ids in place of players' numbers; players without a seat sit out."""
    seated = {player for table in tables for player in table}
    return DrawnRound(
        tuple(tuple(instance.ids[player] for player in table) for table in tables),
        tuple(id_ for player, id_ in enumerate(instance.ids) if player not in seated),
    )


def assign_table_numbers(tables: Seats, past: list[dict[int, int]], fixed: Mapping[int, int], rng: Rng) -> Seats:
    """Return the tables in the order of their numbers.

    A table with a fixed player keeps its number. Every other table gets, in random order, the number that its players
    have had least often, among a sample of the free numbers.
    """
    fixed_numbers = {number for number, table in enumerate(tables) if any(p in fixed for p in table)}
    free = rng.shuffled([number for number in range(len(tables)) if number not in fixed_numbers])
    placed = list(tables)
    for old in rng.shuffled(free):
        chosen = _least_used(tables[old], free, past)
        placed[free[chosen]] = tables[old]
        free[chosen] = free[-1]
        free.pop()
    return placed


def _least_used(table: Iterable[int], free: list[int], past: list[dict[int, int]]) -> int:
    best, least = 0, -1
    for place in range(min(SAMPLES, len(free))):
        uses = sum(past[player].get(free[place] + 1, 0) for player in table)
        if uses == 0:
            return place
        if least < 0 or uses < least:
            best, least = place, uses
    return best


def balance_seats(tables: Seats, counts: list[list[int]], rng: Rng) -> Seats:
    """Return each table in the order of seats that its players have had least often.

    `counts` has how often each player had each seat. The order has the least sum of 8 ** count; among equal orders one
    is chosen at random.
    """
    return [_best_order(rng.shuffled(table), counts, _orders(len(table))) for table in tables]


def balance_schedule(rounds: Rounds, counts: list[list[int]], rng: Rng, *, partners: bool = False) -> Rounds:
    """Return all rounds with each player's seats as even as possible.

    If all tables have two or all have four seats, and nobody has had a seat before, a player's uses of two seats differ
    by at most one. Otherwise each table in turn gets one of its best orders at random, until seats are even or a number
    of sweeps is reached. With `partners`, partners stay opposite each other, and the second way is always used.
    """
    sizes = {len(table) for tables in rounds for table in tables}
    if not partners and sizes in ({2}, {4}) and not any(any(taken) for taken in counts):
        return split_evenly(rounds)
    if partners:
        return _balance(rounds, [taken[:] for taken in counts], _facing_orders, rng)
    mixed = [[rng.shuffled(table) for table in tables] for tables in rounds]
    return _balance(mixed, [taken[:] for taken in counts], _orders, rng)


def _balance(rounds: Rounds, counts: list[list[int]], orders: Callable[[int], Orders], rng: Rng) -> Rounds:
    """Return the rounds with each table in one of its orders, chosen to even out the counts."""
    tables = [table for tables in rounds for table in tables]
    sizes = {len(table) for table in tables}
    seated: Seats = []
    for table in tables:
        seated.append(_best_order(table, counts, orders(len(table))))
        _count(seated[-1], counts, 1)
    for _sweep in range(max(MIN_SWEEPS, SWEEPS // len(tables))):
        if _is_balanced(counts, sizes):
            break
        for table in seated:
            _count(table, counts, -1)
            table[:] = _best_order(table, counts, rng.shuffled(orders(len(table))))
            _count(table, counts, 1)
    in_order = iter(seated)
    return [[next(in_order) for _table in tables] for tables in rounds]


def _is_balanced(counts: list[list[int]], sizes: Collection[int]) -> bool:
    """Whether each player has had any two seats equally often, or one of them once more."""
    most, least = max(sizes), min(sizes)
    return all(max(taken[:most]) - min(taken[:least]) <= 1 for taken in counts)


def _count(table: list[int], counts: list[list[int]], number: int) -> None:
    for seat, player in enumerate(table):
        counts[player][seat] += number


def _best_order(table: list[int], counts: list[list[int]], orders: Sequence[tuple[int, ...]]) -> list[int]:
    weights = [[8**times for times in counts[player]] for player in table]
    seats = range(len(table))

    def total(order: tuple[int, ...]) -> int:
        return sum([weights[order[seat]][seat] for seat in seats])

    return [table[place] for place in min(orders, key=total)]


@lru_cache
def _orders(size: int) -> Orders:
    """Return all orders of a table; if it is large, only its rotations."""
    if size <= MOST_IN_ANY_ORDER:
        return tuple(permutations(range(size)))
    return tuple(tuple((first + seat) % size for seat in range(size)) for first in range(size))


@lru_cache
def _facing_orders(size: int) -> Orders:
    """Return the orders in which players who sat opposite each other still do."""
    return tuple(
        order
        for order in _orders(size)
        if all((order[seat] - order[seat + size // 2]) % size == size // 2 for seat in range(size // 2))
    )


def split_evenly(rounds: Rounds) -> Rounds:
    """Return the rounds with seats assigned, each player's as even as possible.

    All tables must have two seats, or all must have four.
    """
    tables = [table for tables in rounds for table in tables]
    edges = [(player, number) for number, table in enumerate(tables) for player in table]
    seats = [{number: player for player, number in seat} for seat in _split(edges, len(tables[0]))]
    seated = iter([[players[number] for players in seats] for number in range(len(tables))])
    return [[next(seated) for _table in tables] for tables in rounds]


def _split(edges: list[Edge], parts: int) -> list[list[Edge]]:
    if parts == 1:
        return [edges]
    return [part for half in _halves(edges) for part in _split(half, parts // 2)]


def _halves(edges: list[Edge]) -> tuple[list[Edge], list[Edge]]:
    """Return two halves of the edges: equally many at each table; for each player, they differ by one edge at most.

    The edges of each table are coupled in pairs to be separated, and so are those of each player (except one if their
    number is odd). Each chain of couples is coloured alternately; a closed chain has an even number of edges.
    """
    by_table = _pair_edges(edges, end=1)
    by_player = _pair_edges(edges, end=0)
    half = [-1] * len(edges)
    for start in [n for n in range(len(edges)) if by_player[n] < 0] + list(range(len(edges))):
        edge, colour, turn = start, 0, by_table
        while edge >= 0 and half[edge] < 0:
            half[edge] = colour
            edge, colour = turn[edge], 1 - colour
            turn = by_player if turn is by_table else by_table
    return (
        [edge for edge, colour in zip(edges, half, strict=True) if colour == 0],
        [edge for edge, colour in zip(edges, half, strict=True) if colour == 1],
    )


def _pair_edges(edges: list[Edge], *, end: int) -> list[int]:
    """Return the index of the edge with which each edge is paired, -1 for none; pairs share the vertex at this end."""
    couple = [-1] * len(edges)
    waiting: dict[int, int] = {}
    for number, edge in enumerate(edges):
        other = waiting.pop(edge[end], -1)
        if other < 0:
            waiting[edge[end]] = number
        else:
            couple[number], couple[other] = other, number
    return couple
