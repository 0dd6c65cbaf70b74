"""The parts of the page of fees, updated live for several users."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.http import HttpRequest

from tournaments.actions.people.fees import FeeList
from tournaments.models import Tournament

from .live_parts import Part, PartRenderer, mark_of

GROUP = 20
"""The entries of one part."""


def fee_parts(request: HttpRequest, fees: FeeList, framed: Mapping[str, Any]) -> Iterator[Part]:
    """Every part in the order of the page."""
    part = PartRenderer(request, {**framed, "fees": fees}).part
    yield part("paid", "registration/_paid.html")
    for first in range(0, len(fees.rows), GROUP):
        yield part(f"list-{first // GROUP + 1}", "registration/_fees.html", rows=fees.rows[first : first + GROUP])
    yield part("sums", "registration/_fee_sums.html")


def fees_mark(request: HttpRequest, tournament: Tournament) -> str:
    """A digest of everything on the page of fees."""
    return mark_of(request, tournament.ledger_length, tournament.revision)
