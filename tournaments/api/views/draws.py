"""Draws: what stands in the way of the next, and how one was made."""

from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.rounds.draws.obstacles import Obstacle, Severity, read_outlook
from tournaments.actions.rounds.draws.records import wire_request
from tournaments.actions.rounds.draws.replays import check_draw, refuse_undrawn
from tournaments.actions.setup.pairing_methods import DESCRIPTIONS
from tournaments.http import find_round, find_tournament
from tournaments.models import DIRECTORS, Round, Tournament

from ..fields import Moment
from ..problem_documents import pointer
from ..resource import Resource
from .rounds import Nothing


@extend_schema_serializer(component_name="WayShape")
class MethodShape(serializers.Serializer[Any]):
    """A way of making tables that fits the game, and what it does."""

    pairing = serializers.ChoiceField(Tournament.Pairing.choices)
    title = serializers.CharField()
    says = serializers.CharField()


class ObstacleShape(serializers.Serializer[Any]):
    """Something in the way: it blocks the draw, asks for `anyway`, or is only told."""

    weight = serializers.ChoiceField([severity.value for severity in Severity])
    code = serializers.CharField()
    message = serializers.CharField()
    pointer = serializers.CharField(help_text="The round and table it is about, or empty")


class OutlookShape(serializers.Serializer[Any]):
    """What there is to know before a draw; `proposal` is a way that suits the field better."""

    round = serializers.IntegerField(allow_null=True)
    players = serializers.IntegerField()
    pairing = serializers.ChoiceField(Tournament.Pairing.choices)
    ways = MethodShape(many=True)
    obstacles = ObstacleShape(many=True)
    proposal = serializers.ChoiceField(Tournament.Pairing.choices, allow_null=True)


class NextDraw(Resource):
    """The next draw."""

    tag = "rounds"
    serializer_class = OutlookShape
    read_by_all = False

    def retrieve(self, request: Request, slug: str) -> Response:
        """How the next round may be drawn and what stands in its way; for directors."""
        tournament = find_tournament(request, slug, DIRECTORS)
        outlook = read_outlook(tournament)
        return Response(
            {
                "round": outlook.number,
                "players": outlook.players,
                "pairing": tournament.pairing,
                "ways": [
                    {"pairing": m, "title": str(m.label), "says": gettext(DESCRIPTIONS[m])} for m in outlook.methods
                ],
                "obstacles": [_obstacle(obstacle) for obstacle in outlook.obstacles],
                "proposal": outlook.proposal,
            }
        )


def _obstacle(obstacle: Obstacle) -> dict[str, Any]:
    weight, problem = obstacle.severity.value, obstacle.problem
    message, place = problem.text(gettext), pointer(problem.pointer)
    return {"weight": weight, "code": problem.code, "message": message, "pointer": place}


class ReplayShape(serializers.Serializer[Any]):
    """Whether the draw was made once more, when, and whether the same tables came out.

    `asked_at` says since when a worker is asked for it; null where none is. `same` stays null beside a moment in `at`
    where an earlier version of the method drew the tables, which cannot be repeated table for table.
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
    serializer_class = DrawShape
    read_by_all = False

    def retrieve(self, request: Request, slug: str, number: int) -> Response:
        """Everything that the draw rested on, and what it reported; for directors."""
        round_ = find_round(request, slug, number, DIRECTORS)
        refuse_undrawn(round_)
        return Response(_draw(round_))

    @extend_schema(request=Nothing, responses={200: DrawShape, 202: DrawShape})
    def replay(self, request: Request, slug: str, number: int) -> Response:
        """Make the draw once more and compare; for directors. The tables stay as they are.

        What may take more than a second answers 202: look at the round's draw for the verdict.
        """
        round_ = find_round(request, slug, number, DIRECTORS)
        Nothing.read(request.data)
        checked = check_draw(round_)
        if checked.replay_asked_at is None:
            return Response(_draw(checked))
        return Response(_draw(checked), 202, headers={"Retry-After": "1"})


def _draw(round_: Round) -> dict[str, Any]:
    return {
        "method": round_.method,
        "seed": round_.seed,
        "inputs": wire_request(round_.draw_inputs),
        "taken": round_.draw_inputs["taken"],
        "report": round_.drawn["report"] if round_.drawn else round_.report,
        "changed_by_hand": round_.drawn is not None,
        "replay": ReplayShape(round_).data,
    }
