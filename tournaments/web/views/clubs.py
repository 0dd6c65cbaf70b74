"""Clubs: their pages, creating and changing them, the roles of members, and victory-point tables."""

from functools import partial
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.forms import model_to_dict
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.victory_points import TABLES
from tournaments.actions.core.optimistic_locking import mark_of_seen, read_mark
from tournaments.actions.seasons.champions import seasons_won
from tournaments.actions.seasons.consents import open_requests
from tournaments.actions.setup import clubs, memberships
from tournaments.actions.setup import vp_tables as vp_table_actions
from tournaments.actions.standings.winners import OVER, champions, years_of
from tournaments.http import find_club
from tournaments.models import DIRECTORS, OWNERS, Club, Membership, Role, Season, Tournament
from tournaments.paper.phone_address import is_unreachable
from tournaments.wording.names import filled
from tournaments.wording.words import VP_TABLES

from ..forms.clubs import ClubForm, InvitationForm, VpTableForm, printed
from ..pictures.drawing import code_of
from ..public import link_previews
from ..public.calendar import events
from ..requests.access import actor, role_in, sent, user_of
from ..requests.faults import attempt, form_page, submit
from ..requests.unchanged_fields import mark_of_shown, seen_of_touched, sent_over

MAX_LISTED = 400
"""The most tournaments that are read for each list of a club's page."""
MAX_PLAYED, FOREMOST = 6, 5


def club(request: HttpRequest, slug: str) -> HttpResponse:
    """The page of a club: its tournaments, its champions, and links for its members."""
    club = find_club(request, slug)
    listed = Tournament.objects.listed_for(request.user).filter(club=club)
    role, status = role_in(request, club), Tournament.Status
    own, seasons = listed.with_last_round(), list(Season.objects.listed_by(club))
    won = champions(
        listed.filter(status__in=OVER).latest_first()[:MAX_LISTED],
        seasons_won(each for each in seasons if each.club_id == club.pk),
    )
    running = events(own.filter(status=status.RUNNING)[:MAX_LISTED])
    planned = events(own.filter(status=status.PLANNED).soonest_first()[:MAX_LISTED])
    played = events(own.filter(status__in=OVER)[:MAX_PLAYED])
    context = {
        "club": club,
        "link_preview": link_previews.of_tournaments(each.tournament for each in [*running, *planned, *played]),
        "most": MAX_LISTED,
        "running": running,
        "planned": planned,
        "played": played,
        "years": years_of(listed),
        "seasons": seasons,
        "champions": won[:FOREMOST],
        "season_requests": open_requests(club) if role in DIRECTORS else (),
        "directs": role in DIRECTORS,
        "owns": role in OWNERS,
    }
    return render(request, "club/club.html", context)


@login_required
def create_club(request: HttpRequest) -> HttpResponse:
    """Create a club that the user owns. Raise PermissionDenied unless the user is a superuser."""
    user = user_of(request)
    if user is None or not user.is_superuser:
        raise PermissionDenied
    form = ClubForm(sent(request))
    if club := submit(form, lambda: clubs.create_club(owner=user, **form.cleaned_data)):
        messages.success(request, _("The club was created: open its first tournament."))
        return redirect("club", club.slug)
    return form_page(request, "club/create.html", form, {})


def edit_club(request: HttpRequest, slug: str) -> HttpResponse:
    """Change a club's details, such as its name, place or language."""
    club = find_club(request, slug, OWNERS)
    stored = _stored_club(club)
    typed = sent_over(request, stored)
    form = ClubForm(typed) if typed else stored
    seen = seen_of_touched(read_mark(request.POST.get("seen", "")), typed, stored)
    if submit(form, lambda: clubs.update_club(club, **form.cleaned_data, by=actor(request), seen=seen)):
        messages.success(request, _("The club’s details were saved."))
        return redirect("club", slug)
    club = find_club(request, slug, OWNERS)  # read again: another user changed it
    marks = {"seen": mark_of_seen(clubs.details_of(club)), "shown": mark_of_shown(_stored_club(club))}
    return form_page(request, "club/edit.html", form, {"club": club, **marks})


def _stored_club(club: Club) -> ClubForm:
    return ClubForm(initial=model_to_dict(club, ClubForm.base_fields))


def members(request: HttpRequest, slug: str) -> HttpResponse:
    """The members of a club, and a form to invite somebody. The link of a new invitation is shown only once."""
    club = find_club(request, slug, OWNERS)
    form = InvitationForm(sent(request))
    link = ""
    if secret := submit(form, lambda: memberships.invite(**_invited(request, form, club))):
        link = settings.TAVOLO_URL + reverse("invitation", args=[secret])
        form = InvitationForm()
    context = {
        "club": club,
        "link": link,
        "code": code_of(link) if link else "",
        "is_unreachable": is_unreachable(settings.TAVOLO_URL),
        "roles": Role.choices,
        "members": club.memberships.select_related("user"),
        "invitations": club.invitations.filter(accepted_at=None, expires_at__gt=timezone.now()),
    }
    return form_page(request, "club/members.html", form, context)


def _invited(request: HttpRequest, form: InvitationForm, club: Club) -> dict[str, Any]:
    """Return the arguments for creating an invitation by the signed-in user."""
    typed = form.cleaned_data
    return {"club": club, "by": user_of(request), **typed, "role": Role(typed["role"])}


@require_POST
def change_role(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Change a member's role, or remove the member."""
    club = find_club(request, slug, OWNERS)
    membership = club.memberships.select_related("user").filter(pk=pk).first()
    if membership is None:
        return _report_removed_member(request, slug, pk)
    name, replaces = request.POST.get("role", ""), request.POST.get("replaces")
    role = Role(name) if name in Role.values else None
    if role is None and "remove" not in request.POST:
        messages.error(request, _("Choose one of the roles."))
    else:
        change = partial(memberships.change_role, membership, role, replaces=replaces)
        attempt(request, change, _("The roles were changed."))
    return redirect("members", slug) if club.permits(request.user, OWNERS) else redirect("club", slug)


def _report_removed_member(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Report that another user removed the member. Raise Http404 for a member of a different club."""
    if Membership.objects.filter(pk=pk).exists():
        raise Http404
    messages.error(request, _("Somebody else has removed this member meanwhile."))
    return redirect("members", slug)


@require_POST
def withdraw_invitation(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Withdraw an invitation that has not been accepted yet."""
    invitation = get_object_or_404(find_club(request, slug, OWNERS).invitations.filter(accepted_at=None), pk=pk)
    attempt(request, lambda: memberships.withdraw_invitation(invitation), _("The invitation was withdrawn."))
    return redirect("members", slug)


def vp_tables(request: HttpRequest, slug: str) -> HttpResponse:
    """The built-in victory-point tables and the club's own, and a form for a new table."""
    club = find_club(request, slug, DIRECTORS)
    form = VpTableForm(sent(request))
    if made := submit(form, lambda: vp_table_actions.create_vp_table(club, **form.action_values)):
        messages.success(request, filled(_("The table “%(name)s” was saved."), {"name": made.name}))
        return redirect("vp-tables", slug)
    context = {
        "club": club,
        "own": [(table, printed(table.limits)) for table in club.vp_tables.all()],
        "built_in": [(name, VP_TABLES[name], printed(limits)) for name, limits in TABLES.items()],
    }
    return form_page(request, "club/vp_tables.html", form, context)


def vp_table(request: HttpRequest, slug: str, table: str) -> HttpResponse:
    """Change a victory-point table. Tournaments that already use the table keep its former limits."""
    club = find_club(request, slug, DIRECTORS)
    stored = get_object_or_404(club.vp_tables, slug=table)
    typed = sent_over(request, VpTableForm(table=stored))
    form = VpTableForm(typed, table=stored)
    seen = seen_of_touched(read_mark(request.POST.get("seen", "")), typed, VpTableForm(table=stored))
    if submit(form, lambda: vp_table_actions.change_vp_table(stored, **form.action_values, seen=seen)):
        messages.success(request, filled(_("The table “%(name)s” was saved."), {"name": stored.name}))
        return redirect("vp-tables", slug)
    stored = get_object_or_404(club.vp_tables, slug=table)  # read again: another user changed it
    marks = {
        "seen": mark_of_seen(vp_table_actions.details_of(stored)),
        "shown": mark_of_shown(VpTableForm(table=stored)),
    }
    return form_page(request, "club/vp_table.html", form, {"club": club, "table": stored, **marks})


@require_POST
def delete_vp_table(request: HttpRequest, slug: str, table: str) -> HttpResponse:
    """Delete a victory-point table of the club."""
    stored = get_object_or_404(find_club(request, slug, DIRECTORS).vp_tables, slug=table)
    done = filled(_("The table “%(name)s” was deleted."), {"name": stored.name})
    attempt(request, lambda: vp_table_actions.delete_vp_table(stored), done)
    return redirect("vp-tables", slug)
