"""Everybody against everybody: two sides to a table, and after the last round all have met.

The circle method (R. Anstice 1852; E. Lucas, Récréations mathématiques, 1883): one stays, the
others go round, and whoever faces each other across the circle plays.
"""

from tournaments.pairing.constraints import refuse_barred
from tournaments.pairing.core import DrawRequest, Round
from tournaments.pairing.dice import Dice
from tournaments.pairing.hall import Hall
from tournaments.pairing.replanning import plan_of
from tournaments.pairing.schedule import searched, seated
from tournaments.pairing.shape import Rounds


def round_robin(request: DrawRequest, hall: Hall, dice: Dice) -> list[Round]:
    """The rounds; after a whole turn they begin again, with the seats changed."""
    if hall.untouched and hall.alike:
        places = dice.shuffled(range(len(hall.ids)))
        rounds = [
            [[places[one], places[other]] for one, other in tables]
            for tables in circle(len(hall.ids), request.rounds)
        ]
    else:
        rounds = searched(hall, request.rounds, dice, plan_of(request, hall, round_robin))
    refuse_barred(hall, rounds)
    return seated(hall, rounds, dice)


def circle(players: int, rounds: int) -> Rounds:
    """So many rounds, in numbers from 0; of an odd number one sits out, each in turn."""
    seats = players + players % 2
    turn = seats - 1
    return [
        [
            [one, other]
            for one, other in (
                (turn, number % turn),
                *(((number + k) % turn, (number - k) % turn) for k in range(1, seats // 2)),
            )
            if one < players
        ]
        for number in range(rounds)
    ]
