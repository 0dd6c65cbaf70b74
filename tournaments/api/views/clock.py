"""The clock of the round in play."""

from typing import Any

from django.http import Http404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.rounds import clock
from tournaments.actions.rounds.clock_documents import clock_document
from tournaments.http import find_tournament
from tournaments.models import DIRECTORS, Clock, Round, TableSession, Tournament

from ..access import actor
from ..fields import Moment, StrictSerializer, WholeNumber
from ..idempotency import once
from ..resource import Resource, created
from .rounds import MAX_TABLES, NoFields


class ClockHands(serializers.Serializer[Any]):
    """The time left: `left` milliseconds at the time `since`.

    The time that has passed since then must be subtracted. The clock is paused if `since` is null, and has not begun if
    `since` is in the future. The current time is in the header `Date` of every response.
    """

    version = serializers.IntegerField(help_text="Rises with every change of the clock")
    since = Moment(allow_null=True)
    left = serializers.IntegerField(help_text="Milliseconds; 0 after the director has ended it")
    warning = serializers.IntegerField(help_text="Milliseconds between the warning and the end; 0 for no warning")


class BeyondShape(serializers.Serializer[Any]):
    """The milliseconds that one table has in addition to the time of the round."""

    table = serializers.IntegerField()
    beyond = serializers.IntegerField()


class ClockShape(ClockHands):
    """The clock of a round: its minutes, the extra minutes given, and its end."""

    round = serializers.IntegerField()
    minutes = serializers.IntegerField()
    extra = serializers.IntegerField()
    ends_at = Moment(allow_null=True, help_text="Null while it is paused")
    ended = serializers.BooleanField(help_text="Whether the director has ended it")
    tables = BeyondShape(many=True)


class Start(StrictSerializer):
    """The length of the round and the start of the clock; by default the planned minutes, from now."""

    minutes = WholeNumber(min_value=1, max_value=clock.MOST_MINUTES, allow_null=True, required=False)
    starts_at = Moment(allow_null=True, required=False)


class ExtraMinutes(StrictSerializer):
    """Extra minutes, or fewer if negative, for one table or for all."""

    minutes = WholeNumber(min_value=-clock.MOST_MINUTES, max_value=clock.MOST_MINUTES)
    table = WholeNumber(min_value=1, max_value=MAX_TABLES, allow_null=True, required=False)
    version = WholeNumber(
        min_value=0, max_value=2**31 - 1, allow_null=True, required=False, help_text="The version that was seen last"
    )


class ClockDetail(Resource):
    """The clock of the round in play."""

    tag = "rounds"
    serializer_class = ClockShape
    table_actions = frozenset({"retrieve"})

    def retrieve(self, request: Request, slug: str) -> Response:
        """The clock; 404 before its start and between two rounds."""
        tournament = _own_tournament(request) or find_tournament(request, slug)
        last = tournament.rounds.published().select_related("clock").order_by("-number").first()
        return Response(_shape(tournament, last))

    @extend_schema(request=Start)
    @once
    def create(self, request: Request, slug: str) -> Response:
        """Start the clock, now or at a later moment; for directors. The same start again changes nothing."""
        round_ = _round_in_play(request, slug)
        started = clock.start_clock(round_, by=actor(request), **Start.read(request.data))
        return created(_answer(round_, started).data, reverse("api:clock", args=[slug]))

    @extend_schema(responses={200: ClockShape})
    def destroy(self, request: Request, slug: str) -> Response:
        """End the clock for every table; for directors. This closes no table."""
        round_ = _round_in_play(request, slug)
        return _answer(round_, clock.end_clock(round_, by=actor(request)))

    @extend_schema(request=NoFields)
    def pause(self, request: Request, slug: str) -> Response:
        """Pause the clock; for directors."""
        round_ = _round_in_play(request, slug)
        NoFields.read(request.data)
        return _answer(round_, clock.pause_clock(round_, by=actor(request)))

    @extend_schema(request=NoFields)
    def resume(self, request: Request, slug: str) -> Response:
        """Resume the clock with the time left, even after it was ended; for directors."""
        round_ = _round_in_play(request, slug)
        NoFields.read(request.data)
        return _answer(round_, clock.resume_clock(round_, by=actor(request)))

    @extend_schema(request=ExtraMinutes)
    @once
    def give(self, request: Request, slug: str) -> Response:
        """Add or remove time for one table or for all; for directors.

        412 if the clock was changed since `version`.
        """
        round_ = _round_in_play(request, slug)
        return _answer(round_, clock.give_time(round_, by=actor(request), **ExtraMinutes.read(request.data)))


def _own_tournament(request: Request) -> Tournament | None:
    """Return the tournament of the client's table card or session; None for a user."""
    return request.auth.table.round.tournament if isinstance(request.auth, TableSession) else None


def _round_in_play(request: Request, slug: str) -> Round:
    """Return the round in play, for a director of the tournament."""
    return clock.round_in_play(find_tournament(request, slug, DIRECTORS))


def _answer(round_: Round, changed: Clock) -> Response:
    changed.round = round_
    return Response(_shape(round_.tournament, round_))


def _shape(tournament: Tournament, round_: Round | None) -> Any:
    if round_ is not None:
        round_.tournament = tournament
    document = clock_document(round_)
    if document is None:
        raise Http404
    return ClockShape(document).data
