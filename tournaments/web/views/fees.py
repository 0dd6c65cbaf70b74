"""The cash box: what everybody owes and has paid, as a page and as a file for a spreadsheet."""

from decimal import Decimal, InvalidOperation

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.actions.fees import NOTHING, change_fee, pay_in_full, read_fees, set_fee
from tournaments.actions.spreadsheets import as_csv
from tournaments.http import find_entry, find_tournament
from tournaments.models import DIRECTORS
from tournaments.web.access import actor, frame
from tournaments.web.faults import attempt

NO_AMOUNT = Decimal(-1)
MARK = "\ufeff"
"""By which spreadsheets know UTF-8."""


def fees(request: HttpRequest, slug: str) -> HttpResponse:
    """Who owes what, who has paid, the sums; and a field for what playing costs."""
    tournament = find_tournament(request, slug, DIRECTORS)
    if request.method == "POST":
        amount = _amount(request.POST.get("amount", ""))
        attempt(request, lambda: set_fee(tournament, amount, by=actor(request)), _("The fee is stored."))
        return redirect("fees", slug)
    context = {**frame(request, tournament, "desk"), "fees": read_fees(tournament)}
    return render(request, "registration/fees.html", context)


@require_POST
def change(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Note that somebody has paid, all or another amount; or that he owes more or less than the others."""
    entry = find_entry(find_tournament(request, slug, DIRECTORS), pk)
    if "full" in request.POST:
        attempt(request, lambda: pay_in_full(entry, by=actor(request)))
    elif "nothing" in request.POST:
        attempt(request, lambda: change_fee(entry, {"paid": NOTHING}, by=actor(request)))
    else:
        typed = {field: request.POST.get(field, "") for field in ("owed", "paid")}
        changes = {
            "owed": _amount(typed["owed"]) if typed["owed"].strip() else None,
            "paid": _amount(typed["paid"]) if typed["paid"].strip() else NOTHING,
        }
        attempt(request, lambda: change_fee(entry, changes, by=actor(request)))
    return redirect(f"{reverse('fees', args=[slug])}#entry-{pk}")


def fees_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The same for a spreadsheet, with the sums below."""
    tournament = find_tournament(request, slug, DIRECTORS)
    read = read_fees(tournament)
    rows: list[list[object]] = [[_("No."), _("Player"), _("Owes"), _("Has paid"), _("Still to pay")]]
    rows += [[row.entry.number, row.entry.name, *map(_written, (row.owed, row.paid, row.left))] for row in read.rows]
    rows.append(["", _("Total"), *map(_written, (read.owed, read.paid, read.left))])
    answer = HttpResponse(MARK + as_csv(rows, delimiter=";"), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{tournament.slug}-fees.csv"'
    return answer


def _written(amount: Decimal) -> object:
    return number_format(amount, 2) if amount >= 0 else f"{amount:.2f}"


def _amount(typed: str) -> Decimal:
    """The amount that was typed, with a comma or a point; one that nobody may owe for anything else."""
    try:
        return Decimal(typed.strip().replace(",", "."))
    except InvalidOperation:
        return NO_AMOUNT
