"""Entries that a director makes sit out a round. This is stored with the entry, so that a new draw respects it."""

from collections.abc import Collection

from tournaments.models import Entry, Round

from ..core.actor import Actor
from ..people.registration import change_entry


def benched(round_: Round) -> set[int]:
    """Return the ids of the entries that are due in a round but sit out by a director's decision."""
    due = round_.tournament.entries.due(round_.number).filter(benched_in=round_.number)
    return set(due.values_list("pk", flat=True))


def bench(round_: Round, entries: Collection[int], *, by: Actor) -> None:
    """Make these entries sit out the round in every draw of it."""
    for entry in Entry.objects.filter(pk__in=entries).order_by("pk"):
        change_entry(entry, {"benched_in": round_.number}, by=by)


def unbench_seated(round_: Round, *, by: Actor) -> None:
    """Forget that a director made entries sit out the round, if they have a seat in it now."""
    for entry in Entry.objects.filter(seats__round=round_, benched_in=round_.number).order_by("pk"):
        change_entry(entry, {"benched_in": None}, by=by)
