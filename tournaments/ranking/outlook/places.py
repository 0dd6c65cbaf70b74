"""The places that every entry can still have, from how many rivals it can leave behind at best and at worst."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from tournaments.ranking.outlook.contenders import Contender, Contest, Key
from tournaments.ranking.outlook.holding import most_at_table, most_in_rounds
from tournaments.ranking.outlook.plan import RoundPlan
from tournaments.ranking.outlook.undrawn import least_of_rounds
from tournaments.ranking.results import Results
from tournaments.ranking.sheet import ScoreSheet


@dataclass(frozen=True, slots=True)
class Outlook:
    """The best and the worst place that an entry can still have, and the lowest and the highest score.

    Each holds if all rounds of the plan are played and nothing is decided any more; ties may break either way.
    """

    best: int
    worst: int
    lowest: Fraction
    highest: Fraction


def outlooks(sheet: ScoreSheet, results: Results, plan: RoundPlan) -> dict[int, Outlook]:
    """Return the outlook of each entry that can still have a place; none if nothing is left to be played.

    None either while a round in play has a closed table, whose worth depends on the others.
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
    """How many rivals each contender can hold at most, in whole numbers: fractions take ten times as long.

    `spares_unplayed`, a rival that may end without a counted hand is held for certain: it has no place then.
    """

    def __init__(self, field: Contest, plan: RoundPlan, *, spares_unplayed: bool = False) -> None:
        self._field, self._spares_unplayed = field, spares_unplayed
        entries = len(field.playing) + len(field.away)
        least_of = least_of_rounds(field.fresh, plan.partners, entries, field.rounds)
        self._scale = _scale_of(field, least_of)
        self._least_of = [self._whole(each) for each in least_of]
        self._exempt = field.spare * field.rounds
        one = self._least_of[1] if field.rounds and entries else 0
        self._rivals = [_Rival(each, self._whole, one) for each in field.contenders]
        self._together = {k: [self._whole(e) for e in each.least_together] for k, each in field.tables.items()}
        self._least = {k: [self._whole(e) for e in each.least] for k, each in field.tables.items()}
        self._most = {k: [self._whole(e) for e in each.most] for k, each in field.tables.items()}
        self._dearest = self._least_of[-1] - self._least_of[-2] if entries else 0

    def _whole(self, value: Fraction) -> int:
        return value.numerator * (self._scale // value.denominator)

    def most_held(self) -> dict[int, int]:
        """By entry, how many of its rivals can end with no more than it can reach itself."""
        return {rival.entry: self._held_by(rival) for rival in self._rivals}

    def _held_by(self, one: "_Rival") -> int:
        reach = one.most
        others = [each for each in self._rivals if each is not one]
        bound = [each for each in others if not (self._spares_unplayed and each.may_not_play)]
        rivals = [(each, each.slack(reach)) for each in bound if each.least <= reach]
        return len(others) - len(bound) + min(self._at_tables(rivals), self._in_rounds(rivals))

    def _in_rounds(self, rivals: "list[tuple[_Rival, int]]") -> int:
        """An entry whose allowance covers any result is held for certain, and does not restrict others."""
        if not self._field.rounds:
            return len(rivals)
        caps = [slack - each.at_tables for each, slack in rivals if not each.is_away]
        bound = [cap for cap in caps if cap < self._dearest]
        held = most_in_rounds(bound, self._least_of)
        return len(rivals) - len(bound) + min(held + self._exempt, len(bound))

    def _at_tables(self, rivals: "list[tuple[_Rival, int]]") -> int:
        """The same table by table: the allowance at a table is what the rival need not take elsewhere."""
        bound: dict[Key, dict[int, tuple[int, int]]] = defaultdict(dict)
        for each, slack in rivals:
            for key, side in each.bound_at:
                cap = slack - each.elsewhere(self._least[key][side])
                if cap < self._most[key][side]:
                    bound[key][each.entry] = (side, cap)
        lost: set[int] = set()
        number = 0
        for key, caps in bound.items():
            # Of an entry at several tables only the first counts, so that nobody is lost twice.
            here = [cap for entry, cap in caps.items() if entry not in lost]
            number += len(here) - most_at_table(here, self._together[key])
            lost |= caps.keys()
        return len(rivals) - number


class _Rival:
    """A contender in whole numbers."""

    def __init__(self, contender: Contender, whole: Callable[[Fraction], int], least_to_come: int) -> None:
        self.entry, self.is_away = contender.entry, contender.is_away
        self.may_not_play = contender.may_not_play
        self.least, self.most = whole(contender.least), whole(contender.most)
        self._part, self._of = contender.share.numerator, contender.share.denominator
        self._had = whole(contender.had)
        self.at_tables, self._to_come = whole(contender.at_tables), least_to_come
        self.bound_at = () if contender.is_free else contender.seats

    def slack(self, reach: int) -> int:
        """How much it may take from open tables and rounds to come to end with no more than this."""
        return reach * self._part // self._of - self._had

    def elsewhere(self, here: int) -> int:
        """The least that it takes but for one of its tables, where it takes so much at least."""
        return self.at_tables - here + self._to_come


def _scale_of(field: Contest, least_of: Iterable[Fraction]) -> int:
    """A number that makes all of them whole."""
    numbers = [n for each in field.contenders for n in (each.least, each.most, each.had, each.at_tables)]
    for table in field.tables.values():
        numbers += [*table.least, *table.most, *table.least_together]
    common = lcm(*(number.denominator for number in [*numbers, *least_of]))
    return common * lcm(*(each.share.denominator for each in field.contenders))
