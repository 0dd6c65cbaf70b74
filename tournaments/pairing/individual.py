"""Partnerships that change every round, all rounds at once.

As long as nobody has to meet anybody again, a schedule without repeats is the best; then a whist
tournament, in which everybody partners everybody once; where none is known, a search.
"""

from tournaments.pairing.constraints import refuse_barred
from tournaments.pairing.core import DrawRequest, Round
from tournaments.pairing.designs import design
from tournaments.pairing.designs.whist import whist
from tournaments.pairing.dice import Dice
from tournaments.pairing.hall import Hall
from tournaments.pairing.partners import Counts, again, paired_up, partnered
from tournaments.pairing.repeats import pairs_of, repeats_of
from tournaments.pairing.replanning import intact, plan_of
from tournaments.pairing.schedule import designed, searched, seated
from tournaments.pairing.shape import Rounds
from tournaments.pairing.trading import traded

TRADES = 4_000_000  # tried, over players plus a few, for partners where no design is at hand


def individual(request: DrawRequest, hall: Hall, dice: Dice) -> list[Round]:
    """The rounds, partners face to face."""
    past = partnered(hall, request)
    if hall.untouched and hall.alike:
        players = dice.shuffled(range(len(hall.ids)))
        rounds = [
            [[players[place] for place in table] for table in tables]
            for tables in _designed(hall, request.rounds, past, dice)
        ]
    else:
        planned = plan_of(request, hall, individual)
        rounds = intact(request, hall, planned) or _found(hall, request.rounds, past, dice, planned)
    refuse_barred(hall, rounds)
    return seated(hall, rounds, dice, partners=True)


def _designed(hall: Hall, number: int, past: Counts, dice: Dice) -> Rounds:
    """Rounds without repeats, or a whist tournament, or those that fewer repeats are found for."""
    players = len(hall.ids)
    fresh = design(players, hall.sizes, number, dice)
    if fresh and len(fresh) >= number and not repeats_of(fresh[:number]):
        return fresh[:number]
    known = whist(players)
    if known is None:
        return _found(hall, number, past, dice)
    laps, rest = divmod(number, len(known))
    played = known * laps + apart(known, rest)
    if 3 * number > 2 * players:
        return played
    found = paired_up(designed(hall, number, dice) or played, past, dice)
    return min(played, found, key=lambda rounds: (again(rounds, past), repeats_of(rounds)))


def apart(known: Rounds, number: int) -> Rounds:
    """So many of the rounds, each with as few repeats of those before as any other."""
    chosen: Rounds = []
    left, met = list(known), set[tuple[int, int]]()
    for _round in range(number):
        chosen.append(min(left, key=lambda tables: len(met & pairs_of(tables))))
        left.remove(chosen[-1])
        met |= pairs_of(chosen[-1])
    return chosen


def _found(
    hall: Hall, number: int, past: Counts, dice: Dice, planned: Rounds | None = None
) -> Rounds:
    """Rounds with few repeats, paired up; if somebody has a partner again, places are traded."""
    tables = searched(hall.telling(0, 0.5), number, dice, planned)
    rounds = paired_up(tables, past, dice)
    if not again(rounds, past):
        return rounds
    better = traded(hall.telling(0.5, 1), rounds, past, dice, TRADES // (len(hall.ids) + 20))
    return min(rounds, better, key=lambda found: again(found, past))
