"""Who sits out before it is their turn, where else those kept apart would have to sit together.

Of three friends who are all kept apart one sits out in every round, if there are two tables.
"""

from dataclasses import replace
from itertools import combinations, islice

from tournaments.pairing.instance import Instance
from tournaments.pairing.requirements.shape import Rounds, Seats
from tournaments.pairing.rng import Rng
from tournaments.pairing.search.inseparable import find_separated_round
from tournaments.pairing.search.ruin_recreate import RuinRecreate

CHECKS = 2_000  # of those who may have to sit out, over players
STEPS = 4_000  # trades tried for a round


def with_early_sit_outs(instance: Instance) -> Instance | None:
    """The instance in which it is the turn of those who have to sit out; None if that is no help.

    As few as can be are taken before their turn, and first those who have sat out least.
    """
    clubs = {player for club in instance.members if len(club) > 1 for player in club}
    candidates = [p for p, barred in enumerate(instance.forbidden) if barred or p in clubs]
    candidates.sort(key=lambda player: (instance.past.sit_outs[player], -player))
    numbers = range(1, instance.shape.sit_outs + 1)
    groups = (group for number in numbers for group in combinations(candidates, number))
    for group in islice(groups, CHECKS // len(instance.ids)):
        relaxed = replace(instance, past=instance.past.copy())
        for player in group:
            relaxed.past.sit_outs[player] = -1
        if find_separated_round(relaxed):
            return relaxed
    return None


def starting_from(instance: Instance, tables: Seats) -> Instance:
    """The instance in which these tables keep all apart where nothing else does.

    It is the turn of whoever has no seat there.
    """
    past = instance.past.copy()
    for player in set(range(len(instance.ids))).difference(*tables):
        past.sit_outs[player] = -1
    return replace(instance, past=past, start=tables)


def draw_one_by_one(instance: Instance, number: int, rng: Rng) -> Rounds:
    """So many rounds, each with whoever has to sit out; the last may have two who are barred."""
    now, rounds = replace(instance, past=instance.past.copy()), list[list[list[int]]]()
    for _round in range(number):
        search = RuinRecreate(
            now if find_separated_round(now) else with_early_sit_outs(now) or now, rng, penalise_last_round=True
        )
        search.add(STEPS)
        rounds += search.rounds
        if search.is_barred:
            break
        now.add(rounds[-1])
    return rounds
