"""The quality and duration of the Swiss draws of an evening.

Run it as `python -m benchmarks.pairing_swiss`, with a number from which the seeds are made, and the greatest number of
players. Each round is drawn after rounds of the same kind, in which stronger players score more. It is compared with
the bounds in the report of the draw, and with a greedy algorithm for the same position. This algorithm fills table
after table in rank order, each with the next player who has not met its players.
"""

import os
import secrets
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from random import Random
from statistics import fmean
from time import process_time
from typing import Any

from benchmarks.measuring import COLLECTED, QUICK, add_figure
from tests.pairing.check_draw import judge
from tournaments.pairing import DrawRequest, Participant, draw
from tournaments.pairing.values import Draw

Tables = tuple[tuple[int, ...], ...]
Met = defaultdict[int, dict[int, int]]  # for each player, how often the player has met each other player
FIELDS = [*((players, 7) for players in range(16, 44, 4)), (100, 8), (400, 8), (1000, 5), (4000, 3)]
REPORTED = (16, 100, 400)

LEGEND = """Seeds by {seed}. again: earlier meetings of those who share a table, over all rounds,
and the fewest that counting allows; mean, worst: the spread above the bound of the report; proved:
rounds of which the draw itself proves that there is none better; seats: players whose seats are
within one, and the largest difference; s: CPU seconds of the slowest round."""


@dataclass
class Evening:
    """An evening whose rounds are drawn one after another, with the figures of the draws."""

    again: int = 0
    bound: int = 0
    over: list[float] = field(default_factory=list)
    proved: int = 0
    slowest: float = 0.0
    greedy_slowest: float = 0.0
    greedy_again: int = 0
    greedy_over: list[float] = field(default_factory=list)


def main(seed: int = 1, largest: int = 40 if QUICK else 400) -> None:
    """Print a line for each number of players."""
    print(LEGEND.format(seed=seed))
    columns = ("again", "bound", "greedy", "mean", "worst", "greedy", "proved", "seats", "s")
    print(" " * 22 + "{:>6}{:>6}{:>8}{:>8}{:>8}{:>9}{:>8}{:>10}{:>7}".format(*columns))
    rng = Random(seed)
    for players, rounds in FIELDS:
        if players <= largest:
            evening, history, drawn = play(players, rounds, rng)
            print_line(players, rounds, evening, history, drawn)
            if players in REPORTED:
                compared: dict[str, Any] = {"size": players, "baseline": evening.greedy_slowest, "of": "a greedy"}
                add_figure("slowest Swiss round, processor time", evening.slowest, "s", at_most=3, **compared)
                add_figure("mean spread above the bound of the report", fmean(evening.over), "", size=players)


def play(players: int, rounds: int, rng: Random) -> tuple[Evening, list[Tables], Draw]:
    """Play an evening with this number of rounds; return it with all its tables and the last draw."""
    evening, history = Evening(), list[Tables]()
    skill = [rng.gauss(0, 1) for _ in range(players)]
    scores = [0] * players
    for _round in range(rounds):
        request = DrawRequest(
            method="swiss",
            seed=rng.getrandbits(31),
            entrants=tuple(Participant(player, score) for player, score in enumerate(scores)),
            history=tuple(history),
        )
        start = process_time()
        drawn = draw(request)
        evening.slowest = max(evening.slowest, process_time() - start)
        measure(evening, drawn, scores, meetings(history))
        history.append(drawn.tables)
        for table in drawn.tables:
            for place, player in enumerate(sorted(table, key=lambda player: skill[player] + rng.gauss(0, 1))):
                scores[player] += 10 * place + rng.randrange(12)
    return evening, history, drawn


def greedy(order: Sequence[int], met: Met, sizes: Sequence[int]) -> Tables:
    """Return tables that are filled in this order, each with the players who have met the others at it least often."""
    left, tables = list(order), []
    for size in sizes:
        table = [left.pop(0)]
        while len(table) < size:
            best = min(left, key=lambda one: sum(met[one].get(other, 0) for other in table))
            left.remove(best)
            table.append(best)
        tables.append(tuple(table))
    return tuple(tables)


def meetings(rounds: Iterable[Tables]) -> Met:
    """Return how often each player has met each other player."""
    met: Met = defaultdict(dict)
    for tables in rounds:
        for one, other in pairs(tables):
            met[one][other] = met[other][one] = met[one].get(other, 0) + 1
    return met


def measure(evening: Evening, drawn: Draw, scores: Sequence[int], met: Met) -> None:
    """Add a round to the evening's figures."""
    order = sorted(range(len(scores)), key=lambda player: -scores[player])
    start = process_time()
    plain = greedy(order, met, [4] * (len(scores) // 4))
    evening.greedy_slowest = max(evening.greedy_slowest, process_time() - start)
    bound = int(Fraction(str(drawn.report["spread_lower_bound"])))
    evening.again += int(str(drawn.report["repeats"]))
    evening.bound += int(str(drawn.report["repeats_lower_bound"]))
    evening.greedy_again += sum(met[a].get(b, 0) for a, b in pairs(plain))
    evening.proved += drawn.report["spread_is_least"] is True
    for over, tables in ((evening.over, drawn.tables), (evening.greedy_over, plain)):
        spread = sum((scores[a] - scores[b]) ** 2 for a, b in pairs(tables))  # type: ignore[index]
        over.append(spread / bound - 1 if bound else 0.0)


def pairs(tables: Sequence[Sequence[int | str]]) -> Iterator[tuple[int, int]]:
    """Yield all pairs of players at the same table."""
    for table in tables:
        yield from combinations(table, 2)  # type: ignore[misc]


def print_line(players: int, rounds: int, evening: Evening, history: list[Tables], drawn: Draw) -> None:
    """Print a line."""
    verdict = judge(history, range(players))
    seats: dict[str, int] = drawn.report["seats"]  # type: ignore[assignment]
    print(
        f"{f'{players} players, {rounds} rounds':<22}{evening.again:>6}{evening.bound:>6}"
        f"{evening.greedy_again:>8}{fmean(evening.over):>8.1%}{max(evening.over):>8.1%}"
        f"{fmean(evening.greedy_over):>9.1%}{evening.proved:>5}/{rounds:<2}"
        f"{seats['within_one']:>6}, {seats['spread']}{evening.slowest:>8.2f}"
        f" {'; '.join(verdict.errors[:1])}",
        flush=True,
    )


if __name__ == "__main__":
    arguments = [int(argument) for argument in sys.argv[1:]]
    if COLLECTED in os.environ:  # the same seeds each time, and so few players that all benchmarks can run
        main()
    else:
        main(arguments[0] if arguments else secrets.randbits(31), arguments[1] if len(arguments) > 1 else 4000)
