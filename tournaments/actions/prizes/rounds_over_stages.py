"""Round numbers that continue from stage to stage."""

from collections.abc import Sequence

from ..stages.order import StageInOrder


def rounds_before(stages: Sequence[StageInOrder]) -> list[int]:
    """Return the number of rounds planned before the stages of each depth.

    The last item is the number of all rounds.
    """
    before = [0]
    for depth in range(max(each.depth for each in stages) + 1):
        planned = [each.tournament.rounds_planned for each in stages if each.depth == depth]
        before.append(before[-1] + max(planned, default=0))
    return before


def last_round(stages: Sequence[StageInOrder]) -> int:
    """Return the number of the last round of all stages together."""
    return rounds_before(stages)[-1]
