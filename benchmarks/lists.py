"""The cost of reading and reviewing a pasted list of 5,000 lines in a club of 5,000 players.

Run from the root of the repository: python -m benchmarks.lists
The baseline is Python's difflib: a few names are measured, and the time for all names is extrapolated.
"""

import gzip
import random
import time
from difflib import get_close_matches

from benchmarks.big_evenings import database
from benchmarks.measuring import QUICK, add_figure, cpu, seconds_of

LINES = 500 if QUICK else 5_000
ASKED_OF_DIFFLIB = 20


def names(chance: random.Random) -> list[str]:
    """Return as many different names as the list has lines."""

    def word(longest: int) -> str:
        syllables = range(chance.randint(2, longest))
        return "".join(chance.choice("bcdfglmnprstv") + chance.choice("aeiou") for _ in syllables).title()

    given, family = [word(4) for _ in range(300)], [word(5) for _ in range(2_000)]
    made = dict.fromkeys(f"{chance.choice(given)} {chance.choice(family)}" for _ in range(2 * LINES))
    return list(made)[:LINES]


def main() -> None:
    """Print the processor time and the size of the page, for a list of known players and for one of unknown players."""
    with database():
        from tests.halls import a_tournament
        from tournaments.actions.people.known_names import PlayerIndex
        from tournaments.actions.people.lists.files import read_text
        from tournaments.actions.people.lists.listed_entries import read_entries
        from tournaments.actions.people.lists.reviews import Review
        from tournaments.actions.people.players import NewPlayer, add_players

        tournament = a_tournament(players=0)
        known, others = names(random.Random(1)), names(random.Random(2))
        add_players(tournament.club, [NewPlayer(name, new=True) for name in known])

        def review(listed: list[str]) -> Review:
            text = "\n".join(f"{number}. {name} (Circolo)" for number, name in enumerate(listed, 1))
            looked_at = Review(PlayerIndex(tournament), 1)
            looked_at.add(read_entries(read_text(text), 1))
            return looked_at

        keys = [name.casefold() for name in known]
        few = [name.casefold() for name in others[:ASKED_OF_DIFFLIB]]
        asked = cpu(lambda: [get_close_matches(key, keys, n=4, cutoff=0.84) for key in few])
        baseline = asked / ASKED_OF_DIFFLIB * LINES
        for kind, listed in (("known", known), ("unknown", others)):
            seconds = min(seconds_of(lambda each=listed: review(each), runs=3, clock=time.process_time))
            add_figure(f"{LINES:,} lines, all {kind}", seconds, "s", baseline=baseline, of="difflib alone")
        clear = "\n".join(str(line.listed) for line in review(known).clear)
        add_figure("their field on the page, compressed", len(gzip.compress(clear.encode(), 6)) / 1_000, "kB")


if __name__ == "__main__":
    main()
