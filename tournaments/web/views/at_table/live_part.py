"""The live part of a page of the table, not rendered again while nothing changed."""

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

from ...at_table.news import digest
from ...at_table.phone import PhoneAtTable
from ...requests.access import wants_part


def frame_template(request: HttpRequest) -> str:
    """The template around a page of the table: the whole frame, or none for a phone that has it."""
    return "at_table/_part.html" if wants_part(request) else "base.html"


def part_etag(request: HttpRequest, phone: PhoneAtTable) -> str:
    """Return the ETag of this phone's live part; empty for a whole page, and if a message is to be shown.

    Weak, since the forms' CSRF tokens differ each time; they belong to the cookie that is part of the ETag.
    """
    if not wants_part(request) or not phone.mark or len(get_messages(request)):
        return ""
    session, cookie = phone.session, request.COOKIES.get(settings.CSRF_COOKIE_NAME)
    shown_to = [session.pk, phone.is_open, phone.is_kiosk, cookie, get_language()]
    return f'W/"{digest([request.get_full_path(), phone.mark, *shown_to])}"'


def not_modified(request: HttpRequest, phone: PhoneAtTable) -> HttpResponse | None:
    """A 304 for a phone that shows the part as it still is, before anything more is read."""
    etag = part_etag(request, phone)
    if not etag or "If-None-Match" not in request.headers:
        return None
    response = HttpResponse(headers={"ETag": etag})
    known = get_conditional_response(request, etag=etag, response=response)
    return None if known is response else known
