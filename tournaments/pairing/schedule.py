"""All the rounds at once, without regard to score: nobody meets anybody again, if it can be."""

from itertools import combinations

from tournaments.pairing.constraints import refuse_barred
from tournaments.pairing.core import DrawRequest, Round
from tournaments.pairing.designs import design
from tournaments.pairing.designs.columns import in_columns
from tournaments.pairing.dice import Dice
from tournaments.pairing.hall import Hall
from tournaments.pairing.joining import joined
from tournaments.pairing.layout import named
from tournaments.pairing.order import in_order
from tournaments.pairing.rebuilding import rebuilt
from tournaments.pairing.relief import one_by_one
from tournaments.pairing.replanning import intact, plan_of
from tournaments.pairing.seats import even_schedule
from tournaments.pairing.shape import Rounds
from tournaments.pairing.table_numbers import numbered

WORK = 1_500_000  # trades tried, times players, for rounds that cannot be designed
WORK_AGAIN = 2_500_000  # and for those that are left after a change


def schedule(request: DrawRequest, hall: Hall, dice: Dice) -> list[Round]:
    """The rounds; Refusal if two who are kept apart would sit together."""
    rounds = designed(hall, request.rounds, dice) or joined(request, hall, dice)
    if rounds is None:
        planned = plan_of(request, hall, schedule)
        rounds = intact(request, hall, planned) or searched(hall, request.rounds, dice, planned)
    refuse_barred(hall, rounds)
    return seated(hall, rounds, dice)


def seated(hall: Hall, rounds: Rounds, dice: Dice, *, partners: bool = False) -> list[Round]:
    """The rounds in their best order, with their tables numbered and everybody on a seat.

    `partners` sit face to face and stay together.
    """
    placed = _numbered(hall, in_order(rounds, hall), dice)
    taken = hall.past.seats
    even = even_schedule(placed, taken, dice, partners=partners)
    return [named(hall, tables) for tables in even]


def designed(hall: Hall, number: int, dice: Dice) -> Rounds | None:
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
    return searched(hall, number, dice, given=known)


def searched(
    hall: Hall,
    number: int,
    dice: Dice,
    planned: Rounds | None = None,
    given: Rounds | None = None,
) -> Rounds:
    """So many rounds with few repeats, after those given and as like to those planned as can be."""
    work = (WORK_AGAIN if planned else WORK) // (len(hall.ids) + 20)
    rounds = rebuilt(hall, planned or [None] * number, dice, given=given or [], work=work)
    if hall.shape.sit_outs and any(map(hall.has_barred, rounds)):
        return one_by_one(hall, number, dice)
    return rounds


def _numbered(hall: Hall, rounds: Rounds, dice: Dice) -> Rounds:
    known = [dict(numbers) for numbers in hall.past.numbers]
    placed = []
    for tables in rounds:
        placed.append(numbered(tables, known, hall.fixed, dice))
        for number, table in enumerate(placed[-1], 1):
            for player in table:
                known[player][number] = known[player].get(number, 0) + 1
    return placed
