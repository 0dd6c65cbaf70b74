"""Two sides of which everybody on one meets everybody on the other: who can be kept apart then.

Whoever is kept apart from somebody is on the same side, and so are all whom a chain of such pairs
connects. That can be just if some of these groups, with those who are fixed on the first side, fill
it: a sum of subsets.
"""

from collections.abc import Sequence

from tournaments.pairing.instance import Instance
from tournaments.pairing.requirements.conflicts import Pair, minimal_conflict, pairs_apart, refuse_conflict
from tournaments.pairing.requirements.feasibility import bits_of, components_of
from tournaments.pairing.rng import Rng

CHECKS = 20_000  # of smaller sets, over players


def refuse_sides(instance: Instance) -> None:
    """Raise Refused if those kept apart cannot be on the same side as one another."""
    checks = iter(range(CHECKS // len(instance.ids)))

    def is_impossible(pairs: list[Pair]) -> bool | None:
        return (
            None
            if next(checks, None) is None
            else _fill_first_side(instance, _connected_groups(instance, pairs)) is None
        )

    pairs = pairs_apart(instance)
    if _fill_first_side(instance, _connected_groups(instance, pairs)) is None:
        refuse_conflict(instance, minimal_conflict(pairs, is_impossible))


def first_side(instance: Instance, rng: Rng) -> set[int] | None:
    """Half the players, by lot, who are kept apart from none of the others; None if there are none.

    Those who are fixed are among them.
    """
    return _fill_first_side(instance, rng.shuffled(_connected_groups(instance, pairs_apart(instance))))


def _connected_groups(instance: Instance, pairs: Sequence[Pair]) -> list[int]:
    """The players that chains of these pairs connect, as bits, and each of the others alone."""
    together = [0] * len(instance.ids)
    for one, other in pairs:
        together[one] |= 1 << other
        together[other] |= 1 << one
    return components_of((1 << len(instance.ids)) - 1, together)


def _fill_first_side(instance: Instance, groups: Sequence[int]) -> set[int] | None:
    """The first side, of whole groups."""
    fixed = sum(1 << player for player in instance.fixed)
    side = sum(group for group in groups if group & fixed)
    loose = [group for group in groups if not group & fixed]
    sums = [1]  # a bit for every number of players that the groups so far can make
    for group in loose:
        sums.append(sums[-1] | sums[-1] << group.bit_count())
    need = len(instance.ids) // 2 - side.bit_count()
    if need < 0 or not sums[-1] >> need & 1:
        return None
    for group, before in zip(reversed(loose), reversed(sums[:-1]), strict=True):
        if not before >> need & 1:
            side |= group
            need -= group.bit_count()
    return set(bits_of(side))
