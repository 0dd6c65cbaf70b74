"""Knock-outs: which entries play a round."""

from collections.abc import Collection
from fractions import Fraction
from typing import NamedTuple

from tournaments.models import Entry, Seat, SitOut, Stage, Tournament
from tournaments.models.entry import EntryQuerySet
from tournaments.pairing.values import Cut
from tournaments.ranking import Results, rank

from ...standings.cuts import StillIn, still_in_after
from ...standings.results import read_results

KNOCK_OUT = Tournament.Pairing.KNOCK_OUT


def read_still_in(
    tournament: Tournament, number: int, results: Results | None = None, replaced: Collection[int] = ()
) -> StillIn | None:
    """Return the entries still in a knock-out before the round of this number.

    Return None if the round before is not a round of a knock-out. `results` are used instead of the recorded results.
    Entries in `replaced` keep their qualification although they are not active; nobody qualifies in their place.
    """
    if tournament.rounds.filter(number=number - 1, method=KNOCK_OUT).exists():
        out = set(tournament.entries.exclude(status=Entry.Status.ACTIVE).values_list("pk", flat=True))
        return still_in_after(tournament, results or read_results(tournament), number - 1, out - {*replaced})
    return None


class Due(NamedTuple):
    """The entries that certainly play a round, and those cuts at which a tie is not decided yet."""

    entries: EntryQuerySet
    open_cuts: tuple[Cut, ...] = ()

    @property
    def open_places(self) -> int:
        """The number of seats that tied entries still compete for."""
        return sum(len(cut.ins) for cut in self.open_cuts)


def due_entries(tournament: Tournament, number: int, method: str | None = None) -> EntryQuerySet:
    """Return the entries that certainly play the round of this number; `method` replaces the tournament's."""
    return due_in(tournament, number, method).entries


def due_in(tournament: Tournament, number: int, method: str | None = None) -> Due:
    """Return the entries to be seated in a round; in a knock-out: qualifiers, late entries and substitutes.

    `method` is the round's method if it is drawn already; by default it is the tournament's.
    """
    due = tournament.entries.due(number)
    if (method or tournament.pairing) != KNOCK_OUT:
        return Due(due)
    came = set(due.filter(from_round=number, seats__round__number=number).values_list("pk", flat=True))
    replaced = _replaced(tournament, number) if came and number > 1 else ()
    still_in = read_still_in(tournament, number, replaced=replaced)
    if still_in is None:
        return Due(due)
    return Due(due.filter(pk__in=still_in.entries | came | added_for_round(tournament, number)), still_in.open_cuts)


def added_for_round(tournament: Tournament, number: int) -> set[int]:
    """Return the entries that the director added to a stage after its draw and that play from this round on."""
    if number == 1 or tournament.championship is None or not Stage.objects.filter(tournament=tournament).exists():
        return set()
    return set(tournament.entries.due(number).filter(from_round=number).values_list("pk", flat=True))


def never_drawn(tournament: Tournament, number: int) -> list[Entry]:
    """Return the active entries that had no place in the knock-out which this round continues.

    Entries that the director admitted to this round are left out.
    """
    rounds = tournament.rounds.filter(method=KNOCK_OUT, number__lt=number)
    if not rounds.filter(number=number - 1).exists():
        return []
    placed = {*added_for_round(tournament, number)}
    for places in (Seat.objects.filter(round__in=rounds), SitOut.objects.filter(round__in=rounds)):
        placed.update(places.values_list("entry_id", flat=True))
    return list(tournament.entries.filter(status=Entry.Status.ACTIVE).exclude(pk__in=placed).order_by("number"))


def places_after(tournament: Tournament, results: Results, number: int) -> dict[int, Fraction]:
    """Return each entry's place after a round of a knock-out; the next round seats entries by these places.

    Entries with the same place in the standings keep the order of the first draw.
    """
    first = number
    while first - 1 in results.knock_out:
        first -= 1
    entrants = tournament.rounds.get(number=first).draw_inputs.get("entrants", ())
    drawn = {each["id"]: position for position, each in enumerate(entrants)}
    standing = rank(
        results,
        tournament.ranking_scoring,
        tournament.tie_breaks,
        after_round=number,
        lot_seed=tournament.lot_seed,
        for_draw=True,
    )
    rows = sorted(standing.rows, key=lambda row: (row.place is None, row.place or 0, drawn.get(row.entry, len(drawn))))
    return {row.entry: Fraction(place) for place, row in enumerate(rows, 1)}


def _replaced(tournament: Tournament, number: int) -> set[int]:
    """Return the entries drawn in a round whose places other entries have taken since."""
    placed, drawn = set[int](), set[int]()
    for round_ in tournament.rounds.filter(number=number):
        placed.update(round_.seats.values_list("entry_id", flat=True))
        placed.update(round_.sit_outs.values_list("entry_id", flat=True))
        drawn.update(each["id"] for each in round_.draw_inputs.get("entrants", ()) if each["active"])
    return drawn - placed
