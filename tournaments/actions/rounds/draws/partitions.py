"""The ways to divide a field into tables, if its size allows several."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from tournaments.models import Tournament
from tournaments.pairing.shape import Shape, shape_of
from tournaments.pairing.values import FACE_TO_FACE

MOST = 5


@dataclass(frozen=True, slots=True)
class Partition:
    """Sizes of tables, the usual one first, and the shape of a round with them."""

    sizes: tuple[int, ...]
    shape: Shape


def partitions(tournament: Tournament, players: int, method: str) -> list[Partition]:
    """Return at most five ways to divide the tables: those that seat every player first, then the most uniform ones.

    The usual size alone is always among them, even if players sit out.
    """
    if method in (*FACE_TO_FACE, "individual"):
        return []
    possible = tuple(dict.fromkeys((*tournament.table_sizes, *tournament.possible_table_sizes)))
    ways = _ways(tournament, players, possible)
    alone = shape_of(players, possible[:1])
    return [way for way in ways if way in ways[: MOST - 1] or way.shape == alone][:MOST]


def sizes_for(tournament: Tournament, players: int) -> tuple[int, ...]:
    """Return the sizes of tables for a draw of so many players, the usual one first.

    If no size was chosen, they are those of the most uniform way to seat every player.
    """
    sizes = tournament.table_sizes
    if tournament.table_seats in sizes or len(sizes) == 1:
        return sizes
    ways = _ways(tournament, players, sizes)
    return ways[0].sizes if ways else sizes


def _ways(tournament: Tournament, players: int, possible: tuple[int, ...]) -> list[Partition]:
    """The shapes of a field with tables of some of these sizes, the most uniform first."""
    found: dict[tuple[int, ...], Partition] = {}
    for sizes in _choices(possible):
        shape = shape_of(players, sizes)
        if shape.sizes:
            found.setdefault((*sorted(shape.sizes), shape.sit_outs), Partition(sizes, shape))
    return sorted(found.values(), key=lambda way: _unlikeness(tournament, way.shape))


def _choices(possible: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """All sizes, each size alone, and each ordered pair."""
    yield possible
    yield from ((size,) for size in possible)
    yield from permutations(possible, 2)


def _unlikeness(tournament: Tournament, shape: Shape) -> tuple[int, ...]:
    """Return how far a shape is from one size for all: by sit-outs, sizes, seats, hands, and the usual size.

    A field that fits at one table sits at one; of two sizes equally far from the usual one, the larger makes fewer
    tables.
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
