"""Access from pages of other sites (CORS).

Any site can read public data; the sites in TAVOLO_API_ORIGINS can also write.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from rest_framework.permissions import SAFE_METHODS

ANY_ORIGIN = "*"
READ_HEADERS = "Accept, Accept-Language, If-None-Match, Last-Event-ID, Prefer"
WRITE_HEADERS = f"{READ_HEADERS}, Authorization, Content-Type, Idempotency-Key, If-Match, Agreed, Agreed-Reason"
EXPOSED_HEADERS = (
    "Allow, Content-Disposition, Content-Language, Date, Deprecation, ETag, Idempotency-Replayed, Link, Location, "
    "Preference-Applied, RateLimit, RateLimit-Policy, Retry-After, Standings-State, Sunset, Tournament-Revision, "
    "WWW-Authenticate"
)
PREFLIGHT_SECONDS = 86_400


def share_across_origins(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Add CORS headers to responses of the API, and answer preflight requests. Cookies are never accepted.

    Every origin may read, so that one cached response serves all of them. Only the origins in the settings may write or
    send the header Authorization.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith("/api/v1/"):
            return get_response(request)
        if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
            return _preflight(request)
        response = get_response(request)
        response["Access-Control-Expose-Headers"] = EXPOSED_HEADERS
        response.headers.pop("Cross-Origin-Opener-Policy", None)  # this header is about windows, and the API has none
        if request.method in SAFE_METHODS:
            response["Access-Control-Allow-Origin"] = ANY_ORIGIN
        else:
            _permit_origin(request, response)
        return response

    return respond


def _preflight(request: HttpRequest) -> HttpResponse:
    response = HttpResponse(status=204)
    if _permit_origin(request, response):
        response["Access-Control-Allow-Methods"] = "GET, HEAD, POST, PUT, PATCH, DELETE"
        response["Access-Control-Allow-Headers"] = WRITE_HEADERS
    else:
        response["Access-Control-Allow-Origin"] = ANY_ORIGIN
        response["Access-Control-Allow-Methods"] = "GET, HEAD"
        response["Access-Control-Allow-Headers"] = READ_HEADERS
    response["Access-Control-Max-Age"] = str(PREFLIGHT_SECONDS)
    response["Cache-Control"] = "no-store"
    return response


def _permit_origin(request: HttpRequest, response: HttpResponse) -> bool:
    """Permit the origin if it is in the settings; return whether it is."""
    patch_vary_headers(response, ["Origin"])
    origin = request.headers.get("Origin", "")
    if origin not in settings.API_ORIGINS:
        return False
    response["Access-Control-Allow-Origin"] = origin
    return True
