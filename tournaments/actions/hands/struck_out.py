"""Struck-out hands of tables that are to be deleted with a draft or by a repair: their tallies move to the ledger."""

from typing import Any

from django.db.models import QuerySet

from tournaments.models import Announcement, Hand, Ruling, Table

STRUCK_OUT = "struck_out"
"""The name of the ledger fact that holds the tallies of struck-out hands."""


def set_aside(tables: QuerySet[Table]) -> dict[str, Any]:
    """Delete all announcements and versions of hands of these tables; return the tallies as facts for the ledger.

    Return {} and delete nothing if there are no hands. The database refuses to delete if a hand is current. The author,
    time and reason of each version are already in the ledger entry that recorded it.
    """
    at_them = {"table__in": list(tables.values_list("pk", flat=True))}
    versions = Hand.objects.filter(**at_them).select_related("table").order_by("table__number", "number", "version")
    hands = [
        {"table": hand.table.number, "hand": hand.number, "version": hand.version, "tally": hand.tally}
        for hand in versions
    ]
    if not hands:
        return {}
    Ruling.objects.filter(requested__in=versions).delete()
    Announcement.objects.filter(**at_them).delete()
    Hand.objects.filter(**at_them).delete()
    return {STRUCK_OUT: hands}
