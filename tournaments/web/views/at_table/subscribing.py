"""Push subscriptions of phones at a table."""

from collections.abc import Callable

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.actions.at_table import rejected_attempts
from tournaments.actions.core.refusals import Refusal
from tournaments.actions.push import subscriptions
from tournaments.http import status_of
from tournaments.models import TableSession

from ...at_table.phone import sending_phone
from ...at_table.table_sessions import sent_by_phone
from ...desk.rejected_attempts import attempt_at_table
from ...requests.access import wants_json


@sent_by_phone
def tell(request: HttpRequest, session: TableSession) -> HttpResponse:
    """Subscribe this phone to its next table, by its browser's push service."""
    endpoint, p256dh, auth = (request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth"))
    sent = subscriptions.Sent(endpoint, p256dh, auth, language=get_language() or settings.LANGUAGE_CODE)
    return _act(request, session, lambda: subscriptions.subscribe(session, sent))


@sent_by_phone
def tell_no_more(request: HttpRequest, session: TableSession) -> HttpResponse:
    """End this phone's subscription."""
    return _act(request, session, lambda: subscriptions.unsubscribe(session))


def _act(request: HttpRequest, session: TableSession, act: Callable[[], None]) -> HttpResponse:
    """Respond to a script with nothing or the problems, or redirect a page; kiosks cannot subscribe."""
    if sending_phone(request, session).is_kiosk:
        raise Http404
    if not wants_json(request):
        attempt_at_table(request, session, act)
        return redirect("at-table", session.table.round.tournament.slug)
    try:
        act()
    except Refusal as refusal:
        rejected_attempts.record(refusal.codes, rejected_attempts.asker_of(session))
        problems = [problem.text(_) for problem in refusal.problems]
        return JsonResponse({"problems": problems, "codes": refusal.codes}, status=status_of(refusal))
    return HttpResponse(status=204)
