"""Individual tournaments: partners change every round, and all rounds are drawn at once.

If nobody needs to meet twice, a schedule without repeats is used. Otherwise a whist tournament is used, in which
everybody partners everybody once, or another schedule if it has fewer repeats. If no whist tournament is known for the
number of players, a search finds the rounds.
"""

from tournaments.pairing.constructions.design import design
from tournaments.pairing.constructions.finite_fields import whist
from tournaments.pairing.costs import pairs_of, repeats_of
from tournaments.pairing.instance import Instance
from tournaments.pairing.methods.schedule import construct, finish_schedule, search
from tournaments.pairing.search.partners import (
    Counts,
    anneal_partners,
    choose_partners,
    partner_counts,
    partner_repeats,
)
from tournaments.pairing.search.replanning import plan_of, unchanged_plan
from tournaments.pairing.shape import with_players
from tournaments.pairing.values import DrawnRound, DrawRequest, Rng, Rounds

SWAPS = 4_000_000  # divided by the number of players: exchanges tried to change partners if no design is known


def individual(request: DrawRequest, instance: Instance, rng: Rng) -> list[DrawnRound]:
    """Return the rounds; partners sit opposite each other."""
    past = partner_counts(instance, request)
    if instance.untouched and instance.alike:
        players = rng.shuffled(range(len(instance.ids)))
        rounds = with_players(_construct(instance, request.rounds, past, rng), players)
    else:
        planned = plan_of(request, instance, individual)
        rounds = unchanged_plan(request, instance, planned) or _search(instance, request.rounds, past, rng, planned)
    return finish_schedule(instance, rounds, rng, partners=True)


def _construct(instance: Instance, number: int, past: Counts, rng: Rng) -> Rounds:
    """Return rounds without repeats if a design has enough of them, otherwise a whist tournament or an extended design.

    Of the last two, the one with fewer repeats is returned; always the whist tournament if the number of rounds exceeds
    two thirds of the number of players. If no whist tournament is known, a search finds the rounds.
    """
    players = len(instance.ids)
    fresh = design(players, instance.sizes, number, rng)
    if fresh and len(fresh) >= number and not repeats_of(fresh[:number]):
        return fresh[:number]
    ready = whist(players)
    if ready is None:
        return _search(instance, number, past, rng)
    laps, rest = divmod(number, len(ready))
    played = ready * laps + spread_rounds(ready, rest)
    if 3 * number > 2 * players:
        return played
    rounds = choose_partners(construct(instance, number, rng) or played, past, rng)
    return min(played, rounds, key=lambda rounds: (partner_repeats(rounds, past), repeats_of(rounds)))


def spread_rounds(ready: Rounds, number: int) -> Rounds:
    """Return this number of the rounds, each chosen to repeat as few pairs of earlier rounds as possible."""
    chosen: Rounds = []
    left, met = list(ready), set[tuple[int, int]]()
    for _round in range(number):
        chosen.append(min(left, key=lambda tables: len(met & pairs_of(tables))))
        left.remove(chosen[-1])
        met |= pairs_of(chosen[-1])
    return chosen


def _search(instance: Instance, number: int, past: Counts, rng: Rng, planned: Rounds | None = None) -> Rounds:
    """Return rounds with few repeats found by a search, with partners chosen.

    Players exchange seats if partners repeat.
    """
    tables = search(instance.part_progress(0, 0.5), number, rng, planned)
    rounds = choose_partners(tables, past, rng)
    if not partner_repeats(rounds, past):
        return rounds
    better = anneal_partners(instance.part_progress(0.5, 1), rounds, past, rng, SWAPS // (len(instance.ids) + 20))
    return min(rounds, better, key=lambda rounds: partner_repeats(rounds, past))


def round_robin(request: DrawRequest, instance: Instance, rng: Rng) -> list[DrawnRound]:
    """Return the rounds, with each player's seats as even as possible.

    After a complete cycle, everybody meets again.
    """
    if instance.untouched and instance.alike:
        players = rng.shuffled(range(len(instance.ids)))
        rounds = with_players(circle(len(instance.ids), request.rounds), players)
    else:
        rounds = search(instance, request.rounds, rng, plan_of(request, instance, round_robin))
    return finish_schedule(instance, rounds, rng)


def circle(players: int, rounds: int) -> Rounds:
    """Return the rounds for players numbered from 0. If their number is odd, everybody sits out in turn."""
    tables = (players + 1) // 2
    turn = 2 * tables - 1
    drawn = []
    for number in range(rounds):
        facing = [[(number + k) % turn, (number - k) % turn] for k in range(1, tables)]
        drawn.append([[turn, number % turn], *facing] if players > turn else facing)
    return drawn
