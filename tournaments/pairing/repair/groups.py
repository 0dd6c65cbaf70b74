"""The right tables for each player after scores changed since the draw.

A table's group is the range of places of its players in the standings. A player whose place changed belongs to the
group of the new place; players with equal scores share all their places.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from tournaments.pairing.repair.floor import OUT, Floor
from tournaments.pairing.values import BY_STANDING

Score = int | Fraction
Span = tuple[int, int]


@dataclass(frozen=True)
class Groups:
    """The tables by the standings of the draw, and the players' places by the current ones."""

    floor: Floor

    @cached_property
    def misplaced(self) -> list[int]:
        """Rescored players who are not in their group, without those fixed at their table."""
        floor, now = self.floor, self.floor.instance.scores
        changed = [player for player, score in self._drawn.items() if score != now[player]]
        return [p for p in changed if not floor.stays(p) and not self.is_right(p, floor.home[p])]

    def is_right(self, player: int, number: int) -> bool:
        """Whether the player's current place is in the table's group."""
        group, places = self._groups.get(number), self._places.get(player)
        return bool(group and places and places[0] < group[1] and group[0] < places[1])

    @cached_property
    def _drawn(self) -> dict[int, Score]:
        """The scores by which players at open tables were seated.

        Tables of players far apart in the standings have no group.
        """
        floor = self.floor
        if floor.draw.method not in BY_STANDING or floor.draw.method == "interval":
            return {}
        drawn = {floor.instance.index.get(id_): score for id_, score in floor.wanted.drawn_scores.items()}
        return {p: drawn[p] for p in floor.players if p in drawn and floor.home.get(p, OUT) != OUT}

    @cached_property
    def _places(self) -> Mapping[int, Span]:
        return self._spans({player: self.floor.instance.scores[player] for player in self._drawn})

    @cached_property
    def _groups(self) -> Mapping[int, Span]:
        groups: dict[int, Span] = {}
        for player, (first, end) in self._spans(self._drawn).items():
            number = self.floor.home[player]
            least, most = groups.get(number, (first, end))
            groups[number] = (min(least, first), max(most, end))
        return groups

    def _spans(self, scores: Mapping[int, Score]) -> Mapping[int, Span]:
        """The range of places of each player, alone or shared."""
        sign = 1 if self.floor.draw.low_wins else -1
        order = sorted(sign * score for score in scores.values())
        return {p: (bisect_left(order, sign * s), bisect_right(order, sign * s)) for p, s in scores.items()}
