"""Saying yes or no to what another player entered."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.actions.at_table import agreement, table_end
from tournaments.actions.at_table.agreement import Answer
from tournaments.models import Hand
from tournaments.web.access import wants_json
from tournaments.web.forms.fields import number_in
from tournaments.web.places import shown_versions
from tournaments.web.rejected_attempts import tried_at_table
from tournaments.web.sending import sent_once
from tournaments.web.table_sessions import PhoneAtTable, read_phone
from tournaments.web.throttles import not_too_often

from .session import come_in_again, session_for, sit_down_first, speaking


@require_POST
@not_too_often
def answer(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Yes, or a plain no that calls the director; from one's own phone, or with one's PIN."""
    accept = request.POST.get("accept") == "yes"

    def say(phone: PhoneAtTable) -> list[Hand]:
        voice, pin = speaking(request, phone)
        seen = number_in(request.POST, "version") or 0
        given = Answer(number=number, version=seen, accept=accept, pin=pin)
        return [agreement.answer(given, voice)]

    told = _("Hand %(hand)d is agreed.") % {"hand": number}
    return _said(request, slug, say, told if accept else _("The director has been called."))


@require_POST
@not_too_often
def agree(request: HttpRequest, slug: str) -> HttpResponse:
    """Yes to every hand of the table at once, when it has played its last."""

    def say(phone: PhoneAtTable) -> list[Hand]:
        voice, pin = speaking(request, phone)
        return table_end.agree_to_all(shown_versions(request, phone.play), voice, pin=pin)

    return _said(request, slug, say, _("The table is agreed."))


def _said(request: HttpRequest, slug: str, say: Callable[[PhoneAtTable], list[Hand]], told: str) -> HttpResponse:
    """Say it, and tell a page what came of it, or a script that repeats itself till it hears."""
    session = session_for(request, slug)
    if session is None:
        return come_in_again(request, slug)
    phone = read_phone(request, session)
    if nobody := sit_down_first(request, phone):
        return nobody
    if wants_json(request):
        return sent_once(request, session, lambda: say(phone))
    if tried_at_table(request, session, lambda: say(phone)):
        messages.success(request, told)
    return redirect("at-table", slug)
