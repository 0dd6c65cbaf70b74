"""Whether tables can be filled if groups of players must stay together.

If everybody on one side meets everybody on the other, players who are kept apart must be on the same side. The same
holds for all players who are connected by a chain of such pairs. A draw exists only if the groups of the fixed players
and some other groups fill the first side exactly, which is a subset sum problem.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from tournaments.pairing.instance import Instance
from tournaments.pairing.requirements.conflicts import Pair, minimal_conflict, pairs_apart, refuse_conflict
from tournaments.pairing.values import Rng

CHECKS = 20_000  # divided by the number of players: how many smaller sets of pairs are checked


def bits_of(players: int) -> Iterator[int]:
    """Yield the players in a set that is stored as a bit mask."""
    while players:
        lowest = players & -players
        yield lowest.bit_length() - 1
        players ^= lowest


def bits_of_pairs(pairs: Iterable[tuple[int, int]], players: int) -> list[int]:
    """Return, for each player, a bit mask of the players paired with that player."""
    bits = [0] * players
    for one, other in pairs:
        bits[one] |= 1 << other
        bits[other] |= 1 << one
    return bits


def components_of(players: int, friends: Sequence[int]) -> list[int]:
    """Return the connected components of a bit mask of players, as bit masks.

    `friends` has a bit mask of neighbours for each player.
    """
    parts = []
    while players:
        part, new = 0, players & -players
        while new:
            part |= new
            near = 0
            for player in bits_of(new):
                near |= friends[player]
            new = near & players & ~part
        parts.append(part)
        players &= ~part
    return parts


def can_fill(counts: Sequence[int], sizes: Sequence[int], out: int) -> bool:
    """Whether components of `counts` players can fill tables of these sizes, while `out` players sit out.

    The number of players must equal the number of seats and sit-outs. The number of tables of the most frequent size
    follows from the other numbers.
    """
    times = Counter(sizes)
    usual = max(times, key=lambda size: times[size], default=0)
    others = [size for size in times if size != usual]
    left = {(out, *(times[size] for size in others))}
    for count in counts:
        left = {rest for before in left for rest in _after(count, before, others, usual)}
    return bool(left)


def _after(count: int, left: tuple[int, ...], others: Sequence[int], usual: int) -> Iterator[tuple[int, ...]]:
    """Yield the sit-outs and unusual tables that can be left after a component of `count` players is seated."""
    for taken in product(*(range(number + 1) for number in left)):
        rest = count - taken[0] - sum(n * s for n, s in zip(taken[1:], others, strict=True))
        if rest == 0 or (rest > 0 and usual and rest % usual == 0):
            yield tuple(had - took for had, took in zip(left, taken, strict=True))


def refuse_sides(instance: Instance) -> None:
    """Raise Refusal if the players cannot be divided into two sides without splitting a connected group."""
    checks = iter(range(CHECKS // len(instance.ids)))

    def is_impossible(pairs: list[Pair]) -> bool | None:
        if next(checks, None) is None:
            return None
        return _fill_first_side(instance, _connected_groups(instance, pairs)) is None

    pairs = pairs_apart(instance)
    if _fill_first_side(instance, _connected_groups(instance, pairs)) is None:
        refuse_conflict(instance, minimal_conflict(pairs, is_impossible))


def first_side(instance: Instance, rng: Rng) -> set[int] | None:
    """Return the players of the first side, a random half; None if there is no possible half.

    Nobody in it is kept apart from a player of the other half. Fixed players are in it.
    """
    return _fill_first_side(instance, rng.shuffled(_connected_groups(instance, pairs_apart(instance))))


def _connected_groups(instance: Instance, pairs: Sequence[Pair]) -> list[int]:
    """Return the groups that chains of these pairs connect, as bit masks; every other player is a group of one."""
    players = len(instance.ids)
    return components_of((1 << players) - 1, bits_of_pairs(pairs, players))


def _fill_first_side(instance: Instance, groups: Sequence[int]) -> set[int] | None:
    """Return the first side, made of whole groups; None if no groups fill it exactly."""
    fixed = sum(1 << player for player in instance.fixed)
    side = sum(group for group in groups if group & fixed)
    loose = [group for group in groups if not group & fixed]
    sums = [1]  # bit n is set if some of the groups so far have n players together
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
