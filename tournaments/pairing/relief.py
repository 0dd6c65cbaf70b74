"""Who sits out before it is their turn, where else those kept apart would have to sit together.

Of three friends who are all kept apart one sits out in every round, if there are two tables.
"""

from dataclasses import replace
from itertools import combinations, islice

from tournaments.pairing.dice import Dice
from tournaments.pairing.hall import Hall
from tournaments.pairing.hopeless import round_apart
from tournaments.pairing.rebuilding import Rebuilding
from tournaments.pairing.shape import Rounds, Seats

CHECKS = 2_000  # of those who may have to sit out, over players
STEPS = 4_000  # trades tried for a round


def relieved(hall: Hall) -> Hall | None:
    """The hall in which it is the turn of those who have to sit out; None if that is no help.

    As few as can be are taken before their turn, and first those who have sat out least.
    """
    clubs = {player for club in hall.members if len(club) > 1 for player in club}
    wanted = [p for p, barred in enumerate(hall.forbidden) if barred or p in clubs]
    wanted.sort(key=lambda player: (hall.past.sit_outs[player], -player))
    numbers = range(1, hall.shape.sit_outs + 1)
    forced = (group for number in numbers for group in combinations(wanted, number))
    for group in islice(forced, CHECKS // len(hall.ids)):
        easier = replace(hall, past=hall.past.copy())
        for player in group:
            easier.past.sit_outs[player] = -1
        if round_apart(easier):
            return easier
    return None


def beginning_with(hall: Hall, tables: Seats) -> Hall:
    """The hall in which these tables, at which all are kept apart, help where nothing else does.

    It is the turn of whoever has no seat there.
    """
    past = hall.past.copy()
    for player in set(range(len(hall.ids))).difference(*tables):
        past.sit_outs[player] = -1
    return replace(hall, past=past, start=tables)


def one_by_one(hall: Hall, number: int, dice: Dice) -> Rounds:
    """So many rounds, each with whoever has to sit out; the last may have two who are barred."""
    now, rounds = replace(hall, past=hall.past.copy()), list[list[list[int]]]()
    for _round in range(number):
        rebuilding = Rebuilding(now if round_apart(now) else relieved(now) or now, dice, again=True)
        rebuilding.add(STEPS)
        rounds += rebuilding.rounds
        if rebuilding.is_barred:
            break
        now.add(rounds[-1])
    return rounds
