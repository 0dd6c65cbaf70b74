"""What a director wants to know about a draw, as plain JSON values."""

from collections.abc import Sequence
from itertools import combinations

from tournaments.pairing.core import DrawRequest, Report, Round
from tournaments.pairing.instance import Instance, instance_of
from tournaments.pairing.requirements.repeats import repeats_bound
from tournaments.pairing.requirements.shape import shape_of


def report_on(request: DrawRequest, rounds: Sequence[Round], **more: object) -> Report:
    """The report of a draw: what was asked, and how good what came out is.

    `more` are entries that only the method itself can give.
    """
    instance = instance_of(request)
    met_before = [dict(met) for met in instance.past.meetings]
    data = _ReportData(instance)
    for number, drawn in enumerate(rounds, len(request.history) + 1):
        data.add_round(number, drawn)
    return {
        "method": request.method,
        "seed": request.seed,
        "entrants": len(instance.ids),
        "rounds": len(rounds),
        "repeats": sum(times for _, _, times in data.repeated),
        "repeats_lower_bound": repeats_bound(met_before, data.slots),
        "repeats_from_last_round": data.from_last,
        "repeated_pairs": [list(pair) for pair in data.repeated],
        "kept_apart_but_together": [list(pair) for pair in data.together],
        "seats": _seat_balance(instance),
        "sit_outs": data.sit_outs,
        "unusual_tables": data.unusual,
        **more,
    }


class _ReportData:
    """What there is to tell, gathered round by round while the instance counts them as played."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.repeated: list[tuple[object, object, int]] = []
        self.together: list[tuple[object, object]] = []
        self.from_last = 0
        self.slots = [0] * len(instance.ids)
        self.sit_outs: list[dict[str, object]] = []
        self.unusual: list[dict[str, object]] = []

    def add_round(self, number: int, drawn: Round) -> None:
        tables = [[self.instance.index[id_] for id_ in table] for table in drawn.tables]
        for place, table in enumerate(tables, 1):
            self._add_pairs(table)
            if len(table) != self.instance.sizes[0]:
                self._add_unusual(number, place, table)
        for id_ in drawn.sit_out:
            before = self.instance.past.sit_outs[self.instance.index[id_]]
            self.sit_outs.append({"round": number, "entrant": id_, "before": before})
        self.instance.add(tables)

    def _add_pairs(self, table: list[int]) -> None:
        ids, past = self.instance.ids, self.instance.past
        for one, other in combinations(table, 2):
            self.slots[one] += 1
            self.slots[other] += 1
            times = past.meetings[one].get(other, 0)
            if times:
                self.repeated.append((ids[one], ids[other], times))
            self.from_last += other in past.last[one]
            if self.instance.barred(one, other):
                self.together.append((ids[one], ids[other]))

    def _add_unusual(self, number: int, place: int, table: list[int]) -> None:
        for player in table:
            self.unusual.append(
                {
                    "round": number,
                    "table": place,
                    "seats": len(table),
                    "entrant": self.instance.ids[player],
                    "before": self.instance.past.short_tables[player],
                }
            )


def _seat_balance(instance: Instance) -> dict[str, int]:
    """The largest difference between how often a player had two seats, and who is within 1."""
    sizes = shape_of(len(instance.ids), instance.sizes).sizes
    most, least = max(sizes), min(sizes)
    spreads = [max(counts[:most]) - min(counts[:least]) for counts in instance.past.seats]
    return {"spread": max(spreads), "within_one": sum(spread <= 1 for spread in spreads)}
