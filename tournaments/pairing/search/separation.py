"""Draws in which not all pairs can be kept apart unless some players sit out early.

For example, of three players who must all be kept apart from each other, one must sit out in every round if there are
two tables.
"""

from collections.abc import Collection, Sequence
from copy import deepcopy
from dataclasses import replace
from itertools import combinations, islice

from tournaments.pairing.instance import Instance
from tournaments.pairing.requirements.conflicts import Pair, minimal_conflict, pairs_apart, refuse_conflict
from tournaments.pairing.requirements.feasibility import bits_of_pairs
from tournaments.pairing.search.ruin_recreate import RuinRecreate
from tournaments.pairing.search.separation_search import search_separation
from tournaments.pairing.values import Rng, Rounds, Seats

SWAPS = 150  # exchanges tried for a round before the exact search
WORK, CONFLICT_WORK = 100_000, 200_000  # choices examined: for all pairs, and to find a small conflict
WORK_PER_PAIR = 10  # this many pairs take as much work as one choice
CHECKS = 2_000  # divided by the number of players: how many sets of players who may have to sit out are checked
STEPS = 4_000  # exchanges tried for a round


def refuse_inseparable(instance: Instance) -> Seats | None:
    """Raise Refusal if it is proved that no round keeps all pairs apart.

    Otherwise return a round that does, with fair turns if possible. Return None if none was found, or if no pair must
    be kept apart.
    """
    if instance.alike:
        return None
    if tables := find_separated_round(instance):
        return tables
    result = search_separation(_separation_bits(instance), instance.shape, instance.fixed, WORK)
    if result.impossible:
        pairs = pairs_apart(instance)
        refuse_conflict(instance, minimal_conflict(pairs, _ImpossibilityProofs(instance).is_impossible))
    return result.tables and _order_by_fixed(instance, result.tables)


def find_separated_round(instance: Instance) -> Seats | None:
    """Return a round with fair turns in which all pairs are kept apart; None if none was found."""
    search = RuinRecreate(instance, Rng(0))
    search.add(SWAPS)
    return None if search.is_barred else search.rounds[0]


class _ImpossibilityProofs:
    """Proofs that sets of pairs cannot all be kept apart, within a limited amount of work."""

    def __init__(self, instance: Instance) -> None:
        self.instance, self.left = instance, CONFLICT_WORK

    def is_impossible(self, pairs: Sequence[Pair]) -> bool | None:
        """Whether it is proved that these pairs cannot all be kept apart; None if the work is used up."""
        if self.left <= 0:
            return None
        apart = bits_of_pairs(pairs, len(self.instance.ids))
        result = search_separation(apart, self.instance.shape, self.instance.fixed, self.left)
        self.left -= result.spent + len(pairs) // WORK_PER_PAIR
        return result.impossible


def _separation_bits(instance: Instance) -> list[int]:
    """Return, by player, a bit mask of the players from whom it is kept apart."""
    apart = [sum(1 << other for other in barred) for barred in instance.forbidden]
    for club in instance.members:
        everybody = sum(1 << player for player in club)
        for player in club:
            apart[player] |= everybody & ~(1 << player)
    return apart


def _order_by_fixed(instance: Instance, tables: Seats) -> Seats:
    """Return the tables in an order in which fixed players keep their tables."""
    at = {instance.fixed[player]: table for table in tables for player in table if player in instance.fixed}
    loose = iter([table for table in tables if instance.fixed.keys().isdisjoint(table)])
    return [at[place] if place in at else next(loose) for place in range(len(tables))]


def with_early_sit_outs(instance: Instance) -> Instance | None:
    """Return the instance with sit-outs that are due now for players who must sit out; None if that does not help.

    As few players as possible sit out early; those who have sat out least come first.
    """
    clubs = {player for club in instance.members if len(club) > 1 for player in club}
    candidates = [p for p, barred in enumerate(instance.forbidden) if barred or p in clubs]
    candidates.sort(key=lambda player: (instance.past.sit_outs[player], -player))
    numbers = range(1, instance.shape.sit_outs + 1)
    groups = (group for number in numbers for group in combinations(candidates, number))
    for group in islice(groups, CHECKS // len(instance.ids)):
        relaxed = _with_turns(instance, group)
        if find_separated_round(relaxed):
            return relaxed
    return None


def starting_from(instance: Instance, tables: Seats) -> Instance:
    """Return the instance with these tables as `start`, to be used if no other round keeps all pairs apart.

    Players who have no seat at them are due to sit out.
    """
    out = set(range(len(instance.ids))).difference(*tables)
    return replace(_with_turns(instance, out), start=tables)


def _with_turns(instance: Instance, players: Collection[int]) -> Instance:
    """Return the instance in which these players are due to sit out."""
    sit_outs = [-1 if player in players else times for player, times in enumerate(instance.past.sit_outs)]
    return replace(instance, past=replace(instance.past, sit_outs=sit_outs))


def draw_one_by_one(instance: Instance, number: int, rng: Rng) -> Rounds:
    """Return `number` rounds drawn one by one, each with the sit-outs that it needs.

    If a barred pair meets in a round, that round is the last one returned.
    """
    now, rounds = replace(instance, past=deepcopy(instance.past)), list[Seats]()
    for _round in range(number):
        relaxed = None if find_separated_round(now) else with_early_sit_outs(now)
        search = RuinRecreate(relaxed or now, rng, penalise_last_round=True)
        search.add(STEPS)
        rounds += search.rounds
        if search.is_barred:
            break
        now.add(rounds[-1])
    return rounds
