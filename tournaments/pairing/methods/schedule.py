"""All the rounds at once, without regard to score: nobody meets anybody again, if it can be."""

from tournaments.pairing.constructions.columns import in_columns
from tournaments.pairing.constructions.design import design, extend_first_round
from tournaments.pairing.costs import pairs_of
from tournaments.pairing.instance import Instance
from tournaments.pairing.requirements.conflicts import refuse_barred_tables
from tournaments.pairing.requirements.seating import assign_table_numbers, balance_schedule, with_ids
from tournaments.pairing.requirements.shape import with_players
from tournaments.pairing.search.replanning import plan_of, unchanged_plan
from tournaments.pairing.search.round_order import order_rounds
from tournaments.pairing.search.ruin_recreate import ruin_recreate
from tournaments.pairing.search.separation import draw_one_by_one
from tournaments.pairing.values import DrawRequest, Rng, Round, Rounds

WORK = 1_500_000  # trades tried, times players, for rounds that cannot be designed
REPLAN_WORK = 2_500_000  # and for those that are left after a change


def schedule(request: DrawRequest, instance: Instance, rng: Rng) -> list[Round]:
    """All the rounds at once, without regard to score: nobody meets anybody again, if it can be."""
    rounds = construct(instance, request.rounds, rng) or extend_first_round(request, instance, rng)
    if rounds is None:
        planned = plan_of(request, instance, schedule)
        rounds = unchanged_plan(request, instance, planned) or search(instance, request.rounds, rng, planned)
    return finish_schedule(instance, rounds, rng)


def finish_schedule(instance: Instance, rounds: Rounds, rng: Rng, *, partners: bool = False) -> list[Round]:
    """The rounds in their best order, with their tables numbered and everybody on a seat.

    `partners` sit face to face and stay together. Raises Refusal if two who are kept apart sit together.
    """
    refuse_barred_tables(instance, rounds)
    placed = _number_tables(instance, order_rounds(rounds, instance), rng)
    even = balance_schedule(placed, instance.past.seats, rng, partners=partners)
    return [with_ids(instance, tables) for tables in even]


def construct(instance: Instance, number: int, rng: Rng) -> Rounds | None:
    """A design with the players on its places by lot, and more rounds added if it is too short."""
    if not instance.untouched:
        return None
    clubs = instance.members
    if len(clubs) < len(instance.ids):
        return in_columns([rng.shuffled(club) for club in rng.shuffled(clubs)], number)
    places = design(len(instance.ids), instance.sizes, number, rng)
    if places is None:
        return None
    players = rng.shuffled(range(len(instance.ids)))
    rounds = with_players(places, players)
    if len(rounds) >= number:
        return rng.shuffled(rounds)
    return rounds + _extend(instance, rounds, number - len(rounds), rng)


def _extend(instance: Instance, rounds: Rounds, number: int, rng: Rng) -> Rounds:
    """More rounds: if everybody has met everybody, those known once more."""
    met = set().union(*map(pairs_of, rounds))
    if 2 * len(met) == len(instance.ids) * (len(instance.ids) - 1):
        return (rounds * (number // len(rounds) + 1))[:number]
    return search(instance, number, rng, kept_rounds=rounds)


def search(
    instance: Instance, number: int, rng: Rng, planned: Rounds | None = None, kept_rounds: Rounds | None = None
) -> Rounds:
    """So many rounds with few repeats, after those given and as like to those planned as can be."""
    work = (REPLAN_WORK if planned else WORK) // (len(instance.ids) + 20)
    rounds = ruin_recreate(instance, planned or [None] * number, rng, kept_rounds=kept_rounds or [], work=work)
    if instance.shape.sit_outs and any(map(instance.has_barred, rounds)):
        return draw_one_by_one(instance, number, rng)
    return rounds


def _number_tables(instance: Instance, rounds: Rounds, rng: Rng) -> Rounds:
    counts = [dict(numbers) for numbers in instance.past.numbers]
    placed = []
    for tables in rounds:
        placed.append(assign_table_numbers(tables, counts, instance.fixed, rng))
        for number, table in enumerate(placed[-1], 1):
            for player in table:
                counts[player][number] = counts[player].get(number, 0) + 1
    return placed
