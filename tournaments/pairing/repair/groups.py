"""Which tables are right for whom by the standing, once scores are others than a round was drawn by.

A table's group are the places in the standing of those who sit there. Whose place is another now belongs where that
place is; who has the score of others has the places of all of them.
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
    """The tables of a floor by the standing that they were drawn by, and where everybody belongs by that of now."""

    floor: Floor

    @cached_property
    def misplaced(self) -> list[int]:
        """Those whose score is another and who do not belong where they are; who never leaves his table is not."""
        floor, now = self.floor, self.floor.instance.scores
        changed = [player for player, score in self._drawn.items() if score != now[player]]
        return [p for p in changed if not floor.stays(p) and not self.is_right(p, floor.home[p])]

    def is_right(self, player: int, number: int) -> bool:
        """Whether the player has a place in the standing now that the table was drawn for."""
        group, places = self._groups.get(number), self._places.get(player)
        return bool(group and places and places[0] < group[1] and group[0] < places[1])

    @cached_property
    def _drawn(self) -> dict[int, Score]:
        """The scores by which those at the open tables were seated.

        Tables of those who are far apart in the standing have no group.
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
        """From which place of the standing to before which each has his score, alone or with others."""
        sign = 1 if self.floor.draw.low_wins else -1
        order = sorted(sign * score for score in scores.values())
        return {p: (bisect_left(order, sign * s), bisect_right(order, sign * s)) for p, s in scores.items()}
