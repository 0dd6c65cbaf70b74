"""Links that let somebody in: the first owner of all, and those whom a club invites."""

from django.contrib import messages
from django.contrib.auth import login
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters

from tournaments.actions import clubs
from tournaments.actions.problems import Refused
from tournaments.models import Invitation, User
from tournaments.models.user import NAME_TAKEN
from tournaments.web.access import sent, user_of
from tournaments.web.faults import form_page, report
from tournaments.web.forms.clubs import AccountForm
from tournaments.web.throttles import one_at_a_time

BACKEND = "django.contrib.auth.backends.ModelBackend"


@one_at_a_time
@sensitive_post_parameters()
def welcome(request: HttpRequest, secret: str) -> HttpResponse:
    """Make the account that a link promises, or give its role to whoever is signed in."""
    invitation = clubs.open_invitation(secret)
    if invitation is None:
        return _safe(render(request, "account/used_link.html", status=410))
    user = user_of(request)
    if user and not invitation.superuser:
        return _safe(_join(request, invitation, secret, user))
    form = AccountForm(sent(request))
    if form.is_valid() and _made(request, form, secret):
        return redirect("club", invitation.club.slug) if invitation.club else redirect("home")
    return _safe(form_page(request, "account/welcome.html", form, {"invitation": invitation}))


def _safe(response: HttpResponse) -> HttpResponse:
    """The address holds a secret: no search engine keeps it."""
    response["X-Robots-Tag"] = "noindex"
    return response


def _join(request: HttpRequest, invitation: Invitation, secret: str, user: User) -> HttpResponse:
    if request.method != "POST":
        return render(request, "account/invitation.html", {"invitation": invitation})
    club = clubs.accept_invitation(secret, user)
    if club is None:
        raise Http404
    messages.success(request, _("You are now a member of %(club)s.") % {"club": club.name})
    return redirect("club", club.slug)


def _made(request: HttpRequest, form: AccountForm, secret: str) -> bool:
    """Make the account and use the link up, both or neither; then sign in."""
    try:
        with transaction.atomic():
            user = form.save()
            clubs.accept_invitation(secret, user)
    except Refused as refusal:
        report(form, refusal.problems)
        return False
    except IntegrityError:  # somebody took the name at the same moment
        form.add_error("username", NAME_TAKEN)
        return False
    login(request, user, backend=BACKEND)
    messages.success(request, _("Welcome, %(name)s.") % {"name": user.get_username()})
    return True
