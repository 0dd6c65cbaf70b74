"""The cost of moving a tournament to another club: the processor time of its export and of its import.

Run from the root of the repository, in the environment of the tests: python -m benchmarks.exchange
The baseline is the time that the JSON alone takes to be parsed and serialized.
"""

import json
import random
from typing import TYPE_CHECKING

from benchmarks.big_evenings import SEATS, database
from benchmarks.measuring import QUICK, add_figure, cpu

if TYPE_CHECKING:
    from tournaments.models import Club, Tournament

SIZES = (100,) if QUICK else (100, 1_000)
ROUNDS, HANDS = 20, 2
TOTAL = 40  # points of a hand
EXPORT, IMPORT = 5.0, 30.0  # seconds


def main() -> None:
    """Print the cost of an export and of an import for each size."""
    with database():
        from tests.halls import a_club, a_user

        elsewhere = a_club("Elsewhere", owner=a_user("emma"))
        for entries in SIZES:
            _measure(_played(entries), elsewhere, size=entries)


def _measure(tournament: "Tournament", elsewhere: "Club", *, size: int) -> None:
    from tournaments.actions.core.actor import Actor
    from tournaments.actions.exchange.document_reading import parse
    from tournaments.actions.exchange.exporting import export
    from tournaments.actions.exchange.importing import import_tournament

    text = b"".join(export(tournament, in_full=True))
    document, by = parse(text), Actor(user=None, source="command")
    more = {"size": size, "baseline": cpu(lambda: json.dumps(json.loads(text))), "of": "JSON alone"}
    exporting = cpu(lambda: b"".join(export(tournament, in_full=True)))
    add_figure(f"export, {ROUNDS} rounds", exporting, "s", at_most=EXPORT, **more)
    importing = cpu(lambda: import_tournament(document, club=elsewhere, by=by))
    add_figure(f"import, {ROUNDS} rounds", importing, "s", at_most=IMPORT, **more)


def _played(entries: int) -> "Tournament":
    """Return a tournament with this many entries. It was played by actions, so its ledger is valid."""
    from tests.halls import a_round, a_tournament, director_of, play
    from tournaments.actions.rounds.rounds import close_round
    from tournaments.actions.standings.standings import refresh
    from tournaments.models import Tournament

    chance = random.Random(entries)
    made = a_tournament(players=entries, name=f"{entries} entries", pairing="scripted", rounds=ROUNDS)
    order = list(range(entries))
    for _number in range(ROUNDS):
        chance.shuffle(order)
        round_ = a_round(made, tables=[order[at : at + SEATS] for at in range(0, entries, SEATS)])
        for table in round_.tables.order_by("number"):
            for hand in range(1, HANDS + 1):
                cuts = sorted(chance.randrange(TOTAL + 1) for _cut in range(SEATS - 1))
                play(table, hand, [after - before for before, after in zip([0, *cuts], [*cuts, TOTAL], strict=True)])
        close_round(round_, by=director_of(made))
    refresh(made.pk)
    return Tournament.objects.get(pk=made.pk)


if __name__ == "__main__":
    main()
