"""A club's own tables of victory points."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.victory_points import TABLES, Limits
from scoring.victory_rows import rows_of
from tournaments.actions import vp_tables as actions
from tournaments.http.finding import find_club
from tournaments.models import DIRECTORS
from tournaments.web.access import sent
from tournaments.web.faults import attempted, tried
from tournaments.web.forms.vp_tables import VpTableForm, printed
from tournaments.web.words import VP_TABLES


def vp_tables(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's tables, those that everybody knows, and a form for another."""
    club = find_club(request, slug, DIRECTORS)
    form = VpTableForm(sent(request))
    if request.method == "POST" and form.is_valid():
        made = attempted(form, lambda: actions.create_vp_table(club, **form.wanted))
        if made:
            messages.success(request, _("The table “%(name)s” is stored.") % {"name": made.name})
            return redirect("vp-tables", slug)
    context = {
        "club": club,
        "form": form,
        "own": [(table, _shown(table.limits)) for table in club.vp_tables.all()],
        "known": [(VP_TABLES[name], _shown(limits)) for name, limits in TABLES.items()],
    }
    return render(request, "club/vp_tables.html", context, status=422 if form.errors else 200)


def vp_table(request: HttpRequest, slug: str, table: str) -> HttpResponse:
    """Change a table; tournaments set up with it keep the limits they have."""
    club = find_club(request, slug, DIRECTORS)
    found = get_object_or_404(club.vp_tables, slug=table)
    form = VpTableForm(sent(request), table=found)
    if request.method == "POST" and form.is_valid():
        changed = attempted(form, lambda: actions.change_vp_table(found, **form.wanted))
        if changed:
            messages.success(request, _("The table “%(name)s” is stored.") % {"name": found.name})
            return redirect("vp-tables", slug)
    context = {"club": club, "form": form, "table": found}
    return render(request, "club/vp_table.html", context, status=422 if form.errors else 200)


@require_POST
def delete_vp_table(request: HttpRequest, slug: str, table: str) -> HttpResponse:
    """Give a table up."""
    club = find_club(request, slug, DIRECTORS)
    found = get_object_or_404(club.vp_tables, slug=table)
    if tried(request, lambda: actions.delete_vp_table(found)):
        messages.success(request, _("The table “%(name)s” is gone.") % {"name": found.name})
    return redirect("vp-tables", slug)


def _shown(limits: Limits) -> list[tuple[str, str]]:
    return list(printed(rows_of(limits)))
