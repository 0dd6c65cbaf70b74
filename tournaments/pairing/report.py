"""What a director wants to know about a draw, as plain JSON values."""

from collections.abc import Sequence
from itertools import combinations

from tournaments.pairing.core import DrawRequest, Report, Round
from tournaments.pairing.hall import Hall, hall_of
from tournaments.pairing.repeats import repeats_bound
from tournaments.pairing.shape import shape_of


def report_on(request: DrawRequest, rounds: Sequence[Round], **more: object) -> Report:
    """The report of a draw: what was asked, and how good what came out is.

    `more` are entries that only the method itself can give.
    """
    hall = hall_of(request)
    met_before = [dict(met) for met in hall.past.meetings]
    told = _Told(hall)
    for number, drawn in enumerate(rounds, len(request.history) + 1):
        told.tell(number, drawn)
    return {
        "method": request.method,
        "seed": request.seed,
        "entrants": len(hall.ids),
        "rounds": len(rounds),
        "repeats": sum(times for _, _, times in told.repeated),
        "repeats_lower_bound": repeats_bound(met_before, told.slots),
        "repeats_from_last_round": told.from_last,
        "repeated_pairs": [list(pair) for pair in told.repeated],
        "kept_apart_but_together": [list(pair) for pair in told.together],
        "seats": _seat_balance(hall),
        "sit_outs": told.sit_outs,
        "unusual_tables": told.unusual,
        **more,
    }


class _Told:
    """What there is to tell, gathered round by round while the hall counts them as played."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.repeated: list[tuple[object, object, int]] = []
        self.together: list[tuple[object, object]] = []
        self.from_last = 0
        self.slots = [0] * len(hall.ids)
        self.sit_outs: list[dict[str, object]] = []
        self.unusual: list[dict[str, object]] = []

    def tell(self, number: int, drawn: Round) -> None:
        tables = [[self.hall.index[id_] for id_ in table] for table in drawn.tables]
        for place, table in enumerate(tables, 1):
            self._tell_pairs(table)
            if len(table) != self.hall.sizes[0]:
                self._tell_unusual(number, place, table)
        for id_ in drawn.sit_out:
            before = self.hall.past.sit_outs[self.hall.index[id_]]
            self.sit_outs.append({"round": number, "entrant": id_, "before": before})
        self.hall.add(tables)

    def _tell_pairs(self, table: list[int]) -> None:
        ids, past = self.hall.ids, self.hall.past
        for one, other in combinations(table, 2):
            self.slots[one] += 1
            self.slots[other] += 1
            times = past.meetings[one].get(other, 0)
            if times:
                self.repeated.append((ids[one], ids[other], times))
            self.from_last += other in past.last[one]
            if self.hall.barred(one, other):
                self.together.append((ids[one], ids[other]))

    def _tell_unusual(self, number: int, place: int, table: list[int]) -> None:
        for player in table:
            self.unusual.append(
                {
                    "round": number,
                    "table": place,
                    "seats": len(table),
                    "entrant": self.hall.ids[player],
                    "before": self.hall.past.short_tables[player],
                }
            )


def _seat_balance(hall: Hall) -> dict[str, int]:
    """The largest difference between how often a player had two seats, and who is within 1."""
    sizes = shape_of(len(hall.ids), hall.sizes).sizes
    most, least = max(sizes), min(sizes)
    spreads = [max(counts[:most]) - min(counts[:least]) for counts in hall.past.seats]
    return {"spread": max(spreads), "within_one": sum(spread <= 1 for spread in spreads)}
