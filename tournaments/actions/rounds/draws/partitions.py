"""The ways to divide a field into tables, where its size allows several."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from tournaments.models import Tournament
from tournaments.pairing.shape import Shape, shape_of
from tournaments.pairing.values import FACE_TO_FACE

MOST = 5


@dataclass(frozen=True, slots=True)
class Partition:
    """Tables of these sizes, the usual first, and the shape that a round gets by them."""

    sizes: tuple[int, ...]
    shape: Shape


def partitions(tournament: Tournament, players: int, method: str) -> list[Partition]:
    """How the tables may be divided: those that seat everybody first, the most alike before the others.

    The usual size alone is always among them, whoever sits out then.
    """
    if method in (*FACE_TO_FACE, "individual"):
        return []
    possible = tuple(dict.fromkeys((*tournament.table_sizes, *tournament.possible_table_sizes)))
    ways = _ways(tournament, players, possible)
    alone = shape_of(players, possible[:1])
    return [way for way in ways if way in ways[: MOST - 1] or way.shape == alone][:MOST]


def sizes_for(tournament: Tournament, players: int) -> tuple[int, ...]:
    """How many the draw of so many players may seat at a table, the usual number first.

    Where nobody chose a number it is the one by which everybody sits at tables as alike as can be.
    """
    sizes = tournament.table_sizes
    if tournament.table_seats in sizes or len(sizes) == 1:
        return sizes
    ways = _ways(tournament, players, sizes)
    return ways[0].sizes if ways else sizes


def _ways(tournament: Tournament, players: int, possible: tuple[int, ...]) -> list[Partition]:
    """Each shape that a field can have with tables of some of these sizes, the most alike first."""
    found: dict[tuple[int, ...], Partition] = {}
    for sizes in _choices(possible):
        shape = shape_of(players, sizes)
        if shape.sizes:
            found.setdefault((*sorted(shape.sizes), shape.sit_outs), Partition(sizes, shape))
    return sorted(found.values(), key=lambda way: _unlikeness(tournament, way.shape))


def _choices(possible: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """All sizes, each alone and two of them."""
    yield possible
    yield from ((size,) for size in possible)
    yield from permutations(possible, 2)


def _unlikeness(tournament: Tournament, shape: Shape) -> tuple[int, ...]:
    """How far a shape is from one size for everybody: by who sits out, sizes, seats, hands, and what is usual.

    A field that fits at one table sits at one; of sizes as far from the usual one the larger makes fewer tables.
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
