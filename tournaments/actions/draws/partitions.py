"""The ways to divide a field into tables, where its size allows several."""

from dataclasses import dataclass

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
    """How the tables may be divided: the usual size alone, and with one other or all; each shape once."""
    usual, *others = dict.fromkeys((*tournament.table_sizes, *tournament.possible_table_sizes))
    found: dict[Shape, Partition] = {}
    if method in (*FACE_TO_FACE, "individual"):
        return []
    for sizes in ((usual,), *((usual, other) for other in others), (usual, *others)):
        shape = shape_of(players, sizes)
        if shape.sizes:
            found.setdefault(shape, Partition(sizes, shape))
    return list(found.values())[:MOST]
