"""Reports about the quality of a draw, as JSON values: repeated meetings, and how even the tables are."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain, combinations

from scoring.problems import gettext_noop as _
from tournaments.pairing.costs import repeats_bound
from tournaments.pairing.instance import Instance, instance_of
from tournaments.pairing.shape import shape_of
from tournaments.pairing.values import METHOD_VERSIONS, DrawnRound, DrawRequest, Report, Seats

Score = int | Fraction

FEW_PLAYERS = 28  # with fewer players, those with similar scores soon have met
CROWDED = Fraction(3, 5)  # the share of the other players met; above it, players with equal scores cannot always meet


def report_on(request: DrawRequest, rounds: Sequence[DrawnRound], **more: object) -> Report:
    """Return the report of a draw: its request and its quality. `more` are values that the method adds."""
    instance = instance_of(request)
    met_before = [dict(met) for met in instance.past.meetings]
    data = _ReportData(instance)
    for number, drawn in enumerate(rounds, len(request.history) + 1):
        data.add_round(number, drawn)
    return {
        "method": request.method,
        "version": METHOD_VERSIONS[request.method],
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
    """The values of a report, collected round after round; each round is then counted as played."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.repeated: list[tuple[object, object, int]] = []
        self.together: list[tuple[object, object]] = []
        self.from_last = 0
        self.slots = [0] * len(instance.ids)
        self.sit_outs: list[dict[str, object]] = []
        self.unusual: list[dict[str, object]] = []

    def add_round(self, number: int, drawn: DrawnRound) -> None:
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
        about = {"round": number, "table": place, "seats": len(table)}
        ids, times = self.instance.ids, self.instance.past.short_tables
        self.unusual += [{**about, "entrant": ids[player], "before": times[player]} for player in table]


def _seat_balance(instance: Instance) -> dict[str, int]:
    """Return how evenly players had the seats.

    `spread` is the largest difference between two seats of one player, `within_one` the number of players with a
    difference of at most 1.
    """
    sizes = shape_of(len(instance.ids), instance.sizes).sizes
    most, least = max(sizes), min(sizes)
    spreads = [max(counts[:most]) - min(counts[:least]) for counts in instance.past.seats]
    return {"spread": max(spreads), "within_one": sum(spread <= 1 for spread in spreads)}


def standing_report(request: DrawRequest, instance: Instance, rounds: Sequence[DrawnRound]) -> Report:
    """Return how far scores and places at the tables differ: the spread, its lower bound, and the largest distance.

    The distance is in places. Advice is included.
    """
    tables = [[instance.index[id_] for id_ in table] for table in rounds[0].tables]
    spread = sum(spread_of(instance.scores, table) for table in tables)
    least = spread if instance.notes.get("spread_is_least") else spread_bound(instance.scores, tables)
    return {
        "spread": _as_json_number(spread),
        "spread_lower_bound": _as_json_number(least),
        "places_apart": max(max(table) - min(table) for table in tables),
        "advice": _advice(request, instance),
    }


def spread_of(scores: Sequence[Score], table: Sequence[int]) -> Score:
    """Return the spread of a table: the sum of the squared difference in score of each pair."""
    return sum((scores[one] - scores[other]) ** 2 for one, other in combinations(table, 2))


def spread_bound(scores: Sequence[Score], tables: Seats) -> Score:
    """Return a lower bound of the spread for tables of these sizes; players are numbered in order of the standings.

    If all tables have one size, the least spread is that of tables that follow one another in the standings: for two
    tables that overlap, an exchange of places reduces it. With several sizes, the bound seats each player with those
    nearest in score at a table of the smallest size.
    """
    players = sorted(chain.from_iterable(tables))
    sizes = {len(table) for table in tables}
    if len(sizes) == 1:
        (size,) = sizes
        starts = range(0, len(players), size)
        return sum(spread_of(scores, players[start : start + size]) for start in starts)
    ordered = [scores[player] for player in players]
    places = range(len(ordered))
    return Fraction(sum(_nearest(ordered, place, min(sizes) - 1) for place in places), 2)


def _nearest(ordered: Sequence[Score], place: int, others: int) -> Score:
    """Return the sum of the squared differences in score between a player and the `others` nearest players."""
    near = ordered[max(0, place - others) : place + others + 1]
    return sum(sorted((ordered[place] - score) ** 2 for score in near)[1 : others + 1])


def _as_json_number(number: Score) -> int | str:
    return int(number) if number == int(number) else str(number)


def _advice(request: DrawRequest, instance: Instance) -> list[dict[str, object]]:
    """Return the advice that a fixed schedule suits so few players better than a Swiss draw; [] if it does not."""
    if request.method != "swiss":
        return []
    players, rounds = len(instance.ids), len(request.history) + request.rounds
    meet = rounds * (max(instance.sizes) - 1)
    params = {"players": players, "others": players - 1, "rounds": rounds, "meet": meet, "few": FEW_PLAYERS}
    if meet >= players - 1:
        message = _(
            "In %(rounds)s rounds everybody would have to meet each of the %(others)s others, and some again: a"
            " schedule of all rounds at once spreads the repeats evenly."
        )
    elif meet > CROWDED * (players - 1):
        message = _(
            "In %(rounds)s rounds everybody meets %(meet)s of %(players)s players, so players of similar standing"
            " cannot always sit together: a schedule of all rounds at once has fewer repeats."
        )
    elif players < FEW_PLAYERS:
        message = _(
            "Among fewer than %(few)s players, those of similar standing have soon met: a schedule of"
            " all rounds at once lets everybody meet new opponents."
        )
    else:
        return []
    return [{"code": "schedule_instead", "method": "schedule", "message": message, "params": params}]
