"""Schedules: all rounds are drawn at once, independently of scores, without repeats if possible.

If repeats are needed, the rounds are ordered so that as few pairs as possible meet in consecutive rounds.
"""

from collections.abc import Collection, Sequence
from itertools import chain, pairwise

from tournaments.pairing.constructions.design import design, extend_first_round
from tournaments.pairing.constructions.shifted_columns import in_columns
from tournaments.pairing.costs import pairs_of
from tournaments.pairing.instance import Instance
from tournaments.pairing.requirements.conflicts import refuse_barred_tables
from tournaments.pairing.requirements.seating import assign_table_numbers, balance_schedule, with_ids
from tournaments.pairing.search.replanning import plan_of, unchanged_plan
from tournaments.pairing.search.ruin_recreate import ruin_recreate
from tournaments.pairing.search.separation import draw_one_by_one
from tournaments.pairing.shape import with_players
from tournaments.pairing.values import DrawnRound, DrawRequest, Rng, Rounds, Seats

WORK = 1_500_000  # divided by the number of players: exchanges tried for rounds without a design
REPLAN_WORK = 2_500_000  # the same, for the remaining rounds after a change of players
MAX_STARTS = 40  # if there are at most so many rounds, each is tried as the first

TurnTakers = tuple[Collection[int], Collection[int]]  # the players who sit out, and the players at an unusual table


def schedule(request: DrawRequest, instance: Instance, rng: Rng) -> list[DrawnRound]:
    """Return all rounds at once, independently of scores, without repeats if possible."""
    rounds = construct(instance, request.rounds, rng) or extend_first_round(request, instance, rng)
    if rounds is None:
        planned = plan_of(request, instance, schedule)
        rounds = unchanged_plan(request, instance, planned) or search(instance, request.rounds, rng, planned)
    return finish_schedule(instance, rounds, rng)


def finish_schedule(instance: Instance, rounds: Rounds, rng: Rng, *, partners: bool = False) -> list[DrawnRound]:
    """Return the rounds in the best order, with table numbers and seats.

    With `partners`, partners stay opposite each other. Raises Refusal if two players who are kept apart sit together.
    """
    refuse_barred_tables(instance, rounds)
    placed = _number_tables(instance, order_rounds(rounds, instance), rng)
    even = balance_schedule(placed, instance.past.seats, rng, partners=partners)
    return [with_ids(instance, tables) for tables in even]


def construct(instance: Instance, number: int, rng: Rng) -> Rounds | None:
    """Return the rounds of a design with players placed at random, extended if it is too short.

    Return None if there is a history or no design.
    """
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
    """Return further rounds; once everybody has met everybody, the rounds are repeated from the first."""
    met = set().union(*map(pairs_of, rounds))
    if 2 * len(met) == len(instance.ids) * (len(instance.ids) - 1):
        return (rounds * (number // len(rounds) + 1))[:number]
    return search(instance, number, rng, fixed_rounds=rounds)


def search(
    instance: Instance, number: int, rng: Rng, planned: Rounds | None = None, fixed_rounds: Rounds | None = None
) -> Rounds:
    """Return rounds with few repeats that follow `fixed_rounds` and are as similar as possible to the planned rounds.

    If players sit out and a pair that must be kept apart still meets, the rounds are drawn one by one instead.
    """
    work = (REPLAN_WORK if planned else WORK) // (len(instance.ids) + 20)
    rounds = ruin_recreate(instance, planned or [None] * number, rng, fixed_rounds=fixed_rounds or [], work=work)
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


def order_rounds(rounds: Rounds, instance: Instance) -> Rounds:
    """Return the rounds in the best order found; the rounds already played come before them.

    From each start, the next round is the one that has the fewest pairs in common with the previous round. It is chosen
    among the rounds in which turns at sitting out and at unusual tables are fair.
    """
    last = enumerate(instance.past.last)
    before = {(one, other) for one, met in last for other in met if one < other}
    met = [pairs_of(tables) for tables in rounds]
    if len(set().union(before, *met)) == len(before) + sum(len(pairs) for pairs in met):
        return rounds
    common = [[len(one & other) for other in met] for one in met]
    first = [len(before & pairs) for pairs in met]
    turn_takers = [_turn_takers(tables, instance) for tables in rounds]
    starts = range(len(rounds)) if len(rounds) <= MAX_STARTS else [first.index(min(first))]
    orders = [_RoundOrder(instance, turn_takers, common).starting_with(start) for start in starts]
    orders.append(_RoundOrder(instance, turn_takers, common).in_sequence(range(len(rounds))))
    best = min(orders, key=lambda order: (order.unfair, first[order.chosen[0]] + order.repeats))
    return [rounds[number] for number in best.chosen]


def _turn_takers(tables: Seats, instance: Instance) -> TurnTakers:
    seated = set(chain.from_iterable(tables))
    out = [player for player in range(len(instance.ids)) if player not in seated]
    unusual = [player for table in tables if len(table) != instance.sizes[0] for player in table]
    return out, unusual


class _RoundOrder:
    """Rounds chosen one after another, with the number of rounds in which somebody has a turn too early."""

    def __init__(self, instance: Instance, turn_takers: Sequence[TurnTakers], common: Sequence[Sequence[int]]) -> None:
        self.turn_takers, self.common = turn_takers, common
        self.times = instance.past.sit_outs[:], instance.past.short_tables[:]
        self.chosen: list[int] = []
        self.unfair = 0

    @property
    def repeats(self) -> int:
        """The number of pairs that meet in two consecutive rounds."""
        return sum(self.common[one][other] for one, other in pairwise(self.chosen))

    def in_sequence(self, numbers: Sequence[int]) -> "_RoundOrder":
        """Choose the rounds in this order; return self."""
        for number in numbers:
            self._choose(number)
        return self

    def starting_with(self, start: int) -> "_RoundOrder":
        """Choose all rounds and return self: always the fair round that repeats the fewest pairs of the previous one.

        If no remaining round is fair, choose the first of them.
        """
        left = [number for number in range(len(self.turn_takers)) if number != start]
        self._choose(start)
        while left:
            row = self.common[self.chosen[-1]]
            due = [number for number in left if self._is_due(number)] or left[:1]
            self._choose(min(due, key=lambda number: row[number]))
            left.remove(self.chosen[-1])
        return self

    def _choose(self, number: int) -> None:
        self.unfair += not self._is_due(number)
        self.chosen.append(number)
        for times, players in zip(self.times, self.turn_takers[number], strict=True):
            for player in players:
                times[player] += 1

    def _is_due(self, number: int) -> bool:
        """Whether turns are fair in this round: if a player takes one, everybody with fewer turns takes one too."""
        for times, players in zip(self.times, self.turn_takers[number], strict=True):
            taken = [times[player] for player in players]
            most = max(taken, default=0)
            if most and sum(had < most for had in times) > sum(had < most for had in taken):
                return False
        return True
