"""Entries that a director makes sit out a round: stored with the entry, so that a redraw keeps them out too."""

from collections.abc import Collection

from tournaments.models import Entry, Round

from ..core.actor import Actor
from ..people.registration import change_entry


def benched(round_: Round) -> set[int]:
    """The entries due in a round that a director makes sit it out."""
    due = round_.tournament.entries.due(round_.number).filter(benched_in=round_.number)
    return set(due.values_list("pk", flat=True))


def bench(round_: Round, entries: Collection[int], *, by: Actor) -> None:
    """Make these entries sit out the round, however it is drawn."""
    for entry in Entry.objects.filter(pk__in=entries).order_by("pk"):
        change_entry(entry, {"benched_in": round_.number}, by=by)


def unbench_seated(round_: Round, *, by: Actor) -> None:
    """Clear this for entries that have a seat in the round."""
    for entry in Entry.objects.filter(seats__round=round_, benched_in=round_.number).order_by("pk"):
        change_entry(entry, {"benched_in": None}, by=by)
