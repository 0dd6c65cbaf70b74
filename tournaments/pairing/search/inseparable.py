"""Fields in which those kept apart cannot all be: proved before anything is drawn."""

from collections.abc import Sequence

from tournaments.pairing.instance import Instance
from tournaments.pairing.requirements.conflicts import Pair, minimal_conflict, pairs_apart, refuse_conflict
from tournaments.pairing.requirements.shape import Seats
from tournaments.pairing.rng import Rng
from tournaments.pairing.search.ruin_recreate import RuinRecreate
from tournaments.pairing.search.separation_search import search_separation

SWAPS = 150  # tried for a round before it is looked for in earnest
WORK, CONFLICT_WORK = (100_000, 200_000)  # choices looked at, for the whole and to narrow down what is not
WORK_PER_PAIR = 10  # how much more it takes to set out a pair than to look at a choice


def refuse_inseparable(instance: Instance) -> Seats | None:
    """Raise Refused if it is proved that no round keeps all apart who are to be.

    Otherwise a round that does, where it was found; it takes no account of turns.
    """
    if instance.alike:
        return None
    if tables := find_separated_round(instance):
        return tables
    result = search_separation(_separation_bits(instance), instance.shape, instance.fixed, WORK)
    if result.impossible:
        pairs = pairs_apart(instance)
        refuse_conflict(instance, minimal_conflict(pairs, _ImpossibilityProofs(instance).is_impossible))
    return result.tables and _order_by_fixed(instance, result.tables)


def find_separated_round(instance: Instance) -> Seats | None:
    """A round, of those whose turn it is, at which nobody sits with those kept apart, if found."""
    search = RuinRecreate(instance, Rng(0))
    search.add(SWAPS)
    return None if search.is_barred else search.rounds[0]


class _ImpossibilityProofs:
    """What can be proved of smaller sets of pairs, as long as there is work left."""

    def __init__(self, instance: Instance) -> None:
        self.instance, self.left = instance, CONFLICT_WORK

    def is_impossible(self, pairs: Sequence[Pair]) -> bool | None:
        """Whether it is proved that these cannot all be kept apart; None if no work is left."""
        if self.left <= 0:
            return None
        result = search_separation(
            _pair_bits(self.instance, pairs), self.instance.shape, self.instance.fixed, self.left
        )
        self.left -= result.spent + len(pairs) // WORK_PER_PAIR
        return result.impossible


def _separation_bits(instance: Instance) -> list[int]:
    """For each player all who are kept apart from them, as bits."""
    apart = [sum(1 << other for other in barred) for barred in instance.forbidden]
    for club in instance.members:
        everybody = sum(1 << player for player in club)
        for player in club:
            apart[player] |= everybody & ~(1 << player)
    return apart


def _pair_bits(instance: Instance, pairs: Sequence[Pair]) -> list[int]:
    """For each player those kept apart from them."""
    apart = [0] * len(instance.ids)
    for one, other in pairs:
        apart[one] |= 1 << other
        apart[other] |= 1 << one
    return apart


def _order_by_fixed(instance: Instance, tables: Seats) -> Seats:
    """The tables in an order in which those who are fixed keep theirs."""
    at = {instance.fixed[player]: table for table in tables for player in table if player in instance.fixed}
    loose = iter([table for table in tables if instance.fixed.keys().isdisjoint(table)])
    return [at[place] if place in at else next(loose) for place in range(len(tables))]
