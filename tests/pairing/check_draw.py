"""An independent checker of schedules."""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True)
class Verdict:
    """The judge's result: the errors, and how good the schedule is."""

    errors: tuple[str, ...]
    repeats: int  # over all pairs: the sum of their earlier meetings, meeting after meeting
    most_meetings: int
    seat_spread: int
    sit_out_gap: int
    unusual_gap: int


def judge(rounds, players, *, sizes=(4,), forbidden=(), fixed=None):
    """Judge rounds of tables of players in seat order; the usual size comes first in `sizes`."""
    players = list(players)
    meetings = Counter(frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2))
    errors = [
        error
        for number, tables in enumerate(rounds, 1)
        for error in round_errors(number, tables, players, sizes, fixed or {})
    ]
    errors += [f"{pair} sit together" for pair in forbidden if meetings[frozenset(pair)]]
    sit_outs = Counter(player for tables in rounds for player in set(players).difference(*tables))
    unusual = Counter(player for tables in rounds for table in tables if len(table) != sizes[0] for player in table)
    return Verdict(
        tuple(errors),
        sum(times * (times - 1) // 2 for times in meetings.values()),
        max(meetings.values(), default=0),
        seat_spread(rounds, players, sizes),
        gap(sit_outs, players),
        gap(unusual, players),
    )


def round_errors(number, tables, players, sizes, fixed):
    """Yield a round's errors: a player twice, an unknown player, a wrong size, too many players who sit out."""
    seen = Counter(player for table in tables for player in table)
    yield from (f"round {number}: {p} seated {k} times" for p, k in seen.items() if k > 1)
    yield from (f"round {number}: {p} is a stranger" for p in seen if p not in set(players))
    left = len(set(players) - set(seen))
    if left != fewest_left(len(players), sizes):
        yield f"round {number}: {left} at no table"
    for place, table in enumerate(tables, 1):
        if len(table) not in sizes:
            yield f"round {number} table {place}: {len(table)} players"
        yield from (
            f"round {number}: {p} at table {place}, not {fixed[p]}" for p in table if fixed.get(p, place) != place
        )


def fewest_left(count, sizes):
    """Return the smallest number of so many players that sit out at tables of these sizes."""
    filled = {0}
    for seats in range(1, count + 1):
        if any(seats - size in filled for size in sizes):
            filled.add(seats)
    return count - max(filled)


def seat_spread(rounds, players, sizes):
    """The largest difference between how often one player had two seats."""
    seats = Counter((player, seat) for tables in rounds for table in tables for seat, player in enumerate(table))
    return max(
        max(seats[player, seat] for seat in range(max(sizes))) - min(seats[player, seat] for seat in range(min(sizes)))
        for player in players
    )


def gap(counts, players):
    """Return how many times more often one player had it than another."""
    times = [counts[player] for player in players]
    return max(times) - min(times)
