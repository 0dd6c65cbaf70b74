"""A club: its page, founding and changing it, its people, its own victory points, and an evening on file."""

from collections.abc import Sequence

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.forms import model_to_dict
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST

from scoring.victory_points import TABLES
from tournaments.actions import clubs, imports
from tournaments.actions import vp_tables as vp_table_actions
from tournaments.actions.imports import Evening, read_evening
from tournaments.actions.refusals import Invalid, Problem
from tournaments.http import find_club
from tournaments.models import DIRECTORS, OWNERS, Club, Role, Tournament
from tournaments.web.access import actor, role_in, sent, user_of
from tournaments.web.faults import attempt, form_page, submit
from tournaments.web.forms.clubs import ClubForm, ImportForm, InvitationForm, VpTableForm, printed
from tournaments.web.words import VP_TABLES

MAX_LISTED = 200
MAX_PROBLEMS = 200


def club(request: HttpRequest, slug: str) -> HttpResponse:
    """The tournaments of a club, and for its people what they may do."""
    club = find_club(request, slug)
    listed = Tournament.objects.listed_for(request.user).filter(club=club).with_last_round()
    role = role_in(request, club)
    context = {"club": club, "tournaments": listed[:MAX_LISTED], "directs": role in DIRECTORS, "owns": role in OWNERS}
    return render(request, "club/club.html", context)


@login_required
def create_club(request: HttpRequest) -> HttpResponse:
    """Found a club; whoever does is its owner."""
    user = user_of(request)
    if user is None or not user.is_superuser:
        raise PermissionDenied
    form = ClubForm(sent(request))
    if club := submit(form, lambda: clubs.create_club(owner=user, **form.cleaned_data)):
        messages.success(request, _("The club is created: open its first tournament."))
        return redirect("club", club.slug)
    return form_page(request, "club/create.html", form, {})


def edit_club(request: HttpRequest, slug: str) -> HttpResponse:
    """Change a club's name, place or language."""
    club = find_club(request, slug, OWNERS)
    form = ClubForm(sent(request), initial=model_to_dict(club, ClubForm.base_fields))
    if submit(form, lambda: clubs.update_club(club, **form.cleaned_data)):
        messages.success(request, _("The club's details are stored."))
        return redirect("club", slug)
    return form_page(request, "club/edit.html", form, {"club": club})


def members(request: HttpRequest, slug: str) -> HttpResponse:
    """The members of a club; a new invitation's link is shown this once."""
    club = find_club(request, slug, OWNERS)
    form = InvitationForm(sent(request))
    link = ""
    if form.is_valid():
        user = user_of(request)
        role, note = Role(form.cleaned_data["role"]), form.cleaned_data["note"]
        secret = clubs.invite(club=club, role=role, note=note, by=user) if user else ""
        link = settings.TAVOLO_URL + reverse("invitation", args=[secret])
        form = InvitationForm()
    context = {
        "club": club,
        "link": link,
        "roles": Role.choices,
        "members": club.memberships.select_related("user"),
        "invitations": club.invitations.filter(accepted_at=None),
    }
    return form_page(request, "club/members.html", form, context)


@require_POST
def change_role(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Give a member another role, or let him go."""
    membership = get_object_or_404(find_club(request, slug, OWNERS).memberships.select_related("user"), pk=pk)
    name = request.POST.get("role", "")
    role = Role(name) if name in Role.values else None
    if role is None and "remove" not in request.POST:
        messages.error(request, _("Choose one of the roles."))
    else:
        attempt(request, lambda: clubs.change_role(membership, role), _("The roles are changed."))
    return redirect("members", slug)


@require_POST
def withdraw_invitation(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take back an invitation that nobody has accepted."""
    invitation = get_object_or_404(find_club(request, slug, OWNERS).invitations.filter(accepted_at=None), pk=pk)
    attempt(request, lambda: clubs.withdraw_invitation(invitation), _("The invitation is withdrawn."))
    return redirect("members", slug)


def vp_tables(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's tables, those that everybody knows, and a form for another."""
    club = find_club(request, slug, DIRECTORS)
    form = VpTableForm(sent(request))
    if made := submit(form, lambda: vp_table_actions.create_vp_table(club, **form.action_values)):
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
    if submit(form, lambda: vp_table_actions.change_vp_table(stored, **form.action_values)):
        messages.success(request, _("The table “%(name)s” is stored.") % {"name": stored.name})
        return redirect("vp-tables", slug)
    return form_page(request, "club/vp_table.html", form, {"club": club, "table": stored})


@require_POST
def delete_vp_table(request: HttpRequest, slug: str, table: str) -> HttpResponse:
    """Give a table up."""
    stored = get_object_or_404(find_club(request, slug, DIRECTORS).vp_tables, slug=table)
    done = _("The table “%(name)s” is deleted.") % {"name": stored.name}
    attempt(request, lambda: vp_table_actions.delete_vp_table(stored), done)
    return redirect("vp-tables", slug)


def import_results(request: HttpRequest, slug: str) -> HttpResponse:
    """Look at a file with every fault in its place, then take it over."""
    club = find_club(request, slug, DIRECTORS)
    form = ImportForm(sent(request), request.FILES or None)
    if not form.is_valid():
        return _import_page(request, club, form)
    name, text, document = (form.cleaned_data[field] for field in ("name", "text", "document"))
    evening = read_evening(document, name=name, vp_tables=vp_table_actions.usable_vp_tables(club))
    if isinstance(evening, list):
        return _import_page(request, club, form, evening)
    if request.POST.get("do") != "store":  # the form carries the file's text, so that nobody has to choose it again
        return _import_page(request, club, ImportForm(initial={"name": name, "text": text}), evening=evening)
    try:
        made = imports.import_results(document, club=club, name=name, by=actor(request))
    except Invalid as refusal:
        return _import_page(request, club, form, refusal.problems)
    messages.success(request, _("The evening is imported."))
    return redirect("tournament", made.slug)


def _import_page(
    request: HttpRequest, club: Club, form: ImportForm, problems: Sequence[Problem] = (), evening: Evening | None = None
) -> HttpResponse:
    context = {
        "club": club,
        "form": form,
        "faults": [(place(problem.pointer), problem.text(_)) for problem in problems[:MAX_PROBLEMS]],
        "more": max(0, len(problems) - MAX_PROBLEMS),
        "evening": evening,
    }
    return render(request, "club/import.html", context, status=422 if problems or form.errors else 200)


STEPS = {
    "rounds": gettext_noop("round %d"),
    "tables": gettext_noop("table %d"),
    "hands": gettext_noop("hand %d"),
    "seats": gettext_noop("seat %d"),
    "players": gettext_noop("player %d"),
}


def place(pointer: Sequence[str | int]) -> str:
    """Where in an evening something is wrong: round 2, table 3, hand 5."""
    words, steps = [], list(pointer)
    while steps:
        step = steps.pop(0)
        if isinstance(step, str) and step in STEPS and steps and isinstance(steps[0], int):
            words.append(_(STEPS[step]) % (int(steps.pop(0)) + 1))
        elif isinstance(step, int):
            words.append(_("player %d") % (step + 1))
        else:
            words.append(step)
    return ", ".join(words)
