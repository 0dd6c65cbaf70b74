"""Whether this process can serve, and whether all of Tavolo does its work."""

from django.db import connection
from django.db.utils import Error
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from tournaments.actions.readiness import shortcomings


@never_cache
def health(_request: HttpRequest) -> HttpResponse:
    """Answer 200 when the database answers, else 503."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        return HttpResponse("The database does not answer.\n", "text/plain", status=503)
    return HttpResponse("ok\n", "text/plain")


@never_cache
def readiness(_request: HttpRequest) -> HttpResponse:
    """Answer 200 when all of Tavolo does its work, else 503 and what to do, a line for each."""
    if problems := shortcomings():
        lines = "".join(f"{problem.text(gettext)}\n" for problem in problems)
        return HttpResponse(lines, "text/plain; charset=utf-8", status=503)
    return HttpResponse("ok\n", "text/plain")
