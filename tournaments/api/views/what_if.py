"""Assumed results of tables in play, and the standings that would follow."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.rounds.clock import round_in_play
from tournaments.actions.what_if import Supposed, WhatIf, what_if
from tournaments.http import find_tournament
from tournaments.models import DIRECTORS, Round, Scope, Tournament

from ..fields import Id, StrictSerializer, WholeNumber, YesNo
from ..resource import MAX_AT_ONCE, Resource
from .coming_rounds import ComingRound, numbered
from .standing_shapes import PossiblePlacesShape


class SupposedTable(StrictSerializer):
    """A table with hands assumed after its recorded ones, or with an assumed total. Tallies are as for recording."""

    table = Id()
    hands = serializers.ListField(required=False, max_length=MAX_AT_ONCE)
    total = serializers.JSONField(required=False)


@extend_schema_serializer(component_name="WhatIf")
class WhatIfWanted(StrictSerializer):
    """The assumed results of tables of one round."""

    round = WholeNumber(min_value=1, required=False, help_text="By default the latest round in play")
    tables = SupposedTable(many=True, allow_empty=False)
    draw = YesNo(default=False, help_text="Also return the tables that a draw by standings would make next")


GOES_ON = (
    "True if it certainly qualifies for the next round of a knock-out, or else for the next stage; "
    "false if it no longer can, null while that is open, absent without such a cut"
)


class PlaceShape(serializers.Serializer[Any]):
    """A place and a score, and what can still be reached."""

    place = serializers.IntegerField(allow_null=True)
    score = serializers.CharField()
    score_exact = serializers.CharField()
    outlook = PossiblePlacesShape(required=False)
    goes_on = serializers.BooleanField(required=False, allow_null=True, help_text=GOES_ON)

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """Return the row; without a cut it has no `goes_on`."""
        shown = super().to_representation(instance)
        return shown if "goes_on" in instance else {name: shown[name] for name in shown if name != "goes_on"}


class WhatIfRow(PlaceShape):
    """An entry's row in the assumed standings, and its row in the actual ones."""

    entry = serializers.IntegerField()
    name = serializers.CharField()
    before = PlaceShape()


class SupposedStage(serializers.Serializer[Any]):
    """A stage after this tournament for which different entries would qualify."""

    stage = serializers.CharField()
    name = serializers.CharField()
    ins = serializers.ListField(
        child=serializers.CharField(), help_text="The names of entries that would newly qualify"
    )
    outs = serializers.ListField(
        child=serializers.CharField(), help_text="The names of entries that would no longer qualify"
    )


class SupposedDraw(ComingRound):
    """The next round, as a draw with this seed would make it."""

    seed = serializers.IntegerField()


class WhatIfShape(serializers.Serializer[Any]):
    """The standings that would follow after the round. Nothing is stored."""

    tournament = serializers.CharField()
    after_round = serializers.IntegerField()
    provisional = serializers.BooleanField()
    outstanding_tables = serializers.IntegerField()
    rows = WhatIfRow(many=True)
    stages = SupposedStage(many=True)
    draw = SupposedDraw(allow_null=True)


class WhatIfs(Resource):
    """Assumed results. Nothing is stored."""

    tag = "standings"
    serializer_class = WhatIfShape
    read_by_all = False
    write_scope = Scope.READ

    @extend_schema(request=WhatIfWanted)
    def suppose(self, request: Request, slug: str) -> Response:
        """The standings that would follow from these results of tables in play; for directors. Nothing is stored.

        `hands` are added to the recorded hands; a `total` replaces them. With `draw`, the response also has the tables
        of the next round. 409 if the next round is not drawn by standings, or if other tables of the round are
        outstanding.
        """
        tournament = find_tournament(request, slug, DIRECTORS)
        sent = WhatIfWanted.read(request.data)
        supposed = [Supposed(each["table"], tuple(each.get("hands", ())), each.get("total")) for each in sent["tables"]]
        found = what_if(_round(tournament, sent.get("round")), supposed, draws=sent["draw"])
        answer = {**found.after, "rows": found.rows, "stages": found.stages, "draw": _draw(found)}
        return Response(WhatIfShape(answer).data)


def _round(tournament: Tournament, number: int | None) -> Round:
    """Return the public round with this number, or the latest in play. Raises Conflict if none is in play."""
    if number is None:
        return round_in_play(tournament)
    round_ = get_object_or_404(tournament.rounds.published(), number=number)
    round_.tournament = tournament
    return round_


def _draw(found: WhatIf) -> dict[str, Any] | None:
    if found.draw is None:
        return None
    return {**numbered(found.draw.rounds, found.draw.number)[0], "seed": found.draw.seed}
