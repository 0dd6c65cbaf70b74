"""Partitions: ways to divide the players into tables of different sizes."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from tournaments.models import Tournament
from tournaments.pairing.shape import Shape, shape_of
from tournaments.pairing.values import FACE_TO_FACE

MOST = 5


@dataclass(frozen=True, slots=True)
class Partition:
    """Sizes of tables, the usual size first, and the resulting tables and sit-outs of a round."""

    sizes: tuple[int, ...]
    shape: Shape


def partitions(tournament: Tournament, players: int, method: str) -> list[Partition]:
    """Return at most five ways to divide the players into tables: fewest sit-outs first, then most uniform first.

    Tables of the usual size only are always among them, even if players sit out. Return [] if the method allows only
    one size.
    """
    if method in (*FACE_TO_FACE, "individual", "knock-out"):
        return []
    possible = tuple(dict.fromkeys((*tournament.table_sizes, *tournament.possible_table_sizes)))
    ways = _partitions(tournament, players, possible)
    alone = shape_of(players, possible[:1])
    return [way for way in ways if way in ways[: MOST - 1] or way.shape == alone][:MOST]


def sizes_for(tournament: Tournament, players: int) -> tuple[int, ...]:
    """Return the table sizes for a draw of this number of players, the usual one first.

    If the director chose no size, return those of the most uniform partition with the fewest sit-outs.
    """
    sizes = tournament.table_sizes
    if tournament.table_seats in sizes or len(sizes) == 1:
        return sizes
    ways = _partitions(tournament, players, sizes)
    return ways[0].sizes if ways else sizes


def _partitions(tournament: Tournament, players: int, possible: tuple[int, ...]) -> list[Partition]:
    """Return the partitions with tables of some of these sizes: fewest sit-outs first, then most uniform first."""
    found: dict[tuple[int, ...], Partition] = {}
    for sizes in _choices(possible):
        shape = shape_of(players, sizes)
        if shape.sizes:
            found.setdefault((*sorted(shape.sizes), shape.sit_outs), Partition(sizes, shape))
    return sorted(found.values(), key=lambda way: _unlikeness(tournament, way.shape))


def _choices(possible: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield all sizes together, each size alone, and each ordered pair of sizes."""
    yield possible
    yield from ((size,) for size in possible)
    yield from permutations(possible, 2)


def _unlikeness(tournament: Tournament, shape: Shape) -> tuple[int, ...]:
    """Return a sort key for shapes: fewest sit-outs first, then those nearest to equal tables of the usual size.

    If all players fit at one table, one table comes first. Of two sizes equally far from the usual size, the larger
    one counts as nearer.
    """
    sizes = set(shape.sizes)
    partners = tournament.rules.seats_per_side(tournament.options) // tournament.entry_size
    hands = {tournament.table_rules(sides=size // partners).hands or 0 for size in sizes}
    usual = tournament.possible_table_sizes[0]
    return (
        shape.sit_outs,
        min(len(shape.sizes), 2),
        len(sizes),
        max(sizes) - min(sizes),
        max(hands) - min(hands),
        max(size - usual if size > usual else 2 * (usual - size) for size in sizes),
        len(shape.sizes),
    )
