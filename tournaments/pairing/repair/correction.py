"""The right tables for players whose scores have changed since the draw.

The group of a table is the range of its players' places in the standings. A player whose place has changed belongs to
the group with the new place. Players with equal scores share all their places.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations

from tournaments.pairing.costs import BARRED_COST
from tournaments.pairing.repair.area import OUT, RepairArea
from tournaments.pairing.repair.fewest_moves import Choices, Places, fewest_moves
from tournaments.pairing.repair.search import TRADES, Arrangement, TradeBudget, improve
from tournaments.pairing.values import BY_STANDING, Rng

Score = int | Fraction
Span = tuple[int, int]


@dataclass(frozen=True)
class Groups:
    """By table, the range of its players' places in the standings of the draw; by player, the current place."""

    area: RepairArea

    @cached_property
    def misplaced(self) -> list[int]:
        """Players with a changed score who are outside their table's group, except players fixed at their table."""
        area, now = self.area, self.area.instance.scores
        changed = [player for player, score in self._drawn.items() if score != now[player]]
        return [p for p in changed if not area.stays(p) and not self.is_right(p, area.home[p])]

    def is_right(self, player: int, number: int) -> bool:
        """Whether the player's current place is in the group of this table."""
        group, places = self._groups.get(number), self._places.get(player)
        return bool(group and places and places[0] < group[1] and group[0] < places[1])

    @cached_property
    def _drawn(self) -> dict[int, Score]:
        """The scores by which players at tables that may change were seated.

        They are {} for methods that do not use standings, and for `interval`, whose tables mix distant players.
        """
        area = self.area
        if area.draw.method not in BY_STANDING or area.draw.method == "interval":
            return {}
        drawn = {area.instance.index.get(id_): score for id_, score in area.wanted.drawn_scores.items()}
        return {p: drawn[p] for p in area.players if p in drawn and area.home.get(p, OUT) != OUT}

    @cached_property
    def _places(self) -> Mapping[int, Span]:
        return self._spans({player: self.area.instance.scores[player] for player in self._drawn})

    @cached_property
    def _groups(self) -> Mapping[int, Span]:
        groups: dict[int, Span] = {}
        for player, (first, end) in self._spans(self._drawn).items():
            number = self.area.home[player]
            least, most = groups.get(number, (first, end))
            groups[number] = (min(least, first), max(most, end))
        return groups

    def _spans(self, scores: Mapping[int, Score]) -> Mapping[int, Span]:
        """Return each player's range of places by these scores; players with equal scores have the same range."""
        sign = 1 if self.area.draw.low_wins else -1
        order = sorted(sign * score for score in scores.values())
        return {p: (bisect_left(order, sign * s), bisect_right(order, sign * s)) for p, s in scores.items()}


def placed_in_groups(area: RepairArea, repaired: Arrangement, rng: Rng) -> Arrangement:
    """Return tables at which players with changed scores are in their groups; the tables unchanged if none are found.

    The result moves as few players as possible, and is one of the best such results.
    """
    groups = Groups(area)
    if not groups.misplaced:
        return repaired
    choices = _choices(area, repaired, groups)
    seated = fewest_moves(choices, lambda places: _clashes(area, repaired, places))
    if seated is None:
        return repaired
    options = {player: set(costs) for player, costs in choices.costs.items()}
    found = Arrangement(area, {**repaired.places, **seated}, options)
    improve(found, len(found.moved), rng, TradeBudget(TRADES))
    return found


def _choices(area: RepairArea, repaired: Arrangement, groups: Groups) -> Choices:
    """Return each player's possible tables.

    A player who moves anyway can sit at any table, a misplaced player at the tables of its new group, any other player
    at its present table and at the tables of its group.
    """
    sizes = {number: len(table) for number, table in repaired.tables.items() if table}
    misplaced = set(groups.misplaced)
    costs = {}
    for player, place in repaired.places.items():
        if place == OUT:
            continue
        home = area.home.get(player)
        costs[player] = {
            number: int(home not in (None, number))
            for number in sizes
            if (number == home and player not in misplaced)
            or (
                number != home
                and _may_come(area, groups, player, number, loose=place != home and player not in misplaced)
            )
        }
    return Choices(costs, sizes)


def _may_come(area: RepairArea, groups: Groups, player: int, number: int, *, loose: bool) -> bool:
    if area.stays(player) or area.is_fixed_elsewhere(player, number):
        return False
    return loose or groups.is_right(player, number)


def _clashes(area: RepairArea, repaired: Arrangement, places: Places) -> Iterator[tuple[int, int, int]]:
    """Yield pairs who must be kept apart and would now sit together, each with the table's number."""
    tables: dict[int, list[int]] = {}
    for player, number in places.items():
        tables.setdefault(number, []).append(player)
    for number, table in tables.items():
        for one, other in combinations(table, 2):
            if area.costs[one][other] >= BARRED_COST and not repaired.places[one] == repaired.places[other] == number:
                yield one, other, number
