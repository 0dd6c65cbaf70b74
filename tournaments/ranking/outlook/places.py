"""The outlook of each entry, from the number of rivals that it can hold.

An entry holds a rival if the rival ends with at most the highest score that the entry can reach. The numbers computed
are upper bounds of how many rivals can be held at the same time.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, combinations
from math import lcm
from typing import TypeAlias

from tournaments.ranking.numbers import ZERO
from tournaments.ranking.outlook.contenders import Contender, Contest, Key
from tournaments.ranking.outlook.plan import RoundPlan
from tournaments.ranking.outlook.worths import Worths
from tournaments.ranking.results import Results
from tournaments.ranking.sheet import ScoreSheet

Caps: TypeAlias = Sequence[tuple[int, int]]


def most_at_table(caps: Caps, least_together: Sequence[int]) -> int:
    """Return how many entries at a table can be held at the same time.

    `caps` has, for each entry, its side and the most that it may get there. For any set of sides, the sum of their caps
    must not be less than the lowest score that these sides have together.
    """
    for number in range(len(caps), 1, -1):
        if any(_fits(chosen, least_together) for chosen in combinations(caps, number)):
            return number
    return min(len(caps), 1)


def _fits(chosen: Caps, least_together: Sequence[int]) -> bool:
    allowed: dict[int, int] = {}
    for side, cap in chosen:
        allowed[side] = min(cap, allowed.get(side, cap))
    sums = [(0, 0)]
    for side, cap in allowed.items():
        sums += [(mask | 1 << side, cap + more) for mask, more in sums]
    return all(allowed_sum >= least_together[mask] for mask, allowed_sum in sums)


def most_in_rounds(caps: Sequence[int], least_of: Sequence[int]) -> int:
    """Return how many entries can stay within their caps.

    A cap is the most that an entry may get in the rounds to come. The sum of the caps must not be less than the lowest
    score that so many entries have together. The entry with the smallest cap is dropped first; dropping another one
    never helps more.
    """
    ordered, first, allowed = sorted(caps), 0, 0
    for number, cap in enumerate(ordered, start=1):
        allowed += cap
        while allowed < least_of[number - first]:
            allowed -= ordered[first]
            first += 1
    return len(ordered) - first


def least_of_rounds(fresh: Sequence[Worths], partners: int, entries: int, rounds: int) -> list[Fraction]:
    """Return the least that 0, 1, …, `entries` entries get together in `rounds` rounds, as lower bounds.

    At a table, the first side gets at least the least of one side. The k-th side adds at least the least of k sides
    together minus the least of k - 1 sides together. This share occurs at most as often as there can be tables with k
    sides.
    """
    if not rounds:
        return [ZERO] * (entries + 1)
    fewest = min(len(each.least) for each in fresh)
    shares: list[Fraction] = []
    for number in range(1, max(len(each.least) for each in fresh) + 1):
        share = min(_share(each, number) for each in fresh if len(each.least) >= number)
        tables = entries // (partners * max(number, fewest))
        shares += [share] * (tables * partners)
    lowest = sorted(shares)[:entries]
    lowest += [lowest[-1] if lowest else ZERO] * (entries - len(lowest))
    return [rounds * each for each in accumulate(lowest, initial=ZERO)]


def _share(worths: Worths, number: int) -> Fraction:
    """Return how much the side with this number adds to the least that the sides of a table to come have together."""
    together = worths.least_together
    return together[(1 << number) - 1] - together[(1 << number - 1) - 1]


@dataclass(frozen=True, slots=True)
class Outlook:
    """The best and the worst place that an entry can still get, and its lowest and highest possible score.

    This holds if all planned rounds are played and the director decides nothing more. Ties may be broken in any way.
    """

    best: int
    worst: int
    lowest: Fraction
    highest: Fraction


def outlooks(sheet: ScoreSheet, results: Results, plan: RoundPlan) -> dict[int, Outlook]:
    """Return the outlook of each entry that can still get a place; {} if nothing is left to be played.

    Return {} also while a round with an open table has a closed table whose score depends on the other tables.
    """
    rounds = set(sheet.index.rounds)
    tables = {(table.round, table.table): table for table in results.open_tables(rounds)}
    if not tables and plan.rounds <= len(rounds):
        return {}
    in_play = {number for number, _table in tables}
    if any(table.closed and table.round in in_play for table in results.tables):
        return {}
    sign = -1 if sheet.scoring.low_score_wins else 1
    above = Contest(sheet, plan, tables, sign=sign)
    below = Contest(sheet, plan, tables, sign=-sign)
    held, holding = _Holder(above, plan, spares_unplayed=True).most_held(), _Holder(below, plan).most_held()
    ends = {c.entry: sorted((c.least * sign, c.most * sign)) for c in above.contenders}
    return {
        entry: Outlook(len(ends) - held[entry], 1 + holding[entry], lowest, highest)
        for entry, (lowest, highest) in ends.items()
    }


class _Holder:
    """How many rivals each contender can hold, computed with integers, because fractions take ten times as long.

    With `spares_unplayed`, a rival that may end without a counted hand counts as held, because it then has no place.
    """

    def __init__(self, field: Contest, plan: RoundPlan, *, spares_unplayed: bool = False) -> None:
        self._field, self._spares_unplayed = field, spares_unplayed
        entries = len(field.playing) + len(field.away)
        least_of = least_of_rounds(field.fresh, plan.partners, entries, field.rounds)
        self._scale = _scale_of(field, least_of)
        self._least_of = [self._as_integer(each) for each in least_of]
        self._exempt = field.spare * field.rounds
        one = self._least_of[1] if field.rounds and entries else 0
        self._rivals = [_Rival(each, self._as_integer, one) for each in field.contenders]
        self._together = {k: [self._as_integer(e) for e in each.least_together] for k, each in field.tables.items()}
        self._least = {k: [self._as_integer(e) for e in each.least] for k, each in field.tables.items()}
        self._most = {k: [self._as_integer(e) for e in each.most] for k, each in field.tables.items()}
        self._dearest = self._least_of[-1] - self._least_of[-2] if entries else 0

    def _as_integer(self, value: Fraction) -> int:
        return value.numerator * (self._scale // value.denominator)

    def most_held(self) -> dict[int, int]:
        """Return, by entry, how many of its rivals may end with at most the highest score that it can reach."""
        return {rival.entry: self._held_by(rival) for rival in self._rivals}

    def _held_by(self, one: "_Rival") -> int:
        reach = one.most
        others = [each for each in self._rivals if each is not one]
        bound = [each for each in others if not (self._spares_unplayed and each.may_not_play)]
        rivals = [(each, each.slack(reach)) for each in bound if each.least <= reach]
        return len(others) - len(bound) + min(self._at_tables(rivals), self._in_rounds(rivals))

    def _in_rounds(self, rivals: "list[tuple[_Rival, int]]") -> int:
        """Return how many of these rivals can be held in the rounds to come.

        A rival that may get any result is always held, and does not restrict the others.
        """
        if not self._field.rounds:
            return len(rivals)
        caps = [slack - each.at_tables for each, slack in rivals if not each.is_away]
        bound = [cap for cap in caps if cap < self._dearest]
        held = most_in_rounds(bound, self._least_of)
        return len(rivals) - len(bound) + min(held + self._exempt, len(bound))

    def _at_tables(self, rivals: "list[tuple[_Rival, int]]") -> int:
        """Return how many of these rivals can be held at the open tables.

        A rival may get its slack there, minus the least that it gets elsewhere.
        """
        bound: dict[Key, dict[int, tuple[int, int]]] = defaultdict(dict)
        for each, slack in rivals:
            for key, side in each.bound_at:
                cap = slack - each.elsewhere(self._least[key][side])
                if cap < self._most[key][side]:
                    bound[key][each.entry] = (side, cap)
        lost: set[int] = set()
        number = 0
        for key, caps in bound.items():
            # An entry at several tables counts only at the first, so that it is not subtracted twice.
            here = [cap for entry, cap in caps.items() if entry not in lost]
            number += len(here) - most_at_table(here, self._together[key])
            lost |= caps.keys()
        return len(rivals) - number


class _Rival:
    """A contender with its numbers as integers."""

    def __init__(self, contender: Contender, whole: Callable[[Fraction], int], least_to_come: int) -> None:
        self.entry, self.is_away = contender.entry, contender.is_away
        self.may_not_play = contender.may_not_play
        self.least, self.most = whole(contender.least), whole(contender.most)
        self._part, self._of = contender.share.numerator, contender.share.denominator
        self._had = whole(contender.had)
        self.at_tables, self._to_come = whole(contender.at_tables), least_to_come
        self.bound_at = () if contender.is_free else contender.seats

    def slack(self, reach: int) -> int:
        """Return the most that the rival may get, at open tables and in rounds to come, to end within `reach`."""
        return reach * self._part // self._of - self._had

    def elsewhere(self, here: int) -> int:
        """Return the least that the rival gets at other tables if it gets at least `here` at this one."""
        return self.at_tables - here + self._to_come


def _scale_of(field: Contest, least_of: Iterable[Fraction]) -> int:
    """Return a factor that makes integers of all fractions of the contest and of `least_of`."""
    numbers = [n for each in field.contenders for n in (each.least, each.most, each.had, each.at_tables)]
    for table in field.tables.values():
        numbers += [*table.least, *table.most, *table.least_together]
    common = lcm(*(number.denominator for number in [*numbers, *least_of]))
    return common * lcm(*(each.share.denominator for each in field.contenders))
