"""The cost of standings for 16 to 10,000 entries after eight rounds.

Run it as `python -m benchmarks.ranking`. The baseline is the least work for exact standings: adding up the rounds of
each entry as fractions, and sorting the entries by these sums.
"""

import os
import random
from fractions import Fraction
from functools import partial
from math import fsum
from typing import Any

import django

from benchmarks.measuring import QUICK, SIZES, add_figure, quickest
from tournaments.ranking import Entrant, HandResult, Results, RoundSatOut, Scoring, TableResult, rank
from tournaments.ranking.ratings import SHARES, rate

ROUNDS = 8
HANDS = 8
TIE_BREAKS = ("table_wins", "clean_hands", "card_points", "head_to_head", "opponents", "last_round", "lot")
SCORINGS = {"total": Scoring(method="total", low_wins=True), "places": Scoring(method="places", low_wins=True)}


def table(number: int, at: int, seats: list[int], chance: random.Random) -> TableResult:
    """Return a table of four with random buscas and points."""
    hands = tuple(
        HandResult(tuple(chance.choice((0, 0, 0, 1, 2, 5)) for _ in seats), tuple(chance.randrange(30) for _ in seats))
        for _ in range(HANDS)
    )
    totals = tuple(sum(hand.scores[side] or 0 for hand in hands) for side in range(len(seats)))
    return TableResult(
        round=number,
        table=at,
        sides=tuple((entry,) for entry in seats),
        totals=totals,
        places=tuple(1 + sum(other < total for other in totals) for total in totals),
        hands=hands,
    )


def tournament(size: int) -> Results:
    """Return eight rounds of `size` entries, and of two more entries that sit out in turn."""
    chance = random.Random(size)
    entries = list(range(size + 2))
    tables, sit_outs = [], []
    for number in range(1, ROUNDS + 1):
        chance.shuffle(entries)
        sit_outs += [RoundSatOut(number, entry) for entry in entries[size:]]
        tables += [table(number, 1 + start // 4, entries[start : start + 4], chance) for start in range(0, size, 4)]
    return Results(
        entrants=tuple(Entrant(entry, entry) for entry in range(size + 2)),
        rounds=tuple(range(1, ROUNDS + 1)),
        tables=tuple(tables),
        sit_outs=tuple(sit_outs),
    )


def add_outlooks() -> None:
    """Add the cost of outlooks before the last of four rounds: standings with and without the possible places."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from tests.ranking.outlook.evenings import CASES, Evening, dice

    for name in ("busca", "busca by places", "brisca", "buraco"):
        for size in (100,) if QUICK else (100, 400):
            evening = Evening(CASES[name], dice(name, size), entries=size, rounds=4, decides=False)
            evening.broken_off(after=3, hands=None)
            scoring, settings = evening.tournament.ranking_scoring, {"after_round": 3, "lot_seed": 1}
            alone = partial(rank, evening.results, scoring, evening.tie_breaks, **settings)
            asked: dict[str, Any] = {"at_most": 1000} if size == 100 else {}
            compared = {"baseline": 1000 * quickest(alone), "of": "the standings alone", "size": size, **asked}
            took = 1000 * quickest(partial(alone, plan=evening.plan))
            add_figure(f"what is safe and possible before the last round, {name}", took, "ms", **compared)


def add_ratings() -> None:
    """Add the speed of ratings for twenty evenings of sixty players, four at a table."""
    from tests.ranking.clubs import SimulatedClub

    evenings = SimulatedClub(1, 2, evenings=20).evenings
    tables = [table for evening in evenings for tables in evening for table in tables]
    speed = len(tables) / quickest(partial(rate, evenings))
    adding = len(tables) / quickest(lambda: [fsum(table.totals) for _share in SHARES for table in tables])
    of: dict[str, Any] = {"baseline": adding, "of": "adding the totals once for each share", "ratio_at_least": 0.004}
    add_figure("ratings at tables of four, processor time", speed, "results/s", **of)


def main() -> None:
    """Print the cost of each size beside the baseline, for eight rounds with all tie-breaks and changes of place."""
    for name, scoring in SCORINGS.items():
        for size in SIZES:
            results = tournament(size)
            after = {"after_round": ROUNDS, "lot_seed": 1}
            rows = rank(results, scoring, TIE_BREAKS, **after).rows
            worths = [[r.value or Fraction(0) for r in row.rounds] for row in rows]
            took = quickest(lambda: rank(results, scoring, TIE_BREAKS, **after))  # noqa: B023
            baseline = quickest(lambda: sorted(sum(rounds, Fraction(0)) for rounds in worths))  # noqa: B023
            compared: dict[str, Any] = {"size": size, "baseline": 1000 * baseline, "of": "adding and sorting alone"}
            add_figure(f"standings by {name} after {ROUNDS} rounds, processor time", 1000 * took, "ms", **compared)
    add_outlooks()
    add_ratings()


if __name__ == "__main__":
    main()
