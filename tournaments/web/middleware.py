"""Times of day are told in the zone of the club that a page belongs to."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone


def club_time(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Forget the last page's zone before the next request: the pages' finders set it anew."""

    def respond(request: HttpRequest) -> HttpResponse:
        timezone.deactivate()
        return get_response(request)

    return respond
