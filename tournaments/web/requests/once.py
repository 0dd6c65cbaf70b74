"""A form that is sent twice, by a double click or by going back and sending it again, does once what it does."""

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
    """What tells a form on a page from the same one on another: it is sent along, and seen by nobody."""

    widget = forms.HiddenInput

    def __init__(self) -> None:
        """A new name for each page."""
        super().__init__(required=False, max_length=100, initial=new_secret)


def act_once(request: HttpRequest, act: Callable[[], object]) -> bool:
    """Do what a form asks for, unless this very form was sent before with the same in it; always true."""
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
