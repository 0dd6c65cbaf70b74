"""Announcements of a table before a hand, such as bids. They are locked, and every change is recorded."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.at_table import submissions
from tournaments.actions.at_table.seat_actors import SeatActor
from tournaments.actions.core.refusals import PreconditionRequired, Stale
from tournaments.actions.hands import announcements
from tournaments.actions.hands.tallies import HandInput
from tournaments.models import SCORERS, Announcement, Scope, Table, TableSession

from ..access import actor, find_readable_table, find_table
from ..conditional import version_in_if_match, with_current
from ..fields import Moment, StrictSerializer, Text, WholeNumber
from ..idempotency import once
from ..resource import Resource
from .hands import MAX_SEATS


class AnnouncementShape(serializers.Serializer[Any]):
    """A locked announcement: a line for each side, null for a side that is out of the game."""

    number = serializers.IntegerField(help_text="The hand's number")
    version = serializers.IntegerField()
    lines = serializers.ListField()
    seat = serializers.IntegerField(allow_null=True)
    source = serializers.CharField()  # type: ignore[assignment]
    recorded_at = Moment()


class AnnouncementBody(StrictSerializer):
    """An announcement to lock."""

    lines = serializers.ListField(help_text="The fields that the game's `announced` names")


class SeatsToLock(AnnouncementBody):
    """An announcement to lock, sent by a table; `seat` is the seat that enters it."""

    seat = WholeNumber(min_value=0, max_value=MAX_SEATS)
    pin = Text(max_length=20, allow_blank=True, default="")


class AnnouncementDetail(Resource):
    """The announcement before a hand."""

    tag = "hands"
    serializer_class = AnnouncementShape
    table_actions = frozenset({"retrieve", "lock"})
    write_scope = Scope.RESULTS
    more_refusals = {"lock": frozenset({428})}
    compares_versions = True

    def retrieve(self, request: Request, slug: str, number: int, table: int, hand: int) -> Response:
        """The locked announcement, the same for every phone at the table."""
        announcements = find_readable_table(request, slug, number, table).announcements
        return Response(AnnouncementShape(get_object_or_404(announcements.current(), number=hand)).data)

    @extend_schema(request=SeatsToLock, responses={200: AnnouncementShape, 201: AnnouncementShape})
    @once
    def lock(self, request: Request, slug: str, number: int, table: int, hand: int) -> Response:
        """Lock the announcement before the next hand; for scorers and the table.

        The same announcement again changes nothing. A different announcement needs If-Match with the ETag of the
        current announcement. The earlier version is kept, and the change is recorded in the ledger. A tally that
        contradicts the announcement is refused.
        """
        played_table = find_table(request, slug, number, table, SCORERS)
        try:
            locked, is_new = _lock(request, played_table, hand)
        except (PreconditionRequired, Stale) as refused:
            current = played_table.announcements.current().filter(number=hand).first()
            raise with_current(refused, current, AnnouncementShape) from refused
        return Response(AnnouncementShape(locked).data, 201 if is_new and locked.version == 1 else 200)


def _lock(request: Request, table: Table, hand: int) -> tuple[Announcement, bool]:
    session = request.auth
    at_table = isinstance(session, TableSession)
    sent = (SeatsToLock if at_table else AnnouncementBody).read(request.data)
    lines = {"lines": sent["lines"]}
    current = table.announcements.current().filter(number=hand).first()
    entered = HandInput(number=hand, tally=lines, replaces=version_in_if_match(request, current, AnnouncementShape))
    if isinstance(session, TableSession):
        return submissions.announce(entered, SeatActor(session, sent["seat"]), pin=sent["pin"])
    return announcements.announce(table, entered, by=actor(request))
