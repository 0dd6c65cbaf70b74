"""Everybody against everybody: two sides to a table, and after the last round all have met.

The circle method (R. Anstice 1852; E. Lucas, Récréations mathématiques, 1883): one stays, the
others go round, and whoever faces each other across the circle plays.
"""

from tournaments.pairing.core import DrawRequest, Round
from tournaments.pairing.instance import Instance
from tournaments.pairing.methods.schedule import finish_schedule, search
from tournaments.pairing.requirements.conflicts import refuse_barred_tables
from tournaments.pairing.requirements.shape import Rounds
from tournaments.pairing.rng import Rng
from tournaments.pairing.search.replanning import plan_of


def round_robin(request: DrawRequest, instance: Instance, rng: Rng) -> list[Round]:
    """The rounds; after a whole turn they begin again, with the seats changed."""
    if instance.untouched and instance.alike:
        places = rng.shuffled(range(len(instance.ids)))
        rounds = [
            [[places[one], places[other]] for one, other in tables]
            for tables in circle(len(instance.ids), request.rounds)
        ]
    else:
        rounds = search(instance, request.rounds, rng, plan_of(request, instance, round_robin))
    refuse_barred_tables(instance, rounds)
    return finish_schedule(instance, rounds, rng)


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
