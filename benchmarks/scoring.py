"""The number of hands of Busca that one processor reads, checks and scores in a second.

Run from the root of the repository: python -m benchmarks.scoring
"""

import random
from collections.abc import Callable
from typing import Any

from benchmarks import measuring
from scoring.registry import find
from scoring.table import TableRules, judge, state

HANDS = 4_000 if measuring.QUICK else 20_000
BUSCA = find("busca-accademia")


def deal() -> list[list[int]]:
    """Return the points of many hands. Each hand has 40 points, distributed at random from a fixed seed."""
    dice = random.Random(1)
    cuts = [sorted(dice.randint(0, 40) for _cut in range(3)) for _hand in range(HANDS)]
    return [[low, mid - low, high - mid, 40 - high] for low, mid, high in cuts]


def plain(points: list[int]) -> list[int]:
    """Score a hand without reading or checking it, like a short script."""
    zeros = points.count(0)
    if zeros:
        return [zeros if mine == 0 else 0 for mine in points]
    top = max(points)
    each = 1 if top <= 18 else 2 if top <= 22 else top - 20
    many = points.count(top)
    return [(each * many if many < 4 else 1) if mine == top else 0 for mine in points]


def best(work: Callable[[Any], object], inputs: list[Any]) -> float:
    """Return the shortest processor time of a few runs over all inputs, in seconds."""

    def work_all() -> None:
        for one in inputs:
            work(one)

    return measuring.quickest(work_all)


def main() -> None:
    """Print the figures, the baseline first."""
    points = deal()
    tallies = [{"lines": [{"points": mine} for mine in hand]} for hand in points]
    judged = [judge(BUSCA, {}, tally) for tally in tallies]
    assert [list(one.scores) for one in judged] == [plain(hand) for hand in points]
    baseline = HANDS / best(plain, points)
    for name, work, inputs in (
        ("score of a tally", lambda one: BUSCA.score(one.tally), judged),
        ("read, check and score a hand", lambda tally: judge(BUSCA, {}, tally), tallies),
    ):
        of = "a short script that checks nothing"
        measuring.add_figure(name, HANDS / best(work, inputs), "/s", baseline=baseline, of=of)
    rules = TableRules(hands=8)
    tables = [judged[start : start + 8] for start in range(0, 2_000, 8)]
    seconds = best(lambda table: state(BUSCA, {}, rules, table), tables)
    measuring.add_figure("state of 250 tables with 8 hands each", 1_000 * seconds, "ms")


if __name__ == "__main__":
    main()
