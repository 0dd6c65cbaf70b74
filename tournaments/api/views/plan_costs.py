"""The rounds, byes and minutes that remain to be played if the plan is changed."""

from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.rounds.changed_plans import PlanCost, read_plan_cost
from tournaments.http import find_tournament
from tournaments.models import DIRECTORS, Scope

from ..access import actor
from ..resource import Resource
from .tournaments import TournamentPlan, read_object


class StillToPlayShape(serializers.Serializer[Any]):
    """The remaining rounds, their byes, and their minutes if the plan has the minutes of a round."""

    rounds = serializers.IntegerField()
    byes = serializers.IntegerField()
    minutes = serializers.IntegerField(allow_null=True)


class PlanCostShape(serializers.Serializer[Any]):
    """What remains to be played.

    It is null before the first round, during a round, and if no knock-out can lead to a final.
    """

    before = StillToPlayShape(allow_null=True, help_text="By the plan as it is")
    after = StillToPlayShape(allow_null=True, help_text="By the plan with these changes")
    text = serializers.SerializerMethodField(help_text="The difference in words; empty if there is none")

    def get_text(self, cost: PlanCost) -> str:
        """The difference in words."""
        return cost.problem.text(gettext) if cost.problem else ""


class PlanCosts(Resource):
    """The effect of a changed plan on what remains to be played; nothing is stored."""

    tag = "tournaments"
    serializer_class = PlanCostShape
    read_by_all = False
    write_scope = Scope.READ

    @extend_schema(request=TournamentPlan(partial=True))
    def preview(self, request: Request, slug: str) -> Response:
        """What would remain to be played after a PATCH of the plan with this body; for directors.

        It is available between two rounds. Nothing is stored. The request is refused if the PATCH would be refused.
        """
        tournament = find_tournament(request, slug, DIRECTORS)
        return Response(PlanCostShape(read_plan_cost(tournament, read_object(request.data), by=actor(request))).data)
