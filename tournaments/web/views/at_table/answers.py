"""Saying yes or no to what another player entered."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.actions.at_table import agreement, table_end
from tournaments.actions.at_table.agreement import Answer
from tournaments.models import Hand, TableSession
from tournaments.web.forms.inputs import number_in
from tournaments.web.phone_at_table import PhoneAtTable, read_phone
from tournaments.web.places import shown_versions
from tournaments.web.rejected_attempts import tried_at_table
from tournaments.web.sending import sent_once
from tournaments.web.table_sessions import not_too_often, wants_json, with_session


@require_POST
@not_too_often
@with_session
def answer(request: HttpRequest, session: TableSession, number: int) -> HttpResponse:
    """Yes, or a plain no that calls the director; from one's own phone, or with one's PIN."""
    accept = request.POST.get("accept") == "yes"

    def say(phone: PhoneAtTable) -> list[Hand]:
        voice, pin = phone.speaking(request)
        seen = number_in(request.POST, "version") or 0
        given = Answer(number=number, version=seen, accept=accept, pin=pin)
        return [agreement.answer(given, voice)]

    told = _("Hand %(hand)d is agreed.") % {"hand": number}
    return _said(request, session, say, told if accept else _("The director has been called."))


@require_POST
@not_too_often
@with_session
def agree(request: HttpRequest, session: TableSession) -> HttpResponse:
    """Yes to every hand of the table at once, when it has played its last."""

    def say(phone: PhoneAtTable) -> list[Hand]:
        voice, pin = phone.speaking(request)
        return table_end.agree_to_all(shown_versions(request, phone.play), voice, pin=pin)

    return _said(request, session, say, _("The table is agreed."))


def _said(
    request: HttpRequest, session: TableSession, say: Callable[[PhoneAtTable], list[Hand]], told: str
) -> HttpResponse:
    """Say it, and tell a page what came of it, or a script that repeats itself till it hears."""
    phone = read_phone(request, session)
    if nobody := phone.sit_down_first(request):
        return nobody
    if wants_json(request):
        return sent_once(request, session, lambda: say(phone))
    tried_at_table(request, session, lambda: say(phone), told)
    return redirect("at-table", phone.tournament.slug)
