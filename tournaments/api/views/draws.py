"""Draws, and the constraints that every draw respects."""

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.rounds.draws import constraints
from tournaments.actions.rounds.draws.obstacles import Obstacle, Severity, read_draw_state
from tournaments.actions.rounds.draws.records import wire_request
from tournaments.actions.rounds.draws.replays import check_draw, refuse_undrawn
from tournaments.actions.setup.pairing_methods import DESCRIPTIONS
from tournaments.http import find_round, find_tournament
from tournaments.models import DIRECTORS, Round, Tournament, settings_in
from tournaments.pairing.values import Cut

from ..access import actor
from ..fields import Id, Moment, StrictSerializer, WholeNumber
from ..problem_documents import pointer
from ..resource import Resource
from ..setting_fields import Settings
from .rounds import NoFields


@extend_schema_serializer(component_name="WayShape")
class MethodShape(serializers.Serializer[Any]):
    """A draw method that fits the game, with a description."""

    pairing = serializers.ChoiceField(Tournament.Pairing.choices)
    title = serializers.CharField()
    says = serializers.CharField()


class ObstacleShape(serializers.Serializer[Any]):
    """A problem of the next draw. It blocks the draw, blocks it unless `anyway` is sent, or only informs."""

    weight = serializers.ChoiceField([severity.value for severity in Severity])
    code = serializers.CharField()
    message = serializers.CharField()
    pointer = serializers.CharField(help_text="The round and table concerned, or empty")


class OpenPlacesShape(serializers.Serializer[Any]):
    """Places in the next round of a knock-out that these tied entries still have to play for."""

    table = serializers.IntegerField(allow_null=True, help_text="The table of the tie; null for entries that come back")
    places = serializers.IntegerField(help_text="The number of entries that will qualify")
    entries = serializers.ListField(child=serializers.IntegerField())


class OutlookShape(serializers.Serializer[Any]):
    """The methods and the obstacles of the next draw.

    `proposal` is a method that suits the number of entries better.
    """

    round = serializers.IntegerField(allow_null=True)
    players = serializers.IntegerField(help_text="The number of entries that are certainly to be seated")
    open_places = OpenPlacesShape(many=True)
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
        """The methods of the next draw and its obstacles; for directors."""
        tournament = find_tournament(request, slug, DIRECTORS)
        outlook = read_draw_state(tournament)
        return Response(
            {
                "round": outlook.number,
                "players": outlook.players,
                "open_places": [_open_places(cut) for cut in outlook.open_cuts],
                "pairing": tournament.pairing,
                "ways": [
                    {"pairing": m, "title": str(m.label), "says": gettext(DESCRIPTIONS[m])} for m in outlook.methods
                ],
                "obstacles": [_obstacle(obstacle) for obstacle in outlook.obstacles],
                "proposal": outlook.proposal,
            }
        )


def _open_places(cut: Cut) -> dict[str, Any]:
    return {"table": cut.table or None, "places": len(cut.ins), "entries": [*cut.ins, *cut.outs]}


def _obstacle(obstacle: Obstacle) -> dict[str, Any]:
    weight, problem = obstacle.severity.value, obstacle.problem
    message, place = problem.text(gettext), pointer(problem.pointer)
    return {"weight": weight, "code": problem.code, "message": message, "pointer": place}


class ReplayShape(serializers.Serializer[Any]):
    """Whether the draw was repeated, when, and whether it gave the same tables.

    `asked_at` is when a worker was asked to repeat it, null if it is not waiting. If `at` is set and `same` is null, an
    earlier version of the method drew the tables, so the draw cannot be repeated exactly.
    """

    asked_at = Moment(allow_null=True, source="replay_asked_at")
    at = Moment(allow_null=True, source="replayed_at")
    same = serializers.BooleanField(allow_null=True, source="replayed_same")


class DrawShape(serializers.Serializer[Any]):
    """A draw: its method, seed and report, and the request that repeats it."""

    method = serializers.ChoiceField(Tournament.Pairing.choices)
    seed = serializers.IntegerField()
    inputs = serializers.DictField(help_text="The request, as `manage.py pair` reads it")
    taken = serializers.IntegerField(help_text="The index of this round among the rounds of the request, from 0")
    report = serializers.DictField()
    changed_by_hand = serializers.BooleanField(help_text="Whether tables were changed by hand since")
    replay = ReplayShape()


class RoundDraw(Resource):
    """The draw of a round."""

    tag = "rounds"
    serializer_class = DrawShape
    read_by_all = False

    def retrieve(self, request: Request, slug: str, number: int) -> Response:
        """The complete input of the draw, and its report; for directors."""
        round_ = find_round(request, slug, number, DIRECTORS)
        refuse_undrawn(round_)
        return Response(_draw(round_))

    @extend_schema(request=NoFields, responses={200: DrawShape, 202: DrawShape})
    def replay(self, request: Request, slug: str, number: int) -> Response:
        """Repeat the draw and compare the tables; for directors. The round does not change.

        202 if the draw may take more than a second. The result is later found in the round's draw.
        """
        round_ = find_round(request, slug, number, DIRECTORS)
        NoFields.read(request.data)
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


class Fixed(StrictSerializer):
    """An entry that sits at a fixed table, and the number of the table."""

    entry = Id()
    table = WholeNumber(min_value=1, max_value=constraints.MAX_TABLES)


class Constraints(Settings, StrictSerializer):
    """Entries kept apart, entries with fixed tables, and the permitted table sizes.

    A list that is sent replaces the previous one. A field that is not sent stays as it is.
    """

    section = "constraints"
    apart = serializers.ListField(
        child=serializers.ListField(child=Id(), min_length=2, max_length=2),
        max_length=constraints.MAX_PAIRS,
        required=False,
        help_text="Pairs of entries that no draw seats together",
    )
    fixed = Fixed(many=True, required=False, help_text="Entries that every draw seats at a given table")


class DrawConstraints(Resource):
    """The constraints of a tournament's draws."""

    tag = "rounds"
    serializer_class = Constraints
    read_by_all = False
    replaced_whole = {"partial_update": ("apart", "fixed")}

    def retrieve(self, request: Request, slug: str) -> Response:
        """The constraints; for directors."""
        return Response(_constraints(constraints.read_constraints(find_tournament(request, slug, DIRECTORS))))

    @extend_schema(request=Constraints)
    def partial_update(self, request: Request, slug: str) -> Response:
        """Change the constraints, from the next draw on; for directors."""
        tournament = find_tournament(request, slug, DIRECTORS)
        changes = Constraints.read(request.data)
        if "apart" in changes:
            changes["apart"] = tuple(tuple(pair) for pair in changes["apart"])
        if "fixed" in changes:
            changes["fixed"] = tuple((each["entry"], each["table"]) for each in changes["fixed"])
        changed = constraints.change_constraints(
            tournament, lambda current: replace(current, **changes), by=actor(request)
        )
        return Response(_constraints(changed))


def _constraints(current: constraints.SeatingConstraints) -> dict[str, Any]:
    return {
        "apart": [list(pair) for pair in current.apart],
        "fixed": [{"entry": entry, "table": table} for entry, table in current.fixed],
        **{each.name: getattr(current, each.name) for each in settings_in("constraints")},
    }
