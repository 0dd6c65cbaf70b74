"""The events of a tournament as they happen: server-sent events."""

from django.http import StreamingHttpResponse
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from tournaments.actions.event_log.public_events import entries_after
from tournaments.http import find_tournament
from tournaments.models import Visibility

from ..event_stream import FOLLOWED, EventShape, Followed, StreamPosition, beginning, page_of
from ..formats import EventStream
from ..queries import FROM_0_ON, checked_number, number_in_query
from ..resource import Resource

LAST = "Last-Event-ID"


class Events(Resource):
    """The events of a tournament."""

    tag = "ledger"
    renderer_classes = [EventStream]

    @extend_schema(
        responses={(200, EventStream.media_type): EventShape},
        parameters=[
            OpenApiParameter(
                "after", FROM_0_ON, description="The `id` after which to begin; by default only new events"
            ),
            OpenApiParameter(
                LAST, FROM_0_ON, OpenApiParameter.HEADER, description="Like `after`, and sent by browsers"
            ),
        ],
    )
    def retrieve(self, request: Request, slug: str) -> StreamingHttpResponse:
        """The events of the tournament from now on, or after a given event, as server-sent events.

        The schema describes one event. The response goes on until either side ends it. To continue, connect again with
        the last `id`, as browsers do: no event is missed or repeated. 429 `too_many_followers` if 512 streams are open
        from one address; 503 `busy` if the server has no room for more. Read `live/` in that case.
        """
        tournament = find_tournament(request, slug)
        wanted = _last_event(request)
        after = tournament.ledger_length if wanted is None else min(wanted, tournament.ledger_length)
        page = page_of(tournament, after, entries_after(tournament.pk, after))
        personal = request.user.is_authenticated and tournament.visibility != Visibility.PUBLIC
        address = reverse("api:events", args=[tournament.address])
        request.META[FOLLOWED] = Followed(tournament.pk, tournament.slug, address, page, is_personal=personal)
        return StreamingHttpResponse(
            [beginning(after), page.body(StreamPosition(after))],
            content_type=EventStream.media_type,
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        )


def _last_event(request: Request) -> int | None:
    """Return the number of the event to begin after: from the header, or else from the query; None without both.

    A browser connects again at the same URL, so only the header has the last event.
    """
    in_query, in_header = number_in_query(request, "after"), request.headers.get(LAST)
    return checked_number(in_header, header=LAST) if in_header else in_query
