"""All the rounds at once, without regard to score: nobody meets anybody again, if it can be."""

from itertools import combinations

from tournaments.pairing.constraints import refuse_barred
from tournaments.pairing.core import DrawRequest, Round
from tournaments.pairing.designs import design
from tournaments.pairing.designs.columns import in_columns
from tournaments.pairing.dice import Dice
from tournaments.pairing.hall import Hall
from tournaments.pairing.layout import named
from tournaments.pairing.order import in_order
from tournaments.pairing.rebuilding import rebuilt
from tournaments.pairing.replanning import plan_of
from tournaments.pairing.seats import even_schedule
from tournaments.pairing.shape import Rounds
from tournaments.pairing.table_numbers import numbered

WORK = 1_500_000  # trades tried, times players, for rounds that cannot be designed


def schedule(request: DrawRequest, hall: Hall, dice: Dice) -> list[Round]:
    """The rounds; Refusal if two who are kept apart would sit together."""
    rounds = _designed(hall, request.rounds, dice)
    if rounds is None:
        rounds = _searched(hall, request.rounds, dice, plan_of(request, hall, schedule))
    refuse_barred(hall, rounds)
    placed = _numbered(hall, in_order(rounds, hall.past.last), dice)
    return [named(hall, tables) for tables in even_schedule(placed, hall.past.seats, dice)]


def _designed(hall: Hall, number: int, dice: Dice) -> Rounds | None:
    """A design with the players on its places by lot, and more rounds added if it is too short."""
    if not hall.untouched:
        return None
    clubs = hall.members
    if len(clubs) < len(hall.ids):
        return in_columns([dice.shuffled(club) for club in dice.shuffled(clubs)], number)
    places = design(len(hall.ids), hall.sizes, number, dice)
    if places is None:
        return None
    players = dice.shuffled(range(len(hall.ids)))
    known = [[[players[place] for place in table] for table in tables] for tables in places]
    if len(known) >= number:
        return dice.shuffled(known)
    return known + _continued(hall, known, number - len(known), dice)


def _continued(hall: Hall, known: Rounds, number: int, dice: Dice) -> Rounds:
    """More rounds: if everybody has met everybody, those known once more."""
    met = {pair for tables in known for table in tables for pair in combinations(sorted(table), 2)}
    if 2 * len(met) == len(hall.ids) * (len(hall.ids) - 1):
        return (known * (number // len(known) + 1))[:number]
    return _searched(hall, number, dice, given=known)


def _searched(
    hall: Hall,
    number: int,
    dice: Dice,
    planned: Rounds | None = None,
    given: Rounds | None = None,
) -> Rounds:
    work = WORK // (len(hall.ids) + 20)
    return rebuilt(hall, planned or [None] * number, dice, given=given or [], work=work)


def _numbered(hall: Hall, rounds: Rounds, dice: Dice) -> Rounds:
    known = [dict(numbers) for numbers in hall.past.numbers]
    placed = []
    for tables in rounds:
        placed.append(numbered(tables, known, hall.fixed, dice))
        for number, table in enumerate(placed[-1], 1):
            for player in table:
                known[player][number] = known[player].get(number, 0) + 1
    return placed
