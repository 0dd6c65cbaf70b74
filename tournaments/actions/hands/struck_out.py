"""Struck-out hands of tables that are deleted with a draft or in a repair: moved into the ledger."""

from typing import Any

from django.db.models import QuerySet

from tournaments.models import Announcement, Hand, Ruling, Table

KEPT = "struck_out"
"""The fact of the ledger that holds what was written down of them."""


def set_aside(tables: QuerySet[Table]) -> dict[str, Any]:
    """Delete the hands and announcements of these tables, at which no hand stands; return what the ledger keeps.

    Who entered each version, when and why is in the entries of the ledger that recorded it; the tally itself is here.
    The database refuses to delete them where a hand of the table stands.
    """
    at_them = {"table__in": list(tables.values_list("pk", flat=True))}
    versions = Hand.objects.filter(**at_them).select_related("table").order_by("table__number", "number", "version")
    kept = [
        {"table": hand.table.number, "hand": hand.number, "version": hand.version, "tally": hand.tally}
        for hand in versions
    ]
    if not kept:
        return {}
    Ruling.objects.filter(requested__in=versions).delete()
    Announcement.objects.filter(**at_them).delete()
    Hand.objects.filter(**at_them).delete()
    return {KEPT: kept}
