"""Corrected scores: players in the wrong group move to theirs, with the fewest moves."""

from collections.abc import Iterator
from itertools import combinations

from tournaments.pairing.costs import BARRED_COST
from tournaments.pairing.repair.fewest_moves import Choices, Places, fewest_moves
from tournaments.pairing.repair.floor import OUT, Floor
from tournaments.pairing.repair.groups import Groups
from tournaments.pairing.repair.search import TRADES, Arrangement, TradeBudget, improve
from tournaments.pairing.values import Rng


def rightly_placed(floor: Floor, mended: Arrangement, rng: Rng) -> Arrangement:
    """The tables with rescored players in their groups; unchanged if that is impossible.

    Among solutions with as few moves it is one of the best.
    """
    groups = Groups(floor)
    if not groups.misplaced:
        return mended
    choices = _choices(floor, mended, groups)
    seated = fewest_moves(choices, lambda places: _clashes(floor, mended, places))
    if seated is None:
        return mended
    options = {player: set(costs) for player, costs in choices.costs.items()}
    found = Arrangement(floor, {**mended.places, **seated}, options)
    improve(found, len(found.moved), rng, TradeBudget(TRADES))
    return found


def _choices(floor: Floor, mended: Arrangement, groups: Groups) -> Choices:
    """Each player's possible tables: any for those who move anyway, else their own or those of their group."""
    sizes = {number: len(table) for number, table in mended.tables.items() if table}
    misplaced = set(groups.misplaced)
    costs = {}
    for player, place in mended.places.items():
        if place == OUT:
            continue
        home = floor.home.get(player)
        costs[player] = {
            number: int(home not in (None, number))
            for number in sizes
            if (number == home and player not in misplaced)
            or (
                number != home
                and _may_come(floor, groups, player, number, loose=place != home and player not in misplaced)
            )
        }
    return Choices(costs, sizes)


def _may_come(floor: Floor, groups: Groups, player: int, number: int, *, loose: bool) -> bool:
    if floor.stays(player) or floor.is_fixed_elsewhere(player, number):
        return False
    return loose or groups.is_right(player, number)


def _clashes(floor: Floor, mended: Arrangement, places: Places) -> Iterator[tuple[int, int, int]]:
    """New pairs of players kept apart who now sit together."""
    tables: dict[int, list[int]] = {}
    for player, number in places.items():
        tables.setdefault(number, []).append(player)
    for number, table in tables.items():
        for one, other in combinations(table, 2):
            if floor.costs[one][other] >= BARRED_COST and not mended.places[one] == mended.places[other] == number:
                yield one, other, number
