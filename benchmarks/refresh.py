"""The cost of new standings after one hand, one round and twenty rounds, compared with a full computation.

Run from the root of the repository, in the environment of the tests: python -m benchmarks.refresh
Figures are the least processor time of several hands. The database is a new SQLite file, or that of DATABASE_URL.
"""

from benchmarks.big_evenings import HANDS, database, make_tournament
from benchmarks.measuring import QUICK, add_figure, cpu

EVENINGS = [(16, 1), (16, 20), (100, 1), (100, 20)] + (
    [] if QUICK else [(1_000, 1), (1_000, 20), (10_000, 1), (10_000, 20)]
)
AT_MOST = {16: 0.02, 100: 0.03, 1_000: 0.1, 10_000: 1.0}  # seconds
PLAYED = 5


def measure(entries: int, rounds: int) -> None:
    """Print the cost of one hand in a tournament of this size.

    Print also the cost in a process that has just started.
    """
    from tests.halls import play
    from tournaments.actions.standings import standings
    from tournaments.actions.standings.results import read_changed_results
    from tournaments.actions.standings.stored_results import StandingsCache, store

    tournament = make_tournament(entries, rounds, unplayed=PLAYED)
    *tables, last = tournament.rounds.last().tables.order_by("number")[:PLAYED]
    anew = cpu(lambda: standings.refresh(tournament.pk))
    taken = []
    for table in tables:
        play(table, HANDS)
        taken.append(cpu(lambda: standings.refresh(tournament.pk)))
    name, baseline = f"Refresh after a hand, round {rounds}", {"baseline": anew, "of": "all anew", "size": entries}
    add_figure(name, min(taken), "s CPU", at_most=AT_MOST[entries], **baseline)
    store(tournament, read_changed_results(tournament, None).cached)
    standings.STANDINGS_CACHE = StandingsCache()
    play(last, HANDS)
    add_figure(f"{name}, process started again", cpu(lambda: standings.refresh(tournament.pk)), "s CPU", **baseline)


def main() -> None:
    """Print the figures."""
    with database():
        for entries, rounds in EVENINGS:
            measure(entries, rounds)


if __name__ == "__main__":
    main()
