"""Fields in which those kept apart cannot all be: found out before anything is drawn."""

from collections.abc import Sequence

from tournaments.pairing.constraints import Pair, pairs_apart, refuse_pairs, smallest
from tournaments.pairing.dice import Dice
from tournaments.pairing.hall import Hall
from tournaments.pairing.parting import parted
from tournaments.pairing.rebuilding import Rebuilding
from tournaments.pairing.shape import Seats

TRADES = 150  # tried for a round before it is looked for in earnest
WORK, BLAME = 100_000, 200_000  # choices looked at, for the whole and to narrow down what is not
DEAR = 10  # how much more it takes to set out a pair than to look at a choice


def refuse_hopeless(hall: Hall) -> Seats | None:
    """Raise Refusal if it is proved that no round keeps all apart who are to be.

    Otherwise a round that does, where it was found; it takes no account of turns.
    """
    if hall.alike:
        return None
    if tables := round_apart(hall):
        return tables
    looked = parted(_apart(hall), hall.shape, hall.fixed, WORK)
    if looked.impossible:
        pairs = pairs_apart(hall)
        refuse_pairs(hall, smallest(pairs, _Proofs(hall).is_impossible))
    return looked.tables and _in_place(hall, looked.tables)


def round_apart(hall: Hall) -> Seats | None:
    """A round, of those whose turn it is, at which nobody sits with those kept apart, if found."""
    rebuilding = Rebuilding(hall, Dice(0))
    rebuilding.add(TRADES)
    return None if rebuilding.is_barred else rebuilding.rounds[0]


class _Proofs:
    """What can be proved of smaller sets of pairs, as long as there is work left."""

    def __init__(self, hall: Hall) -> None:
        self.hall, self.left = hall, BLAME

    def is_impossible(self, pairs: Sequence[Pair]) -> bool | None:
        """Whether it is proved that these cannot all be kept apart; None if no work is left."""
        if self.left <= 0:
            return None
        looked = parted(_as_bits(self.hall, pairs), self.hall.shape, self.hall.fixed, self.left)
        self.left -= looked.spent + len(pairs) // DEAR
        return looked.impossible


def _apart(hall: Hall) -> list[int]:
    """For each player all who are kept apart from them, as bits."""
    apart = [sum(1 << other for other in barred) for barred in hall.forbidden]
    for club in hall.members:
        everybody = sum(1 << player for player in club)
        for player in club:
            apart[player] |= everybody & ~(1 << player)
    return apart


def _as_bits(hall: Hall, pairs: Sequence[Pair]) -> list[int]:
    """For each player those kept apart from them."""
    apart = [0] * len(hall.ids)
    for one, other in pairs:
        apart[one] |= 1 << other
        apart[other] |= 1 << one
    return apart


def _in_place(hall: Hall, tables: Seats) -> Seats:
    """The tables in an order in which those who are fixed keep theirs."""
    at = {hall.fixed[player]: table for table in tables for player in table if player in hall.fixed}
    loose = iter([table for table in tables if hall.fixed.keys().isdisjoint(table)])
    return [at[place] if place in at else next(loose) for place in range(len(tables))]
