"""Signing in and out, invitations and password links, and the user's account."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import login, views
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import SetPasswordForm
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST
from django.views.generic import FormView

from tournaments.actions.core.refusals import Refusal
from tournaments.actions.setup import memberships, signing_in
from tournaments.models import ApiToken, Invitation, Membership, User
from tournaments.models.user import NAME_TAKEN
from tournaments.wording.names import filled

from ..forms.account import AccountForm, ChangePasswordForm, NewPasswordForm, SignInForm, TokenForm
from ..requests.access import sent, user_of
from ..requests.faults import form_page, report, submit
from ..requests.throttles import come_back, one_at_a_time, remember_browser, sign_in_limits

BACKEND = "django.contrib.auth.backends.ModelBackend"


class SignIn(views.LoginView):
    """Sign in by name and password; redirect a signed-in user."""

    template_name = "account/sign_in.html"
    redirect_authenticated_user = True
    authentication_form = SignInForm
    extra_context = {"here": "sign-in"}

    def post(self, request: HttpRequest, *_args: Any, **_kwargs: Any) -> HttpResponse:
        """Sign in; after too many attempts, return 429 with the time to wait."""
        limits = sign_in_limits(request)
        if seconds := signing_in.seconds_to_wait(limits):
            return come_back(request, seconds, status=429)
        return self._attempt(request, limits)

    @method_decorator(one_at_a_time)
    def _attempt(self, request: HttpRequest, limits: signing_in.Limits) -> HttpResponse:
        if seconds := signing_in.count_try(limits):
            return come_back(request, seconds, status=429)
        response = super().post(request)
        if request.user.is_authenticated:
            signing_in.forgive_try(limits)
            remember_browser(response, request.user)
        return response


class EndsTokens(FormView):  # type: ignore[type-arg]  # generic for mypy alone
    """A page on which the user sets a new password; this revokes the user's tokens and ends other sessions."""

    def form_valid(self, form: SetPasswordForm[User]) -> HttpResponse:
        """Store the new password, revoke the user's tokens, and report the number of revoked tokens."""
        with transaction.atomic():
            response = super().form_valid(form)
            ended = signing_in.revoke_tokens_of(form.user)
        messages.success(self.request, _("The new password is now in use; you are signed out everywhere else."))
        if ended:
            text = ngettext(
                "%(count)d token was revoked: its program needs a new one.",
                "%(count)d tokens were revoked: their programs need new ones.",
                ended,
            )
            messages.warning(self.request, text % {"count": ended})
        return response


@method_decorator(one_at_a_time, name="dispatch")
class ChangePassword(EndsTokens, views.PasswordChangeView):
    """Change the user's own password, with the old password."""

    template_name = "account/password.html"
    form_class = ChangePasswordForm
    success_url = reverse_lazy("account")

    def post(self, request: HttpRequest, *_args: Any, **_kwargs: Any) -> HttpResponse:
        """Change the password; after too many attempts with a wrong old password, return 429 with the time to wait."""
        limits = signing_in.own_password_limits(request.user.get_username())
        if seconds := signing_in.count_try(limits):
            return come_back(request, seconds, status=429)
        form = self.get_form()
        if "old_password" not in form.errors:
            signing_in.forgive_try(limits)
        return self.form_valid(form) if form.is_valid() else self.form_invalid(form)


@method_decorator(one_at_a_time, name="dispatch")
class NewPassword(EndsTokens, views.PasswordResetConfirmView):
    """Set a new password by the one-time link that reset_password prints."""

    template_name = "account/new_password.html"
    form_class = NewPasswordForm
    success_url = reverse_lazy("home")
    post_reset_login = True
    post_reset_login_backend = BACKEND


@login_required
def account(request: HttpRequest) -> HttpResponse:
    """The account of the signed-in user: clubs, password, tokens."""
    own = Membership.objects.filter(user=user_of(request)).select_related("club")
    return render(request, "account/account.html", {"here": "account", "memberships": own})


@login_required
def tokens(request: HttpRequest) -> HttpResponse:
    """The API tokens of the user, and a form to create a token. The secret of a new token is shown only once."""
    user = user_of(request)
    if user is None:
        raise PermissionDenied
    form = TokenForm(user, sent(request))
    secret = ""
    if made := submit(form, lambda: signing_in.create_token(user=user, **form.cleaned_data)):
        secret, form = made[1], TokenForm(user)
    own = user.api_tokens.filter(revoked_at=None).select_related("club", "tournament")
    context = {"here": "account", "secret": secret, "tokens": own}
    return form_page(request, "account/tokens.html", form, context)


@require_POST
@login_required
def revoke_token(request: HttpRequest, pk: int) -> HttpResponse:
    """Revoke one of the user's own tokens."""
    signing_in.revoke_token(get_object_or_404(ApiToken, user=user_of(request), pk=pk))
    messages.success(request, _("The token was revoked."))
    return redirect("tokens")


@one_at_a_time
@sensitive_post_parameters()
def welcome(request: HttpRequest, secret: str) -> HttpResponse:
    """Accept an invitation: create an account, or give the role to the signed-in user. Return 410 for a used link."""
    invitation = memberships.open_invitation(secret)
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
    """Exclude a page from search engines, because its URL contains a secret; return the response."""
    response["X-Robots-Tag"] = "noindex"
    return response


def _join(request: HttpRequest, invitation: Invitation, secret: str, user: User) -> HttpResponse:
    if request.method != "POST":
        return render(request, "account/invitation.html", {"invitation": invitation})
    club = memberships.accept_invitation(secret, user)
    if club is None:
        raise Http404
    messages.success(request, filled(_("You are now a member of %(club)s."), {"club": club.name}))
    return redirect("club", club.slug)


def _made(request: HttpRequest, form: AccountForm, secret: str) -> bool:
    """Create the account and mark the link as used in one transaction, then sign in. Return whether it succeeded."""
    try:
        with transaction.atomic():
            user = form.save()
            memberships.accept_invitation(secret, user)
    except Refusal as refusal:
        report(form, refusal.problems)
        return False
    except IntegrityError:
        if User.objects.named(form.cleaned_data["username"]) is None:
            raise
        form.add_error("username", NAME_TAKEN)  # by a concurrent request
        return False
    login(request, user, backend=BACKEND)
    messages.success(request, filled(_("Welcome, %(name)s."), {"name": user.get_username()}))
    return True
