"""The later rounds of a schedule, before they are played."""

from collections.abc import Mapping, Sequence
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.rounds.draws.previews import preview_schedule
from tournaments.actions.rounds.draws.records import drawn_with
from tournaments.actions.rounds.draws.replays import refuse_undrawn
from tournaments.http import find_round, find_tournament
from tournaments.models import DIRECTORS

from ..queries import number_in_query
from ..resource import Resource
from .rounds import LARGEST_SEED

SEED = {"type": "integer", "minimum": 0, "maximum": LARGEST_SEED}
SEED_PARAMETER = OpenApiParameter("seed", SEED, description="The seed of the draw; chosen at random by default")


class ComingRound(serializers.Serializer[Any]):
    """A round of a schedule: its tables with entries in seat order, and the entries that sit out."""

    number = serializers.IntegerField()
    tables = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    numbers = serializers.ListField(
        child=serializers.IntegerField(), help_text="The numbers of the tables, in the same order"
    )
    sit_out = serializers.ListField(child=serializers.IntegerField())


class ComingRounds(serializers.Serializer[Any]):
    """A round and the rounds that were drawn with it. They do not change while the same entries play."""

    rounds = ComingRound(many=True)


class PreviewShape(ComingRounds):
    """All rounds that a draw with this seed makes, and its report."""

    seed = serializers.IntegerField()
    report = serializers.DictField()


class PreviewedRounds(Resource):
    """A preview of all rounds of a schedule."""

    tag = "rounds"
    serializer_class = PreviewShape
    read_by_all = False
    more_refusals = {"retrieve": frozenset({422})}

    @extend_schema(parameters=[SEED_PARAMETER])
    def retrieve(self, request: Request, slug: str) -> Response:
        """All rounds that the next draw would make with this seed, if the same entries go on playing; for directors.

        Nothing is stored. To draw the first of these rounds, POST the seed to `rounds/`. 409 `no_schedule` if the
        method draws one round at a time.
        """
        tournament = find_tournament(request, slug, DIRECTORS)
        found = preview_schedule(tournament, number_in_query(request, "seed", most=LARGEST_SEED))
        rounds = numbered(found.rounds, found.number)
        return Response({"rounds": rounds, "seed": found.seed, "report": found.report})


class RoundsAhead(Resource):
    """The rounds drawn with a round."""

    tag = "rounds"
    serializer_class = ComingRounds
    read_by_all = False

    def retrieve(self, request: Request, slug: str, number: int) -> Response:
        """The round as it was drawn, and the later rounds of its schedule; for directors."""
        round_ = find_round(request, slug, number, DIRECTORS)
        refuse_undrawn(round_)
        return Response({"rounds": numbered(drawn_with(round_), number)})


def numbered(rounds: Sequence[Mapping[str, Any]], first: int) -> list[dict[str, Any]]:
    """Return drawn rounds with their numbers, in the form of `ComingRound`."""
    return [
        {
            "number": number,
            "tables": each["tables"],
            "numbers": list(range(1, len(each["tables"]) + 1)),
            "sit_out": each["sit_out"],
        }
        for number, each in enumerate(rounds, start=first)
    ]
