"""Fees: the amounts due and paid, as a page and as a spreadsheet."""

from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.actions.people.fees import NOTHING, FeeList, change_fee, pay_in_full, read_fees, set_fee
from tournaments.http import find_entry, find_tournament
from tournaments.models import DIRECTORS, Entry, Tournament

from ..desk.live_parts import Part, PartRenderer, changed_parts, mark_of, not_modified
from ..requests.access import actor, frame, wants_json, wants_part
from ..requests.faults import attempt
from .spreadsheets import csv_file

NO_AMOUNT = Decimal(-1)
EMPTY: Mapping[str, Decimal | None] = {"owed": None, "paid": NOTHING}
"""The values of empty fields: the usual amount is due, and nothing is paid."""
GROUP = 20
"""The number of entries in one part of the page."""


def fees(request: HttpRequest, slug: str) -> HttpResponse:
    """The fees with their sums, and a form for the usual amount."""
    tournament = find_tournament(request, slug, DIRECTORS)
    if request.method == "POST":
        amount = _amount(request.POST.get("amount", ""))
        attempt(request, lambda: set_fee(tournament, amount, by=actor(request)), _("The fee was saved."))
        return redirect("fees", slug)
    if wants_part(request):
        return _live(request, tournament)
    framed, read = frame(request, tournament, "desk"), read_fees(tournament)
    parts = {part.name: part for part in _fee_parts(request, read, framed)}
    lists = [part for name, part in parts.items() if name.startswith("list-")]
    return render(request, "registration/fees.html", {**framed, "fees": read, "parts": parts, "lists": lists})


def _live(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the changed parts of the page; 304 if no part has changed."""
    mark = mark_of(request, tournament.ledger_length, tournament.revision)
    if unchanged := not_modified(request, mark):
        return unchanged
    parts = _fee_parts(request, read_fees(tournament), frame(request, tournament, "desk"))
    return changed_parts(request, list(parts), mark)


def _fee_parts(request: HttpRequest, fees: FeeList, framed: Mapping[str, Any]) -> Iterator[Part]:
    """Yield every part in the order of the page."""
    part = PartRenderer(request, {**framed, "fees": fees}).part
    yield part("paid", "registration/_paid.html")
    for first in range(0, len(fees.rows), GROUP):
        yield part(f"list-{first // GROUP + 1}", "registration/_fees.html", rows=fees.rows[first : first + GROUP])
    yield part("sums", "registration/_fee_sums.html")


@require_POST
def change(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Set the amount that an entry has paid, or the amount that this entry must pay."""
    entry = find_entry(find_tournament(request, slug, DIRECTORS), pk)
    typed = {field: request.POST[field].strip() for field in EMPTY if field in request.POST}
    changes = {field: _amount(amount) if amount else EMPTY[field] for field, amount in typed.items()}
    return _stored(request, entry, lambda: change_fee(entry, changes, by=actor(request)))


@require_POST
def pay(request: HttpRequest, slug: str, pk: int, how: str) -> HttpResponse:
    """Mark an entry's fee as paid, or as not paid."""
    entry, by = find_entry(find_tournament(request, slug, DIRECTORS), pk), actor(request)
    if how == "paid":
        return _stored(request, entry, lambda: pay_in_full(entry, by=by))
    return _stored(request, entry, lambda: change_fee(entry, {"paid": NOTHING}, by=by))


def _stored(request: HttpRequest, entry: Entry, act: Callable[[], object]) -> HttpResponse:
    """Call the action and redirect to the entry's line, or to the top with the problems. A script gets JSON."""
    if wants_json(request):
        act()
        return JsonResponse({"changed": entry.pk})
    line = f"#entry-{entry.pk}" if attempt(request, act) else ""
    return redirect(reverse("fees", args=[entry.tournament.slug]) + line)


def fees_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The fees as CSV, with the sums in the last row."""
    tournament = find_tournament(request, slug, DIRECTORS)
    read = read_fees(tournament)
    rows: list[list[object]] = [[_("No."), _("Player"), _("Owes"), _("Has paid"), _("Still to pay")]]
    rows += [[row.entry.number, row.entry.name, *map(_written, (row.owed, row.paid, row.left))] for row in read.rows]
    rows.append(["", _("Total"), *map(_written, (read.owed, read.paid, read.left))])
    return csv_file(rows, f"{tournament.slug}-fees")


def _written(amount: Decimal) -> object:
    return number_format(amount, 2, force_grouping=False)


def _amount(typed: str) -> Decimal:
    """Return the typed amount, which has a comma or a point; `NO_AMOUNT` if it is invalid."""
    try:
        return Decimal(typed.strip().replace(",", "."))
    except InvalidOperation:
        return NO_AMOUNT
