"""The rounds of a schedule before they are played."""

from collections.abc import Mapping, Sequence
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.draws.records import as_drawn
from tournaments.actions.draws.replays import refuse_undrawn
from tournaments.http import find_round
from tournaments.models import DIRECTORS

from ..resource import Resource


class ComingRound(serializers.Serializer[Any]):
    """A round that was drawn with this one."""

    number = serializers.IntegerField()
    tables = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    sit_out = serializers.ListField(child=serializers.IntegerField())


class ComingRounds(serializers.Serializer[Any]):
    """A round and those drawn with it, as they will be while the same entries play."""

    rounds = ComingRound(many=True)


class RoundsAhead(Resource):
    """The rounds drawn with a round."""

    tag = "rounds"
    serializer_class = ComingRounds
    read_by_all = False

    def retrieve(self, request: Request, slug: str, number: int) -> Response:
        """The round as it was drawn and those of the same schedule after it; for directors."""
        round_ = find_round(request, slug, number, DIRECTORS)
        refuse_undrawn(round_)
        return Response({"rounds": _numbered([as_drawn(round_), *round_.ahead], number)})


def _numbered(rounds: Sequence[Mapping[str, Any]], first: int) -> list[dict[str, Any]]:
    return [
        {"number": number, "tables": each["tables"], "sit_out": each["sit_out"]}
        for number, each in enumerate(rounds, start=first)
    ]
