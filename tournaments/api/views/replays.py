"""How a round was drawn, with everything that draws it once more."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.draws.records import wire_request
from tournaments.actions.draws.replays import check_draw, refuse_undrawn
from tournaments.http.finding import find_round
from tournaments.models import DIRECTORS, Round, Tournament

from ..fields import Moment
from ..resource import Resource
from .rounds import Nothing


class ReplayShape(serializers.Serializer[Any]):
    """Whether the draw was made once more, when, and whether the same tables came out.

    `asked_at` says since when a worker is asked for it; null where none is.
    """

    asked_at = Moment(allow_null=True, source="replay_asked_at")
    at = Moment(allow_null=True, source="replayed_at")
    same = serializers.BooleanField(allow_null=True, source="replayed_same")


class DrawShape(serializers.Serializer[Any]):
    """A draw: its method, seed and report, and the request that makes it once more."""

    method = serializers.ChoiceField(Tournament.Pairing.choices)
    seed = serializers.IntegerField()
    inputs = serializers.DictField(help_text="The request, as `manage.py pair` reads it")
    taken = serializers.IntegerField(help_text="Which of the rounds that the request makes this one is, from 0")
    report = serializers.DictField()
    changed_by_hand = serializers.BooleanField(help_text="Whether tables were changed since")
    replay = ReplayShape()


class RoundDraw(Resource):
    """The draw of a round."""

    tag = "rounds"
    read_by_all = False

    @extend_schema(responses=DrawShape)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Everything that the draw rested on, and what it reported; for directors."""
        round_ = find_round(request, slug, number, DIRECTORS)
        refuse_undrawn(round_)
        return Response(_shown(round_))


class ReplayRound(Resource):
    """Drawing a round once more."""

    tag = "rounds"

    @extend_schema(request=Nothing, responses={200: DrawShape, 202: DrawShape})
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Make the draw once more and compare; for directors. The tables stay as they are.

        What may take more than a second answers 202: look at the round's draw for the verdict.
        """
        round_ = find_round(request, slug, number, DIRECTORS)
        Nothing.read(request.data)
        checked = check_draw(round_)
        if checked.replay_asked_at is None:
            return Response(_shown(checked))
        return Response(_shown(checked), status=202, headers={"Retry-After": "1"})


def _shown(round_: Round) -> dict[str, Any]:
    kept = round_.drawn["report"] if round_.drawn else round_.report
    shape = DrawShape(
        {
            "method": round_.method,
            "seed": round_.seed,
            "inputs": wire_request(round_.draw_inputs),
            "taken": round_.draw_inputs["taken"],
            "report": kept,
            "changed_by_hand": round_.drawn is not None,
            "replay": round_,
        }
    )
    return dict(shape.data)
