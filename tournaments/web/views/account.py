"""Signing in and out, and what belongs to one's own account."""

from django.contrib import messages
from django.contrib.auth import views
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse_lazy
from django.utils.translation import gettext as _


class SignIn(views.LoginView):
    """Sign in by name and password; somebody signed in already goes straight on."""

    template_name = "account/sign_in.html"
    redirect_authenticated_user = True
    authentication_form = AuthenticationForm
    extra_context = {"here": "sign-in"}


class SignOut(views.LogoutView):
    """Sign out; only a form may ask for it, never a link."""


class ChangePassword(views.PasswordChangeView):
    """Change one's own password, the old one known."""

    template_name = "account/password.html"
    success_url = reverse_lazy("account")

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        """Store the new password and say so."""
        response = super().form_valid(form)
        messages.success(self.request, _("The new password holds from now on."))
        return response


@login_required
def account(request: HttpRequest) -> HttpResponse:
    """What a signed-in person may do for himself."""
    return render(request, "account/account.html", {"here": "account"})
