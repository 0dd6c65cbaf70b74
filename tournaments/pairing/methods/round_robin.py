"""Round robin with two sides to a table: everybody meets everybody.

This is the circle method (R. Anstice 1852; E. Lucas, Récréations mathématiques, 1883): one player stays, the others
rotate, and opposite players on the circle meet.
"""

from tournaments.pairing.instance import Instance
from tournaments.pairing.methods.schedule import finish_schedule, search
from tournaments.pairing.search.replanning import plan_of
from tournaments.pairing.shape import with_players
from tournaments.pairing.values import DrawnRound, DrawRequest, Rng, Rounds


def round_robin(request: DrawRequest, instance: Instance, rng: Rng) -> list[DrawnRound]:
    """The rounds; after a complete turn they start again with the seats exchanged."""
    if instance.untouched and instance.alike:
        players = rng.shuffled(range(len(instance.ids)))
        rounds = with_players(circle(len(instance.ids), request.rounds), players)
    else:
        rounds = search(instance, request.rounds, rng, plan_of(request, instance, round_robin))
    return finish_schedule(instance, rounds, rng)


def circle(players: int, rounds: int) -> Rounds:
    """The rounds for players numbered from 0; with an odd number each sits out in turn."""
    tables = (players + 1) // 2
    turn = 2 * tables - 1
    drawn = []
    for number in range(rounds):
        facing = [[(number + k) % turn, (number - k) % turn] for k in range(1, tables)]
        drawn.append([[turn, number % turn], *facing] if players > turn else facing)
    return drawn
