"""An initial round: sit-outs by turn, clubs spread over the tables."""

from collections import Counter
from collections.abc import Sequence

from tournaments.pairing.instance import Instance
from tournaments.pairing.requirements.shape import take_turns
from tournaments.pairing.values import Rng, Seats


def seat_players(instance: Instance, order: Sequence[int], sit_outs: Sequence[int], unusual: Sequence[int]) -> Seats:
    """The players in this order, table after table, fixed ones at theirs.

    Whoever's turn it is sits out or at an unusual table, taken from the end of the order; `sit_outs` and `unusual` say
    how often each player has.
    """
    shape = instance.shape
    out = take_turns(list(reversed(order)), shape.sit_outs, sit_outs)
    tables: Seats = [[] for _ in shape.sizes]
    for player in order:
        if player in instance.fixed and player not in out:
            tables[instance.fixed[player]].append(player)
    loose = [player for player in order if player not in out and player not in instance.fixed]
    sizes = _sizes(instance, tables, loose, unusual)
    _fill_tables(tables, sizes, loose, instance.sizes[0], unusual)
    return tables


def _sizes(instance: Instance, fixed: Seats, loose: Sequence[int], times: Sequence[int]) -> list[int]:
    """The size of each table: unusual where nobody is fixed or whoever is has had fewer.

    Among equals the last tables are the unusual ones. Tables with more fixed players than the usual size come first,
    for they need a larger one.
    """
    sizes, usual = instance.shape.sizes, instance.sizes[0]
    needed = sum(size for size in sizes if size != usual)
    had = sorted(times[player] for player in loose)[:needed]

    def turn_of(number: int) -> tuple[int, int, int, int]:
        here = fixed[number]
        most = max((times[player] for player in here), default=max(had, default=0))
        return -max(0, len(here) - usual), most, len(here), -number

    assigned = [usual] * len(sizes)
    left = sorted(range(len(sizes)), key=turn_of)
    small = sorted(size for size in sizes if size < usual)
    for size in [*small, *sorted((size for size in sizes if size > usual), reverse=True)]:
        taken = next(number for number in left if len(fixed[number]) <= size)
        assigned[taken] = size
        left.remove(taken)
    return assigned


def _fill_tables(tables: Seats, sizes: Sequence[int], loose: Sequence[int], usual: int, times: Sequence[int]) -> None:
    need = sum(size - len(table) for table, size in zip(tables, sizes, strict=True) if size != usual)
    unusual = take_turns(list(reversed(loose)), need, times)
    rest = {odd: iter([player for player in loose if (player in unusual) is odd]) for odd in (False, True)}
    for table, size in zip(tables, sizes, strict=True):
        while len(table) < size:
            table.append(next(rest[size != usual]))


def deal_clubs(instance: Instance, rng: Rng) -> list[int]:
    """An order of chance that fills the tables so that few players of one club share one.

    Clubs, the largest first, are dealt out like cards, one player to a table and round again: a club of no more players
    than there are tables never meets itself.
    """
    order, clubs = rng.shuffled(range(len(instance.ids))), instance.clubs
    members = Counter(clubs)
    order.sort(key=lambda player: (clubs[player] < 0, -members[clubs[player]], clubs[player]))
    tables = max(1, len(instance.shape.sizes))
    return [player for first in range(tables) for player in order[first::tables]]
