"""The history for a draw: which entries sat together in earlier rounds, by their seats and by their players."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations

from tournaments import pairing
from tournaments.models import Seat, Tournament
from tournaments.pairing.values import PairMeetings

from ...hands.meetings import SeatedPlayer, TableMeetings, met_at_changed_tables

Rounds = Mapping[int, Mapping[int, list[int]]]
Fact = tuple[int, int, str]
"""Two entries, the lower id first, with `met`, `partners`, or `last` if they met in the last round."""


def with_history(request: pairing.DrawRequest, tournament: Tournament, number: int) -> pairing.DrawRequest:
    """Return the request with the history of the rounds before this number.

    The history has the tables of each round in order of their numbers from 1, as entries in seat order; `()` stands for
    a removed table. Whether two entries have met depends on their current players: `meetings` has the pairs for which
    the players give a different answer than the seats.
    """
    rounds = _read_rounds(tournament, number)
    entrants = {entrant.id for entrant in request.entrants}
    met = _meetings(rounds, met_at_changed_tables(tournament, number)) if rounds else ()
    return replace(
        request,
        history=tuple(
            tuple(tuple(tables.get(table, ())) for table in range(1, max(tables) + 1)) for tables in rounds.values()
        ),
        meetings=tuple(each for each in met if each.one in entrants and each.other in entrants),
    )


def _read_rounds(tournament: Tournament, number: int) -> Rounds:
    """Return the entries at each table of earlier rounds, by round number and table number."""
    rounds: dict[int, dict[int, list[int]]] = {}
    seats = Seat.objects.filter(round__tournament=tournament, round__number__lt=number)
    seats = seats.order_by("round__number", "table__number", "number")
    for round_number, table, entry in seats.values_list("round__number", "table__number", "entry_id"):
        rounds.setdefault(round_number, {}).setdefault(table, []).append(entry)
    return rounds


def _meetings(rounds: Rounds, met: TableMeetings) -> Iterator[PairMeetings]:
    """Yield the meetings of each pair whose number by players differs from the number by seated entries."""
    by_seats, by_players = Counter[Fact](), Counter[Fact]()
    for number, tables in rounds.items() if met else ():
        for table, entries in tables.items():
            sat = [SeatedPlayer(entry, seat, entry) for seat, entry in enumerate(entries)]
            size, is_last = len(entries), number == max(rounds)
            seated = _facts(combinations(sat, 2), size, is_last=is_last)
            by_seats.update(seated)
            by_players.update(_facts(met[number, table], size, is_last=is_last) if (number, table) in met else seated)
    changed = {fact[:2] for fact in by_seats.keys() | by_players.keys() if by_seats[fact] != by_players[fact]}
    for one, other in sorted(changed):
        times, as_partners, last = (by_players[one, other, what] for what in ("met", "partners", "last"))
        yield PairMeetings(one, other, times, as_partners, last > 0)


def _facts(pairs: Iterable[tuple[SeatedPlayer, SeatedPlayer]], size: int, *, is_last: bool) -> Collection[Fact]:
    """Return facts (low id, high id, kind) about pairs that sat at a table of this size.

    The kinds are "met", "partners" (opposite seats of four), and "last" if it was the last round.
    """
    facts = set()
    for one, other in pairs:
        low, high = sorted((one.entry, other.entry))
        if low != high:
            facts.add((low, high, "met"))
            facts |= {(low, high, "partners")} if size == 4 and abs(one.seat - other.seat) == 2 else set()
            facts |= {(low, high, "last")} if is_last else set()
    return facts
