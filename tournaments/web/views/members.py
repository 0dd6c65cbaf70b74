"""Who may do what in a club: members, their roles, and invitations."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.actions import clubs
from tournaments.http.finding import find_club
from tournaments.models import OWNERS, Role
from tournaments.web.access import sent, user_of
from tournaments.web.faults import tried
from tournaments.web.forms.clubs import InvitationForm


def members(request: HttpRequest, slug: str) -> HttpResponse:
    """The members of a club; a new invitation's link is shown this once."""
    club = find_club(request, slug, OWNERS)
    form = InvitationForm(sent(request))
    link = ""
    if request.method == "POST" and form.is_valid():
        user = user_of(request)
        role, note = Role(form.cleaned_data["role"]), form.cleaned_data["note"]
        secret = clubs.invite(club=club, role=role, note=note, by=user) if user else ""
        link = settings.TAVOLO_URL + reverse("invitation", args=[secret])
        form = InvitationForm()
    context = {
        "club": club,
        "form": form,
        "link": link,
        "roles": Role.choices,
        "members": club.memberships.select_related("user"),
        "invitations": club.invitations.filter(accepted_at=None),
    }
    return render(request, "club/members.html", context, status=422 if form.errors else 200)


@require_POST
def change_role(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Give a member another role, or let him go."""
    club = find_club(request, slug, OWNERS)
    membership = get_object_or_404(club.memberships.select_related("user"), pk=pk)
    wanted = request.POST.get("role", "")
    role = Role(wanted) if wanted in Role.values else None
    if role is None and "remove" not in request.POST:
        messages.error(request, _("Choose one of the roles."))
    elif tried(request, lambda: clubs.change_role(membership, role)):
        messages.success(request, _("The roles are changed."))
    return redirect("members", slug)


@require_POST
def withdraw_invitation(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take back an invitation that nobody has accepted."""
    club = find_club(request, slug, OWNERS)
    invitation = get_object_or_404(club.invitations.filter(accepted_at=None), pk=pk)
    if tried(request, lambda: clubs.withdraw_invitation(invitation)):
        messages.success(request, _("The invitation is taken back."))
    return redirect("members", slug)
