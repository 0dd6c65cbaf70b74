"""The quality and duration of draws: of all rounds at once, then of Swiss evenings.

Run it as `python -m benchmarks.pairing`, with a number from which the seeds are made. The checker of the tests checks
each schedule. The number of repeated meetings is compared with its lower bound, and with that of a greedy algorithm in
rank order. This algorithm fills table after table: each seat goes to the first player who has met the fewest of the
players at the table.
"""

import secrets
import sys
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from time import process_time

from benchmarks import pairing_swiss
from benchmarks.pairing_swiss import Tables
from scoring.problems import Refusal
from tests.pairing.check_draw import judge
from tournaments.pairing import DrawRequest, Participant, draw
from tournaments.pairing.costs import repeats_of

LONGEST = dict(zip(range(16, 68, 4), (5, 5, 7, 9, 10, 11, 13, 14, 15, 17, 18, 19, 21), strict=True))
BEYOND = [*((p, n) for p in (16, 20) for n in range(6, 11)), (24, 8), (24, 10), (28, 10), (32, 11)]
LARGEST_SWISS = 400  # `python -m benchmarks.pairing_swiss` continues to 4000

LEGEND = """Seeds by {seed}. again: the earlier meetings of all pairs; bound: the fewest that
counting allows; meets: how often a pair meets at most; seats: the largest difference between two
seats of a player; gap: between players, of sit-outs or short tables; s: CPU seconds."""


def request(entrants: int | Sequence[Participant], rounds: int, seed: int, **options: object) -> DrawRequest:
    """Return a draw request for players numbered from 1, or for these entrants.

    Without a method, it asks for a schedule.
    """
    if isinstance(entrants, int):
        entrants = [Participant(number) for number in range(1, entrants + 1)]
    return DrawRequest(**{"method": "schedule", **options}, entrants=tuple(entrants), rounds=rounds, seed=seed)


def greedy(players: Sequence[int], number: int, history: Sequence[Tables], sizes: Sequence[int]) -> list[Tables]:
    """Return rounds of the greedy algorithm in the order of the players; the last players sit out in turn."""
    rounds: list[Tables] = []
    for turn in range(number):
        order = [*players[-turn:], *players[:-turn]] if turn else players
        rounds.append(pairing_swiss.greedy(order, pairing_swiss.meetings([*history, *rounds]), sizes))
    return rounds


def measure(request_: DrawRequest, name: str = "{players} players, {rounds} rounds", **judged_by: object) -> None:
    """Draw, check the result, and print a line."""
    active = [entrant.id for entrant in request_.entrants if entrant.active]
    start = process_time()
    drawn = draw(request_)
    took = process_time() - start
    rounds = [made.tables for made in drawn.rounds]
    verdict = judge(rounds, active, sizes=request_.sizes, **judged_by)
    plain = greedy(active, request_.rounds, request_.history, [len(table) for table in rounds[0]])
    again = repeats_of([*request_.history, *plain]) - repeats_of(request_.history)
    name = name.format(players=len(active), rounds=request_.rounds)
    print(
        f"{name:<44} {drawn.report['repeats']:>5} {drawn.report['repeats_lower_bound']:>6}"
        f" {again:>7} {verdict.most_meetings:>5}"
        f" {verdict.seat_spread:>5} {max(verdict.sit_out_gap, verdict.unusual_gap):>4}"
        f" {took:8.3f} {'; '.join(verdict.errors[:1])}",
        flush=True,
    )


def print_head(title: str) -> None:
    """Print the head of a table."""
    print(f"\n{title}")
    columns = ("again", "bound", "greedy", "meets", "seats", "gap", "s")
    print(" " * 44 + "{:>6} {:>6} {:>7} {:>5} {:>5} {:>4} {:>8}".format(*columns))


def schedules(seeds: Iterator[int]) -> None:
    """Print schedules of tables of four with and without repeats, with sit-outs, and of mixed table sizes."""
    longest = {**LONGEST, **dict.fromkeys((100, 200, 400, 1000), 10)}
    unrepeated = [(players, number) for players, most in longest.items() for number in sorted({min(10, most), most})]
    for title, sizes, cases in (
        ("Tables of four, nobody meets again", (4,), unrepeated),
        ("Beyond that, as few as can be", (4,), BEYOND),
        ("Sit-outs", (4,), [*((n, 5) for n in (18, 19)), *((n, 7) for n in (27, 30, 31, 53, 101))]),
        ("Tables of three", (4, 3), [*((n, 5) for n in (17, 18, 19)), *((n, 7) for n in (21, 22, 23, 38, 101))]),
    ):
        print_head(title)
        for players, rounds in cases:
            measure(request(players, rounds, next(seeds), sizes=sizes))


def kept_apart(seeds: Iterator[int]) -> None:
    """Print draws in which families and clubs of up to a quarter of the players are kept apart."""
    print_head("Players kept apart")
    for players, clubs in ((40, 4), (44, 8), (61, 5), (100, 4), (100, 12), (400, 4)):
        entrants = [Participant(n, club=str(n % clubs)) for n in range(1, players + 1)]
        same = [p for p in combinations(range(1, players + 1), 2) if (p[1] - p[0]) % clubs == 0]
        request_ = request(entrants, 7, next(seeds), avoid_same_club=True)
        measure(request_, f"{players} players of {clubs} clubs, 7 rounds", forbidden=same)
    for players in (40, 48, 100):
        pairs = tuple((n, n + 1) for n in range(1, players, 2))
        measure(
            request(players, 7, next(seeds), forbidden=pairs),
            "{players} players in couples, {rounds} rounds",
            forbidden=pairs,
        )


def changed_fields(seeds: Iterator[int]) -> None:
    """Print draws of the remaining rounds after a player joined or left."""
    print_head("Late entries and withdrawals: the rounds that are left")
    cases = (
        (24, 7, 2, 1),
        (25, 6, 1, -1),
        (32, 7, 3, -1),
        (33, 8, 2, -1),
        (40, 8, 3, 2),
        (64, 10, 5, -2),
        (100, 10, 5, 1),
    )
    for players, rounds, played, change in cases:
        seed = next(seeds)
        history = tuple(made.tables for made in draw(request(players, rounds, seed)).rounds)
        entrants = [Participant(n, active=n > -change) for n in range(1, players + 1)]
        entrants += [Participant(players + n) for n in range(1, change + 1)]
        request_ = request(entrants, rounds - played, seed, history=history[:played])
        measure(request_, f"{players} players {change:+}, {played} of {rounds} rounds played")


def partnerships(seeds: Iterator[int]) -> None:
    """Print draws with two sides at each table, and draws in which partners change every round."""
    print_head("Two sides: everybody against everybody, one side stays")
    for method, entries, rounds in (
        ("round-robin", 16, 15), ("round-robin", 17, 17), ("mitchell", 40, 20), ("mitchell", 41, 21),
    ):  # fmt: skip
        request_ = request(entries, rounds, next(seeds), method=method, sizes=(2,))
        measure(request_, f"{method}, {entries} entries, {rounds} rounds")
    print_head("Partners change every round")
    for players, rounds in ((8, 7), (10, 9), (14, 13), (16, 6), (20, 19), (22, 12), (33, 33), (40, 39), (100, 10)):
        measure(request(players, rounds, next(seeds), method="individual"))


def refusals(seeds: Iterator[int]) -> None:
    """Print how fast impossible requests are refused."""
    print("\nRefusals, in seconds")
    apart = tuple((one, other) for one in range(1, 27) for other in range(27, 101))
    family = tuple(combinations(range(1, 6), 2))
    for name, request_ in (
        ("10,001 players", request(10_001, 5, next(seeds))),
        ("100 players, 26 kept apart from all others", request(100, 5, next(seeds), forbidden=apart)),
        ("16 players, five of a family", request(16, 1, next(seeds), method="random", forbidden=family)),
    ):
        start = process_time()
        try:
            draw(request_)
        except Refusal as refusal:
            print(f"{name:<50} {process_time() - start:8.3f}  {str(refusal)[:60]}")


def main(seed: int) -> None:
    """Print all tables of figures."""
    print(LEGEND.format(seed=seed))
    rng = Random(seed)
    seeds = iter(lambda: rng.getrandbits(31), None)
    for part in (schedules, kept_apart, changed_fields, partnerships, refusals):
        part(seeds)
    print("\nTables by standing, round after round")
    pairing_swiss.main(seed, LARGEST_SWISS)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else secrets.randbits(31))
