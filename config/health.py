"""Whether this process can serve."""

from django.db import connection
from django.db.utils import Error
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache


@never_cache
def health(_request: HttpRequest) -> HttpResponse:
    """Answer 200 when the database answers, else 503."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        return HttpResponse("The database does not answer.\n", "text/plain", status=503)
    return HttpResponse("ok\n", "text/plain")
