"""Seats for a whole schedule at which everybody sits as often, or once more, as at the others.

Players and tables make a graph, with an edge for every player at a table. It is split into halves so that every player
and every table has half of its edges in each, up to one; and each half again (L. Euler's tours; D. de Werra, Equitable
colorations of graphs, RIRO 5, 1971). The four quarters are the four seats.
"""

from tournaments.pairing.core import Rounds

Edge = tuple[int, int]  # a player, and a table of the whole schedule


def split_evenly(rounds: Rounds) -> Rounds:
    """The rounds with every table, of two or of four, in the order of its seats."""
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
    """Two halves, of which no player has two edges more in one, and every table as many.

    Each table's edges, and each player's but for an odd one, are coupled in twos that must part: a chain of couples is
    coloured by turns, and closes only after an even number of edges.
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
    """For every edge the other of its couple at that end, -1 for an odd one."""
    couple = [-1] * len(edges)
    waiting: dict[int, int] = {}
    for number, edge in enumerate(edges):
        other = waiting.pop(edge[end], -1)
        if other < 0:
            waiting[edge[end]] = number
        else:
            couple[number], couple[other] = other, number
    return couple
