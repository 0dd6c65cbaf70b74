"""What was refused at the tables."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.http.finding import find_tournament
from tournaments.models import SCORERS, RejectedAttempt

from ..fields import Moment
from ..resource import Resource


class RejectedAttemptShape(serializers.Serializer[Any]):
    """What was refused, by its code, and how often; one for each table and phone.

    `phone` tells phones apart and nothing else; it is empty for strangers.
    """

    kind = serializers.CharField()
    round = serializers.SerializerMethodField()
    table = serializers.SerializerMethodField()
    phone = serializers.SerializerMethodField()
    seat = serializers.IntegerField(allow_null=True)
    times = serializers.IntegerField()
    first_at = Moment()
    last_at = Moment()

    def get_round(self, attempt: RejectedAttempt) -> int | None:
        """The round's number, where it is known."""
        return attempt.round or None

    def get_table(self, attempt: RejectedAttempt) -> int | None:
        """The table's number, where it is known."""
        return attempt.table or None

    def get_phone(self, attempt: RejectedAttempt) -> str:
        """The beginning of the device's digest."""
        return attempt.device[:8]


class RejectedAttempts(Resource):
    """What was refused at the tables."""

    tag = "at the table"
    read_by_all = False

    @extend_schema(responses=RejectedAttemptShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """What phones were refused that a director may want to know of; for scorers."""
        tournament = find_tournament(request, slug, SCORERS)
        return self.page(tournament.rejected_attempts.all(), RejectedAttemptShape)
