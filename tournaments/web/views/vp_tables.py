"""A club's own tables of victory points."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.victory_points import TABLES
from tournaments.actions import vp_tables as actions
from tournaments.http.finding import find_club
from tournaments.models import DIRECTORS
from tournaments.web.access import sent
from tournaments.web.faults import form_page, submit, tried
from tournaments.web.forms.vp_tables import VpTableForm, printed
from tournaments.web.words import VP_TABLES


def vp_tables(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's tables, those that everybody knows, and a form for another."""
    club = find_club(request, slug, DIRECTORS)
    form = VpTableForm(sent(request))
    if made := submit(form, lambda: actions.create_vp_table(club, **form.wanted)):
        messages.success(request, _("The table “%(name)s” is stored.") % {"name": made.name})
        return redirect("vp-tables", slug)
    context = {
        "club": club,
        "own": [(table, printed(table.limits)) for table in club.vp_tables.all()],
        "known": [(VP_TABLES[name], printed(limits)) for name, limits in TABLES.items()],
    }
    return form_page(request, "club/vp_tables.html", form, context)


def vp_table(request: HttpRequest, slug: str, table: str) -> HttpResponse:
    """Change a table; tournaments set up with it keep the limits they have."""
    club = find_club(request, slug, DIRECTORS)
    stored = get_object_or_404(club.vp_tables, slug=table)
    form = VpTableForm(sent(request), table=stored)
    if submit(form, lambda: actions.change_vp_table(stored, **form.wanted)):
        messages.success(request, _("The table “%(name)s” is stored.") % {"name": stored.name})
        return redirect("vp-tables", slug)
    return form_page(request, "club/vp_table.html", form, {"club": club, "table": stored})


@require_POST
def delete_vp_table(request: HttpRequest, slug: str, table: str) -> HttpResponse:
    """Give a table up."""
    stored = get_object_or_404(find_club(request, slug, DIRECTORS).vp_tables, slug=table)
    done = _("The table “%(name)s” is deleted.") % {"name": stored.name}
    tried(request, lambda: actions.delete_vp_table(stored), done)
    return redirect("vp-tables", slug)
