"""Plans of knock-outs: the tables and byes of each round, from any number of players to one final table.

From each table `going_on` players play the next round, and so do all players with a bye. Tables have only the sizes
allowed, and the final is one table. If all tables have one size and fewer players than that are left, the best of the
eliminated players come back to fill the final. The plan has the fewest byes in all its rounds together, where players
who come back count as byes; among such plans the fewest rounds, and then the fewest tables of unusual size. At tables
of two, all byes are in the first round, after which the number of players is a power of two.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tournaments.pairing.values import DrawRequest

FACE_TO_FACE = (2,)
SIZES = ((4, 3), (4,), (3,), FACE_TO_FACE)
"""The permitted sizes of tables, the usual size first."""


class PlannedRound(NamedTuple):
    """A round of a knock-out: the numbers of players still in, of tables, and of players with a bye."""

    players: int
    tables: int
    byes: int

    @property
    def is_final(self) -> bool:
        """Whether all players sit at one table."""
        return self.tables == 1 and not self.byes

    def sizes(self, usual: int) -> list[int]:
        """Return the sizes of the tables, small tables first; each has the usual size or one less."""
        small = usual * self.tables - (self.players - self.byes)
        return [usual - 1] * small + [usual] * (self.tables - small)


class _Cost(NamedTuple):
    byes: int
    rounds: int
    unusual: int

    def plus(self, other: "_Cost") -> "_Cost":
        return _Cost(self.byes + other.byes, self.rounds + other.rounds, self.unusual + other.unusual)


def table_sizes(possible: tuple[int, ...], *, uneven: bool = True) -> tuple[int, ...]:
    """Return the table sizes for a knock-out in a game with these possible sizes; () if no knock-out is possible.

    Unless `uneven`, return only the usual size.
    """
    sizes = next((sizes for sizes in SIZES if {*sizes} <= {*possible}), ())
    return sizes if uneven else sizes[:1]


def qualifiers_per_table(request: DrawRequest) -> int:
    """Return how many players qualify from each table; if the request does not say, half of the largest table."""
    return request.going_on or max(request.sizes) // 2


def plan(players: int, sizes: tuple[int, ...], going_on: int) -> tuple[PlannedRound, ...]:
    """Return the rounds from this number of players to the final; () if tables of these sizes cannot lead to one."""
    rounds: list[PlannedRound] = []
    while found := _best(players, sizes, going_on):
        rounds.append(found[1])
        if found[1].is_final:
            return tuple(rounds)
        players, _back = _next_field(found[1], sizes, going_on)
    return ()


def rounds_to_final(request: DrawRequest) -> tuple[PlannedRound, ...]:
    """Return the rounds from the request's players to the final; () if no tables lead to one."""
    return plan(sum(entrant.active for entrant in request.entrants), request.sizes, qualifiers_per_table(request))


def _next_field(round_: PlannedRound, sizes: tuple[int, ...], going_on: int) -> tuple[int, int]:
    """Return how many players play the round after this one, and how many of these come back."""
    going_on = going_on * round_.tables + round_.byes
    back = max(0, sizes[0] - going_on) if len(sizes) == 1 else 0
    return going_on + back, back


@cache
def _best(players: int, sizes: tuple[int, ...], going_on: int) -> tuple[_Cost, PlannedRound] | None:
    """Return the cost of the best plan for this number of players and its first round; None if there is no plan."""
    if players in sizes:
        return _Cost(0, 1, players != sizes[0]), PlannedRound(players, 1, 0)
    best: tuple[_Cost, PlannedRound] | None = None
    for round_ in _rounds(players, tuple(size for size in sizes if size > going_on)):
        if best and round_.byes > best[0].byes:
            break  # all further rounds have at least as many byes
        field, back = _next_field(round_, sizes, going_on)
        rest = _best(field, sizes, going_on) if field < players else None
        if rest:
            small = sizes[0] * round_.tables - (players - round_.byes)
            cost = rest[0].plus(_Cost(round_.byes + back, 1, small))
            best = min(best, (cost, round_), key=lambda each: each[0]) if best else (cost, round_)
    return best


def _rounds(players: int, sizes: tuple[int, ...]) -> Iterator[PlannedRound]:
    """Yield the possible rounds for this number of players, fewest byes first."""
    if sizes == FACE_TO_FACE:
        byes = (1 << (players - 1).bit_length()) - players
        yield PlannedRound(players, (players - byes) // 2, byes)
    elif sizes:
        for byes in range(players - min(sizes) + 1):
            seated = players - byes
            for tables in range(-(-seated // max(sizes)), seated // min(sizes) + 1):
                yield PlannedRound(players, tables, byes)
