"""Idempotent forms: a double click, or sending again after going back, has one effect."""

from collections.abc import Callable

from django import forms
from django.http import HttpRequest

from tournaments.actions.core.actor import new_secret
from tournaments.actions.core.idempotency import StoredResponse, answer_once
from tournaments.actions.core.ledger import digest

FORM = "form"
TOKEN = "csrfmiddlewaretoken"  # noqa: S105 - the name of a field, another one on every page
DONE = StoredResponse(200, b"")


class FormName(forms.CharField):
    """A hidden name that tells a form on one page from the same form on another."""

    widget = forms.HiddenInput

    def __init__(self) -> None:
        """A new name for each page."""
        super().__init__(required=False, max_length=100, initial=new_secret)


def act_once(request: HttpRequest, act: Callable[[], object]) -> bool:
    """Run a form's action unless this form was sent before with the same content; always returns True."""
    if not request.POST.get(FORM):
        act()
        return True
    sent = sorted((name, values) for name, values in request.POST.lists() if name != TOKEN)
    asked = digest([request.path, sent])

    def acted() -> StoredResponse:
        act()
        return DONE

    answer_once(holder=f"forms of user {request.user.pk}", key=asked, request_digest=asked, act=acted)
    return True
